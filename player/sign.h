// SPDX-License-Identifier: MIT
// The two signatures of a game by mail: the player's on commands, the referee's on table.json
// (spec: mail.md, "Signature" and "What the referee sends").
//
// Decides which bytes are signed. Knows no files and no mail.
#ifndef PLAYER_SIGN_H
#define PLAYER_SIGN_H

#include <glib.h>

enum { SIGN_PUBLIC = 32, SIGN_SECRET = 64, SIGN_BYTES = 64, SIGN_SEED = 32 };

// What a block says: in game 0 the turn is that of the ticket, the seat a nickname.
struct sign_words {
    gint64 game;
    gint64 turn;
    const char *seat;
    const char *const *commands; // canonical lines, NULL-terminated, at least one
};

// The words that are signed, joined by single blanks. NULL when one of them would change its
// meaning there: a line that holds one of ; # > or a marker, or nothing. The caller owns them.
char *sign_words(const struct sign_words *what);

// The whole block, its lines ended by LF, signed for the referee with this key (64 hex digits).
// NULL as above. The caller owns it.
char *sign_block(const struct sign_words *what, const char *referee_hex,
                 const guint8 secret[SIGN_SECRET]);

// Whether base64 is the signature that the holder of key made on the bytes of a table.json.
gboolean sign_table_ok(const char *bytes, gsize len, const char *base64,
                       const guint8 key[SIGN_PUBLIC]);

#endif
