// SPDX-License-Identifier: MIT
// See gpg.h.
#include "tests/unit/gpg.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

// Runs a program with what stands in input, which must succeed. What it printed; the caller owns
// it.
static char *run(const char *const *argv, const char *input)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *err = NULL;
    char *out = NULL;
    g_autoptr(GSubprocess) process =
        g_subprocess_newv(argv,
                          G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                              G_SUBPROCESS_FLAGS_STDERR_PIPE,
                          &error);
    if (!process || !g_subprocess_communicate_utf8(process, input, NULL, &out, &err, &error))
        fail_msg("%s: %s", argv[0], error->message);
    if (!g_subprocess_get_successful(process))
        fail_msg("%s: %s", argv[0], err);
    return out;
}

// gpg at a time, with these words.
static char *gpg(const char *home, gint64 now, const char *words, const char *input)
{
    g_autofree char *time = g_strdup_printf("%" G_GINT64_FORMAT, now);
    g_autofree char *all =
        g_strdup_printf("gpg --homedir %s --batch --no-tty --yes -q --armor --passphrase= "
                        "--pinentry-mode loopback --faked-system-time %s %s",
                        home, time, words);
    g_auto(GStrv) argv = g_strsplit(all, " ", -1);
    return run((const char *const *)argv, input);
}

char *gpg_begin(void)
{
    g_autofree char *program = g_find_program_in_path("gpg");
    return program ? g_dir_make_tmp("gpg-XXXXXX", NULL) : NULL;
}

static void drop(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *inner = g_build_filename(path, name, NULL);
        if (g_unlink(inner) != 0)
            drop(inner);
    }
    (void)g_rmdir(path);
}

void gpg_end(char *home)
{
    if (!home)
        return;
    const char *const kill[] = {"gpgconf", "--homedir", home, "--kill", "all", NULL};
    g_free(run(kill, NULL));
    drop(home);
    g_free(home);
}

void gpg_make(const char *home, const char *name, const char *algorithm, const char *use,
              const char *expire, gint64 now)
{
    g_autofree char *words =
        g_strdup_printf("--quick-gen-key %s@example.org %s %s %s", name, algorithm, use, expire);
    g_free(gpg(home, now, words, NULL));
    if (strcmp(use, "default") != 0 || strcmp(algorithm, "ed25519") != 0)
        return;
    // "default" of a named algorithm has no part to encrypt to.
    g_autofree char *print = gpg_fingerprint(home, name, now);
    g_autofree char *more = g_strdup_printf("--quick-add-key %s cv25519 encr %s", print, expire);
    g_free(gpg(home, now, more, NULL));
}

void gpg_extend(const char *home, const char *name, const char *expire, gint64 now)
{
    g_autofree char *print = gpg_fingerprint(home, name, now);
    g_autofree char *words = g_strdup_printf("--quick-set-expire %s %s", print, expire);
    g_free(gpg(home, now, words, NULL));
    g_autofree char *parts = g_strdup_printf("--quick-set-expire %s %s *", print, expire);
    g_free(gpg(home, now, parts, NULL));
}

void gpg_revoke(const char *home, const char *name, gint64 now)
{
    g_autofree char *print = gpg_fingerprint(home, name, now);
    g_autofree char *path = g_strdup_printf("%s/openpgp-revocs.d/%s.rev", home, print);
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    // A colon keeps it from being used by mistake.
    g_auto(GStrv) halves = g_strsplit(text, ":-----BEGIN", 2);
    g_autofree char *armor = g_strconcat("-----BEGIN", halves[1], NULL);
    g_free(gpg(home, now, "--import", armor));
}

char *gpg_public(const char *home, const char *name, gint64 now)
{
    g_autofree char *words = g_strdup_printf("--export %s@example.org", name);
    return gpg(home, now, words, NULL);
}

char *gpg_secret(const char *home, const char *name, gint64 now)
{
    g_autofree char *words = g_strdup_printf("--export-secret-keys %s@example.org", name);
    return gpg(home, now, words, NULL);
}

char *gpg_fingerprint(const char *home, const char *name, gint64 now)
{
    g_autofree char *words =
        g_strdup_printf("--with-colons --fingerprint --list-keys %s@example.org", name);
    g_autofree char *list = gpg(home, now, words, NULL);
    const char *at = strstr(list, "\nfpr:::::::::");
    assert_non_null(at);
    return g_strndup(at + strlen("\nfpr:::::::::"), 40);
}

static char *sign(const char *home, const char *name, const char *how, const char *text, gint64 now,
                  const char *options)
{
    g_autofree char *words = g_strdup_printf("%s%s-u %s@example.org %s", options ? options : "",
                                             options ? " " : "", name, how);
    return gpg(home, now, words, text);
}

char *gpg_clear(const char *home, const char *name, const char *text, gint64 now,
                const char *options)
{
    return sign(home, name, "--clearsign", text, now, options);
}

char *gpg_detached(const char *home, const char *name, const char *text, gint64 now,
                   const char *options)
{
    return sign(home, name, "--detach-sign", text, now, options);
}

char *gpg_decrypt(const char *home, const char *armor, gint64 now)
{
    return gpg(home, now, "--decrypt", armor);
}
