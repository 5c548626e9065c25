// SPDX-License-Identifier: MIT
// See fetch_config.h.
#include "mail/fetch_config.h"

#include "mail/fetch_error.h"

#include <string.h>

enum { TEXT_MAX = 2048, SECONDS_MAX = 600, BYTES_MAX = 64 * 1024 * 1024, KEYS = 11 };

static gboolean wrong(GError **error, const char *key)
{
    return fetch_fail(error, FETCH_ERROR_REFUSED, "\"%s\" of the first frame is wrong", key);
}

// A copy; *out stays NULL when the key isn't there or holds something else.
static gboolean read_text(const json_t *frame, const char *key, char **out, GError **error)
{
    const char *text = json_string_value(json_object_get(frame, key));
    if (!text || strlen(text) > TEXT_MAX)
        return wrong(error, key);
    for (const char *p = text; *p; p++)
        if (g_ascii_iscntrl(*p) && strcmp(key, "password") != 0)
            return wrong(error, key);
    *out = g_strdup(text);
    return TRUE;
}

static gboolean read_word(const json_t *frame, const char *key, const char *const *words, int *out,
                          GError **error)
{
    const char *text = json_string_value(json_object_get(frame, key));
    for (int i = 0; text && words[i]; i++) {
        if (strcmp(text, words[i]) == 0) {
            *out = i;
            return TRUE;
        }
    }
    return wrong(error, key);
}

static gboolean read_number(const json_t *frame, const char *key, json_int_t max, json_int_t *out,
                            GError **error)
{
    const json_t *number = json_object_get(frame, key);
    *out = json_integer_value(number);
    return (json_is_integer(number) && *out >= 1 && *out <= max) || wrong(error, key);
}

static gboolean read_words(const json_t *frame, struct fetch_config *out, GError **error)
{
    static const char *const kinds[] = {"imap", "pop3", NULL};
    static const char *const tls[] = {"implicit", "starttls", "none", NULL};
    static const char *const keeps[] = {"move", "delete", "keep", NULL};
    int kind = 0;
    int way = 0;
    int keep = 0;
    if (!read_word(frame, "kind", kinds, &kind, error) ||
        !read_word(frame, "tls", tls, &way, error) ||
        !read_word(frame, "keep", keeps, &keep, error))
        return FALSE;
    out->pop3 = kind == 1;
    out->tls = (enum fetch_tls)way;
    out->keep = (enum fetch_keep)keep;
    return !(out->pop3 && out->keep == FETCH_KEEP_MOVE) || wrong(error, "keep");
}

static gboolean read_numbers(const json_t *frame, struct fetch_config *out, GError **error)
{
    json_int_t bytes, seconds;
    if (!read_number(frame, "bytes", BYTES_MAX, &bytes, error) ||
        !read_number(frame, "seconds", SECONDS_MAX, &seconds, error))
        return FALSE;
    out->bytes = (gsize)bytes;
    out->seconds = (guint)seconds;
    return TRUE;
}

static gboolean read_ca_file(const json_t *frame, struct fetch_config *out, GError **error)
{
    return json_is_null(json_object_get(frame, "ca_file")) ||
           read_text(frame, "ca_file", &out->ca_file, error);
}

static gboolean check_url(const struct fetch_config *config, GError **error)
{
    static const char *const schemes[2][2] = {{"imap", "imaps"}, {"pop3", "pop3s"}};
    g_autofree char *scheme = NULL;
    g_autofree char *user = NULL;
    g_autofree char *host = NULL;
    g_autofree char *path = NULL;
    gboolean split = g_uri_split(config->url, G_URI_FLAGS_NONE, &scheme, &user, &host, NULL, &path,
                                 NULL, NULL, NULL);
    const char *wanted = schemes[config->pop3][config->tls == FETCH_TLS_IMPLICIT];
    if (!split || !scheme || !host || strcmp(scheme, wanted) != 0 || *host == '\0' || user ||
        (*path && strcmp(path, "/") != 0))
        return wrong(error, "url");
    return TRUE;
}

gboolean fetch_config_read(const json_t *frame, struct fetch_config *out, GError **error)
{
    memset(out, 0, sizeof *out);
    if (!json_is_object(frame))
        return fetch_fail(error, FETCH_ERROR_REFUSED, "the first frame is no JSON object");
    return read_words(frame, out, error) && read_numbers(frame, out, error) &&
           read_ca_file(frame, out, error) && read_text(frame, "url", &out->url, error) &&
           read_text(frame, "user", &out->user, error) &&
           read_text(frame, "password", &out->password, error) &&
           read_text(frame, "folder", &out->folder, error) &&
           read_text(frame, "done_folder", &out->done_folder, error) && check_url(out, error) &&
           (json_object_size(frame) == KEYS ||
            fetch_fail(error, FETCH_ERROR_REFUSED, "the first frame has a key too many"));
}

void fetch_config_clear(struct fetch_config *config)
{
    if (config->password)
        explicit_bzero(config->password, strlen(config->password));
    g_free(config->url);
    g_free(config->ca_file);
    g_free(config->user);
    g_free(config->password);
    g_free(config->folder);
    g_free(config->done_folder);
    memset(config, 0, sizeof *config);
}
