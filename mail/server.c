// SPDX-License-Identifier: MIT
// See server.h.
#include "mail/server.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

void server_prepare(CURL *curl, const char *protocols, gboolean starttls, const char *ca_file)
{
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, protocols);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(starttls ? CURLUSESSL_ALL : CURLUSESSL_NONE));
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(curl, CURLOPT_CERTINFO, 1L);
    if (!ca_file)
        return;
    curl_easy_setopt(curl, CURLOPT_CAINFO, ca_file);
    curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
}

gint64 server_expires(CURL *curl)
{
    static const char name[] = "Expire date:";
    struct curl_certinfo *chain = NULL;
    if (curl_easy_getinfo(curl, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain ||
        chain->num_of_certs < 1)
        return 0;
    // The first certificate is the server's own.
    for (const struct curl_slist *line = chain->certinfo[0]; line; line = line->next)
        if (g_str_has_prefix(line->data, name))
            return MAX((gint64)curl_getdate(line->data + strlen(name), NULL), 0);
    return 0;
}

int server_await(curl_socket_t socket, short events, gint64 until)
{
    for (;;) {
        const gint64 left = (until - g_get_monotonic_time() + 999) / 1000;
        if (left <= 0)
            return 0;
        struct pollfd end = {.fd = socket, .events = events};
        const int n = poll(&end, 1, (int)MIN(left, G_MAXINT));
        if (n > 0)
            return 1;
        if (n < 0 && errno != EINTR)
            return -1;
    }
}
