// SPDX-License-Identifier: MIT
// See box.h.
#include "referee/seal/box.h"

#include <sodium.h>
#include <string.h>

enum { COLUMNS = 76, TEXT_MAX = 2 << 20 };

static char *in_lines(const guint8 *bytes, gsize len)
{
    g_autofree char *all = g_base64_encode(bytes, len);
    const gsize whole = strlen(all);
    GString *out = g_string_sized_new(whole + whole / COLUMNS + 2);
    for (gsize at = 0; at < whole; at += COLUMNS)
        g_string_append_printf(out, "%.*s\n", COLUMNS, all + at);
    return g_string_free(out, FALSE);
}

char *box_close(const guint8 key[BOX_PUBLIC], const char *text)
{
    guint8 curve[crypto_box_PUBLICKEYBYTES];
    const gsize len = strlen(text);
    if (crypto_sign_ed25519_pk_to_curve25519(curve, key) != 0)
        return NULL;
    g_autofree guint8 *box = g_malloc(len + crypto_box_SEALBYTES);
    if (crypto_box_seal(box, (const guint8 *)text, len, curve) != 0)
        return NULL;
    return in_lines(box, len + crypto_box_SEALBYTES);
}

// Its public half stands in the secret key; both are needed in their other form.
static gboolean open_bytes(const guint8 secret[BOX_SECRET], const guint8 *box, gsize len,
                           guint8 *out)
{
    guint8 public_curve[crypto_box_PUBLICKEYBYTES];
    guint8 secret_curve[crypto_box_SECRETKEYBYTES];
    gboolean fine = crypto_sign_ed25519_pk_to_curve25519(public_curve,
                                                         secret + (BOX_SECRET - BOX_PUBLIC)) == 0 &&
                    crypto_sign_ed25519_sk_to_curve25519(secret_curve, secret) == 0 &&
                    crypto_box_seal_open(out, box, len, public_curve, secret_curve) == 0;
    sodium_memzero(secret_curve, sizeof secret_curve);
    return fine;
}

GString *box_open(const guint8 secret[BOX_SECRET], const char *lines, gsize len)
{
    gsize got;
    if (len > TEXT_MAX)
        return NULL;
    g_autofree guint8 *box = g_malloc(len + 1);
    if (sodium_base642bin(box, len, lines, len, " \t\r\n", &got, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        got <= crypto_box_SEALBYTES)
        return NULL;
    GString *text = g_string_sized_new(got);
    g_string_set_size(text, got - crypto_box_SEALBYTES);
    if (open_bytes(secret, box, got, (guint8 *)text->str))
        return text;
    g_string_free(text, TRUE);
    return NULL;
}
