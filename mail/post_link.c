// SPDX-License-Identifier: MIT
// See post_link.h.
#include "mail/post_link.h"

#include "mail/server.h"

#include <curl/curl.h>
#include <poll.h>
#include <string.h>

enum {
    HEARD_MAX = 2000, // bytes of a reply's line; RFC 5321 wants 512
    LINES_MAX = 100,  // of one reply
    OFFERS_MAX = 64,
    OFFER_MAX = 32
};

struct post_link {
    CURL *curl;
    curl_socket_t socket;
    GString *in;      // heard, and not yet read
    GPtrArray *offer; // keywords of its last EHLO
    gboolean logged_in;
    char last[POST_LINK_TEXT_MAX]; // the last line while connecting
    char why[CURL_ERROR_SIZE];
};

// ---- connecting --------------------------------------------------------------------------------

static void note_offer(post_link *link, const char *words, gsize len)
{
    gsize n = 0;
    while (n < len && g_ascii_isgraph(words[n]) && words[n] != '=')
        n++;
    if (n > 0 && n < OFFER_MAX && link->offer->len < OFFERS_MAX)
        g_ptr_array_add(link->offer, g_strndup(words, n));
}

// libcurl passes every line of a reply until the login is done.
static size_t hear_line(char *line, size_t size, size_t n, void *data)
{
    post_link *link = data;
    gsize len = size * n;
    g_autofree char *copy = g_strndup(line, MIN(len, sizeof link->last - 1));
    g_strlcpy(link->last, g_strchomp(copy), sizeof link->last);
    if (g_str_has_prefix(link->last, "220")) // a greeting, or TLS begins: what was said is void
        g_ptr_array_set_size(link->offer, 0);
    else if (g_str_has_prefix(link->last, "250-") || g_str_has_prefix(link->last, "250 "))
        note_offer(link, link->last + 4, strlen(link->last + 4));
    else if (g_str_has_prefix(link->last, "235"))
        link->logged_in = TRUE;
    return len;
}

// The url with our name as its path, as libcurl wants it; NULL when it is none.
static CURLU *make_url(const char *url, const char *host)
{
    CURLU *made = curl_url();
    g_autofree char *path = g_strconcat("/", host, NULL);
    if (!made || curl_url_set(made, CURLUPART_URL, url, 0) != CURLUE_OK ||
        curl_url_set(made, CURLUPART_PATH, path, 0) != CURLUE_OK) {
        curl_url_cleanup(made);
        return NULL;
    }
    return made;
}

static gboolean has_part(CURLU *url, CURLUPart part)
{
    char *text = NULL;
    gboolean has = curl_url_get(url, part, &text, 0) == CURLUE_OK;
    curl_free(text);
    return has;
}

gboolean post_link_url_is_good(const char *url, enum post_link_tls tls)
{
    const char *scheme = tls == POST_LINK_IMPLICIT ? "smtps://" : "smtp://";
    CURLU *made = g_str_has_prefix(url, scheme) ? make_url(url, "h") : NULL;
    gboolean good = made && !has_part(made, CURLUPART_USER) && !has_part(made, CURLUPART_QUERY) &&
                    !has_part(made, CURLUPART_PASSWORD) && !has_part(made, CURLUPART_FRAGMENT);
    curl_url_cleanup(made);
    return good;
}

static gint64 left_ms(gint64 until)
{
    return (until - g_get_monotonic_time() + 999) / 1000;
}

static gboolean set_up(post_link *link, CURLU *url, const struct post_link_target *target,
                       gint64 until)
{
    CURL *curl = link->curl;
    curl_easy_setopt(curl, CURLOPT_CURLU, url);
    server_prepare(curl, "smtp,smtps", target->tls == POST_LINK_STARTTLS, target->ca_file);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)MAX(left_ms(until), 1));
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, link->why);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, hear_line);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, link);
    if (!target->user)
        return TRUE;
    // TLS keeps the password; the others, offered by some servers, need what we don't have.
    curl_easy_setopt(curl, CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN");
    return curl_easy_setopt(curl, CURLOPT_USERNAME, target->user) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_PASSWORD, target->password) == CURLE_OK;
}

// Connects. NULL when all went well, else why not; the caller frees it.
static char *reach(post_link *link, const struct post_link_target *target, gint64 until)
{
    CURLU *url = make_url(target->url, target->host);
    if (!link->curl || !url || !set_up(link, url, target, until)) {
        curl_url_cleanup(url);
        return g_strdup("no memory to connect");
    }
    CURLcode code = curl_easy_perform(link->curl);
    curl_easy_setopt(link->curl, CURLOPT_CURLU, NULL);
    curl_url_cleanup(url);
    const char *said = link->last[0] ? "; it said: " : "";
    gboolean gone = code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR;
    if (gone && !link->last[0])
        return g_strdup_printf("%s: the server hung up at once", target->url);
    if (code != CURLE_OK)
        return g_strdup_printf("%s: %s%s%s", target->url,
                               gone           ? "the server hung up"
                               : link->why[0] ? link->why
                                              : curl_easy_strerror(code),
                               said, link->last);
    if (target->user && !link->logged_in)
        return g_strdup_printf("%s: the server offers no login by PLAIN or LOGIN; where it wants "
                               "none, leave the user out",
                               target->url);
    if (curl_easy_getinfo(link->curl, CURLINFO_ACTIVESOCKET, &link->socket) != CURLE_OK ||
        link->socket == CURL_SOCKET_BAD)
        return g_strdup_printf("%s: the server hung up%s%s", target->url, said, link->last);
    return NULL;
}

post_link *post_link_open(const struct post_link_target *target, gint64 until, char **out_detail)
{
    post_link *link = g_new0(post_link, 1);
    link->curl = curl_easy_init();
    link->socket = CURL_SOCKET_BAD;
    link->in = g_string_new(NULL);
    link->offer = g_ptr_array_new_with_free_func(g_free);
    *out_detail = reach(link, target, until);
    if (!*out_detail)
        return link;
    post_link_close(link);
    return NULL;
}

void post_link_close(post_link *link)
{
    if (!link)
        return;
    curl_easy_cleanup(link->curl);
    g_string_free(link->in, TRUE);
    g_ptr_array_unref(link->offer);
    g_free(link);
}

gboolean post_link_offers(const post_link *link, const char *keyword)
{
    for (guint i = 0; i < link->offer->len; i++)
        if (g_ascii_strcasecmp(g_ptr_array_index(link->offer, i), keyword) == 0)
            return TRUE;
    return FALSE;
}

gint64 post_link_expires(const post_link *link)
{
    return server_expires(link->curl);
}

// ---- lines -------------------------------------------------------------------------------------

// Waits until the socket is ready, or broken, or time is up.
static enum post_link_result await(const post_link *link, short events, gint64 until)
{
    const int ready = server_await(link->socket, events, until);
    return ready > 0 ? POST_LINK_FINE : ready == 0 ? POST_LINK_LATE : POST_LINK_BROKEN;
}

enum post_link_result post_link_pour(post_link *link, const void *bytes, gsize len, gint64 until)
{
    const char *from = bytes;
    while (len > 0) {
        size_t sent = 0;
        CURLcode code = curl_easy_send(link->curl, from, len, &sent);
        from += sent;
        len -= sent;
        if (code == CURLE_OK)
            continue;
        enum post_link_result ready =
            code == CURLE_AGAIN ? await(link, POLLOUT, until) : POST_LINK_BROKEN;
        if (ready != POST_LINK_FINE)
            return ready;
    }
    return POST_LINK_FINE;
}

// Hears some more.
static enum post_link_result fill(post_link *link, gint64 until)
{
    char bytes[4096];
    for (;;) {
        size_t n = 0;
        if (left_ms(until) <= 0)
            return POST_LINK_LATE;
        CURLcode code = curl_easy_recv(link->curl, bytes, sizeof bytes, &n);
        if (code == CURLE_OK && n > 0) {
            g_string_append_len(link->in, bytes, (gssize)n);
            return POST_LINK_FINE;
        }
        if (code != CURLE_AGAIN)
            return POST_LINK_BROKEN;
        enum post_link_result ready = await(link, POLLIN, until);
        if (ready != POST_LINK_FINE)
            return ready;
    }
}

// The next line, without its end. The caller frees it.
static enum post_link_result hear_one(post_link *link, gint64 until, char **out)
{
    const char *end;
    *out = NULL;
    while (!(end = memchr(link->in->str, '\n', link->in->len))) {
        if (link->in->len > HEARD_MAX)
            return POST_LINK_BROKEN;
        enum post_link_result heard = fill(link, until);
        if (heard != POST_LINK_FINE)
            return heard;
    }
    gsize len = (gsize)(end - link->in->str);
    if (len > HEARD_MAX)
        return POST_LINK_BROKEN;
    *out = g_strchomp(g_strndup(link->in->str, len));
    g_string_erase(link->in, 0, (gssize)len + 1);
    return POST_LINK_FINE;
}

// The code of a reply's line, 0 when it is none; *out_more: others follow.
static int code_of(const char *line, gboolean *out_more)
{
    if (line[0] < '2' || line[0] > '5' || !g_ascii_isdigit(line[1]) || !g_ascii_isdigit(line[2]) ||
        (line[3] != ' ' && line[3] != '-' && line[3] != '\0'))
        return 0;
    *out_more = line[3] == '-';
    return (line[0] - '0') * 100 + (line[1] - '0') * 10 + line[2] - '0';
}

// CLASS.SUBJECT.DETAIL at the start of text, of the reply's own class.
static void read_status(const char *text, int code, struct post_reply *out)
{
    gsize len = strspn(text, "0123456789.");
    guint dots = 0;
    for (gsize i = 0; i < len; i++)
        dots += text[i] == '.';
    if (len < sizeof out->status && dots == 2 && text[1] == '.' && text[0] - '0' == code / 100 &&
        (text[len] == ' ' || text[len] == '\0'))
        g_strlcpy(out->status, text, len + 1);
}

enum post_link_result post_link_hear(post_link *link, gint64 until, struct post_reply *out)
{
    memset(out, 0, sizeof *out);
    gboolean more = TRUE;
    for (int n = 0; more; n++) {
        g_autofree char *line = NULL;
        enum post_link_result heard = hear_one(link, until, &line);
        if (heard != POST_LINK_FINE)
            return heard;
        int code = code_of(line, &more);
        if (code == 0 || (n > 0 && code != out->code) || n == LINES_MAX)
            return POST_LINK_BROKEN;
        if (n == 0 && line[3])
            read_status(line + 4, code, out);
        out->code = code;
        if (n > 0)
            g_strlcat(out->text, " ", sizeof out->text);
        g_strlcat(out->text, line, sizeof out->text);
    }
    return POST_LINK_FINE;
}

// Says lines, each with its end, and waits for the reply to the first of them.
static enum post_link_result ask(post_link *link, const char *lines, gint64 until,
                                 struct post_reply *out)
{
    memset(out, 0, sizeof *out);
    // What was said before we asked is no answer: the server takes leave, or is out of step.
    if (link->in->len > 0)
        return post_link_hear(link, until, out) == POST_LINK_FINE && out->code == 421
                   ? POST_LINK_FINE
                   : POST_LINK_BROKEN;
    enum post_link_result poured = post_link_pour(link, lines, strlen(lines), until);
    return poured == POST_LINK_FINE ? post_link_hear(link, until, out) : poured;
}

enum post_link_result post_link_say(post_link *link, const char *line, gint64 until,
                                    struct post_reply *out)
{
    g_assert(!strpbrk(line, "\r\n"));
    g_autofree char *sent = g_strconcat(line, "\r\n", NULL);
    return ask(link, sent, until, out);
}

enum post_link_result post_link_say_both(post_link *link, const char *first, const char *second,
                                         gint64 until, struct post_reply out[2])
{
    g_assert(!strpbrk(first, "\r\n") && !strpbrk(second, "\r\n"));
    g_autofree char *sent = g_strconcat(first, "\r\n", second, "\r\n", NULL);
    memset(&out[1], 0, sizeof out[1]);
    enum post_link_result heard = ask(link, sent, until, &out[0]);
    if (heard != POST_LINK_FINE || out[0].code == 421)
        return heard;
    heard = post_link_hear(link, until, &out[1]);
    return out[0].code >= 400 ? POST_LINK_FINE : heard;
}
