// SPDX-License-Identifier: MIT
// See read_head.h.
#include "mail/read_head.h"

#include <string.h>

static gboolean is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// The length of the field name that ends at the colon, or 0 when the line doesn't begin with one.
static gsize name_length(const char *line, gsize len, gsize *out_colon)
{
    gsize end = 0;
    while (end < len && line[end] > 32 && line[end] < 127 && line[end] != ':')
        end++;
    gsize colon = end;
    while (colon < len && is_blank(line[colon]))
        colon++;
    if (end == 0 || colon == len || line[colon] != ':')
        return 0;
    *out_colon = colon;
    return end;
}

// One line, without its line end, becomes a field or a part of the one before.
static void take_line(struct read_head *head, const char *line, gsize len, gboolean *after_odd)
{
    gsize colon = 0;
    gsize name = 0;
    if (is_blank(line[0]) && head->count > 0 && !*after_odd) {
        struct read_field *last = &head->fields[head->count - 1];
        last->value_len = (gsize)(line + len - last->value);
        if (line + len - last->name > READ_HEAD_FIELD)
            head->size = "a header field is longer than 8 KiB";
    } else if (is_blank(line[0]) || (name = name_length(line, len, &colon)) == 0) {
        head->odd = TRUE;
        *after_odd = TRUE;
    } else if (head->count == READ_HEAD_FIELDS) {
        head->size = "there are more than 200 header fields";
    } else if (len > READ_HEAD_FIELD) {
        head->size = "a header field is longer than 8 KiB";
    } else {
        head->fields[head->count++] =
            (struct read_field){line, name, line + colon + 1, len - colon - 1};
        *after_odd = FALSE;
    }
}

static const char *check_bytes(const char *line, gsize len, gboolean ended)
{
    if (memchr(line, '\0', len))
        return "there is a NUL in the header";
    const char *cr = memchr(line, '\r', len);
    if (cr && !(ended && cr == line + len - 1))
        return "a line of the header ends in a bare CR";
    return NULL;
}

void read_head_scan(const char *bytes, gsize len, struct read_head *out)
{
    out->count = 0;
    out->body = len;
    out->size = NULL;
    out->odd = FALSE;
    gboolean after_odd = FALSE;
    gsize at = 0;
    while (at < len && !out->size) {
        gsize room = MIN(len - at, (gsize)READ_HEAD_BLOCK + 2 - at);
        const char *lf = memchr(bytes + at, '\n', room);
        gsize line = lf ? (gsize)(lf - (bytes + at)) : room;
        out->size = check_bytes(bytes + at, line, lf != NULL);
        if (out->size)
            return;
        gsize next = at + line + (lf != NULL);
        if (lf && line > 0 && bytes[at + line - 1] == '\r')
            line--;
        if (line == 0) {
            out->body = next;
            return;
        }
        if (next > READ_HEAD_BLOCK)
            out->size = "the header is longer than 64 KiB";
        else
            take_line(out, bytes + at, line, &after_odd);
        at = next;
    }
}

const struct read_field *read_head_next(const struct read_head *head, const char *name,
                                        gsize *index)
{
    gsize len = strlen(name);
    while (*index < head->count) {
        const struct read_field *field = &head->fields[(*index)++];
        if (field->name_len == len && g_ascii_strncasecmp(field->name, name, len) == 0)
            return field;
    }
    return NULL;
}

const struct read_field *read_head_find(const struct read_head *head, const char *name)
{
    gsize index = 0;
    return read_head_next(head, name, &index);
}

gboolean read_head_begins(const struct read_field *field, const char *prefix)
{
    gsize len = strlen(prefix);
    return field->name_len >= len && g_ascii_strncasecmp(field->name, prefix, len) == 0;
}

char *read_head_value(const struct read_field *field)
{
    char *value = g_malloc(field->value_len + 1);
    gsize len = 0;
    for (gsize i = 0; i < field->value_len; i++) {
        char c = field->value[i];
        if (c != '\r' && c != '\n' && c != '\0')
            value[len++] = c;
    }
    value[len] = '\0';
    return g_strstrip(value);
}

char *read_head_token(const struct read_field *field)
{
    g_autofree char *value = read_head_value(field);
    GString *token = g_string_sized_new(field->value_len + 1);
    guint depth = 0;
    for (const char *p = value; *p; p++) {
        if (*p == '\\' && p[1] && depth > 0)
            p++;
        else if (*p == '(')
            depth++;
        else if (*p == ')' && depth > 0)
            depth--;
        else if (depth == 0)
            g_string_append_c(token, g_ascii_tolower(*p));
    }
    return g_strstrip(g_string_free(token, FALSE));
}
