// SPDX-License-Identifier: MIT
// See fingerprint.h.
#include "referee/receive/fingerprint.h"

#include <sodium.h>

void fingerprint_of(GBytes *raw, guint8 out[FINGERPRINT_BYTES])
{
    gsize len;
    const guint8 *bytes = g_bytes_get_data(raw, &len);
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, FINGERPRINT_BYTES);
    gsize from = 0;
    for (gsize i = 0; i + 1 < len; i++) {
        if (bytes[i] != '\r' || bytes[i + 1] != '\n')
            continue;
        crypto_generichash_update(&state, bytes + from, i - from);
        from = i + 1;
    }
    if (from < len)
        crypto_generichash_update(&state, bytes + from, len - from);
    crypto_generichash_final(&state, out, FINGERPRINT_BYTES);
}
