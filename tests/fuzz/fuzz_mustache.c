// SPDX-License-Identifier: MIT
// Any bytes as a template, rendered with data that stands behind a line of four @, as HTML and as
// text, strictly and not, with itself as its partials. What comes out is bounded, and HTML in which
// the data can't begin a tag.
#include "templates/mustache.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OUTPUT = 64 * 1024 };

static const mustache *itself(const char *name, gpointer user, GError **error)
{
    (void)error;
    return strlen(name) % 2 ? user : NULL;
}

static void render(const mustache *template, const json_t *values, enum mustache_escape escape,
                   gboolean strict)
{
    struct mustache_way way = {.escape = escape,
                               .strict = strict,
                               .partial = itself,
                               .user = (gpointer) template,
                               .output_max = OUTPUT};
    GString *out = g_string_new("before");
    GError *error = NULL;
    gboolean done = mustache_render(template, values, &way, out, &error);
    g_assert(done == !error && out->len <= OUTPUT + 6 && g_str_has_prefix(out->str, "before"));
    g_assert(done || out->len == 6);
    g_clear_error(&error);
    g_string_free(out, TRUE);
}

// A template without < and without ways to say a value as it is gives none, whatever the data.
static void check_escaped(const mustache *template, const char *text, gsize len,
                          const json_t *values)
{
    GString *out = g_string_new(NULL);
    gboolean raw = memchr(text, '<', len) || memchr(text, '&', len) ||
                   memmem(text, len, "{{{", 3) || memchr(text, '=', len);
    struct mustache_way way = {.escape = MUSTACHE_ESCAPE_HTML, .output_max = OUTPUT};
    if (!raw && mustache_render(template, values, &way, out, NULL))
        g_assert(!strchr(out->str, '<') && !strchr(out->str, '"'));
    g_string_free(out, TRUE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char separator[] = "\n@@@@\n";
    const char *text = (const char *)data;
    const char *cut = memmem(text, size, separator, strlen(separator));
    gsize len = cut ? (gsize)(cut - text) : size;
    const char *behind = cut ? cut + strlen(separator) : "{}";
    gsize behind_len = cut ? size - len - strlen(separator) : 2;
    json_t *values = json_loadb(behind, behind_len, JSON_DECODE_ANY, NULL);
    GError *error = NULL;
    mustache *template = mustache_parse(text, len, &error);
    g_assert((template == NULL) == (error != NULL));
    g_clear_error(&error);
    if (template && values) {
        render(template, values, MUSTACHE_ESCAPE_HTML, FALSE);
        render(template, values, MUSTACHE_ESCAPE_NONE, TRUE);
        if (!memchr(text, '"', len))
            check_escaped(template, text, len, values);
    }
    mustache_free(template);
    json_decref(values);
    return 0;
}
