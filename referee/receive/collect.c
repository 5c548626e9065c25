// SPDX-License-Identifier: MIT
// See collect.h.
//
// A mail's name in the ledger is an URL, so that names of several mailboxes never meet: that of
// RFC 5092, imap://USER@HOST/FOLDER;UIDVALIDITY=N/;UID=N, and after its model
// pop://USER@HOST/;UIDL=ID.
#include "referee/receive/collect.h"

#include "base/fault.h"
#include "referee/programs/fetcher.h"
#include "referee/receive/fingerprint.h"
#include "referee/setup/place.h"
#include "storage/inbox.h"

#include <string.h>

struct collect {
    struct desk *desk;
    fetcher *fetcher;
    const char *source; // in the ledger
    char *mailbox;      // its name, without UIDVALIDITY
    char *prefix;       // of the names of its mails
    gint64 validity;
    gint64 until;  // on the monotonic clock
    GArray *page;  // struct fetcher_mail: what is known of the list; NULL at first
    guint at;      // the first of the page that wasn't looked at
    gboolean more; // there are more pages
    gint64 mark;   // where mails are kept: all up to this number are in the ledger
    GArray *done;  // gint64: what the server is to be told of
    guint unreadable;
    char *why; // of the first
};

// ---- names -------------------------------------------------------------------------------------

static gboolean is_imap(const collect *self)
{
    return self->desk->config->receive == CONFIG_RECEIVE_IMAP;
}

static gboolean keeps(const collect *self)
{
    return strcmp(self->desk->config->receive_keep, "keep") == 0;
}

static char *escape(const char *text)
{
    return g_uri_escape_string(text, NULL, FALSE);
}

// USER@HOST or USER@HOST:PORT
static char *whose(const struct config *config)
{
    g_autofree char *host = NULL;
    int port = -1;
    gboolean split = g_uri_split(config->receive_url, G_URI_FLAGS_NONE, NULL, NULL, &host, &port,
                                 NULL, NULL, NULL, NULL);
    g_assert(split && host); // it was checked when it was read
    g_autofree char *user = escape(config->receive_user);
    g_autofree char *lower = g_ascii_strdown(host, -1);
    return port < 0 ? g_strdup_printf("%s@%s", user, lower)
                    : g_strdup_printf("%s@%s:%d", user, lower, port);
}

static void set_names(collect *self)
{
    const struct config *config = self->desk->config;
    g_autofree char *server = whose(config);
    if (is_imap(self)) {
        g_autofree char *folder = escape(config->receive_folder);
        self->source = "imap";
        self->mailbox = g_strdup_printf("imap://%s/%s", server, folder);
        self->prefix = g_strdup_printf("%s;UIDVALIDITY=%" G_GINT64_FORMAT "/;UID=", self->mailbox,
                                       self->validity);
    } else {
        self->source = "pop3";
        self->mailbox = g_strdup_printf("pop://%s/", server);
        self->prefix = g_strdup_printf("%s;UIDL=", self->mailbox);
    }
}

static char *name_of(const collect *self, const struct fetcher_mail *mail)
{
    return g_strconcat(self->prefix, mail->id, NULL);
}

// ---- how far a mailbox was read ----------------------------------------------------------------

// Where mails stay in their folder, a run asks only for those above this mark. It is a setting of
// the mailbox's name: "UIDVALIDITY UID".
static gboolean load_mark(collect *self, GError **error)
{
    g_autofree char *text = NULL;
    if (!is_imap(self) || !keeps(self))
        return TRUE;
    if (!store_get(self->desk->store, self->mailbox, &text, error))
        return FALSE;
    char *rest = NULL;
    gint64 validity = text ? g_ascii_strtoll(text, &rest, 10) : 0;
    if (rest && validity == self->validity)
        self->mark = g_ascii_strtoll(rest, NULL, 10);
    return TRUE;
}

static gboolean save_mark(const collect *self, GError **error)
{
    g_autofree char *text =
        g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, self->validity, self->mark);
    return !is_imap(self) || !keeps(self) ||
           store_set(self->desk->store, self->mailbox, text, error);
}

// ---- begin -------------------------------------------------------------------------------------

static gboolean log_in(collect *self, GError **error)
{
    g_autofree char *program = place_program("fetch");
    struct fetcher_state state;
    self->fetcher = fetcher_start(program, self->desk->config, &state, error);
    if (!self->fetcher)
        return FALSE;
    self->validity = state.validity;
    set_names(self);
    return load_mark(self, error);
}

collect *collect_begin(struct desk *desk, GError **error)
{
    collect *self = g_new0(collect, 1);
    self->desk = desk;
    self->until = g_get_monotonic_time() + (gint64)COLLECT_SECONDS * G_USEC_PER_SEC;
    self->done = g_array_new(FALSE, FALSE, sizeof(gint64));
    if (log_in(self, error))
        return self;
    collect_free(self);
    return NULL;
}

void collect_free(collect *self)
{
    if (!self)
        return;
    fetcher_stop(self->fetcher);
    if (self->page)
        g_array_unref(self->page);
    g_array_unref(self->done);
    g_free(self->mailbox);
    g_free(self->prefix);
    g_free(self->why);
    g_free(self);
}

// ---- what is new -------------------------------------------------------------------------------

static const struct fetcher_mail *mail_at(const collect *self, guint i)
{
    return &g_array_index(self->page, struct fetcher_mail, i);
}

// Turns to the next page when this one was looked at. FALSE with no error: there is none.
static gboolean turn_page(collect *self, GError **error)
{
    if (self->page && self->at < self->page->len)
        return TRUE;
    if (self->page && !self->more)
        return FALSE;
    gint64 after =
        self->page && self->page->len ? mail_at(self, self->page->len - 1)->number : self->mark;
    GArray *page;
    if (!fetcher_list(self->fetcher, after, &page, &self->more, error))
        return FALSE;
    if (self->page)
        g_array_unref(self->page);
    self->page = page;
    self->at = 0;
    return page->len > 0;
}

static void note_done(collect *self, gint64 number)
{
    g_array_append_val(self->done, number);
}

// The mark goes on with each mail that is in the ledger, up to the first that isn't.
static void pass(collect *self, gint64 number)
{
    if (self->unreadable == 0)
        self->mark = number;
}

// Goes on in the page up to max mails that aren't in the ledger: places in the page. Of those that
// are, the server is told once more, unless it keeps them.
static gboolean find_new(collect *self, guint max, GArray *out_places, GError **error)
{
    for (; self->at < self->page->len && out_places->len < max; self->at++) {
        const struct fetcher_mail *mail = mail_at(self, self->at);
        g_autofree char *name = name_of(self, mail);
        gboolean known;
        if (!inbox_has(self->desk->store, self->source, name, &known, error))
            return FALSE;
        if (!known)
            g_array_append_val(out_places, self->at);
        else if (!keeps(self))
            note_done(self, mail->number);
    }
    return TRUE;
}

// ---- into the ledger ---------------------------------------------------------------------------

static gboolean add_row(collect *self, const char *name, GBytes *raw,
                        const guint8 print[FINGERPRINT_BYTES], gboolean known, GError **error)
{
    struct inbound_row row = {.source_id = g_strdup(name),
                              .message_id = g_strdup(""),
                              .sender = g_strdup(""),
                              .reason = g_strdup(known ? "the same mail came before" : ""),
                              .received_at = self->desk->now,
                              .has_raw = TRUE};
    g_strlcpy(row.source, self->source, sizeof row.source);
    g_strlcpy(row.state, known ? "done" : "waiting", sizeof row.state);
    g_strlcpy(row.outcome, known ? "drop" : "", sizeof row.outcome);
    g_strlcpy(row.gate, known ? "duplicate" : "", sizeof row.gate);
    memcpy(row.raw, print, sizeof row.raw);
    memcpy(row.digest, print, sizeof row.digest); // until its content is read
    gboolean done = inbox_add(self->desk->store, &row, known ? NULL : raw, error);
    inbound_row_clear(&row);
    return done;
}

// A mail that the ledger knows by its bytes under another name is the same.
static gboolean keep_one(collect *self, const struct fetcher_mail *mail, GBytes *raw,
                         guint *out_count, GError **error)
{
    guint8 print[FINGERPRINT_BYTES];
    gboolean twice, known;
    g_autofree char *name = name_of(self, mail);
    // Two mails of one name in one list (POP3 allows it for equal ones) are one.
    if (!inbox_has(self->desk->store, self->source, name, &twice, error))
        return FALSE;
    if (twice)
        return TRUE;
    fingerprint_of(raw, print);
    if (!inbox_has_raw(self->desk->store, print, self->source, self->prefix, &known, error) ||
        !add_row(self, name, raw, print, known, error))
        return FALSE;
    *out_count += !known;
    return TRUE;
}

static void note_unreadable(collect *self, const char *why)
{
    self->unreadable++;
    if (!self->why)
        self->why = g_strdup(why);
}

static gboolean keep_all(collect *self, GArray *got, const GArray *places, guint *out_count,
                         GError **error)
{
    for (guint i = 0; i < got->len; i++) {
        const struct fetcher_got *one = &g_array_index(got, struct fetcher_got, i);
        const struct fetcher_mail *mail = mail_at(self, g_array_index(places, guint, i));
        if (one->unreadable) {
            note_unreadable(self, one->unreadable);
            continue;
        }
        if (one->raw) {
            if (!keep_one(self, mail, one->raw, out_count, error))
                return FALSE;
            note_done(self, mail->number);
        }
        pass(self, mail->number);
    }
    return save_mark(self, error);
}

static gboolean store_got(collect *self, GArray *got, const GArray *places, guint *out_count,
                          GError **error)
{
    if (!store_begin(self->desk->store, error))
        return FALSE;
    if (keep_all(self, got, places, out_count, error))
        return desk_commit(self->desk, error);
    desk_rollback(self->desk);
    return FALSE;
}

// Gets the first of the new mails, as many as come at once, and looks again at the others.
static gboolean take_in(collect *self, const GArray *places, guint *out_count, GError **error)
{
    gint64 numbers[FETCHER_GET_MAX];
    g_autoptr(GArray) got = NULL;
    for (guint i = 0; i < places->len; i++)
        numbers[i] = mail_at(self, g_array_index(places, guint, i))->number;
    if (!fetcher_get(self->fetcher, numbers, places->len, &got, error) ||
        !store_got(self, got, places, out_count, error))
        return FALSE;
    if (got->len < places->len)
        self->at = g_array_index(places, guint, got->len);
    return TRUE;
}

static gboolean propagate(GError **error, GError *wrong)
{
    g_propagate_error(error, wrong);
    return FALSE;
}

gboolean collect_some(collect *self, guint *out_count, gboolean *out_more, GError **error)
{
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(guint));
    GError *wrong = NULL;
    *out_count = 0;
    *out_more = turn_page(self, &wrong);
    if (!*out_more)
        return !wrong || propagate(error, wrong);
    if (g_get_monotonic_time() > self->until) {
        g_set_error(error, FETCHER_ERROR, FETCHER_ERROR_LATER,
                    "[receive] %s: it takes too long; the next run goes on",
                    self->desk->config->receive_url);
        return FALSE;
    }
    return find_new(self, FETCHER_GET_MAX, places, error) &&
           (places->len == 0 || take_in(self, places, out_count, error));
}

gboolean collect_count(collect *self, guint *out_count, GError **error)
{
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(guint));
    GError *wrong = NULL;
    while (turn_page(self, &wrong)) {
        if (!find_new(self, G_MAXUINT, places, error))
            return FALSE;
    }
    *out_count = places->len;
    return !wrong || propagate(error, wrong);
}

// ---- end ---------------------------------------------------------------------------------------

static int by_number(gconstpointer a, gconstpointer b)
{
    gint64 x = *(const gint64 *)a;
    gint64 y = *(const gint64 *)b;
    return (x > y) - (x < y);
}

// What was looked at twice was noted twice.
static const gint64 *sort_done(collect *self)
{
    gint64 *numbers = (gint64 *)(gpointer)self->done->data;
    guint kept = 0;
    g_array_sort(self->done, by_number);
    for (guint i = 0; i < self->done->len; i++)
        if (kept == 0 || numbers[kept - 1] != numbers[i])
            numbers[kept++] = numbers[i];
    g_array_set_size(self->done, kept);
    return numbers;
}

gboolean collect_end(collect *self, GError **error)
{
    const gint64 *numbers = sort_done(self);
    fault_step("collect:done-before");
    if (!fetcher_done(self->fetcher, numbers, self->done->len, error) ||
        !fetcher_end(self->fetcher, error))
        return FALSE;
    fault_step("collect:done-after");
    if (self->unreadable == 0)
        return TRUE;
    g_set_error(
        error, FETCHER_ERROR, FETCHER_ERROR_LATER,
        "[receive] %s: %u of its mails can't be had from it (%s); they stay there, and each "
        "run asks again",
        self->desk->config->receive_url, self->unreadable, self->why);
    return FALSE;
}
