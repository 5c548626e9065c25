// SPDX-License-Identifier: MIT
// A mailbox on an IMAP server: chosen, and listed. See fetch_imap.h and fetch_mailbox.h.
#include "mail/fetch_imap.h"

#include "mail/fetch.h"

#include <string.h>

// ---- commands ----------------------------------------------------------------------------------

// What a tagged answer says: 1 OK, 0 NO, -1 neither.
static int status_of(const char *text, const char **out_words)
{
    static const char *const names[] = {"NO", "OK"};
    for (int i = 0; i < 2; i++) {
        *out_words = fetch_answer_after(text, names[i]);
        if (*out_words)
            return i;
    }
    return -1;
}

// Our tags are like no others, so that what libcurl's commands left behind isn't taken for ours.
static const char *tagged(const struct fetch_imap *self)
{
    g_autofree char *tag = g_strdup_printf("f%u", self->tag);
    return fetch_answer_after(self->answer.line->str, tag);
}

gboolean fetch_imap_nonsense(const struct fetch_imap *self, GError **error)
{
    return fetch_fail(error, FETCH_ERROR_PROTOCOL, "the server says \"%.200s\"",
                      self->answer.line->str);
}

// The command is answered: text is behind its tag.
static gboolean finish(struct fetch_imap *self, const char *text, gboolean *out_ok, GError **error)
{
    const char *words;
    int status = status_of(text, &words);
    if (status < 0)
        return fetch_imap_nonsense(self, error);
    *out_ok = status;
    g_free(self->words);
    self->words = status ? NULL : g_strndup(words, 300);
    return TRUE;
}

static gboolean handle_answer(struct fetch_imap *self, fetch_imap_handler *handle, gpointer data,
                              GError **error)
{
    const char *line = self->answer.line->str;
    const char *text = fetch_answer_after(line, "*");
    if (!text)
        // Before our first command is answered, the end of what libcurl began to read may come.
        return self->tag == 1 || fetch_imap_nonsense(self, error);
    if (fetch_answer_after(text, "BYE"))
        return fetch_fail(error, FETCH_ERROR_LATER, "the server takes leave: %.300s", text);
    return !handle || handle(self, data, error);
}

gboolean fetch_imap_ask(struct fetch_imap *self, const char *command, gsize keep,
                        fetch_imap_handler *handle, gpointer data, gboolean *out_ok, GError **error)
{
    self->tag++;
    g_autofree char *line = g_strdup_printf("f%u %s\r\n", self->tag, command);
    if (!fetch_wire_put(self->wire, line, error))
        return FALSE;
    for (;;) {
        if (!fetch_answer_read(&self->answer, self->wire, keep, error))
            return FALSE;
        const char *text = tagged(self);
        if (text)
            return finish(self, text, out_ok, error);
        if (!handle_answer(self, handle, data, error))
            return FALSE;
    }
}

gboolean fetch_imap_must(struct fetch_imap *self, const char *command, fetch_imap_handler *handle,
                         gpointer data, enum fetch_error code, GError **error)
{
    gboolean ok;
    if (!fetch_imap_ask(self, command, 0, handle, data, &ok, error))
        return FALSE;
    return ok || fetch_fail(error, code, "the server says to %.100s: %s", command, self->words);
}

// ---- words -------------------------------------------------------------------------------------

char *fetch_imap_name(const char *folder)
{
    // RFC 3501, 5.1.3
    g_autofree char *ascii = g_convert(folder, -1, "UTF-7-IMAP", "UTF-8", NULL, NULL, NULL);
    if (!ascii || !*ascii)
        return NULL;
    GString *out = g_string_new("\"");
    for (const char *p = ascii; *p; p++) {
        if (*p == '"' || *p == '\\')
            g_string_append_c(out, '\\');
        g_string_append_c(out, *p);
    }
    g_string_append_c(out, '"');
    return g_string_free(out, FALSE);
}

char *fetch_imap_set(const struct fetch_mail *const *mails, gsize count, gsize *out_count)
{
    GString *out = g_string_new(NULL);
    gsize i = 0;
    while (i < count) {
        gsize last = i;
        while (last + 1 < count && mails[last + 1]->number == mails[last]->number + 1)
            last++;
        g_autofree char *range = last > i
                                     ? g_strdup_printf("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT,
                                                       mails[i]->number, mails[last]->number)
                                     : g_strdup_printf("%" G_GINT64_FORMAT, mails[i]->number);
        if (out->len + strlen(range) + 1 > FETCH_IMAP_SET)
            break;
        g_string_append_printf(out, "%s%s", out->len ? "," : "", range);
        i = last + 1;
    }
    *out_count = i;
    return g_string_free(out, FALSE);
}

// ---- choosing ----------------------------------------------------------------------------------

static gboolean handle_capability(struct fetch_imap *self, gpointer data, GError **error)
{
    (void)data;
    (void)error;
    const char *text = fetch_answer_after(self->answer.line->str, "* CAPABILITY");
    if (!text)
        return TRUE;
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    for (char **word = words; *word; word++) {
        self->move |= g_ascii_strcasecmp(*word, "MOVE") == 0;
        self->uidplus |= g_ascii_strcasecmp(*word, "UIDPLUS") == 0;
    }
    return TRUE;
}

struct chosen {
    struct fetch_state *state;
    gboolean unsteady; // UIDs that don't last (RFC 4315, 3)
};

static gboolean handle_select(struct fetch_imap *self, gpointer data, GError **error)
{
    struct chosen *chosen = data;
    const char *line = self->answer.line->str;
    const char *text = fetch_answer_after(line, "*");
    const char *end;
    gint64 number;
    (void)error;
    if (fetch_answer_code(line, "UIDVALIDITY", &number))
        chosen->state->validity = number;
    else if (fetch_answer_code(line, "UIDNEXT", &number))
        self->next = number;
    else if (g_ascii_strncasecmp(line, "* NO [UIDNOTSTICKY]", 19) == 0)
        chosen->unsteady = TRUE;
    else if (text && fetch_answer_number(text, &number, &end) && fetch_answer_after(end, " EXISTS"))
        chosen->state->total = number;
    return TRUE;
}

static gboolean choose(struct fetch_imap *self, struct fetch_state *out, GError **error)
{
    struct chosen chosen = {out, FALSE};
    gboolean ok;
    g_autofree char *select = g_strdup_printf("SELECT %s", self->folder);
    if (!fetch_imap_ask(self, select, 0, handle_select, &chosen, &ok, error))
        return FALSE;
    const char *folder = self->config->folder;
    if (!ok)
        return fetch_fail(error, FETCH_ERROR_FOLDER, "there is no folder %s: %s", folder,
                          self->words);
    if (out->validity <= 0 || chosen.unsteady)
        return fetch_fail(error, FETCH_ERROR_FOLDER,
                          "the server gives the mails of %s no lasting names (UIDs)", folder);
    const char *text = tagged(self);
    self->read_only = g_ascii_strncasecmp(text, "OK [READ-ONLY]", 14) == 0;
    if (self->read_only && self->config->keep != FETCH_KEEP_KEEP)
        return fetch_fail(error, FETCH_ERROR_FOLDER,
                          "the server lets nobody take mails out of %s: it is read-only", folder);
    return TRUE;
}

static gboolean begin(struct fetch_imap *self, struct fetch_state *out, GError **error)
{
    if (!self->folder || (!self->done_folder && self->config->keep == FETCH_KEEP_MOVE))
        return fetch_fail(error, FETCH_ERROR_FOLDER, "%s is no name of a folder",
                          self->folder ? self->config->done_folder : self->config->folder);
    return fetch_imap_must(self, "CAPABILITY", handle_capability, NULL, FETCH_ERROR_PROTOCOL,
                           error) &&
           choose(self, out, error);
}

static void imap_close(gpointer data)
{
    struct fetch_imap *self = data;
    if (!self)
        return;
    fetch_answer_clear(&self->answer);
    g_free(self->words);
    g_free(self->folder);
    g_free(self->done_folder);
    g_free(self);
}

static gpointer imap_open(const struct fetch_config *config, fetch_wire *wire,
                          struct fetch_state *out, GError **error)
{
    struct fetch_imap *self = g_new0(struct fetch_imap, 1);
    *out = (struct fetch_state){0};
    self->config = config;
    self->wire = wire;
    self->folder = fetch_imap_name(config->folder);
    self->done_folder = fetch_imap_name(config->done_folder);
    fetch_answer_init(&self->answer);
    if (begin(self, out, error))
        return self;
    imap_close(self);
    return NULL;
}

// ---- listing -----------------------------------------------------------------------------------

struct listing {
    gint64 after;
    GArray *mails;
};

static gboolean handle_listed(struct fetch_imap *self, gpointer data, GError **error)
{
    struct listing *listing = data;
    struct fetch_answer_mail said;
    enum fetch_answer_kind kind = fetch_answer_mail(&self->answer, &said);
    if (kind == FETCH_ANSWER_BROKEN)
        return fetch_imap_nonsense(self, error);
    // What others change meanwhile is told here too, without a size; and N:* is never empty: it has
    // the last mail even where that is below N.
    if (kind == FETCH_ANSWER_OTHER || said.uid <= listing->after || said.size < 0)
        return TRUE;
    if (listing->mails->len >= FETCH_MAILS_MAX)
        return fetch_fail(error, FETCH_ERROR_PROTOCOL, "the server lists more than %d mails",
                          FETCH_MAILS_MAX);
    struct fetch_mail mail = {.number = said.uid, .size = said.size};
    g_array_append_val(listing->mails, mail);
    return TRUE;
}

static int by_number(gconstpointer a, gconstpointer b)
{
    gint64 x = ((const struct fetch_mail *)a)->number;
    gint64 y = ((const struct fetch_mail *)b)->number;
    return (x > y) - (x < y);
}

// A server that lists a mail twice, or in another order, changes nothing.
static void put_in_order(GArray *mails)
{
    guint kept = 0;
    g_array_sort(mails, by_number);
    for (guint i = 0; i < mails->len; i++) {
        struct fetch_mail *mail = &g_array_index(mails, struct fetch_mail, i);
        if (kept == 0 || g_array_index(mails, struct fetch_mail, kept - 1).number != mail->number)
            g_array_index(mails, struct fetch_mail, kept++) = *mail;
    }
    g_array_set_size(mails, kept);
}

static gboolean imap_list(gpointer data, gint64 after, GArray *out, GError **error)
{
    struct fetch_imap *self = data;
    struct listing listing = {after, out};
    if (self->next > 0 && after + 1 >= self->next)
        return TRUE;
    g_autofree char *command =
        g_strdup_printf("UID FETCH %" G_GINT64_FORMAT ":* (UID RFC822.SIZE)", after + 1);
    if (!fetch_imap_must(self, command, handle_listed, &listing, FETCH_ERROR_LATER, error))
        return FALSE;
    put_in_order(out);
    return TRUE;
}

// Nothing depends on it: all that was done has been answered.
static gboolean imap_end(gpointer data, GError **error)
{
    gboolean ok;
    (void)error;
    (void)!fetch_imap_ask(data, "LOGOUT", 0, NULL, NULL, &ok, NULL);
    return TRUE;
}

const struct fetch_mailbox fetch_imap = {
    imap_open, imap_list, fetch_imap_get, fetch_imap_done, fetch_imap_check, imap_end, imap_close};
