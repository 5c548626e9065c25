// SPDX-License-Identifier: MIT
// See letter_help.h.
#include "referee/letter/letter_help.h"

#include "base/nearest.h"
#include "referee/letter/letter_quote.h"
#include "referee/words/command_show.h"
#include "referee/words/fold.h"

#include <string.h>

// Whether a heading's word is written so, with or without spelt-out umlauts.
static gboolean is_written(const char *word, const char *key)
{
    char plain[FOLD_KEY_MAX];
    g_autofree char *spelt = fold_spell_out(word);
    return (fold_key_of(word, plain) && strcmp(plain, key) == 0) ||
           (fold_key_of(spelt, plain) && strcmp(plain, key) == 0);
}

static const struct guide_section *find_in(const guide *all, const char *key)
{
    const struct guide_section *section;
    for (guint i = 0; (section = guide_section(all, i)); i++)
        for (char **word = section->words; *word; word++)
            if (is_written(*word, key))
                return section;
    return NULL;
}

const struct guide_section *letter_help_find(const struct wording_language *language,
                                             const char *word, GError **error)
{
    const struct guide_section *section = find_in(language->guide, word);
    const char *code;
    for (guint i = 0; !section && (code = words_code_at(i)); i++) {
        const struct wording_language *other = wording_in(language->all, code, error);
        if (!other)
            return NULL;
        const struct guide_section *same = find_in(other->guide, word);
        section = same ? find_in(language->guide, same->words[0]) : NULL;
    }
    return section;
}

// The nearest word that the reader could ask about; NULL when none is near.
static const char *nearest_word(const struct wording_language *language, const char *key)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    const struct guide_section *section;
    for (guint i = 0; (section = guide_section(language->guide, i)); i++)
        for (char **word = section->words; *word; word++)
            g_ptr_array_add(all, *word);
    enum words_language own = command_show_language(language->name);
    for (enum word word = WORD_NONE + 1; word < WORD_BONUS; word++)
        g_ptr_array_add(all, (char *)words_show(word, own));
    const char *best = nearest_find(key, (const char *const *)all->pdata, all->len);
    return best && nearest_distance(key, best) <= 1 + strlen(key) / 4 ? best : NULL;
}

char *letter_help(const struct wording_language *language, const char *word, GError **error)
{
    GError *problem = NULL;
    const struct guide_section *section = letter_help_find(language, word, &problem);
    if (section)
        return g_strdup_printf("%s\n\n%s", section->title, section->text);
    if (problem) {
        g_propagate_error(error, problem);
        return NULL;
    }
    const char *near = nearest_word(language, word);
    g_autofree char *quoted = letter_quote(word, language, error);
    if (!quoted)
        return NULL;
    if (!near)
        return wording_sayf(language, error, "help-unknown", "{s:s}", "what", quoted);
    g_autofree char *command = g_strconcat("help ", near, NULL);
    g_autofree char *shown = letter_quote_command(command, TRUE, language);
    return wording_sayf(language, error, "help-near", "{s:s, s:s}", "what", quoted, "help", shown);
}
