// SPDX-License-Identifier: MIT
// See archive.h. A game's page is made from its lines, who is hidden, and the templates: what these
// come to is its stamp.
#include "referee/archive/archive.h"

#include "referee/archive/page_game.h"
#include "referee/archive/page_list.h"
#include "referee/archive/page_table.h"
#include "referee/archive/result.h"
#include "referee/archive/stamp.h"
#include "referee/archive/standings_read.h"
#include "referee/archive/whole.h"
#include "referee/record/sealed.h"
#include "storage/archive.h"
#include "storage/evidence.h"
#include "storage/games.h"
#include "storage/press.h"

#include <sodium.h>
#include <string.h>

struct archive {
    struct desk *desk;
    site *site;
    const char *stamp; // of what all pages are made with
    people *people;
    wording *common;
    GArray *pages; // struct page, of each language
    struct shelf *shelf;
    site_file *records, *lines; // records.txt, records.jsonl; NULL: they are there as they are
};

static const struct page *page_at(const struct archive *self, guint i)
{
    return &g_array_index(self->pages, struct page, i);
}

// ---- games -------------------------------------------------------------------------------------

// The full lines of a game that runs.
static char *running_text(struct archive *self, gint64 id, GError **error)
{
    g_autoptr(GPtrArray) events = NULL;
    if (!events_load(self->desk->store, id, &events, error))
        return NULL;
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < events->len; i++) {
        const struct event *event = g_ptr_array_index(events, i);
        g_autofree char *full =
            event->secret ? sealed_open(event->line, strlen(event->line), event->secret) : NULL;
        g_string_append_printf(text, "%s\n", full ? full : event->line);
    }
    return g_string_free(text, FALSE);
}

static char *text_of(struct archive *self, const struct archive_row *row, GError **error)
{
    struct store *store = self->desk->store;
    char *text = NULL;
    if (!row->over)
        return running_text(self, row->id, error);
    return (row->foreign ? records_get_foreign(store, row->key, row->id, &text, error)
                         : records_get(store, row->id, &text, error))
               ? text
               : NULL;
}

static gboolean put_page(struct archive *self, const char *code, const char *path,
                         const char *stamp, GString *bytes, GError **error)
{
    if (!bytes)
        return FALSE;
    g_autofree char *name = g_strdup_printf("%s/%s", code, path);
    gboolean fine = site_put(self->site, name, stamp, bytes->str, bytes->len, error);
    g_string_free(bytes, TRUE);
    return fine;
}

static gboolean put_game(struct archive *self, const struct archive_row *row,
                         const struct page_game *game, GError **error)
{
    g_autofree char *path = page_game_path(game->referee, row->id);
    g_autofree char *stamp = stamp_of_game(self->stamp, row);
    g_autoptr(GPtrArray) press = NULL;
    for (guint i = 0; i < self->pages->len; i++) {
        const struct page *page = page_at(self, i);
        g_autofree char *name = g_strdup_printf("%s/%s", page->code, path);
        if (site_keep(self->site, name, stamp))
            continue;
        struct page_game full = *game;
        if (!press && row->over && row->press > 0 &&
            !press_load(self->desk->store, row->id, &press, error))
            return FALSE;
        full.press = press;
        if (!put_page(self, page->code, path, stamp, page_game_render(page, &full, error), error)) {
            g_prefix_error(error, "site/%s: ", page->code);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean put_evidence(struct archive *self, const char *file, const char *text,
                             GError **error)
{
    g_autofree char *name = g_strdup_printf("records/%s.evidence", file);
    return site_keep(self->site, name, "evidence") ||
           site_put(self->site, name, "evidence", text, strlen(text), error);
}

// A record, alone and among all.
static gboolean put_record(struct archive *self, const struct page_game *game, GError **error)
{
    const gsize len = strlen(game->record);
    g_autofree char *file = page_game_file(game->referee, game->chronicle->game.id);
    g_autofree char *name = g_strdup_printf("records/%s.record", file);
    if (self->records && !site_add(self->records, game->record, len, error))
        return FALSE;
    if (self->lines) {
        g_autoptr(GString) line = g_string_new(NULL);
        whole_add_json(game->chronicle, game->record, line);
        if (!site_add(self->lines, line->str, line->len, error))
            return FALSE;
    }
    return (site_keep(self->site, name, "record") ||
            site_put(self->site, name, "record", game->record, len, error)) &&
           (!game->evidence || put_evidence(self, file, game->evidence, error));
}

// What proves the moves of a game that is over; NULL where there is none.
static gboolean evidence_of(struct archive *self, const struct archive_row *row, char **out,
                            GError **error)
{
    struct store *store = self->desk->store;
    return row->foreign ? evidence_get_foreign(store, row->key, row->id, out, error)
                        : evidence_get(store, row->id, out, error);
}

static gboolean add_game(struct archive *self, const struct archive_row *row, GError **error)
{
    g_autofree char *text = text_of(self, row, error);
    struct chronicle chronicle;
    char referee[SHELF_REFEREE] = "";
    if (!text)
        return FALSE;
    if (row->foreign)
        sodium_bin2hex(referee, sizeof referee, row->key, sizeof row->key);
    gboolean fine = chronicle_read(&chronicle, text, strlen(text), row->over, error);
    if (fine) {
        shelf_add(self->shelf, &chronicle, referee);
        g_autofree char *evidence = NULL;
        fine = !row->over || evidence_of(self, row, &evidence, error);
        const struct page_game game = {&chronicle, referee, self->people, row->over ? text : NULL,
                                       evidence,   NULL};
        fine = fine && put_game(self, row, &game, error) &&
               (!row->over || put_record(self, &game, error));
    } else {
        g_prefix_error(error, "game %s%s%" G_GINT64_FORMAT ": ", referee, *referee ? "/" : "",
                       row->id);
    }
    chronicle_clear(&chronicle);
    return fine;
}

// ---- lists -------------------------------------------------------------------------------------

static int by_end(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct shelf *shelf = user;
    const struct shelf_game *x = &g_array_index(shelf->games, struct shelf_game, *(const guint *)a);
    const struct shelf_game *y = &g_array_index(shelf->games, struct shelf_game, *(const guint *)b);
    if (x->ended != y->ended)
        return x->ended < y->ended ? 1 : -1;
    return (x->id < y->id) - (x->id > y->id);
}

// The games that are over, the latest end first: of a referee, of all for NULL.
static GArray *ended_games(const struct archive *self, const char *referee)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < self->shelf->games->len; i++) {
        const struct shelf_game *game = &g_array_index(self->shelf->games, struct shelf_game, i);
        if (game->ended && (!referee || strcmp(game->referee, referee) == 0))
            g_array_append_val(out, i);
    }
    g_array_sort_with_data(out, by_end, self->shelf);
    return out;
}

static void free_referee(gpointer value)
{
    struct page_referee *referee = value;
    g_array_unref(referee->ended);
    g_free(referee);
}

// The other referees whose games are here. Those of one stand side by side on the shelf.
static GPtrArray *other_referees(const struct archive *self)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(free_referee);
    const char *last = "";
    for (guint i = 0; i < self->shelf->games->len; i++) {
        const struct shelf_game *game = &g_array_index(self->shelf->games, struct shelf_game, i);
        if (strcmp(game->referee, last) == 0)
            continue;
        struct page_referee *referee = g_new(struct page_referee, 1);
        *referee = (struct page_referee){game->referee, ended_games(self, game->referee)};
        g_ptr_array_add(out, referee);
        last = game->referee;
    }
    return out;
}

static gboolean put_players(struct archive *self, const struct page_list *list, GError **error)
{
    GHashTableIter all;
    gpointer value;
    g_hash_table_iter_init(&all, self->shelf->players);
    while (g_hash_table_iter_next(&all, NULL, &value)) {
        const struct shelf_player *player = value;
        if (result_is_robot(player->nick) || people_hidden(self->people, player->nick))
            continue;
        g_autofree char *path = people_page(player->nick);
        if (!put_page(self, list->page->code, path, NULL, page_list_player(list, player, error),
                      error))
            return FALSE;
    }
    return TRUE;
}

static gboolean put_months(struct archive *self, const struct page_list *list, GError **error)
{
    for (struct page_month month = {0}; page_list_next_month(list, &month);) {
        g_autofree char *path = page_list_month_path(list, &month);
        if (!put_page(self, list->page->code, path, NULL, page_list_month(list, &month, error),
                      error))
            return FALSE;
    }
    return TRUE;
}

// What is here of another referee. list is this one's.
static gboolean put_referee(struct archive *self, const struct page_list *list,
                            const struct page_referee *referee, GError **error)
{
    struct page_list theirs = *list;
    g_autofree char *path = page_list_referee_path(referee->key);
    theirs.referee = referee->key;
    theirs.ended = referee->ended;
    return put_page(self, list->page->code, path, NULL, page_list_referee(&theirs, error), error) &&
           put_months(self, &theirs, error);
}

static gboolean put_referees(struct archive *self, const struct page_list *list, GError **error)
{
    for (guint i = 0; i < list->referees->len; i++) {
        if (!put_referee(self, list, g_ptr_array_index(list->referees, i), error))
            return FALSE;
    }
    return TRUE;
}

static gboolean put_lists(struct archive *self, const struct page_list *list, GError **error)
{
    const char *code = list->page->code;
    return put_page(self, code, "index.html", NULL, page_list_front(list, error), error) &&
           put_page(self, code, "standings.html", NULL, page_list_standings(list, error), error) &&
           put_page(self, code, "check.html", NULL, page_list_check(list, error), error) &&
           put_page(self, code, "words.js", NULL, page_script_words(list->page, error), error) &&
           put_page(self, code, "feed.xml", NULL, whole_feed(list, self->desk->config->host, error),
                    error) &&
           put_players(self, list, error) && put_months(self, list, error) &&
           put_referees(self, list, error);
}

// ---- files that are the same in all languages --------------------------------------------------

static gboolean put_plain(struct archive *self, GError **error)
{
    static const char *const endings[] = {".js", ".css", ".svg"};
    g_autofree char *source = g_build_filename(self->desk->config->templates, "site", NULL);
    g_autoptr(GDir) dir = g_dir_open(source, 0, error);
    if (!dir)
        return FALSE;
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(source, name, NULL);
        g_autofree char *bytes = NULL;
        gsize len = 0;
        gboolean is_plain = FALSE;
        for (gsize i = 0; i < G_N_ELEMENTS(endings); i++)
            is_plain = is_plain || g_str_has_suffix(name, endings[i]);
        if (is_plain && (!g_file_get_contents(path, &bytes, &len, error) ||
                         !site_put(self->site, name, NULL, bytes, len, error)))
            return FALSE;
    }
    return TRUE;
}

static gboolean put_door(struct archive *self, GError **error)
{
    const struct page *page = page_at(self, 0);
    for (guint i = 0; i < self->pages->len; i++) {
        if (strcmp(page_at(self, i)->code, self->desk->config->language) == 0)
            page = page_at(self, i);
    }
    GString *door =
        page_render(page, "door", page_data(page, "index.html", "", NULL, error), error);
    gboolean fine = door && site_put(self->site, "index.html", NULL, door->str, door->len, error);
    if (door)
        g_string_free(door, TRUE);
    return fine;
}

static gboolean put_table(struct archive *self, GError **error)
{
    g_autoptr(GString) page = page_table_render(self->desk->config->templates, error);
    return page && site_put(self->site, PAGE_TABLE_FILE, NULL, page->str, page->len, error);
}

// The files of all records, until all games have been added to them. They never change by
// themselves, and needn't be made as long as no game ends.
static gboolean begin_records(struct archive *self, const GArray *rows, GError **error)
{
    g_autofree char *stamp = stamp_of_records(rows);
    if (!site_keep(self->site, "records.txt", stamp) &&
        !(self->records = site_begin(self->site, "records.txt", stamp, error)))
        return FALSE;
    return site_keep(self->site, "records.jsonl", stamp) ||
           (self->lines = site_begin(self->site, "records.jsonl", stamp, error));
}

static gboolean end_records(struct archive *self, GError **error)
{
    site_file *records = g_steal_pointer(&self->records);
    site_file *lines = g_steal_pointer(&self->lines);
    const gboolean fine = !records || site_end(records, error);
    if (fine && lines)
        return site_end(lines, error);
    site_drop(lines);
    return fine;
}

// ---- all of it ---------------------------------------------------------------------------------

static gboolean put_games(struct archive *self, const GArray *rows, GError **error)
{
    if (!begin_records(self, rows, error))
        return FALSE;
    for (guint i = 0; i < rows->len; i++) {
        if (!add_game(self, &g_array_index(rows, struct archive_row, i), error))
            return FALSE;
    }
    return end_records(self, error);
}

static gboolean put_index(struct archive *self, const struct page_list *list, GError **error)
{
    g_autoptr(GArray) ended = ended_games(self, NULL);
    g_autoptr(GString) index = whole_index(list, ended);
    return site_put(self->site, "games.js", NULL, index->str, index->len, error);
}

static gboolean put_all(struct archive *self, const GArray *rows, GError **error)
{
    g_autoptr(GArray) standings = NULL;
    if (!put_games(self, rows, error) ||
        !standings_read_store(self->desk->store, &standings, error))
        return FALSE;
    g_autoptr(GArray) ended = ended_games(self, "");
    g_autoptr(GPtrArray) others = other_referees(self);
    struct page_list list = {.page = page_at(self, 0),
                             .shelf = self->shelf,
                             .people = self->people,
                             .standings = standings,
                             .referee = "",
                             .ended = ended,
                             .referees = others};
    if (!put_index(self, &list, error))
        return FALSE;
    for (guint i = 0; i < self->pages->len; i++) {
        list.page = page_at(self, i);
        if (!put_lists(self, &list, error)) {
            g_prefix_error(error, "site/%s: ", list.page->code);
            return FALSE;
        }
    }
    return put_plain(self, error) && put_door(self, error) && put_table(self, error);
}

static gboolean open_words(struct archive *self, GError **error)
{
    const struct config *config = self->desk->config;
    const struct zone *zone = zone_find(config->timezone);
    self->common = wording_new(config->templates);
    if (!pages_open(config->templates, self->common, &self->pages, error))
        return FALSE;
    for (guint i = 0; i < self->pages->len; i++) {
        struct page *page = &g_array_index(self->pages, struct page, i);
        page->zone = zone ? zone : zone_utc();
        page->title = config->title;
        page->is_public = config->is_public;
    }
    return TRUE;
}

static gboolean publish(struct archive *self, const GArray *rows, GError **error)
{
    self->shelf = shelf_new();
    gboolean fine = open_words(self, error) && put_all(self, rows, error);
    site_drop(self->records);
    site_drop(self->lines);
    shelf_free(self->shelf);
    g_clear_pointer(&self->pages, g_array_unref);
    wording_free(self->common);
    return fine;
}

gboolean archive_publish(struct desk *desk, const char *path, struct archive_outcome *out,
                         GError **error)
{
    g_autoptr(GArray) rows = NULL;
    g_autoptr(GArray) persons = NULL;
    *out = (struct archive_outcome){0};
    if (!archive_games(desk->store, &rows, error) || !archive_people(desk->store, &persons, error))
        return FALSE;
    for (guint i = 0; i < rows->len; i++) {
        const struct archive_row *row = &g_array_index(rows, struct archive_row, i);
        out->games += row->over && !row->foreign;
        out->foreign += (guint)row->foreign;
    }
    g_autofree char *common = stamp_of_frame(desk->config, persons, error);
    g_autofree char *all = common ? stamp_of_games(common, rows) : NULL;
    g_autoptr(site) to = all ? site_open(path, error) : NULL;
    if (!to)
        return FALSE;
    if (site_is_as(to, all)) {
        out->unchanged = TRUE;
        return TRUE;
    }
    g_autoptr(people) known = people_new(persons);
    struct archive self = {.desk = desk, .site = to, .stamp = common, .people = known};
    return publish(&self, rows, error) && site_finish(to, all, &out->count, error);
}
