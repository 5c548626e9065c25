// SPDX-License-Identifier: MIT
// See age.h.
#include "referee/seal/age.h"

#include <sodium.h>
#include <string.h>

enum {
    FILE_KEY = 16,
    NONCE = 16,
    HASH = crypto_auth_hmacsha256_BYTES,
    TAG = crypto_aead_chacha20poly1305_ietf_ABYTES,
    STREAM_NONCE = crypto_aead_chacha20poly1305_ietf_NPUBBYTES,
    CHUNK = 64 * 1024,
    COLUMNS = 64
};

// ---- the recipient (BIP 173) -------------------------------------------------------------------

enum { CHECKSUM = 6, DIGITS = 52, WORD = 4 }; // "age1", 256 bits in digits of 5

static guint32 polymod(guint32 sum, guint8 digit)
{
    static const guint32 generators[] = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd,
                                         0x2a1462b3};
    const guint32 top = sum >> 25;
    sum = (sum & 0x1ffffff) << 5 ^ digit;
    for (guint i = 0; i < G_N_ELEMENTS(generators); i++)
        sum ^= top >> i & 1 ? generators[i] : 0;
    return sum;
}

// The digits behind "age1", their checksum among them.
static gboolean read_digits(const char *text, guint8 out[DIGITS + CHECKSUM])
{
    static const char alphabet[] = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    guint32 sum = 1;
    for (const char *p = "age"; *p; p++)
        sum = polymod(sum, (guint8)(*p >> 5));
    sum = polymod(sum, 0);
    for (const char *p = "age"; *p; p++)
        sum = polymod(sum, *p & 31);
    for (gsize i = 0; i < DIGITS + CHECKSUM; i++) {
        const char *at = strchr(alphabet, text[i]);
        if (!at || !*at)
            return FALSE;
        out[i] = (guint8)(at - alphabet);
        sum = polymod(sum, out[i]);
    }
    return sum == 1;
}

// Whether a secret can be shared with it: it isn't one of the few points of small order.
static gboolean is_sound(const guint8 key[AGE_KEY_BYTES])
{
    guint8 any[crypto_scalarmult_SCALARBYTES] = {8};
    guint8 shared[crypto_scalarmult_BYTES];
    return crypto_scalarmult(shared, any, key) == 0;
}

gboolean age_recipient_read(const char *text, guint8 out_key[AGE_KEY_BYTES])
{
    guint8 digits[DIGITS + CHECKSUM];
    g_autofree char *lower = g_ascii_strdown(text, -1);
    g_autofree char *upper = g_ascii_strup(text, -1);
    if (strcmp(text, lower) != 0 && strcmp(text, upper) != 0)
        return FALSE;
    if (strlen(lower) != WORD + DIGITS + CHECKSUM || strncmp(lower, "age1", WORD) != 0 ||
        !read_digits(lower + WORD, digits))
        return FALSE;
    guint bits = 0;
    guint32 held = 0;
    gsize n = 0;
    for (gsize i = 0; i < DIGITS; i++) {
        held = (held << 5 | digits[i]) & 0xfff;
        bits += 5;
        if (bits < 8)
            continue;
        bits -= 8;
        out_key[n++] = (guint8)(held >> bits);
    }
    return (held & ((1u << bits) - 1)) == 0 && is_sound(out_key); // what is left over is zero
}

// ---- keys --------------------------------------------------------------------------------------

// HKDF-SHA256 (RFC 5869) for one block of output.
static void derive(const guint8 *secret, gsize secret_len, const guint8 *salt, gsize salt_len,
                   const char *purpose, guint8 out[HASH])
{
    crypto_auth_hmacsha256_state state;
    guint8 key[HASH];
    const guint8 block = 1;
    crypto_auth_hmacsha256_init(&state, salt, salt_len);
    crypto_auth_hmacsha256_update(&state, secret, secret_len);
    crypto_auth_hmacsha256_final(&state, key);
    crypto_auth_hmacsha256_init(&state, key, sizeof key);
    crypto_auth_hmacsha256_update(&state, (const guint8 *)purpose, strlen(purpose));
    crypto_auth_hmacsha256_update(&state, &block, 1);
    crypto_auth_hmacsha256_final(&state, out);
    sodium_memzero(key, sizeof key);
}

// The file key for this recipient: what it takes to find it again, and it sealed.
static gboolean wrap(const guint8 recipient[AGE_KEY_BYTES], const guint8 file_key[FILE_KEY],
                     guint8 out_share[AGE_KEY_BYTES], guint8 out_body[FILE_KEY + TAG])
{
    static const guint8 zeros[STREAM_NONCE];
    guint8 once[crypto_scalarmult_SCALARBYTES];
    guint8 shared[crypto_scalarmult_BYTES];
    guint8 salt[2 * AGE_KEY_BYTES];
    guint8 key[HASH];
    randombytes_buf(once, sizeof once);
    if (crypto_scalarmult_base(out_share, once) != 0 ||
        crypto_scalarmult(shared, once, recipient) != 0)
        return FALSE;
    memcpy(salt, out_share, AGE_KEY_BYTES);
    memcpy(salt + AGE_KEY_BYTES, recipient, AGE_KEY_BYTES);
    derive(shared, sizeof shared, salt, sizeof salt, "age-encryption.org/v1/X25519", key);
    crypto_aead_chacha20poly1305_ietf_encrypt(out_body, NULL, file_key, FILE_KEY, NULL, 0, NULL,
                                              zeros, key);
    sodium_memzero(once, sizeof once);
    sodium_memzero(key, sizeof key);
    return TRUE;
}

// ---- the file ----------------------------------------------------------------------------------

static void add_base64(GString *out, const guint8 *bytes, gsize len)
{
    char text[sodium_base64_ENCODED_LEN(HASH, sodium_base64_VARIANT_ORIGINAL_NO_PADDING)];
    sodium_bin2base64(text, sizeof text, bytes, len, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    g_string_append(out, text);
}

static gboolean add_header(GString *out, const guint8 recipient[AGE_KEY_BYTES],
                           const guint8 file_key[FILE_KEY])
{
    guint8 share[AGE_KEY_BYTES];
    guint8 body[FILE_KEY + TAG];
    guint8 key[HASH];
    guint8 mac[HASH];
    if (!wrap(recipient, file_key, share, body))
        return FALSE;
    g_string_append(out, "age-encryption.org/v1\n-> X25519 ");
    add_base64(out, share, sizeof share);
    g_string_append_c(out, '\n');
    add_base64(out, body, sizeof body);
    g_string_append(out, "\n---");
    derive(file_key, FILE_KEY, (const guint8 *)"", 0, "header", key); // no salt
    crypto_auth_hmacsha256(mac, (const guint8 *)out->str, out->len, key);
    g_string_append_c(out, ' ');
    add_base64(out, mac, sizeof mac);
    g_string_append_c(out, '\n');
    return TRUE;
}

// The text in chunks, each with its number, and the last one marked.
static void add_payload(GString *out, const guint8 file_key[FILE_KEY], const char *text)
{
    guint8 nonce[NONCE];
    guint8 key[HASH];
    guint8 counter[STREAM_NONCE] = {0};
    g_autofree guint8 *chunk = g_malloc(CHUNK + TAG);
    gsize left = strlen(text);
    randombytes_buf(nonce, sizeof nonce);
    g_string_append_len(out, (const char *)nonce, sizeof nonce);
    derive(file_key, FILE_KEY, nonce, sizeof nonce, "payload", key);
    for (guint32 n = 0;; n++) {
        const gsize len = MIN(left, (gsize)CHUNK);
        unsigned long long sealed;
        const guint32 number = GUINT32_TO_BE(n);
        memcpy(counter + STREAM_NONCE - 1 - sizeof number, &number, sizeof number);
        counter[STREAM_NONCE - 1] = len == left;
        crypto_aead_chacha20poly1305_ietf_encrypt(chunk, &sealed, (const guint8 *)text, len, NULL,
                                                  0, NULL, counter, key);
        g_string_append_len(out, (const char *)chunk, (gssize)sealed);
        text += len;
        left -= len;
        if (left == 0)
            break;
    }
    sodium_memzero(key, sizeof key);
}

static char *armored(const GString *file)
{
    g_autofree char *all = g_base64_encode((const guint8 *)file->str, file->len);
    const gsize len = strlen(all);
    GString *out = g_string_new("-----BEGIN AGE ENCRYPTED FILE-----\n");
    for (gsize at = 0; at < len; at += COLUMNS)
        g_string_append_printf(out, "%.*s\n", COLUMNS, all + at);
    g_string_append(out, "-----END AGE ENCRYPTED FILE-----\n");
    return g_string_free(out, FALSE);
}

char *age_encrypt(const guint8 key[AGE_KEY_BYTES], const char *text)
{
    guint8 file_key[FILE_KEY];
    GString *file = g_string_new(NULL);
    char *out = NULL;
    randombytes_buf(file_key, sizeof file_key);
    if (is_sound(key) && add_header(file, key, file_key)) {
        add_payload(file, file_key, text);
        out = armored(file);
    }
    sodium_memzero(file_key, sizeof file_key);
    g_string_free(file, TRUE);
    return out;
}
