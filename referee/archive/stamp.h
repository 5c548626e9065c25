// SPDX-License-Identifier: MIT
// What pages are made from, in 32 digits: the same stamp, the same page.
#ifndef REFEREE_STAMP_H
#define REFEREE_STAMP_H

#include "referee/setup/config.h"
#include "storage/archive.h"

// Of what all pages share: program, settings, templates and words, people (struct archive_person).
// The caller owns it, as the others. Errors: G_FILE_ERROR.
char *stamp_of_frame(const struct config *config, const GArray *people, GError **error);
// Of one game's page, and of all (struct archive_row); frame is the stamp of the frame.
char *stamp_of_game(const char *frame, const struct archive_row *row);
char *stamp_of_games(const char *frame, const GArray *rows);
// Of the records of those that are over.
char *stamp_of_records(const GArray *rows);

#endif
