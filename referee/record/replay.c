// SPDX-License-Identifier: MIT
// `referee23 replay`: the table after every discard and move of a record.
//
// Decides how it is shown: as JSON (spec/replay.md, byte for byte) or for people. What is checked
// is record.c's; needs no configuration and no database.
#include "referee/setup/arguments.h"
#include "referee/commands.h"
#include "referee/setup/options.h"
#include "referee/plain.h"
#include "referee/record/record.h"
#include "referee/record/replay.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "replay FILE [--json]\n"
    "\n"
    "Shows the table after each event of a finished record: for people, or with --json one object\n"
    "a line. Stops before the first line that is not legal.\n"
    "\n"
    "Exit status: 1 when the record has such a line, 75 when it can't be read.\n";

static bool begins(const char *line, gsize len, const char *start)
{
    return len >= strlen(start) && memcmp(line, start, strlen(start)) == 0;
}

static void show_json(const struct game *game, gsize number, const char *line, gsize len,
                      void *data)
{
    GString *out = data;
    if (!begins(line, len, "move ") && !begins(line, len, "discard "))
        return;
    g_string_truncate(out, 0);
    replay_json(game, number, out);
    fwrite(out->str, 1, out->len, stdout);
}

static bool wants_colours(void)
{
    const char *terminal = g_getenv("TERM");
    return isatty(STDOUT_FILENO) && !g_getenv("NO_COLOR") && g_strcmp0(terminal, "dumb") != 0;
}

static void show_table(const struct game *game, gsize number, const char *line, gsize len,
                       void *data)
{
    GString *out = data;
    g_string_truncate(out, 0);
    replay_table(game, number, line, len, wants_colours(), out);
    fwrite(out->str, 1, out->len, stdout);
}

static int replay(const char *path, bool json)
{
    g_autofree char *shown = plain_line(path, -1);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = record_read(path, &error);
    if (!bytes) {
        fprintf(stderr, "%s: %s\n", shown, error->message);
        return EXIT_LATER;
    }
    gsize len;
    const char *text = g_bytes_get_data(bytes, &len);
    struct game game;
    struct record_fault fault;
    GString *out = g_string_new(NULL);
    const bool ok =
        record_replay(&game, text ? text : "", len, json ? show_json : show_table, out, &fault);
    game_clear(&game);
    g_string_free(out, TRUE);
    fflush(stdout);
    if (!ok)
        fprintf(stderr, "%s: line %" G_GSIZE_FORMAT ": %s\n", shown, fault.line, fault.reason);
    return ok ? EXIT_DONE : EXIT_NO;
}

int replay_command(int argc, char **argv)
{
    gboolean json = FALSE;
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &json, NULL, NULL}, {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, help, &status))
        return status;
    if (argc != 2)
        return arguments_wrong("replay: one FILE, please; see replay --help");
    return replay(argv[1], json);
}
