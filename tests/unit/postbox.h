// SPDX-License-Identifier: MIT
// For tests of `post`: the program running, a Maildir in a folder of its own, a mail to send.
#ifndef TESTS_UNIT_POSTBOX_H
#define TESTS_UNIT_POSTBOX_H

#include <glib.h>
#include <jansson.h>

#include "base/child.h"

struct postbox {
    char *dir;     // removed with all that is in it by postbox_close
    char *maildir; // below dir
    child *post;   // NULL: not started
};

// libexec/post of the build under test. The caller frees it.
char *postbox_program(void);

// Makes the folder and the Maildir; starts nothing.
void postbox_make(struct postbox *box);
// Starts post with config, which it takes over, and asserts that it is ready.
void postbox_start(struct postbox *box, json_t *config);
// {"transport": "maildir", …} for this box.
json_t *postbox_maildir(const struct postbox *box);
void postbox_close(struct postbox *box);

// A plain mail with every key, nothing in it that would be refused.
json_t *postbox_mail(gint64 id);

// Sends mail (taken over) and returns "STATUS DETAIL", "STATUS" alone without a detail, or "" when
// post died. Asserts that the answer has the mail's id. The caller frees it.
char *postbox_send(struct postbox *box, json_t *mail);

// The contents of a folder of the Maildir, in the order of the names; names too if asked for.
GPtrArray *postbox_files(const struct postbox *box, const char *folder, GPtrArray **out_names);

#endif
