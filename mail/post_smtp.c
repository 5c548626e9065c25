// SPDX-License-Identifier: MIT
// Handing over to a submission server (RFC 6409): one connection for a run, one recipient a mail.
//
// Decides what a server's answer means for the mail, for its recipient and for the run. Three
// things are never confused: the server doesn't want this mail now (4xx), it doesn't want this mail
// for this recipient ever (5xx), and it has something against us or isn't there, which would be the
// same for every other mail. RFC 5321 (SMTP), 2920 (PIPELINING), 3463 (enhanced codes), 4954
// (login), 6531 (SMTPUTF8).
#include "base/fault.h"
#include "mail/post_check.h"
#include "mail/post_link.h"
#include "mail/post_transport.h"

#include <curl/curl.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum {
    SECONDS_DEFAULT = 120,
    SECONDS_MAX = 240,
    LEAVE_SECONDS = 2,
    URL_MAX = 500,
    WORD_MAX = 1024
};

struct smtp {
    struct post_link_target target; // its strings are owned
    gint64 seconds;
    post_link *link; // NULL: none
    guint served;    // mails that went through this connection, whatever became of them
    gboolean broke;  // the connection of the mail before broke
};

enum step { STEP_MAIL, STEP_RCPT, STEP_DATA, STEP_DOT };

// One mail on one connection.
struct attempt {
    const struct post_letter *letter;
    gboolean needs_utf8;
    gint64 until;
    enum step step; // as far as it came
    enum post_link_result result;
    struct post_reply reply; // the last
};

static gint64 from_now(gint64 seconds)
{
    return g_get_monotonic_time() + seconds * G_USEC_PER_SEC;
}

// ---- the connection ----------------------------------------------------------------------------

static void hang_up(struct smtp *smtp)
{
    post_link_close(smtp->link);
    smtp->link = NULL;
    smtp->served = 0;
}

static void take_leave(struct smtp *smtp)
{
    struct post_reply reply;
    if (smtp->link)
        (void)post_link_say(smtp->link, "QUIT", from_now(LEAVE_SECONDS), &reply);
    hang_up(smtp);
}

static gboolean reach(struct smtp *smtp, gint64 until, char **out_detail)
{
    if (smtp->link)
        return TRUE;
    smtp->served = 0;
    fault_step("post:smtp-before-connect");
    smtp->link = post_link_open(&smtp->target, until, out_detail);
    return smtp->link != NULL;
}

// ---- one mail ----------------------------------------------------------------------------------

static gboolean is_ascii(const void *bytes, gsize len)
{
    const guint8 *p = bytes;
    for (gsize i = 0; i < len; i++)
        if (p[i] >= 0x80)
            return FALSE;
    return TRUE;
}

// Whether the mail has letters that only RFC 6531 lets through: its header may, and its envelope.
static gboolean needs_utf8(const struct post_letter *letter)
{
    gsize len;
    const void *bytes = g_bytes_get_data(letter->bytes, &len);
    return !is_ascii(bytes, len) || !is_ascii(letter->from, strlen(letter->from)) ||
           !is_ascii(letter->to, strlen(letter->to));
}

// The message as it is on the wire: CR LF, dots doubled at line starts, the final dot behind it.
static GByteArray *wire(GBytes *message)
{
    gsize len;
    const char *text = g_bytes_get_data(message, &len);
    const char *end = text + len;
    GByteArray *out = g_byte_array_sized_new((guint)(len + len / 32 + 8));
    while (text < end) {
        const char *lf = memchr(text, '\n', (gsize)(end - text));
        const char *stop = lf ? lf : end;
        if (*text == '.')
            g_byte_array_append(out, (const guint8 *)".", 1);
        g_byte_array_append(out, (const guint8 *)text, (guint)(stop - text));
        g_byte_array_append(out, (const guint8 *)"\r\n", 2);
        text = stop + 1;
    }
    g_byte_array_append(out, (const guint8 *)".\r\n", 3);
    return out;
}

// TRUE: it has gone as far as it can with this answer to its step.
static gboolean say(struct smtp *smtp, struct attempt *attempt, enum step step, const char *line,
                    int wanted)
{
    attempt->step = step;
    attempt->result = post_link_say(smtp->link, line, attempt->until, &attempt->reply);
    return attempt->result == POST_LINK_FINE && attempt->reply.code == wanted;
}

// The sender and the recipient on one way: of two replies the first that isn't good tells.
static gboolean say_both(struct smtp *smtp, struct attempt *attempt, const char *from,
                         const char *to)
{
    struct post_reply replies[2];
    attempt->result = post_link_say_both(smtp->link, from, to, attempt->until, replies);
    gboolean known = replies[0].code == 250;
    attempt->step = known ? STEP_RCPT : STEP_MAIL;
    attempt->reply = replies[known];
    return attempt->result == POST_LINK_FINE && known &&
           (attempt->reply.code == 250 || attempt->reply.code == 251);
}

static gboolean say_envelope(struct smtp *smtp, struct attempt *attempt)
{
    const struct post_letter *letter = attempt->letter;
    gsize len = g_bytes_get_size(letter->bytes);
    g_autofree char *size = post_link_offers(smtp->link, "SIZE")
                                ? g_strdup_printf(" SIZE=%" G_GSIZE_FORMAT, len)
                                : g_strdup("");
    g_autofree char *from = g_strdup_printf("MAIL FROM:<%s>%s%s", letter->from, size,
                                            attempt->needs_utf8 ? " SMTPUTF8 BODY=8BITMIME" : "");
    g_autofree char *to = g_strdup_printf("RCPT TO:<%s>", letter->to);
    if (post_link_offers(smtp->link, "PIPELINING"))
        return say_both(smtp, attempt, from, to);
    return say(smtp, attempt, STEP_MAIL, from, 250) &&
           (say(smtp, attempt, STEP_RCPT, to, 250) || attempt->reply.code == 251);
}

static void say_message(struct smtp *smtp, struct attempt *attempt)
{
    g_autoptr(GByteArray) bytes = wire(attempt->letter->bytes);
    fault_step("post:smtp-before-dot");
    attempt->result = post_link_pour(smtp->link, bytes->data, bytes->len, attempt->until);
    fault_step("post:smtp-after-dot");
    // The dot comes last: a mail that is cut short is never one that is whole.
    if (attempt->result != POST_LINK_FINE)
        return;
    attempt->step = STEP_DOT;
    attempt->result = post_link_hear(smtp->link, attempt->until, &attempt->reply);
}

// Tries it on the connection that there is.
static void try(struct smtp *smtp, struct attempt *attempt)
{
    if (!say_envelope(smtp, attempt) || !say(smtp, attempt, STEP_DATA, "DATA", 354))
        return;
    say_message(smtp, attempt);
}

// ---- what the answer means ---------------------------------------------------------------------

static gboolean status_is(const struct post_reply *reply, const char *subject)
{
    return reply->status[0] && g_str_has_prefix(reply->status + 2, subject);
}

// Whether a refusal would be the same for every mail of ours: we ought to log in, may not send from
// this address, or may not send to others from here at all.
static gboolean is_about_us(const struct smtp *smtp, const struct attempt *attempt)
{
    const struct post_reply *reply = &attempt->reply;
    const struct post_letter *letter = attempt->letter;
    if (reply->code == 530 || reply->code == 534 || reply->code == 535 || reply->code == 538)
        return TRUE;
    if (attempt->step == STEP_MAIL)
        return reply->code != 552 && reply->code != 555;
    if (attempt->step != STEP_RCPT)
        return FALSE;
    if (status_is(reply, "1.7") || status_is(reply, "1.8"))
        return TRUE;
    // Servers that put off what they have against a sender name it in their answer.
    if (strstr(reply->text, letter->from) && !strstr(reply->text, letter->to))
        return TRUE;
    return !smtp->target.user && status_is(reply, "7.");
}

static enum post_outcome judge(const struct smtp *smtp, const struct attempt *attempt)
{
    int code = attempt->reply.code;
    if (attempt->step == STEP_DOT && code / 100 == 2)
        return POST_SENT;
    if (code == 421 || code < 400)
        return POST_DOWN; // it takes leave, or makes no sense
    if (code < 500)
        return POST_LATER;
    if (is_about_us(smtp, attempt))
        return POST_DOWN;
    return attempt->step == STEP_MAIL ? POST_NEVER : POST_REFUSED; // nobody was named yet
}

static const char *step_name(enum step step)
{
    static const char *const names[] = {"the sender", "the recipient", "a mail", "the mail"};
    return names[step];
}

// The connection broke, or the server fell silent.
static enum post_outcome fail(struct smtp *smtp, const struct attempt *attempt, char **out_detail)
{
    gboolean late = attempt->result == POST_LINK_LATE;
    gboolean again = smtp->broke;
    hang_up(smtp);
    smtp->broke = TRUE;
    *out_detail =
        g_strdup_printf("the server %s when it was given %s",
                        late ? "said nothing in time" : "broke off", step_name(attempt->step));
    // Once may be this mail's doing; what happens to the next one too would go on.
    return late || again ? POST_DOWN : POST_LATER;
}

// Whether a connection that had served before just came to its end: the mail deserves a new one.
// Not when the server may have taken it.
static gboolean is_worn_out(const struct smtp *smtp, const struct attempt *attempt)
{
    if (smtp->served == 0 || attempt->step == STEP_DOT || attempt->result == POST_LINK_LATE)
        return FALSE;
    // An answer that fits no question is out of step: to one that came before.
    return attempt->result == POST_LINK_BROKEN || attempt->reply.code == 421 ||
           attempt->reply.code < 400;
}

// After a refusal the server forgets the mail, and the connection goes on.
static void begin_anew(struct smtp *smtp, const struct attempt *attempt)
{
    struct post_reply reply;
    if (attempt->reply.code == 421 || attempt->reply.code < 400)
        hang_up(smtp);
    else if (attempt->step != STEP_DOT &&
             (post_link_say(smtp->link, "RSET", attempt->until, &reply) != POST_LINK_FINE ||
              reply.code != 250))
        hang_up(smtp);
}

static enum post_outcome finish(struct smtp *smtp, const struct attempt *attempt, char **out_detail)
{
    enum post_outcome outcome = judge(smtp, attempt);
    smtp->broke = FALSE;
    smtp->served++;
    *out_detail = g_strdup(attempt->reply.text);
    if (outcome != POST_SENT)
        begin_anew(smtp, attempt);
    return outcome;
}

static enum post_outcome smtp_send(gpointer self, const struct post_letter *letter,
                                   char **out_detail)
{
    struct smtp *smtp = self;
    struct attempt attempt = {
        .letter = letter, .needs_utf8 = needs_utf8(letter), .until = from_now(smtp->seconds)};
    for (int connections = 0; connections < 2; connections++) {
        if (!reach(smtp, attempt.until, out_detail))
            return POST_DOWN;
        if (attempt.needs_utf8 && !post_link_offers(smtp->link, "SMTPUTF8")) {
            *out_detail = g_strdup("the server takes no addresses with letters outside ASCII "
                                   "(it offers no SMTPUTF8)");
            return POST_NEVER;
        }
        try(smtp, &attempt);
        if (!is_worn_out(smtp, &attempt))
            break;
        hang_up(smtp);
    }
    return attempt.result == POST_LINK_FINE ? finish(smtp, &attempt, out_detail)
                                            : fail(smtp, &attempt, out_detail);
}

static gboolean smtp_check(gpointer self, gint64 *out_expires, char **out_detail)
{
    struct smtp *smtp = self;
    if (!reach(smtp, from_now(smtp->seconds), out_detail))
        return FALSE;
    *out_expires = post_link_expires(smtp->link);
    *out_detail = g_strdup("");
    return TRUE;
}

// ---- opening and closing -----------------------------------------------------------------------

static void smtp_close(gpointer self)
{
    struct smtp *smtp = self;
    take_leave(smtp);
    g_free((char *)smtp->target.url);
    g_free((char *)smtp->target.ca_file);
    g_free((char *)smtp->target.user);
    if (smtp->target.password)
        explicit_bzero((char *)smtp->target.password, strlen(smtp->target.password));
    g_free((char *)smtp->target.password);
    g_free((char *)smtp->target.host);
    g_free(smtp);
    curl_global_cleanup();
}

// A line of text, or NULL where the key isn't there; *good becomes FALSE for anything else.
static const char *take_line(const json_t *config, const char *key, gsize max, gboolean *good)
{
    const json_t *value = json_object_get(config, key);
    const char *text = json_string_value(value);
    if (value && !json_is_null(value) && (!text || !*text || !post_check_line(text, max)))
        *good = FALSE;
    return text;
}

// NULL: all is well; else what isn't.
static const char *read_target(struct smtp *smtp, const json_t *config)
{
    static const char *const names[] = {"implicit", "starttls", "none"};
    gboolean good = TRUE;
    const char *url = take_line(config, "url", URL_MAX, &good);
    const char *tls = take_line(config, "tls", URL_MAX, &good);
    const char *ca_file = take_line(config, "ca_file", PATH_MAX, &good);
    const char *user = take_line(config, "user", WORD_MAX, &good);
    const char *password = take_line(config, "password", WORD_MAX, &good);
    const json_t *seconds = json_object_get(config, "seconds");
    int kind = 0;
    while (kind < 3 && g_strcmp0(tls, names[kind]) != 0)
        kind++;
    smtp->seconds = seconds ? json_integer_value(seconds) : SECONDS_DEFAULT;
    smtp->target.tls = (enum post_link_tls)kind;
    if (!good || kind == 3 || !url || !post_link_url_is_good(url, smtp->target.tls))
        return "\"url\" and \"tls\" must be smtps://HOST with implicit, or smtp://HOST with "
               "starttls or none; texts hold no controls";
    if (!user != !password)
        return "\"user\" and \"password\" go together";
    if (smtp->seconds < 1 || smtp->seconds > SECONDS_MAX)
        return "\"seconds\" is out of range";
    smtp->target.url = g_strdup(url);
    smtp->target.ca_file = g_strdup(ca_file);
    smtp->target.user = g_strdup(user);
    smtp->target.password = g_strdup(password);
    return NULL;
}

static gpointer smtp_open(const json_t *config, const char *host, GError **error)
{
    struct smtp *smtp = g_new0(struct smtp, 1);
    const char *wrong = NULL;
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        wrong = "libcurl can't be started";
    smtp->target.host = g_strdup(host);
    if (!wrong)
        wrong = read_target(smtp, config);
    if (!wrong && smtp->target.ca_file && access(smtp->target.ca_file, R_OK) != 0)
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "%s: %s",
                    smtp->target.ca_file, g_strerror(errno));
    else if (wrong)
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, wrong);
    else
        return smtp;
    smtp_close(smtp);
    return NULL;
}

const struct post_transport post_smtp = {
    .name = "smtp", .open = smtp_open, .send = smtp_send, .check = smtp_check, .close = smtp_close};
