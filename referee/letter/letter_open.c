// SPDX-License-Identifier: MIT
// See letter_open.h.
#include "referee/letter/letter_open.h"

#include <string.h>

static const char *said(const json_t *note)
{
    const char *say = json_string_value(json_object_get(note, "say"));
    return say ? say : "";
}

// But for those that repeat what was to be done.
static gboolean is_open(const json_t *note)
{
    static const char *const about[] = {"key-",    "age-",       "seal-",
                                        "signer-", "signature-", "openpgp-"};
    for (gsize i = 0; i < G_N_ELEMENTS(about); i++)
        if (g_str_has_prefix(said(note), about[i]))
            return !json_object_get(note, "what");
    return FALSE;
}

json_t *letter_open_notes(const json_t *notes, gboolean open)
{
    json_t *some = json_array();
    gsize i;
    json_t *note;
    json_array_foreach(notes, i, note)
    {
        if (is_open(note) == open)
            json_array_append(some, note);
    }
    return some;
}

json_t *letter_open_to_table(const json_t *notes)
{
    json_t *some = json_array();
    gsize i;
    json_t *note;
    json_array_foreach(notes, i, note)
    {
        if (is_open(note) || g_str_equal(said(note), "press-all"))
            json_array_append(some, note);
        else if (g_str_equal(said(note), "press-you"))
            json_array_append_new(some, json_pack("{s:s, s:O}", "say", "seal-fails-press", "who",
                                                  json_object_get(note, "who")));
    }
    return some;
}

gboolean letter_open_says(const json_t *notes, const char *phrase)
{
    gsize i;
    const json_t *note;
    json_array_foreach(notes, i, note)
    {
        if (g_str_equal(said(note), phrase))
            return TRUE;
    }
    return FALSE;
}
