// SPDX-License-Identifier: MIT
// `referee23 record`: one record handed out as it is kept.
//
// Decides what may leave: of a game that isn't over, its public lines alone (spec: fairness.md).
// Checks nothing; that is `verify`.
#include "referee/admin/admin.h"
#include "referee/commands.h"
#include "referee/record/record.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"
#include "storage/evidence.h"

#include <stdio.h>
#include <string.h>

// ---- record ------------------------------------------------------------------------------------

static const char record_help[] =
    "referee23 record N|KEY/N [--public] [--evidence]\n"
    "\n"
    "Prints the record of game N, which is over. With --public, that of a running game too: its\n"
    "public lines so far, as anybody may see them. KEY/N is a game that was brought here with\n"
    "import: the first digits of its referee's key, and its number there.\n"
    "\n"
    "With --evidence, what proves the moves of a game in which everybody signs, in place of the\n"
    "record; of a running game its lines so far, in which that is sealed.\n";

struct wish {
    gint64 id;
    gboolean is_public, evidence;
    char *key; // of another referee, or its first digits; NULL: a game of our own
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

// What proves a game's moves: whole, or as far as it goes.
static int print_evidence(struct desk *desk, gint64 id, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GPtrArray) rows = NULL;
    if (!evidence_get(desk->store, id, &text, error) ||
        !evidence_rows(desk->store, id, FALSE, &rows, error))
        return EXIT_NO;
    if (text)
        fputs(text, stdout);
    for (guint i = 0; i < rows->len; i++)
        puts(((const struct evidence_row *)g_ptr_array_index(rows, i))->line);
    return text || rows->len > 0 ? EXIT_DONE
                                 : arguments_no("there is no evidence of game %" G_GINT64_FORMAT
                                                ": nobody has to sign there, or it hasn't begun",
                                                id);
}

static int record_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    struct game_row game;
    g_autofree char *text = NULL;
    if (!admin_find_game(desk, wish->id, &game, error))
        return EXIT_NO;
    if (wish->evidence)
        return print_evidence(desk, wish->id, error);
    if (!records_get(desk->store, wish->id, &text, error))
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

static int print_foreign_evidence(struct desk *desk, gint64 id, const char *record, GError **error)
{
    guint8 key[CHAIN_KEY];
    g_autofree char *text = NULL;
    if (record_key(record, key) && !evidence_get_foreign(desk->store, key, id, &text, error))
        return EXIT_NO;
    if (text)
        fputs(text, stdout);
    return text ? EXIT_DONE : arguments_no("no evidence came with that game");
}

static int foreign_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    g_autofree char *text = NULL;
    guint count;
    if (!records_find_foreign(desk->store, wish->key, wish->id, &text, &count, error))
        return EXIT_NO;
    if (text && wish->evidence)
        return print_foreign_evidence(desk, wish->id, text, error);
    if (text)
        fputs(text, stdout);
    if (count > 1)
        return arguments_no("there are several such games; give more digits of the key");
    return text ? EXIT_DONE
                : arguments_no("no game %" G_GINT64_FORMAT " of such a referee was imported",
                               wish->id);
}

// N, or KEY/N.
static gboolean read_name(const char *name, struct wish *out)
{
    const char *slash = strchr(name, '/');
    if (!slash)
        return arguments_id(name, &out->id);
    const gsize digits = (gsize)(slash - name);
    if (digits == 0 || digits > 64 || strspn(name, "0123456789abcdefABCDEF") != digits)
        return FALSE;
    g_autofree char *key = g_strndup(name, digits);
    out->key = g_ascii_strdown(key, -1);
    return arguments_id(slash + 1, &out->id);
}

int record_command(int argc, char **argv)
{
    struct wish wish = {0};
    const GOptionEntry entries[] = {
        {"public", 0, 0, G_OPTION_ARG_NONE, &wish.is_public, NULL, NULL},
        {"evidence", 0, 0, G_OPTION_ARG_NONE, &wish.evidence, NULL, NULL},
        {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, record_help, &status))
        return status;
    status = argc == 2 && read_name(argv[1], &wish)
                 ? admin_with_desk(wish.key ? foreign_work : record_work, &wish)
                 : arguments_wrong("record wants the number of a game, or KEY/N");
    g_free(wish.key);
    return status;
}
