// SPDX-License-Identifier: MIT
// table.json as a player's program takes it in (spec: table.md): checked once, then believed.
//
// Decides whether an object has the shape that table.md says. Knows no mail and no signature: who
// wrote it is known by mailfile.h and known.h.
#ifndef PLAYER_VIEW_H
#define PLAYER_VIEW_H

#include "referee/rules/rules.h"

#include <glib.h>
#include <jansson.h>

#define VIEW_ERROR (view_error_quark())
GQuark view_error_quark(void);
enum view_error { VIEW_ERROR_SHAPE }; // the mail is no use; the message names the key

// Whether every key that we read is there, is of its type, and lies within its bounds; every text
// is one line of UTF-8 without control characters. Unknown keys are of no matter. After this the
// functions below, and jansson's getters, need no checks. Errors: VIEW_ERROR.
gboolean view_check(const json_t *table, GError **error) G_GNUC_WARN_UNUSED_RESULT;

const char *view_text(const json_t *table, const char *key); // "" for null
int view_number(const json_t *table, const char *key);
gboolean view_is(const json_t *table, const char *key); // true?
const json_t *view_you(const json_t *table, const char *key);
// The referee's public key, 32 bytes.
void view_key(const json_t *table, guint8 out[32]);

// The cost of a move among the legal ones, in penalty tokens; -1: it isn't among them.
int view_cost(const json_t *table, struct move move);

// As much of the table as this player knows, fit for rules_judge and rules_judge_discard with the
// returned seat: other hands are empty. A stall counts as having been forced.
unsigned view_rules(const json_t *table, struct table *out);

#endif
