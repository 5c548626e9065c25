// SPDX-License-Identifier: MIT
// See admin_match.h.
//
// Decides what an operator may do to a game: end it, hand a seat to somebody else, open one in a
// player's name. All of it is written into the record and told to the table.
#include "referee/admin/admin_match.h"

#include "referee/letter/letter_notes.h"
#include "referee/match/handover.h"
#include "referee/match/lobby.h"
#include "referee/match/match_load.h"
#include "referee/match/match_save.h"
#include "referee/match/notes.h"
#include "referee/match/play.h"
#include "referee/orders/orders_run.h"
#include "referee/orders/session.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"
#include "referee/words/command_text.h"

#include <string.h>

enum { WHY_MAX = 200 };

static gboolean is_line(const char *text, gsize max)
{
    if (*text == '\0' || strlen(text) > max || !g_utf8_validate(text, -1, NULL))
        return FALSE;
    for (const char *p = text; *p; p = g_utf8_next_char(p))
        if (g_unichar_iscntrl(g_utf8_get_char(p)))
            return FALSE;
    return TRUE;
}

// The game, which must be there and not ended: else NULL with a message, or with *error.
static struct match *load(struct desk *desk, gint64 id, GError **error)
{
    struct game_row row;
    struct match *match = NULL;
    if (!admin_find_game(desk, id, &row, error) || !match_load(desk, id, &match, error))
        return NULL;
    if (row.ended_at == 0)
        return match;
    arguments_no("game %" G_GINT64_FORMAT " is %s already", id, row.state);
    match_free(match);
    return NULL;
}

// Who lost the seat is told.
static gboolean say_goodbye(struct desk *desk, const struct match *match, gint64 player,
                            const char *heir, GError **error)
{
    json_auto_t *note = json_pack("[{s:s, s:I, s:s}]", "say", "seat-given", "game",
                                  (json_int_t)match->row.id, "who", heir);
    return notes_to_player(desk, player, 0, NOTES_ANNOUNCEMENT, note, error);
}

// ---- cancel ------------------------------------------------------------------------------------

struct wish {
    gint64 id;
    const char *why;            // cancel
    const char *nick, *address; // seat
    char **words;               // new
};

// A game that has begun ends with a record of its own.
static gboolean end_running(struct desk *desk, struct match *match, const char *why, GError **error)
{
    if (!play_cancel(desk, match, why)) {
        arguments_no("game %" G_GINT64_FORMAT " can't be cancelled now: %s", match->row.id,
                     match->game.reason);
        return FALSE;
    }
    return match_save(desk, match, error) &&
           notes_to_table(desk, match, 0, NOTES_STATE, NULL, error);
}

// One that hasn't is closed, as when it lapses.
static gboolean end_open(struct desk *desk, struct match *match, const char *why, GError **error)
{
    json_auto_t *note = json_pack("{s:s, s:I, s:s}", "say", "game-cancelled", "game",
                                  (json_int_t)match->row.id, "quote", why);
    return lobby_cancel(desk, match, error) && games_update(desk->store, &match->row, error) &&
           notes_to_table(desk, match, 0, NOTES_ANNOUNCEMENT, note, error);
}

static int cancel_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    struct match *match = load(desk, wish->id, error);
    if (!match)
        return EXIT_NO;
    gboolean ended = match_is_running(match) ? end_running(desk, match, wish->why, error)
                                             : end_open(desk, match, wish->why, error);
    ended = ended &&
            admin_done(desk, match->row.id, 0, error,
                       "game %" G_GINT64_FORMAT ": cancelled; its table is told with the next run",
                       match->row.id);
    match_free(match);
    return ended ? EXIT_DONE : EXIT_NO;
}

int admin_match_cancel(int argc, char **argv)
{
    struct wish wish = {0};
    int status;
    if (!arguments_parse(&argc, argv, NULL, admin_game_help, &status))
        return status;
    if (argc < 3 || !arguments_id(argv[1], &wish.id))
        return arguments_wrong("game cancel wants the number of a game and why");
    g_autofree char *why = g_strjoinv(" ", argv + 2);
    wish.why = g_strstrip(why);
    if (!is_line(wish.why, WHY_MAX))
        return arguments_wrong("game cancel: the reason is one line of at most %d bytes", WHY_MAX);
    return admin_with_transaction(cancel_work, &wish);
}

// ---- seat --------------------------------------------------------------------------------------

static struct seat_row *seat_by_nick(const struct match *match, const char *nick)
{
    for (guint i = 0; i < match->seats->len; i++)
        if (g_ascii_strcasecmp(match_seat(match, i)->nick, nick) == 0)
            return match_seat(match, i);
    return NULL;
}

// Whether the player may have a seat of this game; else a message.
static gboolean may_sit(const struct match *match, const struct player *player)
{
    if (match_seat_of(match, player->id)) {
        arguments_no("%s has a seat in game %" G_GINT64_FORMAT " already", player->nick,
                     match->row.id);
        return FALSE;
    }
    if (strcmp(match->row.security, "signed") == 0 && !player->has_key) {
        arguments_no("%s has no key, and game %" G_GINT64_FORMAT " is played with signatures",
                     player->nick, match->row.id);
        return FALSE;
    }
    return TRUE;
}

static int give_seat(struct desk *desk, struct match *match, struct seat_row *seat,
                     const struct player *player, GError **error)
{
    gint64 before = seat->player;
    gboolean done;
    if (!handover_seat(desk, match, (unsigned)seat->seat, player, &done, error))
        return EXIT_NO;
    if (!done)
        return arguments_no("the seat can't change hands now: %s", match->game.reason);
    seat->bank = desk->config->bank; // whoever helps out needs time
    if ((before && !say_goodbye(desk, match, before, player->nick, error)) ||
        !match_save(desk, match, error) ||
        !notes_to_table(desk, match, 0, NOTES_STATE, NULL, error))
        return EXIT_NO;
    done =
        admin_done(desk, match->row.id, 0, error, "game %" G_GINT64_FORMAT ": seat %d is %s's now",
                   match->row.id, seat->seat, player->nick);
    return done ? EXIT_DONE : EXIT_NO;
}

static int seat_match(struct desk *desk, struct match *match, const struct wish *wish,
                      GError **error)
{
    struct player player;
    gboolean found = FALSE;
    struct seat_row *seat = seat_by_nick(match, wish->nick);
    if (!match_is_running(match))
        return arguments_no("game %" G_GINT64_FORMAT " hasn't begun: people can still join it",
                            wish->id);
    if (!seat)
        return arguments_no("nobody called %s sits in game %" G_GINT64_FORMAT, wish->nick,
                            wish->id);
    if (!players_find_address(desk->store, wish->address, &player, &found, error))
        return EXIT_NO;
    if (!found)
        return arguments_no("no player writes from %s; they have to write to the referee first",
                            wish->address);
    return may_sit(match, &player) ? give_seat(desk, match, seat, &player, error) : EXIT_NO;
}

static int seat_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    struct match *match = load(desk, wish->id, error);
    int status = match ? seat_match(desk, match, wish, error) : EXIT_NO;
    match_free(match);
    return status;
}

int admin_match_seat(int argc, char **argv)
{
    struct wish wish = {0};
    int status;
    if (!arguments_parse(&argc, argv, NULL, admin_game_help, &status))
        return status;
    if (argc != 4 || !arguments_id(argv[1], &wish.id))
        return arguments_wrong("game seat wants the number of a game, who sits there, and the "
                               "address of the player who shall");
    wish.nick = argv[2];
    wish.address = argv[3];
    return admin_with_transaction(seat_work, &wish);
}

// ---- new ---------------------------------------------------------------------------------------

// What a mail of the player would say: `new OPTION=VALUE …`, and a line `invite` for the others.
static GPtrArray *read_commands(char *const *words)
{
    g_autoptr(GPtrArray) commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    GString *lines[2] = {g_string_new("new"), g_string_new("invite")};
    for (; *words; words++)
        g_string_append_printf(lines[strchr(*words, '=') ? 0 : 1], " %s", *words);
    gboolean fine = TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        if (fine && (i == 0 || strchr(lines[i]->str, ' '))) {
            struct command *command = g_new0(struct command, 1);
            g_ptr_array_add(commands, command);
            fine =
                command_parse_text(lines[i]->str, WORDS_EN, command, NULL) == COMMAND_LINE_COMMAND;
            if (!fine)
                arguments_wrong("game new: not understood: %s", lines[i]->str);
        }
        g_string_free(lines[i], TRUE);
    }
    return fine ? g_steal_pointer(&commands) : NULL;
}

// Why it can't be, as the player would have been told: the last note but for those of the other
// commands, which aren't done here either.
static gboolean say_refusal(struct desk *desk, const json_t *notes, GError **error)
{
    g_autoptr(wording) words = wording_new(desk->config->templates);
    const struct wording_language *english = wording_in(words, "en", error);
    size_t n = json_array_size(notes);
    const char *say = NULL;
    while (n > 0 &&
           (say = json_string_value(json_object_get(json_array_get(notes, n - 1), "say"))) &&
           (g_str_equal(say, "done-before") || g_str_equal(say, "not-tried")))
        n--;
    g_assert(n > 0);
    json_auto_t *refusal = json_pack("[O]", json_array_get(notes, n - 1));
    json_auto_t *sentences = english ? letter_sentences(refusal, NULL, 0, english, error) : NULL;
    for (size_t i = 0; i < json_array_size(sentences); i++)
        arguments_no("%s", json_string_value(json_array_get(sentences, i)));
    return sentences != NULL;
}

static int new_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    struct speaker speaker = {.how = SPEAKER_SIGNED, .known = TRUE};
    struct session session;
    if (!admin_find_player(desk, wish->nick, &speaker.player, error))
        return EXIT_NO;
    if (speaker.player.forgotten_at)
        return arguments_no("%s was forgotten", speaker.player.nick);
    g_autoptr(GPtrArray) commands = read_commands(wish->words);
    if (!commands)
        return EXIT_WRONG_USAGE;
    speaker.address = g_strdup(speaker.player.address);
    session_init(&session, desk, &speaker);
    int status = EXIT_NO;
    if (orders_run(&session, commands, error)) {
        if (session.failed)
            say_refusal(desk, session.notes, error);
        else
            status = EXIT_DONE;
    }
    if (status == EXIT_DONE)
        status = admin_done(desk, session.game, 0, error,
                            "game %" G_GINT64_FORMAT " is open, in the name of %s", session.game,
                            speaker.player.nick)
                     ? EXIT_DONE
                     : EXIT_NO;
    session_clear(&session);
    speaker_clear(&speaker);
    return status;
}

int admin_match_new(int argc, char **argv)
{
    struct wish wish = {0};
    int status;
    if (!arguments_parse(&argc, argv, NULL, admin_game_help, &status))
        return status;
    if (argc < 2)
        return arguments_wrong("game new wants the player in whose name the game is opened");
    for (int i = 1; i < argc; i++)
        if (!is_line(argv[i], WHY_MAX))
            return arguments_wrong("game new: a word is empty, too long, or has controls");
    wish.nick = argv[1];
    wish.words = argv + 2;
    return admin_with_transaction(new_work, &wish);
}
