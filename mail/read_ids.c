// SPDX-License-Identifier: MIT
// See read_ids.h.
#include "mail/read_ids.h"

#include <string.h>

#include "mail/read_address.h"

enum { ID = 250, IDS = 200, TO = 100 };

static const char *const TO_FIELDS[] = {
    "To",
    "Cc",
    "Bcc",
    "Delivered-To",
    "X-Delivered-To",
    "X-Original-To",
    "Envelope-To",
    "X-Envelope-To",
    "X-Forwarded-To",
    "Resent-To",
    "Resent-Cc",
};

// The next `<…>` of printable ASCII without blanks at or behind *at; *out_len counts its brackets.
// Words, comments and commas between are passed over (H121).
static const char *next_id(const char *text, gsize *at, gsize *out_len)
{
    const char *p = text + *at;
    while ((p = strchr(p, '<'))) {
        const char *end = p + 1;
        while (*end > 32 && *end < 127 && *end != '<' && *end != '>')
            end++;
        gsize inside = (gsize)(end - p) - 1;
        if (*end == '>' && inside > 0 && inside <= ID - 2) {
            *out_len = inside + 2;
            *at = (gsize)(end + 1 - text);
            return p;
        }
        p++;
    }
    return NULL;
}

// Each id once, where it stood last.
static void add_id(json_t *ids, const char *id, gsize len)
{
    g_autofree char *text = g_strndup(id, len);
    gsize index = 0;
    json_t *value = NULL;
    json_array_foreach(ids, index, value)
    {
        if (strcmp(json_string_value(value), text) == 0) {
            json_array_remove(ids, index);
            break;
        }
    }
    if (json_array_size(ids) == IDS)
        json_array_remove(ids, 0);
    json_array_append_new(ids, json_string(text));
}

static void collect_ids(json_t *ids, const struct read_head *head, const char *name)
{
    gsize index = 0;
    const struct read_field *field = NULL;
    while ((field = read_head_next(head, name, &index))) {
        g_autofree char *value = read_head_value(field);
        gsize at = 0;
        gsize len = 0;
        const char *id = NULL;
        while ((id = next_id(value, &at, &len)))
            add_id(ids, id, len);
    }
}

static json_t *message_id(const struct read_head *head)
{
    const struct read_field *field = read_head_find(head, "Message-ID");
    g_autofree char *value = field ? read_head_value(field) : NULL;
    gsize at = 0;
    gsize len = 0;
    const char *id = value ? next_id(value, &at, &len) : NULL;
    return id ? json_stringn(id, len) : json_null();
}

void read_ids_put(json_t *facts, const struct read_head *head)
{
    json_t *ids = json_array();
    collect_ids(ids, head, "References");
    collect_ids(ids, head, "In-Reply-To");
    json_object_set_new(facts, "message_id", message_id(head));
    json_object_set_new(facts, "ids", ids);
    json_object_set_new(facts, "to",
                        read_address_list(head, TO_FIELDS, G_N_ELEMENTS(TO_FIELDS), TO));
}
