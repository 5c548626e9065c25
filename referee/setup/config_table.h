// SPDX-License-Identifier: MIT
// The settings of referee.conf as a table: what each is called, how it is read, what it is when
// nothing is said, and what the sample says about it.
//
// For config*.c alone; everybody else uses config.h.
#ifndef REFEREE_CONFIG_TABLE_H
#define REFEREE_CONFIG_TABLE_H

#include "referee/setup/config.h"

struct setting;

// Reads the text into the config. NULL: done; else what is wanted instead, a phrase that follows
// "X is wrong: " and that the caller frees. text has no blanks around it and no controls.
typedef char *setting_reader(const struct setting *setting, const char *text,
                             struct config *config);

struct setting {
    const char *group, *key;
    setting_reader *read;
    gsize at; // offset in struct config
    // What the setting is when the file doesn't say; NULL: it must be said.
    const char *preset;
    // What the sample shows, switched off by a #, where the preset isn't to be written; else NULL.
    const char *example;
    const char *words; // allowed words, apart by blanks
    gint64 min, max;
    const char *comment; // lines of the sample above it
};

extern const struct setting config_settings[];
extern const gsize config_n_settings;

// Readers (config_values.c).
setting_reader config_read_text, config_read_path, config_read_address, config_read_host,
    config_read_timezone, config_read_word, config_read_kind, config_read_password_file,
    config_read_command, config_read_lines, config_read_quiet, config_read_rules,
    config_read_yes_no, config_read_language, config_read_time, config_read_bytes,
    config_read_number;

// What one setting can't see of the others (config_check.c). NULL: fine; else a sentence, which the
// caller frees. Fills in what follows from the others.
char *config_check(struct config *config);

// Whether a value could stand in the file. NULL: yes; else what is wanted instead, which the caller
// frees.
char *config_value_wrong(const char *group, const char *key, const char *value);

#endif
