// SPDX-License-Identifier: MIT
// The parts of the command parser, apart by what they read. Nobody but command*.c includes this.
//
// Each reads what stands behind the verb, up to the scan's end, into a command that is already
// initialised, and says COMMAND_LINE_OTHER, WRONG or COMMAND.
#ifndef REFEREE_COMMAND_PARTS_H
#define REFEREE_COMMAND_PARTS_H

#include "referee/words/command.h"
#include "referee/words/scan.h"

// `new`'s options; of `join` only the nick.
enum command_line command_new_read(struct scan *scan, struct command *command,
                                   struct command_wrong *wrong);
enum command_line command_join_read(struct scan *scan, struct command *command,
                                    struct command_wrong *wrong);

// Addresses and nicks (command_who.c). many: one after another, apart by blanks or commas.
enum command_line command_names_read(struct scan *scan, struct command *command,
                                     struct command_wrong *wrong);
enum command_line command_substitute_read(struct scan *scan, struct command *command,
                                          struct command_wrong *wrong);
enum command_line command_address_read(struct scan *scan, struct command *command,
                                       struct command_wrong *wrong);
enum command_line command_nick_read(struct scan *scan, struct command *command,
                                    struct command_wrong *wrong);

// Settings (command_settings.c): timezone, language, mail, quiet, vacation, calendar, private.
enum command_line command_setting_read(struct scan *scan, struct command *command,
                                       struct command_wrong *wrong);
// One day, or two (command_date.c).
enum command_line command_dates_read(struct scan *scan, struct command *command,
                                     struct command_wrong *wrong);
void command_dates_format(const struct command *command, GString *out);
// `key …` (command_key.c). May make the verb COMMAND_KEY_OFF.
enum command_line command_key_read(struct scan *scan, struct command *command,
                                   struct command_wrong *wrong);

// Appends the options as they were said, each with a blank before it.
void command_new_format(const struct command_new *wanted, GString *out);

#endif
