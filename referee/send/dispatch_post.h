// SPDX-License-Identifier: MIT
// Mails that are made, to the program `post`, until they are accepted.
//
// Decides when a failed one is tried again, and when it is given up; that whoever left a game gets
// no further hand, and whoever wants no mail none. How a mail travels is known by `post`.
#ifndef REFEREE_DISPATCH_POST_H
#define REFEREE_DISPATCH_POST_H

#include "referee/setup/desk.h"

typedef struct dispatch_post dispatch_post;

// How it went.
struct dispatch_result {
    guint sent, later, failed;
};

// Nothing is started as long as there is nothing to post.
dispatch_post *dispatch_post_new(struct desk *desk);
// Ends the program, frees self, and tells how it went.
struct dispatch_result dispatch_post_end(dispatch_post *self);

// Posts all mails that are ready and due, as many as may go in an hour, none of them inside a
// transaction; a turn's clock starts when its mails are accepted. A server that is down is asked
// once: the mail in hand is put off, the others stay due, and the error is POSTER_ERROR_DOWN.
// Errors: that, STORE_ERROR, CHILD_ERROR, and other POSTER_ERROR; what was posted before is
// settled. After an error nothing more is posted.
gboolean dispatch_post_due(dispatch_post *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The same for mails that were just made (struct outbound_row *), as they stand in the store: they
// needn't be read again.
gboolean dispatch_post_made(dispatch_post *self, const GPtrArray *rows,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Seconds until a mail is tried again that was tried so often; -1: it is given up.
gint64 dispatch_pause(int tries);

#endif
