// SPDX-License-Identifier: MIT
// The hub's side of `post`: starts it, hands it mails, learns what became of each.
//
// Decides nothing about mails. The contract of the frames is mail/post.h; here is only who calls
// whom.
#ifndef REFEREE_POSTER_H
#define REFEREE_POSTER_H

#include <glib.h>
#include <jansson.h>

typedef struct poster poster;

enum poster_status {
    POSTER_SENT,    // it has left, for good
    POSTER_LATER,   // try the same mail again
    POSTER_NEVER,   // trying again is no use
    POSTER_REFUSED, // likewise, and it is for the sake of whom it goes to
    POSTER_DOWN     // try the same mail again; any other would fare the same now
};

// Errors: CHILD_ERROR when the program died, hung or could not be started; the mail in hand may or
// may not have left: try the same mail again, later.
#define POSTER_ERROR poster_error_quark()
GQuark poster_error_quark(void);
enum poster_error {
    POSTER_ERROR_CONFIG, // post refuses its configuration: nothing can be sent in this run
    POSTER_ERROR_ANSWER, // post answered what makes no sense: likewise
    POSTER_ERROR_DOWN    // the server for mails can't be reached, or lets us not in: likewise
};

// Starts PROGRAM (the path of libexec/post) and gives it config (mail/post.h, first frame), to
// which the poster takes a reference. Errors: CHILD_ERROR, POSTER_ERROR. The result is ended by
// poster_stop.
poster *poster_start(const char *program, json_t *config, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Hands over one mail and waits for what becomes of it. *out_detail is one printable line that the
// caller frees; never NULL when TRUE is returned. A child that died with the mail before is started
// again, at most POSTER_STARTS_MAX times in all. Errors: CHILD_ERROR, POSTER_ERROR.
gboolean poster_send(poster *self, const json_t *mail, enum poster_status *out, char **out_detail,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The same with a mail as a parcel (base/parcel.h), whose id this is.
gboolean poster_send_parcel(poster *self, gint64 id, const char *mail, enum poster_status *out,
                            char **out_detail, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Where mails are sent in batches: makes all safe that were sent since the last time. On any error
// they aren't, and are to be sent again: POSTER_ERROR_DOWN, also when the child that had them is
// gone; CHILD_ERROR, other POSTER_ERROR.
gboolean poster_sync(poster *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Asks whether mails could be sent now, and sends none: post reaches the server and logs in.
// *out_expires is when its certificate ends, unix seconds, 0 where it has none. Errors:
// POSTER_ERROR_DOWN, with the server's words; CHILD_ERROR, POSTER_ERROR.
gboolean poster_check(poster *self, gint64 *out_expires, GError **error) G_GNUC_WARN_UNUSED_RESULT;

enum {
    POSTER_STARTS_MAX = 5,
    POSTER_SECONDS = 300,             // that one mail may take
    POSTER_MAIL_MAX = 8 * 1024 * 1024 // bytes of a mail's parcel (POST_FRAME_MAX in mail/post.h)
};

// Lets post end and frees self; NULL is nothing.
void poster_stop(poster *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(poster, poster_stop)

#endif
