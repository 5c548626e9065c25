// SPDX-License-Identifier: MIT
// See parcel.h.
#include "base/parcel.h"

#include <stdlib.h>
#include <string.h>

enum { LONG = 48, MARK = '\1', DIGITS = 12 };

// ---- packing -----------------------------------------------------------------------------------

static gboolean goes_beside(const json_t *value)
{
    const char *text = json_string_value(value);
    gsize len = json_string_length(value);
    return text && (len >= LONG || text[0] == MARK) && !memchr(text, '\0', len);
}

static json_t *put_beside(const json_t *string, GString *beside)
{
    char mark[1 + DIGITS + 1];
    gsize len = json_string_length(string);
    g_snprintf(mark, sizeof mark, "%c%" G_GSIZE_FORMAT, MARK, len);
    g_string_append_len(beside, json_string_value(string), (gssize)len);
    return json_string_nocheck(mark);
}

// The value as it is written, a new reference; what goes beside it is added there.
static json_t *outline(const json_t *value, GString *beside)
{
    const char *key;
    json_t *part, *made;
    gsize i;
    if (json_is_object(value)) {
        made = json_object();
        json_object_foreach((json_t *)value, key, part)
            json_object_set_new_nocheck(made, key, outline(part, beside));
        return made;
    }
    if (json_is_array(value)) {
        made = json_array();
        json_array_foreach(value, i, part) json_array_append_new(made, outline(part, beside));
        return made;
    }
    return goes_beside(value) ? put_beside(value, beside) : json_incref((json_t *)value);
}

static int append(const char *bytes, size_t len, void *out)
{
    g_string_append_len(out, bytes, (gssize)len);
    return 0;
}

char *parcel_pack(const json_t *value, gsize *out_len)
{
    g_autoptr(GString) beside = g_string_new(NULL);
    GString *out = g_string_new(NULL);
    json_auto_t *written = outline(value, beside);
    int failed = json_dump_callback(written, append, out, JSON_COMPACT);
    g_assert(!failed);
    g_string_append_len(out, beside->str, (gssize)beside->len);
    if (out_len)
        *out_len = out->len;
    return g_string_free(out, FALSE);
}

// ---- unpacking ---------------------------------------------------------------------------------

// What lies beside the JSON and wasn't taken yet.
struct beside {
    const char *bytes;
    gsize len;
};

// The string that belongs where the mark stands; NULL: there is none such.
static json_t *take(const char *mark, struct beside *beside)
{
    guint64 len;
    if (!g_ascii_string_to_unsigned(mark + 1, 10, 0, beside->len, &len, NULL) ||
        !g_utf8_validate_len(beside->bytes, len, NULL))
        return NULL;
    json_t *string = json_stringn_nocheck(beside->bytes, len);
    beside->bytes += len;
    beside->len -= len;
    return string;
}

static gboolean fill(json_t *value, struct beside *beside);

// Fills a part of a value; *out is what stands there instead then, a new reference or NULL.
static gboolean fill_part(json_t *part, struct beside *beside, json_t **out)
{
    const char *text = json_string_value(part);
    *out = text && text[0] == MARK ? take(text, beside) : NULL;
    return text ? *out || text[0] != MARK : fill(part, beside);
}

static gboolean fill(json_t *value, struct beside *beside)
{
    json_t *whole;
    for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
        if (!fill_part(json_object_iter_value(at), beside, &whole))
            return FALSE;
        if (whole)
            json_object_iter_set_new(value, at, whole);
    }
    for (gsize i = 0; i < json_array_size(value); i++) {
        if (!fill_part(json_array_get(value, i), beside, &whole))
            return FALSE;
        if (whole)
            json_array_set_new(value, i, whole);
    }
    return TRUE;
}

json_t *parcel_unpack(const void *bytes, gsize len)
{
    json_error_t end;
    json_auto_t *value =
        json_loadb(bytes, len, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &end);
    if (!value)
        return NULL;
    struct beside beside = {(const char *)bytes + end.position, len - (gsize)end.position};
    if (!fill(value, &beside))
        return NULL;
    gboolean ends = beside.len == 0 || (beside.len == 1 && *beside.bytes == '\n');
    return ends ? json_incref(value) : NULL;
}
