// SPDX-License-Identifier: MIT
// See read_body.h.
#include "mail/read_body.h"

#include <string.h>

#include "base/base64.h"
#include "base/quoted_printable.h"
#include "mail/read_charset.h"
#include "mail/read_html.h"

static const char TOO_LONG[] = "a text part is longer than 128 KiB";

// Undoes the transfer encoding. What it returns lies in the mail when there is nothing to undo,
// else in the buffer.
static const char *undo_encoding(const struct read_part *part, gsize max, GString *buffer,
                                 gsize *out_len, const char **reason)
{
    *out_len = part->body_len;
    *reason = NULL;
    switch (part->encoding) {
    case READ_ENCODING_PLAIN:
        return part->body;
    case READ_ENCODING_QUOTED_PRINTABLE:
        if (part->body_len > max * 4)
            *reason = TOO_LONG;
        else if (!quoted_printable_read(part->body, part->body_len, buffer))
            *reason = "the quoted-printable encoding of a text is broken";
        break;
    case READ_ENCODING_BASE64:
        if (part->body_len > max * 4)
            *reason = TOO_LONG;
        else if (!base64_read_mail(part->body, part->body_len, buffer))
            *reason = "the base64 encoding of a text is broken";
        break;
    case READ_ENCODING_UNKNOWN:
        *reason = "the transfer encoding of a text is unknown";
        break;
    }
    *out_len = buffer->len;
    return buffer->str;
}

// CR LF becomes LF, in place; a CR that stands alone stays.
static void mend_line_ends(char *text, gsize len)
{
    gsize to = 0;
    for (gsize from = 0; from < len; from++)
        if (text[from] != '\r' || from + 1 == len || text[from + 1] != '\n')
            text[to++] = text[from];
    text[to] = '\0';
}

// marked: what the charset doesn't allow is marked and read over, where that can be done.
static char *decode(const struct read_part *part, gsize max, gboolean marked, gboolean *guessed,
                    const char **reason)
{
    g_autoptr(GString) buffer = g_string_new(NULL);
    gsize len = 0;
    const char *bytes = undo_encoding(part, max, buffer, &len, reason);
    if (!*reason && len > max)
        *reason = TOO_LONG;
    if (*reason)
        return NULL;
    gsize text_len = 0;
    char *text = read_charset_decode(part->charset, bytes, len, &text_len, guessed, reason);
    if (!text && marked) {
        text = read_charset_decode_marked(part->charset, bytes, len, &text_len, guessed);
        *reason = text ? NULL : *reason;
    }
    if (text)
        mend_line_ends(text, text_len);
    return text;
}

char *read_body_decode(const struct read_part *part, gsize max, gboolean *guessed,
                       const char **reason)
{
    return decode(part, max, FALSE, guessed, reason);
}

static gboolean is_blank(const char *text)
{
    for (; *text; text = g_utf8_next_char(text)) {
        gunichar c = g_utf8_get_char(text);
        if (!g_unichar_isspace(c) && !g_unichar_iszerowidth(c))
            return FALSE;
    }
    return TRUE;
}

static const struct read_part *first_of(const struct read_tree *tree, const char *type)
{
    for (guint i = 0; i < tree->count; i++)
        if (read_tree_is(&tree->parts[i], type) && !tree->parts[i].attachment)
            return &tree->parts[i];
    return NULL;
}

static gboolean has_tnef(const struct read_tree *tree)
{
    for (guint i = 0; i < tree->count; i++)
        if (tree->parts[i].tnef)
            return TRUE;
    return FALSE;
}

// What is wrong with the mail's make, whatever its text says. text is the part
// that was chosen, or NULL.
static const char *find_trouble(const struct read_tree *tree, const struct read_part *text)
{
    if (tree->trouble)
        return tree->trouble;
    for (guint i = 0; i < tree->count; i++) {
        const struct read_part *part = &tree->parts[i];
        if (part->trouble && !part->attachment)
            return part->trouble;
        if (read_tree_is(part, "message/partial") || read_tree_is(part, "message/external-body"))
            return "a part of the mail lies elsewhere";
        if (read_tree_is(part, "multipart/encrypted"))
            return "the mail is encrypted";
        gboolean sealed = read_tree_is(part, "application/pkcs7-mime") ||
                          read_tree_is(part, "application/x-pkcs7-mime");
        if (sealed && (!text || text > part))
            return "the text is inside an S/MIME envelope";
    }
    return NULL;
}

// The multipart/signed whose signature is OpenPGP's; *out_signature is its second part.
static const struct read_part *find_signed(const struct read_tree *tree,
                                           const struct read_part **out_signature)
{
    for (guint i = 1; i < tree->count; i++) {
        const struct read_part *part = &tree->parts[i];
        if (part->position == 1 && read_tree_is(part, "application/pgp-signature") &&
            read_tree_is(&tree->parts[part->parent], "multipart/signed")) {
            *out_signature = part;
            return &tree->parts[part->parent];
        }
    }
    return NULL;
}

// The first part of the signed multipart: what the signature is over.
static const struct read_part *signed_part(const struct read_tree *tree,
                                           const struct read_part *around)
{
    return around && around + 1 < tree->parts + tree->count ? around + 1 : NULL;
}

// The bytes of the part with CR LF line ends (RFC 3156 5), in base64.
static char *canonical(const struct read_part *part)
{
    g_autoptr(GString) bytes = g_string_sized_new(part->raw_len + 64);
    for (gsize i = 0; i < part->raw_len; i++) {
        if (part->raw[i] == '\n' && (i == 0 || part->raw[i - 1] != '\r'))
            g_string_append_c(bytes, '\r');
        g_string_append_c(bytes, part->raw[i]);
    }
    return g_base64_encode((const guchar *)bytes->str, bytes->len);
}

static void put_openpgp(json_t *facts, const struct read_tree *tree, const struct read_part *around,
                        const struct read_part *signature)
{
    json_object_set_new(facts, "signature", around ? json_string("openpgp") : json_null());
    json_object_set_new(facts, "openpgp", json_null());
    const struct read_part *part = signed_part(tree, around);
    if (!part || part->raw_len > READ_BODY_SIGNED)
        return;
    gboolean guessed = FALSE;
    const char *reason = NULL;
    g_autofree char *armor = read_body_decode(signature, READ_BODY_ATTACHED, &guessed, &reason);
    if (!armor || !g_str_is_ascii(armor))
        return;
    g_autofree char *data = canonical(part);
    json_object_set_new(facts, "openpgp", json_pack("{s:s, s:s}", "data", data, "armor", armor));
}

static void put_attached(json_t *facts, const struct read_tree *tree, const struct read_part *text)
{
    json_t *attached = json_array();
    for (guint i = 0; i < tree->count; i++) {
        const struct read_part *part = &tree->parts[i];
        gboolean plain = read_tree_is(part, "text/plain");
        gboolean key = read_tree_is(part, "application/pgp-keys") || part->key_file;
        if (part == text || (!plain && !key) || read_tree_is(part, "application/pgp-signature") ||
            read_tree_is(part, "multipart/") || read_tree_is(part, "message/"))
            continue;
        gboolean guessed = FALSE;
        const char *reason = NULL;
        gsize max = key ? READ_BODY_KEY : READ_BODY_ATTACHED;
        g_autofree char *body = read_body_decode(part, max, &guessed, &reason);
        if (body)
            json_array_append_new(attached, json_string(body));
    }
    json_object_set_new(facts, "attached", attached);
}

static gboolean is_inside(const struct read_part *part, const struct read_part *whole)
{
    return part && whole && part->raw >= whole->raw &&
           part->raw + part->raw_len <= whole->raw + whole->raw_len;
}

static void put_reason(json_t *facts, const char *key, const char *reason)
{
    json_object_set_new(facts, key, reason ? json_string(reason) : json_null());
}

void read_body_put(json_t *facts, const struct read_tree *tree)
{
    const struct read_part *text = first_of(tree, "text/plain");
    const struct read_part *html = first_of(tree, "text/html");
    const struct read_part *signature = NULL;
    const struct read_part *around = find_signed(tree, &signature);
    const char *trouble = find_trouble(tree, text);
    const char *text_trouble = NULL;
    const char *html_trouble = NULL;
    gboolean guessed = FALSE;
    gboolean html_guessed = FALSE;
    g_autofree char *body =
        text ? decode(text, READ_BODY_TEXT, TRUE, &guessed, &text_trouble) : NULL;
    g_autofree char *source =
        html ? read_body_decode(html, READ_BODY_TEXT, &html_guessed, &html_trouble) : NULL;
    g_autofree char *lines = source ? read_html_lines(source) : NULL;

    gboolean blank = !body || is_blank(body);
    if (!trouble)
        trouble = text_trouble;
    if (!trouble && blank && html_trouble)
        trouble = html_trouble;
    if (!trouble && blank && (!lines || is_blank(lines)) && has_tnef(tree))
        trouble = "the text is inside a winmail.dat";
    put_reason(facts, "trouble", trouble);
    put_reason(facts, "html_trouble", blank ? NULL : html_trouble);
    json_object_set_new(facts, "html", lines ? json_pack("{s:s}", "body", lines) : json_null());
    json_object_set_new(facts, "text",
                        body ? json_pack("{s:s, s:b, s:b, s:b, s:b}", "body", body, "flowed",
                                         text->flowed, "delsp", text->delsp, "guessed", guessed,
                                         "signed", is_inside(text, signed_part(tree, around)))
                             : json_null());
    put_attached(facts, tree, text);
    put_openpgp(facts, tree, around, signature);
}
