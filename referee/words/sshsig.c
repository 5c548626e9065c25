// SPDX-License-Identifier: MIT
// See sshsig.h.
#include "referee/words/sshsig.h"

#include <sodium.h>
#include <string.h>

enum {
    BLOB_MAX = 256,    // 180 bytes are needed
    BASE64_MAX = 352,  // of as many
    MESSAGE_MAX = 128, // what is signed in the end: the text's hash and what it is for
    HASH_MAX = crypto_hash_sha512_BYTES
};

static const char kind[] = "ssh-ed25519";
static const char magic[] = "SSHSIG";

// ---- strings with their length before them (RFC 4251, 5) ---------------------------------------

struct cursor {
    const guint8 *at, *end;
};

static gboolean take(struct cursor *from, gsize len, const guint8 **out)
{
    if ((gsize)(from->end - from->at) < len)
        return FALSE;
    *out = from->at;
    from->at += len;
    return TRUE;
}

static gboolean take_string(struct cursor *from, struct cursor *out)
{
    const guint8 *head;
    if (!take(from, 4, &head))
        return FALSE;
    gsize len = (gsize)head[0] << 24 | (gsize)head[1] << 16 | (gsize)head[2] << 8 | head[3];
    if (!take(from, len, &out->at))
        return FALSE;
    out->end = out->at + len;
    return TRUE;
}

static gboolean is_string(const struct cursor *string, const char *wanted)
{
    gsize len = strlen(wanted);
    return (gsize)(string->end - string->at) == len && memcmp(string->at, wanted, len) == 0;
}

// `ssh-ed25519` and so many bytes, and nothing behind them.
static gboolean take_ed25519(struct cursor from, guint8 *out, gsize size)
{
    struct cursor name, bytes;
    if (!take_string(&from, &name) || !is_string(&name, kind) || !take_string(&from, &bytes) ||
        (gsize)(bytes.end - bytes.at) != size || from.at != from.end)
        return FALSE;
    memcpy(out, bytes.at, size);
    return TRUE;
}

// ---- keys --------------------------------------------------------------------------------------

gboolean sshsig_key_read(const char *base64, guint8 out_key[SSHSIG_KEY_BYTES],
                         char out_fingerprint[SSHSIG_FINGERPRINT_MAX])
{
    static const char label[] = "SHA256:";
    guint8 blob[BLOB_MAX];
    guint8 hash[crypto_hash_sha256_BYTES];
    gsize len;
    if (sodium_base642bin(blob, sizeof blob, base64, strlen(base64), NULL, &len, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        !take_ed25519((struct cursor){blob, blob + len}, out_key, SSHSIG_KEY_BYTES))
        return FALSE;
    crypto_hash_sha256(hash, blob, len);
    g_strlcpy(out_fingerprint, label, SSHSIG_FINGERPRINT_MAX);
    sodium_bin2base64(out_fingerprint + sizeof label - 1,
                      SSHSIG_FINGERPRINT_MAX - (sizeof label - 1), hash, sizeof hash,
                      sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    return TRUE;
}

// ---- signatures --------------------------------------------------------------------------------

// The bytes between the armor's first line and its last; 0 when that isn't what it is.
static gsize unwrap(const char *armor, guint8 out[BLOB_MAX])
{
    static const char begin[] = "-----BEGIN SSH SIGNATURE-----";
    static const char end[] = "-----END SSH SIGNATURE-----";
    const char *tail = strstr(armor, end);
    gsize len = 0;
    if (!g_str_has_prefix(armor, begin) || !tail ||
        tail[sizeof end - 1 + strspn(tail + sizeof end - 1, " \t\r\n")] != '\0')
        return 0;
    armor += sizeof begin - 1;
    gsize size = (gsize)(tail - armor);
    if (size > 2 * (gsize)BASE64_MAX ||
        sodium_base642bin(out, BLOB_MAX, armor, size, " \t\r\n", &len, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0)
        return 0;
    return len;
}

gboolean sshsig_read(const char *armor, struct sshsig *out)
{
    static const guint8 version[] = {0, 0, 0, 1};
    guint8 blob[BLOB_MAX];
    struct cursor from = {blob, blob + unwrap(armor, blob)};
    struct cursor key, namespace, reserved, hash, signature;
    const guint8 *head, *number;
    if (!take(&from, sizeof magic - 1, &head) || memcmp(head, magic, sizeof magic - 1) != 0 ||
        !take(&from, sizeof version, &number) || memcmp(number, version, sizeof version) != 0 ||
        !take_string(&from, &key) || !take_ed25519(key, out->key, sizeof out->key) ||
        !take_string(&from, &namespace) || !is_string(&namespace, SSHSIG_NAMESPACE) ||
        !take_string(&from, &reserved) || !is_string(&reserved, "") || !take_string(&from, &hash))
        return FALSE;
    out->sha256 = is_string(&hash, "sha256");
    return (out->sha256 || is_string(&hash, "sha512")) && take_string(&from, &signature) &&
           take_ed25519(signature, out->signature, sizeof out->signature) && from.at == from.end;
}

static void put_string(guint8 *message, gsize *len, const void *bytes, gsize size)
{
    g_assert(*len + 4 + size <= MESSAGE_MAX && size < 256);
    memset(message + *len, 0, 3);
    message[*len + 3] = (guint8)size;
    memcpy(message + *len + 4, bytes, size);
    *len += 4 + size;
}

gboolean sshsig_verify(const char *text, const char *armor, const guint8 key[SSHSIG_KEY_BYTES])
{
    struct sshsig read;
    guint8 hash[HASH_MAX];
    guint8 message[MESSAGE_MAX];
    gsize len = sizeof magic - 1;
    if (!sshsig_read(armor, &read) || memcmp(read.key, key, sizeof read.key) != 0)
        return FALSE;
    if (read.sha256)
        crypto_hash_sha256(hash, (const guint8 *)text, strlen(text));
    else
        crypto_hash_sha512(hash, (const guint8 *)text, strlen(text));
    memcpy(message, magic, len);
    put_string(message, &len, SSHSIG_NAMESPACE, strlen(SSHSIG_NAMESPACE));
    put_string(message, &len, "", 0);
    put_string(message, &len, read.sha256 ? "sha256" : "sha512", 6);
    put_string(message, &len, hash,
               read.sha256 ? crypto_hash_sha256_BYTES : crypto_hash_sha512_BYTES);
    return crypto_sign_verify_detached(read.signature, message, len, key) == 0;
}
