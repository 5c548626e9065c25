// SPDX-License-Identifier: MIT
// See standings_records.h.
#include "referee/archive/standings_records.h"

#include <string.h>

// What is kept of a record until all are there.
struct ended {
    gint64 at, game;
    unsigned n;
    struct standings_seat seats[RATING_SEATS_MAX];
};

struct standings_records {
    GArray *games;     // struct ended
    GHashTable *who;   // a nick in lower case (owned) to a number
    GPtrArray *called; // char *: the nick of each number, as it was spelt last; [0] is no player's
};

struct standings_records *standings_records_new(void)
{
    struct standings_records *records = g_new(struct standings_records, 1);
    records->games = g_array_new(FALSE, FALSE, sizeof(struct ended));
    records->who = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    records->called = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(records->called, g_strdup("robot"));
    return records;
}

void standings_records_free(struct standings_records *records)
{
    if (!records)
        return;
    g_array_unref(records->games);
    g_hash_table_unref(records->who);
    g_ptr_array_unref(records->called);
    g_free(records);
}

static gint64 number_of(struct standings_records *records, const char *nick)
{
    if (result_is_robot(nick))
        return STANDING_ROBOT;
    char *folded = g_ascii_strdown(nick, -1);
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(records->who, folded));
    if (number) {
        g_free(folded);
        return number;
    }
    number = records->called->len;
    g_hash_table_insert(records->who, folded, GUINT_TO_POINTER(number));
    g_ptr_array_add(records->called, g_strdup(nick));
    return number;
}

void standings_records_add(struct standings_records *records, const struct result *result)
{
    struct ended game = {.at = result->ended, .game = result->game, .n = result->n_seats};
    if (!result->counts || result->n_seats < 2)
        return;
    for (unsigned s = 0; s < result->n_seats; s++) {
        const struct result_seat *seat = &result->seats[s];
        game.seats[s] = (struct standings_seat){.who = number_of(records, seat->starter),
                                                .count = seat->count,
                                                .turns = seat->turns,
                                                .missed = seat->missed};
    }
    g_array_append_val(records->games, game);
}

static gint earlier(gconstpointer a, gconstpointer b)
{
    const struct ended *x = a;
    const struct ended *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return (x->game > y->game) - (x->game < y->game);
}

GArray *standings_records_order(struct standings_records *records)
{
    struct standings *standings = standings_new();
    g_array_sort(records->games, earlier);
    for (guint i = 0; i < records->games->len; i++) {
        const struct ended *game = &g_array_index(records->games, struct ended, i);
        standings_add(standings, game->seats, game->n);
    }
    for (guint number = 1; number < records->called->len; number++) {
        struct standing *line = standings_find(standings, number);
        if (line)
            g_strlcpy(line->nick, g_ptr_array_index(records->called, number), sizeof line->nick);
    }
    standings_records_free(records);
    return standings_order(standings);
}
