// SPDX-License-Identifier: MIT
// The whole archive, from the database to a folder of pages.
//
// Decides which pages there are and which of them have to be made anew. Knows nothing of mail.
#ifndef REFEREE_ARCHIVE_H
#define REFEREE_ARCHIVE_H

#include "referee/archive/site.h"
#include "referee/setup/desk.h"

struct archive_outcome {
    struct site_count count;
    guint games;        // of this referee that are over
    guint foreign;      // of others
    gboolean unchanged; // nothing had to be done
};

// Publishes to a folder (site.h). Only reads the database. Errors: STORE_ERROR, G_FILE_ERROR,
// those of templates.
gboolean archive_publish(struct desk *desk, const char *path, struct archive_outcome *out,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
