// SPDX-License-Identifier: MIT
// See post_compose.h. Everything is written where it will stand, from the first header to the last
// boundary.
#include "mail/post_compose.h"

#include "base/base64.h"
#include "base/mail_date.h"
#include "mail/post_calendar.h"
#include "mail/post_encode.h"
#include "mail/post_header.h"

#include <string.h>

enum { USUAL = 32 * 1024 }; // bytes of a mail; it grows where that isn't enough

// What a mail is written to, and what its boundaries begin with. "=_" stands in no quoted-printable
// text, no base64, and no text that is safe.
struct writer {
    GString *out;
    char boundary[sizeof "=_23-" + 20];
};

static struct writer begin(const struct post_mail *mail)
{
    struct writer writer = {.out = g_string_sized_new(USUAL)};
    g_autofree char *digest =
        g_compute_checksum_for_string(G_CHECKSUM_SHA256, mail->message_id, -1);
    g_snprintf(writer.boundary, sizeof writer.boundary, "=_23-%.20s", digest);
    return writer;
}

static void add_header(struct writer *writer, const char *name, const char *value)
{
    g_autofree char *line = post_header_fold(name, value);
    g_string_append(writer->out, line);
}

G_GNUC_PRINTF(3, 4)
static void add_headerf(struct writer *writer, const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *value = g_strdup_vprintf(format, args);
    va_end(args);
    add_header(writer, name, value);
}

// ---- parts --------------------------------------------------------------------------------------

static void end_header(struct writer *writer, const char *encoding)
{
    if (encoding)
        add_header(writer, "Content-Transfer-Encoding", encoding);
    g_string_append_c(writer->out, '\n');
}

// more: further parameters, or "".
static void begin_multipart(struct writer *writer, const char *subtype, const char *more)
{
    add_headerf(writer, "Content-Type", "multipart/%s; boundary=\"%s-%c\"%s", subtype,
                writer->boundary, subtype[0], more);
    end_header(writer, NULL);
}

// Before each part: the line end belongs to the boundary (RFC 2046, 5.1.1).
static void begin_part(struct writer *writer, const char *subtype, gboolean first)
{
    g_string_append_printf(writer->out, "%s--%s-%c\n", first ? "" : "\n", writer->boundary,
                           subtype[0]);
}

static void end_multipart(struct writer *writer, const char *subtype)
{
    g_string_append_printf(writer->out, "\n--%s-%c--\n", writer->boundary, subtype[0]);
}

static void add_text(struct writer *writer, const char *subtype, const char *text)
{
    // A text ends with its line, whether or not whoever wrote it ended it.
    gboolean ends = *text == '\0' || g_str_has_suffix(text, "\n");
    gboolean safe = post_encode_is_safe(text);
    add_headerf(writer, "Content-Type", "text/%s; charset=utf-8", subtype);
    end_header(writer, safe ? "7bit" : "quoted-printable");
    if (safe)
        g_string_append(writer->out, text);
    else
        post_encode_text(writer->out, text);
    if (!ends)
        g_string_append_c(writer->out, '\n');
}

// In base64: what is signed or checked must come out byte for byte.
static void add_attachment(struct writer *writer, const struct post_attachment *from)
{
    const char *charset = g_str_has_prefix(from->type, "text/") ? " charset=utf-8;" : "";
    add_headerf(writer, "Content-Type", "%s;%s name=%s", from->type, charset, from->name);
    add_headerf(writer, "Content-Disposition", "attachment; filename=%s", from->name);
    for (guint i = 0; i < from->n_headers; i++)
        add_header(writer, from->headers[i].name, from->headers[i].value);
    end_header(writer, "base64");
    base64_write_mail(writer->out, from->text, from->len);
}

static void add_image(struct writer *writer, const struct post_image *image)
{
    gsize len;
    const void *bytes = g_bytes_get_data(image->png, &len);
    add_headerf(writer, "Content-Type", "image/png; name=%s", image->name);
    add_header(writer, "Content-ID", image->id);
    add_headerf(writer, "Content-Disposition", "inline; filename=%s", image->name);
    end_header(writer, "base64");
    base64_write_mail(writer->out, bytes, len);
}

// In base64, which keeps its line ends.
static void add_calendar(struct writer *writer, const struct post_mail *mail)
{
    g_autofree char *text = post_calendar(mail);
    add_header(writer, "Content-Type",
               "text/calendar; charset=utf-8; method=PUBLISH; name=" POST_CALENDAR_NAME);
    add_header(writer, "Content-Disposition", "attachment; filename=" POST_CALENDAR_NAME);
    end_header(writer, "base64");
    base64_write_mail(writer->out, text, strlen(text));
}

// ---- the tree -----------------------------------------------------------------------------------

// The HTML, with what it shows.
static void add_html(struct writer *writer, const struct post_mail *mail)
{
    if (mail->n_images == 0) {
        add_text(writer, "html", mail->html);
        return;
    }
    begin_multipart(writer, "related", "; type=\"text/html\"");
    begin_part(writer, "related", TRUE);
    add_text(writer, "html", mail->html);
    for (guint i = 0; i < mail->n_images; i++) {
        begin_part(writer, "related", FALSE);
        add_image(writer, &mail->images[i]);
    }
    end_multipart(writer, "related");
}

static void add_body(struct writer *writer, const struct post_mail *mail)
{
    if (!mail->html) {
        add_text(writer, "plain", mail->text);
        return;
    }
    begin_multipart(writer, "alternative", "");
    begin_part(writer, "alternative", TRUE);
    add_text(writer, "plain", mail->text);
    begin_part(writer, "alternative", FALSE);
    add_html(writer, mail);
    end_multipart(writer, "alternative");
}

// What was encrypted before, as OpenPGP/MIME wraps it (RFC 3156 4).
static void add_encrypted(struct writer *writer, const struct post_mail *mail)
{
    begin_multipart(writer, "encrypted", "; protocol=\"application/pgp-encrypted\"");
    begin_part(writer, "encrypted", TRUE);
    add_header(writer, "Content-Type", "application/pgp-encrypted");
    end_header(writer, "7bit");
    g_string_append(writer->out, "Version: 1\n");
    begin_part(writer, "encrypted", FALSE);
    add_header(writer, "Content-Type", "application/octet-stream; name=encrypted.asc");
    add_header(writer, "Content-Disposition", "inline; filename=encrypted.asc");
    end_header(writer, "7bit");
    g_string_append(writer->out, mail->encrypted);
    end_multipart(writer, "encrypted");
}

static void add_content(struct writer *writer, const struct post_mail *mail)
{
    if (mail->encrypted) {
        add_encrypted(writer, mail);
        return;
    }
    if (mail->n_attachments == 0 && mail->n_events == 0) {
        add_body(writer, mail);
        return;
    }
    begin_multipart(writer, "mixed", "");
    begin_part(writer, "mixed", TRUE);
    add_body(writer, mail);
    for (guint i = 0; i < mail->n_attachments; i++) {
        begin_part(writer, "mixed", FALSE);
        add_attachment(writer, &mail->attachments[i]);
    }
    if (mail->n_events > 0) {
        begin_part(writer, "mixed", FALSE);
        add_calendar(writer, mail);
    }
    end_multipart(writer, "mixed");
}

// ---- the header ---------------------------------------------------------------------------------

static void add_mailbox(struct writer *writer, const char *name, const char *display,
                        const char *address)
{
    g_autofree char *value = post_header_mailbox(name, display, address);
    add_header(writer, name, value);
}

static void add_headers(struct writer *writer, const struct post_mail *mail)
{
    g_autofree char *date = mail_date(mail->date);
    add_header(writer, "Date", date);
    add_mailbox(writer, "From", mail->from_name, mail->from);
    add_mailbox(writer, "To", mail->to_name, mail->to);
    if (mail->reply_to)
        add_mailbox(writer, "Reply-To", "", mail->reply_to);
    g_autofree char *subject = post_header_text("Subject", mail->subject);
    add_header(writer, "Subject", subject);
    add_header(writer, "Message-ID", mail->message_id);
    if (mail->in_reply_to)
        add_header(writer, "In-Reply-To", mail->in_reply_to);
    if (mail->n_references > 0) {
        g_autoptr(GString) ids = g_string_new(mail->references[0]);
        for (guint i = 1; i < mail->n_references; i++)
            g_string_append_printf(ids, " %s", mail->references[i]);
        add_header(writer, "References", ids->str);
    }
    for (guint i = 0; i < mail->n_headers; i++)
        add_header(writer, mail->headers[i].name, mail->headers[i].value);
    add_header(writer, "MIME-Version", "1.0");
}

// ---- whole --------------------------------------------------------------------------------------

GBytes *post_compose_content(const struct post_mail *mail)
{
    struct writer writer = begin(mail);
    add_content(&writer, mail);
    g_string_replace(writer.out, "\n", "\r\n", 0);
    return g_string_free_to_bytes(writer.out);
}

GBytes *post_compose(const struct post_mail *mail)
{
    struct writer writer = begin(mail);
    add_headers(&writer, mail);
    add_content(&writer, mail);
    return g_string_free_to_bytes(writer.out);
}
