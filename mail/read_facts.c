// SPDX-License-Identifier: MIT
// See read_facts.h.
#include "mail/read_facts.h"

#include <gmime/gmime.h>
#include <libxml/parser.h>
#include <string.h>

#include "mail/read.h"
#include "mail/read_automatic.h"
#include "mail/read_body.h"
#include "mail/read_charset.h"
#include "mail/read_head.h"
#include "mail/read_ids.h"
#include "mail/read_sender.h"
#include "mail/read_show.h"
#include "mail/read_tree.h"

enum { RECEIVED = 30, SUBJECT = 998 };

static void put_reason(json_t *facts, const char *key, const char *reason)
{
    json_object_set_new(facts, key, reason ? json_string(reason) : json_null());
}

// Every key with its empty value, so that a reader of the object never finds one missing.
static json_t *empty(void)
{
    return json_pack(
        "{s:n, s:b, s:n, s:n, s:n, s:{s:n, s:s, s:n, s:b}, s:[], s:n, s:n, s:[], s:[], s:s,"
        " s:n, s:n, s:n, s:n, s:[], s:n, s:n}",
        "size", "too_big", 0, "loop", "automatic", "bounce", "sender", "address", "name", "",
        "hold", "absent", 0, "froms", "return_path", "message_id", "ids", "to", "subject", "",
        "text", "html", "trouble", "html_trouble", "attached", "signature", "openpgp");
}

static const char *find_loop(const struct read_head *head)
{
    gsize index = 0;
    guint received = 0;
    while (read_head_next(head, "Received", &index))
        received++;
    if (read_head_find(head, "X-23-Referee"))
        return "the mail bears a referee's own mark";
    return received > RECEIVED ? "the mail went through more than 30 servers" : NULL;
}

static char *read_subject(const struct read_head *head)
{
    const struct read_field *field = read_head_find(head, "Subject");
    g_autofree char *value = field ? read_head_value(field) : NULL;
    return read_show_header(value ? value : "", SUBJECT);
}

static void put_header(json_t *facts, const struct read_head *head, const char *subject)
{
    put_reason(facts, "loop", find_loop(head));
    put_reason(facts, "automatic", read_automatic_header(head, subject));
    json_object_set_new(facts, "subject", json_string(subject));
    read_sender_put(facts, head);
    read_ids_put(facts, head);
}

static void put_parts(json_t *facts, const struct read_tree *tree)
{
    read_body_put(facts, tree);
    if (json_is_null(json_object_get(facts, "automatic"))) {
        const json_t *text = json_object_get(json_object_get(facts, "text"), "body");
        put_reason(facts, "automatic", read_automatic_parts(tree, json_string_value(text)));
    }
    put_reason(facts, "bounce", read_automatic_bounce(tree));
}

// The line that a mailbox file or a pipe may put before the header.
static gsize from_line(const char *bytes, gsize len)
{
    gsize quoted = len > 0 && bytes[0] == '>';
    if (len < 6 || memcmp(bytes + quoted, "From ", 5) != 0)
        return 0;
    const char *lf = memchr(bytes, '\n', MIN(len, 1000));
    return lf ? (gsize)(lf - bytes) + 1 : 0;
}

json_t *read_facts(const char *bytes, gsize len, gsize limit)
{
    json_t *facts = empty();
    gboolean too_big = len > limit;
    gsize skip = from_line(bytes, len);
    bytes += skip;
    len -= skip;
    g_autofree struct read_head *head = g_new(struct read_head, 1);
    read_head_scan(bytes, len, head);
    put_reason(facts, "size", head->size);
    if (head->size)
        return facts;
    g_autofree struct read_tree *tree = g_new(struct read_tree, 1);
    if (!too_big)
        read_tree_walk(bytes, len, head, tree);
    if (!too_big && tree->size) {
        put_reason(facts, "size", tree->size);
        return facts;
    }
    g_autofree char *subject = read_subject(head);
    json_object_set_new(facts, "too_big", json_boolean(too_big));
    put_header(facts, head, subject);
    if (!too_big)
        put_parts(facts, tree);
    return facts;
}

// Libraries say what they think of a mail on standard error, in the mail's own bytes.
static void be_silent(const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
    (void)domain;
    (void)level;
    (void)message;
    (void)data;
}

static void be_silent_xml(void *data, const char *format, ...)
{
    (void)data;
    (void)format;
}

// Run once before the walls close, so that whatever is loaded on first use is there.
static const char WARM[] =
    "From: =?utf-8?Q?A=C3=A4?= <a@xn--exmple-cua.example>\r\nTo: b@ex\xc3\xa4mple.example\r\n"
    "Subject: =?iso-8859-1?Q?=E4?=\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n"
    "--b\r\n\r\na\r\n--b\r\nContent-Type: text/html; charset=\"utf-8\"\r\n\r\n<p "
    "style=\"color:#fff\">&eacute;"
    "\r\n--b--\r\n";

void read_facts_init(void)
{
    g_log_set_default_handler(be_silent, NULL);
    g_mime_init();
    xmlInitParser();
    xmlSetGenericErrorFunc(NULL, be_silent_xml);
    read_charset_init();
    json_decref(read_facts(WARM, sizeof WARM - 1, READ_LIMIT));
}
