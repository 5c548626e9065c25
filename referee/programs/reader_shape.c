// SPDX-License-Identifier: MIT
// See reader_shape.h. The child that wrote the answer read hostile mail; it is believed no more
// than the mail.
#include "referee/programs/reader_shape.h"

#include <string.h>

enum { LINE = 1024, LINES = 256 };

// One line that can stand in a log or on a terminal.
static gboolean is_line(const json_t *value)
{
    const char *text = json_string_value(value);
    if (!text || json_string_length(value) > LINE)
        return FALSE;
    for (; *text; text = g_utf8_next_char(text))
        if (g_unichar_iscntrl(g_utf8_get_char(text)))
            return FALSE;
    return TRUE;
}

static gboolean is_reason(const json_t *value)
{
    return json_is_null(value) || is_line(value);
}

static gboolean is_flag(const json_t *value)
{
    return json_is_boolean(value);
}

static gboolean is_text(const json_t *value)
{
    return json_is_string(value);
}

static gboolean is_lines(const json_t *value)
{
    gsize count = json_array_size(value);
    if (!json_is_array(value) || count > LINES)
        return FALSE;
    for (gsize i = 0; i < count; i++)
        if (!is_line(json_array_get(value, i)))
            return FALSE;
    return TRUE;
}

static gboolean is_texts(const json_t *value)
{
    gsize count = json_array_size(value);
    if (!json_is_array(value) || count > LINES)
        return FALSE;
    for (gsize i = 0; i < count; i++)
        if (!is_text(json_array_get(value, i)))
            return FALSE;
    return TRUE;
}

struct key {
    const char *name;
    gboolean (*holds)(const json_t *value);
};

static gboolean has_keys(const json_t *object, const struct key *keys, gsize count)
{
    if (!json_is_object(object))
        return FALSE;
    for (gsize i = 0; i < count; i++)
        if (!keys[i].holds(json_object_get(object, keys[i].name)))
            return FALSE;
    return TRUE;
}
#define HAS_KEYS(object, keys) has_keys(object, keys, G_N_ELEMENTS(keys))

static gboolean is_sender(const json_t *value)
{
    static const struct key KEYS[] = {
        {"address", is_reason}, {"name", is_line}, {"hold", is_reason}, {"absent", is_flag}};
    return HAS_KEYS(value, KEYS);
}

static gboolean is_new_text(const json_t *value)
{
    static const struct key KEYS[] = {{"body", is_text},
                                      {"flowed", is_flag},
                                      {"delsp", is_flag},
                                      {"guessed", is_flag},
                                      {"signed", is_flag}};
    return json_is_null(value) || HAS_KEYS(value, KEYS);
}

static gboolean is_html(const json_t *value)
{
    static const struct key KEYS[] = {{"body", is_text}};
    return json_is_null(value) || HAS_KEYS(value, KEYS);
}

static gboolean is_openpgp(const json_t *value)
{
    static const struct key KEYS[] = {{"data", is_text}, {"armor", is_text}};
    return json_is_null(value) || HAS_KEYS(value, KEYS);
}

gboolean reader_shape_holds(json_t *facts)
{
    static const struct key KEYS[] = {
        {"size", is_reason},         {"too_big", is_flag},       {"loop", is_reason},
        {"automatic", is_reason},    {"bounce", is_reason},      {"sender", is_sender},
        {"froms", is_lines},         {"return_path", is_reason}, {"message_id", is_reason},
        {"ids", is_lines},           {"to", is_lines},           {"subject", is_line},
        {"text", is_new_text},       {"html", is_html},          {"trouble", is_reason},
        {"html_trouble", is_reason}, {"attached", is_texts},     {"signature", is_reason},
        {"openpgp", is_openpgp},
    };
    return HAS_KEYS(facts, KEYS);
}
