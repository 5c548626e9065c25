// SPDX-License-Identifier: MIT
// See seal.h. A sealed thing is nonce (24 bytes), cipher text, tag (16); the plain text is padded
// by ISO/IEC 7816-4 (one byte 0x80, then zeros).
#include "storage/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/file.h"
#include "storage/store_error.h"

enum {
    KEY_BYTES = crypto_aead_xchacha20poly1305_ietf_KEYBYTES,
    NONCE_BYTES = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    TAG_BYTES = crypto_aead_xchacha20poly1305_ietf_ABYTES,
    FILE_BYTES = 2 * KEY_BYTES + 1, // hex digits and a newline
    HASH_BYTES = crypto_generichash_BYTES_MIN
};

// One key for each use: the file's own seals, another derived from it hashes.
struct seal_key {
    guint8 seal[KEY_BYTES];
    guint8 hash[crypto_kdf_KEYBYTES];
};
G_STATIC_ASSERT((int)crypto_kdf_KEYBYTES == (int)KEY_BYTES);

static void start_sodium(void)
{
    g_assert(sodium_init() >= 0); // fails only where there is no randomness at all
}

// ---- the key ----------------------------------------------------------------------------------

__attribute__((format(printf, 3, 4))) static gboolean stop(GError **error, const char *path,
                                                           const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, STORE_ERROR, STORE_ERROR_STOP, "the database key %s %s", path, what);
    return FALSE;
}

static gboolean check_file(int fd, const char *path, GError **error)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return stop(error, path, "can't be looked at: %s", g_strerror(errno));
    if (!S_ISREG(status.st_mode))
        return stop(error, path, "is no plain file: put the key there");
    if (status.st_mode & 077)
        return stop(error, path,
                    "can be read or changed by others (mode %04o): run chmod 600 on it, and think "
                    "about who may have read it",
                    (guint)(status.st_mode & 07777));
    return TRUE;
}

// Reads up to size bytes; -1 with errno on failure.
static gssize read_some(int fd, char *out, gsize size)
{
    gsize have = 0;
    while (have < size) {
        ssize_t n = read(fd, out + have, size - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        have += (gsize)n;
    }
    return (gssize)have;
}

static gboolean read_key(int fd, const char *path, guint8 key[KEY_BYTES], GError **error)
{
    char text[FILE_BYTES + 1]; // one more shows a longer file
    gsize len = 0;
    gssize have = read_some(fd, text, sizeof text);
    int code = errno;
    gboolean ok = have == FILE_BYTES && text[FILE_BYTES - 1] == '\n' &&
                  sodium_hex2bin(key, KEY_BYTES, text, FILE_BYTES - 1, NULL, &len, NULL) == 0 &&
                  len == KEY_BYTES;
    sodium_memzero(text, sizeof text);
    if (have < 0)
        return stop(error, path, "can't be read: %s", g_strerror(code));
    if (!ok)
        return stop(
            error, path,
            "isn't 64 hexadecimal digits and a newline: restore it from your copy; without it "
            "nothing sealed in the database can be read");
    return TRUE;
}

static int open_key(const char *path, GError **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0)
        return fd;
    if (errno == ENOENT)
        stop(error, path, "is missing: put it back from your backup of keys/");
    else
        stop(error, path, "can't be opened: %s; this user must be able to read it",
             g_strerror(errno));
    return -1;
}

struct seal_key *seal_key_load(const char *path, GError **error)
{
    start_sodium();
    int fd = open_key(path, error);
    if (fd < 0)
        return NULL;
    struct seal_key *key = sodium_malloc(sizeof *key);
    g_assert(key);
    gboolean ok = check_file(fd, path, error) && read_key(fd, path, key->seal, error);
    close(fd);
    if (!ok) {
        seal_key_free(key);
        return NULL;
    }
    crypto_kdf_derive_from_key(key->hash, sizeof key->hash, 1, "23 lines", key->seal);
    sodium_mprotect_readonly(key);
    return key;
}

void seal_key_free(struct seal_key *key)
{
    sodium_free(key); // wipes it
}

static gboolean write_key(int fd)
{
    guint8 key[KEY_BYTES];
    char text[FILE_BYTES + 1];
    randombytes_buf(key, sizeof key);
    sodium_bin2hex(text, sizeof text, key, sizeof key);
    text[FILE_BYTES - 1] = '\n';
    ssize_t n = write(fd, text, FILE_BYTES);
    int code = n < 0 ? errno : ENOSPC;
    sodium_memzero(key, sizeof key);
    sodium_memzero(text, sizeof text);
    errno = code;
    return n == FILE_BYTES;
}

gboolean seal_key_create(const char *path, GError **error)
{
    start_sodium();
    g_autofree char *name = NULL;
    int fd = file_begin(path, &name, error);
    if (fd < 0)
        return FALSE;
    gboolean ok = write_key(fd);
    int code = errno;
    close(fd);
    if (!ok)
        g_set_error(error, STORE_ERROR, STORE_ERROR_LATER, "can't write the key %s: %s", path,
                    g_strerror(code));
    ok = ok && file_publish(name, path, FALSE, error);
    if (!ok)
        file_discard(name);
    return ok;
}

// ---- sealing ----------------------------------------------------------------------------------

// The padding of ISO/IEC 7816-4, as libsodium's; that one takes the same time for all lengths,
// which costs much and guards nothing here: whoever could measure us could read us.
static void pad(guint8 *text, gsize len, gsize room)
{
    text[len] = 0x80;
    memset(text + len + 1, 0, room - len - 1);
}

// The mark stands within the last step, whichever step it was.
static gboolean unpad(const guint8 *text, gsize room, gsize *out_len)
{
    static const guint8 zeros[64];
    gsize len = room;
    while (len >= sizeof zeros && memcmp(text + len - sizeof zeros, zeros, sizeof zeros) == 0)
        len -= sizeof zeros;
    while (len > 0 && text[len - 1] == 0)
        len--;
    *out_len = len > 0 ? len - 1 : 0;
    return len > 0 && text[len - 1] == 0x80 && room - *out_len <= SEAL_STEP_MAIL;
}

GBytes *seal_close(const struct seal_key *key, const char *place, const void *plain, gsize len,
                   gsize step)
{
    g_assert(step == SEAL_STEP_SMALL || step == SEAL_STEP_LINES || step == SEAL_STEP_LARGE ||
             step == SEAL_STEP_LETTER || step == SEAL_STEP_MAIL);
    gsize room = (len / step + 1) * step;
    guint8 *sealed = g_malloc(NONCE_BYTES + room + TAG_BYTES);
    guint8 *text = sealed + NONCE_BYTES;
    randombytes_buf(sealed, NONCE_BYTES);
    if (len > 0)
        memcpy(text, plain, len);
    pad(text, len, room);
    // In place, so that the plain text is copied nowhere.
    crypto_aead_xchacha20poly1305_ietf_encrypt(text, NULL, text, room, (const guint8 *)place,
                                               strlen(place), NULL, sealed, key->seal);
    return g_bytes_new_take(sealed, NONCE_BYTES + room + TAG_BYTES);
}

GBytes *seal_open(const struct seal_key *key, const char *place, const void *sealed, gsize len,
                  GError **error)
{
    const guint8 *bytes = sealed;
    gsize room = len > NONCE_BYTES + TAG_BYTES ? len - NONCE_BYTES - TAG_BYTES : 0;
    gsize plain_len = 0;
    guint8 *plain = g_malloc(room + 1);
    gboolean ok = room > 0 &&
                  crypto_aead_xchacha20poly1305_ietf_decrypt(
                      plain, NULL, NULL, bytes + NONCE_BYTES, room + TAG_BYTES,
                      (const guint8 *)place, strlen(place), bytes, key->seal) == 0 &&
                  unpad(plain, room, &plain_len);
    if (ok)
        return g_bytes_new_take(plain, plain_len);
    g_free(plain);
    g_set_error(
        error, STORE_ERROR, STORE_ERROR_STOP,
        "what is sealed at %s doesn't open: it was sealed with another key, or was changed. "
        "Put back the key that belongs to this database, or restore a backup of it",
        place);
    return NULL;
}

void seal_digest(const struct seal_key *key, const char *what,
                 const guint8 digest[SEAL_DIGEST_BYTES], guint8 out[SEAL_DIGEST_BYTES])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, key->hash, sizeof key->hash, SEAL_DIGEST_BYTES);
    // The length of the output keeps these apart from those of seal_hash.
    crypto_generichash_update(&state, (const guint8 *)what, strlen(what) + 1);
    crypto_generichash_update(&state, digest, SEAL_DIGEST_BYTES);
    crypto_generichash_final(&state, out, SEAL_DIGEST_BYTES);
}

gint64 seal_hash(const struct seal_key *key, gint64 scope, const char *text, gsize len)
{
    guint8 digest[HASH_BYTES];
    guint64 scope_le = GUINT64_TO_LE((guint64)scope);
    guint64 value;
    crypto_generichash_state state;
    crypto_generichash_init(&state, key->hash, sizeof key->hash, sizeof digest);
    crypto_generichash_update(&state, (const guint8 *)&scope_le, sizeof scope_le);
    crypto_generichash_update(&state, (const guint8 *)text, len);
    crypto_generichash_final(&state, digest, sizeof digest);
    memcpy(&value, digest, sizeof value);
    return (gint64)(GUINT64_FROM_LE(value) & G_MAXINT64);
}
