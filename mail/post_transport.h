// SPDX-License-Identifier: MIT
// The ways by which a composed mail leaves: a table, each row a few functions.
//
// A transport knows an envelope and bytes; it reads no header. It stays open for the whole run, so
// that one with a connection can keep it; each letter has one recipient, since some servers refuse
// all for one.
#ifndef MAIL_POST_TRANSPORT_H
#define MAIL_POST_TRANSPORT_H

#include <glib.h>
#include <jansson.h>

// What they mean is said in mail/post.h.
enum post_outcome { POST_SENT, POST_LATER, POST_NEVER, POST_REFUSED, POST_DOWN };

struct post_letter {
    gint64 id, date;
    const char *from, *to; // the envelope, checked by post_check_address
    GBytes *bytes;         // LF line ends
};

struct post_transport {
    const char *name;
    // Reads its keys of the configuration (mail/post.h); host is checked. NULL with an error: they
    // are wrong, or what they name isn't there. Of the error only the message counts.
    gpointer (*open)(const json_t *config, const char *host, GError **error);
    // When it returns POST_SENT the letter is safe. Otherwise *out_detail, which the caller frees,
    // says why; it may hold any bytes.
    enum post_outcome (*send)(gpointer self, const struct post_letter *letter, char **out_detail);
    // Whether a letter could be sent, without sending one: *out_expires is until when the server's
    // certificate is good, 0 where there is none. *out_detail, which the caller frees, as above.
    // NULL: nothing could be tried that opening hasn't tried.
    gboolean (*check)(gpointer self, gint64 *out_expires, char **out_detail);
    // Makes all letters of a batch safe. Where it is NULL, each is so when it was sent.
    gboolean (*sync)(gpointer self, char **out_detail);
    void (*close)(gpointer self);
};

extern const struct post_transport post_maildir;
extern const struct post_transport post_sendmail;
extern const struct post_transport post_smtp;

// NULL: there is none of this name.
const struct post_transport *post_transport_find(const char *name);

#endif
