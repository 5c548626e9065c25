// SPDX-License-Identifier: MIT
// A mail server in memory for the tests of `fetch`: it says what a script says, in pieces as small
// as wanted, and checks what it hears.
//
// Waiting takes no time here: a client that reads where it ought to speak is told at once that
// nothing came.
#ifndef TESTS_FETCH_SCRIPT_H
#define TESTS_FETCH_SCRIPT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "mail/fetch_error.h"
#include "mail/fetch_mailbox.h"

enum turn_kind {
    END,
    HEAR,    // a line of the client: this text behind its tag
    SAY,     // this text and CR LF; %t is the tag of the last line heard
    BYTES,   // this text as it is
    FILL,    // the text, count times
    ENDLESS, // the text for ever
    HANG,    // nothing more
    DROP     // hang up
};

struct turn {
    enum turn_kind kind;
    const char *text;
    gsize count;
};

struct script {
    const struct turn *turns; // up to END, where the server hangs
    gsize at;
    gsize piece;    // bytes of one read at most
    gint64 cut;     // hang up after so many bytes in all; -1: never
    GString *out;   // to be read by the client
    GString *heard; // of the client's line
    char *tag;
    gboolean tagged;     // lines begin with a tag
    gboolean unexpected; // the client said what isn't in the script
    gsize commands;
    gsize sent;
    gboolean deaf; // whatever is heard is right
};

static void script_speak(struct script *s)
{
    for (; s->turns[s->at].kind == SAY || s->turns[s->at].kind == BYTES ||
           s->turns[s->at].kind == FILL;
         s->at++) {
        const struct turn *turn = &s->turns[s->at];
        for (gsize i = 0; i < (turn->kind == FILL ? turn->count : 1); i++) {
            const char *tag = turn->kind == SAY ? strstr(turn->text, "%t") : NULL;
            if (tag)
                g_string_append_printf(s->out, "%.*s%s%s", (int)(tag - turn->text), turn->text,
                                       s->tag ? s->tag : "", tag + 2);
            else
                g_string_append(s->out, turn->text);
        }
        g_string_append(s->out, turn->kind == SAY ? "\r\n" : "");
    }
}

static gssize script_give(struct script *s, guint8 *bytes, gsize len)
{
    gsize n = MIN(MIN(len, s->piece), s->out->len);
    if (s->cut >= 0)
        n = MIN(n, (gsize)s->cut - s->sent);
    memcpy(bytes, s->out->str, n);
    g_string_erase(s->out, 0, (gssize)n);
    s->sent += n;
    return (gssize)n;
}

static gssize script_read(gpointer data, guint8 *bytes, gsize len, int ms, GError **error)
{
    struct script *s = data;
    (void)error;
    assert_true(ms > 0);
    script_speak(s);
    if (s->out->len > 0)
        return script_give(s, bytes, len);
    if (s->turns[s->at].kind == ENDLESS) {
        g_string_append(s->out, s->turns[s->at].text);
        return script_give(s, bytes, len);
    }
    return s->turns[s->at].kind == DROP ? 0 : -1;
}

// A line of the client without its tag.
static const char *script_untag(struct script *s)
{
    char *blank = s->tagged ? strchr(s->heard->str, ' ') : NULL;
    if (!blank)
        return s->heard->str;
    g_free(s->tag);
    s->tag = g_strndup(s->heard->str, (gsize)(blank - s->heard->str));
    return blank + 1;
}

static void script_hear(struct script *s)
{
    const char *line = script_untag(s);
    const struct turn *turn = &s->turns[s->at];
    s->commands++;
    if (turn->kind == HEAR && strcmp(turn->text, line) == 0) {
        s->at++;
    } else if (turn->kind == HEAR || turn->kind == END) {
        s->unexpected = TRUE;
        if (!s->deaf)
            print_message("# heard \"%s\", not \"%s\"\n", line, turn->text ? turn->text : "");
    }
    g_string_truncate(s->heard, 0);
}

static gssize script_write(gpointer data, const guint8 *bytes, gsize len, int ms, GError **error)
{
    struct script *s = data;
    gsize n = MIN(len, s->piece);
    (void)error;
    assert_true(ms > 0);
    script_speak(s);
    for (gsize i = 0; i < n; i++) {
        g_string_append_c(s->heard, (char)bytes[i]);
        if (!g_str_has_suffix(s->heard->str, "\r\n"))
            continue;
        g_string_truncate(s->heard, s->heard->len - 2);
        script_hear(s);
    }
    gboolean gone = !s->deaf && s->turns[s->at].kind == DROP && s->out->len == 0;
    return gone ? 0 : (gssize)n;
}

static void script_close(gpointer data)
{
    (void)data; // the test looks at it afterwards
}

static const struct fetch_wire_ends script_ends G_GNUC_UNUSED = {script_read, script_write,
                                                                 script_close};

static inline void script_init(struct script *s, const struct turn *turns, gboolean tagged,
                               gsize piece)
{
    *s = (struct script){.turns = turns,
                         .tagged = tagged,
                         .piece = piece,
                         .cut = -1,
                         .out = g_string_new(NULL),
                         .heard = g_string_new(NULL)};
}

static inline void script_clear(struct script *s)
{
    g_string_free(s->out, TRUE);
    g_string_free(s->heard, TRUE);
    g_free(s->tag);
}

// ---- a whole visit -----------------------------------------------------------------------------

static void visit_clear_mail(gpointer data)
{
    g_free(((struct fetch_mail *)data)->id);
}

static void visit_clear_got(gpointer data)
{
    struct fetch_got *got = data;
    g_bytes_unref(got->text);
    g_free(got->detail);
}

static void visit_tell_got(GString *trace, const struct fetch_got *got)
{
    g_string_append_printf(trace, " %d", (int)got->mail->number);
    if (got->what == FETCH_GOT_GONE) {
        g_string_append(trace, " gone");
    } else if (got->what == FETCH_GOT_UNREADABLE) {
        g_string_append_printf(trace, " unreadable (%s)", got->detail);
    } else {
        gsize len;
        const char *text = g_bytes_get_data(got->text, &len);
        g_string_append_printf(trace, " %d", (int)len);
        if (len <= 60)
            g_string_append_printf(trace, "=\"%.*s\"", (int)len, len ? text : "");
    }
    g_string_append_c(trace, ';');
}

// Gets all mails listed, as the hub does, and has them done.
static gboolean visit_mails(const struct fetch_mailbox *box, gpointer self, GArray *mails,
                            GString *trace, GError **error)
{
    g_autofree const struct fetch_mail **pointers = g_new(const struct fetch_mail *, mails->len);
    for (guint i = 0; i < mails->len; i++)
        pointers[i] = &g_array_index(mails, struct fetch_mail, i);
    for (guint i = 0; i < mails->len;) {
        g_autoptr(GArray) got = g_array_new(FALSE, FALSE, sizeof(struct fetch_got));
        g_array_set_clear_func(got, visit_clear_got);
        if (!box->get(self, pointers + i, mails->len - i, got, error))
            return FALSE;
        assert_in_range(got->len, 1, mails->len - i);
        g_string_append(trace, " get");
        for (guint k = 0; k < got->len; k++) {
            assert_ptr_equal(g_array_index(got, struct fetch_got, k).mail, pointers[i + k]);
            visit_tell_got(trace, &g_array_index(got, struct fetch_got, k));
        }
        i += got->len;
    }
    if (mails->len > 0 && !box->done(self, pointers, mails->len, error))
        return FALSE;
    g_string_append(trace, mails->len > 0 ? " done;" : "");
    return TRUE;
}

static gboolean visit_all(const struct fetch_mailbox *box, gpointer self, gint64 after,
                          GString *trace, GError **error)
{
    g_autoptr(GArray) mails = g_array_new(FALSE, FALSE, sizeof(struct fetch_mail));
    g_array_set_clear_func(mails, visit_clear_mail);
    if (!box->list(self, after, mails, error))
        return FALSE;
    g_string_append(trace, " list");
    for (guint i = 0; i < mails->len; i++) {
        const struct fetch_mail *mail = &g_array_index(mails, struct fetch_mail, i);
        g_string_append_printf(trace, " %d/%" G_GINT64_FORMAT, (int)mail->number, mail->size);
        if (mail->id)
            g_string_append_printf(trace, "/%s", mail->id);
    }
    g_string_append_c(trace, ';');
    if (!visit_mails(box, self, mails, trace, error) || !box->end(self, error))
        return FALSE;
    g_string_append(trace, " end");
    return TRUE;
}

// Visits the scripted server: what came of it as one line, which ends with the word of an error and
// its message, or with "end".
static G_GNUC_UNUSED char *visit(const struct fetch_config *config, struct script *s, gint64 after)
{
    const struct fetch_mailbox *box = config->pop3 ? &fetch_pop3 : &fetch_imap;
    GString *trace = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    struct fetch_state state;
    fetch_wire *wire = fetch_wire_new(&script_ends, s, config->seconds);
    gpointer self = box->open(config, wire, &state, &error);
    if (self)
        g_string_append_printf(trace, "open %d %d;", (int)state.validity, (int)state.total);
    if (!self || !visit_all(box, self, after, trace, &error)) {
        assert_non_null(error);
        assert_true(error->domain == FETCH_ERROR);
        g_string_append_printf(trace, " %s: %s", fetch_error_word(error->code), error->message);
    }
    box->close(self);
    fetch_wire_free(wire);
    return g_string_free(trace, FALSE);
}

#endif
