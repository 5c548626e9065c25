// SPDX-License-Identifier: MIT
// Lines of a record (spec: fairness.md), in either form, in plain English, one sentence each.
//
// Decides the wording, for people at a terminal; what players are mailed comes from the templates.
// Checks nothing: the lines come from what was checked.
#ifndef REFEREE_SENTENCE_H
#define REFEREE_SENTENCE_H

// What the line tells ("anna plays 7 7"), for the caller to free; NULL for a line that tells
// nothing to a reader (a deal, a hash). A line of no known kind is told as it is.
char *sentence_of_line(const char *line);

#endif
