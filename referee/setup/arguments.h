// SPDX-License-Identifier: MIT
// What every subcommand does with its command line: options, --help, and one line when it is wrong.
//
// Decides the manners. Knows no subcommand.
#ifndef REFEREE_ARGUMENTS_H
#define REFEREE_ARGUMENTS_H

#include <glib.h>

// Which program speaks: "referee23", until another name (of static storage) is set.
void arguments_set_program(const char *name);

// Prints "PROGRAM: MESSAGE" on standard error, escaped as in report_error, and gives
// EXIT_WRONG_USAGE.
int arguments_wrong(const char *format, ...) G_GNUC_PRINTF(1, 2);
// The same message with EXIT_NO: the thing asked for does not hold.
int arguments_no(const char *format, ...) G_GNUC_PRINTF(1, 2);

// Takes the options in entries (ending with {NULL}; may be NULL) out of argv, wherever they stand
// before a "--", and leaves argv[0] and the other arguments. With --help it prints help, a whole
// text. Texts come as they were typed, whatever the locale: use G_OPTION_ARG_FILENAME for them.
// Returns TRUE to go on; else *out_status is the subcommand's.
gboolean arguments_parse(int *argc, char **argv, const GOptionEntry *entries, const char *help,
                         int *out_status) G_GNUC_WARN_UNUSED_RESULT;
// The same, with a help that is made only where somebody asks for it.
gboolean arguments_parse_making(int *argc, char **argv, const GOptionEntry *entries,
                                char *(*make_help)(void),
                                int *out_status) G_GNUC_WARN_UNUSED_RESULT;

// One word after a subcommand: `game list`, `mail show`. argv[0] is the word itself.
struct arguments_verb {
    const char *word;
    int (*run)(int argc, char **argv);
};

// Runs the verb that argv[1] names, out of n; says the nearest one when there is none. --help
// prints help.
int arguments_dispatch(int argc, char **argv, const struct arguments_verb *verbs, gsize n,
                       const char *help);

// A positive decimal id. FALSE: it is none.
gboolean arguments_id(const char *text, gint64 *out_id) G_GNUC_WARN_UNUSED_RESULT;

#endif
