// SPDX-License-Identifier: MIT
// `player23 show`: the table of one of the referee's mails.
//
// Decides which of the two forms is printed, and for what kind of terminal.
#include "base/drawing.h"
#include "base/plain.h"
#include "player/checked.h"
#include "player/commands.h"
#include "player/draw.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "show [MAIL] [OPTION...]\n"
    "\n"
    "Reads one of the referee's mails, checks the signature of its table, and draws it with your\n"
    "legal moves. MAIL is a file, - for standard input, or a Maildir, of which the newest such "
    "mail\n"
    "is taken; without it, standard input, or if that is a terminal your Maildir.\n"
    "\n"
    "  --game N       of a Maildir, the newest mail about that game\n"
    "  --json         the checked table.json itself\n"
    "  --plain        ASCII, no colours, as into a pipe\n"
    "  --referee HEX  the public key that the referee must have; else the one of its first mail\n"
    "  --key FILE     your key, for a table that is sealed to it; else ~/.config/player23/key\n"
    "  --passphrase-file FILE, --passphrase-fd N\n"
    "                 where the passphrase of the key stands; else you are asked for it\n"
    "\n"
    "A mail without a table, like an invitation, is shown as it is. MAIL may also be a table.json\n"
    "that was saved out of its mail: it is drawn, but nobody signed it, and --json refuses it.\n"
    "What is encrypted with age or OpenPGP comes through a pipe:\n"
    "\n"
    "  age -d -i KEY table.json.age | player23 show\n"
    "  gpg -d MAIL | player23 show\n"
    "\n"
    "Exit status: 1 when the referee has not signed the table, or with --json when there is "
    "none.\n";

static void print_json(const json_t *table)
{
    char *text = json_dumps(table, JSON_COMPACT);
    puts(text);
    free(text);
}

static void print_table(const json_t *table, gboolean plain)
{
    const struct drawing_style here = drawing_style_here();
    struct draw_style style = {
        .utf8 = !plain && here.utf8, .colour = !plain && here.colour, .local = TRUE};
    g_autofree char *text = draw_table(table, style);
    fputs(text, stdout);
}

// A mail without a table that we can read: its words, which nobody signed, and how to get at the
// table where another program opens it. What gpg encrypted has no words to be read, either.
static int print_words(const struct mailfile *mail)
{
    const char *how = mailfile_how(mail);
    if (mail->cover == MAILFILE_OPENPGP)
        return arguments_no("%s", how);
    if (how)
        fprintf(stderr, "player23: %s\n", how);
    g_autofree char *text = plain_text(mail->text ? mail->text : "", -1);
    puts("(No table is in this mail, so no signature of the referee either. It says:)\n");
    puts(g_strchomp(text));
    return EXIT_DONE;
}

static int run(struct checked_wishes *wishes, gboolean json, gboolean plain)
{
    struct settings settings;
    g_autoptr(GError) error = NULL;
    if (!settings_load(&settings, NULL, &error))
        return checked_report(g_steal_pointer(&error));
    g_autoptr(mailfile) mail = NULL;
    if (!wishes->unlock->path)
        wishes->unlock->path = settings.key;
    int status = checked_open(&settings, wishes, &mail);
    settings_clear(&settings);
    if (status != EXIT_DONE)
        return status;
    if (!mail->table)
        return print_words(mail);
    if (json)
        print_json(mail->table);
    else
        print_table(mail->table, plain);
    return EXIT_DONE;
}

int show_command(int argc, char **argv)
{
    gboolean json = FALSE;
    gboolean plain = FALSE;
    gint64 game = 0;
    char *referee = NULL, *key = NULL, *passphrase_file = NULL;
    struct unlock unlock = {.passphrase_fd = -1};
    const GOptionEntry entries[] = {
        {"game", 0, 0, G_OPTION_ARG_INT64, &game, NULL, NULL},
        {"json", 0, 0, G_OPTION_ARG_NONE, &json, NULL, NULL},
        {"plain", 0, 0, G_OPTION_ARG_NONE, &plain, NULL, NULL},
        {"referee", 0, 0, G_OPTION_ARG_FILENAME, &referee, NULL, NULL},
        {"key", 0, 0, G_OPTION_ARG_FILENAME, &key, NULL, NULL},
        {"passphrase-file", 0, 0, G_OPTION_ARG_FILENAME, &passphrase_file, NULL, NULL},
        {"passphrase-fd", 0, 0, G_OPTION_ARG_INT, &unlock.passphrase_fd, NULL, NULL},
        {0}};
    int status;
    if (arguments_parse(&argc, argv, entries, help, &status)) {
        struct checked_wishes wishes = {argv[1], referee, json ? MAILBOX_TABLE : MAILBOX_ANY,
                                        &unlock, game,    !json};
        unlock.path = key;
        unlock.passphrase_file = passphrase_file;
        status = argc > 2   ? arguments_wrong("show takes one MAIL")
                 : game < 0 ? arguments_wrong("--game takes the number of a game")
                            : run(&wishes, json, plain);
    }
    unlock_clear(&unlock);
    g_free(referee);
    g_free(key);
    g_free(passphrase_file);
    return status;
}
