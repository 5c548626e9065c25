// SPDX-License-Identifier: MIT
// See page.h.
#include "referee/archive/page.h"

#include "referee/setup/languages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static const char nothing[] = "–";

// ---- the words ---------------------------------------------------------------------------------

// Phrases that stand on a page as they are; html-… are called by what follows.
static gboolean is_plain(const char *name)
{
    static const char *const starts[] = {WORDING_LABELS, "did-",       "note-clock",
                                         "note-robot",   "note-bonus", "note-finished",
                                         "unit-",        "and"};
    for (gsize i = 0; i < G_N_ELEMENTS(starts); i++) {
        if (g_str_has_prefix(name, starts[i]))
            return TRUE;
    }
    return FALSE;
}

static gboolean gather_words(struct page *self, GError **error)
{
    g_auto(GStrv) names = phrases_list(self->words.phrases);
    self->plain = json_object();
    for (char **name = names; *name; name++) {
        if (!is_plain(*name))
            continue;
        g_autofree char *said = wording_say(&self->words, *name, NULL, error);
        if (!said)
            return FALSE;
        const char *key =
            g_str_has_prefix(*name, WORDING_LABELS) ? *name + strlen(WORDING_LABELS) : *name;
        json_object_set_new(self->plain, key, json_string(said));
    }
    return TRUE;
}

static gboolean open_page(struct page *self, const char *code, const char *templates,
                          wording *common, GError **error)
{
    g_autofree char *site = g_build_filename(templates, "site", NULL);
    g_autoptr(folder) own = folder_open(site, code, NULL, error); // a name that a language can have
    *self = (struct page){.code = g_strdup(code)};
    self->words.name = self->code;
    self->words.layout = own ? folder_open(site, WORDING_LAYOUT, NULL, error) : NULL;
    self->words.phrases = self->words.layout ? phrases_open(site, code, "en", error) : NULL;
    self->common = self->words.phrases ? wording_in(common, code, error) : NULL;
    return self->common && gather_words(self, error);
}

static void clear_page(gpointer page)
{
    struct page *self = page;
    json_decref(self->plain);
    json_decref(self->languages);
    folder_free(self->words.layout);
    phrases_free(self->words.phrases);
    g_free(self->code);
}

// Each page's list of all languages.
static gboolean list_languages(GArray *pages, GError **error)
{
    for (guint i = 0; i < pages->len; i++) {
        const struct page *other = &g_array_index(pages, struct page, i);
        g_autofree char *name = page_sayf(other, error, "language", NULL);
        if (!name)
            return FALSE;
        for (guint k = 0; k < pages->len; k++)
            json_array_append_new(
                g_array_index(pages, struct page, k).languages,
                json_pack("{s:s, s:s, s:b}", "code", other->code, "name", name, "here", i == k));
    }
    return TRUE;
}

gboolean pages_open(const char *templates, wording *common, GArray **out_pages, GError **error)
{
    g_autofree char *site = g_build_filename(templates, "site", NULL);
    g_auto(GStrv) codes = languages_list(site);
    g_autoptr(GArray) pages = g_array_new(FALSE, TRUE, sizeof(struct page));
    g_array_set_clear_func(pages, clear_page);
    if (!*codes) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                    "%s: no language is there; say in referee.conf where templates lie", site);
        return FALSE;
    }
    for (char **code = codes; *code; code++) {
        g_array_set_size(pages, pages->len + 1);
        struct page *page = &g_array_index(pages, struct page, pages->len - 1);
        if (!open_page(page, *code, templates, common, error))
            return FALSE;
        page->languages = json_array();
    }
    if (!list_languages(pages, error))
        return FALSE;
    *out_pages = g_steal_pointer(&pages);
    return TRUE;
}

const char *page_word(const struct page *self, const char *name)
{
    const char *word = json_string_value(json_object_get(self->plain, name));
    return word ? word : "";
}

// What a script fills in stands in braces.
static json_t *places(void)
{
    static const char *const names[] = {"line", "why",   "found", "who",   "right", "top",
                                        "held", "value", "count", "seed",  "cards", "moves",
                                        "key",  "lines", "round", "shown", "span",  "n"};
    json_t *out = json_object();
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *place = g_strdup_printf("{%s}", names[i]);
        json_object_set_new(out, names[i], json_string(place));
    }
    return out;
}

GString *page_script_words(const struct page *self, GError **error)
{
    g_auto(GStrv) names = phrases_list(self->words.phrases);
    json_auto_t *words = json_object();
    json_auto_t *data = places();
    for (char **name = names; *name; name++) {
        if (!g_str_has_prefix(*name, "script-"))
            continue;
        g_autofree char *said = wording_say(&self->words, *name, data, error);
        if (!said)
            return NULL;
        json_object_set_new(words, *name + strlen("script-"), json_string(said));
    }
    char *text = json_dumps(words, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
    GString *out =
        g_string_new("// The words of the scripts in this language.\n\"use strict\";\n\n");
    g_string_append_printf(out, "const WORDS = %s;\n", text);
    free(text);
    return out;
}

// ---- the frame ---------------------------------------------------------------------------------

json_t *page_data(const struct page *self, const char *path, const char *heading,
                  const char *const *scripts, GError **error)
{
    g_autofree char *zone = page_sayf(self, error, "zone", "{s:s}", "zone", zone_name(self->zone));
    if (!zone)
        return NULL;
    json_t *names = json_array();
    if (scripts)
        json_array_append_new(names, json_sprintf("%s/words.js", self->code));
    for (; scripts && *scripts; scripts++)
        json_array_append_new(names, json_string(*scripts));
    const char *root = strchr(path, '/') ? "../.." : "..";
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:b, s:s, s:O, s:o, s:O}", "lang", self->code,
                     "root", root, "path", path, "site", self->title, "heading", heading, "public",
                     self->is_public, "zone_note", zone, "words", self->plain, "scripts", names,
                     "languages", self->languages);
}

GString *page_render(const struct page *self, const char *name, json_t *data, GError **error)
{
    GString *out = g_string_new(NULL);
    gboolean fine =
        data && folder_render(self->words.layout, name, FOLDER_HTML, data, TRUE, out, error);
    json_decref(data);
    if (fine)
        return out;
    g_string_free(out, TRUE);
    return NULL;
}

// ---- values in words ---------------------------------------------------------------------------

char *page_day(const struct page *self, gint64 at)
{
    return zone_format_day(zone_day(self->zone, at));
}

char *page_moment(const struct page *self, gint64 at)
{
    g_autofree char *day = page_day(self, at);
    const gint64 second = zone_local(self->zone, at) % DAY;
    return g_strdup_printf("%s %02d:%02d", day, (int)(second / HOUR), (int)(second / MINUTE % 60));
}

void page_add_span(const struct page *self, gint64 seconds, GString *out)
{
    static const char blank[] = "\xc2\xa0"; // one that doesn't break
    static const struct {
        gint64 seconds;
        const char *word;
    } units[] = {
        {DAY, "unit-day"}, {HOUR, "unit-hour"}, {MINUTE, "unit-minute"}, {1, "unit-second"}};
    gsize unit = 0;
    while (unit + 1 < G_N_ELEMENTS(units) && seconds < units[unit].seconds)
        unit++;
    g_string_append_printf(out, "%d%s%s", (int)(seconds / units[unit].seconds), blank,
                           page_word(self, units[unit].word));
    if (units[unit].seconds <= MINUTE) // minutes and seconds stand alone
        return;
    const gint64 rest = seconds % units[unit].seconds / units[unit + 1].seconds;
    if (rest > 0)
        g_string_append_printf(out, "%s%d%s%s", blank, (int)rest, blank,
                               page_word(self, units[unit + 1].word));
}

char *page_span(const struct page *self, gint64 seconds)
{
    GString *out = g_string_new(NULL);
    page_add_span(self, seconds, out);
    return g_string_free(out, FALSE);
}

char *page_average(const struct page *self, gint64 sum, gint64 n, GError **error)
{
    if (n == 0)
        return g_strdup(nothing);
    const gint64 tenths = (sum * 20 + n) / (2 * n); // rounded
    return page_sayf(self, error, "decimal", "{s:I, s:I}", "whole", (json_int_t)(tenths / 10),
                     "tenth", (json_int_t)(tenths % 10));
}

char *page_decimal(const struct page *self, double value, GError **error)
{
    const gint64 tenths = llround(value * 10);
    const gint64 size = ABS(tenths);
    return page_sayf(self, error, tenths < 0 ? "decimal-below" : "decimal", "{s:I, s:I}", "whole",
                     (json_int_t)(size / 10), "tenth", (json_int_t)(size % 10));
}

char *page_percent(const struct page *self, gint64 part, gint64 n, GError **error)
{
    if (n == 0)
        return g_strdup(nothing);
    return page_sayf(self, error, "percent", "{s:I}", "n", (json_int_t)(part * 100 / n));
}

char *page_join(const struct page *self, GPtrArray *names)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < names->len; i++) {
        const gboolean last = i > 0 && i + 1 == names->len;
        g_string_append(out, i == 0 ? "" : last ? " " : ", ");
        g_string_append_printf(out, "%s%s%s", last ? page_word(self, "and") : "", last ? " " : "",
                               (char *)g_ptr_array_index(names, i));
    }
    return g_string_free(out, FALSE);
}
