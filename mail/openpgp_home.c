// SPDX-License-Identifier: MIT
// See openpgp_home.h.
#include "mail/openpgp_home.h"

#include <glib/gstdio.h>

// Whatever is in the keyring counts, since only one key ever is; nobody is asked or told anything;
// SHA-1 holds nothing together. max-output: a small text may unpack to a big one.
static const char options[] = "batch\n"
                              "no-tty\n"
                              "no-greeting\n"
                              "no-autostart\n"
                              "disable-dirmngr\n"
                              "no-auto-key-retrieve\n"
                              "no-auto-key-locate\n"
                              "no-auto-key-import\n"
                              "no-auto-check-trustdb\n"
                              "no-random-seed-file\n"
                              "no-encrypt-to\n"
                              "lock-never\n"
                              "trust-model always\n"
                              "require-cross-certification\n"
                              "weak-digest SHA1\n"
                              "weak-digest RIPEMD160\n"
                              "max-output 8388608\n";

char *openpgp_home_make(gint64 now, GError **error)
{
    g_autofree char *path = g_dir_make_tmp("referee23-openpgp-XXXXXX", error); // 0700
    if (!path)
        return NULL;
    g_autofree char *file = g_build_filename(path, "gpg.conf", NULL);
    g_autofree char *text =
        g_strdup_printf("%sfaked-system-time %" G_GINT64_FORMAT "\n", options, now);
    if (g_file_set_contents(file, text, -1, error))
        return g_steal_pointer(&path);
    openpgp_home_remove(path);
    return NULL;
}

// Folders in it are ones that gpg makes, one deep.
void openpgp_home_remove(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *inner = g_build_filename(path, name, NULL);
        if (g_unlink(inner) != 0)
            openpgp_home_remove(inner);
    }
    (void)g_rmdir(path);
}
