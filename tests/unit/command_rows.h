// SPDX-License-Identifier: MIT
// Lines, and what they are to be read as.
#ifndef TESTS_UNIT_COMMAND_ROWS_H
#define TESTS_UNIT_COMMAND_ROWS_H

#include <glib.h>

// What a line is read as: the canonical form, or "(none)", "(near)", "(comment)", "(wrong N)".
char *command_rows_read(const char *line, unsigned languages);

struct command_row {
    const char *line, *wanted;
};

// Fails at the first row that is read as something else.
void command_rows_check(const struct command_row *rows, gsize n, unsigned languages);

#endif
