// SPDX-License-Identifier: MIT
// See fetcher.h. What fetch answers is checked: it has talked to strangers.
#include "referee/programs/fetcher.h"

#include "base/child.h"
#include "referee/setup/password.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    DONE_MAX = 2000,         // FETCH_DONE_MAX in mail/fetch.h
    LINE_BYTES = 512 * 1024, // FETCH_LINE_MAX
    GET_BYTES = 4 * 1024 * 1024,
    PATIENCE = 10,
    MORE_SECONDS = 20, // that fetch needs besides waiting for the server
    STOP_SECONDS = 5
};

struct fetcher {
    const struct config *config;
    child *child;
};

GQuark fetcher_error_quark(void)
{
    return g_quark_from_static_string("fetcher-error");
}

// ---- errors ------------------------------------------------------------------------------------

static gboolean fail(const fetcher *self, GError **error, enum fetcher_error code, const char *what)
{
    g_set_error(error, FETCHER_ERROR, (int)code, "[receive] %s: %s", self->config->receive_url,
                what);
    return FALSE;
}

// A word of an answer's "status", what it means, and what is to be done.
static const struct failure {
    const char *word;
    enum fetcher_error code;
    const char *before, *behind; // the server's words
} failures[] = {
    {"later", FETCHER_ERROR_LATER, "", "; nothing is lost, the next run tries again"},
    {"protocol", FETCHER_ERROR_LATER,
     "it makes no sense: ", "; nothing is lost, the next run tries again"},
    {"login", FETCHER_ERROR_CONFIG, "user and password are refused (",
     "); put the right password into password-file"},
    {"certificate", FETCHER_ERROR_CONFIG,
     "it isn't proven to be this server, so it wasn't told "
     "the password: ",
     "; have its certificate mended, or say in ca-file whom to believe"},
    {"folder", FETCHER_ERROR_CONFIG, "", "; see folder, done-folder and keep in [receive]"},
    {"refused", FETCHER_ERROR_CONFIG, "fetch refuses it: ", "; are all programs of one version?"},
};

static gboolean explain(const fetcher *self, const json_t *answer, GError **error)
{
    const char *status = json_string_value(json_object_get(answer, "status"));
    const char *detail = json_string_value(json_object_get(answer, "detail"));
    for (gsize i = 0; status && detail && i < G_N_ELEMENTS(failures); i++) {
        const struct failure *f = &failures[i];
        if (strcmp(status, f->word) != 0)
            continue;
        g_autofree char *what = g_strconcat(f->before, detail, f->behind, NULL);
        return fail(self, error, f->code, what);
    }
    return fail(self, error, FETCHER_ERROR_LATER, "fetch answers what makes no sense");
}

// fetch died or hung: that is the server's doing, or a fault of ours that shouldn't stop a run.
static gboolean gone(const fetcher *self, GError *cause, GError **error)
{
    g_autofree char *what =
        g_strdup_printf("%s; nothing is lost, the next run tries again", cause->message);
    g_error_free(cause);
    return fail(self, error, FETCHER_ERROR_LATER, what);
}

static gboolean nonsense(const fetcher *self, GError **error)
{
    return fail(self, error, FETCHER_ERROR_LATER, "fetch answers what makes no sense");
}

// ---- questions ---------------------------------------------------------------------------------

// The JSON of an answer, a new object, and what follows it, which borrows from bytes.
static json_t *split(GBytes *bytes, const guint8 **out_rest, gsize *out_len)
{
    gsize len;
    const char *text = g_bytes_get_data(bytes, &len);
    const char *end = text ? memchr(text, '\n', len) : NULL;
    if (!end)
        return NULL;
    *out_rest = (const guint8 *)end + 1;
    *out_len = len - (gsize)(end + 1 - text);
    return json_loadb(text, (gsize)(end - text), JSON_REJECT_DUPLICATES, NULL);
}

// Asks, taking question; answers of status "ok" only. *out_bytes holds what out_rest borrows.
static json_t *ask(fetcher *self, json_t *question, gsize max, GBytes **out_bytes,
                   const guint8 **out_rest, gsize *out_len, GError **error)
{
    GError *cause = NULL;
    char *frame = json_dumps(question, JSON_COMPACT);
    json_decref(question);
    g_assert(frame);
    guint seconds = (guint)self->config->receive_timeout * PATIENCE + MORE_SECONDS;
    *out_bytes = child_ask(self->child, frame, strlen(frame), max, seconds, &cause);
    memset(frame, 0, strlen(frame)); // the first one holds the password
    free(frame);
    if (!*out_bytes) {
        gone(self, cause, error);
        return NULL;
    }
    json_t *answer = split(*out_bytes, out_rest, out_len);
    const char *status = json_string_value(json_object_get(answer, "status"));
    if (status && strcmp(status, "ok") == 0)
        return answer;
    explain(self, answer, error);
    json_decref(answer);
    return NULL;
}

// The same for answers that are JSON alone.
static json_t *ask_plain(fetcher *self, json_t *question, GError **error)
{
    g_autoptr(GBytes) bytes = NULL;
    const guint8 *rest;
    gsize len;
    return ask(self, question, LINE_BYTES, &bytes, &rest, &len, error);
}

// An integer that is at least min.
static gboolean read_int(const json_t *object, const char *key, gint64 min, gint64 *out)
{
    const json_t *number = json_object_get(object, key);
    *out = json_integer_value(number);
    return json_is_integer(number) && *out >= min;
}

// ---- start -------------------------------------------------------------------------------------

static const char *tls_of(const struct config *config)
{
    gboolean safe = g_ascii_strncasecmp(config->receive_url, "imaps:", 6) == 0 ||
                    g_ascii_strncasecmp(config->receive_url, "pop3s:", 6) == 0;
    return safe ? "implicit" : config->receive_tls ? "starttls" : "none";
}

static json_t *settings(const struct config *config, const char *password)
{
    const char *ca = config->receive_ca_file;
    return json_pack("{s:s s:s s:s s:s? s:s s:s s:s s:s s:s s:I s:i}", "kind",
                     config->receive == CONFIG_RECEIVE_POP3 ? "pop3" : "imap", "url",
                     config->receive_url, "tls", tls_of(config), "ca_file", *ca ? ca : NULL, "user",
                     config->receive_user, "password", password, "folder", config->receive_folder,
                     "done_folder", config->receive_done_folder, "keep", config->receive_keep,
                     "bytes", (json_int_t)config->message_bytes, "seconds",
                     config->receive_timeout);
}

static gboolean log_in(fetcher *self, struct fetcher_state *out, GError **error)
{
    char *password = password_read(self->config->receive_password_file, error);
    if (!password)
        return FALSE;
    json_t *answer = ask_plain(self, settings(self->config, password), error);
    password_free(password);
    if (!answer)
        return FALSE;
    if (!read_int(answer, "days", 0, &out->days))
        out->days = -1;
    gboolean fine = read_int(answer, "validity", 0, &out->validity) &&
                    read_int(answer, "total", 0, &out->total);
    json_decref(answer);
    return fine || nonsense(self, error);
}

fetcher *fetcher_start(const char *program, const struct config *config, struct fetcher_state *out,
                       GError **error)
{
    const char *const argv[] = {program, NULL};
    fetcher *self = g_new0(fetcher, 1);
    self->config = config;
    self->child = child_start(argv, error);
    if (self->child && log_in(self, out, error))
        return self;
    fetcher_stop(self);
    return NULL;
}

void fetcher_stop(fetcher *self)
{
    if (!self)
        return;
    child_stop(self->child, STOP_SECONDS);
    g_free(self);
}

// ---- list --------------------------------------------------------------------------------------

static void clear_mail(gpointer data)
{
    g_free(((struct fetcher_mail *)data)->id);
}

static gboolean read_mail(const json_t *object, gint64 after, GArray *mails)
{
    g_array_set_size(mails, mails->len + 1);
    struct fetcher_mail *mail = &g_array_index(mails, struct fetcher_mail, mails->len - 1);
    mail->id = g_strdup(json_string_value(json_object_get(object, "id")));
    return mail->id && read_int(object, "number", after + 1, &mail->number) &&
           read_int(object, "size", 0, &mail->size);
}

gboolean fetcher_list(fetcher *self, gint64 after, GArray **out_mails, gboolean *out_more,
                      GError **error)
{
    json_t *answer =
        ask_plain(self, json_pack("{s:s s:I}", "do", "list", "after", (json_int_t)after), error);
    if (!answer)
        return FALSE;
    g_autoptr(GArray) mails = g_array_new(FALSE, TRUE, sizeof(struct fetcher_mail));
    g_array_set_clear_func(mails, clear_mail);
    const json_t *list = json_object_get(answer, "mails");
    gboolean fine = json_is_array(list);
    *out_more = json_is_true(json_object_get(answer, "more"));
    for (gsize i = 0; fine && i < json_array_size(list); i++) {
        gint64 last = i > 0 ? g_array_index(mails, struct fetcher_mail, i - 1).number : after;
        fine = read_mail(json_array_get(list, i), last, mails);
    }
    fine = fine && (mails->len > 0 || !*out_more);
    json_decref(answer);
    if (!fine)
        return nonsense(self, error);
    *out_mails = g_steal_pointer(&mails);
    return TRUE;
}

// ---- get, done ---------------------------------------------------------------------------------

static json_t *about(const char *what, const gint64 *numbers, gsize count)
{
    json_t *list = json_array();
    for (gsize i = 0; i < count; i++)
        json_array_append_new(list, json_integer(numbers[i]));
    return json_pack("{s:s s:o}", "do", what, "numbers", list);
}

static void clear_got(gpointer data)
{
    struct fetcher_got *got = data;
    g_bytes_unref(got->raw);
    g_free(got->unreadable);
}

// One mail of an answer to get; its bytes are the first of *rest.
static gboolean read_got(const json_t *object, gint64 number, GBytes *bytes, const guint8 **rest,
                         gsize *len, GArray *list)
{
    gint64 size;
    g_array_set_size(list, list->len + 1);
    struct fetcher_got *got = &g_array_index(list, struct fetcher_got, list->len - 1);
    got->unreadable = g_strdup(json_string_value(json_object_get(object, "unreadable")));
    if (!read_int(object, "number", number, &got->number) || got->number != number)
        return FALSE;
    if (got->unreadable || json_is_true(json_object_get(object, "gone")))
        return TRUE;
    if (!read_int(object, "bytes", 0, &size) || (guint64)size > *len)
        return FALSE;
    gsize at = (gsize)(*rest - (const guint8 *)g_bytes_get_data(bytes, NULL));
    got->raw = g_bytes_new_from_bytes(bytes, at, (gsize)size);
    *rest += size;
    *len -= (gsize)size;
    return TRUE;
}

gboolean fetcher_get(fetcher *self, const gint64 *numbers, gsize count, GArray **out_got,
                     GError **error)
{
    g_assert(count >= 1 && count <= FETCHER_GET_MAX);
    g_autoptr(GBytes) bytes = NULL;
    const guint8 *rest;
    gsize len;
    gsize max = LINE_BYTES + 2 * (GET_BYTES + (gsize)self->config->message_bytes + 1);
    json_t *answer = ask(self, about("get", numbers, count), max, &bytes, &rest, &len, error);
    if (!answer)
        return FALSE;
    g_autoptr(GArray) list = g_array_new(FALSE, TRUE, sizeof(struct fetcher_got));
    g_array_set_clear_func(list, clear_got);
    const json_t *mails = json_object_get(answer, "mails");
    gsize given = json_array_size(mails);
    gboolean fine = given >= 1 && given <= count;
    for (gsize i = 0; fine && i < given; i++)
        fine = read_got(json_array_get(mails, i), numbers[i], bytes, &rest, &len, list);
    json_decref(answer);
    if (!fine || len > 0)
        return nonsense(self, error);
    *out_got = g_steal_pointer(&list);
    return TRUE;
}

gboolean fetcher_done(fetcher *self, const gint64 *numbers, gsize count, GError **error)
{
    while (count > 0) {
        gsize n = MIN(count, DONE_MAX);
        json_t *answer = ask_plain(self, about("done", numbers, n), error);
        if (!answer)
            return FALSE;
        json_decref(answer);
        numbers += n;
        count -= n;
    }
    return TRUE;
}

// ---- check, end --------------------------------------------------------------------------------

gboolean fetcher_check(fetcher *self, gboolean *out_used, gboolean *out_there, GError **error)
{
    json_t *answer = ask_plain(self, json_pack("{s:s}", "do", "check"), error);
    if (!answer)
        return FALSE;
    const json_t *there = json_object_get(answer, "done_folder");
    *out_used = json_is_boolean(there);
    *out_there = json_is_true(there);
    json_decref(answer);
    return TRUE;
}

gboolean fetcher_end(fetcher *self, GError **error)
{
    json_t *answer = ask_plain(self, json_pack("{s:s}", "do", "end"), error);
    json_decref(answer);
    return answer != NULL;
}
