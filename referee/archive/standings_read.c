// SPDX-License-Identifier: MIT
// See standings_read.h.
#include "referee/archive/standings_read.h"

#include "storage/players.h"
#include "storage/results.h"

static void add_game(gint64 game, const struct result_row *rows, guint n, gpointer data)
{
    struct standings_seat seats[RATING_SEATS_MAX];
    (void)game;
    if (n < 2)
        return;
    for (guint i = 0; i < n; i++)
        seats[i] = (struct standings_seat){.who = rows[i].starter,
                                           .count = rows[i].count,
                                           .turns = rows[i].turns,
                                           .missed = rows[i].missed};
    standings_add(data, seats, n);
}

static gboolean name_players(struct store *store, struct standings *standings, GError **error)
{
    g_autoptr(GArray) players = NULL;
    if (!players_list(store, &players, error))
        return FALSE;
    for (guint i = 0; i < players->len; i++) {
        const struct player *player = &g_array_index(players, struct player, i);
        struct standing *line = standings_find(standings, player->id);
        if (!line)
            continue;
        g_strlcpy(line->nick, player->nick, sizeof line->nick);
        line->hidden = player->private || player->forgotten_at;
    }
    return TRUE;
}

gboolean standings_read_store(struct store *store, GArray **out_lines, GError **error)
{
    struct standings *standings = standings_new();
    if (!results_each(store, add_game, standings, error) ||
        !name_players(store, standings, error)) {
        standings_free(standings);
        return FALSE;
    }
    *out_lines = standings_order(standings);
    return TRUE;
}
