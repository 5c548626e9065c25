// SPDX-License-Identifier: MIT
// See whole.h.
#include "referee/archive/whole.h"

#include "base/utc.h"
#include "referee/archive/page_game.h"
#include "referee/record/options_json.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 50 };

static void add_dumped(json_t *value, size_t flags, GString *out)
{
    char *text = json_dumps(value, flags);
    g_string_append(out, text);
    free(text);
    json_decref(value);
}

static json_t *time_json(gint64 at)
{
    char text[UTC_TEXT];
    utc_format(at, text);
    return json_string(text);
}

// ---- records.jsonl -----------------------------------------------------------------------------

static json_t *seat_json(const struct chronicle *chronicle, unsigned s)
{
    const struct chronicle_seat *seat = &chronicle->seats[s];
    json_t *out = json_pack("{s:s, s:s}", "name", seat->nick, "luck", seat->luck);
    if (!chronicle->settled)
        return out;
    json_object_set_new(out, "result", json_integer(seat->result));
    json_object_set_new(out, "won", json_boolean(seat->won));
    return out;
}

void whole_add_json(const struct chronicle *chronicle, const char *record, GString *out)
{
    const struct game *game = &chronicle->game;
    json_t *seats = json_array();
    for (unsigned s = 0; s < game->n_seats; s++)
        json_array_append_new(seats, seat_json(chronicle, s));
    json_t *rules = options_json(game->options);
    char key[2 * CHAIN_KEY + 1];
    sodium_bin2hex(key, sizeof key, game->key, sizeof game->key);
    json_t *line =
        json_pack("{s:s, s:I, s:s?, s:o, s:o, s:o, s:s?, s:o, s:s}", "referee", key, "game",
                  (json_int_t)game->id, "name", game->name, "created", time_json(game->created),
                  "ended", time_json(chronicle->ended), "rules", rules, "cancelled", game->why,
                  "seats", seats, "record", record);
    add_dumped(line, JSON_COMPACT, out);
    g_string_append_c(out, '\n');
}

// ---- games.js ----------------------------------------------------------------------------------

static const char *shown(const struct page_list *list, const char *nick)
{
    return people_hidden(list->people, nick) ? "" : nick;
}

static json_t *index_seat(const struct page_list *list, const struct shelf_seat *seat)
{
    json_t *out = json_pack("[s, i, b]", shown(list, seat->nick), seat->result, seat->won);
    json_t *later = json_array();
    for (GStrv nick = seat->later; nick && *nick; nick++)
        json_array_append_new(later, json_string(shown(list, *nick)));
    if (seat->later)
        json_array_append(out, later);
    json_decref(later);
    return out;
}

static json_t *index_row(const struct page_list *list, const struct shelf_game *game)
{
    json_t *seats = json_array();
    for (guint s = 0; s < game->n_seats; s++)
        json_array_append_new(seats, index_seat(list, &game->seats[s]));
    g_autofree char *day = page_day(list->page, game->ended);
    json_t *out = json_pack("[I, s, s, b, o]", (json_int_t)game->id, day,
                            game->name ? game->name : "", game->cancelled, seats);
    if (*game->referee)
        json_array_append_new(out, json_string(game->referee));
    return out;
}

GString *whole_index(const struct page_list *list, const GArray *ended)
{
    GString *out = g_string_new("// All games that are over, for search.js.\n\"use strict\";\n\n"
                                "const GAMES = [\n");
    for (guint i = 0; i < ended->len; i++) {
        const struct shelf_game *game =
            &g_array_index(list->shelf->games, struct shelf_game, g_array_index(ended, guint, i));
        add_dumped(index_row(list, game), JSON_COMPACT | JSON_ENSURE_ASCII, out);
        g_string_append(out, ",\n");
    }
    g_string_append(out, "];\n");
    return out;
}

// ---- the feed ----------------------------------------------------------------------------------

// XML can't hold these two, not even escaped; titles can.
static char *for_xml(const char *text)
{
    GString *out = g_string_new(text);
    g_string_replace(out, "\xef\xbf\xbe", "\xef\xbf\xbd", 0);
    g_string_replace(out, "\xef\xbf\xbf", "\xef\xbf\xbd", 0);
    return g_string_free(out, FALSE);
}

static char *outcome_of(const struct page_list *list, const struct shelf_game *game, GError **error)
{
    const struct page *page = list->page;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    int tokens = 0;
    for (guint s = 0; s < game->n_seats; s++) {
        const struct shelf_seat *seat = &game->seats[s];
        if (!seat->won)
            continue;
        const gboolean hidden = people_hidden(list->people, seat->nick);
        g_ptr_array_add(names, hidden ? (char *)page_word(page, "somebody") : (char *)seat->nick);
        tokens = seat->result;
    }
    if (game->cancelled)
        return g_strdup(page_word(page, "cancelled"));
    g_autofree char *who = page_join(page, names);
    g_autofree char *count = page_sayf(page, error, "tokens", "{s:i}", "n", tokens);
    return count ? page_sayf(page, error, names->len > 1 ? "shared" : "won", "{s:s, s:s}", "who",
                             who, "tokens", count)
                 : NULL;
}

static json_t *entry_of(const struct page_list *list, const struct shelf_game *game,
                        const char *tag, GError **error)
{
    g_autofree char *outcome = outcome_of(list, game, error);
    g_autofree char *called =
        page_game_title(list->page, game->name, game->referee, game->id, error);
    g_autofree char *title = called ? for_xml(called) : NULL;
    g_autofree char *path = page_game_path(game->referee, game->id);
    if (!outcome || !title)
        return NULL;
    return json_pack("{s:s, s:o, s:o, s:s, s:s}", "title", title, "id",
                     json_sprintf("%s/game/%lld", tag, (long long)game->id), "updated",
                     time_json(game->ended), "href", path, "outcome", outcome);
}

GString *whole_feed(const struct page_list *list, const char *host, GError **error)
{
    g_autofree char *tag = g_strdup_printf("tag:%s,2026:23", host);
    g_autofree char *site = for_xml(list->page->title);
    json_t *entries = json_array();
    gint64 updated = 0;
    json_auto_t *data = json_pack("{s:s, s:s, s:s, s:o}", "lang", list->page->code, "site", site,
                                  "id", tag, "entries", entries);
    for (guint i = 0; i < MIN(list->ended->len, ENTRIES); i++) {
        const guint place = g_array_index(list->ended, guint, i);
        const struct shelf_game *game =
            &g_array_index(list->shelf->games, struct shelf_game, place);
        updated = MAX(updated, game->ended);
        json_t *entry = entry_of(list, game, tag, error);
        if (!entry)
            return NULL;
        json_array_append_new(entries, entry);
    }
    json_object_set_new(data, "updated", time_json(updated));
    return page_render(list->page, "feed", json_incref(data), error);
}
