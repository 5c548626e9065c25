// SPDX-License-Identifier: MIT
// Public lines of a record (spec: fairness.md) in plain English, one sentence each.
//
// Decides the wording. Checks nothing: the lines come from a table that was checked.
#ifndef PLAYER_EVENTS_H
#define PLAYER_EVENTS_H

// What the line tells ("anna plays 7 7"), for the caller to free; NULL for a line that tells
// nothing to a player (a deal, a hash). A line of no known kind is told as it is.
char *events_tell(const char *line);

#endif
