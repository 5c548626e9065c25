// SPDX-License-Identifier: MIT
// `referee23 doctor`: the templates in the configured folder.
//
// Decides whether every language says what English says, and whether each template can be read.
// Knows nothing of what they mean.
#include "referee/admin/doctor.h"
#include "referee/language/wording.h"
#include "referee/setup/languages.h"
#include "referee/words/fold.h"
#include "referee/words/words.h"
#include "templates/folder.h"
#include "templates/phrases.h"

#include <string.h>

// What is checked of one language; missing names are taken from nowhere, so that they show.
struct words {
    const char *language;
    const char *place; // where its folder lies, for those who read it: "", "site/"
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

static void close_words(gpointer data)
{
    struct words *words = data;
    folder_free(words->folder);
    phrases_free(words->phrases);
    g_strfreev(words->names);
    g_strfreev(words->phrases_names);
    g_free(words);
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

// Whether a name stands for a form of a phrase that the language doesn't tell apart.
static gboolean is_no_form(const struct words *words, const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && !phrases_has_form(words->phrases, dot);
}

// Names that one list has and the other lacks. Not asked for: plural forms that a language lacks.
static guint check_names(struct doctor *doctor, char *const *names, char *const *others,
                         const struct words *other_words, const char *language, const char *kind)
{
    const char *other = other_words->language;
    const char *place = other_words->place;
    guint wrong = 0;
    for (; *names; names++) {
        if (g_strv_contains((const char *const *)others, *names) ||
            (g_str_equal(kind, "phrase") && is_no_form(other_words, *names)))
            continue;
        doctor_bad(doctor, "templates", "%s%s has the %s %s and %s%s lacks it; write it there",
                   place, language, kind, *names, place, other);
        wrong++;
    }
    return wrong;
}

static guint check_pair(struct doctor *doctor, const struct words *a, const struct words *b)
{
    return check_names(doctor, a->names, b->names, b, a->language, "file") +
           check_names(doctor, a->phrases_names, b->phrases_names, b, a->language, "phrase");
}

// ---- words of commands -------------------------------------------------------------------------

// Whether a language can do without a word of its own: without `tell` where it says `say to`, and
// without words that are no more than another way to say something.
static gboolean may_lack(enum word word, const char *language)
{
    return (word == WORD_TELL && words_has(WORD_TO, language)) ||
           (word == WORD_TO && words_has(WORD_TELL, language)) || word == WORD_FORGET_ME;
}

// A word that begins one command in English and another in this language would be read as English.
static guint check_meaning(struct doctor *doctor, const char *language, enum word word)
{
    unsigned own = words_languages(language) & ~(unsigned)WORDS_EN;
    const char *shown = words_show(word, (enum words_language)own);
    char key[FOLD_KEY_MAX];
    if (word >= WORD_BONUS || !fold_key_of(shown, key))
        return 0;
    enum word english = words_command(key, FALSE, WORDS_EN);
    if (english == WORD_NONE || english == word)
        return 0;
    doctor_bad(doctor, "templates", "%s/words.ini: %s=%s means %s in English; choose another word",
               language, words_name(word), shown, words_name(english));
    return 1;
}

static guint check_commands(struct doctor *doctor, const char *dir, const char *language)
{
    GError *error = NULL;
    g_autofree char *path = g_build_filename(dir, language, "words.ini", NULL);
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        doctor_bad(doctor, "templates", "%s isn't there; copy that of en and translate it", path);
        return 1;
    }
    if (!languages_learn(dir, language, &error)) {
        doctor_error(doctor, "templates", error);
        return 1;
    }
    if (g_str_equal(language, "en"))
        return 0;
    guint wrong = 0;
    for (enum word word = WORD_NONE + 1; word < WORD_COUNT; word++) {
        if (words_has(word, language)) {
            wrong += check_meaning(doctor, language, word);
        } else if (!may_lack(word, language)) {
            doctor_bad(doctor, "templates", "%s lacks a word for %s; write %s=WORD there", path,
                       words_name(word), words_name(word));
            wrong++;
        }
    }
    return wrong;
}

// ---- the guide ---------------------------------------------------------------------------------

// Sections that English has and this language lacks, or the other way round.
static guint check_sections(struct doctor *doctor, const guide *all, const guide *others,
                            const char *language, const char *other)
{
    guint wrong = 0;
    const struct guide_section *section, *found;
    for (guint i = 0; (section = guide_section(all, i)); i++) {
        for (guint k = 0; (found = guide_section(others, k)); k++)
            if (g_str_equal(found->words[0], section->words[0]))
                break;
        if (found)
            continue;
        doctor_bad(doctor, "templates",
                   "%s/guide.txt explains %s and %s/guide.txt doesn't; write it there", language,
                   section->words[0], other);
        wrong++;
    }
    return wrong;
}

static guint check_guide(struct doctor *doctor, const char *dir, const char *language)
{
    GError *error = NULL;
    g_autoptr(guide) english = guide_open(dir, "en", &error);
    g_autoptr(guide) own = english ? guide_open(dir, language, &error) : NULL;
    if (own)
        return check_sections(doctor, english, own, "en", language) +
               check_sections(doctor, own, english, language, "en");
    doctor_error(doctor, "templates", error);
    return 1;
}

// ---- a language --------------------------------------------------------------------------------

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
    return wrong + check_guide(doctor, dir, words->language) +
           check_commands(doctor, dir, words->language);
}

// The one that strangers get must be there, and English, which fills gaps.
static guint check_there(struct doctor *doctor, const struct config *config, char *const *names)
{
    if (!g_strv_contains((const char *const *)names, "en")) {
        doctor_bad(doctor, "templates",
                   "%s/en isn't there; say in referee.conf where templates lie", config->templates);
        return 1;
    }
    if (g_strv_contains((const char *const *)names, config->language))
        return 0;
    g_autofree char *all = g_strjoinv(", ", (char **)names);
    doctor_bad(doctor, "templates", "[referee] language = %s has no folder in %s; choose one of %s",
               config->language, config->templates, all);
    return 1;
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

// ---- what publish writes -----------------------------------------------------------------------

// Every language that mails have, since readers follow a link to pages in their own.
static guint check_translated(struct doctor *doctor, const char *dir, char *const *mails,
                              char *const *names)
{
    guint wrong = 0;
    for (; *mails; mails++) {
        if (g_strv_contains((const char *const *)names, *mails))
            continue;
        doctor_bad(doctor, "templates", "%s/%s isn't there; copy %s/en to it and translate it", dir,
                   *mails, dir);
        wrong++;
    }
    return wrong;
}

// A folder that holds words of its own in every language. place: its name, with a slash.
static guint check_place(struct doctor *doctor, const struct config *config, const char *place,
                         char *const *mails)
{
    g_autofree char *dir =
        g_strdup_printf("%s/%.*s", config->templates, (int)strlen(place) - 1, place);
    g_auto(GStrv) names = languages_list(dir);
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(close_words);
    guint wrong = check_translated(doctor, dir, mails, names);
    if (!g_strv_contains((const char *const *)names, "en")) // there is nothing to compare
        return wrong;
    for (char **name = names; *name; name++) {
        GError *error = NULL;
        struct words *words = g_new0(struct words, 1);
        words->language = *name;
        words->place = place;
        g_ptr_array_add(all, words);
        if (!open_words(words, dir, &error)) {
            doctor_error(doctor, "templates", error);
            return wrong + 1;
        }
        const struct words *english = all->pdata[0];
        wrong += check_pair(doctor, english, words) + check_pair(doctor, words, english);
    }
    return wrong;
}

static guint check_pages(struct doctor *doctor, const struct config *config, char *const *mails)
{
    g_autofree char *site = g_build_filename(config->templates, "site", NULL);
    guint wrong = check_layout(doctor, site) + check_place(doctor, config, "site/", mails) +
                  check_place(doctor, config, "page/", mails);
    return wrong ? wrong : doctor_rehearse_site(doctor, config);
}

// ---- all of it ---------------------------------------------------------------------------------

void doctor_templates(struct doctor *doctor, const struct config *config)
{
    g_auto(GStrv) names = languages_list(config->templates);
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(close_words);
    guint wrong = check_layout(doctor, config->templates) + check_there(doctor, config, names);
    languages_load(config->templates);
    for (char **name = names; *name && g_str_equal(names[0], "en"); name++) {
        struct words *words = g_new0(struct words, 1);
        words->language = *name;
        words->place = "";
        g_ptr_array_add(all, words);
        guint own = check_language(doctor, words, config->templates, all->pdata[0]);
        const struct words *english = all->pdata[0];
        if (!english->phrases_names) { // without English there is nothing to compare
            wrong += own;
            break;
        }
        if (own == 0) // what can't be read can't be filled in either
            own = doctor_rehearse(doctor, config, *name);
        wrong += own;
    }
    wrong += check_pages(doctor, config, names);
    if (wrong > 0)
        return;
    const struct words *english = all->pdata[0];
    doctor_ok(doctor, "templates", "%u files and %u phrases in each of %u languages, from %s",
              g_strv_length(english->names), g_strv_length(english->phrases_names), all->len,
              config->templates);
}
