// SPDX-License-Identifier: MIT
// See fetch_curl.h.
#include "mail/fetch_curl.h"

#include "mail/fetch.h"
#include "mail/fetch_error.h"
#include "mail/server.h"

#include <curl/curl.h>
#include <poll.h>
#include <string.h>
#include <time.h>

struct link {
    CURL *curl;
    curl_socket_t socket;
    char problem[CURL_ERROR_SIZE];
    char words[300]; // what the server said last, during the login
    gboolean tried;  // user and password were sent
};

// ---- after the login: bytes --------------------------------------------------------------------

static gssize broken(struct link *self, CURLcode code, GError **error)
{
    fetch_fail(error, FETCH_ERROR_LATER, "the connection broke: %s",
               self->problem[0] ? self->problem : curl_easy_strerror(code));
    return -1;
}

static gssize link_read(gpointer data, guint8 *bytes, gsize len, int ms, GError **error)
{
    struct link *self = data;
    gint64 until = g_get_monotonic_time() + (gint64)ms * 1000;
    for (;;) {
        size_t n = 0;
        CURLcode code = curl_easy_recv(self->curl, bytes, len, &n);
        if (code == CURLE_OK)
            return (gssize)n;
        if (code != CURLE_AGAIN)
            return broken(self, code, error);
        if (server_await(self->socket, POLLIN, until) <= 0)
            return -1;
    }
}

static gssize link_write(gpointer data, const guint8 *bytes, gsize len, int ms, GError **error)
{
    struct link *self = data;
    gint64 until = g_get_monotonic_time() + (gint64)ms * 1000;
    for (;;) {
        size_t n = 0;
        CURLcode code = curl_easy_send(self->curl, bytes, len, &n);
        if (code == CURLE_OK && n > 0)
            return (gssize)n;
        if (code != CURLE_OK && code != CURLE_AGAIN)
            return broken(self, code, error);
        if (server_await(self->socket, POLLOUT, until) <= 0)
            return -1;
    }
}

static void link_close(gpointer data)
{
    struct link *self = data;
    curl_easy_cleanup(self->curl);
    g_free(self);
}

static const struct fetch_wire_ends ends = {link_read, link_write, link_close};

// ---- the login ---------------------------------------------------------------------------------

// libcurl shows what the server says line by line; the last one explains a refusal.
static size_t keep_words(char *bytes, size_t size, size_t count, void *data)
{
    struct link *self = data;
    gsize len = size * count;
    gsize kept = MIN(len, sizeof self->words - 1);
    memcpy(self->words, bytes, kept);
    self->words[kept] = '\0';
    g_strchomp(self->words);
    return len;
}

// And what we say, of which nothing is kept.
static int note_login(CURL *curl, curl_infotype type, char *bytes, size_t len, void *data)
{
    struct link *self = data;
    (void)curl;
    if (type != CURLINFO_HEADER_OUT)
        return 0;
    g_autofree char *line = g_ascii_strup(bytes, (gssize)MIN(len, 64));
    self->tried |= strstr(line, "AUTH") || strstr(line, "LOGIN ") || strstr(line, "USER ") ||
                   strstr(line, "APOP ");
    explicit_bzero(line, strlen(line));
    return 0;
}

static size_t drop(char *bytes, size_t size, size_t count, void *data)
{
    (void)bytes;
    (void)data;
    return size * count;
}

static void set_who(struct link *self, const struct fetch_config *config, const char *mechanisms)
{
    CURL *curl = self->curl;
    curl_easy_setopt(curl, CURLOPT_URL, config->url);
    server_prepare(curl, "imap,imaps,pop3,pop3s", config->tls == FETCH_TLS_STARTTLS,
                   config->ca_file);
    curl_easy_setopt(curl, CURLOPT_USERNAME, config->user);
    curl_easy_setopt(curl, CURLOPT_PASSWORD, config->password);
    curl_easy_setopt(curl, CURLOPT_LOGIN_OPTIONS, mechanisms);
}

static void set_how(struct link *self, const struct fetch_config *config)
{
    CURL *curl = self->curl;
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)config->seconds);
    curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)config->seconds);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)config->seconds * FETCH_PATIENCE);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, self->problem);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, keep_words);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, self);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, note_login);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, self);
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
}

// A refusal that says itself that it is one for now (RFC 5530, 2449, 3206).
static gboolean for_now(const char *words)
{
    static const char *const codes[] = {"[UNAVAILABLE]", "[IN-USE]", "[LOGIN-DELAY]", "[SYS/TEMP]",
                                        "[INUSE]"};
    g_autofree char *upper = g_ascii_strup(words, -1);
    for (gsize i = 0; i < G_N_ELEMENTS(codes); i++)
        if (strstr(upper, codes[i]))
            return TRUE;
    return FALSE;
}

static enum fetch_error kind_of(const struct link *self, CURLcode code)
{
    switch ((int)code) {
    case CURLE_LOGIN_DENIED:
        return for_now(self->words) ? FETCH_ERROR_LATER : FETCH_ERROR_LOGIN;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_USE_SSL_FAILED:
        return FETCH_ERROR_CERTIFICATE;
    default:
        return FETCH_ERROR_LATER;
    }
}

// The server's own words, without libcurl's tag and the word that says no.
static const char *words_of(const struct link *self)
{
    const char *no = strstr(self->words, " NO ");
    const char *err = strstr(self->words, "-ERR ");
    return no ? no + 4 : err ? err + 5 : self->words;
}

static gboolean explain(const struct link *self, CURLcode code, GError **error)
{
    enum fetch_error kind = kind_of(self, code);
    const char *why = self->problem[0] ? self->problem : curl_easy_strerror(code);
    if (code == CURLE_LOGIN_DENIED || code == CURLE_WEIRD_SERVER_REPLY)
        return fetch_fail(error, kind, "%s", self->words[0] ? words_of(self) : why);
    if (code == CURLE_USE_SSL_FAILED)
        return fetch_fail(error, kind, "the server doesn't encrypt (STARTTLS)");
    return fetch_fail(error, kind, "%s", why);
}

// -1: there is no certificate.
static int days_left(CURL *curl)
{
    const gint64 end = server_expires(curl);
    return end == 0 ? -1 : (int)CLAMP((end - (gint64)time(NULL)) / 86400, 0, 36500);
}

static gboolean log_in(struct link *self, GError **error)
{
    CURLcode code = curl_easy_perform(self->curl);
    if (code != CURLE_OK)
        return explain(self, code, error);
    code = curl_easy_getinfo(self->curl, CURLINFO_ACTIVESOCKET, &self->socket);
    return (code == CURLE_OK && self->socket != CURL_SOCKET_BAD) ||
           fetch_fail(error, FETCH_ERROR_LATER, "the server has closed the connection");
}

static struct link *connect_with(const struct fetch_config *config, const char *mechanisms,
                                 gboolean *out_tried, GError **error)
{
    struct link *self = g_new0(struct link, 1);
    self->curl = curl_easy_init();
    g_assert(self->curl);
    set_who(self, config, mechanisms);
    set_how(self, config);
    gboolean good = log_in(self, error);
    *out_tried = self->tried;
    if (good)
        return self;
    link_close(self);
    return NULL;
}

// In TLS a password is safe as it is. Where a server offers more, such as GSSAPI, libcurl would
// insist on that, and fail. A server that takes no plain password is asked again as libcurl likes;
// so is one without TLS.
static struct link *connect_any(const struct fetch_config *config, GError **error)
{
    GError *first = NULL;
    gboolean tried;
    if (config->tls == FETCH_TLS_NONE)
        return connect_with(config, NULL, &tried, error);
    struct link *self = connect_with(config, "AUTH=PLAIN;AUTH=LOGIN", &tried, &first);
    if (self || first->code != FETCH_ERROR_LOGIN || tried) {
        if (first)
            g_propagate_error(error, first);
        return self;
    }
    g_error_free(first);
    return connect_with(config, NULL, &tried, error);
}

fetch_wire *fetch_curl_connect(const struct fetch_config *config, int *out_days, GError **error)
{
    struct link *self = connect_any(config, error);
    if (!self)
        return NULL;
    *out_days = days_left(self->curl);
    self->problem[0] = '\0';
    return fetch_wire_new(&ends, self, config->seconds);
}
