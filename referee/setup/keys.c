// SPDX-License-Identifier: MIT
// See keys.h. Secrets pass through locked memory alone; what is read for them is wiped.
#include "referee/setup/keys.h"

#include "base/fault.h"
#include "referee/setup/config.h"
#include "referee/setup/fresh.h"
#include "storage/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_BYTES = 32, HEX_LEN = 2 * KEY_BYTES };
G_STATIC_ASSERT(KEY_BYTES == crypto_sign_SEEDBYTES);

static char *path_of(const char *dir, const char *name)
{
    return g_build_filename(dir, "keys", name, NULL);
}

G_GNUC_PRINTF(3, 4)
static gboolean fail(GError **error, const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_WRONG, "%s: %s", path, what);
    return FALSE;
}

// An open key file that only its owner can read, or -1.
static int open_key(const char *path, GError **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        if (errno == ENOENT)
            fail(error, path, "it isn't there; put it back from your backup of keys/");
        else
            fail(error, path, "can't be read: %s; run as the user who owns it", g_strerror(errno));
        return -1;
    }
    struct stat st;
    gboolean known = fstat(fd, &st) == 0;
    if (known && S_ISREG(st.st_mode) && (st.st_mode & 077) == 0)
        return fd;
    if (known && S_ISREG(st.st_mode))
        fail(error, path, "others can read it; chmod 600 it, and think of who may have");
    else
        fail(error, path, "it is no file");
    close(fd);
    return -1;
}

// Reads 64 hex digits and perhaps a newline into 32 bytes of locked memory, or NULL.
static guint8 *read_key(const char *path, GError **error)
{
    int fd = open_key(path, error);
    if (fd < 0)
        return NULL;
    char text[HEX_LEN + 2]; // one more than the longest that is right
    ssize_t len = read(fd, text, sizeof text);
    close(fd);
    guint8 *key = sodium_malloc(KEY_BYTES);
    g_assert(key);
    size_t bytes = 0;
    gboolean fine = (len == HEX_LEN || (len == HEX_LEN + 1 && text[HEX_LEN] == '\n')) &&
                    sodium_hex2bin(key, KEY_BYTES, text, HEX_LEN, NULL, &bytes, NULL) == 0 &&
                    bytes == KEY_BYTES;
    sodium_memzero(text, sizeof text);
    if (fine)
        return key;
    sodium_free(key);
    fail(error, path, "64 hex digits are wanted; put it back from your backup of keys/");
    return NULL;
}

static gboolean load_sign(struct keys *keys, const char *dir, GError **error)
{
    g_autofree char *path = path_of(dir, "referee.key");
    guint8 *seed = read_key(path, error);
    if (!seed)
        return FALSE;
    keys->sign_secret = sodium_malloc(crypto_sign_SECRETKEYBYTES);
    g_assert(keys->sign_secret);
    crypto_sign_seed_keypair(keys->sign_public, keys->sign_secret, seed);
    sodium_free(seed);
    sodium_bin2hex(keys->sign_public_hex, sizeof keys->sign_public_hex, keys->sign_public,
                   sizeof keys->sign_public);
    return TRUE;
}

static gboolean load_seal(struct keys *keys, const char *dir, GError **error)
{
    g_autofree char *path = path_of(dir, "database.key");
    g_autoptr(GError) cause = NULL;
    keys->seal = seal_key_load(path, &cause);
    if (keys->seal)
        return TRUE;
    g_set_error_literal(error, CONFIG_ERROR, CONFIG_ERROR_WRONG, cause->message);
    return FALSE;
}

struct keys *keys_load(const char *dir, GError **error)
{
    struct keys *keys = g_new0(struct keys, 1);
    g_autofree char *ticket = path_of(dir, "ticket.key");
    keys->ticket = read_key(ticket, error);
    if (keys->ticket && load_seal(keys, dir, error) && load_sign(keys, dir, error))
        return keys;
    keys_free(keys);
    return NULL;
}

void keys_free(struct keys *keys)
{
    if (!keys)
        return;
    if (keys->ticket)
        sodium_free(keys->ticket);
    if (keys->sign_secret)
        sodium_free(keys->sign_secret);
    seal_key_free(keys->seal);
    g_free(keys);
}

static gboolean create_key(const char *path, GError **error)
{
    guint8 key[KEY_BYTES];
    char text[HEX_LEN + 2];
    randombytes_buf(key, sizeof key);
    sodium_bin2hex(text, sizeof text, key, sizeof key);
    text[HEX_LEN] = '\n';
    fault_step("keys:before-create");
    gboolean fine = fresh_file(path, text, HEX_LEN + 1, error);
    fault_step("keys:after-create");
    sodium_memzero(key, sizeof key);
    sodium_memzero(text, sizeof text);
    return fine;
}

static const struct {
    const char *name;
    gboolean (*create)(const char *path, GError **error);
} files[] = {
    {"ticket.key", create_key}, {"database.key", seal_key_create}, {"referee.key", create_key}};

gboolean keys_create(const char *dir, GError **error)
{
    g_autofree char *folder = g_build_filename(dir, "keys", NULL);
    if (!fresh_folder(folder, NULL, error))
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = path_of(dir, files[i].name);
        if (!g_file_test(path, G_FILE_TEST_EXISTS) && !files[i].create(path, error))
            return FALSE;
    }
    return TRUE;
}
