// SPDX-License-Identifier: MIT
// Mails to be sent: noted inside the transaction that decided them, rendered once, posted at least
// once.
//
// A row goes noted → ready (rendered: Message-ID and body are fixed for good) → sent, failed or
// dropped; a noted or ready row that a newer state mail covers becomes replaced. The body and the
// notes are sealed, and wiped when the row is settled; the ticket and the Message-ID are sealed and
// stay, for the thread.
#ifndef STORAGE_OUTBOX_H
#define STORAGE_OUTBOX_H

#include <glib.h>

struct store;

struct outbound_row {
    gint64 id;
    gint64 player;       // 0: somebody unknown, then address says whom
    char *address;       // of a player: where it goes, once rendered. Owned, like all char * here
    gint64 game, matter; // 0: none
    char *kind;
    char state[9];
    guint told_from, told_to;
    char *ticket;
    char *message_id;
    char *notes; // JSON text or NULL
    char *body;  // a parcel (base/parcel.h) or NULL
    gint64 created_at, next_at, settled_at;
    int tries;
    char *detail;
    gboolean own; // to be stored: whether all of body is the referee's own words
};
void outbound_row_clear(struct outbound_row *row);

// Where a row stands among those that are due.
struct outbound_place {
    gint64 next_at, id;
};

// Adds a noted row, with what is known of told_from and told_to; fills in row->id and
// state.
gboolean outbox_add(struct store *store, struct outbound_row *row,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Rows in one of the states "noted" or "ready" with next_at <= now, oldest first, those behind
// `after` (NULL: all), at most limit, as struct outbound_row * (free function set). Noted ones
// come without their notes: these are read with all that become the same mail (outbox_unsent).
// Those to players whom no mail goes to (bounces.h) are left out: they wait.
gboolean outbox_due(struct store *store, const char *state, gint64 now,
                    const struct outbound_place *after, guint limit, GPtrArray **out_rows,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The id of the newest row; 0: there is none.
gboolean outbox_newest(struct store *store, gint64 *out_id,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Unsent rows (noted and ready) of a player in a game (0: outside games), oldest first.
gboolean outbox_unsent(struct store *store, gint64 player, gint64 game, GPtrArray **out_rows,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean outbox_has_unsent(struct store *store, gint64 player, gint64 game, gboolean *out_has,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Stores what rendering fixed: address, kind, notes, told_from, told_to, ticket, message_id, body;
// state ready; and tries are counted anew.
gboolean outbox_ready(struct store *store, const struct outbound_row *row,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
// A noted row waits, to be gathered with others, until next_at.
gboolean outbox_wait(struct store *store, gint64 id, gint64 next_at,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
// All noted rows of a player that wait are due now.
gboolean outbox_release(struct store *store, gint64 player, gint64 now,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
// New notes for a row that is only noted.
gboolean outbox_set_notes(struct store *store, gint64 id, const char *kind, const char *notes,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The end of a row: sent, failed, dropped, replaced; wipes notes and body, and the address of a
// farewell.
gboolean outbox_settle(struct store *store, gint64 id, const char *state, const char *detail,
                       gint64 now, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// To be tried again at next_at; counts the try.
gboolean outbox_later(struct store *store, gint64 id, gint64 next_at, const char *detail,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean outbox_find(struct store *store, gint64 id, struct outbound_row *out_row,
                     gboolean *out_found, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Message-IDs of the newest sent mails to a player about a game (0: none), oldest first, at most
// limit: a thread.
gboolean outbox_thread(struct store *store, gint64 player, gint64 game, guint limit,
                       GPtrArray **out_ids, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// How many mails were noted for an address that is no player's since a time ("": for all such
// addresses), without those dropped or replaced, and without invitations, which answer nothing.
gboolean outbox_count_address(struct store *store, const char *address, gint64 since,
                              guint *out_count, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Those of one kind among them.
gboolean outbox_count_kind(struct store *store, const char *address, const char *kind, gint64 since,
                           guint *out_count, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// How many answers were noted for a player since a time: mails of the kinds answer, refused and
// unclear, whatever became of them.
gboolean outbox_count_answers(struct store *store, gint64 player, gint64 since, guint *out_count,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The newest rows (state "" all unsent and failed), for the operator.
gboolean outbox_list(struct store *store, const char *state, guint limit, GPtrArray **out_rows,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
// How many mails were sent since a time.
gboolean outbox_count_sent(struct store *store, gint64 since, guint *out_count,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Numbers for stats: unsent rows, and when the oldest was made (0: none); without those that wait
// to be gathered, or for players whom no mail goes to.
gboolean outbox_queue(struct store *store, guint *out_unsent, gint64 *out_oldest_at,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
