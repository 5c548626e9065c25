// SPDX-License-Identifier: MIT
// With which keys the mails and records of a database began. The database key is tried by whoever
// opens the store; of the others this remembers a keyed hash, so that one that was put back from
// somewhere else is seen: tickets would be dead, and signatures somebody else's.
//
// Decides whether they are the same. What follows from it is doctor's to say.
#ifndef REFEREE_KEYS_NOTED_H
#define REFEREE_KEYS_NOTED_H

#include "referee/setup/keys.h"
#include "storage/store.h"

// Notes them when none were noted yet. Errors, of all of these: STORE_ERROR.
gboolean keys_noted_first(const struct keys *keys, struct store *store,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

// *out_other is the file whose key is another one than was noted, static; NULL: none is.
gboolean keys_noted_compare(const struct keys *keys, struct store *store, const char **out_other,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Notes them in place of those that were.
gboolean keys_noted_anew(const struct keys *keys, struct store *store,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
