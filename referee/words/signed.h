// SPDX-License-Identifier: MIT
// Signed commands in a mail's text: where the block is, and which words it holds.
//
// Decides what is a block and how it is to be read (spec: mail.md, "Signature"). Doesn't know whose
// key it is; of the foreign kinds (minisign, ssh, OpenPGP) it knows only where they stand and what
// text they cover, not their signatures. Pure, but for signed_verify, which calls libsodium.
#ifndef REFEREE_SIGNED_H
#define REFEREE_SIGNED_H

#include "referee/words/command.h"

#include <glib.h>

enum signed_kind { SIGNED_NO, SIGNED_NATIVE, SIGNED_MINISIGN, SIGNED_SSH, SIGNED_OPENPGP };

enum { SIGNED_SIGNATURE_BYTES = 64, SIGNED_WORDS_MAX = 16384 };

enum signed_fault {
    SIGNED_FINE,
    SIGNED_FAULT_SHAPE,    // markers missing or doubled, no 64 bytes of signature, no game, turn or
                           // seat
    SIGNED_FAULT_TWO,      // more than one block
    SIGNED_FAULT_COMMAND,  // a part of it is no command; word holds it
    SIGNED_FAULT_WRONG,    // a command that was understood and can't be: wrong says why
    SIGNED_FAULT_TOO_MANY, // more commands than a mail may hold
    SIGNED_FAULT_NOTHING   // no command in it
};

// A block, native or signed with another tool (tool_block.h). Everything in it is owned; zeroed
// when there is none.
struct signed_block {
    char *words; // what was signed; of a native one joined by single blanks
    guint8 signature[SIGNED_SIGNATURE_BYTES]; // of a native one
    gint64 game, turn;
    char *seat;          // nickname
    GPtrArray *commands; // of struct command
    enum signed_fault fault;
    struct command_wrong wrong;
};

// Whether a block of any kind may begin in a text: most have none, and need no closer look.
gboolean signed_may_stand_in(const char *text);

// Looks for native blocks in a text, quote marks, folding and wrapping taken off. Returns how many
// begin there; the first is read into out (when it is the only one, in full). Where a block stands
// its lines are told to taken, if that isn't NULL: a gboolean for each line of the text, to be set.
// limit: how many commands a mail may hold.
unsigned signed_find(const char *text, unsigned languages, unsigned limit, struct signed_block *out,
                     GArray *taken);
// The same for the words of a native block alone: its game, turn, seat and commands. The caller
// clears out, whose words aren't set.
enum signed_fault signed_read_words(const char *words, unsigned languages, unsigned limit,
                                    struct signed_block *out);
// The number of a game or turn as a block has it; FALSE for anything else, NULL too.
gboolean signed_number(const char *value, gint64 *out);
void signed_clear(struct signed_block *block); // takes a zeroed one

// A signature of another tool that stands in the text itself, not quoted.
struct signed_foreign {
    enum signed_kind kind;
    guint first;     // the line where what is covered begins, or the armor before it
    guint last;      // the last line of the signature
    guint end;       // the line behind what is covered
    char *text;      // what is covered: LF line ends, one LF at the end; OpenPGP: dashes unescaped
    char *signature; // the signature's own lines; of clear-signed OpenPGP the whole block
};

// Finds the first one; kind is SIGNED_NO when there is none. The caller clears it.
void signed_find_foreign(const char *text, struct signed_foreign *out);
void signed_foreign_clear(struct signed_foreign *foreign); // takes a zeroed one

// Whether an attachment is nothing but a signature of minisign or SSH, and the text says for which
// referee it is meant: what is covered then is the lines from that one to the last that isn't blank
// before a boundary (body.h); first and last are theirs. The caller clears it.
gboolean signed_find_detached(const char *text, const char *attached, struct signed_foreign *out);
// A text as it was before a mail program wrapped it: soft breaks joined, stuffed blanks taken off
// (RFC 3676). The caller owns it.
char *signed_unflow(const char *text, gboolean delsp);

// Whether the signature is that of these words, given to the referee with this public key (64 hex
// digits), by the holder of the player's Ed25519 key: Ed25519 over "23 command v1\n", the hex, "\n"
// and the words.
gboolean signed_verify(const char *words, const char *referee_key_hex,
                       const guint8 signature[SIGNED_SIGNATURE_BYTES], const guint8 player_key[32]);

#endif
