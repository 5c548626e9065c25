// SPDX-License-Identifier: MIT
// The lines at the head of a record: what is played, under which rules, by whom.
#include "referee/record/game_lines.h"

#include <string.h>

bool game_read_title(struct game *game, struct line *line)
{
    struct field rest;
    if (!line_rest(line, &rest) || !field_is(rest, "record v1"))
        return game_refuse(game, "a record begins with `23 record v1`");
    game->stage = GAME_GAME;
    return true;
}

bool game_read_game(struct game *game, struct line *line)
{
    struct field number;
    char shown[GAME_SHOWN];
    gint64 id;
    gint64 time;
    if (!line_field(line, &number))
        return game_refuse(game, "the game's number should follow here");
    if (!field_number(number, &id))
        return game_refuse(game, "not a number: `%s`", game_shown(number, shown));
    if (!game_take_time(game, line, &time) || !game_take_end(game, line))
        return false;
    game->id = id;
    game->created = game->last_time = time;
    game->stage = GAME_NAME;
    return true;
}

bool game_read_name(struct game *game, struct line *line)
{
    struct field name;
    if (!line_rest(line, &name))
        return game_refuse(game, "the name is empty");
    game->name = g_strndup(name.text, name.len);
    game->stage = GAME_RULES;
    return true;
}

// One of two words; which of them into *out.
static bool take_option(struct line *line, const char *first, const char *second, bool *out)
{
    struct field text;
    if (!line_field(line, &text))
        return false;
    *out = field_is(text, second);
    return *out || field_is(text, first);
}

bool game_read_rules(struct game *game, struct line *line)
{
    bool skipped;
    bool shift;
    bool discard;
    bool stall;
    if (!take_option(line, "gap=difference", "gap=skipped", &skipped) ||
        !take_option(line, "bonus=window", "bonus=shift", &shift) ||
        !take_option(line, "discard=0", "discard=3", &discard) ||
        !take_option(line, "stall=0", "stall=3", &stall))
        return game_refuse(game,
                           "not a line of rules: gap, bonus, discard and stall, in this order");
    if (!game_take_end(game, line))
        return false;
    game->options = (struct rules_options){
        .gap = skipped ? RULES_GAP_SKIPPED : RULES_GAP_DIFFERENCE,
        .bonus = shift ? RULES_BONUS_SHIFT : RULES_BONUS_WINDOW,
        .discard = discard ? RULES_DISCARD_MAX : 0,
        .stall = stall ? 3 : 0,
    };
    game->stage = GAME_COMMIT;
    return true;
}

bool game_read_commit(struct game *game, struct line *line)
{
    struct field text;
    uint8_t commit[DEAL_HASH];
    if (!line_field(line, &text) || !field_hash(text, commit))
        return game_refuse(game, "64 lowercase hexadecimal digits should follow `commit`");
    if (!game_take_end(game, line))
        return false;
    if (game->has_seed && game->care != GAME_REPLAY) {
        uint8_t right[DEAL_HASH];
        deal_commit(game->seed, right);
        if (memcmp(right, commit, sizeof right) != 0)
            return game_refuse(game, "the seed is not the one committed to here");
    }
    memcpy(game->commit, commit, sizeof commit);
    game->stage = GAME_SEATS;
    return true;
}

bool game_read_seat(struct game *game, struct line *line)
{
    struct field nick;
    struct field luck = {line->end, 0};
    char shown[GAME_SHOWN];
    if (game->n_seats == RULES_SEATS_MAX)
        return game_refuse(game, "a game has at most %d seats", RULES_SEATS_MAX);
    if (!line_field(line, &nick) || !field_is_nick(nick))
        return game_refuse(game, "a nickname should follow `seat`: 1 to 20 of A-Z a-z 0-9 - _ .");
    if (game_nick_taken(game, nick, RULES_NOBODY))
        return game_refuse(game, "the nickname `%s` is taken", game_shown(nick, shown));
    if (!line_done(line) && !line_rest(line, &luck))
        return game_refuse(game, "a blank stands at the end, where the luck is empty");
    if (luck.len > DEAL_LUCK_MAX)
        return game_refuse(game, "the luck has %" G_GSIZE_FORMAT " bytes, more than %d", luck.len,
                           DEAL_LUCK_MAX);
    struct game_seat *seat = &game->seats[game->n_seats++];
    memcpy(seat->nick, nick.text, nick.len);
    memcpy(seat->old_nick, nick.text, nick.len);
    memcpy(seat->luck, luck.text, luck.len);
    rules_begin(&game->table, game->options, game->n_seats);
    return true;
}
