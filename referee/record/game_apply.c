// SPDX-License-Identifier: MIT
// See game_apply.h. Here: which line may stand when, the counters and the chains. What each line
// says is read in game_head.c, game_round.c and game_end.c.
#include "referee/record/game_apply.h"

#include "referee/record/game_lines.h"
#include "referee/record/sealed.h"

#include <string.h>

#define AT(stage) (1u << (stage))

// The kinds of lines, by their first word, and the stages at which each may stand. The public form
// of a game goes as far as the last line of its rounds.
static const struct kind {
    const char *word;
    unsigned stages;
    bool is_public;
    game_reader *read;
} kinds[] = {
    {"move", AT(GAME_PLAY), true, game_read_move},
    {"discard", AT(GAME_PLAY), true, game_read_discard},
    {"deal", AT(GAME_DEALS), true, game_read_deal},
    {"seat-change", AT(GAME_PLAY), true, game_read_seat_change},
    {"score", AT(GAME_SCORES), true, game_read_score},
    {"round", AT(GAME_SEATS) | AT(GAME_ROUND), true, game_read_round},
    {"23", AT(GAME_TITLE), true, game_read_title},
    {"game", AT(GAME_GAME), true, game_read_game},
    {"name", AT(GAME_NAME), true, game_read_name},
    {"rules", AT(GAME_NAME) | AT(GAME_RULES), true, game_read_rules},
    {"commit", AT(GAME_COMMIT), true, game_read_commit},
    {"seat", AT(GAME_SEATS), true, game_read_seat},
    {"cancelled", AT(GAME_SEATS) | AT(GAME_PLAY) | AT(GAME_ROUND) | AT(GAME_RESULTS), false,
     game_read_cancelled},
    {"result", AT(GAME_RESULTS), false, game_read_result},
    {"winner", AT(GAME_WINNER), false, game_read_winner},
    {"seed", AT(GAME_SEED), false, game_read_seed},
    {"end", AT(GAME_END), false, game_read_end},
    {"chain", AT(GAME_CHAIN), false, game_read_chain},
    {"key", AT(GAME_KEY), false, game_read_key},
    {"signature", AT(GAME_SIGNATURE), false, game_read_signature},
};

static const char *awaited_in_round(const struct game *game)
{
    switch (game->table.phase) {
    case RULES_PHASE_DISCARD:
        return "discard";
    case RULES_PHASE_OPENING:
    case RULES_PHASE_PLAY:
        return "move";
    default:
        return "score";
    }
}

void game_awaited(const struct game *game, char *out)
{
    static const char *const words[] = {
        "23 record v1", "game", "rules", "rules",   "commit",    "seat",
        "deal",         NULL,   "score", "round 2", "result",    "winner",
        "seed",         "end",  "chain", "key",     "signature", "nothing more"};
    const char *word = words[game->stage] ? words[game->stage] : awaited_in_round(game);
    const char *nick = "";
    if (game->stage == GAME_SEATS && game->n_seats >= RULES_SEATS_MIN)
        word = "round 1";
    if (game->stage == GAME_DEALS || game->stage == GAME_SCORES || game->stage == GAME_RESULTS)
        nick = game->seats[game->expected].nick;
    else if (game->stage == GAME_PLAY && game->table.to_move != RULES_NOBODY)
        nick = game->seats[game->table.to_move].nick;
    g_snprintf(out, GAME_REASON, "`%s%s%s`", word, *nick ? " " : "", nick);
}

static const struct kind *find_kind(struct game *game, struct field word)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (field_is(word, kinds[i].word))
            return kinds[i].stages & AT(game->stage) ? &kinds[i] : NULL;
    return NULL;
}

static bool refuse_kind(struct game *game, struct field word)
{
    char awaited[GAME_REASON];
    char shown[GAME_SHOWN];
    game_awaited(game, awaited);
    if (game->stage == GAME_DONE)
        return game_refuse(game, "nothing can follow the signature");
    return game_refuse(game, "`%s` stands here instead of %s", game_shown(word, shown), awaited);
}

// Only discards need the round, and table.round is theirs.
static void add_to_head(struct game *game, const char *text, gsize len)
{
    if (!sealed_is_secret(text, len)) {
        chain_add(game->head, text, len);
        return;
    }
    g_autofree char *line = sealed_public(game->seed, game->table.round, text, len);
    g_assert(line);
    chain_add(game->head, line, strlen(line));
}

bool game_apply(struct game *game, const char *text, gsize len)
{
    struct line line = line_start(text, len);
    struct field word = {text, 0};
    if (!line_is_clean(text, len))
        return game_refuse(game, "the line is not UTF-8 without control characters");
    if (!line_field(&line, &word) && len == 0)
        return game_refuse(game, "a blank line");
    const struct kind *kind = find_kind(game, word);
    if (!kind)
        return refuse_kind(game, word);
    g_assert(game->care != GAME_RUNNING || game->has_seed);
    const bool chained = game->stage <= GAME_END && game->care != GAME_REPLAY;
    if (!kind->read(game, &line))
        return false;
    game->lines++;
    if (chained)
        chain_add(game->chain, text, len);
    if (kind->is_public) {
        game->public_lines++;
        if (game->care == GAME_RUNNING)
            add_to_head(game, text, len);
    }
    return true;
}
