// SPDX-License-Identifier: MIT
// One of our own programs running beside us: a frame there, a frame back, within a time.
//
// Knows of what the frames say (mail/read.h, mail/post.h) at most that it is JSON. Whatever happens
// to the child, the hub goes on: it waits never longer than it was told, and leaves no zombie.
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <glib.h>
#include <jansson.h>

typedef struct child child;

// What to do: START: the program isn't there, a matter of installation; GONE and FRAME: it died or
// speaks nonsense, start another and suspect the question; TIMEOUT: likewise, it was killed.
#define CHILD_ERROR child_error_quark()
GQuark child_error_quark(void);
enum child_error { CHILD_ERROR_START, CHILD_ERROR_GONE, CHILD_ERROR_FRAME, CHILD_ERROR_TIMEOUT };

// Starts argv[0], an absolute or relative path (PATH is not searched), with argv (NULL at its end)
// and our environment. Its standard input and output are pipes to us, its standard error is ours;
// nothing else is inherited. From the first call on this process ignores SIGPIPE. Error:
// CHILD_ERROR_START.
child *child_start(const char *const *argv, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Writes one frame and reads one of at most max bytes, all within seconds. The caller owns the
// answer. On any error the child is killed and reaped, and every later call gives CHILD_ERROR_GONE.
GBytes *child_ask(child *self, const void *bytes, gsize len, gsize max, guint seconds,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The same with a text, NUL-terminated, and an answer that is one JSON object: a new one. Any other
// is CHILD_ERROR_FRAME.
json_t *child_ask_object(child *self, const char *text, gsize max, guint seconds,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether it can still be asked.
gboolean child_alive(const child *self);

// Closes its input, gives it seconds to end, kills it if it doesn't, and frees self; NULL is
// nothing. Returns its wait status (waitpid), or -1 when there is none to tell.
int child_stop(child *self, guint seconds);

#endif
