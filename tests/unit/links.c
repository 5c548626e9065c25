// SPDX-License-Identifier: MIT
// See links.h.
#include "tests/unit/links.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void link_free(gpointer value)
{
    struct link *link = value;
    g_free(link->to);
    g_free(link->subject);
    g_free(link->body);
    g_free(link->label);
    g_free(link);
}

static char *decoded(const char *text, gsize len, const char *href)
{
    g_autofree char *part = g_strndup(text, len);
    char *plain = g_uri_unescape_string(part, NULL);
    if (!plain)
        fail_msg("this can't be decoded: %s", href);
    return plain;
}

// Line ends are CR LF, and nothing else is a control.
static char *body_of(const char *text, const char *href)
{
    g_autofree char *raw = decoded(text, strlen(text), href);
    g_auto(GStrv) lines = g_strsplit(raw, "\r\n", -1);
    for (char **line = lines; *line; line++)
        for (const char *p = *line; *p; p++)
            if (g_ascii_iscntrl(*p))
                fail_msg("a stray control in: %s", href);
    return g_strjoinv("\n", lines);
}

static struct link *link_of(const char *href)
{
    struct link *link = g_new0(struct link, 1);
    const char *subject = strstr(href, "?subject=");
    const char *body = strstr(href, "&amp;body=");
    if (!g_str_has_prefix(href, "mailto:") || !subject || !body || body < subject)
        fail_msg("this is no link to a mail: %s", href);
    const char *to = href + strlen("mailto:");
    const char *title = subject + strlen("?subject=");
    link->to = decoded(to, (gsize)(subject - to), href);
    link->subject = decoded(title, (gsize)(body - title), href);
    link->body = body_of(body + strlen("&amp;body="), href);
    return link;
}

static char *label_of(const char *html)
{
    GString *out = g_string_new(NULL);
    for (const char *p = strchr(html, '>') + 1; !g_str_has_prefix(p, "</a>"); p++) {
        if (*p == '<')
            p = strchr(p, '>');
        else
            g_string_append_c(out, *p);
    }
    return g_string_free(out, FALSE);
}

GPtrArray *links_of(const char *html)
{
    GPtrArray *links = g_ptr_array_new_with_free_func(link_free);
    for (const char *p = strstr(html, " href=\""); p; p = strstr(p, " href=\"")) {
        p += strlen(" href=\"");
        g_autofree char *href = g_strndup(p, strcspn(p, "\""));
        struct link *link = link_of(href);
        link->label = label_of(p);
        g_ptr_array_add(links, link);
    }
    return links;
}

const struct link *links_find(const GPtrArray *links, const char *line)
{
    for (guint i = 0; i < links->len; i++) {
        const struct link *link = g_ptr_array_index(links, i);
        gsize len = strlen(line);
        if (strncmp(link->body, line, len) == 0 && strchr("\n", link->body[len]))
            return link;
    }
    return NULL;
}
