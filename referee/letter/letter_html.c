// SPDX-License-Identifier: MIT
// See letter_html.h.
#include "referee/letter/letter_html.h"

#include "referee/letter/letter_blocks.h"
#include "referee/letter/letter_quote.h"
#include "referee/match/notes.h"

#include <string.h>

#define SUBJECT_MARK "[23] " // how subjects begin

// An invitation is long: its buttons stand below its first words, all others below all of them.
enum { INVITATION_LEAD = 2 };

static void put_blocks(const char *template, const char *text, json_t *data)
{
    gsize lead = g_str_equal(template, NOTES_INVITATION) ? INVITATION_LEAD : G_MAXSIZE;
    json_auto_t *blocks = letter_blocks(text, letter_quote_is_command);
    json_t *first = json_array(), *rest = json_array();
    gsize i;
    json_t *block;
    json_array_foreach(blocks, i, block)
    {
        json_array_append(i < lead ? first : rest, block);
    }
    json_object_set_new(data, "lead", json_pack("{s:o}", "blocks", first));
    json_object_set_new(data, "rest", json_pack("{s:o}", "blocks", rest));
}

static void put_boxes(json_t *data)
{
    json_t *boxes = json_array();
    gsize i;
    json_t *note;
    json_array_foreach(json_object_get(data, "notes"), i, note)
    {
        json_t *blocks = letter_blocks(json_string_value(note), letter_quote_is_command);
        json_array_append_new(boxes, json_pack("{s:o}", "blocks", blocks));
    }
    json_object_set_new(data, "boxes", boxes);
}

char *letter_html(const struct wording_language *language, const char *template,
                  const char *subject, const char *text, json_t *data, GError **error)
{
    gboolean state = g_str_equal(template, "state");
    gboolean marked = g_str_has_prefix(subject, SUBJECT_MARK);
    json_object_set_new(data, "subject",
                        json_string(subject + (marked ? strlen(SUBJECT_MARK) : 0)));
    if (state) {
        put_boxes(data);
    } else {
        put_blocks(template, text, data);
        json_object_set_new(data, "boxes", json_array()); // notes stand in the text
    }
    GString *out = g_string_new(NULL);
    gboolean done = wording_layout(language, state ? "state" : "letter", data, out, error);
    return g_string_free(out, !done);
}
