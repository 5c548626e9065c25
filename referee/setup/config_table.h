// SPDX-License-Identifier: MIT
// The settings of referee.conf as a table: what each is called, how it is read, what it is when
// nothing is said, and what the sample says about it.
//
// For config*.c alone; everybody else uses config_file.h.
#ifndef REFEREE_CONFIG_TABLE_H
#define REFEREE_CONFIG_TABLE_H

#include "referee/setup/config.h"

struct setting;

// Reads the text into the config. NULL: done; else what is wanted instead, a phrase that follows
// "X is wrong: " and that the caller frees. text has no blanks around it and no controls.
typedef char *setting_reader(const struct setting *setting, const char *text,
                             struct config *config);

// What a value is: how it is read, and what has to be freed of it.
struct setting_kind {
    setting_reader *read;
    void (*drop)(void *at); // frees what the field holds and clears it; NULL: it holds nothing
    gboolean raw;           // the reader wants GKeyFile's escapes as they stand
};

struct setting {
    const char *group, *key;
    const struct setting_kind *kind;
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

// config_values.c.
extern const struct setting_kind config_text, config_path, config_address, config_host,
    config_timezone, config_word, config_kind, config_password_file, config_command, config_lines,
    config_quiet, config_rules, config_yes_no, config_language, config_time, config_bytes,
    config_number, config_journal;

// What one setting can't see of the others (config_check.c). NULL: fine; else a sentence, which the
// caller frees. Fills in what follows from the others.
char *config_check(struct config *config);

#endif
