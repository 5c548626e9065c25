// SPDX-License-Identifier: MIT
// See read_quote.h. The names are those of notes kept on real mail: Outlook and Exchange put `x_`
// before every name they find in a mail that they pass on, once a hop.
#include "mail/read_quote.h"

#include <string.h>

static const char *const AROUND[] = {
    "gmail_quote",
    "gmail_quote_container",
    "gmail_extra",
    "gmail_attr",
    "protonmail_quote",
    "moz-cite-prefix",
    "moz-email-headers-table",
    "zmail_extra",
    "tutanota_quote",
    "outlookmessageheader",
    "mail-quote-collapse",
    "mailquote",
    "email_quote",
    "skiptranslate_quote",
    "yahoo_quoted",
    "wps_quotion",
    "xm_mail_oringinal_describe",
};

static const char *const SIGNATURES[] = {
    "gmail_signature", "gmail_signature_prefix", "protonmail_signature_block",
    "moz-signature",   "apple-mail-signature",
};

static const char *const AROUND_IDS[] = {
    "divrplyfwdmsg_around", "mail-editor-reference-message-container",
    "olk_src_body_section", "reply-intro",
    "isreplycontent",       "isforwardcontent",
};

static const char *const BELOW_IDS[] = {
    "appendonsend",
    "divrplyfwdmsg",
    "stopspelling",
    "replysplit",
    "ms-outlook-mobile-body-separator-line",
};

static const char *const SIGNATURE_IDS[] = {
    "signature",
    "applemailsignature",
    "ms-outlook-mobile-signature",
    "lineBreakAtBeginningOfSignature",
};

static const char *without_x(const char *word, gsize *len)
{
    while (*len > 2 && (word[0] == 'x' || word[0] == 'X') && word[1] == '_') {
        word += 2;
        *len -= 2;
    }
    return word;
}

static gboolean listed(const char *word, gsize len, const char *const *list, gsize count)
{
    for (gsize i = 0; i < count; i++)
        if (strlen(list[i]) == len && g_ascii_strncasecmp(word, list[i], len) == 0)
            return TRUE;
    return FALSE;
}
#define LISTED(word, len, list) listed(word, len, list, G_N_ELEMENTS(list))

static enum read_quote by_class(const char *classes)
{
    while (*classes) {
        classes += strspn(classes, " \t\r\n");
        gsize whole = strcspn(classes, " \t\r\n");
        gsize len = whole;
        const char *word = without_x(classes, &len);
        gboolean yahoo = len > 12 && g_ascii_strncasecmp(word + len - 12, "yahoo_quoted", 12) == 0;
        if (LISTED(word, len, AROUND) || yahoo || g_ascii_strncasecmp(word, "front-", 6) == 0)
            return READ_QUOTE_AROUND;
        if (LISTED(word, len, SIGNATURES))
            return READ_QUOTE_SIGNATURE;
        classes += whole;
    }
    return READ_QUOTE_NONE;
}

static enum read_quote by_id(const char *id)
{
    gsize len = strlen(id);
    const char *word = without_x(id, &len);
    if (LISTED(word, len, BELOW_IDS))
        return READ_QUOTE_BELOW;
    if (LISTED(word, len, AROUND_IDS) || g_ascii_strncasecmp(word, "yahoo_quoted", 12) == 0)
        return READ_QUOTE_AROUND;
    return LISTED(word, len, SIGNATURE_IDS) ? READ_QUOTE_SIGNATURE : READ_QUOTE_NONE;
}

enum read_quote read_quote_kind(const char *tag, const char *id, const char *classes,
                                const char *name, const char *marker,
                                const struct read_style *style)
{
    if (strcmp(tag, "blockquote") == 0)
        return READ_QUOTE_AROUND;
    if (strcmp(tag, "hr") == 0 && style->wide)
        return READ_QUOTE_BELOW;
    if (style->ruled && (strcmp(tag, "div") == 0 || strcmp(tag, "p") == 0))
        return READ_QUOTE_BELOW;
    if (marker && g_str_has_prefix(marker, "__"))
        return READ_QUOTE_BELOW;
    if (name && (g_ascii_strcasecmp(name, "messageReplySection") == 0 ||
                 (g_ascii_strcasecmp(name, "quote") == 0 && strcmp(tag, "div") == 0)))
        return READ_QUOTE_AROUND;
    enum read_quote kind = id ? by_id(id) : READ_QUOTE_NONE;
    if (kind == READ_QUOTE_NONE && classes)
        kind = by_class(classes);
    return kind;
}
