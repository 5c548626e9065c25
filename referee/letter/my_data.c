// SPDX-License-Identifier: MIT
// See my_data.h.
#include "referee/letter/my_data.h"

#include "storage/personal.h"

static json_t *object_of(const char *const *columns, char **texts)
{
    json_t *object = json_object();
    for (gsize i = 0; columns[i]; i++)
        json_object_set_new(object, columns[i], json_string(texts[i]));
    return object;
}

static json_t *rows_of(struct desk *desk, guint kind, gint64 player, GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    if (!personal_rows(desk->store, kind, player, &rows, error))
        return NULL;
    json_t *list = json_array();
    for (guint i = 0; i < rows->len; i++)
        json_array_append_new(list, object_of(personal_columns(kind), g_ptr_array_index(rows, i)));
    return list;
}

json_t *my_data(struct desk *desk, const struct player *player, GError **error)
{
    g_autofree char *quiet = g_strdup_printf("%d-%d", player->quiet_from, player->quiet_to);
    json_t *all = json_pack(
        "{s:i, s:s, s:{s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:b, s:b, s:b, s:I}}", "v", 1, "referee",
        desk->config->address, "settings", "nick", player->nick, "language", player->language,
        "timezone", player->timezone, "quiet", quiet, "mail", player->mail, "calendar",
        player->calendar, "private", player->private, "operator", player->is_operator, "muted",
        player->muted, "seal", player->seal, "page_at", (json_int_t)player->page_at);
    g_assert(all);
    for (guint kind = 0; kind < personal_kinds(); kind++) {
        json_t *rows = rows_of(desk, kind, player->id, error);
        if (!rows) {
            json_decref(all);
            return NULL;
        }
        json_object_set_new(all, personal_name(kind), rows);
    }
    return all;
}
