// SPDX-License-Identifier: MIT
// See result.h.
#include "referee/archive/result.h"

#include "base/utc.h"

#include <string.h>

gboolean result_is_robot(const char *nick)
{
    return g_ascii_strncasecmp(nick, "robot-", strlen("robot-")) == 0;
}

static void keep_nick(char out[LINE_NICK_MAX + 1], struct field nick)
{
    const gsize len = MIN(nick.len, LINE_NICK_MAX);
    memcpy(out, nick.text, len);
    out[len] = '\0';
}

static struct result_seat *find_seat(struct result *result, struct line *line)
{
    struct field nick;
    if (!line_field(line, &nick))
        return NULL;
    for (unsigned s = 0; s < result->n_seats; s++)
        if (field_is(nick, result->seats[s].nick))
            return &result->seats[s];
    return NULL;
}

static void take_game(struct result *result, struct line *line)
{
    struct field id;
    if (!line_field(line, &id) || !field_number(id, &result->game))
        result->game = 0;
}

static void take_seat(struct result *result, struct line *line)
{
    struct field nick;
    if (result->n_seats == RULES_SEATS_MAX || !line_field(line, &nick))
        return;
    struct result_seat *seat = &result->seats[result->n_seats++];
    keep_nick(seat->starter, nick);
    keep_nick(seat->nick, nick);
}

static void take_change(struct result *result, struct line *line)
{
    struct result_seat *seat = find_seat(result, line);
    struct field time;
    struct field nick;
    if (seat && line_field(line, &time) && line_field(line, &nick))
        keep_nick(seat->nick, nick);
}

// A move or a discard. The opening is nobody's doing; a robot's turn is no turn of whom it stands
// in for.
static void take_turn(struct result *result, struct line *line)
{
    struct result_seat *seat = find_seat(result, line);
    struct field time;
    struct field rest;
    if (!seat || strcmp(seat->nick, seat->starter) != 0 || !line_field(line, &time) ||
        !line_rest(line, &rest))
        return;
    const enum line_mark mark = field_take_mark(&rest);
    if (mark == LINE_ROBOT || field_is(rest, "1"))
        return;
    seat->turns++;
    seat->missed += mark == LINE_CLOCK;
}

static void take_result(struct result *result, struct line *line)
{
    struct result_seat *seat = find_seat(result, line);
    struct field count;
    if (seat && line_field(line, &count) && field_number(count, &seat->count))
        result->counts = TRUE;
}

static void take_end(struct result *result, struct line *line)
{
    struct field time;
    if (!line_field(line, &time) || !utc_parse(time.text, time.len, &result->ended))
        result->ended = 0;
}

void result_take(struct result *result, const char *text, gsize len)
{
    static const struct {
        const char *word;
        void (*take)(struct result *result, struct line *line);
    } kinds[] = {{"move", take_turn}, {"discard", take_turn}, {"seat-change", take_change},
                 {"game", take_game}, {"seat", take_seat},    {"result", take_result},
                 {"end", take_end}};
    struct line line = line_start(text, len);
    struct field word;
    if (!line_field(&line, &word))
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (field_is(word, kinds[i].word)) {
            kinds[i].take(result, &line);
            return;
        }
}

struct result result_read(const char *text, gsize len)
{
    struct result result = {0};
    const char *end = text + len;
    while (text < end) {
        const char *newline = memchr(text, '\n', (gsize)(end - text));
        const char *stop = newline ? newline : end;
        result_take(&result, text, (gsize)(stop - text));
        text = newline ? newline + 1 : end;
    }
    return result;
}
