// SPDX-License-Identifier: MIT
// See drawing.h.
#include "base/drawing.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

enum { CARD_TEXT = 24 };

static gboolean has_colours(void)
{
    const char *term = g_getenv("TERM");
    const char *no_colour = g_getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0 &&
           !(no_colour && *no_colour);
}

// The user's locale, whichever this process works in.
static gboolean has_utf8(void)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (!locale)
        return FALSE;
    gboolean is = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    freelocale(locale);
    return is;
}

struct drawing_style drawing_style_here(void)
{
    return (struct drawing_style){.utf8 = has_utf8(), .colour = has_colours()};
}

void drawing_text(GString *out, struct drawing_style style, enum drawing_ink ink, const char *text)
{
    static const char *const codes[] = {"0", "1", "32", "33", "2"};
    if (style.colour && ink != DRAWING_PLAIN)
        g_string_append_printf(out, "\033[%sm%s\033[0m", codes[ink], text);
    else
        g_string_append(out, text);
}

// One of the rows of a card.
static void card_row(GString *out, struct drawing_style style, struct drawing_card card, int row)
{
    char text[CARD_TEXT];
    if (row == 1)
        g_snprintf(text, sizeof text, style.utf8 ? "│%2d│" : "|%2d|", card.value);
    else if (style.utf8)
        g_strlcpy(text, row == 0 ? "┌──┐" : "└──┘", sizeof text);
    else
        g_strlcpy(text, "+--+", sizeof text);
    drawing_text(out, style, card.ink, text);
}

void drawing_cards(GString *out, struct drawing_style style, const struct drawing_card *cards,
                   gsize n)
{
    for (int row = 0; row < DRAWING_CARD_ROWS; row++) {
        g_string_append_printf(out, "%*s", DRAWING_INDENT, "");
        for (gsize i = 0; i < n; i++)
            card_row(out, style, cards[i], row);
        g_string_append_c(out, '\n');
    }
}

void drawing_small_cards(GString *out, struct drawing_style style, const struct drawing_card *cards,
                         gsize n)
{
    g_string_append_printf(out, "%*s", DRAWING_INDENT, "");
    for (gsize i = 0; i < n; i++) {
        char text[CARD_TEXT];
        g_snprintf(text, sizeof text, "[%2d]", cards[i].value);
        drawing_text(out, style, cards[i].ink, text);
    }
    g_string_append_c(out, '\n');
}
