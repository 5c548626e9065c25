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

// NAME=WORD of one option. A late one isn't there where it is as it always was.
static bool read_option(const struct rules_option *option, struct line *line,
                        struct rules_options *out)
{
    struct line ahead = *line;
    struct field text;
    const size_t name = strlen(option->name);
    const uint8_t first = option->values[0].value;
    bool there = line_field(&ahead, &text) && text.len > name && text.text[name] == '=' &&
                 memcmp(text.text, option->name, name) == 0;
    if (!there)
        return option->is_late && rules_option_set(option, option->values[0].word,
                                                   strlen(option->values[0].word), out);
    *line = ahead;
    return rules_option_set(option, text.text + name + 1, text.len - name - 1, out) &&
           !(option->is_late && rules_option_value(option, out) == first);
}

bool game_read_rules(struct game *game, struct line *line)
{
    for (unsigned i = 0; i < RULES_OPTIONS; i++)
        if (!read_option(&rules_option_list[i], line, &game->options))
            return game_refuse(game, "not a line of rules: gap, bonus, discard and stall, in this "
                                     "order");
    if (!game_take_end(game, line))
        return false;
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
