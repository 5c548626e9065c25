// SPDX-License-Identifier: MIT
// See shelf.h.
#include "referee/archive/shelf.h"

#include "referee/archive/result.h"

static void clear_game(gpointer value)
{
    struct shelf_game *game = value;
    g_free(game->name);
    for (guint s = 0; s < game->n_seats; s++)
        g_strfreev(game->seats[s].later);
}

static void free_player(gpointer value)
{
    struct shelf_player *player = value;
    g_array_unref(player->games);
    g_hash_table_unref(player->pairs);
    g_free(player);
}

struct shelf *shelf_new(void)
{
    struct shelf *self = g_new0(struct shelf, 1);
    self->games = g_array_new(FALSE, FALSE, sizeof(struct shelf_game));
    g_array_set_clear_func(self->games, clear_game);
    self->players = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_player);
    return self;
}

void shelf_free(struct shelf *self)
{
    if (!self)
        return;
    g_array_unref(self->games);
    g_hash_table_unref(self->players);
    g_free(self);
}

// ---- adding ------------------------------------------------------------------------------------

static struct shelf_player *player_of(struct shelf *self, const char *nick)
{
    g_autofree char *small = g_ascii_strdown(nick, -1);
    struct shelf_player *player = g_hash_table_lookup(self->players, small);
    if (!player) {
        player = g_new0(struct shelf_player, 1);
        player->games = g_array_new(FALSE, FALSE, sizeof(guint));
        player->pairs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        g_hash_table_insert(self->players, g_steal_pointer(&small), player);
    }
    g_strlcpy(player->nick, nick, sizeof player->nick);
    return player;
}

static void meet(struct shelf_player *player, const struct shelf_seat *mine,
                 const struct shelf_seat *theirs)
{
    g_autofree char *small = g_ascii_strdown(theirs->nick, -1);
    struct shelf_pair *pair = g_hash_table_lookup(player->pairs, small);
    if (!pair) {
        pair = g_new0(struct shelf_pair, 1);
        g_hash_table_insert(player->pairs, g_steal_pointer(&small), pair);
    }
    g_strlcpy(pair->nick, theirs->nick, sizeof pair->nick);
    pair->games++;
    pair->ahead += mine->result < theirs->result;
    pair->behind += mine->result > theirs->result;
}

// What somebody did at a seat of the game at this place, whoever has its result.
static void sit(struct shelf *self, const struct chronicle_sitter *sitter, guint place)
{
    if (result_is_robot(sitter->nick))
        return;
    struct shelf_player *player = player_of(self, sitter->nick);
    const guint n = player->games->len;
    if (n == 0 || g_array_index(player->games, guint, n - 1) != place)
        g_array_append_val(player->games, place);
    player->own += sitter->own;
    player->missed += sitter->missed;
    player->thought += sitter->thought;
}

// Games that run count for nobody yet; of cancelled ones only the time that was taken.
static void count(struct shelf *self, const struct chronicle *chronicle, guint place)
{
    const struct shelf_game *game = &g_array_index(self->games, struct shelf_game, place);
    for (guint s = 0; s < game->n_seats; s++) {
        const struct shelf_seat *seat = &game->seats[s];
        const GArray *sitters = chronicle->seats[s].sitters;
        for (guint i = 0; i < sitters->len; i++)
            sit(self, &g_array_index(sitters, struct chronicle_sitter, i), place);
        if (!game->settled || result_is_robot(seat->nick))
            continue;
        struct shelf_player *player = player_of(self, seat->nick);
        player->settled++;
        player->won += (guint)seat->won;
        player->tokens += seat->result;
        for (guint other = 0; other < game->n_seats; other++) {
            if (other != s)
                meet(player, seat, &game->seats[other]);
        }
    }
}

static GStrv later_of(const struct chronicle_seat *seat)
{
    const guint n = seat->sitters->len - 1; // the first is who began
    GStrv later = n ? g_new0(char *, n + 1) : NULL;
    for (guint i = 0; i < n; i++)
        later[i] = g_strdup(g_array_index(seat->sitters, struct chronicle_sitter, i + 1).nick);
    return later;
}

void shelf_add(struct shelf *self, const struct chronicle *chronicle, const char *referee)
{
    const struct game *read = &chronicle->game;
    struct shelf_game game = {.id = read->id,
                              .started = chronicle->started ? chronicle->started : read->created,
                              .ended = chronicle->ended,
                              .name = g_strdup(read->name),
                              .cancelled = read->cancelled,
                              .settled = chronicle->settled,
                              .n_seats = read->n_seats,
                              .round = read->table.round,
                              .phase = read->table.phase,
                              .to_move = read->table.to_move};
    g_strlcpy(game.referee, referee, sizeof game.referee);
    for (unsigned s = 0; s < read->n_seats; s++) {
        const struct chronicle_seat *from = &chronicle->seats[s];
        struct shelf_seat *seat = &game.seats[s];
        g_strlcpy(seat->nick, from->nick, sizeof seat->nick);
        g_strlcpy(seat->now, from->now, sizeof seat->now);
        seat->later = later_of(from);
        seat->result = chronicle->settled ? from->result : read->table.seats[s].penalty;
        seat->won = from->won;
    }
    g_array_append_val(self->games, game);
    if (game.ended && !*game.referee)
        count(self, chronicle, self->games->len - 1);
}

// ---- order -------------------------------------------------------------------------------------

const struct shelf_player *shelf_find(const struct shelf *self, const char *nick)
{
    g_autofree char *small = g_ascii_strdown(nick, -1);
    return g_hash_table_lookup(self->players, small);
}

static int by_meetings(gconstpointer a, gconstpointer b)
{
    const struct shelf_pair *x = *(struct shelf_pair *const *)a;
    const struct shelf_pair *y = *(struct shelf_pair *const *)b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return g_ascii_strcasecmp(x->nick, y->nick);
}

GPtrArray *shelf_opponents(const struct shelf_player *player, const people *who, guint n)
{
    GPtrArray *out = g_ptr_array_new();
    GHashTableIter all;
    gpointer value;
    g_hash_table_iter_init(&all, player->pairs);
    while (g_hash_table_iter_next(&all, NULL, &value)) {
        if (!people_hidden(who, ((struct shelf_pair *)value)->nick))
            g_ptr_array_add(out, value);
    }
    g_ptr_array_sort(out, by_meetings);
    if (out->len > n)
        g_ptr_array_set_size(out, (gint)n);
    return out;
}
