// SPDX-License-Identifier: MIT
// See replay.h: the table for people.
#include "referee/record/replay.h"

#include "base/plain.h"
#include "referee/rules/notation.h"

#include <string.h>

// What is drawn with, on a terminal and elsewhere.
struct ink {
    const char *strong, *faint, *mark, *plain;
};

static const struct ink inks[] = {{"", "", "", ""}, {"\033[1m", "\033[2m", "\033[32m", "\033[0m"}};

static bool is(const char *line, gsize len, const char *word)
{
    const gsize n = strlen(word);
    return len > n && memcmp(line, word, n) == 0 && line[n] == ' ';
}

static int widest(const struct game *game)
{
    gsize widest = 0;
    for (unsigned s = 0; s < game->n_seats; s++)
        widest = MAX(widest, strlen(game->seats[s].nick));
    return (int)widest;
}

static void add_seat(const struct game *game, unsigned s, const struct ink *ink, GString *out)
{
    const struct rules_seat *seat = &game->table.seats[s];
    const bool moves = s == game->table.to_move;
    char cards[NOTATION_CARDS_MAX];
    notation_format_cards(&seat->hand, cards);
    g_string_append_printf(out, "       %s%s %-*s%s  penalty %3d  bonus %u  ",
                           moves ? ink->mark : "", moves ? ">" : " ", widest(game),
                           game->seats[s].nick, moves ? ink->plain : "", seat->penalty,
                           seat->bonus);
    if (seat->in)
        g_string_append_printf(out, "%s\n", cards);
    else
        g_string_append_printf(out, "%sout of the round%s\n", ink->faint, ink->plain);
}

// "anna  7x2  +3", the clock or a robot named where it was one.
static void add_move(const struct game *game, const struct ink *ink, GString *out)
{
    static const char *const by[] = {"", " (by the clock)", " (by a robot)"};
    char move[NOTATION_MOVE_MAX];
    notation_format_move(game->last_move, move);
    g_string_append_printf(out, "%s%s: %s%s%s", ink->strong, game->seats[game->last_seat].nick,
                           move, by[game->last_mark], ink->plain);
    if (game->last_cost > 0)
        g_string_append_printf(out, "  +%d", game->last_cost);
}

static void add_event(const struct game *game, gsize number, const char *line, gsize len,
                      const struct ink *ink, GString *out)
{
    g_string_append_printf(out, "%s%5" G_GSIZE_FORMAT "%s  ", ink->faint, number, ink->plain);
    if (is(line, len, "move")) {
        add_move(game, ink, out);
    } else {
        const char *nick = strchr(line, ' ') + 1;
        const char *cards = strchr(strchr(nick, ' ') + 1, ' ') + 1;
        g_string_append_printf(out, "%s%.*s discards %.*s%s", ink->strong,
                               (int)(strchr(nick, ' ') - nick), nick, (int)(line + len - cards),
                               cards, ink->plain);
    }
    if (game->table.top > 0)
        g_string_append_printf(out, "  pile %u", game->table.top);
    if (rules_forced(&game->table))
        g_string_append_printf(out, "  %sforced%s", ink->mark, ink->plain);
    g_string_append_c(out, '\n');
    for (unsigned s = 0; s < game->n_seats; s++)
        add_seat(game, s, ink, out);
    g_string_append_c(out, '\n');
}

// Lines that are shown as they stand, so far as a terminal may see them.
static bool is_told(const char *line, gsize len)
{
    static const char *const words[] = {"game",  "name",  "rules",  "seat",   "seat-change",
                                        "round", "score", "result", "winner", "cancelled"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (is(line, len, words[i]))
            return true;
    return false;
}

void replay_table(const struct game *game, gsize number, const char *line, gsize len, bool colours,
                  GString *out)
{
    const struct ink *ink = &inks[colours];
    if (is(line, len, "move") || is(line, len, "discard")) {
        add_event(game, number, line, len, ink, out);
    } else if (is_told(line, len)) {
        g_autofree char *shown = plain_line(line, (gssize)len);
        g_string_append_printf(out, "%s%5" G_GSIZE_FORMAT "%s  %s\n%s", ink->faint, number,
                               ink->plain, shown, is(line, len, "round") ? "\n" : "");
    }
}
