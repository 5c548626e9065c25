// SPDX-License-Identifier: MIT
// The subcommands of referee23, each in a file of its own.
//
// Each takes its own arguments, argv[0] being its name, prints its answer on standard output and
// one line for what is wrong on standard error, and returns the exit status (options.h). main.c has
// the table that calls them.
#ifndef REFEREE_COMMANDS_H
#define REFEREE_COMMANDS_H

int announce_command(int argc, char **argv);
int backup_command(int argc, char **argv);
int clock_command(int argc, char **argv);
int deliver_command(int argc, char **argv);
int demo_command(int argc, char **argv);
int doctor_command(int argc, char **argv);
int explain_command(int argc, char **argv);
int export_command(int argc, char **argv);
int game_command(int argc, char **argv);
int import_command(int argc, char **argv);
int init_command(int argc, char **argv);
int mail_command(int argc, char **argv);
int player_command(int argc, char **argv);
int publish_command(int argc, char **argv);
int record_command(int argc, char **argv);
int replay_command(int argc, char **argv);
int standings_command(int argc, char **argv);
int stats_command(int argc, char **argv);
int tick_command(int argc, char **argv);
int verify_command(int argc, char **argv);

#endif
