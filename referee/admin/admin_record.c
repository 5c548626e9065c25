// SPDX-License-Identifier: MIT
// `referee23 record` and `export`: records handed out as they are kept.
//
// Decides what may leave: of a game that isn't over, its public lines alone (spec: fairness.md).
// Checks nothing; that is `verify`.
#include "referee/admin/admin.h"
#include "referee/setup/arguments.h"
#include "referee/commands.h"
#include "referee/setup/fresh.h"
#include "referee/setup/options.h"

#include <stdio.h>
#include <string.h>

// ---- record ------------------------------------------------------------------------------------

static const char record_help[] =
    "referee23 record N [--public]\n"
    "\n"
    "Prints the record of game N, which is over. With --public, that of a running game too: its\n"
    "public lines so far, as anybody may see them.\n";

struct wish {
    gint64 id;
    gboolean is_public;
};

static int print_public(struct desk *desk, gint64 id, GError **error)
{
    g_autoptr(GPtrArray) events = NULL;
    if (!events_load(desk->store, id, &events, error))
        return EXIT_NO;
    if (events->len == 0)
        return arguments_no("game %" G_GINT64_FORMAT " hasn't begun and has no record yet", id);
    for (guint i = 0; i < events->len; i++)
        puts(((const struct event *)g_ptr_array_index(events, i))->line);
    return EXIT_DONE;
}

static int record_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    struct game_row game;
    g_autofree char *text = NULL;
    if (!admin_find_game(desk, wish->id, &game, error) ||
        !records_get(desk->store, wish->id, &text, error))
        return EXIT_NO;
    if (text) {
        fputs(text, stdout);
        return EXIT_DONE;
    }
    if (wish->is_public)
        return print_public(desk, wish->id, error);
    return arguments_no("game %" G_GINT64_FORMAT " is %s; its public lines so far: record "
                        "%" G_GINT64_FORMAT " --public",
                        wish->id, game.state, wish->id);
}

int record_command(int argc, char **argv)
{
    struct wish wish = {0};
    const GOptionEntry entries[] = {
        {"public", 0, 0, G_OPTION_ARG_NONE, &wish.is_public, NULL, NULL}, {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, record_help, &status))
        return status;
    if (argc != 2 || !arguments_id(argv[1], &wish.id))
        return arguments_wrong("record wants the number of a game");
    return admin_with_desk(record_work, &wish);
}

// ---- export ------------------------------------------------------------------------------------

static const char export_help[] = "referee23 export FILE\n"
                                  "\n"
                                  "Writes the records of all finished games, one after another, to "
                                  "FILE, which must not be there\n"
                                  "yet; - is standard output.\n";

static int by_id(gconstpointer a, gconstpointer b)
{
    gint64 x = *(const gint64 *)a;
    gint64 y = *(const gint64 *)b;
    return (x > y) - (x < y);
}

// The games that may have a record, in order; cancelled ones have one when they had begun.
static gboolean list_ended(struct desk *desk, GArray **out_ids, GError **error)
{
    g_autoptr(GArray) cancelled = NULL;
    if (!games_in_state(desk->store, "over", G_MAXINT, out_ids, error) ||
        !games_in_state(desk->store, "cancelled", G_MAXINT, &cancelled, error))
        return FALSE;
    g_array_append_vals(*out_ids, cancelled->data, cancelled->len);
    g_array_sort(*out_ids, by_id);
    return TRUE;
}

static gboolean gather(struct desk *desk, GString *out, guint *count, GError **error)
{
    g_autoptr(GArray) ids = NULL;
    if (!list_ended(desk, &ids, error))
        return FALSE;
    for (guint i = 0; i < ids->len; i++) {
        g_autofree char *text = NULL;
        if (!records_get(desk->store, g_array_index(ids, gint64, i), &text, error))
            return FALSE;
        if (!text)
            continue;
        g_string_append(out, text);
        (*count)++;
    }
    return TRUE;
}

static int write_out(const char *path, const GString *text, guint count, GError **error)
{
    if (strcmp(path, "-") == 0) {
        fwrite(text->str, 1, text->len, stdout);
        return EXIT_DONE;
    }
    if (!fresh_file(path, text->str, text->len, error))
        return EXIT_NO;
    admin_say("%s: %u records", path, count);
    return EXIT_DONE;
}

static int export_work(struct desk *desk, gpointer user, GError **error)
{
    const char *path = user;
    GString *text = g_string_new(NULL);
    guint count = 0;
    int status = EXIT_NO;
    if (gather(desk, text, &count, error))
        status = count ? write_out(path, text, count, error)
                       : arguments_no("there is no finished game to export");
    g_string_free(text, TRUE);
    return status;
}

int export_command(int argc, char **argv)
{
    int status;
    if (!arguments_parse(&argc, argv, NULL, export_help, &status))
        return status;
    if (argc != 2)
        return arguments_wrong("export wants the name of one new file, or -");
    return admin_with_desk(export_work, argv[1]);
}
