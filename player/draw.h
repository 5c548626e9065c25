// SPDX-License-Identifier: MIT
// The table on a terminal: at most 80 columns, in UTF-8 or ASCII, with colours or without.
//
// Decides how it looks. Everything shown comes from one table that view_check accepted; what others
// wrote is shown with control characters escaped.
#ifndef PLAYER_DRAW_H
#define PLAYER_DRAW_H

#include <glib.h>
#include <jansson.h>

struct draw_style {
    gboolean utf8;
    gboolean colour;
    gboolean local; // deadlines in the local time zone too
};

// The whole table: whose turn, the pile, the seats, the hand, the legal moves with their costs,
// what happened since the last mail. The caller owns the text, lines ended by LF.
char *draw_table(const json_t *table, struct draw_style style);

// The legal moves alone, or what else is asked; "" for nothing. The caller owns it.
char *draw_moves(const json_t *table, struct draw_style style);

#endif
