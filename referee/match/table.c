// SPDX-License-Identifier: MIT
// See table.h.
#include "referee/match/table.h"

#include "base/utc.h"
#include "referee/match/match_evidence.h"
#include "referee/record/options_json.h"
#include "referee/rules/notation.h"

#include <sodium.h>
#include <string.h>

static json_t *hex_json(const uint8_t *bytes, gsize len, gsize digits)
{
    char hex[2 * DEAL_HASH + 1];
    sodium_bin2hex(hex, sizeof hex, bytes, len);
    return json_stringn(hex, MIN(digits, 2 * len));
}

static json_t *hand_json(const struct hand *hand)
{
    json_t *cards = json_array();
    for (int value = 1; value <= RULES_VALUE_MAX; value++) {
        for (int i = 0; i < hand->count[value]; i++)
            json_array_append_new(cards, json_integer(value));
    }
    return cards;
}

static json_t *nick_or_null(const struct match *match, unsigned seat)
{
    return seat < match->game.n_seats ? json_string(match->game.seats[seat].nick) : json_null();
}

static json_t *you_json(const struct match *match, unsigned seat)
{
    if (seat == RULES_NOBODY)
        return json_null();
    const struct rules_seat *held = &match->game.table.seats[seat];
    gboolean has_discarded = held->discarded && held->aside.cards > 0;
    return json_pack("{s:s, s:i, s:o, s:o, s:o}", "nick", match->game.seats[seat].nick, "seat",
                     (int)seat, "hand", hand_json(&held->hand), "discarded",
                     has_discarded ? hand_json(&held->aside) : json_null(), "plan",
                     plan_json(match->plans[seat]));
}

static json_t *seats_json(const struct match *match, const struct table_time *times)
{
    static const struct table_time no_time = {0};
    json_t *seats = json_array();
    for (unsigned i = 0; i < match->game.n_seats; i++) {
        const struct rules_seat *held = &match->game.table.seats[i];
        const struct seat_row *row = match_seat(match, i);
        const struct table_time *time = times ? &times[i] : &no_time;
        json_array_append_new(
            seats,
            json_pack("{s:s, s:i, s:i, s:i, s:b, s:b, s:b, s:I, s:i, s:s?}", "nick",
                      match->game.seats[i].nick, "cards", (int)held->hand.cards, "penalty",
                      (int)held->penalty, "bonus", (int)held->bonus, "in", held->in, "robot",
                      row->robot, "discarded", held->discarded, "bank", (json_int_t)time->bank,
                      "vacation", time->vacation, "away", time->away[0] ? time->away : NULL));
    }
    return seats;
}

static json_t *legal_json(const struct match *match, unsigned seat)
{
    json_t *moves = json_array();
    if (!match_waits_for(match, seat) || match->game.table.phase != RULES_PHASE_PLAY)
        return moves;
    struct legal legal[RULES_LEGAL_MAX];
    unsigned n = rules_legal(&match->game.table, legal);
    for (unsigned i = 0; i < n; i++) {
        char text[NOTATION_MOVE_MAX];
        notation_format_move(legal[i].move, text);
        json_array_append_new(moves, json_pack("[s, i]", text, (int)legal[i].cost));
    }
    return moves;
}

static json_t *log_json(const struct match *match, guint told)
{
    json_t *log = json_array();
    g_autoptr(GPtrArray) lines = match_public_lines(match, told);
    for (guint i = 0; i < lines->len; i++)
        json_array_append_new(log, json_string(g_ptr_array_index(lines, i)));
    return log;
}

// What only the end tells: nothing of it before.
static void add_end(const struct match *match, json_t *table)
{
    const struct game *game = &match->game;
    gboolean over = game->stage == GAME_DONE;
    gboolean settled = over && !game->cancelled;
    json_t *scores = settled ? json_array() : json_null();
    json_t *winners = settled ? json_array() : json_null();
    for (unsigned i = 0; settled && i < game->n_seats; i++) {
        json_array_append_new(scores, json_pack("{s:s, s:i, s:i, s:i}", "nick", game->seats[i].nick,
                                                "penalty", (int)game->table.seats[i].penalty,
                                                "bonus", (int)game->table.seats[i].bonus, "result",
                                                (int)game->results[i]));
        if (game->winners >> i & 1)
            json_array_append_new(winners, json_string(game->seats[i].nick));
    }
    json_object_set_new(table, "scores", scores);
    json_object_set_new(table, "winner", winners);
    json_object_set_new(table, "seed",
                        over ? hex_json(game->seed, DEAL_SEED, 2 * DEAL_SEED) : json_null());
}

// Of a game in which every seat signs: how far its evidence goes.
static void add_evidence(const struct match *match, json_t *table)
{
    uint8_t head[CHAIN_HASH];
    if (!match->evidence)
        return;
    match_evidence_head(match->evidence, head);
    json_object_set_new(table, "evidence",
                        json_pack("{s:i, s:o}", "lines", (int)match->evidence->lines->len, "head",
                                  hex_json(head, sizeof head, TABLE_HEAD_DIGITS)));
}

static const char *phase_name(const struct match *match)
{
    const struct table *table = &match->game.table;
    if (match->game.over || table->phase == RULES_PHASE_OVER)
        return "over";
    return table->phase == RULES_PHASE_DISCARD ? "discard" : "play";
}

static json_t *deadline_json(gint64 due)
{
    if (!due)
        return json_null();
    char text[UTC_TEXT];
    utc_format(due, text);
    return json_string(text);
}

json_t *table_json(const struct table_input *input)
{
    const struct match *match = input->match;
    const struct game *game = &match->game;
    const struct table *table = &game->table;
    gboolean playing = match_is_running(match) && table->phase == RULES_PHASE_PLAY;
    json_t *object = json_pack(
        "{s:i, s:s, s:s, s:I, s:s, s:s, s:i, s:i, s:o, s:s, s:o, s:o}", "v", TABLE_VERSION,
        "referee", input->referee, "key", input->key, "game", (json_int_t)match->row.id, "name",
        match->row.name, "kind", input->kind, "turn", (int)game->turn, "lines",
        (int)game->public_lines, "head", hex_json(game->head, CHAIN_HASH, TABLE_HEAD_DIGITS),
        "ticket", input->ticket, "rules", options_json(game->options), "commit",
        hex_json(game->commit, DEAL_HASH, 2 * DEAL_HASH));
    json_t *rest =
        json_pack("{s:s, s:i, s:i, s:b, s:o, s:o, s:o, s:o, s:b, s:o, s:o}", "phase",
                  phase_name(match), "round", (int)table->round, "top", (int)table->top, "forced",
                  playing && rules_forced(table), "to_move",
                  nick_or_null(match, playing ? table->to_move : RULES_NOBODY), "you",
                  you_json(match, input->seat), "seats", seats_json(match, input->times), "legal",
                  legal_json(match, input->seat), "discard",
                  table->phase == RULES_PHASE_DISCARD && match_waits_for(match, input->seat), "log",
                  log_json(match, input->told), "deadline", deadline_json(input->due));
    g_assert(object && rest); // texts were UTF-8 when they came in
    json_object_update_new(object, rest);
    add_end(match, object);
    add_evidence(match, object);
    return object;
}

// Whether a round ended in the lines since the last mail.
static gboolean has_scores(const struct match *match, guint told)
{
    for (guint i = told; i < match->game.public_lines; i++) {
        if (g_str_has_prefix(g_ptr_array_index(match->lines, i), "score "))
            return TRUE;
    }
    return FALSE;
}

const char *table_kind(const struct match *match, unsigned seat, guint told)
{
    if (match->game.stage == GAME_DONE)
        return match->game.cancelled ? "cancelled" : "game-over";
    if (match_waits_for(match, seat))
        return match->game.table.phase == RULES_PHASE_DISCARD ? "deal" : "turn";
    return has_scores(match, told) ? "round-over" : "table";
}
