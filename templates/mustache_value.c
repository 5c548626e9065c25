// SPDX-License-Identifier: MIT
// See mustache_value.h.
#include "templates/mustache_value.h"

#include <string.h>

gboolean mustache_value_true(const json_t *value)
{
    if (!value || json_is_null(value) || json_is_false(value))
        return FALSE;
    if (json_is_array(value))
        return json_array_size(value) > 0;
    return !json_is_string(value) || json_string_length(value) > 0;
}

const json_t *mustache_value_find(const json_t *const *contexts, guint n, const char *name,
                                  gsize len)
{
    if (len == 1 && name[0] == '.')
        return contexts[n - 1];
    const char *end = name + len;
    const char *dot = memchr(name, '.', len);
    gsize part = dot ? (gsize)(dot - name) : len;
    const json_t *value = NULL;
    while (n > 0 && !value)
        value = json_object_getn(contexts[--n], name, part);
    while (value && dot) {
        name = dot + 1;
        dot = memchr(name, '.', (gsize)(end - name));
        value = json_object_getn(value, name, (gsize)((dot ? dot : end) - name));
    }
    return value;
}

static void print_escaped(const char *text, gsize len, GString *out)
{
    gsize from = 0;
    for (gsize i = 0; i < len; i++) {
        const char *entity = NULL;
        switch (text[i]) {
        case '&':
            entity = "&amp;";
            break;
        case '<':
            entity = "&lt;";
            break;
        case '>':
            entity = "&gt;";
            break;
        case '"':
            entity = "&quot;";
            break;
        case '\'':
            entity = "&#39;";
            break;
        default:
            continue;
        }
        g_string_append_len(out, text + from, (gssize)(i - from));
        g_string_append(out, entity);
        from = i + 1;
    }
    g_string_append_len(out, text + from, (gssize)(len - from));
}

static void print_integer(gint64 number, GString *out)
{
    char digits[24];
    char *first = digits + sizeof digits;
    guint64 left = number < 0 ? -(guint64)number : (guint64)number;
    do {
        *--first = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0)
        *--first = '-';
    g_string_append_len(out, first, digits + sizeof digits - first);
}

static void print_real(double number, GString *out)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    const double exact = 9007199254740992.0; // 2^53
    if (number >= -exact && number <= exact && (double)(gint64)number == number) {
        print_integer((gint64)number, out);
        return;
    }
    static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_ascii_formatd(text, sizeof text, formats[i], number);
        if (g_ascii_strtod(text, NULL) == number)
            break;
    }
    g_string_append(out, text);
}

gboolean mustache_value_print(const json_t *value, enum mustache_escape escape, GString *out)
{
    switch (json_typeof(value)) {
    case JSON_STRING:
        if (escape == MUSTACHE_ESCAPE_HTML)
            print_escaped(json_string_value(value), json_string_length(value), out);
        else
            g_string_append_len(out, json_string_value(value), (gssize)json_string_length(value));
        return TRUE;
    case JSON_INTEGER:
        print_integer(json_integer_value(value), out);
        return TRUE;
    case JSON_REAL:
        print_real(json_real_value(value), out);
        return TRUE;
    case JSON_TRUE:
        g_string_append(out, "true");
        return TRUE;
    case JSON_FALSE:
        g_string_append(out, "false");
        return TRUE;
    case JSON_NULL:
        return TRUE;
    case JSON_OBJECT:
    case JSON_ARRAY:
        break;
    }
    return FALSE;
}
