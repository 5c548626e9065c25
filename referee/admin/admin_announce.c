// SPDX-License-Identifier: MIT
// `referee23 announce`: a word of the operator to all who play.
//
// Decides who hears it: everybody with a seat in a running game, once.
#include "referee/admin/admin.h"
#include "referee/commands.h"
#include "referee/match/notes.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <string.h>

static const char help[] =
    "referee23 announce TEXT\n"
    "\n"
    "Sends a mail with TEXT, one line of at most 2000 bytes, to all players of running games. It\n"
    "leaves with the next run, at once whatever the player's `mail` setting says.\n";

enum { TEXT_MAX = 2000 };

// The players who sit in running games, as keys of a set.
static gboolean gather(struct desk *desk, GHashTable *players, GError **error)
{
    g_autoptr(GArray) games = NULL;
    if (!games_in_state(desk->store, "running", G_MAXINT, &games, error))
        return FALSE;
    for (guint i = 0; i < games->len; i++) {
        g_autoptr(GArray) seats = NULL;
        if (!games_seats(desk->store, g_array_index(games, gint64, i), &seats, error))
            return FALSE;
        for (guint k = 0; k < seats->len; k++) {
            gint64 player = g_array_index(seats, struct seat_row, k).player;
            if (player)
                g_hash_table_add(players, g_memdup2(&player, sizeof player));
        }
    }
    return TRUE;
}

static int announce_work(struct desk *desk, gpointer user, GError **error)
{
    g_autoptr(GHashTable) players =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    if (!gather(desk, players, error))
        return EXIT_NO;
    if (g_hash_table_size(players) == 0)
        return arguments_no("nobody plays at the moment; nobody was told");
    json_auto_t *notes =
        json_pack("[{s:s, s:s}]", "say", "announcement", "quote", (const char *)user);
    GHashTableIter iter;
    gpointer player;
    g_hash_table_iter_init(&iter, players);
    while (g_hash_table_iter_next(&iter, &player, NULL))
        if (!notes_to_player(desk, *(gint64 *)player, 0, NOTES_ANNOUNCEMENT, notes, error))
            return EXIT_NO;
    admin_say("%u players are told with the next run", g_hash_table_size(players));
    return EXIT_DONE;
}

int announce_command(int argc, char **argv)
{
    int status;
    if (!arguments_parse(&argc, argv, NULL, help, &status))
        return status;
    if (argc < 2)
        return arguments_wrong("announce: what? see announce --help");
    g_autofree char *text = g_strjoinv(" ", argv + 1);
    g_strstrip(text);
    gboolean fine = *text && strlen(text) <= TEXT_MAX && g_utf8_validate(text, -1, NULL);
    for (const char *p = text; fine && *p; p = g_utf8_next_char(p))
        fine = !g_unichar_iscntrl(g_utf8_get_char(p));
    if (!fine)
        return arguments_wrong("announce: one line of at most %d bytes is wanted", TEXT_MAX);
    return admin_with_transaction(announce_work, text);
}
