// SPDX-License-Identifier: MIT
// See match_memory.h.
#include "referee/match/match_memory.h"

#include "referee/match/match.h"

enum { GAMES = 128 };

struct match_memory {
    GHashTable *games; // id → struct folded
    guint undone;      // as the store counts it, when they were folded
};

struct folded {
    gint64 id;
    struct game game;
    GPtrArray *lines; // char *
    GArray *moves;
};

static void free_folded(gpointer value)
{
    struct folded *folded = value;
    game_clear(&folded->game);
    g_ptr_array_unref(folded->lines);
    g_array_unref(folded->moves);
    g_free(folded);
}

struct match_memory *match_memory_new(void)
{
    struct match_memory *memory = g_new0(struct match_memory, 1);
    memory->games = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, free_folded);
    return memory;
}

void match_memory_free(struct match_memory *memory)
{
    if (!memory)
        return;
    g_hash_table_unref(memory->games);
    g_free(memory);
}

static void copy_lines(GPtrArray *out, const GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++)
        g_ptr_array_add(out, g_strdup(lines->pdata[i]));
}

void match_memory_keep(struct match_memory *memory, const struct store *store,
                       const struct match *match)
{
    if (!memory)
        return;
    if (memory->undone != store_undone(store) || g_hash_table_size(memory->games) >= GAMES)
        g_hash_table_remove_all(memory->games);
    memory->undone = store_undone(store);
    struct folded *folded = g_new0(struct folded, 1);
    folded->id = match->row.id;
    game_copy(&folded->game, &match->game);
    folded->lines = g_ptr_array_new_full(match->lines->len, g_free);
    copy_lines(folded->lines, match->lines);
    folded->moves = g_array_copy(match->moves);
    g_hash_table_replace(memory->games, &folded->id, folded);
}

void match_memory_recall(struct match_memory *memory, const struct store *store,
                         struct match *match)
{
    const struct folded *folded = memory && memory->undone == store_undone(store)
                                      ? g_hash_table_lookup(memory->games, &match->row.id)
                                      : NULL;
    if (!folded)
        return;
    game_clear(&match->game);
    game_copy(&match->game, &folded->game);
    copy_lines(match->lines, folded->lines);
    g_array_append_vals(match->moves, folded->moves->data, folded->moves->len);
}
