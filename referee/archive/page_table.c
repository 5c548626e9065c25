// SPDX-License-Identifier: MIT
// See page_table.h. What may run in the page is named by its hash (Content Security Policy, level
// 2), so that nothing else can, whatever a mail holds that is shown there.
#include "referee/archive/page_table.h"

#include "referee/setup/languages.h"
#include "templates/folder.h"
#include "templates/phrases.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

static const char *const styles[] = {"site/style.css", "page/page.css", NULL};
static const char *const scripts[] = {"site/hash.js",
                                      "site/table.js",
                                      "site/fair.js",
                                      "site/draw.js",
                                      "page/mail.js",
                                      "page/view.js",
                                      "page/key.js",
                                      "page/seal.js",
                                      "page/answer.js",
                                      "page/outside.js",
                                      "page/table.js",
                                      "page/page.js",
                                      NULL};

// The files, one after another. None may end the element that it stands in.
static gboolean append_files(const char *templates, const char *const *names, GString *out,
                             GError **error)
{
    for (; *names; names++) {
        g_autofree char *path = g_build_filename(templates, *names, NULL);
        g_autofree char *text = NULL;
        if (!g_file_get_contents(path, &text, NULL, error))
            return FALSE;
        if (strstr(text, "</s") || strstr(text, "<!--")) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                        "%s: </s and <!-- can't stand in it", path);
            return FALSE;
        }
        g_string_append(out, text);
    }
    return TRUE;
}

// What a Content Security Policy calls an element's text: 'sha256-…' without the quotes.
static char *hash_of(const GString *text)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    guint8 bytes[32];
    gsize len = sizeof bytes;
    g_checksum_update(sum, (const guchar *)text->str, (gssize)text->len);
    g_checksum_get_digest(sum, bytes, &len);
    g_autofree char *base64 = g_base64_encode(bytes, len);
    return g_strconcat("sha256-", base64, NULL);
}

// The words of every language by its code, and what the page has to know of the languages itself.
static gboolean gather_words(const char *templates, json_t *words, json_t *languages,
                             GError **error)
{
    g_autofree char *path = g_build_filename(templates, "page", NULL);
    g_auto(GStrv) codes = languages_list(path);
    for (GStrv code = codes; *code; code++) {
        g_autoptr(phrases) said = phrases_open(path, *code, "en", error);
        json_t *own = said ? phrases_words(said, "", error) : NULL;
        if (!own)
            return FALSE;
        json_array_append_new(languages, json_pack("{s:s, s:O, s:O}", "code", *code, "name",
                                                   json_object_get(own, "language"), "noscript",
                                                   json_object_get(own, "noscript")));
        json_object_set_new(words, *code, own);
    }
    return TRUE;
}

// Only ASCII, and no < that could end the element.
static void append_words(const json_t *words, GString *out)
{
    char *text = json_dumps(words, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
    g_autoptr(GString) safe = g_string_new(text);
    free(text);
    g_string_replace(safe, "<", "\\u003c", 0);
    g_string_append_printf(
        out, "\"use strict\";\nconst ALL_WORDS = %s;\nlet WORDS = ALL_WORDS.en;\n", safe->str);
}

static GString *render(const char *templates, json_t *data, GError **error)
{
    g_autoptr(folder) pages = folder_open(templates, "page", NULL, error);
    GString *out = g_string_new(NULL);
    if (pages && folder_render(pages, "page", FOLDER_HTML, data, TRUE, out, error))
        return out;
    g_string_free(out, TRUE);
    return NULL;
}

GString *page_table_render(const char *templates, GError **error)
{
    json_auto_t *words = json_object();
    json_auto_t *languages = json_array();
    g_autoptr(GString) style = g_string_new(NULL);
    g_autoptr(GString) script = g_string_new(NULL);
    if (!gather_words(templates, words, languages, error))
        return NULL;
    append_words(words, script);
    if (!append_files(templates, styles, style, error) ||
        !append_files(templates, scripts, script, error))
        return NULL;
    g_autofree char *style_hash = hash_of(style);
    g_autofree char *script_hash = hash_of(script);
    json_auto_t *data =
        json_pack("{s:s, s:s, s:s, s:s, s:O}", "style", style->str, "script", script->str,
                  "style_hash", style_hash, "script_hash", script_hash, "languages", languages);
    return render(templates, data, error);
}
