// SPDX-License-Identifier: MIT
// See poster.h.
#include "referee/programs/poster.h"

#include "base/child.h"
#include "base/parcel.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWER_MAX = 4096, STOP_SECONDS = 10 };

struct poster {
    char *program;
    json_t *config;
    child *child; // NULL as long as there is none
    guint starts;
    gboolean batches; // mails are safe with the next sync
    gboolean unsafe;  // the child has some that aren't
    gboolean lost;    // one had some, and is gone
};

GQuark poster_error_quark(void)
{
    return g_quark_from_static_string("poster-error");
}

static void drop_child(poster *self)
{
    self->lost = self->lost || self->unsafe;
    self->unsafe = FALSE;
    child_stop(self->child, 0);
    self->child = NULL;
}

// What post answers to a frame: a new object.
static json_t *ask(poster *self, const char *frame, GError **error)
{
    return child_ask_object(self->child, frame, ANSWER_MAX, POSTER_SECONDS, error);
}

static gboolean configure(poster *self, GError **error)
{
    char *frame = json_dumps(self->config, JSON_COMPACT);
    json_t *answer = ask(self, frame, error);
    free(frame);
    if (!answer)
        return FALSE;
    const char *status = json_string_value(json_object_get(answer, "status"));
    const char *detail = json_string_value(json_object_get(answer, "detail"));
    gboolean good = g_strcmp0(status, "ready") == 0;
    if (!good)
        g_set_error(error, POSTER_ERROR, POSTER_ERROR_CONFIG, "sending mail: %s; see [send]",
                    detail ? detail : "post refuses its configuration");
    json_decref(answer);
    return good;
}

static gboolean start(poster *self, GError **error)
{
    if (self->starts == POSTER_STARTS_MAX) {
        g_set_error(error, POSTER_ERROR, POSTER_ERROR_ANSWER, "post has failed %d times",
                    POSTER_STARTS_MAX);
        return FALSE;
    }
    self->starts++;
    const char *const argv[] = {self->program, NULL};
    self->child = child_start(argv, error);
    if (self->child && configure(self, error))
        return TRUE;
    drop_child(self);
    return FALSE;
}

poster *poster_start(const char *program, json_t *config, GError **error)
{
    poster *self = g_new0(poster, 1);
    self->program = g_strdup(program);
    self->config = json_incref(config);
    self->batches = json_is_true(json_object_get(config, "batches"));
    if (start(self, error))
        return self;
    poster_stop(self);
    return NULL;
}

// FALSE: the answer is not about this mail, or says nothing that we know.
static gboolean understand(const json_t *answer, gint64 mail, enum poster_status *out,
                           char **out_detail)
{
    static const char *const names[] = {"sent", "later", "never", "refused", "down"};
    const json_t *id = json_object_get(answer, "id");
    const char *status = json_string_value(json_object_get(answer, "status"));
    const char *detail = json_string_value(json_object_get(answer, "detail"));
    if (!status || !detail || !json_is_integer(id) || json_integer_value(id) != mail)
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(status, names[i]) == 0) {
            *out = (enum poster_status)i;
            *out_detail = g_strdup(detail);
            return TRUE;
        }
    }
    return FALSE;
}

// Asks a child that lives: the one of the mail before may have died of it.
static json_t *ask_alive(poster *self, const char *frame, GError **error)
{
    if (self->child && !child_alive(self->child))
        drop_child(self);
    return self->child || start(self, error) ? ask(self, frame, error) : NULL;
}

gboolean poster_send_parcel(poster *self, gint64 id, const char *mail, enum poster_status *out,
                            char **out_detail, GError **error)
{
    *out_detail = NULL;
    if (strlen(mail) > POSTER_MAIL_MAX) {
        *out = POSTER_NEVER;
        *out_detail = g_strdup("the mail is too big");
        return TRUE;
    }
    json_t *answer = ask_alive(self, mail, error);
    gboolean good = answer && understand(answer, id, out, out_detail);
    if (answer && !good)
        g_set_error_literal(error, POSTER_ERROR, POSTER_ERROR_ANSWER,
                            "post answers what was not asked");
    json_decref(answer);
    if (good && *out == POSTER_SENT)
        self->unsafe = self->batches;
    if (!good && self->child)
        drop_child(self);
    return good;
}

gboolean poster_send(poster *self, const json_t *mail, enum poster_status *out, char **out_detail,
                     GError **error)
{
    const json_t *id = json_object_get(mail, "id");
    g_assert(json_is_integer(id));
    g_autofree char *parcel = parcel_pack(mail, NULL);
    return poster_send_parcel(self, json_integer_value(id), parcel, out, out_detail, error);
}

// Whether post says "ready".
static gboolean is_ready(const json_t *answer, GError **error)
{
    const char *detail = json_string_value(json_object_get(answer, "detail"));
    if (g_strcmp0(json_string_value(json_object_get(answer, "status")), "ready") == 0)
        return TRUE;
    g_set_error(error, POSTER_ERROR, POSTER_ERROR_DOWN, "%s", detail ? detail : "no answer");
    return FALSE;
}

gboolean poster_sync(poster *self, GError **error)
{
    static const char frame[] = "{\"sync\":true}";
    if (self->child && !child_alive(self->child))
        drop_child(self);
    if (self->lost) {
        self->lost = FALSE;
        g_set_error_literal(error, POSTER_ERROR, POSTER_ERROR_DOWN,
                            "post ended before the mails that it had were safe");
        return FALSE;
    }
    json_auto_t *answer = ask_alive(self, frame, error);
    self->unsafe = FALSE; // the caller hears it now
    return answer && is_ready(answer, error);
}

gboolean poster_check(poster *self, gint64 *out_expires, GError **error)
{
    static const char frame[] = "{\"check\":true}";
    json_auto_t *answer = ask_alive(self, frame, error);
    if (!answer)
        return FALSE;
    *out_expires = json_integer_value(json_object_get(answer, "expires"));
    return is_ready(answer, error);
}

void poster_stop(poster *self)
{
    if (!self)
        return;
    child_stop(self->child, STOP_SECONDS);
    json_decref(self->config);
    g_free(self->program);
    g_free(self);
}
