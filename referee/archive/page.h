// SPDX-License-Identifier: MIT
// What all pages of the site have in common: the language, the words, the frame around them.
//
// Decides how values become words on a page. Knows no database and no files but the templates.
#ifndef REFEREE_PAGE_H
#define REFEREE_PAGE_H

#include "referee/language/dates.h"
#include "referee/language/wording.h"

#include <jansson.h>

// What the pages of one language are made with.
struct page {
    char *code;                            // of the language
    struct wording_language words;         // of the site: its phrases and its pages, no texts
    const struct wording_language *common; // of the mails: days, months, rules
    const struct zone *zone;
    const char *title; // of the site
    gboolean is_public;
    json_t *plain;     // html-… and their kin by name
    json_t *languages; // [{code, name, here}] of all languages
};

// Opens the words of every language that the site has, English first: a folder in templates/site
// each (languages.h), what it lacks being English. common is the wording of the mails; it outlives
// the result, as title does: a new array of struct page. Errors: as folder_open and phrases_open.
gboolean pages_open(const char *templates, wording *common, GArray **out_pages,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The data that every page has. path is that of the page below its language's folder
// ("games/12.html"): it says how many folders up the root lies. scripts may be NULL.
json_t *page_data(const struct page *self, const char *path, const char *heading,
                  const char *const *scripts, GError **error);

// A page as bytes; takes data. NULL on an error.
GString *page_render(const struct page *self, const char *name, json_t *data,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The words for the scripts of a language, as a script. NULL on an error.
GString *page_script_words(const struct page *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// One of the words by its whole name ("did-pass").
const char *page_word(const struct page *self, const char *name);
// A sentence of the site's, filled in as wording_sayf does; NULL on an error.
#define page_sayf(self, error, ...) wording_sayf(&(self)->words, error, __VA_ARGS__)
// "2026-11-30", and with the time: "2026-11-30 14:05", in the site's zone.
char *page_day(const struct page *self, gint64 at);
char *page_moment(const struct page *self, gint64 at);
// "2 d 3 h": two units at most, with blanks that don't break. The caller owns it.
char *page_span(const struct page *self, gint64 seconds);
void page_add_span(const struct page *self, gint64 seconds, GString *out);
// A number with one digit behind the point: a sum shared by n; "–" for none.
char *page_average(const struct page *self, gint64 sum, gint64 n, GError **error);
// Any number with one digit behind the point.
char *page_decimal(const struct page *self, double value, GError **error);
// A share in percent; "–" of nothing.
char *page_percent(const struct page *self, gint64 part, gint64 n, GError **error);
// "anna, bruno and clara".
char *page_join(const struct page *self, GPtrArray *names);

#endif
