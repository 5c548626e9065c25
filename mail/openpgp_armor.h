// SPDX-License-Identifier: MIT
// Armored signatures and keys (RFC 4880, 6.2 and 7), looked at before GnuPG does: it would unpack
// whatever is in them, and of a few kilobytes may come more than it can read in a minute.
//
// Decides whether an armor holds these and nothing else. Whether they are good is GnuPG's.
#ifndef MAIL_OPENPGP_ARMOR_H
#define MAIL_OPENPGP_ARMOR_H

#include <glib.h>

// Whether it is one armor of signatures, spelt as programs write it, and nothing beside it.
gboolean openpgp_armor_signs(const char *armor);

// Whether it is one armor of parts of keys, public or secret, likewise.
gboolean openpgp_armor_is_key(const char *armor);

// Whether it is one clear-signed text, with such an armor below it.
gboolean openpgp_armor_is_clear(const char *text);

#endif
