// SPDX-License-Identifier: MIT
// For tests: mails from Bruno with OpenPGP signatures around a part of them (RFC 3156), packed as
// mail programs pack them. The caller owns what is returned.
#ifndef TESTS_GPG_MAIL_H
#define TESTS_GPG_MAIL_H

#include "tests/unit/club.h"

// How the words of a part are packed; NESTED: as Thunderbird does it, inside a multipart/mixed.
enum gpg_mail_packing {
    GPG_MAIL_PLAIN,
    GPG_MAIL_QUOTED,
    GPG_MAIL_BASE64,
    GPG_MAIL_NESTED,
    GPG_MAIL_PACKINGS
};

#define GPG_MAIL_HEAD "From: <" BRUNO ">\nTo: <" REFEREE ">\nMIME-Version: 1.0\n"

// A text with CR LF line ends.
char *gpg_mail_crlf(const char *text);
// A part of these words, with its header.
char *gpg_mail_part(const char *words, enum gpg_mail_packing packing);
// A mail around a part and its signature, with more lines of header.
char *gpg_mail_around(const char *part, const char *signature, const char *more);
// A mail with these words, signed by a key; options as gpg_detached has them.
char *gpg_mail_signed(const char *home, const char *name, const char *words,
                      enum gpg_mail_packing packing, gint64 now, const char *options);
// Leaves a mail with an id of its own, and a run.
void gpg_mail_drop(struct club *club, const char *mail);
// Bruno registers his public key of this name, and is asked back.
void gpg_mail_registers(struct club *club, const char *home, const char *name);

#endif
