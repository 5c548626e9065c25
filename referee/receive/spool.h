// SPDX-License-Identifier: MIT
// A Maildir in which mail arrives: what is new, its bytes, and that it is done.
//
// Knows files. What a mail means is not its business, nor when it is safe to be done with one.
#ifndef REFEREE_SPOOL_H
#define REFEREE_SPOOL_H

#include <glib.h>

// SPOOL_ERROR_NO_MAIL: a folder, link or pipe that somebody put there. Nobody wrote it.
#define SPOOL_ERROR (spool_error_quark())
enum spool_error { SPOOL_ERROR_NO_MAIL };
GQuark spool_error_quark(void);

// The names in MAILDIR/new, in the order of their names, which begin with the time of delivery.
// Names that begin with a dot are no mails. A new array of char * with a free function. Errors:
// G_FILE_ERROR.
gboolean spool_list(const char *maildir, GPtrArray **out_names,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The first max bytes of a mail, at most. NULL without an error when it is gone meanwhile (another
// reader took it). The caller owns the result. Errors: SPOOL_ERROR; G_FILE_ERROR: whose mail it is,
// and what is in it, can't be known now.
GBytes *spool_read(const char *maildir, const char *name, gsize max,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Moves the mail to MAILDIR/cur, marked as seen, never over another one, and makes that durable.
// One that is gone is done. Errors: G_FILE_ERROR.
gboolean spool_done(const char *maildir, const char *name,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The same in two steps, for many mails: they are moved one by one, and made durable together.
gboolean spool_move(const char *maildir, const char *name,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean spool_sync(const char *maildir, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
