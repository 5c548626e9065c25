// SPDX-License-Identifier: MIT
// The templates and phrases of every language that a run needs, opened when first asked for.
//
// Decides which language a reader gets: their own, where there is a folder for it, else English.
#ifndef REFEREE_WORDING_H
#define REFEREE_WORDING_H

#include "templates/folder.h"
#include "templates/phrases.h"

typedef struct wording wording; // all languages

// One language; owned by the wording.
struct wording_language {
    const char *name;
    folder *folder;
    phrases *phrases;
};

wording *wording_new(const char *templates);
void wording_free(wording *wording); // takes NULL
G_DEFINE_AUTOPTR_CLEANUP_FUNC(wording, wording_free)

// The language called so, "" being English. Errors: as folder_open and phrases_open.
const struct wording_language *wording_in(wording *wording, const char *language, GError **error);

// A phrase as a new string, filled with data (which may be NULL).
char *wording_say(const struct wording_language *language, const char *phrase, const json_t *data,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The same with values packed as json_pack does; NULL for none.
char *wording_sayf(const struct wording_language *language, GError **error, const char *phrase,
                   const char *format, ...) G_GNUC_WARN_UNUSED_RESULT;

#endif
