// SPDX-License-Identifier: MIT
// A testimony: what a player signed, byte for byte as it was signed, and the signature as the tool
// made it. So anybody who has the player's public key can check it, with this program or with the
// tool itself (docs/record.md).
//
// Decides whether a signature holds, and what the text says. Knows no game, no mail and no
// database. Pure, but for libsodium, which checks.
#ifndef REFEREE_TESTIMONY_H
#define REFEREE_TESTIMONY_H

#include "referee/words/newtext.h"

#include <glib.h>

// Texts are owned. The signature of a native block is its base64; of the other tools their own
// lines.
struct testimony {
    enum signed_kind kind;
    char *text;
    char *signature;
};

// Of what newtext_read.h read in a mail for the referee with this key (64 hex digits): *out is set,
// and the caller clears it. FALSE, and *out zeroed, where nothing is signed.
gboolean testimony_take(const struct newtext *text, const char *referee, struct testimony *out);
void testimony_clear(struct testimony *testimony); // takes a zeroed one
struct testimony *testimony_copy(const struct testimony *testimony);
void testimony_free(struct testimony *testimony); // takes NULL

// The name of a kind of key in the database and in evidence ("minisign"), and back; SIGNED_NO for
// any other text.
const char *testimony_kind_name(enum signed_kind kind);
enum signed_kind testimony_kind(const char *name);

enum testimony_verdict {
    TESTIMONY_HOLDS,
    TESTIMONY_FAILS,    // another key, or something was changed
    TESTIMONY_UNCHECKED // a kind that isn't checked here
};
// Whether it was signed with the key of this public text, as players_set_key has it.
enum testimony_verdict testimony_check(const struct testimony *testimony, const char *public);

// What it says, in whatever language: *out as newtext_read.h reads a signed block, and the referee
// whom it is for, in hex. FALSE when it isn't commands from its first word to its last. The caller
// clears out and owns *out_referee in any case.
gboolean testimony_read(const struct testimony *testimony, struct signed_block *out,
                        char **out_referee);

// As one text to be stored, and back; NULL for one that can't be read. The caller owns both.
char *testimony_close(const struct testimony *testimony);
struct testimony *testimony_open(const char *text);

// As it stands in evidence, without newlines at the ends: `text BASE64`, LF, `sign BASE64`. The
// caller owns it.
char *testimony_lines(const struct testimony *testimony);
// Back from the two base64 texts. FALSE when one isn't canonical base64, or holds a NUL, or more
// than a mail may hold.
gboolean testimony_parse(enum signed_kind kind, const char *text, const char *sign,
                         struct testimony *out);

#endif
