// SPDX-License-Identifier: MIT
// See answer.h.
#include "player/answer.h"

#include "base/base64.h"
#include "base/mail_date.h"
#include "player/sign.h"
#include "player/view.h"
#include "referee/words/ticket.h"

#include <string.h>

enum { LINE_MAX_BYTES = 76, WORD_BYTES = 40, REFERENCES_MAX = 20 };

GQuark answer_error_quark(void)
{
    return g_quark_from_static_string("answer-error");
}

static void set_impossible(GError **error, const char *why)
{
    g_set_error_literal(error, ANSWER_ERROR, ANSWER_ERROR_IMPOSSIBLE, why);
}

// ---- where to ----------------------------------------------------------------------------------

// Whether address is that of the referee, perhaps with a tag (RFC 5233) before the @.
static gboolean is_of(const char *address, const char *referee)
{
    const char *at = strrchr(referee, '@');
    const char *end = strrchr(address, '@');
    gsize local = (gsize)(at - referee);
    return end && g_ascii_strcasecmp(end, at) == 0 && (gsize)(end - address) >= local &&
           g_ascii_strncasecmp(address, referee, local) == 0 &&
           (address + local == end || address[local] == '+');
}

char *answer_address(const struct mailfile *mail)
{
    const char *reply_to = mail->reply_to;
    if (!mail->table)
        return g_strdup(reply_to ? reply_to : mail->from);
    const char *referee = view_text(mail->table, "referee");
    return g_strdup(reply_to && is_of(reply_to, referee) ? reply_to : referee);
}

char *answer_referee(const struct mailfile *mail)
{
    if (mail->table)
        return g_strdup(view_text(mail->table, "referee"));
    g_autofree char *address = answer_address(mail);
    char *plus = address ? strchr(address, '+') : NULL;
    const char *at = address ? strrchr(address, '@') : NULL;
    if (!plus || !at || plus > at)
        return g_steal_pointer(&address);
    return g_strdup_printf("%.*s%s", (int)(plus - address), address, at);
}

// ---- headers -----------------------------------------------------------------------------------

// Whether it can stand in a header as it is: printable ASCII, and nothing that looks encoded.
static gboolean is_plain(const char *text)
{
    for (const char *p = text; *p; p++)
        if (*p < ' ' || *p > '~')
            return FALSE;
    return !strstr(text, "=?");
}

static void append_q(GString *out, const char *text, gsize len)
{
    for (gsize i = 0; i < len; i++) {
        if (text[i] == ' ')
            g_string_append_c(out, '_');
        else if (g_ascii_isalnum(text[i]))
            g_string_append_c(out, text[i]);
        else
            g_string_append_printf(out, "=%02X", (guchar)text[i]);
    }
}

// Encoded words (RFC 2047), one a line, none cut within a character. Q, since some readers take the
// base64 of two words for one.
static void append_encoded(GString *out, const char *text)
{
    gsize begun = 0;
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        if (!begun || out->len - begun > WORD_BYTES) {
            g_string_append(out, begun ? "?=\n =?utf-8?Q?" : "=?utf-8?Q?");
            begun = out->len;
        }
        append_q(out, p, (gsize)(g_utf8_next_char(p) - p));
    }
    g_string_append(out, begun ? "?=" : "");
}

// Folds at blanks; used is what stands on the line already.
static void append_folded(GString *out, const char *text, gsize used)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    for (char **word = words; *word; word++) {
        gsize len = strlen(*word);
        if (word != words && **word && used + 1 + len > LINE_MAX_BYTES) {
            g_string_append(out, "\n");
            used = 0;
        }
        g_string_append_printf(out, "%s%s", word == words ? "" : " ", *word);
        used += len + 1;
    }
}

static void append_subject(GString *out, const struct mailfile *mail)
{
    const char *old = mail->subject ? mail->subject : "";
    gboolean has = g_ascii_strncasecmp(old, "Re:", 3) == 0;
    g_autofree char *subject = g_strconcat(has ? "" : "Re: ", old, NULL);
    g_strstrip(subject);
    g_string_append(out, "Subject: ");
    if (is_plain(subject))
        append_folded(out, subject, strlen("Subject: "));
    else
        append_encoded(out, subject);
    g_string_append_c(out, '\n');
}

// The thread of the answered mail and that mail itself, the newest 20 of them.
static void append_thread(GString *out, const struct mailfile *mail)
{
    if (!mail->message_id)
        return;
    guint n = mail->references->len;
    g_string_append_printf(out, "In-Reply-To: %s\nReferences:", mail->message_id);
    for (guint i = n > REFERENCES_MAX - 1 ? n - (REFERENCES_MAX - 1) : 0; i < n; i++) {
        const char *id = g_ptr_array_index(mail->references, i);
        if (strcmp(id, mail->message_id) != 0)
            g_string_append_printf(out, " %s\n", id);
    }
    g_string_append_printf(out, " %s\n", mail->message_id);
}

// A text of ASCII goes as it is, another one in base64: no relay changes either.
static void append_text(GString *out, const char *text)
{
    gboolean ascii = g_str_is_ascii(text);
    g_string_append_printf(out,
                           "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
                           "Content-Transfer-Encoding: %s\n\n",
                           ascii ? "7bit" : "base64");
    if (ascii)
        g_string_append(out, text);
    else
        base64_write_mail(out, text, strlen(text));
}

// ---- the text ----------------------------------------------------------------------------------

static gboolean words_of(const struct answer *answer, struct sign_words *out)
{
    const json_t *table = answer->mail->table;
    struct ticket ticket;
    out->commands = answer->commands;
    if (table) {
        out->game = json_integer_value(json_object_get(table, "game"));
        out->turn = json_integer_value(json_object_get(table, "turn"));
        out->seat = view_text(view_you(table, NULL), "nick");
        return TRUE;
    }
    if (!ticket_parse(answer->mail->ticket, -1, &ticket))
        return FALSE;
    out->game = ticket.game;
    out->turn = ticket.turn;
    out->seat = answer->nick;
    return answer->nick && answer->referee_hex;
}

// The commands, or the block that signs them; NULL: they can't be signed.
static char *said(const struct answer *answer)
{
    if (!answer->secret) {
        g_autofree char *lines = g_strjoinv("\n", (char **)answer->commands);
        return g_strconcat(lines, "\n", NULL);
    }
    struct sign_words words;
    if (!words_of(answer, &words))
        return NULL;
    const json_t *table = answer->mail->table;
    return sign_block(&words, table ? view_text(table, "key") : answer->referee_hex,
                      answer->secret);
}

char *answer_compose(const struct answer *answer, GError **error)
{
    const struct mailfile *mail = answer->mail;
    g_autofree char *to = answer_address(mail);
    if (!to) {
        set_impossible(error, "the mail says nowhere where to answer to");
        return NULL;
    }
    if (!mail->ticket) {
        set_impossible(error, "the mail has no ticket: it can't be answered");
        return NULL;
    }
    g_autofree char *commands = said(answer);
    if (!commands) {
        set_impossible(error, "a signed command can't hold any of ; # > or a row of dashes");
        return NULL;
    }
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "From: %s\nTo: %s\n", answer->from, to);
    append_subject(out, mail);
    g_autofree char *date = mail_date(answer->now);
    g_string_append_printf(out, "Date: %s\n", date);
    g_string_append_printf(out, "Message-ID: %s\n", answer->message_id);
    append_thread(out, mail);
    g_autofree char *text = g_strdup_printf("%s\nticket %s\n", commands, mail->ticket);
    append_text(out, text);
    return g_string_free(out, FALSE);
}
