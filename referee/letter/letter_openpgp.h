// SPDX-License-Identifier: MIT
// Mails to players with a key of OpenPGP, who want what is private sealed: all that a mail shows is
// encrypted (RFC 3156), and only what travels on its outside is open: addresses, subject, dates,
// which game and turn.
//
// Decides which mails those are. How it is done is known by the program openpgp.
#ifndef REFEREE_LETTER_OPENPGP_H
#define REFEREE_LETTER_OPENPGP_H

#include "referee/letter/letter_parts.h"

// Whether the mail is to be encrypted.
gboolean letter_openpgp_wanted(const struct letter *letter);

// Whether it is the one that says that they will be from now on. It isn't, since whoever can't read
// those has to be able to read how to end it; so it says nothing but that: its other notes become a
// mail of their own. Errors: STORE_ERROR.
gboolean letter_openpgp_is_first(const struct letter *letter);
gboolean letter_openpgp_split(struct letter *letter, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Encrypts what the mail (mail/post.h) shows. *out_fault: why that can't be done with this key any
// more (mail/openpgp.h), and the mail is as it was; else NULL. The caller owns it. Errors:
// STORE_ERROR, CHILD_ERROR, OPENPGP_ERROR.
gboolean letter_openpgp_encrypt(const struct letter *letter, json_t *mail, char **out_fault,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What is told to the reader where it can't be done: takes out of the letter's notes all that may
// be private, and adds why.
void letter_openpgp_give_up(struct letter *letter, const char *fault);

#endif
