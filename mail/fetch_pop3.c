// SPDX-License-Identifier: MIT
// A mailbox on a POP3 server (RFC 1939): listed by UIDL, mails got by RETR, done by DELE and QUIT.
//
// A mail's text ends with a line of one dot, and may have lines as long as it likes: it is read
// byte by byte, never as lines. Of a mail that is too big only the head is asked for (TOP), where
// the server can do that.
#include "mail/fetch_mailbox.h"

#include "base/fault.h"
#include "mail/fetch.h"
#include "mail/fetch_answer.h"
#include "mail/fetch_error.h"

#include <string.h>

enum { ID_MAX = 70, WORDS_MAX = 300 };

struct pop3 {
    const struct fetch_config *config;
    fetch_wire *wire;
    GString *line; // the one read last
};

// ---- commands ----------------------------------------------------------------------------------

// Sends a command and reads the first line of the answer. *out_ok: it begins with +OK.
static gboolean ask(struct pop3 *self, const char *command, gboolean *out_ok, GError **error)
{
    g_autofree char *line = g_strconcat(command, "\r\n", NULL);
    g_string_truncate(self->line, 0);
    if (!fetch_wire_put(self->wire, line, error) || !fetch_wire_line(self->wire, self->line, error))
        return FALSE;
    *out_ok = fetch_answer_after(self->line->str, "+OK") != NULL;
    return *out_ok || fetch_answer_after(self->line->str, "-ERR") ||
           fetch_fail(error, FETCH_ERROR_PROTOCOL, "the server says \"%.200s\"", self->line->str);
}

static const char *words(const struct pop3 *self)
{
    const char *blank = strchr(self->line->str, ' ');
    return blank ? blank + 1 : self->line->str;
}

static gboolean must(struct pop3 *self, const char *command, GError **error)
{
    gboolean ok;
    if (!ask(self, command, &ok, error))
        return FALSE;
    return ok ||
           fetch_fail(error, FETCH_ERROR_LATER, "the server says to %s: %s", command, words(self));
}

static gboolean pop3_end(gpointer data, GError **error)
{
    fault_step("fetch:quit-before");
    if (!must(data, "QUIT", error))
        return FALSE;
    fault_step("fetch:quit-after");
    return TRUE;
}

// ---- listing -----------------------------------------------------------------------------------

// The line of a list that was read last can't be understood. Always FALSE.
static gboolean nonsense(const struct pop3 *self, GError **error)
{
    return fetch_fail(error, FETCH_ERROR_PROTOCOL, "the server lists \"%.100s\"", self->line->str);
}

// The next line of a list. *out_rest is behind the number that it begins with, NULL at the list's
// end; borrowed.
static gboolean next_line(struct pop3 *self, gint64 *out_number, const char **out_rest,
                          GError **error)
{
    const char *end;
    *out_rest = NULL;
    g_string_truncate(self->line, 0);
    if (!fetch_wire_line(self->wire, self->line, error))
        return FALSE;
    if (strcmp(self->line->str, ".") == 0)
        return TRUE;
    if (!fetch_answer_number(self->line->str, out_number, &end) || *end != ' ')
        return nonsense(self, error);
    *out_rest = end + 1;
    return TRUE;
}

static gboolean is_id(const char *text)
{
    gsize len = strlen(text);
    for (gsize i = 0; i < len; i++)
        if (text[i] < '!' || text[i] > '~')
            return FALSE;
    return len >= 1 && len <= ID_MAX;
}

static gboolean list_ids(struct pop3 *self, GArray *out, GError **error)
{
    gboolean ok;
    if (!ask(self, "UIDL", &ok, error))
        return FALSE;
    if (!ok)
        return fetch_fail(error, FETCH_ERROR_FOLDER,
                          "the server gives mails no lasting names (UIDL): %s", words(self));
    gint64 last = 0;
    for (;;) {
        gint64 number;
        const char *rest;
        if (!next_line(self, &number, &rest, error))
            return FALSE;
        if (!rest)
            return TRUE;
        if (number <= last || !is_id(rest))
            return nonsense(self, error);
        if (out->len >= FETCH_MAILS_MAX)
            return fetch_fail(error, FETCH_ERROR_PROTOCOL, "the server lists more than %d mails",
                              FETCH_MAILS_MAX);
        last = number;
        struct fetch_mail mail = {.number = number, .id = g_strdup(rest)};
        g_array_append_val(out, mail);
    }
}

// Sizes, for the mails that have an id.
static gboolean list_sizes(struct pop3 *self, GArray *mails, GError **error)
{
    if (!must(self, "LIST", error))
        return FALSE;
    guint i = 0;
    for (;;) {
        gint64 number;
        const char *rest;
        const char *end;
        gint64 size;
        if (!next_line(self, &number, &rest, error))
            return FALSE;
        if (!rest)
            return TRUE;
        if (!fetch_answer_number(rest, &size, &end))
            return nonsense(self, error);
        while (i < mails->len && g_array_index(mails, struct fetch_mail, i).number < number)
            i++;
        if (i < mails->len && g_array_index(mails, struct fetch_mail, i).number == number)
            g_array_index(mails, struct fetch_mail, i).size = size;
    }
}

static gboolean pop3_list(gpointer data, gint64 after, GArray *out, GError **error)
{
    guint first = 0;
    if (!list_ids(data, out, error) || !list_sizes(data, out, error))
        return FALSE;
    while (first < out->len && g_array_index(out, struct fetch_mail, first).number <= after)
        first++;
    g_array_remove_range(out, 0, first);
    return TRUE;
}

// ---- texts -------------------------------------------------------------------------------------

// Where in a text the last byte was. A line ends with CR LF, and with nothing else: a dot behind a
// bare LF is the mail's own.
enum place { IN_LINE, BEHIND_CR, AT_START, BEHIND_DOT, BEHIND_DOT_CR };

// Moves on by a byte. *out_show: how many bytes of the mail that made: 0, 1, or 2 (the CR that was
// kept back, then this one). TRUE: the text is over.
static gboolean step(enum place *place, guint8 c, guint *out_show)
{
    *out_show = 1;
    switch (*place) {
    case AT_START:
        if (c == '.') {
            *out_show = 0;
            *place = BEHIND_DOT;
            return FALSE;
        }
        break;
    case BEHIND_DOT:
        if (c == '\r') {
            *out_show = 0;
            *place = BEHIND_DOT_CR;
            return FALSE;
        }
        break;
    case BEHIND_DOT_CR:
        if (c == '\n')
            return TRUE;
        *out_show = 2;
        break;
    case BEHIND_CR:
        if (c == '\n') {
            *place = AT_START;
            return FALSE;
        }
        break;
    case IN_LINE:
        break;
    }
    *place = c == '\r' ? BEHIND_CR : IN_LINE;
    return FALSE;
}

static void keep_byte(GByteArray *out, guint8 c, gsize keep)
{
    if (out->len < keep)
        g_byte_array_append(out, &c, 1);
}

// A text up to its end; the first keep bytes of it. NULL on an error.
static GBytes *read_text(struct pop3 *self, gsize keep, GError **error)
{
    g_autoptr(GByteArray) out = g_byte_array_new();
    enum place place = AT_START;
    for (gboolean over = FALSE; !over;) {
        gsize len, i;
        const guint8 *bytes = fetch_wire_look(self->wire, &len, error);
        if (!bytes)
            return NULL;
        for (i = 0; i < len && !over; i++) {
            guint show;
            over = step(&place, bytes[i], &show);
            if (over)
                continue;
            if (show == 2)
                keep_byte(out, '\r', keep);
            if (show > 0)
                keep_byte(out, bytes[i], keep);
        }
        fetch_wire_skip(self->wire, i);
    }
    return g_byte_array_free_to_bytes(g_steal_pointer(&out));
}

// The head of a mail that is too big, filled up to one byte more than is wanted, so that whoever
// reads it sees that it is. *out_text is NULL without an error when the server can't do it.
static gboolean get_head(struct pop3 *self, const struct fetch_mail *mail, GBytes **out_text,
                         GError **error)
{
    gsize keep = self->config->bytes + 1;
    gboolean ok;
    g_autofree char *command = g_strdup_printf("TOP %" G_GINT64_FORMAT " 0", mail->number);
    if (!ask(self, command, &ok, error))
        return FALSE;
    if (!ok)
        return TRUE;
    g_autoptr(GBytes) head = read_text(self, keep, error);
    if (!head)
        return FALSE;
    gsize len;
    const guint8 *text = g_bytes_get_data(head, &len);
    guint8 *bytes = g_malloc(keep);
    memset(bytes, '\n', keep);
    if (len > 0)
        memcpy(bytes, text, len);
    *out_text = g_bytes_new_take(bytes, keep);
    return TRUE;
}

static gboolean get_one(struct pop3 *self, const struct fetch_mail *mail, struct fetch_got *out,
                        GError **error)
{
    gboolean ok;
    *out = (struct fetch_got){.mail = mail, .what = FETCH_GOT_TEXT};
    if (mail->size > (gint64)self->config->bytes && !get_head(self, mail, &out->text, error))
        return FALSE;
    if (out->text)
        return TRUE;
    g_autofree char *command = g_strdup_printf("RETR %" G_GINT64_FORMAT, mail->number);
    if (!ask(self, command, &ok, error))
        return FALSE;
    if (ok) {
        out->text = read_text(self, self->config->bytes + 1, error);
        return out->text != NULL;
    }
    out->what = FETCH_GOT_UNREADABLE;
    out->detail = g_strndup(words(self), WORDS_MAX);
    return TRUE;
}

static gboolean pop3_get(gpointer data, const struct fetch_mail *const *mails, gsize count,
                         GArray *out, GError **error)
{
    gsize bytes = 0;
    for (gsize i = 0; i < count; i++) {
        struct fetch_got got;
        gsize next = (gsize)MIN(mails[i]->size, (gint64)((struct pop3 *)data)->config->bytes + 1);
        if (i > 0 && bytes + next > FETCH_GET_BYTES)
            break;
        if (!get_one(data, mails[i], &got, error))
            return FALSE;
        bytes += got.text ? g_bytes_get_size(got.text) : 0;
        g_array_append_val(out, got);
    }
    return TRUE;
}

// ---- done --------------------------------------------------------------------------------------

static gboolean pop3_done(gpointer data, const struct fetch_mail *const *mails, gsize count,
                          GError **error)
{
    struct pop3 *self = data;
    if (self->config->keep == FETCH_KEEP_KEEP)
        return TRUE;
    for (gsize i = 0; i < count; i++) {
        gboolean ok; // -ERR: it is deleted already
        g_autofree char *command = g_strdup_printf("DELE %" G_GINT64_FORMAT, mails[i]->number);
        if (!ask(self, command, &ok, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean pop3_check(gpointer data, gboolean *out_there, GError **error)
{
    (void)data;
    (void)error;
    *out_there = FALSE; // POP3 has no folders
    return TRUE;
}

// ---- life --------------------------------------------------------------------------------------

static void pop3_close(gpointer data)
{
    struct pop3 *self = data;
    if (!self)
        return;
    g_string_free(self->line, TRUE);
    g_free(self);
}

static gpointer pop3_open(const struct fetch_config *config, fetch_wire *wire,
                          struct fetch_state *out, GError **error)
{
    struct pop3 *self = g_new0(struct pop3, 1);
    const char *end;
    *out = (struct fetch_state){0};
    self->config = config;
    self->wire = wire;
    self->line = g_string_new(NULL);
    if (must(self, "STAT", error) &&
        (fetch_answer_number(words(self), &out->total, &end) ||
         fetch_fail(error, FETCH_ERROR_PROTOCOL, "the server says to STAT: %.100s", words(self))))
        return self;
    pop3_close(self);
    return NULL;
}

const struct fetch_mailbox fetch_pop3 = {pop3_open,  pop3_list, pop3_get,  pop3_done,
                                         pop3_check, pop3_end,  pop3_close};
