// SPDX-License-Identifier: MIT
// See letter_quote.h.
#include "referee/letter/letter_quote.h"

#include "referee/language/wrap.h"
#include "referee/words/command_show.h"
#include "referee/words/command_text.h"
#include "referee/words/words.h"

#include <string.h>

// Whether a word could be part of a command, so that it must not stand alone on a line.
static gboolean is_risky(const char *word)
{
    for (const char *p = word; *p; p++) {
        if (g_ascii_isdigit(*p))
            return TRUE;
    }
    g_autofree char *folded = g_utf8_casefold(word, -1);
    g_autofree char *plain = g_str_to_ascii(folded, NULL);
    // Marks at its ends don't make a word another one.
    char *start = plain + strspn(plain, ".,;:!?\"'()");
    for (gsize len = strlen(start); len && strchr(".,;:!?\"'()", start[len - 1]); len--)
        start[len - 1] = '\0';
    return words_near_command(start, NULL, WORDS_ALL) || strlen(start) <= 2;
}

char *letter_quote_most(const char *text, guint max, const struct wording_language *language,
                        GError **error)
{
    g_autofree char *open = wording_say(language, "quote-open", NULL, error);
    g_autofree char *close = open ? wording_say(language, "quote-close", NULL, error) : NULL;
    return close ? wrap_quote(text, max, open, close, is_risky) : NULL;
}

char *letter_quote(const char *text, const struct wording_language *language, GError **error)
{
    return letter_quote_most(text, LETTER_QUOTE_MAX, language, error);
}

gboolean letter_quote_is_command(const char *words)
{
    return command_is_whole(words);
}

char *letter_quote_command(const char *canonical, gboolean confirmed,
                           const struct wording_language *language)
{
    gsize verb = strcspn(canonical, " ");
    g_autofree char *alone = confirmed || !canonical[verb]
                                 ? g_strdup(canonical)
                                 : g_strdup_printf("%.*s …", (int)verb, canonical);
    g_autofree char *shown = command_show(alone, command_show_language(language->name));
    return wrap_quote(shown, LETTER_QUOTE_MAX, "[", "]", is_risky);
}
