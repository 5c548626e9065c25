// SPDX-License-Identifier: MIT
// See post_check.h.
#include "mail/post_check.h"

#include <string.h>

#define ALNUM "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

static gboolean only(const char *text, const char *allowed, gsize max)
{
    gsize len = strspn(text, allowed);
    return len > 0 && len <= max && text[len] == '\0';
}

// RFC 5322 3.2.3 and, for letters of other scripts, RFC 6532.
static gboolean is_atext(gunichar c)
{
    if (c < 0x80)
        return c != 0 && strchr(ALNUM "!#$%&'*+-/=?^_`{|}~", (int)c);
    return g_unichar_isalnum(c) || g_unichar_ismark(c);
}

static gboolean is_local(const char *text, gsize len)
{
    gboolean dot = TRUE; // a dot, or the start: no dot may follow
    if (len > POST_CHECK_LOCAL_MAX || text[0] == '-')
        return FALSE;
    for (const char *p = text; p < text + len; p = g_utf8_next_char(p)) {
        if (*p == '.' && dot)
            return FALSE;
        dot = *p == '.';
        if (!dot && !is_atext(g_utf8_get_char(p)))
            return FALSE;
    }
    return !dot;
}

static gboolean is_host(const char *ascii)
{
    g_auto(GStrv) labels = g_strsplit(ascii, ".", -1);
    for (char **label = labels; *label; label++)
        if (!only(*label, ALNUM "-", 63) || (*label)[0] == '-' || g_str_has_suffix(*label, "-"))
            return FALSE;
    return labels[0] != NULL && strlen(ascii) <= 253;
}

char *post_check_host(const char *text)
{
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (c < 0x80 ? !strchr(ALNUM "-.", (int)c) : !g_unichar_isalnum(c) && !g_unichar_ismark(c))
            return NULL;
    }
    g_autofree char *ascii = g_hostname_to_ascii(text);
    return ascii && is_host(ascii) ? g_ascii_strdown(ascii, -1) : NULL;
}

char *post_check_address(const char *text)
{
    const char *at = strrchr(text, '@');
    if (!at || !g_utf8_validate(text, -1, NULL) || !is_local(text, (gsize)(at - text)))
        return NULL;
    g_autofree char *host = post_check_host(at + 1);
    if (!host)
        return NULL;
    g_autofree char *address = g_strdup_printf("%.*s@%s", (int)(at - text), text, host);
    return strlen(address) <= POST_CHECK_ADDRESS_MAX ? g_steal_pointer(&address) : NULL;
}

gboolean post_check_id(const char *text)
{
    gsize len = strlen(text);
    if (len < 3 || len > POST_CHECK_ID_MAX || text[0] != '<' || text[len - 1] != '>')
        return FALSE;
    for (gsize i = 1; i < len - 1; i++)
        if (text[i] < '!' || text[i] > '~' || text[i] == '<' || text[i] == '>')
            return FALSE;
    return TRUE;
}

gboolean post_check_line(const char *text, gsize max)
{
    if (strlen(text) > max || !g_utf8_validate(text, -1, NULL))
        return FALSE;
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        GUnicodeType type = g_unichar_type(g_utf8_get_char(p));
        if (type == G_UNICODE_CONTROL || type == G_UNICODE_LINE_SEPARATOR ||
            type == G_UNICODE_PARAGRAPH_SEPARATOR)
            return FALSE;
    }
    return TRUE;
}

gboolean post_check_text(const char *text)
{
    if (!g_utf8_validate(text, -1, NULL))
        return FALSE;
    for (const char *p = text; *p;) {
        if ((*p >= ' ' && *p <= '~') || *p == '\n' || *p == '\t')
            p++; // nearly all
        else if (g_unichar_iscntrl(g_utf8_get_char(p)))
            return FALSE;
        else
            p = g_utf8_next_char(p);
    }
    return TRUE;
}

gboolean post_check_header(const char *name, gboolean of_attachment)
{
    static const char *const ours[] = {"Auto-Submitted", "X-Auto-Response-Suppress",
                                       "List-Unsubscribe", "List-Unsubscribe-Post"};
    if (g_ascii_strncasecmp(name, "X-23-", 5) == 0)
        return only(name + 5, ALNUM "-", 40);
    for (gsize i = 0; !of_attachment && i < G_N_ELEMENTS(ours); i++)
        if (g_ascii_strcasecmp(name, ours[i]) == 0)
            return TRUE;
    return FALSE;
}

gboolean post_check_value(const char *text)
{
    gsize len = strlen(text);
    for (gsize i = 0; i < len; i++)
        if (text[i] < ' ' || text[i] > '~')
            return FALSE;
    return len > 0 && len <= POST_CHECK_VALUE_MAX && text[0] != ' ' && text[len - 1] != ' ';
}

gboolean post_check_type(const char *text)
{
    const char *slash = strchr(text, '/');
    if (!slash || !only(slash + 1, "abcdefghijklmnopqrstuvwxyz0123456789.+-", 64))
        return FALSE;
    g_autofree char *major = g_strndup(text, (gsize)(slash - text));
    return only(major, "abcdefghijklmnopqrstuvwxyz", 16) && strcmp(major, "multipart") != 0 &&
           strcmp(major, "message") != 0;
}

gboolean post_check_file(const char *text)
{
    return only(text, ALNUM "._-", 64) && text[0] != '.' && text[0] != '-';
}
