// SPDX-License-Identifier: MIT
// For tests of the operator's commands: a referee in a new directory, and command lines run on it.
#ifndef TESTS_OPERATOR_RUN_H
#define TESTS_OPERATOR_RUN_H

#include "storage/store.h"

#include <jansson.h>

typedef int subcommand(int argc, char **argv);

enum { OPERATOR_NOW = 1800000000 }; // 2027-01-15T08:00:00Z

extern char *operator_dir; // of the referee

// Makes the directory, a referee in it, and sets the options; and takes all of it away.
void operator_begin(void);
void operator_end(void);

// Runs a command line, split at blanks, and gives its status; *out is all that it printed.
int operator_run(subcommand *command, const char *line, char **out);
// Runs it and demands its status and some words of what it prints.
void operator_expect(subcommand *command, const char *line, int status, const char *words);
// Runs it and demands JSON.
json_t *operator_json(subcommand *command, const char *line);

// A new player, within a transaction; their id.
gint64 operator_add_player(struct store *store, const char *nick, const char *address);

#endif
