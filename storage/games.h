// SPDX-License-Identifier: MIT
// Games, their seats and invitations, their events or, once over, their records.
//
// Knows rows: what an event means is folded elsewhere (referee/record/game_apply.c). Secrets go in
// and come out plain and are sealed inside.
#ifndef STORAGE_GAMES_H
#define STORAGE_GAMES_H

#include <glib.h>

struct store;

enum { GAME_NAME_MAX = 200, GAME_LUCK_MAX = 200, GAME_SEED_BYTES = 32, RECORD_KEY_BYTES = 32 };

struct game_row {
    gint64 id;
    char name[GAME_NAME_MAX + 1]; // "" when none
    char state[10];               // open, running, over, cancelled, lapsed
    int seats, robots;
    gint64 pace; // seconds
    char security[7], press[7];
    gboolean anybody;
    gint64 creator; // player
    guint8 seed[GAME_SEED_BYTES];
    gint64 created_at, started_at, ended_at; // 0: not yet
    int to_move;                             // seat, -1: nobody in particular
    gint64 turn_at, due_at;                  // 0: none
    gint64 held_for, held_at;                // 0: nobody is waited for
    gint64 held;                             // seconds
    gint64 paused_at;                        // 0: it isn't paused
    gint64 rematch_of;                       // game; 0: none
};

struct seat_row {
    gint64 game;
    int seat;
    gint64 player; // 0: a robot for good
    char nick[21];
    char luck[GAME_LUCK_MAX + 1];
    gint64 joined_at;
    gboolean robot;
    int missed;
    guint told;
    int reminded;
    gint64 bank;
    gint64 began_at; // 0: no turn of theirs runs
    gint64 pace;     // of that turn, as are the rest
    char zone[64];
    int quiet_from, quiet_to;
};

struct invitation_row {
    gint64 id, game;
    char address[321];
    gint64 player; // 0: not known
    gint64 inviter, created_at;
    char state[9]; // open, joined, declined, lapsed
};

// A line of the log, in its public form, and what that form seals ("3 17 23"), or NULL where
// nothing is secret. Both are owned by the event.
struct event {
    char *line;
    char *secret;
};
void event_free(struct event *event); // takes NULL

// add fills in row->id. update stores all but id, creator, seed, created_at, rematch_of.
gboolean games_add(struct store *store, struct game_row *row,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean games_update(struct store *store, const struct game_row *row,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean games_find(struct store *store, gint64 id, struct game_row *out_row, gboolean *out_found,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Games that the clock has to look at by now, and running ones that it will look at, some time: ids
// (gint64) above `after` in ascending order, at most limit.
gboolean games_due(struct store *store, gint64 now, gint64 after, guint limit, GArray **out_ids,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean games_clocked(struct store *store, gint64 after, guint limit, GArray **out_ids,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Running games whose clock stands although a player has a seat there whom no mail reaches, in
// ascending order: a new array of ids.
gboolean games_unreached(struct store *store, GArray **out_ids,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean games_count(struct store *store, const char *state, guint *out_count,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Games that the clock should have looked at by now.
gboolean games_overdue(struct store *store, gint64 now, guint *out_count,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The open or running game in which the players of this one meet again; 0: there is none.
gboolean games_rematch(struct store *store, gint64 game, gint64 *out_id,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Open games that anybody may join and that have a seat left, in ascending order, at most limit.
gboolean games_for_anybody(struct store *store, guint limit, GArray **out_ids,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean games_in_state(struct store *store, const char *state, guint limit, GArray **out_ids,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Games in which the player has a seat and that are open or running (all: ended ones too), newest
// first.
gboolean games_of_player(struct store *store, gint64 player, gboolean all, GArray **out_ids,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether the player has a seat in the game.
gboolean games_sits(struct store *store, gint64 game, gint64 player, gboolean *out_sits,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Seats of a game in seat order: a new array of struct seat_row.
gboolean games_seats(struct store *store, gint64 game, GArray **out_seats,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean games_put_seat(struct store *store, const struct seat_row *seat,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT; // insert or update
// How many public lines the player of a seat was told; nothing else of it changes.
gboolean games_set_told(struct store *store, gint64 game, int seat, guint told,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Takes all seats of a game that hasn't begun away, so that those who stay can be put anew.
gboolean games_clear_seats(struct store *store, gint64 game,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

gboolean games_invite(struct store *store, struct invitation_row *invitation,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT; // fills in id; state "" is open
gboolean games_invitations(struct store *store, gint64 game, GArray **out_invitations,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean games_find_invitation(struct store *store, gint64 game, const char *address,
                               struct invitation_row *out_row, gboolean *out_found,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The open invitations of a player (0: of nobody known) or to an address, likewise.
gboolean games_invitations_of(struct store *store, gint64 player, const char *address,
                              GArray **out_invitations, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Open games to which a player (0: nobody) or an address is invited and hasn't answered, in
// ascending order: a new array of ids.
gboolean games_inviting(struct store *store, gint64 player, const char *address, GArray **out_ids,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
// player 0 leaves it as it is.
gboolean games_set_invitation(struct store *store, gint64 id, const char *state, gint64 player,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Invitations sent by a player (0: by anybody) or to an address ("": any) since a time.
gboolean games_count_invitations(struct store *store, gint64 inviter, const char *address,
                                 gint64 since, guint *out_count,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Appends the line with number seq (from 1, no gaps); secret is NULL where nothing is. A game whose
// record is there takes none.
gboolean events_append(struct store *store, gint64 game, guint seq, const char *line,
                       const char *secret, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// All events in order: a new array of struct event *, with a free function set; empty once the
// record is there.
gboolean events_load(struct store *store, gint64 game, GPtrArray **out_events,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The same without the first so many.
gboolean events_load_more(struct store *store, gint64 game, guint known, GPtrArray **out_events,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

// How many lines the game's log has, or its record.
gboolean events_count(struct store *store, gint64 game, guint *out_count,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Keeps the record of a game that is over; its events go. There is one for each game, for good.
gboolean records_put(struct store *store, gint64 game, const char *text,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean records_get(struct store *store, gint64 game, char **out_text,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT; // NULL: none; caller frees

// Records of other referees' games, which are named by that referee's key and the number there:
// checked before they come here. put_foreign keeps one, unless there is one of its name; *out_new
// whether it was added, *out_same whether what is kept now is this text.
gboolean records_put_foreign(struct store *store, const guint8 key[RECORD_KEY_BYTES], gint64 game,
                             gint64 ended_at, const char *text, gboolean *out_new,
                             gboolean *out_same, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// NULL: there is none; the caller frees it.
gboolean records_get_foreign(struct store *store, const guint8 key[RECORD_KEY_BYTES], gint64 game,
                             char **out_text, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The game whose referee's key begins with these lowercase hexadecimal digits: *out_count says how
// many fit; *out_text is NULL but for one. The caller frees it.
gboolean records_find_foreign(struct store *store, const char *key, gint64 game, char **out_text,
                              guint *out_count, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// All records, one after another: this referee's by number, then the others' by key and number, or
// only those of keys that begin with these digits. A text lives for the call; FALSE with error set
// ends the walk.
typedef gboolean records_visit(gint64 game, const char *text, gpointer data, GError **error);
gboolean records_each(struct store *store, records_visit *visit, gpointer data,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean records_each_foreign(struct store *store, const char *key, records_visit *visit,
                              gpointer data, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
