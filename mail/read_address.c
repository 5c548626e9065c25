// SPDX-License-Identifier: MIT
// See read_address.h. IDNA is libidn2's, through GMime: GLib's would take straße.example for
// strasse.example, which is another's.
#include "mail/read_address.h"

#include <gmime/gmime.h>
#include <string.h>

enum { ADDRESS = 320, DOMAIN = 253, LABEL = 63 };

static gboolean is_host(const char *domain)
{
    gsize label = 0;
    for (const char *p = domain; *p; p++) {
        if (*p == '.') {
            if (label == 0 || p[-1] == '-')
                return FALSE;
            label = 0;
        } else if (!g_ascii_isalnum(*p) && (*p != '-' || label == 0)) {
            return FALSE;
        } else if (++label > LABEL) {
            return FALSE;
        }
    }
    return label > 0 && domain[strlen(domain) - 1] != '-';
}

static char *to_ascii(const char *domain)
{
    if (!g_utf8_validate(domain, -1, NULL))
        return NULL;
    g_autofree char *address = g_strconcat("x@", domain, NULL);
    InternetAddress *mailbox = internet_address_mailbox_new(NULL, address);
    const char *idn = internet_address_mailbox_get_idn_addr(INTERNET_ADDRESS_MAILBOX(mailbox));
    const char *at = idn ? strchr(idn, '@') : NULL;
    char *ascii = at && g_str_is_ascii(at + 1) ? g_ascii_strdown(at + 1, -1) : NULL;
    g_object_unref(mailbox);
    return ascii;
}

char *read_address_domain(const char *domain)
{
    gsize len = strlen(domain);
    if (len > 0 && domain[len - 1] == '.')
        len--;
    if (len == 0 || len > ADDRESS)
        return NULL;
    g_autofree char *plain = g_strndup(domain, len);
    g_autofree char *ascii = g_str_is_ascii(plain) ? g_ascii_strdown(plain, -1) : to_ascii(plain);
    if (!ascii || strlen(ascii) > DOMAIN || !is_host(ascii))
        return NULL;
    return g_steal_pointer(&ascii);
}

char *read_address_canonical(const char *address)
{
    const char *at = strrchr(address, '@');
    if (!at || at == address || at - address > ADDRESS)
        return NULL;
    g_autofree char *local = g_strndup(address, (gsize)(at - address));
    g_autofree char *composed = g_utf8_normalize(local, -1, G_NORMALIZE_NFC);
    g_autofree char *domain = read_address_domain(at + 1);
    if (!composed || !domain)
        return NULL;
    for (const char *p = composed; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (g_unichar_iscntrl(c) || g_unichar_isspace(c) || !g_unichar_isdefined(c))
            return NULL;
    }
    return g_strconcat(composed, "@", domain, NULL);
}

static gboolean holds(json_t *array, const char *text)
{
    gsize index = 0;
    json_t *value = NULL;
    json_array_foreach(array, index,
                       value) if (strcmp(json_string_value(value), text) == 0) return TRUE;
    return FALSE;
}

static void collect(InternetAddressList *list, json_t *array, gsize max, guint depth)
{
    int count = internet_address_list_length(list);
    for (int i = 0; i < count && json_array_size(array) < max; i++) {
        InternetAddress *address = internet_address_list_get_address(list, i);
        if (INTERNET_ADDRESS_IS_GROUP(address)) {
            if (depth < 4)
                collect(internet_address_group_get_members(INTERNET_ADDRESS_GROUP(address)), array,
                        max, depth + 1);
            continue;
        }
        const char *text = internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(address));
        g_autofree char *canonical = text ? read_address_canonical(text) : NULL;
        if (canonical && !holds(array, canonical))
            json_array_append_new(array, json_string(canonical));
    }
}

static void collect_value(const char *value, json_t *array, gsize max)
{
    g_autofree char *valid = g_utf8_make_valid(value, -1);
    InternetAddressList *list = internet_address_list_parse(NULL, valid);
    if (!list)
        return;
    collect(list, array, max, 0);
    g_object_unref(list);
}

json_t *read_address_list(const struct read_head *head, const char *const *names, gsize n,
                          gsize max)
{
    json_t *array = json_array();
    for (gsize i = 0; i < n; i++) {
        gsize index = 0;
        const struct read_field *field = NULL;
        while ((field = read_head_next(head, names[i], &index))) {
            g_autofree char *value = read_head_value(field);
            collect_value(value, array, max);
        }
    }
    return array;
}
