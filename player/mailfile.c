// SPDX-License-Identifier: MIT
// See mailfile.h. What GMime could choke on is refused before it sees a byte.
#include "player/mailfile.h"

#include "base/address.h"
#include "player/decode.h"
#include "player/sign.h"
#include "player/view.h"
#include "referee/seal/age.h"
#include "referee/seal/box.h"
#include "referee/words/ticket.h"

#include <gmime/gmime.h>
#include <string.h>

enum { HEADERS_MAX = 64 * 1024, HEADER_MAX = 8 * 1024, FIELDS_MAX = 200 };
enum { DASHES_MAX = 2000, PARTS_MAX = 20, DEPTH_MAX = 10, ID_MAX = 252, SUBJECT_MAX = 500 };

GQuark mailfile_error_quark(void)
{
    return g_quark_from_static_string("mailfile-error");
}

static gboolean wrong(GError **error, const char *why)
{
    g_set_error_literal(error, MAILFILE_ERROR, MAILFILE_ERROR_SHAPE, why);
    return FALSE;
}

// ---- before GMime ------------------------------------------------------------------------------

// GMime keeps a part a delimiter line and a list an address, so both are counted first: lines that
// begin with two dashes, and the header block's bytes and fields.
static gboolean headers_fit(const char *bytes, gsize len)
{
    gsize field = 0;
    guint fields = 0;
    for (const char *p = bytes; p < bytes + len;) {
        const char *lf = memchr(p, '\n', len - (gsize)(p - bytes));
        const char *end = lf ? lf + 1 : bytes + len;
        if (*p == '\n' || (*p == '\r' && end == p + 2))
            return TRUE;
        gboolean folded = *p == ' ' || *p == '\t';
        field = (folded ? field : 0) + (gsize)(end - p);
        fields += !folded;
        if (field > HEADER_MAX || fields > FIELDS_MAX || end - bytes > HEADERS_MAX)
            return FALSE;
        p = end;
    }
    return TRUE;
}

static gboolean may_parse(const char *bytes, gsize len, GError **error)
{
    if (len == 0)
        return wrong(error, "the mail is empty");
    if (len > MAILFILE_MAX)
        return wrong(error, "the mail is too big to be the referee's");
    if (memchr(bytes, '\0', len))
        return wrong(error, "a NUL stands in it: this is no mail");
    if (!headers_fit(bytes, len))
        return wrong(error, "its headers are too many or too long to be the referee's");
    guint dashes = 0;
    for (const char *p = bytes; p; p = memchr(p, '\n', len - (gsize)(p - bytes))) {
        p += *p == '\n';
        if (p + 1 < bytes + len && p[0] == '-' && p[1] == '-' && ++dashes > DASHES_MAX)
            return wrong(error, "it has more parts than a mail of the referee's");
        if (p >= bytes + len)
            break;
    }
    return TRUE;
}

// ---- headers -----------------------------------------------------------------------------------

// The ids in a header, each once, the newest MAILFILE_IDS_MAX.
static void find_ids(const char *value, GPtrArray *ids)
{
    for (const char *p = value ? strchr(value, '<') : NULL; p; p = strchr(p + 1, '<')) {
        gsize len = 1;
        while (p[len] > ' ' && p[len] < 0x7f && p[len] != '<' && p[len] != '>')
            len++;
        if (p[len] != '>' || len < 2 || len + 1 > ID_MAX)
            continue;
        g_autofree char *id = g_strndup(p, len + 1);
        guint at;
        if (g_ptr_array_find_with_equal_func(ids, id, g_str_equal, &at))
            g_ptr_array_remove_index(ids, at);
        g_ptr_array_add(ids, g_steal_pointer(&id));
        if (ids->len > MAILFILE_IDS_MAX)
            g_ptr_array_remove_index(ids, 0);
    }
}

static char *one_address(GMimeMessage *message, GMimeAddressType type)
{
    InternetAddressList *list = g_mime_message_get_addresses(message, type);
    if (!list || internet_address_list_length(list) != 1)
        return NULL;
    InternetAddress *only = internet_address_list_get_address(list, 0);
    if (!INTERNET_ADDRESS_IS_MAILBOX(only))
        return NULL;
    const char *text = internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(only));
    const char *unused;
    return text ? address_canonical(text, &unused) : NULL;
}

// One line for showing and for the answer's subject; what is no text is no subject.
static char *one_line(const char *text)
{
    if (!text || !g_utf8_validate(text, -1, NULL))
        return NULL;
    GString *out = g_string_new(NULL);
    for (const char *p = text; *p && out->len < SUBJECT_MAX; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        gboolean shown = g_unichar_isprint(c) && c != 0x2028 && c != 0x2029;
        g_string_append_unichar(out, shown ? c : ' ');
    }
    return g_strstrip(g_string_free(out, FALSE));
}

static void read_headers(GMimeMessage *message, struct mailfile *mail)
{
    GMimeObject *object = GMIME_OBJECT(message);
    g_autoptr(GPtrArray) own = g_ptr_array_new_with_free_func(g_free);
    find_ids(g_mime_object_get_header(object, "Message-ID"), own);
    if (own->len == 1)
        mail->message_id = g_strdup(g_ptr_array_index(own, 0));
    find_ids(g_mime_object_get_header(object, "References"), mail->references);
    mail->from = one_address(message, GMIME_ADDRESS_TYPE_FROM);
    mail->reply_to = one_address(message, GMIME_ADDRESS_TYPE_REPLY_TO);
    mail->to = one_address(message, GMIME_ADDRESS_TYPE_TO);
    mail->subject = one_line(g_mime_message_get_subject(message));
    mail->of_referee = g_mime_object_get_header(object, "X-23-Referee") != NULL;
    const char *game = g_mime_object_get_header(object, "X-23-Game");
    guint64 number;
    if (game && g_ascii_string_to_unsigned(game, 10, 1, G_MAXINT64, &number, NULL))
        mail->game = (gint64)number;
}

// ---- parts -------------------------------------------------------------------------------------

struct finder {
    GMimePart *text;
    GMimePart *table;
    gboolean sealed;
    enum mailfile_cover cover;
    guint parts, tables;
    gboolean too_many;
};

static void look_at_part(struct finder *finder, GMimePart *part)
{
    GMimeObject *object = GMIME_OBJECT(part);
    GMimeContentType *type = g_mime_object_get_content_type(object);
    const char *name = g_mime_part_get_filename(part);
    if (g_mime_content_type_is_type(type, "application", "json") && name &&
        strcmp(name, "table.json") == 0) {
        finder->table = part;
        finder->sealed = FALSE;
        finder->tables++;
    } else if (name && strcmp(name, BOX_TABLE) == 0) {
        finder->table = part;
        finder->sealed = TRUE;
        finder->tables++;
    } else if (name && strcmp(name, AGE_TABLE) == 0) {
        finder->cover = MAILFILE_AGE;
    } else if (!finder->text && g_mime_content_type_is_type(type, "text", "plain") &&
               !g_mime_part_is_attachment(part)) {
        finder->text = part;
    }
}

static void look(struct finder *finder, GMimeObject *object, guint depth)
{
    finder->parts++;
    finder->too_many = finder->too_many || finder->parts > PARTS_MAX || depth > DEPTH_MAX;
    if (finder->too_many || !object)
        return;
    if (g_mime_content_type_is_type(g_mime_object_get_content_type(object), "multipart",
                                    "encrypted"))
        finder->cover = MAILFILE_OPENPGP;
    if (GMIME_IS_MULTIPART(object)) {
        GMimeMultipart *multipart = GMIME_MULTIPART(object);
        for (int i = 0; i < g_mime_multipart_get_count(multipart) && !finder->too_many; i++)
            look(finder, g_mime_multipart_get_part(multipart, i), depth + 1);
    } else if (GMIME_IS_PART(object)) {
        look_at_part(finder, GMIME_PART(object));
    }
}

static GString *decoded(GMimePart *part, gsize max)
{
    GMimeDataWrapper *content = g_mime_part_get_content(part);
    GMimeStream *stream = content ? g_mime_data_wrapper_get_stream(content) : NULL;
    if (!stream || g_mime_stream_reset(stream) != 0)
        return NULL;
    gint64 len = g_mime_stream_length(stream);
    if (len < 0 || len > MAILFILE_MAX)
        return NULL;
    g_autofree char *raw = g_malloc((gsize)len + 1);
    gsize have = 0;
    while (have < (gsize)len) {
        gssize n = g_mime_stream_read(stream, raw + have, (gsize)len - have);
        if (n <= 0)
            return NULL;
        have += (gsize)n;
    }
    g_autofree char *encoding =
        g_strdup(g_mime_object_get_header(GMIME_OBJECT(part), "Content-Transfer-Encoding"));
    return decode_part(encoding ? g_strstrip(encoding) : NULL, raw, have, max);
}

// Takes the bytes of a table.json, open by now, over.
static gboolean take_table(GString *bytes, const char *signature, struct mailfile *mail,
                           GError **error)
{
    mail->table = json_loadb(bytes->str, bytes->len, JSON_REJECT_DUPLICATES, NULL);
    gboolean fine = mail->table ? view_check(mail->table, error)
                                : wrong(error, "its table.json is no JSON: it was damaged");
    if (fine && signature) {
        guint8 key[SIGN_PUBLIC];
        view_key(mail->table, key);
        gboolean holds = sign_table_ok(bytes->str, bytes->len, signature, key);
        mail->signature = holds ? MAILFILE_SIGNED : MAILFILE_FORGED;
    }
    g_string_free(bytes, TRUE);
    return fine;
}

static gboolean read_table(const struct finder *finder, struct mailfile *mail, GError **error)
{
    GString *bytes = decoded(finder->table, MAILFILE_TABLE_MAX);
    const char *signature = g_mime_object_get_header(GMIME_OBJECT(finder->table), "X-23-Signature");
    if (!bytes)
        return wrong(error, "its table.json can't be decoded: it was damaged on the way");
    if (!finder->sealed)
        return take_table(bytes, signature, mail, error);
    mail->sealed = g_string_free(bytes, FALSE);
    mail->sealed_signature = g_strdup(signature);
    return TRUE;
}

// Only what is surely UTF-8: a text in another charset isn't the referee's.
static void read_text(GMimePart *part, struct mailfile *mail)
{
    GString *text = decoded(part, MAILFILE_TEXT_MAX);
    if (!text)
        return;
    if (g_utf8_validate(text->str, (gssize)text->len, NULL))
        mail->text = g_string_free(text, FALSE);
    else
        g_string_free(text, TRUE);
}

static gboolean read_parts(GMimeMessage *message, struct mailfile *mail, GError **error)
{
    struct finder finder = {0};
    look(&finder, g_mime_message_get_mime_part(message), 0);
    if (finder.too_many)
        return wrong(error, "it has more parts than a mail of the referee's");
    if (finder.tables > 1)
        return wrong(error, "it has two table.json: nobody can tell which one counts");
    if (finder.text)
        read_text(finder.text, mail);
    mail->cover = finder.table ? MAILFILE_OPEN : finder.cover;
    return !finder.table || read_table(&finder, mail, error);
}

// ---- the whole ---------------------------------------------------------------------------------

static void find_ticket(struct mailfile *mail)
{
    g_autoptr(GArray) tickets = ticket_list_new();
    if (mail->table)
        ticket_find_in_text(tickets, view_text(mail->table, "ticket"));
    if (mail->reply_to)
        ticket_find_in_address(tickets, mail->reply_to);
    if (mail->message_id)
        ticket_find_in_id(tickets, mail->message_id);
    if (mail->text)
        ticket_find_in_text(tickets, mail->text);
    if (tickets->len == 0)
        return;
    char text[TICKET_TEXT_MAX];
    ticket_format(&g_array_index(tickets, struct ticket, 0), text);
    mail->ticket = g_strdup(text);
}

// The line that an mbox, or a mail program's export, puts before a mail.
static gsize envelope_line(const char *bytes, gsize len)
{
    const char *end = len > 5 && memcmp(bytes, "From ", 5) == 0 ? memchr(bytes, '\n', len) : NULL;
    return end ? (gsize)(end + 1 - bytes) : 0;
}

// A table.json that somebody saved out of its mail, with which the signature is gone.
static struct mailfile *parse_table(const char *bytes, gsize len, GError **error)
{
    struct mailfile *mail = g_new0(struct mailfile, 1);
    mail->references = g_ptr_array_new_with_free_func(g_free);
    mail->bare = TRUE;
    gboolean fine = len <= MAILFILE_TABLE_MAX
                        ? take_table(g_string_new_len(bytes, (gssize)len), NULL, mail, error)
                        : wrong(error, "it is too big for a table.json");
    if (fine)
        find_ticket(mail);
    else
        g_clear_pointer(&mail, mailfile_free);
    return mail;
}

static gboolean is_table(const char *bytes, gsize len)
{
    gsize at = 0;
    while (at < len && g_ascii_isspace(bytes[at]))
        at++;
    return at < len && bytes[at] == '{';
}

struct mailfile *mailfile_parse(const char *bytes, gsize len, GError **error)
{
    if (is_table(bytes, len))
        return parse_table(bytes, len, error);
    gsize skipped = envelope_line(bytes, len);
    bytes += skipped;
    len -= skipped;
    if (!may_parse(bytes, len, error))
        return NULL;
    g_mime_init();
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, len);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    struct mailfile *mail = g_new0(struct mailfile, 1);
    mail->references = g_ptr_array_new_with_free_func(g_free);
    gboolean fine = message ? read_parts(message, mail, error) : wrong(error, "this is no mail");
    if (fine) {
        read_headers(message, mail);
        find_ticket(mail);
    }
    g_clear_object(&message);
    g_object_unref(parser);
    g_object_unref(stream);
    if (!fine)
        g_clear_pointer(&mail, mailfile_free);
    return mail;
}

gboolean mailfile_open(struct mailfile *mail, const guint8 *secret, GError **error)
{
    GString *bytes = box_open(secret, mail->sealed, strlen(mail->sealed));
    if (!bytes)
        return wrong(error, "its table is sealed to another key than this one, or was damaged: say "
                            "with --key FILE which key opens it");
    if (!take_table(bytes, mail->sealed_signature, mail, error))
        return FALSE;
    g_clear_pointer(&mail->sealed, g_free);
    return TRUE;
}

const char *mailfile_how(const struct mailfile *mail)
{
    static const char *const how[] = {
        [MAILFILE_OPEN] = NULL,
        [MAILFILE_AGE] = "the table is encrypted to your age key: save the attachment " AGE_TABLE
                         ", then: age -d -i KEY " AGE_TABLE " | player23 show",
        [MAILFILE_OPENPGP] = "the mail is encrypted with OpenPGP, which gpg opens: gpg -d MAIL | "
                             "player23 show"};
    return how[mail->cover];
}

gint64 mailfile_game(const struct mailfile *mail)
{
    return mail->table ? json_integer_value(json_object_get(mail->table, "game")) : mail->game;
}

void mailfile_free(struct mailfile *mail)
{
    if (!mail)
        return;
    json_decref(mail->table);
    g_free(mail->sealed);
    g_free(mail->sealed_signature);
    g_free(mail->text);
    g_free(mail->from);
    g_free(mail->reply_to);
    g_free(mail->to);
    g_free(mail->message_id);
    g_ptr_array_unref(mail->references);
    g_free(mail->subject);
    g_free(mail->ticket);
    g_free(mail);
}
