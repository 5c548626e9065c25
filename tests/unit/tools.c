// SPDX-License-Identifier: MIT
// See tools.h.
#include "tests/unit/tools.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib/gstdio.h>

static gboolean is_ssh(enum tools_way way)
{
    return way == TOOLS_SSH || way == TOOLS_SSH_SHA256;
}

// Runs a program, which must succeed. What it printed; the caller owns it.
static char *run(const char *const *argv)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *err = NULL;
    char *out = NULL;
    int status = 1;
    if (!g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err,
                      &status, &error))
        fail_msg("%s: %s", argv[0], error->message);
    if (status != 0)
        fail_msg("%s: %s", argv[0], err);
    return out;
}

static char *read_file(const char *path)
{
    char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

void tools_make_keys(const char *dir, const char *name)
{
    g_autofree char *mini = g_strdup_printf("%s/%s.minisign", dir, name);
    g_autofree char *mini_public = g_strconcat(mini, ".pub", NULL);
    g_autofree char *ssh = g_strdup_printf("%s/%s.ssh", dir, name);
    const char *const minisign[] = {"minisign", "-G", "-W",        "-f", "-s",
                                    mini,       "-p", mini_public, NULL};
    const char *const keygen[] = {"ssh-keygen", "-q",        "-t", "ed25519", "-N", "",
                                  "-C",         "anna@home", "-f", ssh,       NULL};
    g_free(run(minisign));
    g_free(run(keygen));
}

char *tools_public(const char *dir, const char *name, enum tools_way way)
{
    g_autofree char *path =
        g_strdup_printf("%s/%s.%s.pub", dir, name, is_ssh(way) ? "ssh" : "minisign");
    g_autofree char *text = read_file(path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return is_ssh(way) ? g_strdup(lines[0]) : g_strconcat("minisign ", lines[1], NULL);
}

char *tools_sign(const char *dir, const char *name, enum tools_way way, const char *text,
                 const char *purpose)
{
    g_autofree char *file = g_strdup_printf("%s/move", dir);
    g_autofree char *key = g_strdup_printf("%s/%s.%s", dir, name, is_ssh(way) ? "ssh" : "minisign");
    g_autofree char *made = g_strconcat(file, is_ssh(way) ? ".sig" : ".minisig", NULL);
    const char *const minisign[] = {
        "minisign", "-S", "-s", key, "-m", file, way == TOOLS_MINISIGN_LEGACY ? "-l" : NULL, NULL};
    const char *const keygen[] = {
        "ssh-keygen", "-q",
        "-Y",         "sign",
        "-n",         purpose ? purpose : "23-by-mail",
        "-O",         way == TOOLS_SSH ? "hashalg=sha512" : "hashalg=sha256",
        "-f",         key,
        file,         NULL};
    assert_true(g_file_set_contents(file, text, -1, NULL));
    (void)g_remove(made); // ssh-keygen would ask
    g_free(run(is_ssh(way) ? keygen : minisign));
    return read_file(made);
}

char *tools_fingerprint(const char *dir, const char *name, enum tools_way way)
{
    g_autofree char *path =
        g_strdup_printf("%s/%s.%s.pub", dir, name, is_ssh(way) ? "ssh" : "minisign");
    const char *const keygen[] = {"ssh-keygen", "-l", "-f", path, NULL};
    g_autofree char *text = is_ssh(way) ? run(keygen) : read_file(path);
    // "256 SHA256:… comment (ED25519)", "untrusted comment: minisign public key NUMBER"
    g_auto(GStrv) words = g_strsplit_set(text, " \n", -1);
    return g_strdup(words[is_ssh(way) ? 1 : 5]);
}

void tools_drop(const char *dir)
{
    g_autoptr(GDir) folder = g_dir_open(dir, 0, NULL);
    for (const char *name; folder && (name = g_dir_read_name(folder));) {
        g_autofree char *path = g_build_filename(dir, name, NULL);
        (void)g_remove(path);
    }
    (void)g_rmdir(dir);
}
