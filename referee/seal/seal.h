// SPDX-License-Identifier: MIT
// To which key what only one player may know is sealed, when they want that (`key seal on`).
//
// Decides which keys can. What the bytes look like is known in referee/seal/; what of a mail is
// private, by letter_seal.c.
#ifndef REFEREE_SEAL_H
#define REFEREE_SEAL_H

#include "storage/players.h"

// Whether the player has a key that can be sealed to.
gboolean seal_can(const struct player *player);
// Whether it is one that player23 opens: the Ed25519 key with which it signs. Keys of minisign and
// SSH only sign.
gboolean seal_can_box(const struct player *player);
// Whether it is one of OpenPGP, to which whole mails are encrypted. Not every such key can be
// encrypted to: that is seen when it is tried.
gboolean seal_can_mail(const struct player *player);

#endif
