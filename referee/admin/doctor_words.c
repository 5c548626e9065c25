// SPDX-License-Identifier: MIT
// `referee23 doctor`: the templates in the configured folder.
//
// Decides whether every language says what English says, and whether each template can be read.
// Knows nothing of what they mean.
#include "referee/admin/doctor.h"
#include "referee/wording.h"
#include "templates/folder.h"
#include "templates/phrases.h"

#include <string.h>

static const char *const languages[] = {"en", "fr", "de"};

// What is checked of one language; missing names are taken from nowhere, so that they show.
struct words {
    const char *language;
    folder *folder;
    phrases *phrases;
    char **names; // of files
    char **phrases_names;
};

static gboolean open_words(struct words *words, const char *dir, GError **error)
{
    words->folder = folder_open(dir, words->language, NULL, error);
    if (!words->folder)
        return FALSE;
    words->names = folder_list(words->folder, error);
    if (!words->names)
        return FALSE;
    words->phrases = phrases_open(dir, words->language, NULL, error);
    if (!words->phrases)
        return FALSE;
    words->phrases_names = phrases_list(words->phrases);
    return TRUE;
}

static void close_words(struct words *words)
{
    folder_free(words->folder);
    phrases_free(words->phrases);
    g_strfreev(words->names);
    g_strfreev(words->phrases_names);
}

// Reads each template of a folder, as the program would.
static guint check_parse(struct doctor *doctor, folder *texts, char *const *names)
{
    guint wrong = 0;
    for (char *const *name = names; *name; name++) {
        const char *dot = strrchr(*name, '.');
        g_autofree char *stem = g_strndup(*name, (gsize)(dot - *name));
        GError *error = NULL;
        enum folder_kind kind = strcmp(dot, ".html") == 0 ? FOLDER_HTML : FOLDER_TEXT;
        if (folder_find(texts, stem, kind, &error))
            continue;
        if (error)
            doctor_error(doctor, "templates", error);
        wrong++;
    }
    return wrong;
}

// Names that one list has and the other lacks.
static guint check_names(struct doctor *doctor, char *const *names, char *const *others,
                         const char *language, const char *other, const char *kind)
{
    guint wrong = 0;
    for (; *names; names++) {
        if (g_strv_contains((const char *const *)others, *names))
            continue;
        doctor_bad(doctor, "templates", "%s has the %s %s and %s lacks it; write it there",
                   language, kind, *names, other);
        wrong++;
    }
    return wrong;
}

static guint check_pair(struct doctor *doctor, const struct words *a, const struct words *b)
{
    return check_names(doctor, a->names, b->names, a->language, b->language, "file") +
           check_names(doctor, a->phrases_names, b->phrases_names, a->language, b->language,
                       "phrase");
}

// All that can be said of one language, alone and beside English.
static guint check_language(struct doctor *doctor, struct words *words, const char *dir,
                            const struct words *english)
{
    GError *error = NULL;
    if (!open_words(words, dir, &error)) {
        doctor_error(doctor, "templates", error);
        return 1;
    }
    guint wrong = check_parse(doctor, words->folder, words->names);
    if (english != words)
        wrong += check_pair(doctor, english, words) + check_pair(doctor, words, english);
    return wrong;
}

// A language may be left out: its readers get English then. Not the one that strangers get.
static gboolean is_left_out(struct doctor *doctor, const struct config *config,
                            const char *language)
{
    g_autofree char *path = g_build_filename(config->templates, language, NULL);
    if (g_file_test(path, G_FILE_TEST_IS_DIR) || strcmp(language, "en") == 0 ||
        strcmp(language, config->language) == 0)
        return FALSE;
    doctor_ok(doctor, "templates", "%s isn't there: its readers get English", path);
    return TRUE;
}

// How HTML looks, in all languages.
static guint check_layout(struct doctor *doctor, const char *dir)
{
    GError *error = NULL;
    g_autoptr(folder) layout = folder_open(dir, WORDING_LAYOUT, NULL, &error);
    g_auto(GStrv) names = layout ? folder_list(layout, &error) : NULL;
    if (names)
        return check_parse(doctor, layout, names);
    doctor_error(doctor, "templates", error);
    return 1;
}

void doctor_templates(struct doctor *doctor, const struct config *config)
{
    struct words words[G_N_ELEMENTS(languages)] = {{0}};
    guint wrong = check_layout(doctor, config->templates);
    guint looked = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(languages); i++) {
        words[i].language = languages[i];
        if (is_left_out(doctor, config, languages[i]))
            continue;
        wrong += check_language(doctor, &words[i], config->templates, &words[0]);
        if (!words[0].phrases_names) // without English there is nothing to compare
            break;
        if (wrong == 0) // what can't be read can't be filled in either
            wrong += doctor_rehearse(doctor, config, languages[i]);
        looked++;
    }
    if (wrong == 0)
        doctor_ok(doctor, "templates", "%u files and %u phrases in each of %u languages, from %s",
                  g_strv_length(words[0].names), g_strv_length(words[0].phrases_names), looked,
                  config->templates);
    for (gsize i = 0; i < G_N_ELEMENTS(languages); i++)
        close_words(&words[i]);
}
