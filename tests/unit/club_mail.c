// SPDX-License-Identifier: MIT
// See club.h. Here: the mails that went out, taken apart and looked at.
#include "tests/unit/club.h"

#include "referee/programs/reader.h"
#include "referee/receive/gates.h"
#include "tests/unit/club_parts.h"

#include <gmime/gmime.h>
#include <unistd.h>

// ---- taking one apart --------------------------------------------------------------------------

void club_mail_free(struct club_mail *mail)
{
    g_free(mail->raw);
    mailfile_free(mail->parts);
    g_free(mail->to);
    g_free(mail->kind);
    g_free(mail->html);
    g_clear_pointer(&mail->picture, g_bytes_unref);
    g_free(mail->markup);
    g_free(mail->record);
    g_free(mail->evidence);
    g_free(mail->age);
    g_free(mail);
}

static GMimeMessage *parse(const struct club_mail *mail)
{
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(mail->raw, mail->len);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    assert_non_null(message);
    g_object_unref(parser);
    g_object_unref(stream);
    return message;
}

static GBytes *content_bytes(GMimeObject *part)
{
    GMimeDataWrapper *wrapper = g_mime_part_get_content(GMIME_PART(part));
    GMimeStream *stream = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(wrapper, stream);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    GBytes *copy = g_bytes_new(bytes->data, bytes->len);
    g_object_unref(stream);
    return copy;
}

static char *content(GMimeObject *part)
{
    g_autoptr(GBytes) bytes = content_bytes(part);
    gsize len;
    const char *text = g_bytes_get_data(bytes, &len);
    return g_strndup(text ? text : "", len);
}

static void take_part(GMimeObject *parent, GMimeObject *part, gpointer data)
{
    (void)parent;
    struct club_mail *mail = data;
    if (!GMIME_IS_PART(part))
        return;
    const char *name = g_mime_part_get_filename(GMIME_PART(part));
    GMimeContentType *type = g_mime_object_get_content_type(part);
    if (name && g_str_has_suffix(name, ".record"))
        mail->record = content(part);
    if (name && g_str_has_suffix(name, ".evidence"))
        mail->evidence = content(part);
    if (g_strcmp0(name, "mail.txt.age") == 0)
        mail->age = content(part);
    if (g_mime_content_type_is_type(type, "image", "png"))
        mail->picture = content_bytes(part);
    if (g_mime_content_type_is_type(type, "text", "html")) {
        mail->markup = content(part);
        mail->html = club_html_lines(mail->markup);
    }
}

char *club_header(const struct club_mail *mail, const char *name)
{
    GMimeMessage *message = parse(mail);
    const char *value = g_mime_object_get_header(GMIME_OBJECT(message), name);
    char *copy = g_strdup(value ? value : "");
    g_object_unref(message);
    return copy;
}

static struct club_mail *take(const char *path)
{
    struct club_mail *mail = g_new0(struct club_mail, 1);
    g_autoptr(GError) error = NULL;
    assert_true(g_file_get_contents(path, &mail->raw, &mail->len, NULL));
    mail->parts = mailfile_parse(mail->raw, mail->len, &error);
    if (!mail->parts)
        fail_msg("%s: %s\n%s", path, error->message, mail->raw);
    GMimeMessage *message = parse(mail);
    g_mime_message_foreach(message, take_part, mail);
    g_object_unref(message);
    mail->to = club_header(mail, "Delivered-To");
    mail->kind = club_header(mail, "X-23-Kind");
    if (!mail->html)
        mail->html = g_strdup("");
    if (!mail->markup)
        mail->markup = g_strdup("");
    const char *row = strstr(path, ".R");
    assert_non_null(row);
    mail->row = g_ascii_strtoll(row + 2, NULL, 10);
    return mail;
}

// ---- HTML --------------------------------------------------------------------------------------

char *club_html_lines(const char *html)
{
    static reader *eyes;
    static const struct reader_limits limits = {READER_BYTES, READER_SECONDS};
    const char *build = g_getenv("BUILD");
    g_autofree char *program = g_build_filename(build ? build : "build", "libexec", "read", NULL);
    g_autoptr(GError) error = NULL;
    if (!eyes)
        eyes = reader_start(program, limits);
    g_autofree char *raw = g_strconcat("From: <x@example.org>\nMIME-Version: 1.0\nContent-Type: "
                                       "text/html; charset=utf-8\n\n",
                                       html, NULL);
    g_autoptr(GBytes) bytes = g_bytes_new(raw, strlen(raw));
    json_t *facts = NULL;
    if (!reader_read(eyes, bytes, &facts, &error))
        fail_msg("%s", error->message);
    const char *lines = json_string_value(json_object_get(json_object_get(facts, "html"), "body"));
    if (!lines)
        fail_msg("nothing can be read in this HTML:\n%s", html);
    char *copy = g_strdup(lines);
    json_decref(facts);
    return copy;
}

// ---- gathering ---------------------------------------------------------------------------------

static int by_row(gconstpointer a, gconstpointer b)
{
    const struct club_mail *x = *(const struct club_mail *const *)a;
    const struct club_mail *y = *(const struct club_mail *const *)b;
    return (x->row > y->row) - (x->row < y->row);
}

void club_gather(struct club *club)
{
    const char *folder = club_path(club, "mail/out/new");
    g_autoptr(GPtrArray) fresh = g_ptr_array_new();
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_ptr_array_add(fresh, take(path));
        unlink(path);
    }
    if (dir)
        g_dir_close(dir);
    g_ptr_array_sort(fresh, by_row);
    for (guint i = 0; i < fresh->len; i++) {
        g_ptr_array_add(club->mails, fresh->pdata[i]);
        if (!club->unchecked)
            club_check(club, fresh->pdata[i]);
    }
}

// ---- looking -----------------------------------------------------------------------------------

const struct club_mail *club_last(const struct club *club, const char *to)
{
    for (guint i = club->mails->len; i-- > 0;) {
        const struct club_mail *mail = club->mails->pdata[i];
        if (g_str_equal(mail->to, to))
            return mail;
    }
    fail_msg("no mail went to %s", to);
    return NULL;
}

guint club_count(const struct club *club, const char *to)
{
    guint count = 0;
    for (guint i = 0; i < club->mails->len; i++)
        count += g_str_equal(((const struct club_mail *)club->mails->pdata[i])->to, to);
    return count;
}

// Runs of blanks (U+00A0 is one) and line ends as one blank.
static char *flat(const char *text)
{
    GString *out = g_string_new(NULL);
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (c != ' ' && c != '\n' && c != 0xa0)
            g_string_append_unichar(out, c);
        else if (out->len && out->str[out->len - 1] != ' ')
            g_string_append_c(out, ' ');
    }
    return g_string_free(out, FALSE);
}

gboolean club_has(const struct club_mail *mail, const char *words)
{
    g_autofree char *text = flat(mail->parts->text ? mail->parts->text : "");
    g_autofree char *wanted = flat(words);
    return strstr(text, wanted) != NULL;
}

void club_holds(const struct club_mail *mail, const char *words)
{
    if (!club_has(mail, words))
        fail_msg("\"%s\" doesn't stand in the mail (%s) to %s:\n%s", words, mail->kind, mail->to,
                 mail->parts->text);
}

void club_lacks(const struct club_mail *mail, const char *words)
{
    if (club_has(mail, words))
        fail_msg("\"%s\" stands in the mail (%s) to %s:\n%s", words, mail->kind, mail->to,
                 mail->parts->text);
}

const struct club_mail *club_expect(const struct club *club, const char *to, const char *kind,
                                    const char *words)
{
    const struct club_mail *mail = club_last(club, to);
    if (!g_str_equal(mail->kind, kind))
        fail_msg("the newest mail to %s is %s, not %s:\n%s", to, mail->kind, kind,
                 mail->parts->text);
    club_holds(mail, words);
    return mail;
}

const json_t *club_value(const struct club_mail *mail, const char *key)
{
    if (!mail->parts->table)
        fail_msg("the mail (%s) to %s has no table.json:\n%s", mail->kind, mail->to,
                 mail->parts->text);
    const json_t *value = json_object_get(mail->parts->table, key);
    if (!value)
        fail_msg("there is no \"%s\" in table.json", key);
    return value;
}

const char *club_text(const struct club_mail *mail, const char *key)
{
    const char *text = json_string_value(club_value(mail, key));
    return text ? text : "";
}

int club_number(const struct club_mail *mail, const char *key)
{
    return (int)json_integer_value(club_value(mail, key));
}
