// SPDX-License-Identifier: MIT
// player23 COMMAND: for a player who wants signatures and a nicer table.
//
// Decides which commands there are. Knows nothing of what a command does.
#include "base/nearest.h"
#include "player/commands.h"
#include "referee/commands.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"
#include "referee/setup/process.h"

#include <glib.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {"show", show_command, "draw the table of the referee's mail, and your legal moves"},
    {"play", play_command, "answer it with a move"},
    {"discard", discard_command, "answer it with the three cards to put aside"},
    {"plan", plan_command, "answer it with moves to be made when your turn comes"},
    {"join", join_command, "answer an invitation"},
    {"sign", sign_command, "sign any command: say, resign, nick, vacation, ..."},
    {"keygen", keygen_command, "make a key to sign with"},
    {"verify", verify_command, "check the record of a finished game"},
};

static void print_help(void)
{
    puts("player23 COMMAND\n"
         "\n"
         "For players of 23 by mail: reads the referee's mails, and writes the answers.\n"
         "\n"
         "  --help, --version\n"
         "\n"
         "Commands (each has a --help of its own):\n");
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
        printf("  %-8s  %s\n", commands[i].name, commands[i].help);
    puts("\n"
         "Settings are in ~/.config/player23/player.conf, in a group [player]: from, nick, key,\n"
         "maildir, sendmail, smtp, smtp-password-file.\n"
         "\n"
         "Exit status: 0 done; 1 the thing asked for does not hold; 2 wrong usage; 75 try again\n"
         "later; 78 a file of settings has to be mended.");
}

static int run(int argc, char **argv)
{
    if (argc < 2)
        return arguments_wrong("which command? see player23 --help");
    const char *names[G_N_ELEMENTS(commands)];
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (strcmp(commands[i].name, argv[1]) == 0)
            return commands[i].run(argc - 1, argv + 1);
        names[i] = commands[i].name;
    }
    if (strcmp(argv[1], "--version") == 0)
        puts("player23 " VERSION);
    else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        print_help();
    else
        return arguments_wrong("there is no command %s; did you mean %s?", argv[1],
                               nearest_find(argv[1], names, G_N_ELEMENTS(names)));
    return EXIT_DONE;
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, ""); // whether the terminal shows UTF-8; all else is as in "C"
    arguments_set_program("player23");
    if (!process_begin())
        return EXIT_NO;
    return process_end(run(argc, argv));
}
