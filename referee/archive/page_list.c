// SPDX-License-Identifier: MIT
// See page_list.h. A page in a folder of its own (of a player, of a month) says so to what it
// links.
#include "referee/archive/page_list.h"

#include "referee/archive/page_game.h"

#include <string.h>

enum { LATEST = 30, BEST = 5, OPPONENTS = 8, RUNNING = 100, MONTH_TEXT = 8 };
// Rows of one page: more is no pleasure to read, nor to load, and a page of a template is bounded.
enum { PLAYER_GAMES = 500, MONTH_GAMES = 500, STANDINGS = 1000 };

static const struct shelf_game *game_at(const struct page_list *list, guint place)
{
    return &g_array_index(list->shelf->games, struct shelf_game, place);
}

static const struct shelf_game *ended_at(const struct page_list *list, guint i)
{
    return game_at(list, g_array_index(list->ended, guint, i));
}

// ---- games in rows -----------------------------------------------------------------------------

static json_t *person_of(const struct page_list *list, const struct shelf_game *game,
                         const char *nick, gboolean in_folder)
{
    json_t *person = *game->referee ? people_foreigner(list->people, nick, TRUE)
                                    : people_person(list->people, nick, in_folder, TRUE);
    json_object_set_new(person, "operator", json_false()); // said on their page
    return person;
}

static json_t *seats_of(const struct page_list *list, const struct shelf_game *game,
                        gboolean in_folder)
{
    json_t *out = json_array();
    for (guint s = 0; s < game->n_seats; s++) {
        const struct shelf_seat *seat = &game->seats[s];
        json_t *person = person_of(list, game, seat->nick, in_folder);
        json_t *later = json_array();
        for (GStrv nick = seat->later; nick && *nick; nick++)
            json_array_append_new(later, person_of(list, game, *nick, in_folder));
        json_object_set_new(person, "later", later);
        json_object_set_new(person, "has_later", json_boolean(seat->later != NULL));
        json_object_set_new(person, "result", json_integer(seat->result));
        json_object_set_new(person, "won", json_boolean(seat->won));
        json_object_set_new(person, "has_result", json_boolean(!game->cancelled));
        json_array_append_new(out, person);
    }
    return out;
}

static char *state_of(const struct page_list *list, const struct shelf_game *game, GError **error)
{
    const char *who = game->to_move == RULES_NOBODY ? "" : game->seats[game->to_move].now;
    const gboolean hidden = *who && people_hidden(list->people, who);
    return page_game_state(list->page, game->phase,
                           hidden ? page_word(list->page, "somebody") : who, game->round, error);
}

// A row for games.html or the running ones; NULL on an error.
static json_t *row_of(const struct page_list *list, const struct shelf_game *game,
                      gboolean in_folder, GError **error)
{
    g_autofree char *title =
        page_game_title(list->page, game->name, game->referee, game->id, error);
    g_autofree char *path = page_game_path(game->referee, game->id);
    g_autofree char *href = g_strconcat(in_folder ? "../" : "", path, NULL);
    g_autofree char *date = page_day(list->page, game->ended ? game->ended : game->started);
    g_autofree char *state = game->ended || !title ? g_strdup("") : state_of(list, game, error);
    if (!title || !state)
        return NULL;
    return json_pack("{s:s, s:s, s:s, s:b, s:s, s:o}", "title", title, "href", href, "date", date,
                     "cancelled", game->cancelled, "state", state, "seats",
                     seats_of(list, game, in_folder));
}

static gboolean add_row(const struct page_list *list, const struct shelf_game *game,
                        gboolean in_folder, json_t *rows, GError **error)
{
    json_t *row = row_of(list, game, in_folder, error);
    if (!row)
        return FALSE;
    json_array_append_new(rows, row);
    return TRUE;
}

// Sets "games" to the rows of ended[from] to before ended[until].
static gboolean set_ended(const struct page_list *list, guint from, guint until, gboolean in_folder,
                          json_t *data, GError **error)
{
    json_t *rows = json_array();
    json_object_set_new(data, "games", rows);
    for (guint i = from; i < until; i++) {
        if (!add_row(list, ended_at(list, i), in_folder, rows, error))
            return FALSE;
    }
    return TRUE;
}

// ---- months ------------------------------------------------------------------------------------

static void month_of(const struct page_list *list, guint i, char out[MONTH_TEXT])
{
    g_autofree char *day = page_day(list->page, ended_at(list, i)->ended);
    g_strlcpy(out, day, MONTH_TEXT); // "2026-11"
}

gboolean page_list_next_month(const struct page_list *list, struct page_month *month)
{
    char first[MONTH_TEXT], other[MONTH_TEXT] = "";
    const guint from = month->until;
    if (from == list->ended->len)
        return FALSE;
    month_of(list, from, first);
    if (from > 0)
        month_of(list, from - 1, other);
    month->part = strcmp(first, other) == 0 ? month->part + 1 : 1;
    month->from = from;
    for (guint i = from + 1; i <= list->ended->len; i++) {
        month->until = i;
        if (i == list->ended->len || i - from == MONTH_GAMES)
            break;
        month_of(list, i, other);
        if (strcmp(first, other) != 0)
            break;
    }
    return TRUE;
}

char *page_list_month_path(const struct page_list *list, const struct page_month *month)
{
    char name[MONTH_TEXT];
    month_of(list, month->from, name);
    g_autofree char *part = month->part > 1 ? g_strdup_printf("-%u", month->part) : g_strdup("");
    return g_strdup_printf("months/%s%s%s%s.html", list->referee, *list->referee ? "-" : "", name,
                           part);
}

// "November 2026", and "November 2026 (2)" for the second part.
static char *month_name(const struct page_list *list, const struct page_month *month,
                        GError **error)
{
    char year[MONTH_TEXT];
    month_of(list, month->from, year);
    const gint64 number = g_ascii_strtoll(year + strlen("2026-"), NULL, 10);
    year[strlen("2026")] = '\0';
    g_autofree char *phrase = g_strdup_printf("month-%" G_GINT64_FORMAT, number);
    g_autofree char *name = wording_say(list->page->common, phrase, NULL, error);
    char *whole =
        name ? page_sayf(list->page, error, "month", "{s:s, s:s}", "month", name, "year", year)
             : NULL;
    if (!whole || month->part == 1)
        return whole;
    g_autofree char *first = whole;
    return g_strdup_printf("%s (%u)", first, month->part);
}

static gboolean set_months(const struct page_list *list, gboolean in_folder, json_t *data,
                           GError **error)
{
    json_t *rows = json_array();
    json_object_set_new(data, "months", rows);
    for (struct page_month month = {0}; page_list_next_month(list, &month);) {
        g_autofree char *name = month_name(list, &month, error);
        g_autofree char *path = page_list_month_path(list, &month);
        g_autofree char *href = g_strconcat(in_folder ? "../" : "", path, NULL);
        if (!name)
            return FALSE;
        json_array_append_new(rows, json_pack("{s:s, s:s, s:i}", "month", name, "href", href,
                                              "count", (int)(month.until - month.from)));
    }
    json_object_set_new(data, "has_months", json_boolean(json_array_size(rows) > 0));
    return TRUE;
}

GString *page_list_month(const struct page_list *list, const struct page_month *month,
                         GError **error)
{
    g_autofree char *name = month_name(list, month, error);
    g_autofree char *path = page_list_month_path(list, month);
    g_autofree char *lead = name ? page_sayf(list->page, error, "month-lead", "{s:i}", "n",
                                             (int)(month->until - month->from))
                                 : NULL;
    json_auto_t *data = lead ? page_data(list->page, path, name, NULL, error) : NULL;
    if (!data || !set_ended(list, month->from, month->until, TRUE, data, error))
        return NULL;
    json_object_set_new(data, "lead", json_string(lead));
    json_object_set_new(data, "referee", json_string(list->referee));
    return page_render(list->page, "month", json_incref(data), error);
}

// ---- standings -------------------------------------------------------------------------------

// What somebody's strength is thought to be, into a row or a page.
static gboolean set_strength(const struct page_list *list, const struct standing *line,
                             json_t *data, GError **error)
{
    g_autofree char *least = page_decimal(list->page, rating_floor(line->rating), error);
    g_autofree char *mean = page_decimal(list->page, line->rating.mean, error);
    g_autofree char *deviation = page_decimal(list->page, line->rating.deviation, error);
    if (!least || !mean || !deviation)
        return FALSE;
    json_object_set_new(data, "least", json_string(least));
    json_object_set_new(data, "likely", json_sprintf("%s ± %s", mean, deviation));
    return TRUE;
}

// A row of standings.html. Robots are one player there, and have no page.
static json_t *standing_of(const struct page_list *list, const struct standing *line, guint place,
                           GError **error)
{
    const gboolean has_page = line->who != STANDING_ROBOT && shelf_find(list->shelf, line->nick);
    g_autofree char *average = page_average(list->page, line->tokens, line->games, error);
    g_autofree char *punctual =
        page_percent(list->page, line->turns - line->missed, line->turns, error);
    json_t *row = people_person(list->people, line->nick, FALSE, TRUE);
    if (!has_page)
        json_object_set_new(row, "href", json_string(""));
    if (line->who == STANDING_ROBOT)
        json_object_set_new(row, "nick", json_string(page_word(list->page, "robots")));
    if (average && punctual && set_strength(list, line, row, error)) {
        json_object_set_new(row, "place", json_integer(place));
        json_object_set_new(row, "games", json_integer(line->games));
        json_object_set_new(row, "won", json_integer(line->won));
        json_object_set_new(row, "average", json_string(average));
        json_object_set_new(row, "punctual", json_string(punctual));
        return row;
    }
    json_decref(row);
    return NULL;
}

// Says how many rows a list goes on; nothing where it doesn't.
static gboolean set_more(const struct page_list *list, guint n, json_t *data, GError **error)
{
    g_autofree char *more =
        n ? page_sayf(list->page, error, "list-more", "{s:i}", "n", (int)n) : g_strdup("");
    if (more)
        json_object_set_new(data, "more", json_string(more));
    return more != NULL;
}

// Sets "players" to the first n of the standings; *out_more: how many there are beyond.
static gboolean set_standings(const struct page_list *list, guint n, json_t *data, guint *out_more,
                              GError **error)
{
    json_t *rows = json_array();
    *out_more = 0;
    json_object_set_new(data, "players", rows);
    for (guint i = 0; i < list->standings->len; i++) {
        const struct standing *line = &g_array_index(list->standings, struct standing, i);
        if (line->hidden || people_hidden(list->people, line->nick))
            continue;
        if (json_array_size(rows) == n) {
            ++*out_more;
            continue;
        }
        json_t *row = standing_of(list, line, (guint)json_array_size(rows) + 1, error);
        if (!row)
            return FALSE;
        json_array_append_new(rows, row);
    }
    json_object_set_new(data, "has_players", json_boolean(json_array_size(rows) > 0));
    return TRUE;
}

GString *page_list_standings(const struct page_list *list, GError **error)
{
    g_autofree char *heading = page_sayf(list->page, error, "standings", NULL);
    json_auto_t *data =
        heading ? page_data(list->page, "standings.html", heading, NULL, error) : NULL;
    guint more;
    return data && set_standings(list, STANDINGS, data, &more, error) &&
                   set_more(list, more, data, error)
               ? page_render(list->page, "standings", json_incref(data), error)
               : NULL;
}

// ---- other referees --------------------------------------------------------------------------

static char *referee_name(const struct page_list *list, const char *key, GError **error)
{
    g_autofree char *shown = page_game_referee(key);
    return page_sayf(list->page, error, "referee", "{s:s}", "key", shown);
}

char *page_list_referee_path(const char *referee)
{
    return g_strdup_printf("referees/%s.html", referee);
}

GString *page_list_referee(const struct page_list *list, GError **error)
{
    g_autofree char *name = referee_name(list, list->referee, error);
    g_autofree char *path = page_list_referee_path(list->referee);
    json_auto_t *data = name ? page_data(list->page, path, name, NULL, error) : NULL;
    if (!data || !set_months(list, TRUE, data, error) ||
        !set_ended(list, 0, MIN(list->ended->len, LATEST), TRUE, data, error))
        return NULL;
    json_object_set_new(data, "referee", json_string(list->referee));
    return page_render(list->page, "referee", json_incref(data), error);
}

// ---- the front page ----------------------------------------------------------------------------

static gboolean set_running(const struct page_list *list, json_t *data, GError **error)
{
    json_t *rows = json_array();
    guint more = 0;
    json_object_set_new(data, "running", rows);
    for (guint i = list->shelf->games->len; i-- > 0;) {
        const struct shelf_game *game = game_at(list, i);
        if (game->ended)
            continue;
        if (json_array_size(rows) == RUNNING)
            more++;
        else if (!add_row(list, game, FALSE, rows, error))
            return FALSE;
    }
    json_object_set_new(data, "has_running", json_boolean(json_array_size(rows) > 0));
    return set_more(list, more, data, error);
}

// The other referees of whom there are games.
static gboolean set_referees(const struct page_list *list, json_t *data, GError **error)
{
    json_t *rows = json_array();
    json_object_set_new(data, "referees", rows);
    for (guint i = 0; i < list->referees->len; i++) {
        const struct page_referee *referee = g_ptr_array_index(list->referees, i);
        g_autofree char *name = referee_name(list, referee->key, error);
        g_autofree char *path = page_list_referee_path(referee->key);
        if (!name)
            return FALSE;
        json_array_append_new(rows, json_pack("{s:s, s:s, s:i}", "name", name, "href", path,
                                              "count", (int)referee->ended->len));
    }
    json_object_set_new(data, "has_referees", json_boolean(list->referees->len > 0));
    json_object_set_new(data, "has_records",
                        json_boolean(list->ended->len > 0 || list->referees->len > 0));
    return TRUE;
}

GString *page_list_front(const struct page_list *list, GError **error)
{
    static const char *const scripts[] = {"search.js", NULL};
    json_auto_t *data = page_data(list->page, "index.html", list->page->title, scripts, error);
    guint others;
    if (!data || !set_running(list, data, error) || !set_months(list, FALSE, data, error) ||
        !set_standings(list, BEST, data, &others, error) || !set_referees(list, data, error) ||
        !set_ended(list, 0, MIN(list->ended->len, LATEST), FALSE, data, error))
        return NULL;
    g_autofree char *name = page_sayf(list->page, error, "game", "{s:s}", "id", "{id}");
    g_autofree char *referee = page_sayf(list->page, error, "referee", "{s:s}", "key", "{key}");
    if (!name || !referee)
        return NULL;
    json_object_set_new(data, "game_name", json_string(name));
    json_object_set_new(data, "referee_name", json_string(referee));
    json_object_set_new(data, "has_games", json_boolean(list->ended->len > 0));
    return page_render(list->page, "front", json_incref(data), error);
}

GString *page_list_check(const struct page_list *list, GError **error)
{
    static const char *const scripts[] = {"hash.js",   "table.js",     "fair.js",
                                          "record.js", "signature.js", "evidence.js",
                                          "draw.js",   "check.js",     NULL};
    g_autofree char *heading = page_sayf(list->page, error, "check", NULL);
    return heading
               ? page_render(list->page, "check",
                             page_data(list->page, "check.html", heading, scripts, error), error)
               : NULL;
}

// ---- players -----------------------------------------------------------------------------------

// What a player's games came to, into a row or a page.
static gboolean set_tally(const struct page_list *list, const struct shelf_player *player,
                          json_t *data, GError **error)
{
    g_autofree char *average = page_average(list->page, player->tokens, player->settled, error);
    g_autofree char *punctual =
        page_percent(list->page, player->own, player->own + player->missed, error);
    g_autofree char *thinking =
        player->own ? page_span(list->page, player->thought / player->own) : g_strdup("");
    if (!average || !punctual)
        return FALSE;
    json_object_set_new(data, "won", json_integer(player->won));
    json_object_set_new(data, "average", json_string(average));
    json_object_set_new(data, "punctual", json_string(punctual));
    json_object_set_new(data, "thinking", json_string(thinking));
    return TRUE;
}

static void set_opponents(const struct page_list *list, const struct shelf_player *player,
                          json_t *data)
{
    g_autoptr(GPtrArray) met = shelf_opponents(player, list->people, OPPONENTS);
    json_t *rows = json_array();
    for (guint i = 0; i < met->len; i++) {
        const struct shelf_pair *pair = g_ptr_array_index(met, i);
        json_t *row = people_person(list->people, pair->nick, TRUE, TRUE);
        json_object_set_new(row, "games", json_integer(pair->games));
        json_object_set_new(row, "ahead", json_integer(pair->ahead));
        json_object_set_new(row, "behind", json_integer(pair->behind));
        json_array_append_new(rows, row);
    }
    json_object_set_new(data, "opponents", rows);
    json_object_set_new(data, "has_opponents", json_boolean(met->len > 0));
}

GString *page_list_player(const struct page_list *list, const struct shelf_player *player,
                          GError **error)
{
    g_autofree char *path = people_page(player->nick);
    json_auto_t *data = page_data(list->page, path, player->nick, NULL, error);
    if (!data || !set_tally(list, player, data, error))
        return NULL;
    json_auto_t *person = people_person(list->people, player->nick, TRUE, TRUE);
    json_object_set(data, "operator", json_object_get(person, "operator"));
    json_object_set_new(data, "games_n", json_integer(player->settled));
    json_object_set_new(data, "least", json_string(""));
    json_object_set_new(data, "likely", json_string(""));
    for (guint i = 0; i < list->standings->len; i++) {
        const struct standing *line = &g_array_index(list->standings, struct standing, i);
        if (line->who != STANDING_ROBOT && g_ascii_strcasecmp(line->nick, player->nick) == 0 &&
            !set_strength(list, line, data, error))
            return NULL;
    }
    set_opponents(list, player, data);
    json_t *rows = json_array();
    json_object_set_new(data, "games", rows);
    for (guint i = player->games->len; i-- > 0 && json_array_size(rows) < PLAYER_GAMES;) {
        if (!add_row(list, game_at(list, g_array_index(player->games, guint, i)), TRUE, rows,
                     error))
            return NULL;
    }
    return page_render(list->page, "player", json_incref(data), error);
}
