// SPDX-License-Identifier: MIT
// See standings.h.
#include "referee/archive/standings.h"

#include <string.h>

struct standings {
    GArray *lines;     // struct standing
    GHashTable *index; // gint64 * (owned) to the line's index
};

struct standings *standings_new(void)
{
    struct standings *standings = g_new(struct standings, 1);
    standings->lines = g_array_new(FALSE, TRUE, sizeof(struct standing));
    standings->index = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return standings;
}

void standings_free(struct standings *standings)
{
    if (!standings)
        return;
    g_array_unref(standings->lines);
    g_hash_table_unref(standings->index);
    g_free(standings);
}

static gboolean find_index(const struct standings *standings, gint64 who, guint *out_index)
{
    gpointer found;
    if (!g_hash_table_lookup_extended(standings->index, &who, NULL, &found))
        return FALSE;
    *out_index = GPOINTER_TO_UINT(found);
    return TRUE;
}

static guint index_of(struct standings *standings, gint64 who)
{
    guint index;
    if (find_index(standings, who, &index))
        return index;
    struct standing line = {.who = who, .rating = rating_start()};
    if (who == STANDING_ROBOT)
        g_strlcpy(line.nick, "robot", sizeof line.nick);
    g_array_append_val(standings->lines, line);
    index = standings->lines->len - 1;
    g_hash_table_insert(standings->index, g_memdup2(&who, sizeof who), GUINT_TO_POINTER(index));
    return index;
}

// Each seat is one more observation, made before the other seats' are taken in: means add up what
// they move, variances multiply what they leave.
static void learn(struct rating *rating, struct rating before, struct rating after)
{
    rating->mean += after.mean - before.mean;
    rating->deviation *= after.deviation / before.deviation;
}

void standings_add(struct standings *standings, const struct standings_seat *seats, unsigned n)
{
    guint index[RATING_SEATS_MAX];
    gint64 counts[RATING_SEATS_MAX];
    struct rating before[RATING_SEATS_MAX];
    struct rating after[RATING_SEATS_MAX];
    gint64 best = seats[0].count;
    g_assert(n >= 2 && n <= RATING_SEATS_MAX);
    for (unsigned i = 0; i < n; i++) {
        index[i] = index_of(standings, seats[i].who);
        counts[i] = seats[i].count;
        best = MIN(best, counts[i]);
    }
    for (unsigned i = 0; i < n; i++)
        before[i] = after[i] = g_array_index(standings->lines, struct standing, index[i]).rating;
    rating_game(after, counts, n);
    for (unsigned i = 0; i < n; i++) {
        struct standing *line = &g_array_index(standings->lines, struct standing, index[i]);
        learn(&line->rating, before[i], after[i]);
        line->games++;
        line->won += counts[i] == best;
        line->tokens += counts[i];
        line->turns += seats[i].turns;
        line->missed += seats[i].missed;
    }
}

struct standing *standings_find(struct standings *standings, gint64 who)
{
    guint index;
    return find_index(standings, who, &index)
               ? &g_array_index(standings->lines, struct standing, index)
               : NULL;
}

static gint better(gconstpointer a, gconstpointer b)
{
    const struct standing *x = a;
    const struct standing *y = b;
    const double left = rating_floor(x->rating);
    const double right = rating_floor(y->rating);
    if (left != right)
        return left > right ? -1 : 1;
    const int named = g_ascii_strcasecmp(x->nick, y->nick);
    return named ? named : (x->who > y->who) - (x->who < y->who);
}

GArray *standings_order(struct standings *standings)
{
    GArray *lines = g_array_ref(standings->lines);
    standings_free(standings);
    g_array_sort(lines, better);
    return lines;
}
