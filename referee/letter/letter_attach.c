// SPDX-License-Identifier: MIT
// See letter_attach.h.
#include "referee/letter/letter_attach.h"

#include "referee/archive/page_table.h"
#include "referee/letter/my_data.h"
#include "storage/evidence.h"
#include "storage/games.h"

#include <sodium.h>
#include <string.h>

char *letter_attach_signature(const struct desk *desk, const char *text)
{
    g_autofree char *message = g_strconcat("23 table v1\n", text, NULL);
    guint8 signature[crypto_sign_BYTES];
    char base64[sodium_base64_ENCODED_LEN(sizeof signature, sodium_base64_VARIANT_ORIGINAL)];
    crypto_sign_detached(signature, NULL, (const guint8 *)message, strlen(message),
                         desk->keys->sign_secret);
    sodium_bin2base64(base64, sizeof base64, signature, sizeof signature,
                      sodium_base64_VARIANT_ORIGINAL);
    return g_strdup(base64);
}

void letter_attach_table(const struct desk *desk, const json_t *table, json_t *out)
{
    g_autofree char *text = json_dumps(table, JSON_COMPACT);
    g_autofree char *signature = letter_attach_signature(desk, text);
    json_array_append_new(out, json_pack("{s:s, s:s, s:s, s:[[s,s]]}", "type", "application/json",
                                         "name", "table.json", "text", text, "headers",
                                         "X-23-Signature", signature));
}

// Nothing where there is no text.
static void attach_file(gint64 game, const char *ending, const char *text, json_t *out)
{
    g_autofree char *name = g_strdup_printf("game-%" G_GINT64_FORMAT ".%s", game, ending);
    if (text)
        json_array_append_new(
            out, json_pack("{s:s, s:s, s:s}", "type", "text/plain", "name", name, "text", text));
}

gboolean letter_attach_record(struct desk *desk, gint64 game, json_t *out, GError **error)
{
    g_autofree char *record = NULL;
    g_autofree char *evidence = NULL;
    if (!records_get(desk->store, game, &record, error) ||
        !evidence_get(desk->store, game, &evidence, error))
        return FALSE;
    attach_file(game, "record", record, out);
    attach_file(game, "evidence", evidence, out);
    return TRUE;
}

static gboolean is_wanted(const json_t *notes, const char *page)
{
    gsize i;
    const json_t *note;
    json_array_foreach(notes, i, note)
    {
        if (g_strcmp0(json_string_value(json_object_get(note, "page")), page) == 0)
            return TRUE;
    }
    return FALSE;
}

// Some mail programs show attached HTML below the mail, where it does nothing: so it is a file.
gboolean letter_attach_page(const struct desk *desk, const json_t *notes, json_t *out,
                            GError **error)
{
    if (!is_wanted(notes, LETTER_ATTACH_PAGE))
        return TRUE;
    g_autoptr(GString) page = page_table_render(desk->config->templates, error);
    if (page)
        json_array_append_new(out, json_pack("{s:s, s:s, s:s}", "type", "application/octet-stream",
                                             "name", PAGE_TABLE_FILE, "text", page->str));
    return page != NULL;
}

gboolean letter_attach_data(struct desk *desk, const struct player *player, const json_t *notes,
                            json_t *out, GError **error)
{
    if (!is_wanted(notes, MY_DATA_PAGE))
        return TRUE;
    json_auto_t *data = my_data(desk, player, error);
    if (!data)
        return FALSE;
    g_autofree char *text = json_dumps(data, JSON_INDENT(1));
    json_array_append_new(out, json_pack("{s:s, s:s, s:s}", "type", "application/json", "name",
                                         MY_DATA_FILE, "text", text));
    return TRUE;
}
