// SPDX-License-Identifier: MIT
// Mails to players that came back for good, and the addresses that therefore get none.
//
// Knows rows, not manners: when an address is suspended is decided elsewhere
// (referee/send/bounce.h). All of it is kept of addresses, and forgotten when their player is heard
// from.
#ifndef STORAGE_BOUNCES_H
#define STORAGE_BOUNCES_H

#include <glib.h>

struct store;

// Counts a mail that had gone to address on a day (since 1970, UTC) and came back. *out_new is
// FALSE when it was counted before.
gboolean bounces_add(struct store *store, gint64 mail, const char *address, gint64 day,
                     gboolean *out_new, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// How many mails to address came back, and of how many days they were.
gboolean bounces_count(struct store *store, const char *address, guint *out_mails, guint *out_days,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Notes with a player's main address that a mail to it was refused, in the server's words.
gboolean bounces_mark(struct store *store, gint64 player, const char *words, gint64 now,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
// From now on no mail goes to a player's main address: outbox_due leaves those rows out.
gboolean bounces_suspend(struct store *store, gint64 player, gint64 now,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Forgets all of the above about a player's addresses.
gboolean bounces_lift(struct store *store, gint64 player, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
