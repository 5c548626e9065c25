// SPDX-License-Identifier: MIT
// See submit.h.
#include "player/submit.h"

#include "base/fault.h"

#include <curl/curl.h>
#include <string.h>

enum { URL_MAX = 500, CONNECT_SECONDS = 30, SECONDS = 120 };

// ---- the server --------------------------------------------------------------------------------

// A part of the URL, decoded, as a new string; NULL when it has none.
static char *part_of(CURLU *url, CURLUPart part)
{
    char *text = NULL;
    if (curl_url_get(url, part, &text, CURLU_URLDECODE) != CURLUE_OK)
        return NULL;
    char *copy = g_strdup(text);
    curl_free(text);
    return copy;
}

static const char *take_apart(CURLU *url, const char *text, struct submit_server *out)
{
    static const char shape[] = "it is written smtps://USER@HOST, or smtp://USER@HOST:587";
    if (strlen(text) > URL_MAX || curl_url_set(url, CURLUPART_URL, text, 0) != CURLUE_OK)
        return shape;
    g_autofree char *scheme = part_of(url, CURLUPART_SCHEME);
    g_autofree char *password = part_of(url, CURLUPART_PASSWORD);
    g_autofree char *path = part_of(url, CURLUPART_PATH);
    out->host = part_of(url, CURLUPART_HOST);
    out->user = part_of(url, CURLUPART_USER);
    if (password)
        return "a password doesn't belong there: you are asked for it, or it stands in the file "
               "that smtp-password-file names";
    if (!out->host || (path && strcmp(path, "/") != 0) ||
        (g_strcmp0(scheme, "smtp") != 0 && g_strcmp0(scheme, "smtps") != 0))
        return shape;
    curl_url_set(url, CURLUPART_USER, NULL, 0);
    out->url = part_of(url, CURLUPART_URL);
    out->is_here = strcmp(out->host, "localhost") == 0 || strcmp(out->host, "127.0.0.1") == 0 ||
                   strcmp(out->host, "[::1]") == 0;
    return out->url ? NULL : shape;
}

const char *submit_read(const char *url, struct submit_server *out)
{
    *out = (struct submit_server){0};
    CURLU *parsed = curl_url();
    const char *why = parsed ? take_apart(parsed, url, out) : "there is no memory for it";
    curl_url_cleanup(parsed);
    if (why)
        submit_clear(out);
    return why;
}

void submit_clear(struct submit_server *server)
{
    g_free(server->url);
    g_free(server->host);
    g_free(server->user);
    *server = (struct submit_server){0};
}

// ---- the mail ----------------------------------------------------------------------------------

struct source {
    const char *bytes;
    gsize left;
};

static size_t read_source(char *buffer, size_t size, size_t n, void *user)
{
    struct source *source = user;
    gsize len = MIN(source->left, size * n);
    memcpy(buffer, source->bytes, len);
    source->bytes += len;
    source->left -= len;
    return len;
}

// With the line ends of the wire.
static char *wire(const char *mail)
{
    g_auto(GStrv) lines = g_strsplit(mail, "\n", -1);
    return g_strjoinv("\r\n", lines);
}

static void judge(CURLcode result, long reply, const struct submit_server *server, GError **error)
{
    gboolean never = result == CURLE_LOGIN_DENIED || result == CURLE_USE_SSL_FAILED ||
                     result == CURLE_PEER_FAILED_VERIFICATION || reply / 100 == 5;
    g_autofree char *said = reply / 100 == 4 || reply / 100 == 5
                                ? g_strdup_printf(" (it says %ld)", reply)
                                : g_strdup("");
    g_set_error(error, SEND_ERROR, never ? SEND_ERROR_NEVER : SEND_ERROR_LATER,
                "%s has not taken the mail: %s%s", server->host,
                result == CURLE_LOGIN_DENIED ? "the name or the password is wrong"
                                             : curl_easy_strerror(result),
                said);
}

static void set_server(CURL *curl, const struct submit_server *server, const char *password)
{
    curl_easy_setopt(curl, CURLOPT_URL, server->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_USE_SSL,
                     (long)(server->is_here ? CURLUSESSL_TRY : CURLUSESSL_ALL));
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)SECONDS);
    if (server->user) {
        curl_easy_setopt(curl, CURLOPT_USERNAME, server->user);
        curl_easy_setopt(curl, CURLOPT_PASSWORD, password);
    }
}

gboolean submit_mail(const struct submit_server *server, const char *password, const char *from,
                     const char *to, const char *mail, GError **error)
{
    g_autofree char *bytes = wire(mail);
    g_autofree char *sender = g_strdup_printf("<%s>", from);
    g_autofree char *recipient = g_strdup_printf("<%s>", to);
    struct source source = {bytes, strlen(bytes)};
    long reply = 0;
    CURL *curl = curl_easy_init();
    struct curl_slist *recipients = curl_slist_append(NULL, recipient);
    g_assert(curl && recipients);
    set_server(curl, server, password);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, sender);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_source);
    curl_easy_setopt(curl, CURLOPT_READDATA, &source);
    fault_step("player:before-submit");
    CURLcode result = curl_easy_perform(curl);
    fault_step("player:after-submit");
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &reply);
    if (result != CURLE_OK)
        judge(result, reply, server, error);
    curl_slist_free_all(recipients);
    curl_easy_cleanup(curl);
    return result == CURLE_OK;
}
