// SPDX-License-Identifier: MIT
// One mail as the hub describes it (mail/post.h), read from JSON and found good.
//
// Decides whether a mail can be composed at all. Knows neither MIME nor how mails are sent.
#ifndef MAIL_POST_MAIL_H
#define MAIL_POST_MAIL_H

#include <glib.h>
#include <jansson.h>

#include "mail/post.h"

struct post_pair {
    const char *name, *value;
};

struct post_attachment {
    const char *type, *name, *text;
    gsize len; // of text
    struct post_pair headers[POST_HEADERS_MAX];
    guint n_headers;
};

struct post_image {
    const char *id, *name; // id with its < >
    GBytes *png;           // owned
};

// An entry for a calendar; post_calendar.h.
struct post_event {
    const char *uid, *summary, *description;
    gint64 sequence, start, end;
    gboolean cancelled;
};

// The addresses and images belong to it; all other strings to the JSON, which must outlive it.
struct post_mail {
    gint64 id, date;
    char *to, *from, *envelope_from;
    char *reply_to; // or NULL
    const char *to_name, *from_name, *subject, *message_id, *text;
    const char *in_reply_to, *html; // or NULL
    const char *encrypted;          // armored, and all that there is; or NULL
    const char *references[POST_REFERENCES_MAX];
    guint n_references;
    struct post_pair headers[POST_HEADERS_MAX];
    guint n_headers;
    struct post_attachment attachments[POST_ATTACHMENTS_MAX];
    guint n_attachments;
    struct post_image images[POST_IMAGES_MAX];
    guint n_images;
    struct post_event events[POST_EVENTS_MAX];
    guint n_events;
};

// FALSE: object is no mail; *out_wrong, which the caller frees, says why, in our words only. To be
// cleared either way.
gboolean post_mail_read(const json_t *object, struct post_mail *out, char **out_wrong);
void post_mail_clear(struct post_mail *mail);

#endif
