// SPDX-License-Identifier: MIT
// The lines at the end of a record: result, winner, cancelling, the seed, and the seal of it all.
#include "referee/record/game_lines.h"

#include <string.h>

bool game_read_result(struct game *game, struct line *line)
{
    struct field number;
    gint64 penalty;
    if (!game_take_expected(game, line))
        return false;
    if (!line_field(line, &number) || !field_number(number, &penalty))
        return game_refuse(game, "a result is a number");
    if (!game_take_end(game, line))
        return false;
    if (game->care != GAME_REPLAY && penalty != game->results[game->expected])
        return game_refuse(game, "the result is %d", game->results[game->expected]);
    if (++game->expected == game->n_seats)
        game->stage = GAME_WINNER;
    return true;
}

bool game_read_winner(struct game *game, struct line *line)
{
    unsigned winners = 0;
    do {
        unsigned seat;
        if (!game_take_nick(game, line, &seat))
            return false;
        if (winners >> seat)
            return game_refuse(game, "the winners are not in seat order");
        winners |= 1u << seat;
    } while (!line_done(line));
    if (game->care != GAME_REPLAY && winners != game->winners) {
        const char *nicks[RULES_SEATS_MAX];
        unsigned n = 0;
        for (unsigned s = 0; s < game->n_seats; s++)
            if (game->winners >> s & 1)
                nicks[n++] = game->seats[s].nick;
        g_autofree char *right = line_winner(nicks, n);
        return game_refuse(game, "right is `%s`", right);
    }
    game->stage = GAME_SEED;
    return true;
}

bool game_read_cancelled(struct game *game, struct line *line)
{
    struct field why;
    if (game->stage == GAME_SEATS && game->n_seats < RULES_SEATS_MIN)
        return game_refuse(game, "a game has at least two seats");
    if (game->stage == GAME_RESULTS && game->expected > 0)
        return game_refuse(game, "the result stands already");
    if (!line_rest(line, &why))
        return game_refuse(game, "it should be said why");
    game->why = g_strndup(why.text, why.len);
    game->cancelled = true;
    game->over = true;
    game->stage = GAME_SEED;
    return true;
}

bool game_read_seed(struct game *game, struct line *line)
{
    struct field text;
    uint8_t seed[DEAL_SEED];
    if (!line_field(line, &text) || !field_hash(text, seed))
        return game_refuse(game, "64 lowercase hexadecimal digits should follow `seed`");
    if (!game_take_end(game, line))
        return false;
    if (game->care != GAME_REPLAY) {
        uint8_t commit[DEAL_HASH];
        deal_commit(seed, commit);
        if (memcmp(commit, game->commit, sizeof commit) != 0)
            return game_refuse(game, "the seed is not the one committed to");
    }
    memcpy(game->seed, seed, sizeof seed);
    game->has_seed = true;
    game->stage = GAME_END;
    return true;
}

bool game_read_end(struct game *game, struct line *line)
{
    gint64 time;
    if (!game_take_time(game, line, &time) || !game_take_end(game, line))
        return false;
    game->last_time = time;
    game->stage = GAME_CHAIN;
    return true;
}

bool game_read_chain(struct game *game, struct line *line)
{
    struct field text;
    uint8_t chain[CHAIN_HASH];
    if (!line_field(line, &text) || !field_hash(text, chain))
        return game_refuse(game, "64 lowercase hexadecimal digits should follow `chain`");
    if (!game_take_end(game, line))
        return false;
    if (game->care != GAME_REPLAY && memcmp(chain, game->chain, sizeof chain) != 0)
        return game_refuse(game, "the chain over the lines above is another: one was changed");
    game->stage = GAME_KEY;
    return true;
}

bool game_read_key(struct game *game, struct line *line)
{
    struct field text;
    uint8_t key[CHAIN_KEY];
    if (!line_field(line, &text) || !field_hash(text, key))
        return game_refuse(game, "64 lowercase hexadecimal digits should follow `key`");
    if (!game_take_end(game, line))
        return false;
    if (game->wanted_key && memcmp(key, game->wanted_key, sizeof key) != 0)
        return game_refuse(game, "this is not the key asked for");
    memcpy(game->key, key, sizeof key);
    game->stage = GAME_SIGNATURE;
    return true;
}

bool game_read_signature(struct game *game, struct line *line)
{
    struct field text;
    uint8_t signature[CHAIN_SIGNATURE];
    if (!line_field(line, &text) || !field_signature(text, signature))
        return game_refuse(game, "not the base64 of 64 bytes");
    if (!game_take_end(game, line))
        return false;
    if (game->care != GAME_REPLAY && !chain_verify(CHAIN_RECORD, game->chain, game->key, signature))
        return game_refuse(game, "the signature is not this key's");
    game->stage = GAME_DONE;
    return true;
}
