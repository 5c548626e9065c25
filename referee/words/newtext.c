// SPDX-License-Identifier: MIT
// See newtext.h.
#include "referee/words/newtext.h"

#include <string.h>

gboolean newtext_says_place(const struct newtext *text)
{
    return text->signature == SIGNED_OPENPGP && text->covered && text->signed_referee;
}

// Of OpenPGP without what needn't be signed: in clear-signed text the blanks at the ends of lines
// (RFC 4880, 7.1), in text that is signed beside it how many CR end one. So one signature may hold
// over both, and over more than one of the latter.
static char *trimmed(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++)
        g_strchomp(lines[i]);
    char *all = g_strjoinv("\n", lines);
    return g_strchomp(all);
}

char *newtext_signed(const struct newtext *text)
{
    gsize len;
    if (text->signed_text)
        return trimmed(text->signed_text);
    if (!text->signed_data)
        return g_strdup(text->block.words);
    g_autofree guchar *bytes = g_base64_decode(text->signed_data, &len);
    g_autofree char *data = g_strndup((const char *)bytes, len);
    return trimmed(data);
}

gboolean newtext_has_block(const struct newtext *text)
{
    return text->block.words != NULL;
}

void newtext_clear(struct newtext *result)
{
    g_clear_pointer(&result->sentence, g_free);
    g_clear_pointer(&result->read, g_free);
    g_clear_pointer(&result->meant, g_strfreev);
    g_clear_pointer(&result->commands, g_ptr_array_unref);
    g_clear_pointer(&result->tickets, g_array_unref);
    signed_clear(&result->block);
    g_clear_pointer(&result->signed_text, g_free);
    g_clear_pointer(&result->signed_data, g_free);
    g_clear_pointer(&result->signed_tickets, g_array_unref);
    g_clear_pointer(&result->signature_text, g_free);
    g_clear_pointer(&result->signed_referee, g_free);
    g_clear_pointer(&result->signed_seat, g_free);
    memset(result, 0, sizeof *result);
}
