// SPDX-License-Identifier: MIT
// One connection to a submission server: TLS and the login by libcurl, then lines there and replies
// back (RFC 5321), each before a deadline.
//
// Knows nothing of mails, nor what a reply means for one. libcurl's own SMTP isn't used beyond the
// login: it tells neither at which step a mail was refused nor the server's words, and gives up the
// connection with every refusal.
//
// Deadlines are g_get_monotonic_time's. Whatever a server sends, no more than a few KiB of it are
// kept.
#ifndef MAIL_POST_LINK_H
#define MAIL_POST_LINK_H

#include <glib.h>

typedef struct post_link post_link;

enum post_link_tls { POST_LINK_IMPLICIT, POST_LINK_STARTTLS, POST_LINK_PLAIN };

// Where to and as whom. Owns nothing.
struct post_link_target {
    const char *url; // smtp(s)://HOST[:PORT]
    enum post_link_tls tls;
    const char *ca_file;         // NULL: whom the system believes
    const char *user, *password; // NULL: nobody logs in
    const char *host;            // how we introduce ourselves
};

enum { POST_LINK_TEXT_MAX = 400 };

struct post_reply {
    int code;                      // 200 to 599
    char text[POST_LINK_TEXT_MAX]; // all its lines, codes too, apart by blanks; any bytes but NUL
    char status[12];               // the enhanced one of its first line (RFC 3463): "5.1.1", or ""
};

enum post_link_result {
    POST_LINK_FINE,
    POST_LINK_BROKEN, // the server hung up, or speaks no SMTP
    POST_LINK_LATE    // it was silent until the deadline
};

// Whether url is one that can be asked for; with tls as it has to be for it.
gboolean post_link_url_is_good(const char *url, enum post_link_tls tls);

// Connects, and logs in. NULL: that failed; *out_detail, which the caller frees, says why, with the
// server's words; any bytes. A server that doesn't ask for the login that we are told to make is a
// failure.
post_link *post_link_open(const struct post_link_target *target, gint64 until, char **out_detail);
// Hangs up without a word. Takes NULL.
void post_link_close(post_link *link);

// Whether the server said, after the last greeting, that it can do this: "SMTPUTF8", "SIZE".
gboolean post_link_offers(const post_link *link, const char *keyword);
// Until when its certificate is good, unix seconds; 0: there is none.
gint64 post_link_expires(const post_link *link);

// Sends one line, which holds no line end, and waits for the reply. After anything but FINE the
// link is good for nothing but to be closed.
enum post_link_result post_link_say(post_link *link, const char *line, gint64 until,
                                    struct post_reply *out);
// Sends two lines at once, which the server must offer (PIPELINING, RFC 2920), and waits for both
// replies; one that takes leave with the first (421), or hangs up behind a refusal, gives no
// second: its code is 0.
enum post_link_result post_link_say_both(post_link *link, const char *first, const char *second,
                                         gint64 until, struct post_reply out[2]);
// Sends bytes as they are.
enum post_link_result post_link_pour(post_link *link, const void *bytes, gsize len, gint64 until);
// Waits for one reply.
enum post_link_result post_link_hear(post_link *link, gint64 until, struct post_reply *out);

#endif
