// SPDX-License-Identifier: MIT
// The templates and phrases of every language that a run needs, opened when first asked for.
//
// Decides which language a reader gets: their own, where there is a folder for it, else English.
// How HTML looks is the same in all of them: it lies in a folder of its own, and its short words
// are the phrases that begin with "html-".
#ifndef REFEREE_WORDING_H
#define REFEREE_WORDING_H

#include "templates/folder.h"
#include "templates/guide.h"
#include "templates/phrases.h"

typedef struct wording wording; // all languages

#define WORDING_LAYOUT "layout" // the folder of the HTML
#define WORDING_LABELS "html-"  // how its words' names begin

// One language; owned by the wording.
struct wording_language {
    const char *name;
    folder *folder; // texts
    folder *layout; // HTML, of all languages
    phrases *phrases;
    json_t *labels; // the words of the layout, by name
    guide *guide;
    wording *all; // the wording that it belongs to
};

wording *wording_new(const char *templates);
void wording_free(wording *wording); // takes NULL
G_DEFINE_AUTOPTR_CLEANUP_FUNC(wording, wording_free)

// The language called so, "" being English. Errors: as folder_open and phrases_open.
const struct wording_language *wording_in(wording *wording, const char *language, GError **error);

// Appends the layout NAME filled with data, which gets the language's words beside it as
// "words" and "lang". Errors: as folder_render.
gboolean wording_layout(const struct wording_language *language, const char *name, json_t *data,
                        GString *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// A phrase as a new string, filled with data (which may be NULL).
char *wording_say(const struct wording_language *language, const char *phrase, const json_t *data,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The same with values packed as json_pack does; NULL for none.
char *wording_sayf(const struct wording_language *language, GError **error, const char *phrase,
                   const char *format, ...) G_GNUC_WARN_UNUSED_RESULT;

// Several names as one text: "anna, bruno and clara". names is an array of texts.
char *wording_list(const struct wording_language *language, const json_t *names,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
