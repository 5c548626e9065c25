// SPDX-License-Identifier: MIT
// The readers of the single lines of a record, and what they share. For game_*.c alone.
//
// Decides what each line says and does to the game. Doesn't know which line may stand when: that is
// game_apply.c. A reader is given the line after its first word. It checks everything before it
// changes anything; false means that it changed nothing but game->reason.
#ifndef REFEREE_GAME_LINES_H
#define REFEREE_GAME_LINES_H

#include "referee/record/game.h"

typedef bool game_reader(struct game *game, struct line *line);

// The head of a record: game_head.c.
game_reader game_read_title;
game_reader game_read_game;
game_reader game_read_name;
game_reader game_read_rules;
game_reader game_read_commit;
game_reader game_read_seat;

// The rounds: game_round.c.
game_reader game_read_round;
game_reader game_read_deal;
game_reader game_read_discard;
game_reader game_read_move;
game_reader game_read_seat_change;
game_reader game_read_score;

// The end: game_end.c.
game_reader game_read_result;
game_reader game_read_winner;
game_reader game_read_cancelled;
game_reader game_read_seed;
game_reader game_read_end;
game_reader game_read_chain;
game_reader game_read_key;
game_reader game_read_signature;

// Sets game->reason; returns false, to be returned.
bool game_refuse(struct game *game, const char *format, ...) G_GNUC_PRINTF(2, 3);

// A piece of a line that is fit to be shown: printable ASCII, cut after 40 bytes. In a buffer of
// the caller's.
enum { GAME_SHOWN = 48 };
const char *game_shown(struct field field, char out[GAME_SHOWN]);

// The fields that several lines share. Each refuses by itself.
bool game_take_nick(struct game *game, struct line *line, unsigned *out_seat);
bool game_take_expected(struct game *game, struct line *line);
bool game_take_time(struct game *game, struct line *line, gint64 *out_time);
bool game_take_end(struct game *game, struct line *line);

#endif
