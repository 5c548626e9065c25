// SPDX-License-Identifier: MIT
// The hub's side of `read`: a raw mail goes to the sandboxed child, its facts come back.
//
// mail/read.h says what the facts are. A child serves a whole run; when a mail kills it, that mail
// is told apart by its error, and the next one gets a fresh child. What comes back is checked as if
// a stranger had written it, since a hostile mail may have taken the child over.
#ifndef REFEREE_READER_H
#define REFEREE_READER_H

#include <glib.h>
#include <jansson.h>

typedef struct reader reader;

#define READER_ERROR reader_error_quark()
GQuark reader_error_quark(void);

enum reader_error {
    READER_KILLED,  // this mail kills, hangs or corrupts its reader: hold it for the operator
    READER_MISSING, // the reader can't be started, or gives up by itself: stop the run, try later
};

enum {
    READER_BYTES = 2 * 1024 * 1024, // the limit where no referee.conf says otherwise
    READER_SECONDS = 30,
};

struct reader_limits {
    gsize bytes;   // of a mail that is read whole (mail.md, gate 1; message-bytes in referee.conf)
    guint seconds; // that a mail may take, by the clock on the wall
};

// Makes a reader that will run the program at path (place_program("read")). The child starts with
// the first mail, so that a run without mail starts none. Never NULL; ended by reader_stop.
reader *reader_start(const char *path, struct reader_limits limits);

// There will be a mail: starts the child now, which gets ready while something else is done. What
// goes wrong with that, the mail is told.
void reader_begin(reader *self);

// Has raw read. TRUE and *out, which the caller owns, shaped as mail/read.h says: every key there
// and of its type, no control characters outside the bodies. FALSE and READER_ERROR otherwise.
gboolean reader_read(reader *self, GBytes *raw, json_t **out,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Ends the child, if there is one, and frees self; NULL is nothing.
void reader_stop(reader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(reader, reader_stop)

#endif
