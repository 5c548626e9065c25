// SPDX-License-Identifier: MIT
// See game.h.
#include "referee/record/game.h"

#include <sodium.h>
#include <string.h>

void game_init(struct game *game, enum game_care care)
{
    memset(game, 0, sizeof *game);
    game->care = care;
    game->created = game->round_time = game->last_time = G_MININT64;
    game->last_seat = RULES_NOBODY;
    game->table.to_move = RULES_NOBODY;
    game->table.phase = RULES_PHASE_OVER;
}

void game_copy(struct game *out, const struct game *game)
{
    *out = *game;
    out->name = g_strdup(game->name);
    out->why = g_strdup(game->why);
}

void game_clear(struct game *game)
{
    g_free(game->name);
    g_free(game->why);
    sodium_memzero(game, sizeof *game);
}

void game_open(struct game *game, const uint8_t seed[DEAL_SEED], const uint8_t *secret_key)
{
    memcpy(game->seed, seed, DEAL_SEED);
    game->has_seed = true;
    game->secret_key = secret_key;
}

unsigned game_find_seat(const struct game *game, struct field nick)
{
    for (unsigned s = 0; s < game->n_seats; s++)
        if (field_is(nick, game->seats[s].nick))
            return s;
    return RULES_NOBODY;
}

bool game_nick_taken(const struct game *game, struct field nick, unsigned seat)
{
    for (unsigned s = 0; s < game->n_seats; s++)
        if (s != seat && strlen(game->seats[s].nick) == nick.len &&
            g_ascii_strncasecmp(nick.text, game->seats[s].nick, nick.len) == 0)
            return true;
    return false;
}
