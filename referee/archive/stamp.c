// SPDX-License-Identifier: MIT
// See stamp.h. Everything goes into one hash, each part ended by a NUL.
#include "referee/archive/stamp.h"

#include "referee/setup/languages.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { STAMP_BYTES = 16 };

static void add(crypto_generichash_state *hash, const char *text)
{
    crypto_generichash_update(hash, (const guint8 *)text, strlen(text) + 1);
}

static void begin(crypto_generichash_state *hash, const char *text)
{
    crypto_generichash_init(hash, NULL, 0, STAMP_BYTES);
    add(hash, text);
}

static char *end(crypto_generichash_state *hash)
{
    guint8 bytes[STAMP_BYTES];
    char *hex = g_malloc(2 * STAMP_BYTES + 1);
    crypto_generichash_final(hash, bytes, sizeof bytes);
    return sodium_bin2hex(hex, 2 * STAMP_BYTES + 1, bytes, sizeof bytes);
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// All files of a folder with their names, in order; those of folders in it too where deep.
static gboolean add_folder(crypto_generichash_state *hash, const char *path, gboolean deep,
                           GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, error);
    if (!dir)
        return FALSE;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(dir));)
        g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, by_name);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *file = g_build_filename(path, g_ptr_array_index(names, i), NULL);
        g_autofree char *bytes = NULL;
        gsize len = 0;
        if (g_file_test(file, G_FILE_TEST_IS_DIR)) {
            add(hash, g_ptr_array_index(names, i)); // a language
            if (deep && !add_folder(hash, file, FALSE, error))
                return FALSE;
            continue;
        }
        if (!g_file_get_contents(file, &bytes, &len, error))
            return FALSE;
        add(hash, g_ptr_array_index(names, i));
        crypto_generichash_update(hash, (const guint8 *)bytes, len);
    }
    return TRUE;
}

char *stamp_of_frame(const struct config *config, const GArray *people, GError **error)
{
    g_auto(GStrv) languages = languages_list(config->templates);
    crypto_generichash_state hash;
    begin(&hash, VERSION);
    add(&hash, config->title);
    add(&hash, config->host);
    add(&hash, config->timezone);
    add(&hash, config->language);
    add(&hash, config->is_public ? "public" : "");
    for (guint i = 0; i < people->len; i++) {
        const struct archive_person *person = &g_array_index(people, struct archive_person, i);
        add(&hash, person->nick);
        add(&hash, person->hidden ? "hidden" : "");
        add(&hash, person->is_operator ? "operator" : "");
    }
    g_autofree char *site = g_build_filename(config->templates, "site", NULL);
    g_autofree char *table = g_build_filename(config->templates, "page", NULL);
    if (!add_folder(&hash, site, TRUE, error) || !add_folder(&hash, table, TRUE, error))
        return NULL;
    for (GStrv language = languages; *language; language++) {
        g_autofree char *phrases =
            g_build_filename(config->templates, *language, "phrases.ini", NULL);
        g_autofree char *text = NULL;
        if (!g_file_get_contents(phrases, &text, NULL, error))
            return NULL;
        add(&hash, *language);
        add(&hash, text);
    }
    return end(&hash);
}

static void add_row(crypto_generichash_state *hash, const struct archive_row *row)
{
    char text[96];
    g_snprintf(text, sizeof text, "%" G_GINT64_FORMAT " %d %u %u", row->id, row->over, row->lines,
               row->press);
    add(hash, text);
    if (row->foreign)
        crypto_generichash_update(hash, row->key, sizeof row->key);
}

char *stamp_of_game(const char *frame, const struct archive_row *row)
{
    crypto_generichash_state hash;
    begin(&hash, frame);
    add_row(&hash, row);
    return end(&hash);
}

char *stamp_of_games(const char *frame, const GArray *rows)
{
    crypto_generichash_state hash;
    begin(&hash, frame);
    for (guint i = 0; i < rows->len; i++)
        add_row(&hash, &g_array_index(rows, struct archive_row, i));
    return end(&hash);
}

char *stamp_of_records(const GArray *rows)
{
    crypto_generichash_state hash;
    begin(&hash, VERSION);
    for (guint i = 0; i < rows->len; i++) {
        if (g_array_index(rows, struct archive_row, i).over)
            add_row(&hash, &g_array_index(rows, struct archive_row, i));
    }
    return end(&hash);
}
