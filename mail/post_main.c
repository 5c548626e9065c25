// SPDX-License-Identifier: MIT
// libexec/post: frames in, mails out, an answer for each. See post.h.
//
// Decides nothing but the order of things: read, check, compose, send, answer. It ends when its
// input ends, and with 74 (EX_IOERR) when the hub can no longer be heard or told.
#include "base/frame.h"
#include "base/parcel.h"
#include "base/plain.h"
#include "mail/post.h"
#include "mail/post_check.h"
#include "mail/post_compose.h"
#include "mail/post_mail.h"
#include "mail/post_transport.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

enum { DETAIL_MAX = 400 };

struct post {
    const struct post_transport *transport;
    gpointer self; // the transport's
};

// In the order of enum post_outcome.
static const char *const outcomes[] = {"sent", "later", "never", "refused", "down"};

// Writes {KEY: value, "status", "detail"}; takes over value. Without one (NULL) there is no key.
static gboolean answer(const char *status, const char *detail, const char *key, json_t *value)
{
    g_autofree char *line = plain_words(detail, DETAIL_MAX);
    json_t *object = json_pack("{s:o*, s:s, s:s}", key, value, "status", status, "detail", line);
    char *text = json_dumps(object, JSON_COMPACT);
    g_autoptr(GError) error = NULL;
    gboolean good = text && frame_write(STDOUT_FILENO, text, strlen(text), &error);
    if (!good)
        fprintf(stderr, "post: %s\n", error ? error->message : "an answer can't be written");
    free(text);
    json_decref(object);
    return good;
}

static json_t *parse(GBytes *frame)
{
    gsize len;
    const char *bytes = g_bytes_get_data(frame, &len);
    return parcel_unpack(bytes, len);
}

static gboolean configure(struct post *post, GBytes *frame, GError **error)
{
    json_t *config = parse(frame);
    const char *name = json_string_value(json_object_get(config, "transport"));
    const char *host = json_string_value(json_object_get(config, "host"));
    g_autofree char *ascii = host ? post_check_host(host) : NULL;
    post->transport = name ? post_transport_find(name) : NULL;
    if (!post->transport)
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "no transport is called so");
    else if (!ascii)
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "\"host\" is no host name");
    else
        post->self = post->transport->open(config, ascii, error);
    json_decref(config);
    return post->self != NULL;
}

static gboolean check(const struct post *post)
{
    g_autofree char *detail = NULL;
    gint64 expires = 0;
    gboolean good =
        !post->transport->check || post->transport->check(post->self, &expires, &detail);
    return answer(good ? "ready" : "down", detail ? detail : "", "expires",
                  expires ? json_integer(expires) : json_null());
}

static gboolean send_mail(const struct post *post, const json_t *object)
{
    struct post_mail mail;
    g_autofree char *detail = NULL;
    enum post_outcome outcome = POST_NEVER;
    if (!object)
        detail = g_strdup("the frame is no JSON");
    else if (post_mail_read(object, &mail, &detail)) {
        struct post_letter letter = {mail.id, mail.date, mail.envelope_from, mail.to,
                                     post_compose(&mail)};
        outcome = post->transport->send(post->self, &letter, &detail);
        g_bytes_unref(letter.bytes);
    }
    if (object)
        post_mail_clear(&mail);
    const json_t *id = json_object_get(object, "id");
    return answer(outcomes[outcome], detail ? detail : "", "id",
                  json_is_integer(id) ? json_deep_copy(id) : json_null());
}

static gboolean make_safe(const struct post *post)
{
    g_autofree char *detail = NULL;
    gboolean good = !post->transport->sync || post->transport->sync(post->self, &detail);
    return answer(good ? "ready" : "down", detail ? detail : "", "id", NULL);
}

static gboolean handle(const struct post *post, GBytes *frame)
{
    json_t *object = parse(frame);
    gboolean is_check = json_is_true(json_object_get(object, "check"));
    gboolean is_sync = json_is_true(json_object_get(object, "sync"));
    gboolean good = is_check ? check(post) : is_sync ? make_safe(post) : send_mail(post, object);
    json_decref(object);
    return good;
}

// All mails until the input ends; the exit status.
static int serve(const struct post *post)
{
    for (;;) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GBytes) frame = frame_read(STDIN_FILENO, POST_FRAME_MAX, &error);
        if (error) {
            fprintf(stderr, "post: %s\n", error->message);
            return EX_IOERR;
        }
        if (!frame)
            return EX_OK;
        if (!handle(post, frame))
            return EX_IOERR;
    }
}

int main(int argc, char **argv)
{
    if (argc != 1) {
        fprintf(stderr, "%s is started by referee23 and takes no arguments\n", argv[0]);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    struct post post = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) frame = frame_read(STDIN_FILENO, POST_FRAME_MAX, &error);
    if (!frame) {
        fprintf(stderr, "post: %s\n", error ? error->message : "no configuration came");
        return EX_IOERR;
    }
    if (!configure(&post, frame, &error)) {
        answer("refused", error->message, "id", NULL);
        return EX_CONFIG;
    }
    int status = answer("ready", "", "id", NULL) ? serve(&post) : EX_IOERR;
    post.transport->close(post.self);
    return status;
}
