// SPDX-License-Identifier: MIT
// See identity.h.
#include "referee/identity/identity.h"

#include <sodium.h>
#include <string.h>

enum { MAC_BYTES = 16 }; // of the hash; 100 bits of them are shown

static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";

// The first 100 bits of the hash, five to a character, the highest first.
static void encode(const guint8 *hash, char *out)
{
    guint bits = 0;
    guint held = 0;
    for (int i = 0, next = 0; i < IDENTITY_MAC_LEN; i++) {
        if (held < 5) {
            bits = (bits << 8 | hash[next++]) & 0xffff;
            held += 8;
        }
        held -= 5;
        out[i] = digits[bits >> held & 31];
    }
    out[IDENTITY_MAC_LEN] = '\0';
}

static void mac_of(const guint8 *key, const struct identity_place *place, char *out)
{
    g_autofree char *message = g_strdup_printf(
        "23 ticket v1\n%" G_GINT64_FORMAT ".%" G_GINT64_FORMAT ".%d.%" G_GINT64_FORMAT "\n",
        place->game, place->turn, place->seat, place->player);
    guint8 hash[MAC_BYTES];
    crypto_generichash(hash, sizeof hash, (const guint8 *)message, strlen(message), key,
                       IDENTITY_KEY_BYTES);
    encode(hash, out);
}

void identity_ticket(const guint8 key[IDENTITY_KEY_BYTES], const struct identity_place *place,
                     char out[IDENTITY_TICKET_MAX])
{
    char mac[IDENTITY_MAC_LEN + 1];
    mac_of(key, place, mac);
    g_snprintf(out, IDENTITY_TICKET_MAX, "%" G_GINT64_FORMAT ".%" G_GINT64_FORMAT ".%d.%s",
               place->game, place->turn, place->seat, mac);
}

gboolean identity_check(const guint8 key[IDENTITY_KEY_BYTES], const struct identity_place *place,
                        const char *mac)
{
    char right[IDENTITY_MAC_LEN + 1];
    mac_of(key, place, right);
    return strlen(mac) == IDENTITY_MAC_LEN && sodium_memcmp(right, mac, IDENTITY_MAC_LEN) == 0;
}
