// SPDX-License-Identifier: MIT
// `referee23 replay`: the table after every discard and move of a record.
//
// Decides how it is shown: as JSON (spec/replay.md, byte for byte) or for people. What is checked
// is record.c's; needs no configuration and no database.
#include "base/plain.h"
#include "referee/commands.h"
#include "referee/record/record.h"
#include "referee/record/replay.h"
#include "referee/record/replay_step.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "replay FILE [--json|--plain]\n"
    "\n"
    "Shows the table after each event of a finished record. On a terminal it is stepped through\n"
    "with keys: space or an arrow for the next one, b or the arrow back, r for the other round, g\n"
    "and G for the first and the last, q to end. Elsewhere all are listed. It stops before the\n"
    "first line that is not legal.\n"
    "\n"
    "  --json   one object a line, for programs\n"
    "  --plain  the list, without colours\n"
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

struct listing {
    bool colours;
    GString *out;
};

static void show_table(const struct game *game, gsize number, const char *line, gsize len,
                       void *data)
{
    const struct listing *listing = data;
    g_string_truncate(listing->out, 0);
    replay_table(game, number, line, len, listing->colours, listing->out);
    fwrite(listing->out->str, 1, listing->out->len, stdout);
}

// Each of these is false, with *out_fault, when a line isn't legal.
static bool print_json(const char *text, gsize len, struct record_fault *out_fault)
{
    struct game game;
    GString *out = g_string_new(NULL);
    const bool ok = record_replay(&game, text, len, show_json, out, out_fault);
    game_clear(&game);
    g_string_free(out, TRUE);
    return ok;
}

static bool print_list(const char *text, gsize len, bool plain, struct record_fault *out_fault)
{
    struct game game;
    struct listing listing = {!plain && drawing_style_here().colour, g_string_new(NULL)};
    const bool ok = record_replay(&game, text, len, show_table, &listing, out_fault);
    game_clear(&game);
    g_string_free(listing.out, TRUE);
    return ok;
}

static int replay(const char *path, bool json, bool plain)
{
    g_autofree char *shown = plain_line(path, -1);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = record_read(path, &error);
    if (!bytes) {
        fprintf(stderr, "%s: %s\n", shown, error->message);
        return EXIT_LATER;
    }
    gsize len;
    const char *data = g_bytes_get_data(bytes, &len);
    const char *text = data ? data : "";
    struct record_fault fault;
    const bool ok = json                          ? print_json(text, len, &fault)
                    : plain || !replay_step_can() ? print_list(text, len, plain, &fault)
                                                  : replay_step(text, len, &fault);
    fflush(stdout);
    if (!ok)
        fprintf(stderr, "%s: line %" G_GSIZE_FORMAT ": %s\n", shown, fault.line, fault.reason);
    return ok ? EXIT_DONE : EXIT_NO;
}

int replay_command(int argc, char **argv)
{
    gboolean json = FALSE;
    gboolean plain = FALSE;
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &json, NULL, NULL},
                                    {"plain", 0, 0, G_OPTION_ARG_NONE, &plain, NULL, NULL},
                                    {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, help, &status))
        return status;
    if (argc != 2)
        return arguments_wrong("replay: one FILE, please; see replay --help");
    return replay(argv[1], json, plain);
}
