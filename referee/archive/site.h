// SPDX-License-Identifier: MIT
// A folder of published files: what is in it, what changes, and how it changes all at once.
//
// Decides when a file is written: only when its bytes are others. New files lie aside until all are
// there and on the disk; then they take their places. So a crash, or a run that fails, leaves old
// files or new ones, and none half written; the next run finishes the rest. Knows nothing of what
// the files hold.
#ifndef REFEREE_SITE_H
#define REFEREE_SITE_H

#include <glib.h>

typedef struct site site;

struct site_count {
    guint files, written, removed; // files: all that are there now
};

// Opens a folder, which is made (with those above it) when it isn't there, and keeps others from
// publishing into it meanwhile. Errors: G_FILE_ERROR; _EXIST for a folder that holds something else
// than a site; _AGAIN while somebody else is at it. site_close frees the result.
site *site_open(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void site_close(site *self); // takes NULL; what wasn't finished is undone
G_DEFINE_AUTOPTR_CLEANUP_FUNC(site, site_close)

// Whether the last finished run had this stamp, and all its files are still there: nothing to do.
gboolean site_is_as(const site *self, const char *stamp);

// Whether a file is there as it was put with this stamp; then it stays.
gboolean site_keep(site *self, const char *name, const char *stamp);

// A file of this site. name is a relative path, of letters, digits and . - _ @ between its slashes.
// stamp says what it was made from; NULL: site_keep will not be asked.
gboolean site_put(site *self, const char *name, const char *stamp, const void *bytes, gsize len,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The same in pieces, for what is too long to be held. end and drop free it, whatever happens; it
// is ended or dropped before the site is finished or closed.
typedef struct site_file site_file;
site_file *site_begin(site *self, const char *name, const char *stamp,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean site_add(site_file *file, const void *bytes, gsize len,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean site_end(site_file *file, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void site_drop(site_file *file); // takes NULL

// All files are in their places, those that were neither put nor kept are gone.
gboolean site_finish(site *self, const char *stamp, struct site_count *out_count,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
