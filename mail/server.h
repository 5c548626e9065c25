// SPDX-License-Identifier: MIT
// A mail server as libcurl reaches it, for both programs that speak with one: `fetch` and `post`.
//
// Decides whom to believe: certificates are always checked. Knows no protocol: libcurl connects and
// logs in, and what is said from there on is said by those who call.
#ifndef MAIL_SERVER_H
#define MAIL_SERVER_H

#include <curl/curl.h>
#include <glib.h>

// Has curl connect by one of these protocols ("smtp,smtps"), TLS 1.2 or later, through no proxy
// whatever the environment says, and leave the connection to us. starttls: insists on it.
// ca_file: whom to believe and nobody else, a PEM file; NULL: whom the system believes.
void server_prepare(CURL *curl, const char *protocols, gboolean starttls, const char *ca_file);

// Until when the certificate of the server that it is connected to is good, unix seconds; 0: there
// is none.
gint64 server_expires(CURL *curl);

// Waits until the socket can be read (POLLIN) or written (POLLOUT), or is broken, which the next
// call on it tells: 1. 0: not until then, which is g_get_monotonic_time's. -1: it can't be waited
// for.
int server_await(curl_socket_t socket, short events, gint64 until);

#endif
