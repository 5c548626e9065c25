// SPDX-License-Identifier: MIT
// What is attached to a mail: table.json, the record of a game that is over and its evidence, and
// what was asked for with `my data` and `mail page`. out is the mail's array of attachments
// (mail/post.h).
//
// Decides their names and types. What may stand in them is known by those who made it.
#ifndef REFEREE_LETTER_ATTACH_H
#define REFEREE_LETTER_ATTACH_H

#include "referee/setup/desk.h"
#include "storage/players.h"

#include <jansson.h>

// The table, signed (spec: mail.md, "What the referee sends").
void letter_attach_table(const struct desk *desk, const json_t *table, json_t *out);

// The referee's signature on the bytes of a table.json, base64; the caller owns it.
char *letter_attach_signature(const struct desk *desk, const char *text);

// The record of a game and its evidence, as far as it has them. Errors, also of the next:
// STORE_ERROR.
gboolean letter_attach_record(struct desk *desk, gint64 game, json_t *out,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The note of this page brings the table in the browser (archive/page_table.h).
#define LETTER_ATTACH_PAGE "page"

// The table in the browser, when one of the notes asks for it. Errors: G_FILE_ERROR,
// MUSTACHE_ERROR.
gboolean letter_attach_page(const struct desk *desk, const json_t *notes, json_t *out,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What is stored about the player, when one of the notes asks for it.
gboolean letter_attach_data(struct desk *desk, const struct player *player, const json_t *notes,
                            json_t *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
