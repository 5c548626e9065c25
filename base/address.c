// SPDX-License-Identifier: MIT
// See address.h. Narrower than RFC 5322 on purpose: what can't be typed wrongly, can't be spoofed
// by quoting, and never looks like an option to another program.
#include "base/address.h"

#include <string.h>

enum { HOST_MAX = 253, LABEL_MAX = 63 };

static const char *check_local(const char *local)
{
    if (*local == '\0')
        return "nothing stands before the @";
    if (strlen(local) > ADDRESS_LOCAL_MAX)
        return "what stands before the @ is too long";
    if (*local == '-')
        return "it begins with a hyphen";
    if (*local == '.' || g_str_has_suffix(local, ".") || strstr(local, ".."))
        return "a dot stands first, last or twice";
    for (const char *p = local; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        gboolean fine = c < 0x80 ? g_ascii_isalnum((char)c) || strchr("._%+-=~'", (int)c)
                                 : g_unichar_isalnum(c) || g_unichar_ismark(c);
        if (!fine)
            return "a character that no address needs stands before the @";
    }
    return NULL;
}

static const char *check_label(const char *label)
{
    gsize len = strlen(label);
    if (len == 0)
        return "a part of its host name is empty";
    if (len > LABEL_MAX)
        return "a part of its host name is too long";
    if (label[0] == '-' || label[len - 1] == '-')
        return "a part of its host name begins or ends with a hyphen";
    for (const char *p = label; *p; p++)
        if (!g_ascii_isalnum(*p) && *p != '-')
            return "a character that no host name has stands in it";
    return NULL;
}

char *address_host(const char *text, const char **out_wrong)
{
    *out_wrong = "it isn't UTF-8, or too long";
    if (!g_utf8_validate(text, -1, NULL) || strlen(text) > 4 * HOST_MAX)
        return NULL;
    g_autofree char *host = g_hostname_to_ascii(text);
    *out_wrong = "its host name is none";
    if (host && g_str_has_suffix(host, ".")) // the root, which nobody writes
        host[strlen(host) - 1] = '\0';
    if (!host || *host == '\0' || strlen(host) > HOST_MAX)
        return NULL;
    g_auto(GStrv) labels = g_strsplit(host, ".", -1);
    for (char **label = labels; *label; label++) {
        *out_wrong = check_label(*label);
        if (*out_wrong)
            return NULL;
    }
    return g_ascii_strdown(host, -1);
}

char *address_tagged(const char *address, const char *tag)
{
    const char *at = strrchr(address, '@');
    g_assert(at);
    return g_strdup_printf("%.*s+%s%s", (int)(at - address), address, tag, at);
}

char *address_canonical(const char *text, const char **out_wrong)
{
    *out_wrong = "it isn't UTF-8";
    if (!g_utf8_validate(text, -1, NULL))
        return NULL;
    const char *at = strchr(text, '@');
    *out_wrong = "it needs one @";
    if (!at || strchr(at + 1, '@'))
        return NULL;
    g_autofree char *written = g_strndup(text, (gsize)(at - text));
    g_autofree char *local = g_utf8_normalize(written, -1, G_NORMALIZE_NFC);
    *out_wrong = check_local(local);
    if (*out_wrong)
        return NULL;
    g_autofree char *host = address_host(at + 1, out_wrong);
    if (!host)
        return NULL;
    g_autofree char *address = g_strconcat(local, "@", host, NULL);
    *out_wrong = "it is too long";
    if (strlen(address) > ADDRESS_MAX)
        return NULL;
    *out_wrong = NULL;
    return g_steal_pointer(&address);
}

gboolean address_is_tagged(const char *address, const char *own)
{
    gsize local = strcspn(own, "@");
    const char *at = strrchr(address, '@');
    return at && g_ascii_strncasecmp(address, own, local) == 0 &&
           (address[local] == '+' || address[local] == '@') &&
           g_ascii_strcasecmp(at, own + local) == 0;
}
