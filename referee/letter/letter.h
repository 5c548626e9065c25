// SPDX-License-Identifier: MIT
// From what was noted for one reader to one mail, worded, signed and ready for the post.
//
// Decides which template a mail takes and what stands in it. What a reader may know of a game comes
// from table.c alone; when a mail goes out is known by dispatch.c.
#ifndef REFEREE_LETTER_H
#define REFEREE_LETTER_H

#include "referee/language/wording.h"
#include "referee/setup/desk.h"
#include "storage/outbox.h"

// Makes the mail for rows (struct outbound_row *, oldest first) that go to the same reader about
// the same thing. Fills in of the last row: kind, notes, told_from, told_to, ticket, message_id,
// body (the JSON for the post, mail/post.h); tells the store which lines the reader has been told.
// *out_made is FALSE when there is nobody to write to any more. Within a transaction. Errors:
// STORE_ERROR, and those of the templates.
gboolean letter_make(struct desk *desk, wording *words, const GPtrArray *rows, gboolean *out_made,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
