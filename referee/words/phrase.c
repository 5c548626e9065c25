// SPDX-License-Identifier: MIT
// See phrase.h.
#include "referee/words/phrase.h"

#include <string.h>

// The next phrase of a list; FALSE at its end.
static gboolean next(const char **list, const char **phrase, gsize *len)
{
    if (!**list)
        return FALSE;
    *phrase = *list;
    *len = strcspn(*list, "|");
    *list += *len + ((*list)[*len] == '|');
    return TRUE;
}

gsize phrase_begins(const char *text, const char *phrases)
{
    const char *phrase;
    gsize len;
    while (next(&phrases, &phrase, &len))
        if (strncmp(text, phrase, len) == 0)
            return len;
    return 0;
}

gsize phrase_ends(const char *text, const char *phrases)
{
    const char *phrase;
    gsize len;
    gsize all = strlen(text);
    while (next(&phrases, &phrase, &len))
        if (len <= all && strncmp(text + all - len, phrase, len) == 0)
            return len;
    return 0;
}

gsize phrase_in(const char *text, const char *phrases)
{
    const char *phrase;
    gsize len;
    while (next(&phrases, &phrase, &len))
        if (memmem(text, strlen(text), phrase, len))
            return len;
    return 0;
}

gsize phrase_is(const char *text, const char *phrases)
{
    const char *phrase;
    gsize len;
    while (next(&phrases, &phrase, &len))
        if (strlen(text) == len && memcmp(text, phrase, len) == 0)
            return len;
    return 0;
}

static gboolean is_bold(gunichar c)
{
    return c == '*' || c == '_' || c == ' ' || fold_bidi(c) || fold_invisible(c);
}

char *phrase_plain(const struct fold *line, gsize from, gsize to)
{
    GString *out = g_string_sized_new(to - from);
    gboolean blank = FALSE;
    while (from < to && is_bold(line->fold[from]))
        from++;
    while (to > from && is_bold(line->fold[to - 1]))
        to--;
    for (gsize i = from; i < to; i++) {
        gunichar c = line->fold[i];
        if (fold_bidi(c) || fold_invisible(c) || (c == ' ' && blank))
            continue;
        blank = c == ' ';
        g_string_append_unichar(out, g_unichar_tolower(c));
    }
    return g_string_free(out, FALSE);
}
