// SPDX-License-Identifier: MIT
// The words of `referee23 game` that write into a game's record, or make one.
//
// For admin_game.c alone.
#ifndef REFEREE_ADMIN_MATCH_H
#define REFEREE_ADMIN_MATCH_H

#include "referee/admin/admin.h"

extern const char admin_game_help[]; // admin_game.c

int admin_match_cancel(int argc, char **argv); // cancel N WHY
int admin_match_seat(int argc, char **argv);   // seat N NICK ADDRESS
int admin_match_new(int argc, char **argv);    // new NICK [OPTION=VALUE …] [ADDRESS-or-NICK …]

#endif
