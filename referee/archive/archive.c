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
#include "storage/games.h"
#include "storage/press.h"

#include <string.h>

struct archive {
    struct desk *desk;
    site *site;
    const char *stamp; // of what all pages are made with
    people *people;
    wording *common;
    struct page pages[PAGE_LANGUAGES];
    struct shelf *shelf;
    GString *records, *lines; // records.txt, records.jsonl
};

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
    char *text = NULL;
    if (!row->over)
        return running_text(self, row->id, error);
    return records_get(self->desk->store, row->id, &text, error) ? text : NULL;
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
    g_autofree char *path = page_game_path(row->id);
    g_autofree char *stamp = stamp_of_game(self->stamp, row);
    g_autoptr(GPtrArray) press = NULL;
    for (gsize i = 0; i < PAGE_LANGUAGES; i++) {
        const struct page *page = &self->pages[i];
        g_autofree char *name = g_strdup_printf("%s/%s", page->code, path);
        if (site_keep(self->site, name, stamp))
            continue;
        struct page_game full = *game;
        if (!press && row->over && row->press > 0 &&
            !press_load(self->desk->store, row->id, &press, error))
            return FALSE;
        full.press = press;
        if (!put_page(self, page->code, path, stamp, page_game_render(page, &full, error), error))
            return FALSE;
    }
    return TRUE;
}

static gboolean put_record(struct archive *self, const struct chronicle *chronicle,
                           const char *text, GError **error)
{
    g_autofree char *name =
        g_strdup_printf("records/%" G_GINT64_FORMAT ".record", chronicle->game.id);
    g_string_append(self->records, text);
    whole_add_json(chronicle, text, self->lines);
    return site_keep(self->site, name, "record") ||
           site_put(self->site, name, "record", text, strlen(text), error);
}

static gboolean add_game(struct archive *self, const struct archive_row *row, GError **error)
{
    g_autofree char *text = text_of(self, row, error);
    struct chronicle chronicle;
    if (!text)
        return FALSE;
    gboolean fine = chronicle_read(&chronicle, text, strlen(text), row->over, error);
    if (fine) {
        shelf_add(self->shelf, &chronicle);
        const struct page_game game = {&chronicle, self->people, row->over ? text : NULL, NULL};
        fine = put_game(self, row, &game, error) &&
               (!row->over || put_record(self, &chronicle, text, error));
    } else {
        g_prefix_error(error, "game %" G_GINT64_FORMAT ": ", row->id);
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

static GArray *ended_games(const struct archive *self)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < self->shelf->games->len; i++) {
        if (g_array_index(self->shelf->games, struct shelf_game, i).ended)
            g_array_append_val(out, i);
    }
    g_array_sort_with_data(out, by_end, self->shelf);
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
    for (guint from = 0, until; from < list->ended->len; from = until) {
        until = page_list_next_month(list, from);
        g_autofree char *path = page_list_month_path(list, from);
        if (!put_page(self, list->page->code, path, NULL, page_list_month(list, from, until, error),
                      error))
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
           put_players(self, list, error) && put_months(self, list, error);
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
    const struct page *page = &self->pages[0];
    for (gsize i = 0; i < PAGE_LANGUAGES; i++) {
        if (strcmp(self->pages[i].code, self->desk->config->language) == 0)
            page = &self->pages[i];
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

static gboolean put_whole(struct archive *self, const struct page_list *list, GError **error)
{
    GString *index = whole_index(list);
    gboolean fine =
        site_put(self->site, "games.js", NULL, index->str, index->len, error) &&
        site_put(self->site, "records.txt", NULL, self->records->str, self->records->len, error) &&
        site_put(self->site, "records.jsonl", NULL, self->lines->str, self->lines->len, error);
    g_string_free(index, TRUE);
    return fine && put_plain(self, error) && put_door(self, error) && put_table(self, error);
}

// ---- all of it ---------------------------------------------------------------------------------

static gboolean put_all(struct archive *self, const GArray *rows, GError **error)
{
    for (guint i = 0; i < rows->len; i++) {
        if (!add_game(self, &g_array_index(rows, struct archive_row, i), error))
            return FALSE;
    }
    g_autoptr(GArray) standings = NULL;
    if (!standings_read_store(self->desk->store, &standings, error))
        return FALSE;
    g_autoptr(GArray) ended = ended_games(self);
    struct page_list list = {NULL, self->shelf, self->people, standings, ended};
    for (gsize i = 0; i < PAGE_LANGUAGES; i++) {
        list.page = &self->pages[i];
        if (!put_lists(self, &list, error))
            return FALSE;
    }
    return put_whole(self, &list, error);
}

static gboolean open_words(struct archive *self, GError **error)
{
    const struct config *config = self->desk->config;
    self->common = wording_new(config->templates);
    for (gsize i = 0; i < PAGE_LANGUAGES; i++) {
        struct page *page = &self->pages[i];
        if (!page_init(page, page_languages[i], config->templates, self->common, error))
            return FALSE;
        const struct zone *zone = zone_find(config->timezone);
        page->zone = zone ? zone : zone_utc();
        page->title = config->title;
        page->is_public = config->is_public;
    }
    return TRUE;
}

static gboolean publish(struct archive *self, const GArray *rows, GError **error)
{
    self->shelf = shelf_new();
    self->records = g_string_new(NULL);
    self->lines = g_string_new(NULL);
    gboolean fine = open_words(self, error) && put_all(self, rows, error);
    g_string_free(self->records, TRUE);
    g_string_free(self->lines, TRUE);
    shelf_free(self->shelf);
    for (gsize i = 0; i < PAGE_LANGUAGES; i++)
        page_clear(&self->pages[i]);
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
    for (guint i = 0; i < rows->len; i++)
        out->games += (guint)g_array_index(rows, struct archive_row, i).over;
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
