// SPDX-License-Identifier: MIT
// See keyfile.h.
#include "player/keyfile.h"

#include "base/base64.h"
#include "base/fault.h"
#include "base/write_all.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BEGIN "-----BEGIN 23 KEY-----\n"
#define END   "-----END 23 KEY-----\n"

enum {
    SEED = crypto_sign_SEEDBYTES,
    NONCE = crypto_secretbox_NONCEBYTES,
    SEALED = NONCE + crypto_secretbox_MACBYTES + SEED,
    FILE_MAX = 4096,
    LINE = 64,
    // What a file may ask for: a hostile one could otherwise take all time and memory.
    OPS_MAX = 20,
    MEMORY_MAX = 1 << 30
};

GQuark keyfile_error_quark(void)
{
    return g_quark_from_static_string("keyfile-error");
}

static gboolean wrong(GError **error, const char *why)
{
    g_set_error_literal(error, KEYFILE_ERROR, KEYFILE_ERROR_SHAPE, why);
    return FALSE;
}

// ---- keys --------------------------------------------------------------------------------------

struct keyfile *keyfile_from_seed(const guint8 seed[32])
{
    struct keyfile *key = g_new0(struct keyfile, 1);
    key->secret = sodium_malloc(crypto_sign_SECRETKEYBYTES);
    g_assert(key->secret);
    crypto_sign_seed_keypair(key->public_key, key->secret, seed);
    return key;
}

struct keyfile *keyfile_new(void)
{
    guint8 seed[SEED];
    randombytes_buf(seed, sizeof seed);
    struct keyfile *key = keyfile_from_seed(seed);
    sodium_memzero(seed, sizeof seed);
    return key;
}

void keyfile_free(struct keyfile *key)
{
    if (!key)
        return;
    sodium_free(key->secret);
    g_free(key);
}

static char *base64_of(const guint8 *bytes, gsize len)
{
    gsize size = sodium_base64_encoded_len(len, sodium_base64_VARIANT_ORIGINAL);
    char *text = g_malloc(size);
    return sodium_bin2base64(text, size, bytes, len, sodium_base64_VARIANT_ORIGINAL);
}

char *keyfile_line(const struct keyfile *key)
{
    g_autofree char *base64 = base64_of(key->public_key, sizeof key->public_key);
    return g_strconcat("key ed25519 ", base64, NULL);
}

// ---- the text ----------------------------------------------------------------------------------

struct kdf {
    gboolean none;
    guint64 ops;
    guint64 memory;
    guint8 salt[crypto_pwhash_SALTBYTES];
};

static gboolean derive(const struct kdf *kdf, const char *passphrase,
                       guint8 out[crypto_secretbox_KEYBYTES])
{
    return crypto_pwhash(out, crypto_secretbox_KEYBYTES, passphrase, strlen(passphrase), kdf->salt,
                         kdf->ops, (size_t)kdf->memory, crypto_pwhash_ALG_ARGON2ID13) == 0;
}

static void append_lines(GString *out, const guint8 *bytes, gsize len)
{
    char *base64 = base64_of(bytes, len);
    for (const char *p = base64; *p; p += MIN(strlen(p), LINE))
        g_string_append_printf(out, "%.*s\n", LINE, p);
    keyfile_text_free(base64);
}

static void append_sealed(GString *out, const guint8 seed[SEED], const char *passphrase,
                          enum keyfile_strength strength)
{
    gboolean weak = strength == KEYFILE_WEAK;
    struct kdf kdf = {.ops = weak ? crypto_pwhash_OPSLIMIT_MIN : crypto_pwhash_OPSLIMIT_MODERATE,
                      .memory =
                          weak ? crypto_pwhash_MEMLIMIT_MIN : crypto_pwhash_MEMLIMIT_MODERATE};
    guint8 key[crypto_secretbox_KEYBYTES];
    guint8 sealed[SEALED];
    randombytes_buf(kdf.salt, sizeof kdf.salt);
    randombytes_buf(sealed, NONCE);
    gboolean derived = derive(&kdf, passphrase, key);
    g_assert(derived); // as for any memory: there is none
    crypto_secretbox_easy(sealed + NONCE, seed, SEED, sealed, key);
    sodium_memzero(key, sizeof key);
    g_autofree char *salt = base64_of(kdf.salt, sizeof kdf.salt);
    g_string_append_printf(out, "kdf argon2id %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s\n",
                           kdf.ops, kdf.memory, salt);
    append_lines(out, sealed, sizeof sealed);
}

char *keyfile_format(const struct keyfile *key, const char *passphrase,
                     enum keyfile_strength strength)
{
    guint8 seed[SEED];
    crypto_sign_ed25519_sk_to_seed(seed, key->secret);
    g_autofree char *base64 = base64_of(key->public_key, sizeof key->public_key);
    GString *out = g_string_sized_new(FILE_MAX); // never moved: no copy of the seed stays behind
    g_string_append_printf(out, BEGIN "public %s\n", base64);
    if (passphrase) {
        append_sealed(out, seed, passphrase, strength);
    } else {
        g_string_append(out, "kdf none\n");
        append_lines(out, seed, sizeof seed);
    }
    sodium_memzero(seed, sizeof seed);
    g_string_append(out, END);
    return g_string_free(out, FALSE);
}

void keyfile_text_free(char *text)
{
    if (text)
        sodium_memzero(text, strlen(text));
    g_free(text);
}

// The line after *at, without its end (a CR is taken off too); NULL when none is left.
static char *next_line(const char **at)
{
    const char *end = strchr(*at, '\n');
    if (!end)
        return NULL;
    char *line = g_strndup(*at, (gsize)(end - *at));
    g_strchomp(line);
    *at = end + 1;
    return line;
}

static gboolean read_kdf(const char *line, struct kdf *out)
{
    g_auto(GStrv) words = g_strsplit(line, " ", 6);
    guint n = g_strv_length(words);
    if (n < 2 || strcmp(words[0], "kdf") != 0)
        return FALSE;
    out->none = n == 2 && strcmp(words[1], "none") == 0;
    if (out->none)
        return TRUE;
    return n == 5 && strcmp(words[1], "argon2id") == 0 &&
           g_ascii_string_to_unsigned(words[2], 10, crypto_pwhash_OPSLIMIT_MIN, OPS_MAX, &out->ops,
                                      NULL) &&
           g_ascii_string_to_unsigned(words[3], 10, crypto_pwhash_MEMLIMIT_MIN, MEMORY_MAX,
                                      &out->memory, NULL) &&
           base64_read(words[4], out->salt, sizeof out->salt);
}

struct parsed {
    guint8 public_key[32];
    struct kdf kdf;
    guint8 body[SEALED]; // of kdf none: SEED bytes
};

static gboolean read_body(const char *at, const char *end, struct parsed *out)
{
    char *text = g_strndup(at, (gsize)(end - at));
    const gsize n = out->kdf.none ? SEED : SEALED;
    gsize have;
    gboolean fine = sodium_base642bin(out->body, n, text, strlen(text), " \t\r\n", &have, NULL,
                                      sodium_base64_VARIANT_ORIGINAL) == 0;
    keyfile_text_free(text);
    return fine && have == n;
}

static gboolean read_text(const char *text, struct parsed *out)
{
    const char *at = strstr(text, "-----BEGIN 23 KEY-----");
    const char *end = at ? strstr(at, "-----END 23 KEY-----") : NULL;
    at = end ? strchr(at, '\n') : NULL;
    if (!at)
        return FALSE;
    at++;
    g_autofree char *public_line = next_line(&at);
    g_autofree char *kdf_line = next_line(&at);
    if (!kdf_line || at > end || !g_str_has_prefix(public_line, "public "))
        return FALSE;
    return base64_read(public_line + strlen("public "), out->public_key, sizeof out->public_key) &&
           read_kdf(kdf_line, &out->kdf) && read_body(at, end, out);
}

gboolean keyfile_is_encrypted(const char *text)
{
    struct parsed parsed;
    gboolean fine = read_text(text, &parsed);
    sodium_memzero(parsed.body, sizeof parsed.body);
    return fine && !parsed.kdf.none;
}

static gboolean open_seed(struct parsed *parsed, const char *passphrase, guint8 seed[SEED],
                          GError **error)
{
    if (parsed->kdf.none) {
        memcpy(seed, parsed->body, SEED);
        return TRUE;
    }
    guint8 key[crypto_secretbox_KEYBYTES];
    if (!passphrase) {
        g_set_error_literal(error, KEYFILE_ERROR, KEYFILE_ERROR_PASSPHRASE,
                            "the key needs its passphrase");
        return FALSE;
    }
    if (!derive(&parsed->kdf, passphrase, key))
        return wrong(error, "there isn't the memory that opening the key takes");
    int opened =
        crypto_secretbox_open_easy(seed, parsed->body + NONCE, SEALED - NONCE, parsed->body, key);
    sodium_memzero(key, sizeof key);
    if (opened == 0)
        return TRUE;
    g_set_error_literal(error, KEYFILE_ERROR, KEYFILE_ERROR_PASSPHRASE,
                        "the passphrase is wrong, or the key file damaged");
    return FALSE;
}

struct keyfile *keyfile_parse(const char *text, const char *passphrase, GError **error)
{
    struct parsed parsed;
    guint8 seed[SEED];
    struct keyfile *key = NULL;
    if (!read_text(text, &parsed))
        wrong(error, "this is no key file of player23, or a damaged one");
    else if (open_seed(&parsed, passphrase, seed, error))
        key = keyfile_from_seed(seed);
    if (key && memcmp(key->public_key, parsed.public_key, sizeof key->public_key) != 0) {
        wrong(error, "its public key isn't that of its secret one: the key file is damaged");
        g_clear_pointer(&key, keyfile_free);
    }
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(parsed.body, sizeof parsed.body);
    return key;
}

// ---- the file ----------------------------------------------------------------------------------

static gboolean failed(GError **error, const char *what, const char *path)
{
    int saved = errno;
    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(saved), "%s can't be %s: %s",
                path, what, g_strerror(saved));
    return FALSE;
}

static gboolean sync_folder(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return FALSE;
    gboolean fine = fsync(fd) == 0;
    close(fd);
    return fine;
}

gboolean keyfile_write(const char *path, const char *text, GError **error)
{
    fault_step("player:before-key");
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return failed(error, "made", path);
    gboolean fine = fchmod(fd, 0600) == 0 && write_all(fd, text, strlen(text)) && fsync(fd) == 0 &&
                    sync_folder(path);
    if (!fine) {
        failed(error, "written", path);
        unlink(path); // it is ours: O_EXCL
    }
    close(fd); // what it holds is on the disk already
    fault_step("player:after-key");
    return fine;
}

static char *read_file(int fd, const char *path, GError **error)
{
    char *text = g_malloc0(FILE_MAX + 1);
    gsize have = 0;
    gssize n = 1;
    while (have < FILE_MAX && n > 0) {
        n = read(fd, text + have, FILE_MAX - have);
        have += n > 0 ? (gsize)n : 0;
        if (n < 0 && errno == EINTR)
            n = 1;
    }
    if (n == 0)
        return text;
    if (n < 0)
        failed(error, "read", path);
    else
        wrong(error, "it is too long for a key file");
    keyfile_text_free(text);
    return NULL;
}

char *keyfile_load(const char *path, GError **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) < 0) {
        failed(error, "opened", path);
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    char *text = NULL;
    if (S_ISREG(status.st_mode) && (status.st_mode & 077))
        g_set_error(error, KEYFILE_ERROR, KEYFILE_ERROR_OPEN,
                    "others can read or change %s; say chmod 600 %s", path, path);
    else
        text = read_file(fd, path, error);
    close(fd);
    return text;
}
