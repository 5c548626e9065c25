// SPDX-License-Identifier: MIT
// See page_game.h.
#include "referee/archive/page_game.h"

#include "referee/archive/chart.h"
#include "referee/archive/page_log.h"
#include "referee/archive/tale.h"
#include "referee/record/options_json.h"

#include <sodium.h>
#include <string.h>

enum { KEY_SHOWN = 8 }; // digits

char *page_game_file(const char *referee, gint64 id)
{
    return g_strdup_printf("%s%s%" G_GINT64_FORMAT, referee, *referee ? "-" : "", id);
}

char *page_game_path(const char *referee, gint64 id)
{
    g_autofree char *file = page_game_file(referee, id);
    return g_strdup_printf("games/%s.html", file);
}

char *page_game_referee(const char *referee)
{
    return g_strdup_printf("%.*s…", KEY_SHOWN, referee);
}

char *page_game_number(const struct page *page, const char *referee, gint64 id, GError **error)
{
    if (!*referee)
        return page_sayf(page, error, "game", "{s:I}", "id", (json_int_t)id);
    g_autofree char *key = page_game_referee(referee);
    return page_sayf(page, error, "game-elsewhere", "{s:I, s:s}", "id", (json_int_t)id, "key", key);
}

char *page_game_title(const struct page *page, const char *name, const char *referee, gint64 id,
                      GError **error)
{
    return name ? g_strdup(name) : page_game_number(page, referee, id, error);
}

// ---- how it stands -----------------------------------------------------------------------------

static char *outcome_won(const struct page *page, const struct chronicle *chronicle, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    int tokens = 0;
    for (unsigned s = 0; s < chronicle->game.n_seats; s++) {
        const struct chronicle_seat *seat = &chronicle->seats[s];
        if (!seat->won)
            continue;
        g_ptr_array_add(names, (char *)seat->nick);
        tokens = seat->result;
    }
    g_autofree char *who = page_join(page, names);
    g_autofree char *count = page_sayf(page, error, "tokens", "{s:i}", "n", tokens);
    return count ? page_sayf(page, error, names->len > 1 ? "shared" : "won", "{s:s, s:s}", "who",
                             who, "tokens", count)
                 : NULL;
}

char *page_game_state(const struct page *page, enum rules_phase phase, const char *who, guint round,
                      GError **error)
{
    const char *phrase = phase == RULES_PHASE_DISCARD ? "state-discard"
                         : *who                       ? "state-to-move"
                                                      : "state-over";
    g_autofree char *state = page_sayf(page, error, phrase, "{s:s}", "who", who);
    return state ? page_sayf(page, error, "is-running", "{s:i, s:s}", "round", (int)round, "state",
                             state)
                 : NULL;
}

char *page_game_outcome(const struct page *page, const struct chronicle *chronicle, GError **error)
{
    if (chronicle->game.cancelled)
        return page_sayf(page, error, "was-cancelled", "{s:s}", "why", chronicle->game.why);
    if (chronicle->settled)
        return outcome_won(page, chronicle, error);
    const struct table *table = &chronicle->game.table;
    const char *who =
        table->to_move == RULES_NOBODY ? "" : chronicle->game.seats[table->to_move].nick;
    return page_game_state(page, table->phase, who, table->round, error);
}

// ---- the seats ---------------------------------------------------------------------------------

static json_t *person_of(const struct page_game *game, const char *nick)
{
    return *game->referee ? people_foreigner(game->people, nick, FALSE)
                          : people_person(game->people, nick, TRUE, FALSE);
}

// Who sat there after the one who began.
static json_t *later_of(const struct page_game *game, const struct chronicle_seat *seat)
{
    json_t *out = json_array();
    for (guint i = 1; i < seat->sitters->len; i++)
        json_array_append_new(
            out, person_of(game, g_array_index(seat->sitters, struct chronicle_sitter, i).nick));
    return out;
}

static json_t *seat_of(const struct page *page, const struct page_game *game, unsigned s)
{
    const struct chronicle *chronicle = game->chronicle;
    const struct chronicle_seat *seat = &chronicle->seats[s];
    g_autofree char *thinking =
        seat->own > 0 ? page_span(page, seat->thought / seat->own) : g_strdup("–");
    json_t *out = person_of(game, seat->nick);
    json_object_set_new(out, "seat", json_integer(s));
    json_object_set_new(out, "won", json_boolean(seat->won));
    json_object_set_new(out, "place", json_integer(seat->place));
    json_object_set_new(out, "later", later_of(game, seat));
    json_object_set_new(out, "has_later", json_boolean(seat->sitters->len > 1));
    json_object_set_new(out, "result", json_integer(seat->result));
    json_object_set_new(out, "round_1", json_integer(seat->gained[0]));
    json_object_set_new(out, "round_2", json_integer(seat->gained[1]));
    json_object_set_new(out, "bonus", json_integer(seat->bonus));
    json_object_set_new(out, "thinking", json_string(thinking));
    json_object_set_new(out, "missed", json_integer(seat->missed));
    return out;
}

static json_t *lucks_of(const struct chronicle *chronicle)
{
    json_t *out = json_array();
    for (unsigned s = 0; s < chronicle->game.n_seats; s++) {
        const struct chronicle_seat *seat = &chronicle->seats[s];
        if (seat->luck[0])
            json_array_append_new(out,
                                  json_pack("{s:s, s:s}", "nick", seat->nick, "luck", seat->luck));
    }
    return out;
}

// The tale of a seat as the page wants it: with the seat and the names of positions.
static json_t *tale_of(const struct page *page, const struct chronicle *chronicle, unsigned s,
                       GError **error)
{
    json_t *tale = tale_tell(chronicle, s, TALE_THEY, page->common, error);
    if (!tale)
        return NULL;
    json_object_set_new(tale, "seat", json_integer(s));
    json_object_set_new(tale, "nick", json_string(chronicle->seats[s].nick));
    json_t *dear;
    gsize i;
    json_array_foreach(json_object_get(tale, "dearest"), i, dear)
    {
        g_autofree char *number =
            g_strdup_printf("#%lld", json_integer_value(json_object_get(dear, "position")));
        json_object_set_new(dear, "number", json_string(number));
    }
    return tale;
}

static gboolean add_seats(const struct page *page, const struct page_game *game, json_t *data,
                          GError **error)
{
    json_t *seats = json_array();
    json_t *tales = json_array();
    json_object_set_new(data, "seats", seats);
    json_object_set_new(data, "tales", tales);
    for (unsigned s = 0; s < game->chronicle->game.n_seats; s++) {
        json_array_append_new(seats, seat_of(page, game, s));
        if (!game->chronicle->settled)
            continue;
        json_t *tale = tale_of(page, game->chronicle, s, error);
        if (!tale)
            return FALSE;
        json_array_append_new(tales, tale);
    }
    json_object_set_new(data, "has_tales", json_boolean(json_array_size(tales) > 0));
    return TRUE;
}

// ---- the page ----------------------------------------------------------------------------------

static char *when_of(const struct page *page, const struct chronicle *chronicle, GError **error)
{
    const gint64 start = chronicle->started ? chronicle->started : chronicle->game.created;
    g_autofree char *from = dates_day(page->common, zone_day(page->zone, start), error);
    if (!from || !chronicle->ended)
        return from ? page_sayf(page, error, "when-since", "{s:s}", "from", from) : NULL;
    g_autofree char *to = dates_day(page->common, zone_day(page->zone, chronicle->ended), error);
    return to ? page_sayf(page, error, "when", "{s:s, s:s}", "from", from, "to", to) : NULL;
}

static char *rules_of(const struct page *page, struct rules_options options, GError **error)
{
    json_auto_t *so = options_so(options);
    return wording_say(page->common, "rules-in-words", so, error);
}

static gboolean add_texts(const struct page *page, const struct page_game *game, json_t *data,
                          GError **error)
{
    const struct chronicle *chronicle = game->chronicle;
    g_autofree char *number = page_game_number(page, game->referee, chronicle->game.id, error);
    g_autofree char *when = number ? when_of(page, chronicle, error) : NULL;
    g_autofree char *rules = when ? rules_of(page, chronicle->game.options, error) : NULL;
    g_autofree char *outcome = rules ? page_game_outcome(page, chronicle, error) : NULL;
    if (!outcome)
        return FALSE;
    char commit[2 * DEAL_HASH + 1];
    sodium_bin2hex(commit, sizeof commit, chronicle->game.commit, DEAL_HASH);
    g_autofree char *chart = chart_draw(chronicle, page_word(page, "chart-text"));
    json_object_set_new(data, "number", json_string(number));
    json_object_set_new(data, "when", json_string(when));
    json_object_set_new(data, "rules", json_string(rules));
    json_object_set_new(data, "outcome", json_string(outcome));
    json_object_set_new(data, "commit", json_string(commit));
    json_object_set_new(data, "chart", json_string(chart));
    return TRUE;
}

GString *page_game_render(const struct page *page, const struct page_game *game, GError **error)
{
    static const char *const scripts[] = {"hash.js",      "table.js",    "fair.js", "record.js",
                                          "signature.js", "evidence.js", "draw.js", "check.js",
                                          "replay.js",    NULL};
    const struct chronicle *chronicle = game->chronicle;
    const gint64 id = chronicle->game.id;
    g_autofree char *file = page_game_file(game->referee, id);
    g_autofree char *path = page_game_path(game->referee, id);
    g_autofree char *title = page_game_title(page, chronicle->game.name, game->referee, id, error);
    json_auto_t *data =
        title ? page_data(page, path, title, game->record ? scripts : NULL, error) : NULL;
    if (!data || !add_texts(page, game, data, error) || !add_seats(page, game, data, error))
        return NULL;
    const struct page_log_game logged = {chronicle, game->people, game->press,
                                         game->record != NULL};
    g_autofree char *log = page_log(page, &logged, error);
    if (!log)
        return NULL;
    json_object_set_new(data, "log", json_string(log));
    json_object_set_new(data, "file", json_string(file));
    json_object_set_new(data, "referee", json_string(game->referee));
    json_object_set_new(data, "over", json_boolean(game->record != NULL));
    json_object_set_new(data, "settled", json_boolean(chronicle->settled));
    json_object_set_new(data, "positions", json_integer(chronicle->positions));
    json_object_set_new(data, "lucks", lucks_of(chronicle));
    json_object_set_new(data, "evidence",
                        game->evidence ? json_string(game->evidence) : json_null());
    json_object_set_new(data, "record", game->record ? json_string(game->record) : json_null());
    return page_render(page, "game", json_incref(data), error);
}
