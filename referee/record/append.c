// SPDX-License-Identifier: MIT
// See append.h.
#include "referee/record/append.h"

#include "referee/record/game_apply.h"

#include <string.h>

// Takes the line over.
static bool put(struct game *game, char *line, GPtrArray *lines)
{
    if (!game_apply(game, line, strlen(line))) {
        g_free(line);
        return false;
    }
    g_ptr_array_add(lines, line);
    return true;
}

static gint64 not_before(const struct game *game, gint64 now)
{
    return MAX(now, game->last_time);
}

static char *winner_line(const struct game *game)
{
    const char *nicks[RULES_SEATS_MAX];
    unsigned n = 0;
    for (unsigned s = 0; s < game->n_seats; s++)
        if (game->winners >> s & 1)
            nicks[n++] = game->seats[s].nick;
    return line_winner(nicks, n);
}

static char *key_line(const struct game *game)
{
    g_assert(game->secret_key);
    return line_key(game->secret_key + CHAIN_SECRET - CHAIN_KEY);
}

static char *signature_line(const struct game *game)
{
    uint8_t signature[CHAIN_SIGNATURE];
    chain_sign(CHAIN_RECORD, game->chain, game->secret_key, signature);
    return line_signature(signature);
}

// The line that nobody has a say in, or NULL where somebody has.
static char *next_line(const struct game *game, gint64 now)
{
    const struct game_seat *seat = &game->seats[game->expected % RULES_SEATS_MAX];
    const struct rules_seat *place = &game->table.seats[game->expected % RULES_SEATS_MAX];
    const struct move opening = {MOVE_PLAY, 1, 1, 0};
    switch (game->stage) {
    case GAME_DEALS:
        return line_deal(seat->nick, &game->right[game->expected]);
    case GAME_PLAY:
        if (game->table.phase != RULES_PHASE_OPENING)
            return NULL;
        return line_move(game->seats[game->table.to_move].nick, now, opening, LINE_PLAYER);
    case GAME_SCORES:
        return line_score(seat->nick, place->penalty, place->bonus);
    case GAME_ROUND:
        return line_round(2, now);
    case GAME_RESULTS:
        return line_result(seat->nick, game->results[game->expected]);
    case GAME_WINNER:
        return winner_line(game);
    case GAME_SEED:
        return line_seed(game->seed);
    case GAME_END:
        return line_end(now);
    case GAME_CHAIN:
        return line_chain(game->chain);
    case GAME_KEY:
        return key_line(game);
    case GAME_SIGNATURE:
        return signature_line(game);
    case GAME_TITLE:
    case GAME_GAME:
    case GAME_NAME:
    case GAME_RULES:
    case GAME_COMMIT:
    case GAME_SEATS:
    case GAME_DONE:
        break;
    }
    return NULL;
}

void append_follow(struct game *game, gint64 now, GPtrArray *lines)
{
    const gint64 time = not_before(game, now);
    char *line;
    while ((line = next_line(game, time)))
        if (!put(game, line, lines))
            g_error("a line of the referee's own was refused: %s", game->reason);
}

static bool put_and_follow(struct game *game, gint64 now, char *line, GPtrArray *lines)
{
    if (!put(game, line, lines))
        return false;
    append_follow(game, now, lines);
    return true;
}

bool append_head(struct game *game, gint64 id, gint64 now, const char *name,
                 struct rules_options options, GPtrArray *lines)
{
    uint8_t commit[DEAL_HASH];
    const bool named = name && *name;
    g_assert(game->stage == GAME_TITLE && game->has_seed);
    if (named && !line_is_clean(name, strlen(name))) {
        g_strlcpy(game->reason, "the name is not one line of UTF-8", sizeof game->reason);
        return false;
    }
    deal_commit(game->seed, commit);
    return put(game, g_strdup("23 record v1"), lines) && put(game, line_game(id, now), lines) &&
           (!named || put(game, line_name(name), lines)) && put(game, line_rules(options), lines) &&
           put(game, line_commit(commit), lines);
}

bool append_seat(struct game *game, const char *nick, const char *luck, GPtrArray *lines)
{
    // A blank in it would begin the luck.
    if (!field_is_nick((struct field){nick, strlen(nick)})) {
        g_strlcpy(game->reason, "not a nickname", sizeof game->reason);
        return false;
    }
    return put(game, line_seat(nick, luck), lines);
}

bool append_start(struct game *game, gint64 now, GPtrArray *lines)
{
    return put_and_follow(game, now, line_round(1, not_before(game, now)), lines);
}

bool append_discard(struct game *game, unsigned seat, gint64 now, const struct hand *cards,
                    enum line_mark mark, GPtrArray *lines)
{
    g_assert(seat < game->n_seats);
    const gint64 time = not_before(game, now);
    return put_and_follow(game, now, line_discard(game->seats[seat].nick, time, cards, mark),
                          lines);
}

bool append_move(struct game *game, unsigned seat, gint64 now, struct move move,
                 enum line_mark mark, GPtrArray *lines)
{
    g_assert(seat < game->n_seats);
    const gint64 time = not_before(game, now);
    return put_and_follow(game, now, line_move(game->seats[seat].nick, time, move, mark), lines);
}

bool append_seat_change(struct game *game, unsigned seat, gint64 now, const char *new_nick,
                        GPtrArray *lines)
{
    g_assert(seat < game->n_seats);
    const gint64 time = not_before(game, now);
    return put(game, line_seat_change(game->seats[seat].nick, time, new_nick), lines);
}

bool append_cancelled(struct game *game, gint64 now, const char *why, GPtrArray *lines)
{
    return put_and_follow(game, now, line_cancelled(why), lines);
}
