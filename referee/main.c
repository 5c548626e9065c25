// SPDX-License-Identifier: MIT
// referee23 [-C DIR] [--now TIME] COMMAND: reads what stands before the command, and calls it.
//
// Decides which commands there are. Knows nothing of what a command does.
#include "base/nearest.h"
#include "base/utc.h"
#include "referee/commands.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"
#include "referee/setup/process.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {"init", init_command, "make a new referee"},
    {"tick", tick_command, "one run, as cron calls it: receive, act, keep the clock, send"},
    {"deliver", deliver_command, "take one mail from standard input"},
    {"doctor", doctor_command, "check everything a referee stands on"},
    {"game", game_command, "games: list, show, new, extend, seat, cancel"},
    {"player", player_command, "players: list, show, block, mute, drop-key, forget"},
    {"announce", announce_command, "a mail to all who play"},
    {"mail", mail_command, "the queue and the log: list, show, retry, drop"},
    {"standings", standings_command, "who plays how well"},
    {"stats", stats_command, "count games, players, mails"},
    {"clock", clock_command, "how the clock stands; accept a jump"},
    {"backup", backup_command, "copy the database while it is at work"},
    {"record", record_command, "print the record of a game"},
    {"explain", explain_command, "what would be made of a raw mail"},
    {"publish", publish_command, "write the archive as pages"},
    {"export", export_command, "write all finished records to a file"},
    {"import", import_command, "take in records of other referees"},
    {"demo", demo_command, "play a whole game by mail before your eyes"},
    {"verify", verify_command, "check records"},
    {"replay", replay_command, "show the table after each event of a record"},
};

static void print_help(void)
{
    puts("referee23 [-C DIR] [--now TIME] COMMAND\n"
         "\n"
         "The referee of 23 by mail: for its operator, and for cron.\n"
         "\n"
         "  -C DIR       the referee's directory (else $REFEREE23_DIR, else /var/lib/referee23)\n"
         "  --now TIME   the time to act at, in UTC: 2026-11-30T08:12:44Z\n"
         "  --help, --version\n"
         "\n"
         "Commands (each has a --help of its own):\n");
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
        printf("  %-9s  %s\n", commands[i].name, commands[i].help);
    puts("\n"
         "Exit status: 0 done; 1 the thing asked for does not hold; 2 wrong usage; 75 try again\n"
         "later; 78 the configuration has to be mended.");
}

// What stood before the command. Returns FALSE with *out_status when there is nothing more to do.
struct front {
    char *dir, *now;
    gboolean help, version;
};

static gboolean read_front(int *argc, char ***argv, struct front *front, int *out_status)
{
    const GOptionEntry entries[] = {
        {"directory", 'C', 0, G_OPTION_ARG_FILENAME, &front->dir, NULL, NULL},
        {"now", 0, 0, G_OPTION_ARG_FILENAME, &front->now, NULL, NULL},
        {"help", 'h', 0, G_OPTION_ARG_NONE, &front->help, NULL, NULL},
        {"version", 0, 0, G_OPTION_ARG_NONE, &front->version, NULL, NULL},
        {0}};
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_set_strict_posix(context, TRUE);
    g_option_context_add_main_entries(context, entries, NULL);
    g_autoptr(GError) error = NULL;
    if (!g_option_context_parse(context, argc, argv, &error)) {
        *out_status = arguments_wrong("%s; see referee23 --help", error->message);
        return FALSE;
    }
    *out_status = EXIT_DONE;
    if (front->help)
        print_help();
    else if (front->version)
        puts("referee23 " VERSION);
    return !front->help && !front->version;
}

static gboolean set_options(const struct front *front, int *out_status)
{
    const char *dir = front->dir ? front->dir : g_getenv("REFEREE23_DIR");
    struct options options = {
        .dir = dir && *dir ? dir : "/var/lib/referee23",
        .dir_given = dir && *dir,
        .now = g_get_real_time() / G_USEC_PER_SEC,
    };
    if (front->now && !utc_parse(front->now, strlen(front->now), &options.now)) {
        *out_status = arguments_wrong("--now wants a time in UTC, such as 2026-11-30T08:12:44Z");
        return FALSE;
    }
    options_set(&options);
    return TRUE;
}

static int run(int argc, char **argv)
{
    if (argc < 2)
        return arguments_wrong("which command? see referee23 --help");
    if (strcmp(argv[1], "help") == 0 && argc == 2) {
        print_help();
        return EXIT_DONE;
    }
    // `help COMMAND` is `COMMAND --help`.
    if (strcmp(argv[1], "help") == 0)
        return run(3, (char *[]){argv[0], argv[2], (char *)"--help", NULL});
    const char *names[G_N_ELEMENTS(commands)];
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (strcmp(commands[i].name, argv[1]) == 0)
            return commands[i].run(argc - 1, argv + 1);
        names[i] = commands[i].name;
    }
    return arguments_wrong("there is no command %s; did you mean %s? see referee23 --help", argv[1],
                           nearest_find(argv[1], names, G_N_ELEMENTS(names)));
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "C");
    if (!process_begin())
        return EXIT_NO;
    struct front front = {0};
    int status;
    if (read_front(&argc, &argv, &front, &status) && set_options(&front, &status))
        status = run(argc, argv);
    status = process_end(status);
    g_free(front.dir);
    g_free(front.now);
    return status;
}
