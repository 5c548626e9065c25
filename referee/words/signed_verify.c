// SPDX-License-Identifier: MIT
// Checking a native signature. See signed.h.
#include "referee/words/signed.h"

#include <sodium.h>
#include <string.h>

gboolean signed_verify(const char *words, const char *referee_key_hex,
                       const guint8 signature[SIGNED_SIGNATURE_BYTES], const guint8 player_key[32])
{
    g_autofree char *message = g_strdup_printf("23 command v1\n%s\n%s", referee_key_hex, words);
    return crypto_sign_verify_detached(signature, (const guint8 *)message, strlen(message),
                                       player_key) == 0;
}
