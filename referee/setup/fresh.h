// SPDX-License-Identifier: MIT
// New files and folders that never take the place of anything, and are there for good or not at
// all.
//
// Knows nothing of what is written. A crash leaves at most a file NAME.new-XXXXXX, as those of
// storage/ do; fresh_tidy takes it away.
#ifndef REFEREE_FRESH_H
#define REFEREE_FRESH_H

#include <glib.h>

// All errors are G_FILE_ERROR, _EXIST where something has the name already, and name the path.

// Writes a new file of mode 0600: complete, synced with its folder, or not there.
gboolean fresh_file(const char *path, const void *bytes, gsize len,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The same in pieces, for what is too long to be held: it has its name only once it is finished.
// finish and drop free it, whatever happens.
struct fresh;
struct fresh *fresh_begin(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean fresh_add(struct fresh *fresh, const void *bytes, gsize len,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean fresh_finish(struct fresh *fresh, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void fresh_drop(struct fresh *fresh); // takes NULL

// A new folder of mode 0700, synced with the one that holds it. *out_made (may be NULL) says
// whether it was made; one that is there already is fine as it is.
gboolean fresh_folder(const char *path, gboolean *out_made,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Removes what a stopped run left half written beside path. Nothing may be at work there.
void fresh_tidy(const char *path);

#endif
