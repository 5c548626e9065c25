// SPDX-License-Identifier: MIT
// The new words of a mail: what is looked at to find them, and what was found.
//
// Decides what of it was signed, and for what. Doesn't know how the words are found: newtext_read.h
// does that. Pure.
#ifndef REFEREE_NEWTEXT_H
#define REFEREE_NEWTEXT_H

#include "referee/words/body.h"
#include "referee/words/command.h"
#include "referee/words/newtext_reason.h"
#include "referee/words/signed.h"
#include "referee/words/ticket.h"

#include <glib.h>

enum { NEWTEXT_COMMANDS_MAX = 40 };

struct newtext_input {
    const char *text; // the text part, LF line ends, stray CR kept; NULL when there is none
    gboolean flowed, delsp;
    gboolean text_signed; // the part stands inside a multipart/signed of OpenPGP
    const char *html;     // lines made of the HTML part (mail/read.h), NULL when there is none
    const char *const *attached; // text attachments, NULL-terminated, for signed blocks, signatures
                                 // and keys; may be NULL
    const char *trouble;         // why the mail is unclear whatever it says, or NULL
    gboolean openpgp;            // a multipart/signed with an OpenPGP signature was seen
    const char *openpgp_data;    //   what it covers, in base64, and the signature; NULL when they
    const char *openpgp_armor;   //   can't be told
    const char *const *banner; // lines that the provider puts on top, NULL-terminated; may be NULL
    const char *const *addresses; // to which the mail came, NULL-terminated; may be NULL
    const char *const *ids;       // of References and In-Reply-To, NULL-terminated; may be NULL
    const char *language;         // of the player: en, fr, de; NULL when it isn't known
    unsigned limit;               // commands in a mail; 0: NEWTEXT_COMMANDS_MAX
    // What was once sent to this player; may be NULL.
    enum body_sent (*known)(const char *line, gpointer data);
    gpointer known_data;
};

enum newtext_outcome { NEWTEXT_ACT, NEWTEXT_ASK };

struct newtext {
    enum newtext_outcome outcome;
    enum newtext_reason reason;
    char *sentence; // the reason in English, printable, holds at most a few words of the mail
    unsigned line;  // the line that it is about, from 1; 0: none
    struct command_wrong wrong; // for NEWTEXT_WRONG
    char *read;                 // that line as it was written, where one was looked at; else NULL
    char **meant; // what it was probably meant to be: commands in their canonical form; or NULL
    GPtrArray *commands;        // of struct command, each once, empty unless outcome is ACT
    GArray *tickets;            // of struct ticket, from addresses, ids and text
    enum signed_kind signature; // a block or signature that was found, good or not
    struct signed_block block;  // native, minisign, ssh: what it says; words are what is signed
    // Of minisign and ssh the signature's own lines; of clear-signed OpenPGP all of it, else the
    // armored signature.
    char *signature_text;
    gboolean covered;     // OpenPGP: the commands stand in what is signed
    char *signed_text;    // OpenPGP, clear-signed: what the signature covers
    char *signed_data;    // OpenPGP, else: what it covers, in base64
    char *signed_referee; // minisign, ssh, OpenPGP: the line `referee KEY`; NULL: not said
    // Of OpenPGP what it is meant for: all four lines, of which the others are `game N`, `turn N`,
    // `seat NICK`; or the tickets that stand in what is signed.
    char *signed_seat;               // NULL when not said
    gint64 signed_game, signed_turn; // -1 when not said
    GArray *signed_tickets;          // of struct ticket
};

void newtext_clear(struct newtext *result); // takes a zeroed one

// Of OpenPGP, whether all that it is good for is said by lines, not by a ticket.
gboolean newtext_says_place(const struct newtext *text);

// What was signed, whoever carried it how: the same for any copy that holds the same signature. The
// caller owns it.
char *newtext_signed(const struct newtext *text);

// Whether it is one whole block that is meant for some referee, game, turn and seat: then who
// speaks is who signed it. A signature below other words proves nothing.
gboolean newtext_has_block(const struct newtext *text);

#endif
