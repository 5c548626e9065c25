// SPDX-License-Identifier: MIT
// See operator_run.h.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/operator_run.h"

#include "referee/commands.h"
#include "referee/setup/options.h"
#include "storage/players.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

char *operator_dir;
static char *captured; // where standard output and standard error of a command go

static int capture(int fd)
{
    int saved = dup(fd);
    int file = open(captured, O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(saved >= 0 && file >= 0);
    dup2(file, fd);
    close(file);
    return saved;
}

static void release(int fd, int saved)
{
    dup2(saved, fd);
    close(saved);
}

// Runs a command line, split at blanks; *out is all that it printed.
int operator_run(subcommand *command, const char *line, char **out)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    int argc = (int)g_strv_length(words);
    g_autofree char **argv = g_memdup2(words, sizeof *words * (gsize)(argc + 1));
    fflush(stdout);
    g_unlink(captured);
    int saved_out = capture(STDOUT_FILENO);
    int saved_err = capture(STDERR_FILENO);
    int status = command(argc, argv);
    fflush(stdout);
    release(STDOUT_FILENO, saved_out);
    release(STDERR_FILENO, saved_err);
    assert_true(g_file_get_contents(captured, out, NULL, NULL));
    return status;
}

// Runs it and demands its status and some words of what it prints.
void operator_expect(subcommand *command, const char *line, int status, const char *words)
{
    g_autofree char *out = NULL;
    int got = operator_run(command, line, &out);
    if (got != status || !strstr(out, words))
        fail_msg("%s: status %d (wanted %d), said: %s (wanted: %s)", line, got, status, out, words);
}

json_t *operator_json(subcommand *command, const char *line)
{
    g_autofree char *out = NULL;
    assert_int_equal(operator_run(command, line, &out), EXIT_DONE);
    json_error_t why;
    json_t *value = json_loads(out, 0, &why);
    if (!value)
        fail_msg("%s: no JSON: %s: %s", line, why.text, out);
    return value;
}

gint64 operator_add_player(struct store *store, const char *nick, const char *address)
{
    struct player player = {.quiet_from = 23, .quiet_to = 8};
    g_strlcpy(player.nick, nick, sizeof player.nick);
    g_strlcpy(player.address, address, sizeof player.address);
    g_strlcpy(player.mail, "all", sizeof player.mail);
    g_strlcpy(player.timezone, "UTC", sizeof player.timezone);
    assert_true(players_add(store, &player, OPERATOR_NOW, NULL));
    return player.id;
}

static void remove_all(const char *path)
{
    GDir *folder = g_dir_open(path, 0, NULL);
    for (const char *name; folder && (name = g_dir_read_name(folder));) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        remove_all(full);
    }
    if (folder)
        g_dir_close(folder);
    g_remove(path);
}

void operator_begin(void)
{
    assert_true(sodium_init() >= 0);
    g_autofree char *root = g_dir_make_tmp("operator-XXXXXX", NULL);
    operator_dir = g_build_filename(root, "ref", NULL);
    captured = g_build_filename(root, "captured", NULL);
    struct options options = {.dir = operator_dir, .dir_given = TRUE, .now = OPERATOR_NOW};
    options_set(&options);
    operator_expect(init_command, "init --address r@example.org", EXIT_DONE,
                    "is ready for r@example.org");
}

void operator_end(void)
{
    g_autofree char *root = g_path_get_dirname(operator_dir);
    remove_all(root);
    g_clear_pointer(&operator_dir, g_free);
    g_clear_pointer(&captured, g_free);
}
