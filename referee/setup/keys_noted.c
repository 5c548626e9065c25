// SPDX-License-Identifier: MIT
// See keys_noted.h.
#include "referee/setup/keys_noted.h"

#include "storage/seal.h"

enum { KEYS = 2, TICKET_BYTES = 32 };

static const char *const settings[KEYS] = {"ticket_key", "referee_key"};
static const char *const files[KEYS] = {"keys/ticket.key", "keys/referee.key"};

// What is remembered of each.
static void hash(const struct keys *keys, gint64 out[KEYS])
{
    out[0] = seal_hash(keys->seal, 0, (const char *)keys->ticket, TICKET_BYTES);
    out[1] = seal_hash(keys->seal, 0, (const char *)keys->sign_public, sizeof keys->sign_public);
}

static gboolean read_noted(struct store *store, gint64 out[KEYS], GError **error)
{
    for (int i = 0; i < KEYS; i++)
        if (!store_get_int(store, settings[i], -1, &out[i], error))
            return FALSE;
    return TRUE;
}

gboolean keys_noted_anew(const struct keys *keys, struct store *store, GError **error)
{
    gint64 mine[KEYS];
    hash(keys, mine);
    if (!store_begin(store, error))
        return FALSE;
    for (int i = 0; i < KEYS; i++) {
        if (!store_set_int(store, settings[i], mine[i], error)) {
            store_rollback(store);
            return FALSE;
        }
    }
    return store_commit(store, error);
}

gboolean keys_noted_first(const struct keys *keys, struct store *store, GError **error)
{
    gint64 noted[KEYS];
    if (!read_noted(store, noted, error))
        return FALSE;
    return noted[0] != -1 || keys_noted_anew(keys, store, error);
}

gboolean keys_noted_compare(const struct keys *keys, struct store *store, const char **out_other,
                            GError **error)
{
    gint64 mine[KEYS], noted[KEYS];
    *out_other = NULL;
    hash(keys, mine);
    if (!read_noted(store, noted, error))
        return FALSE;
    for (int i = 0; i < KEYS && !*out_other; i++)
        if (noted[i] != -1 && noted[i] != mine[i])
            *out_other = files[i];
    return TRUE;
}
