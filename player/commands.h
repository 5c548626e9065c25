// SPDX-License-Identifier: MIT
// The subcommands of player23, each in a file of its own; verify is the referee's.
//
// Each takes its own arguments, argv[0] being its name, prints its answer on standard output and
// one line for what is wrong on standard error, and returns the exit status
// (referee/setup/options.h).
#ifndef PLAYER_COMMANDS_H
#define PLAYER_COMMANDS_H

int keygen_command(int argc, char **argv);
int show_command(int argc, char **argv);
int play_command(int argc, char **argv);    // reply.c
int discard_command(int argc, char **argv); // reply.c
int plan_command(int argc, char **argv);    // reply.c
int join_command(int argc, char **argv);    // reply.c
int sign_command(int argc, char **argv);    // reply.c

#endif
