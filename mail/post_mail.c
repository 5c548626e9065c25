// SPDX-License-Identifier: MIT
// See post_mail.h. Every reader below fills in one kind of key, or says what is wrong with it.
#include "mail/post_mail.h"

#include "base/base64.h"
#include "mail/post_check.h"

#include <string.h>

enum { DATE_MAX = 253402300799 }; // the year 9999: a date header has four digits

struct reader {
    const json_t *object;
    guint used; // keys that were asked for and there
    char **wrong;
};

static gboolean wrong(struct reader *r, const char *key, const char *what)
{
    if (!*r->wrong)
        *r->wrong = g_strdup_printf("\"%s\" %s", key, what);
    return FALSE;
}

static const json_t *take(struct reader *r, const char *key)
{
    const json_t *value = json_object_get(r->object, key);
    r->used += value != NULL;
    return value;
}

// A string, or null where that is allowed: then *out stays NULL and TRUE is returned.
static gboolean take_string(struct reader *r, const char *key, gboolean or_null, const char **out)
{
    const json_t *value = take(r, key);
    *out = json_string_value(value);
    if (*out || (or_null && json_is_null(value)))
        return TRUE;
    return wrong(r, key, value ? "is no string" : "is missing");
}

static gboolean take_integer(struct reader *r, const char *key, gint64 max, gint64 *out)
{
    const json_t *value = take(r, key);
    *out = json_integer_value(value);
    if (!value)
        return wrong(r, key, "is missing");
    return (json_is_integer(value) && *out >= 0 && *out <= max) || wrong(r, key, "is out of range");
}

static gboolean take_boolean(struct reader *r, const char *key, gboolean *out)
{
    const json_t *value = take(r, key);
    *out = json_is_true(value);
    return json_is_boolean(value) ||
           wrong(r, key, value ? "is neither true nor false" : "is missing");
}

static gboolean take_address(struct reader *r, const char *key, gboolean or_null, char **out)
{
    const char *text;
    if (!take_string(r, key, or_null, &text))
        return FALSE;
    *out = text ? post_check_address(text) : NULL;
    return !text || *out || wrong(r, key, "is no address");
}

static gboolean take_line(struct reader *r, const char *key, gsize max, const char **out)
{
    if (!take_string(r, key, FALSE, out))
        return FALSE;
    return post_check_line(*out, max) || wrong(r, key, "is too long or holds a control character");
}

static gboolean take_id(struct reader *r, const char *key, gboolean or_null, const char **out)
{
    if (!take_string(r, key, or_null, out))
        return FALSE;
    return !*out || post_check_id(*out) || wrong(r, key, "is no message id");
}

static gboolean take_text(struct reader *r, const char *key, gboolean or_null, const char **out)
{
    if (!take_string(r, key, or_null, out))
        return FALSE;
    return !*out || post_check_text(*out) || wrong(r, key, "holds a control character");
}

// An array of at most max elements.
static const json_t *take_array(struct reader *r, const char *key, gsize max)
{
    const json_t *array = take(r, key);
    if (json_is_array(array) && json_array_size(array) <= max)
        return array;
    wrong(r, key, json_is_array(array) ? "has too many elements" : "is no array");
    return NULL;
}

static gboolean take_ids(struct reader *r, const char *key, struct post_mail *mail)
{
    const json_t *array = take_array(r, key, POST_REFERENCES_MAX);
    if (!array)
        return FALSE;
    for (gsize i = 0; i < json_array_size(array); i++) {
        const char *id = json_string_value(json_array_get(array, i));
        if (!id || !post_check_id(id))
            return wrong(r, key, "holds what is no message id");
        mail->references[mail->n_references++] = id;
    }
    return TRUE;
}

static gboolean is_known(const struct post_pair *pairs, guint n, const char *name)
{
    for (guint i = 0; i < n; i++)
        if (g_ascii_strcasecmp(pairs[i].name, name) == 0)
            return TRUE;
    return FALSE;
}

static gboolean take_headers(struct reader *r, gboolean of_attachment, struct post_pair *out,
                             guint *out_n)
{
    const json_t *array = take_array(r, "headers", POST_HEADERS_MAX);
    if (!array)
        return FALSE;
    for (gsize i = 0; i < json_array_size(array); i++) {
        const json_t *pair = json_array_get(array, i);
        const char *name = json_string_value(json_array_get(pair, 0));
        const char *value = json_string_value(json_array_get(pair, 1));
        if (!name || !value || json_array_size(pair) != 2)
            return wrong(r, "headers", "holds what is no pair of name and value");
        if (!post_check_header(name, of_attachment))
            return wrong(r, "headers", "has a name that is not allowed");
        if (is_known(out, *out_n, name))
            return wrong(r, "headers", "has a name twice");
        if (!post_check_value(value))
            return wrong(r, "headers",
                         "has a value that is empty, too long or not printable ASCII");
        out[(*out_n)++] = (struct post_pair){name, value};
    }
    return TRUE;
}

static gboolean read_attachment(const json_t *object, struct post_attachment *out, char **out_wrong)
{
    struct reader r = {object, 0, out_wrong};
    if (!json_is_object(object))
        return wrong(&r, "attachments", "holds what is no object");
    if (!take_string(&r, "type", FALSE, &out->type) ||
        !take_string(&r, "name", FALSE, &out->name) || !take_string(&r, "text", FALSE, &out->text))
        return FALSE;
    out->len = json_string_length(json_object_get(object, "text"));
    if (!post_check_type(out->type))
        return wrong(&r, "type", "is no type for an attachment");
    if (!post_check_file(out->name))
        return wrong(&r, "name", "is no name for an attachment");
    if (json_object_get(object, "headers") &&
        !take_headers(&r, TRUE, out->headers, &out->n_headers))
        return FALSE;
    return r.used == json_object_size(object) || wrong(&r, "attachments", "has an unknown key");
}

static gboolean take_attachments(struct reader *r, struct post_mail *mail)
{
    const json_t *array = take_array(r, "attachments", POST_ATTACHMENTS_MAX);
    for (gsize i = 0; array && i < json_array_size(array); i++)
        if (!read_attachment(json_array_get(array, i), &mail->attachments[mail->n_attachments++],
                             r->wrong))
            return FALSE;
    return array != NULL;
}

// Bytes that are a PNG, as far as their beginning goes; NULL: none.
static GBytes *read_png(const char *base64)
{
    static const guint8 start[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    gsize len = 0;
    g_autoptr(GBytes) bytes = base64_read_bytes(base64);
    const guint8 *from = bytes ? g_bytes_get_data(bytes, &len) : NULL;
    return len > sizeof start && memcmp(from, start, sizeof start) == 0 ? g_steal_pointer(&bytes)
                                                                        : NULL;
}

static gboolean read_image(const json_t *object, struct post_image *out, char **out_wrong)
{
    struct reader r = {object, 0, out_wrong};
    const char *base64;
    if (!json_is_object(object))
        return wrong(&r, "images", "holds what is no object");
    if (!take_id(&r, "id", FALSE, &out->id) || !take_string(&r, "name", FALSE, &out->name) ||
        !take_string(&r, "base64", FALSE, &base64))
        return FALSE;
    if (!post_check_file(out->name) || !g_str_has_suffix(out->name, ".png"))
        return wrong(&r, "name", "is no name for an image");
    out->png = read_png(base64);
    if (!out->png)
        return wrong(&r, "base64", "is no PNG in base64");
    return r.used == json_object_size(object) || wrong(&r, "images", "has an unknown key");
}

// Only HTML can show them.
static gboolean take_images(struct reader *r, struct post_mail *mail)
{
    if (!json_object_get(r->object, "images"))
        return TRUE;
    const json_t *array = take_array(r, "images", POST_IMAGES_MAX);
    if (array && json_array_size(array) > 0 && !mail->html)
        return wrong(r, "images", "stand there without HTML");
    for (gsize i = 0; array && i < json_array_size(array); i++)
        if (!read_image(json_array_get(array, i), &mail->images[mail->n_images++], r->wrong))
            return FALSE;
    return array != NULL;
}

static gboolean read_event(const json_t *object, struct post_event *out, char **out_wrong)
{
    struct reader r = {object, 0, out_wrong};
    if (!json_is_object(object))
        return wrong(&r, "calendar", "holds what is no object");
    if (!take_line(&r, "uid", POST_CHECK_NAME_MAX, &out->uid) ||
        !take_integer(&r, "sequence", G_MAXINT32, &out->sequence) ||
        !take_integer(&r, "start", DATE_MAX, &out->start) ||
        !take_integer(&r, "end", DATE_MAX, &out->end) ||
        !take_line(&r, "summary", POST_CHECK_SUBJECT_MAX, &out->summary) ||
        !take_text(&r, "description", FALSE, &out->description) ||
        !take_boolean(&r, "cancelled", &out->cancelled))
        return FALSE;
    if (!out->uid[0] || out->end < out->start)
        return wrong(&r, "calendar",
                     "holds an entry without a name, or that ends before it starts");
    return r.used == json_object_size(object) || wrong(&r, "calendar", "has an unknown key");
}

static gboolean take_events(struct reader *r, struct post_mail *mail)
{
    if (!json_object_get(r->object, "calendar"))
        return TRUE;
    const json_t *array = take_array(r, "calendar", POST_EVENTS_MAX);
    for (gsize i = 0; array && i < json_array_size(array); i++)
        if (!read_event(json_array_get(array, i), &mail->events[mail->n_events++], r->wrong))
            return FALSE;
    return array != NULL;
}

// An armored message alone.
static gboolean take_encrypted(struct reader *r, struct post_mail *mail)
{
    static const char begin[] = "-----BEGIN PGP MESSAGE-----\n";
    static const char end[] = "-----END PGP MESSAGE-----\n";
    if (!json_object_get(r->object, "encrypted"))
        return TRUE;
    if (!take_text(r, "encrypted", FALSE, &mail->encrypted))
        return FALSE;
    if (!g_str_has_prefix(mail->encrypted, begin) || !g_str_has_suffix(mail->encrypted, end) ||
        !g_str_is_ascii(mail->encrypted))
        return wrong(r, "encrypted", "is no OpenPGP message");
    gboolean alone = !mail->text[0] && !mail->html && mail->n_attachments == 0 &&
                     mail->n_images == 0 && mail->n_events == 0;
    return alone || wrong(r, "encrypted", "stands beside what isn't");
}

gboolean post_mail_read(const json_t *object, struct post_mail *out, char **out_wrong)
{
    memset(out, 0, sizeof *out);
    *out_wrong = NULL;
    struct reader r = {object, 0, out_wrong};
    if (!json_is_object(object)) {
        *out_wrong = g_strdup("the frame is no JSON object");
        return FALSE;
    }
    return take_integer(&r, "id", G_MAXINT64, &out->id) &&
           take_integer(&r, "date", DATE_MAX, &out->date) &&
           take_address(&r, "to", FALSE, &out->to) && take_address(&r, "from", FALSE, &out->from) &&
           take_address(&r, "envelope_from", FALSE, &out->envelope_from) &&
           take_address(&r, "reply_to", TRUE, &out->reply_to) &&
           take_line(&r, "to_name", POST_CHECK_NAME_MAX, &out->to_name) &&
           take_line(&r, "from_name", POST_CHECK_NAME_MAX, &out->from_name) &&
           take_line(&r, "subject", POST_CHECK_SUBJECT_MAX, &out->subject) &&
           take_id(&r, "message_id", FALSE, &out->message_id) &&
           take_id(&r, "in_reply_to", TRUE, &out->in_reply_to) && take_ids(&r, "references", out) &&
           take_text(&r, "text", FALSE, &out->text) && take_text(&r, "html", TRUE, &out->html) &&
           take_headers(&r, FALSE, out->headers, &out->n_headers) && take_attachments(&r, out) &&
           take_images(&r, out) && take_events(&r, out) && take_encrypted(&r, out) &&
           (r.used == json_object_size(object) || wrong(&r, "mail", "has an unknown key"));
}

void post_mail_clear(struct post_mail *mail)
{
    g_clear_pointer(&mail->to, g_free);
    g_clear_pointer(&mail->from, g_free);
    g_clear_pointer(&mail->envelope_from, g_free);
    g_clear_pointer(&mail->reply_to, g_free);
    for (guint i = 0; i < mail->n_images; i++)
        g_clear_pointer(&mail->images[i].png, g_bytes_unref);
}
