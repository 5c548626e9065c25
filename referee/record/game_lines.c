// SPDX-License-Identifier: MIT
// See game_lines.h. Here: what several lines share. Each line is read in game_head.c, game_round.c
// or game_end.c.
#include "referee/record/game_lines.h"

#include "base/utc.h"

#include <string.h>

bool game_refuse(struct game *game, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    g_vsnprintf(game->reason, sizeof game->reason, format, values);
    va_end(values);
    return false;
}

const char *game_shown(struct field field, char out[GAME_SHOWN])
{
    gsize n = 0;
    for (; n < field.len && n < 40; n++)
        out[n] = g_ascii_isprint(field.text[n]) ? field.text[n] : '?';
    memcpy(out + n, field.len > n ? "..." : "", field.len > n ? 4 : 1);
    return out;
}

bool game_take_nick(struct game *game, struct line *line, unsigned *out_seat)
{
    struct field nick;
    char shown[GAME_SHOWN];
    if (!line_field(line, &nick) || !field_is_nick(nick))
        return game_refuse(game, "a nickname should follow here");
    *out_seat = game_find_seat(game, nick);
    if (*out_seat == RULES_NOBODY)
        return game_refuse(game, "nobody is called `%s` now", game_shown(nick, shown));
    return true;
}

bool game_take_expected(struct game *game, struct line *line)
{
    unsigned seat = RULES_NOBODY;
    if (!game_take_nick(game, line, &seat))
        return false;
    if (seat != game->expected)
        return game_refuse(game, "`%s` should come here, in seat order",
                           game->seats[game->expected].nick);
    return true;
}

bool game_take_time(struct game *game, struct line *line, gint64 *out_time)
{
    struct field text;
    char shown[GAME_SHOWN];
    if (!line_field(line, &text))
        return game_refuse(game, "a time should follow here");
    if (!utc_parse(text.text, text.len, out_time))
        return game_refuse(game, "not a time: `%s`", game_shown(text, shown));
    if (*out_time < game->last_time) {
        char last[UTC_TEXT];
        utc_format(game->last_time, last);
        return game_refuse(game, "its time is before %s, that of an earlier line", last);
    }
    return true;
}

bool game_take_end(struct game *game, struct line *line)
{
    return line_done(line) || game_refuse(game, "something stands at the end of the line");
}
