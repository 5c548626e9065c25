// SPDX-License-Identifier: MIT
// Mails of a running game to players who want what only they may know sealed (`key seal on`), to a
// key of player23 or of age: the open text says what everybody at the table may know, and the rest
// is in attachments that only the key opens.
//
// Decides which mails those are and what is sealed. The bytes are known in referee/seal/; whole
// mails to keys of OpenPGP are letter_openpgp.h's.
#ifndef REFEREE_LETTER_SEAL_H
#define REFEREE_LETTER_SEAL_H

#include "referee/letter/letter_parts.h"

// Whether the mail, which tells how a game stands for its reader, is to be sealed.
gboolean letter_seal_wanted(const struct letter *letter);

// What is sealed of a mail with this text, as attachments (mail/post.h): a new array, empty when no
// key of the reader opens anything any more.
json_t *letter_seal_parts(const struct letter *letter, const char *text);

// What the open mail says in place of the letter's notes: those that may be open, and how what is
// sealed is opened, or why it isn't there. A new array.
json_t *letter_seal_notes(const struct letter *letter);

#endif
