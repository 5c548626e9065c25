// SPDX-License-Identifier: MIT
// The ledger of received mail and the signed blocks that have acted.
#ifndef STORAGE_INBOX_H
#define STORAGE_INBOX_H

#include <glib.h>

struct store;

struct inbound_row {
    gint64 id;
    char source[16];
    char *source_id; // owned by the row, like all char * here
    // What is hashed here could be guessed, so only a keyed hash of it is stored: these three go in
    // and are asked for, but never come out again.
    guint8 digest[32]; // of the content
    guint8 raw[32];    // of the bytes; has_raw tells
    gboolean has_raw;
    char *message_id;
    char *sender;
    gint64 received_at;
    char state[8];   // waiting, done
    char outcome[5]; // "", act, ask, drop, hold
    char gate[12];
    char *reason;
    gint64 player, game; // 0: none
    guint8 ticket[32];   // hash of the ticket answered; has_ticket tells
    gboolean has_ticket;
    gboolean has_body;
    int tries;      // of one that waits, in vain so far
    gint64 next_at; // and before when it isn't tried again
};
void inbound_row_clear(struct inbound_row *row); // frees what it owns, zeroes it

// Adds a row; body (raw mail) may be NULL and is sealed, padded to SEAL_STEP_MAIL. Fills in
// row->id. Fails with STOP on a second (source, source_id): ask inbox_has first.
gboolean inbox_add(struct store *store, struct inbound_row *row, GBytes *body,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean inbox_has(struct store *store, const char *source, const char *source_id,
                   gboolean *out_has, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Whether a mail with these bytes is known by a name that doesn't begin with prefix in this source:
// a server that gives its mails new names shows those that were taken in once more.
gboolean inbox_has_raw(struct store *store, const guint8 raw[32], const char *source,
                       const char *prefix, gboolean *out_has,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Stores outcome, gate, reason, digest, sender, message_id, player, game, ticket and state; wipes
// the body unless keep_body. Of a player who was forgotten meanwhile only what isn't personal is
// stored.
gboolean inbox_settle(struct store *store, const struct inbound_row *row, gboolean keep_body,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
// A waiting row couldn't be acted on, for this reason: it is tried again at next_at, and that
// counts.
gboolean inbox_put_off(struct store *store, gint64 id, gint64 next_at, const char *reason,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The oldest waiting rows' ids, of those that may be tried now (G_MAXINT64: all).
gboolean inbox_waiting(struct store *store, gint64 now, guint limit, GArray **out_ids,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean inbox_find(struct store *store, gint64 id, struct inbound_row *out_row,
                    gboolean *out_found, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean inbox_body(struct store *store, gint64 id, GBytes **out_body,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT; // NULL: none kept
// Whether a mail with this content digest was handled before (outcome act or ask), other than row
// id.
gboolean inbox_is_duplicate(struct store *store, const guint8 digest[32], gint64 id,
                            gboolean *out_duplicate, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Whether a mail with this Message-ID came since a time.
gboolean inbox_has_message(struct store *store, const char *message_id, gint64 since,
                           gboolean *out_has, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// How many mails with an outcome ("": any) came since a time, from a sender ("": anybody), of a
// ticket hash (NULL: any).
gboolean inbox_count(struct store *store, const char *outcome, const char *sender,
                     const guint8 *ticket, gint64 since, guint *out_count,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The newest rows (outcome "" all), as struct inbound_row * with a free function set.
gboolean inbox_list(struct store *store, const char *outcome, guint limit, GPtrArray **out_rows,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Remembers a signed block's hash; *out_new is FALSE when it had acted before.
gboolean inbox_sign_once(struct store *store, const guint8 hash[32], gint64 player, gint64 now,
                         gboolean *out_new, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
