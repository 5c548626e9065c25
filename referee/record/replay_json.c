// SPDX-License-Identifier: MIT
// See replay.h: the JSON of spec/replay.md. Written by hand, since the order of keys and the blanks
// are fixed, and nothing in it needs escaping: nicknames are plain ASCII.
#include "referee/record/replay.h"

#include "referee/rules/notation.h"

static const char *phase_name(const struct table *table)
{
    switch (table->phase) {
    case RULES_PHASE_DISCARD:
        return "discard";
    case RULES_PHASE_OVER:
        return "over";
    default:
        return "play";
    }
}

static void add_legal(const struct table *table, GString *out)
{
    struct legal legal[RULES_LEGAL_MAX];
    const unsigned n = rules_legal(table, legal);
    g_string_append_c(out, '[');
    for (unsigned i = 0; i < n; i++) {
        char move[NOTATION_MOVE_MAX];
        notation_format_move(legal[i].move, move);
        g_string_append_printf(out, "%s[\"%s\",%d]", i ? "," : "", move, legal[i].cost);
    }
    g_string_append_c(out, ']');
}

static void add_seat(const struct game_seat *who, const struct rules_seat *seat, GString *out)
{
    char cards[NOTATION_CARDS_MAX];
    notation_format_cards(&seat->hand, cards);
    for (char *c = cards; *c; c++)
        if (*c == ' ')
            *c = ',';
    g_string_append_printf(out, "{\"name\":\"%s\",\"hand\":[%s],\"penalty\":%d,\"bonus\":%u,",
                           who->nick, cards, seat->penalty, seat->bonus);
    g_string_append_printf(out, "\"in\":%s}", seat->in ? "true" : "false");
}

void replay_json(const struct game *game, gsize number, GString *out)
{
    const struct table *table = &game->table;
    const bool awaited = table->to_move != RULES_NOBODY;
    const char *quote = awaited ? "\"" : "";
    g_string_append_printf(out, "{\"line\":%" G_GSIZE_FORMAT ",\"round\":%u,\"phase\":\"%s\",",
                           number, table->round, phase_name(table));
    g_string_append_printf(out, "\"top\":%u,\"to_move\":%s%s%s,\"forced\":%s,\"seats\":[",
                           table->top, quote, awaited ? game->seats[table->to_move].nick : "null",
                           quote, rules_forced(table) ? "true" : "false");
    for (unsigned s = 0; s < game->n_seats; s++) {
        if (s > 0)
            g_string_append_c(out, ',');
        add_seat(&game->seats[s], &table->seats[s], out);
    }
    g_string_append(out, "],\"legal\":");
    add_legal(table, out);
    g_string_append(out, "}\n");
}
