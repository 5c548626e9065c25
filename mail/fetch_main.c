// SPDX-License-Identifier: MIT
// libexec/fetch: questions about a mailbox in, answers out. See fetch.h.
//
// Decides nothing but the order of things: read, check, ask the server, answer. It ends when its
// input ends, with 75 when the server fails, and with 74 when the hub can no longer be heard or
// told.
#include "base/frame.h"
#include "base/plain.h"
#include "mail/fetch.h"
#include "mail/fetch_curl.h"
#include "mail/fetch_error.h"
#include "mail/fetch_mailbox.h"

#include <curl/curl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

enum { DETAIL_MAX = 400 };

struct fetch {
    struct fetch_config config;
    fetch_wire *wire;
    const struct fetch_mailbox *mailbox;
    gpointer self; // the mailbox's
    GArray *mails; // struct fetch_mail: what the server has listed
    gboolean listed;
    gboolean ended; // leave was taken
};

// ---- answers -----------------------------------------------------------------------------------

// Writes an object, which is taken, as a line; then bytes, which may be NULL.
static gboolean write_answer(json_t *object, const GByteArray *bytes)
{
    char *text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    g_assert(text);
    g_autoptr(GByteArray) frame = g_byte_array_new();
    g_byte_array_append(frame, (const guint8 *)text, (guint)strlen(text));
    g_byte_array_append(frame, (const guint8 *)"\n", 1);
    free(text);
    if (bytes)
        g_byte_array_append(frame, bytes->data, bytes->len);
    g_autoptr(GError) error = NULL;
    gboolean good = frame_write(STDOUT_FILENO, frame->data, frame->len, &error);
    if (!good)
        fprintf(stderr, "fetch: %s\n", error->message);
    return good;
}

static gboolean answer_error(const GError *error)
{
    g_autofree char *detail = plain_words(error->message, DETAIL_MAX);
    return write_answer(
        json_pack("{s:s s:s}", "status", fetch_error_word(error->code), "detail", detail), NULL);
}

static gboolean refuse(GError **error, const char *what)
{
    return fetch_fail(error, FETCH_ERROR_REFUSED, "%s", what);
}

// ---- list --------------------------------------------------------------------------------------

// The first mail of the list with a number above this one.
static guint place_after(const GArray *mails, gint64 number)
{
    guint low = 0, high = mails->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(mails, struct fetch_mail, middle).number <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static json_t *describe(const struct fetch_mail *mail)
{
    g_autofree char *uid = g_strdup_printf("%" G_GINT64_FORMAT, mail->number);
    return json_pack("{s:I s:I s:s}", "number", (json_int_t)mail->number, "size",
                     (json_int_t)mail->size, "id", mail->id ? mail->id : uid);
}

static gboolean list(struct fetch *fetch, const json_t *question, GError **error)
{
    const json_t *after = json_object_get(question, "after");
    gint64 number = json_integer_value(after);
    if (!json_is_integer(after) || number < 0)
        return refuse(error, "\"after\" is no number");
    if (!fetch->listed && !fetch->mailbox->list(fetch->self, number, fetch->mails, error))
        return FALSE;
    fetch->listed = TRUE;
    guint from = place_after(fetch->mails, number);
    guint to = MIN(fetch->mails->len, from + FETCH_LIST_MAX);
    json_t *mails = json_array();
    for (guint i = from; i < to; i++)
        json_array_append_new(mails, describe(&g_array_index(fetch->mails, struct fetch_mail, i)));
    return write_answer(
        json_pack("{s:s s:o s:b}", "status", "ok", "mails", mails, "more", to < fetch->mails->len),
        NULL);
}

// ---- get, done ---------------------------------------------------------------------------------

// The listed mails that a question names, ascending; the caller frees the array. NULL: wrong.
static const struct fetch_mail **named(const struct fetch *fetch, const json_t *question, gsize max,
                                       gsize *out_count, GError **error)
{
    const json_t *numbers = json_object_get(question, "numbers");
    gsize count = json_array_size(numbers);
    gint64 last = 0;
    g_autofree const struct fetch_mail **mails = g_new(const struct fetch_mail *, count + 1);
    if (count < 1 || count > max) {
        refuse(error, "\"numbers\" are none, or too many");
        return NULL;
    }
    for (gsize i = 0; i < count; i++) {
        gint64 number = json_integer_value(json_array_get(numbers, i));
        guint place = number > last ? place_after(fetch->mails, number - 1) : fetch->mails->len;
        if (place >= fetch->mails->len ||
            g_array_index(fetch->mails, struct fetch_mail, place).number != number) {
            refuse(error, "\"numbers\" has one that isn't listed, or not in order");
            return NULL;
        }
        mails[i] = &g_array_index(fetch->mails, struct fetch_mail, place);
        last = number;
    }
    *out_count = count;
    return g_steal_pointer(&mails);
}

static void clear_got(gpointer data)
{
    struct fetch_got *got = data;
    g_bytes_unref(got->text);
    g_free(got->detail);
}

static json_t *describe_got(const struct fetch_got *got, GByteArray *bytes)
{
    json_int_t number = got->mail->number;
    if (got->what == FETCH_GOT_GONE)
        return json_pack("{s:I s:b}", "number", number, "gone", 1);
    if (got->what == FETCH_GOT_UNREADABLE) {
        g_autofree char *detail = plain_words(got->detail, DETAIL_MAX);
        return json_pack("{s:I s:s}", "number", number, "unreadable", detail);
    }
    gsize len;
    const guint8 *text = g_bytes_get_data(got->text, &len);
    if (len > 0)
        g_byte_array_append(bytes, text, (guint)len);
    return json_pack("{s:I s:I}", "number", number, "bytes", (json_int_t)len);
}

static gboolean get(struct fetch *fetch, const json_t *question, GError **error)
{
    gsize count;
    g_autofree const struct fetch_mail **mails =
        named(fetch, question, FETCH_GET_MAX, &count, error);
    g_autoptr(GArray) got = g_array_new(FALSE, FALSE, sizeof(struct fetch_got));
    g_array_set_clear_func(got, clear_got);
    if (!mails || !fetch->mailbox->get(fetch->self, mails, count, got, error))
        return FALSE;
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    json_t *list = json_array();
    for (guint i = 0; i < got->len; i++)
        json_array_append_new(list, describe_got(&g_array_index(got, struct fetch_got, i), bytes));
    return write_answer(json_pack("{s:s s:o}", "status", "ok", "mails", list), bytes);
}

static gboolean done(struct fetch *fetch, const json_t *question, GError **error)
{
    gsize count;
    g_autofree const struct fetch_mail **mails =
        named(fetch, question, FETCH_DONE_MAX, &count, error);
    return mails && fetch->mailbox->done(fetch->self, mails, count, error) &&
           write_answer(json_pack("{s:s}", "status", "ok"), NULL);
}

// ---- check, end --------------------------------------------------------------------------------

static gboolean check(struct fetch *fetch, const json_t *question, GError **error)
{
    gboolean used = fetch->config.keep == FETCH_KEEP_MOVE;
    gboolean there = FALSE;
    (void)question;
    if (used && !fetch->mailbox->check(fetch->self, &there, error))
        return FALSE;
    return write_answer(json_pack("{s:s s:o}", "status", "ok", "done_folder",
                                  used ? json_boolean(there) : json_null()),
                        NULL);
}

static gboolean end(struct fetch *fetch, const json_t *question, GError **error)
{
    (void)question;
    if (!fetch->mailbox->end(fetch->self, error))
        return FALSE;
    fetch->ended = TRUE;
    return write_answer(json_pack("{s:s}", "status", "ok"), NULL);
}

// ---- questions ---------------------------------------------------------------------------------

static json_t *parse(GBytes *frame)
{
    gsize len;
    const char *bytes = g_bytes_get_data(frame, &len);
    return json_loadb(bytes ? bytes : "", len, JSON_REJECT_DUPLICATES, NULL);
}

// FALSE: *error is set, and is to be answered; or it isn't, and the hub can't be told.
static gboolean handle(struct fetch *fetch, GBytes *frame, GError **error)
{
    static const struct {
        const char *name;
        gboolean (*answer)(struct fetch *fetch, const json_t *question, GError **error);
    } table[] = {{"list", list}, {"get", get}, {"done", done}, {"check", check}, {"end", end}};
    json_t *question = parse(frame);
    const char *name = json_string_value(json_object_get(question, "do"));
    gboolean known = FALSE;
    gboolean good = FALSE;
    for (gsize i = 0; name && !fetch->ended && i < G_N_ELEMENTS(table); i++) {
        if (strcmp(name, table[i].name) == 0) {
            known = TRUE;
            fetch_wire_begin(fetch->wire);
            good = table[i].answer(fetch, question, error);
        }
    }
    if (!known)
        refuse(error, "that is no question");
    json_decref(question);
    return good;
}

// All questions until the input ends; the exit status.
static int serve(struct fetch *fetch)
{
    for (;;) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GBytes) frame = frame_read(STDIN_FILENO, FETCH_FRAME_MAX, &error);
        if (error) {
            fprintf(stderr, "fetch: %s\n", error->message);
            return EX_IOERR;
        }
        if (!frame)
            return EX_OK;
        if (handle(fetch, frame, &error))
            continue;
        if (!error || !answer_error(error))
            return EX_IOERR;
        return error->code == FETCH_ERROR_REFUSED ? EX_CONFIG : EX_TEMPFAIL;
    }
}

static gboolean start(struct fetch *fetch, GBytes *frame, GError **error)
{
    int days;
    struct fetch_state state;
    json_t *words = parse(frame);
    gboolean good = fetch_config_read(words, &fetch->config, error);
    json_decref(words);
    if (!good)
        return FALSE;
    fetch->wire = fetch_curl_connect(&fetch->config, &days, error);
    if (!fetch->wire)
        return FALSE;
    fetch->mailbox = fetch->config.pop3 ? &fetch_pop3 : &fetch_imap;
    fetch->self = fetch->mailbox->open(&fetch->config, fetch->wire, &state, error);
    return fetch->self && write_answer(json_pack("{s:s s:I s:o s:I}", "status", "ok", "validity",
                                                 (json_int_t)state.validity, "days",
                                                 days < 0 ? json_null() : json_integer(days),
                                                 "total", (json_int_t)state.total),
                                       NULL);
}

static int run(struct fetch *fetch)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) frame = frame_read(STDIN_FILENO, FETCH_FRAME_MAX, &error);
    if (!frame) {
        fprintf(stderr, "fetch: %s\n", error ? error->message : "no configuration came");
        return EX_IOERR;
    }
    if (start(fetch, frame, &error))
        return serve(fetch);
    if (!error || !answer_error(error))
        return EX_IOERR;
    return error->code == FETCH_ERROR_REFUSED ? EX_CONFIG : EX_TEMPFAIL;
}

static void clear_mail(gpointer data)
{
    g_free(((struct fetch_mail *)data)->id);
}

int main(int argc, char **argv)
{
    if (argc != 1) {
        fprintf(stderr, "%s is started by referee23 and takes no arguments\n", argv[0]);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    struct fetch fetch = {.mails = g_array_new(FALSE, FALSE, sizeof(struct fetch_mail))};
    g_array_set_clear_func(fetch.mails, clear_mail);
    int status = run(&fetch);
    if (fetch.self)
        fetch.mailbox->close(fetch.self);
    fetch_wire_free(fetch.wire);
    fetch_config_clear(&fetch.config);
    g_array_unref(fetch.mails);
    curl_global_cleanup();
    return status;
}
