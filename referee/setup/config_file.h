// SPDX-License-Identifier: MIT
// referee.conf, read once a run, and written for a new referee (spec: interface, "referee.conf").
//
// Decides what a setting may be and what it is when nothing is said. Knows nothing of what the
// settings do.
#ifndef REFEREE_CONFIG_FILE_H
#define REFEREE_CONFIG_FILE_H

#include "referee/setup/config.h"

// Reads DIR/referee.conf. Unknown groups and keys are errors that name the nearest known one and
// the line. Errors: CONFIG_ERROR_WRONG. The caller owns the result.
struct config *config_load(const char *dir, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void config_free(struct config *config); // takes NULL

// The text of a new referee.conf: every setting, commented. The caller owns it.
char *config_sample(const char *name, const char *address, const char *host);

// Whether a value could stand in the file. NULL: yes; else what is wanted instead, which the caller
// frees.
char *config_value_wrong(const char *group, const char *key, const char *value);

#endif
