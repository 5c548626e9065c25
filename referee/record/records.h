// SPDX-License-Identifier: MIT
// A file of many records, one after another, read one at a time (spec/interface.md, export); behind
// a record its evidence may stand (docs/record.md).
//
// Decides where one ends: before the next line that is the title of a record or of evidence. Such a
// line can stand nowhere inside either, so that what is no record spoils none but itself. Checks
// nothing else; memory stays bounded, whatever the file holds.
#ifndef REFEREE_RECORDS_H
#define REFEREE_RECORDS_H

#include <glib.h>
#include <stdbool.h>

enum { RECORDS_PART_MAX = 16 << 20 };

// One record's bytes, or what stands in the place of one. Valid until the next call.
struct records_part {
    const char *text;
    gsize len;
    gsize line;     // the number of its first line in the file, from 1
    bool too_large; // more than RECORDS_PART_MAX: the text is empty
    bool last;
    bool is_evidence; // of the record before it
};

struct records;

// Errors: G_FILE_ERROR. records_close frees the result.
struct records *records_open(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void records_close(struct records *records); // takes NULL

// The next one, at least one in every file. False after the last (*error unset), or when the file
// can't be read.
bool records_next(struct records *records, struct records_part *out,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
