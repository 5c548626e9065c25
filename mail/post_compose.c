// SPDX-License-Identifier: MIT
// See post_compose.h.
#include "mail/post_compose.h"
#include "mail/post_calendar.h"
#include "mail/post_header.h"

#include <gmime/gmime.h>
#include <string.h>

void post_compose_init(void)
{
    g_mime_init();
}

// ---- parts --------------------------------------------------------------------------------------

// Whether a text survives every relay as it is: short lines of ASCII, none that begins as an mbox's
// separator does or ends in a blank, and nothing that could be one of our boundaries.
static gboolean is_safe(const char *text)
{
    if (strstr(text, "=_"))
        return FALSE;
    while (*text) {
        gsize len = strcspn(text, "\n");
        if (len > POST_HEADER_LINE || g_str_has_prefix(text, "From ") ||
            (len > 0 && strchr(" \t", text[len - 1])))
            return FALSE;
        for (gsize i = 0; i < len; i++)
            if ((guchar)text[i] >= 0x7f)
                return FALSE;
        text += len + (text[len] == '\n');
    }
    return TRUE;
}

static GMimeStream *stream_of(const void *bytes, gsize len)
{
    return g_mime_stream_mem_new_with_buffer(bytes, len);
}

// Gives part the bytes, which stand in the encoding from, to be written in the encoding to.
static void fill(GMimePart *part, GMimeStream *stream, GMimeContentEncoding from,
                 GMimeContentEncoding to)
{
    GMimeDataWrapper *content = g_mime_data_wrapper_new_with_stream(stream, from);
    g_mime_part_set_content(part, content);
    g_mime_part_set_content_encoding(part, to);
    g_object_unref(content);
}

// Quoted-printable as GMime makes it, but for lines that begin with "From ", which some mail stores
// would change: their F is encoded as well.
static GMimeStream *quoted_printable(const char *text, gsize len)
{
    GMimeStream *out = g_mime_stream_mem_new();
    GMimeStream *filtered = g_mime_stream_filter_new(out);
    GMimeFilter *encode = g_mime_filter_basic_new(GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE, TRUE);
    GMimeFilter *armor = g_mime_filter_from_new(GMIME_FILTER_FROM_MODE_ARMOR);
    g_mime_stream_filter_add(GMIME_STREAM_FILTER(filtered), encode);
    g_mime_stream_filter_add(GMIME_STREAM_FILTER(filtered), armor);
    g_mime_stream_write(filtered, text, len);
    g_mime_stream_flush(filtered);
    g_object_unref(encode);
    g_object_unref(armor);
    g_object_unref(filtered);
    g_mime_stream_reset(out);
    return out;
}

static GMimePart *text_part(const char *subtype, const char *text)
{
    GMimePart *part = g_mime_part_new_with_type("text", subtype);
    g_mime_object_set_content_type_parameter(GMIME_OBJECT(part), "charset", "utf-8");
    // A text ends with its line, whether or not whoever wrote it ended it.
    gboolean ends = *text == '\0' || g_str_has_suffix(text, "\n");
    g_autofree char *whole = g_strconcat(text, ends ? "" : "\n", NULL);
    gboolean safe = is_safe(whole);
    GMimeContentEncoding encoding =
        safe ? GMIME_CONTENT_ENCODING_7BIT : GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE;
    GMimeStream *stream =
        safe ? stream_of(whole, strlen(whole)) : quoted_printable(whole, strlen(whole));
    fill(part, stream, encoding, encoding);
    g_object_unref(stream);
    return part;
}

// Sets a header to a value that is ready for the wire.
static void set_raw(GMimeObject *object, const char *name, const char *value)
{
    g_autofree char *line = post_header_fold(name, value);
    g_mime_object_append_header(object, name, value, NULL);
    GMimeHeaderList *list = g_mime_object_get_header_list(object);
    GMimeHeader *header =
        g_mime_header_list_get_header_at(list, g_mime_header_list_get_count(list) - 1);
    g_mime_header_set_raw_value(header, line + strlen(name) + 1);
}

// In base64: what is signed or checked must come out byte for byte.
static GMimePart *attachment_part(const struct post_attachment *from)
{
    const char *slash = strchr(from->type, '/');
    g_autofree char *major = g_strndup(from->type, (gsize)(slash - from->type));
    GMimePart *part = g_mime_part_new_with_type(major, slash + 1);
    if (strcmp(major, "text") == 0)
        g_mime_object_set_content_type_parameter(GMIME_OBJECT(part), "charset", "utf-8");
    g_mime_part_set_filename(part, from->name);
    for (guint i = 0; i < from->n_headers; i++)
        set_raw(GMIME_OBJECT(part), from->headers[i].name, from->headers[i].value);
    GMimeStream *stream = stream_of(from->text, from->len);
    fill(part, stream, GMIME_CONTENT_ENCODING_DEFAULT, GMIME_CONTENT_ENCODING_BASE64);
    g_object_unref(stream);
    return part;
}

// ---- the tree -----------------------------------------------------------------------------------

// "=_" stands in no quoted-printable text, no base64, and no text that is_safe.
static GMimeMultipart *multipart(const char *subtype, const struct post_mail *mail)
{
    g_autofree char *digest =
        g_compute_checksum_for_string(G_CHECKSUM_SHA256, mail->message_id, -1);
    g_autofree char *boundary = g_strdup_printf("=_23-%.20s-%c", digest, subtype[0]);
    GMimeMultipart *made = g_mime_multipart_new_with_subtype(subtype);
    g_mime_multipart_set_boundary(made, boundary);
    return made;
}

static void add(GMimeMultipart *to, GMimeObject *part)
{
    g_mime_multipart_add(to, part);
    g_object_unref(part);
}

static GMimePart *image_part(const struct post_image *image)
{
    GMimePart *part = g_mime_part_new_with_type("image", "png");
    set_raw(GMIME_OBJECT(part), "Content-ID", image->id);
    g_mime_part_set_filename(part, image->name);
    g_mime_object_set_disposition(GMIME_OBJECT(part), GMIME_DISPOSITION_INLINE);
    gsize len;
    const void *bytes = g_bytes_get_data(image->png, &len);
    GMimeStream *stream = stream_of(bytes, len);
    fill(part, stream, GMIME_CONTENT_ENCODING_DEFAULT, GMIME_CONTENT_ENCODING_BASE64);
    g_object_unref(stream);
    return part;
}

// The HTML, with what it shows.
static GMimeObject *html_tree(const struct post_mail *mail)
{
    GMimeObject *html = GMIME_OBJECT(text_part("html", mail->html));
    if (mail->n_images == 0)
        return html;
    GMimeMultipart *all = multipart("related", mail);
    g_mime_object_set_content_type_parameter(GMIME_OBJECT(all), "type", "text/html");
    add(all, html);
    for (guint i = 0; i < mail->n_images; i++)
        add(all, GMIME_OBJECT(image_part(&mail->images[i])));
    return GMIME_OBJECT(all);
}

// In base64, which keeps its line ends.
static GMimePart *calendar_part(const struct post_mail *mail)
{
    g_autofree char *text = post_calendar(mail);
    GMimePart *part = g_mime_part_new_with_type("text", "calendar");
    g_mime_object_set_content_type_parameter(GMIME_OBJECT(part), "charset", "utf-8");
    g_mime_object_set_content_type_parameter(GMIME_OBJECT(part), "method", "PUBLISH");
    g_mime_part_set_filename(part, POST_CALENDAR_NAME);
    GMimeStream *stream = stream_of(text, strlen(text));
    fill(part, stream, GMIME_CONTENT_ENCODING_DEFAULT, GMIME_CONTENT_ENCODING_BASE64);
    g_object_unref(stream);
    return part;
}

// What was encrypted before, as OpenPGP/MIME wraps it (RFC 3156 4).
static GMimeObject *encrypted_tree(const struct post_mail *mail)
{
    static const char version[] = "Version: 1\n";
    GMimeMultipart *both = multipart("encrypted", mail);
    g_mime_object_set_content_type_parameter(GMIME_OBJECT(both), "protocol",
                                             "application/pgp-encrypted");
    const struct {
        const char *subtype, *bytes;
        gsize len;
    } halves[] = {{"pgp-encrypted", version, sizeof version - 1},
                  {"octet-stream", mail->encrypted, strlen(mail->encrypted)}};
    for (gsize i = 0; i < G_N_ELEMENTS(halves); i++) {
        GMimePart *part = g_mime_part_new_with_type("application", halves[i].subtype);
        GMimeStream *stream = stream_of(halves[i].bytes, halves[i].len);
        fill(part, stream, GMIME_CONTENT_ENCODING_7BIT, GMIME_CONTENT_ENCODING_7BIT);
        g_object_unref(stream);
        if (i == 1) {
            g_mime_part_set_filename(part, "encrypted.asc");
            g_mime_object_set_disposition(GMIME_OBJECT(part), GMIME_DISPOSITION_INLINE);
        }
        add(both, GMIME_OBJECT(part));
    }
    return GMIME_OBJECT(both);
}

static GMimeObject *tree(const struct post_mail *mail)
{
    if (mail->encrypted)
        return encrypted_tree(mail);
    GMimeObject *body = GMIME_OBJECT(text_part("plain", mail->text));
    if (mail->html) {
        GMimeMultipart *both = multipart("alternative", mail);
        add(both, body);
        add(both, html_tree(mail));
        body = GMIME_OBJECT(both);
    }
    if (mail->n_attachments == 0 && mail->n_events == 0)
        return body;
    GMimeMultipart *all = multipart("mixed", mail);
    add(all, body);
    for (guint i = 0; i < mail->n_attachments; i++)
        add(all, GMIME_OBJECT(attachment_part(&mail->attachments[i])));
    if (mail->n_events > 0)
        add(all, GMIME_OBJECT(calendar_part(mail)));
    return GMIME_OBJECT(all);
}

// ---- the headers --------------------------------------------------------------------------------

static void set_mailbox(GMimeObject *message, const char *name, const char *display,
                        const char *address)
{
    g_autofree char *value = post_header_mailbox(name, display, address);
    set_raw(message, name, value);
}

static void set_headers(GMimeObject *message, const struct post_mail *mail)
{
    GDateTime *when = g_date_time_new_from_unix_utc(mail->date);
    g_autofree char *date = g_mime_utils_header_format_date(when);
    g_date_time_unref(when);
    set_raw(message, "Date", date);
    set_mailbox(message, "From", mail->from_name, mail->from);
    set_mailbox(message, "To", mail->to_name, mail->to);
    if (mail->reply_to)
        set_mailbox(message, "Reply-To", "", mail->reply_to);
    g_autofree char *subject = post_header_text("Subject", mail->subject);
    set_raw(message, "Subject", subject);
    set_raw(message, "Message-ID", mail->message_id);
    if (mail->in_reply_to)
        set_raw(message, "In-Reply-To", mail->in_reply_to);
    if (mail->n_references > 0) {
        g_autoptr(GString) ids = g_string_new(mail->references[0]);
        for (guint i = 1; i < mail->n_references; i++)
            g_string_append_printf(ids, " %s", mail->references[i]);
        set_raw(message, "References", ids->str);
    }
    for (guint i = 0; i < mail->n_headers; i++)
        set_raw(message, mail->headers[i].name, mail->headers[i].value);
}

// What is written, as bytes that end with a line end: GMime leaves out the one behind the last
// boundary, and RFC 5322 wants it.
static GBytes *written(GMimeObject *object, GMimeFormatOptions *options, const char *line_end)
{
    GMimeStream *stream = g_mime_stream_mem_new();
    g_mime_object_write_to_stream(object, options, stream);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    if (bytes->len == 0 || bytes->data[bytes->len - 1] != '\n')
        g_byte_array_append(bytes, (const guint8 *)line_end, (guint)strlen(line_end));
    GBytes *result = g_bytes_new(bytes->data, bytes->len);
    g_object_unref(stream);
    return result;
}

GBytes *post_compose_content(const struct post_mail *mail)
{
    GMimeFormatOptions *options = g_mime_format_options_new();
    g_mime_format_options_set_newline_format(options, GMIME_NEWLINE_FORMAT_DOS);
    GMimeObject *body = tree(mail);
    GBytes *result = written(body, options, "\r\n");
    g_object_unref(body);
    g_mime_format_options_free(options);
    return result;
}

GBytes *post_compose(const struct post_mail *mail)
{
    GMimeMessage *message = g_mime_message_new(FALSE);
    set_headers(GMIME_OBJECT(message), mail);
    GMimeObject *body = tree(mail);
    g_mime_message_set_mime_part(message, body);
    g_object_unref(body);
    GBytes *result = written(GMIME_OBJECT(message), NULL, "\n");
    g_object_unref(message);
    return result;
}
