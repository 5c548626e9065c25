// SPDX-License-Identifier: MIT
// `player23 keygen`: makes a key and says which line to mail.
//
// Decides how that is asked and told. The file is keyfile.h's.
#include "base/plain.h"
#include "player/checked.h"
#include "player/commands.h"
#include "player/keyfile.h"
#include "player/passphrase.h"
#include "player/unlock.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <stdio.h>

static const char help[] =
    "keygen [FILE] [OPTION...]\n"
    "\n"
    "Makes an Ed25519 key and writes it to FILE (else ~/.config/player23/key), encrypted with a\n"
    "passphrase that it asks for. Never overwrites a file. Prints the line to mail to the "
    "referee,\n"
    "in an answer to one of its mails; from then on what you do there has to be signed.\n"
    "\n"
    "With --from it makes no new key, but another file of one that you have: with another\n"
    "passphrase or none, as the table in the browser takes it; or with one, for a key that comes\n"
    "from there.\n"
    "\n"
    "  --from FILE             the file of the key that there is\n"
    "  --from-passphrase-file FILE\n"
    "                          whose first line is its passphrase; else you are asked for it\n"
    "  --no-passphrase         whoever can read the file can play for you\n"
    "  --passphrase-file FILE  its first line is the passphrase\n"
    "  --passphrase-fd N       the same from an open file descriptor\n";

struct wishes {
    char *from, *from_passphrase_file; // NULL: a new key
    gboolean bare;
    char *passphrase_file;
    int passphrase_fd;
};

// *out NULL: none is wanted.
static gboolean get_passphrase(const struct wishes *wishes, char **out, GError **error)
{
    *out = NULL;
    if (wishes->bare)
        return TRUE;
    if (wishes->passphrase_file || wishes->passphrase_fd >= 0)
        *out = passphrase_from(wishes->passphrase_file, wishes->passphrase_fd, error);
    else
        *out = passphrase_ask("A passphrase for the new key: ", TRUE, error);
    return *out != NULL;
}

static gboolean write_key(const char *path, const struct keyfile *key, const struct wishes *wishes,
                          GError **error)
{
    char *passphrase;
    if (!get_passphrase(wishes, &passphrase, error))
        return FALSE;
    char *text = keyfile_format(key, passphrase, KEYFILE_STRONG);
    gboolean made = keyfile_write(path, text, error);
    if (made) {
        g_autofree char *line = keyfile_line(key);
        g_autofree char *shown = plain_line(path, -1);
        puts(line);
        fprintf(stderr, "player23: the key is in %s; keep a copy of it.%s\n", shown,
                wishes->from ? "" : " Mail the line above.");
    }
    keyfile_text_free(text);
    passphrase_free(passphrase);
    return made;
}

static gboolean make_copy(const char *path, const struct wishes *wishes, GError **error)
{
    struct unlock unlock = {
        .path = wishes->from, .passphrase_file = wishes->from_passphrase_file, .passphrase_fd = -1};
    const struct keyfile *key = unlock_key(&unlock, error);
    gboolean made = key && write_key(path, key, wishes, error);
    unlock_clear(&unlock);
    return made;
}

static gboolean make(const char *path, const struct wishes *wishes, GError **error)
{
    if (wishes->from)
        return make_copy(path, wishes, error);
    struct keyfile *key = keyfile_new();
    gboolean made = write_key(path, key, wishes, error);
    keyfile_free(key);
    return made;
}

static int run(const char *path, const struct wishes *wishes)
{
    struct settings settings;
    g_autoptr(GError) error = NULL;
    if (!settings_load(&settings, NULL, &error))
        return checked_report(g_steal_pointer(&error));
    gboolean made = (path || settings_make_dir(&settings, &error)) &&
                    make(path ? path : settings.key, wishes, &error);
    settings_clear(&settings);
    return made ? EXIT_DONE : checked_report(g_steal_pointer(&error));
}

int keygen_command(int argc, char **argv)
{
    struct wishes wishes = {.passphrase_fd = -1};
    const GOptionEntry entries[] = {
        {"from", 0, 0, G_OPTION_ARG_FILENAME, &wishes.from, NULL, NULL},
        {"from-passphrase-file", 0, 0, G_OPTION_ARG_FILENAME, &wishes.from_passphrase_file, NULL,
         NULL},
        {"no-passphrase", 0, 0, G_OPTION_ARG_NONE, &wishes.bare, NULL, NULL},
        {"passphrase-file", 0, 0, G_OPTION_ARG_FILENAME, &wishes.passphrase_file, NULL, NULL},
        {"passphrase-fd", 0, 0, G_OPTION_ARG_INT, &wishes.passphrase_fd, NULL, NULL},
        {0}};
    int status;
    if (arguments_parse(&argc, argv, entries, help, &status)) {
        gboolean both = wishes.bare && (wishes.passphrase_file || wishes.passphrase_fd >= 0);
        if (argc > 2 || both)
            status = arguments_wrong("keygen takes one FILE, with a passphrase or without one");
        else
            status = run(argv[1], &wishes);
    }
    g_free(wishes.from);
    g_free(wishes.from_passphrase_file);
    g_free(wishes.passphrase_file);
    return status;
}
