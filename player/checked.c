// SPDX-License-Identifier: MIT
// See checked.h.
#include "player/checked.h"

#include "base/plain.h"
#include "player/answer.h"
#include "player/known.h"
#include "player/passphrase.h"
#include "player/send.h"
#include "player/view.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---- reporting ---------------------------------------------------------------------------------

static gboolean is_later(const GError *error)
{
    static const gint now[] = {G_FILE_ERROR_EXIST,  G_FILE_ERROR_ISDIR, G_FILE_ERROR_ACCES,
                               G_FILE_ERROR_NOTDIR, G_FILE_ERROR_NOENT, G_FILE_ERROR_PERM,
                               G_FILE_ERROR_LOOP,   G_FILE_ERROR_ROFS,  G_FILE_ERROR_NAMETOOLONG};
    if (g_error_matches(error, SEND_ERROR, SEND_ERROR_LATER))
        return TRUE;
    if (error->domain != G_FILE_ERROR)
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(now); i++)
        if (error->code == now[i])
            return FALSE;
    return TRUE;
}

int checked_report(GError *error)
{
    int status = arguments_no("%s", error->message);
    if (is_later(error))
        status = EXIT_LATER;
    else if (error->domain == SETTINGS_ERROR || error->domain == KNOWN_ERROR)
        status = EXIT_CONFIGURATION;
    else if (g_error_matches(error, PASSPHRASE_ERROR, PASSPHRASE_ERROR_NO_TERMINAL))
        status = EXIT_WRONG_USAGE;
    g_error_free(error);
    return status;
}

// ---- whose table it is -------------------------------------------------------------------------

static char *known_path(const struct settings *settings)
{
    return g_build_filename(settings->dir, "referees", NULL);
}

static gboolean wished_key(const char *wish, char out[KNOWN_KEY])
{
    g_autofree char *lower = g_ascii_strdown(wish, -1);
    if (strlen(lower) != KNOWN_KEY - 1 || strspn(lower, "0123456789abcdef") != KNOWN_KEY - 1)
        return FALSE;
    memcpy(out, lower, KNOWN_KEY);
    return TRUE;
}

// The first meeting: what can't be written down is met for the first time again, no more.
static void remember(const struct settings *settings, const char *address, const char *key)
{
    g_autofree char *path = known_path(settings);
    g_autofree char *shown = plain_line(path, -1);
    g_autoptr(GError) error = NULL;
    gboolean kept = settings_make_dir(settings, &error) && known_add(path, address, key, &error);
    fprintf(stderr,
            "player23: %s is met for the first time; its key is %s. If the operator tells another "
            "one, take the line out of %s.\n",
            address, key, shown);
    if (!kept) {
        g_autofree char *why = plain_line(error->message, -1);
        fprintf(stderr, "player23: it is not remembered: %s\n", why);
    }
}

static int check_signer(const struct settings *settings, const struct checked_wishes *wishes,
                        const struct mailfile *mail)
{
    const char *key = view_text(mail->table, "key");
    const char *address = view_text(mail->table, "referee");
    g_autofree char *path = known_path(settings);
    g_autoptr(GError) error = NULL;
    char expected[KNOWN_KEY];
    gboolean found = TRUE;
    if (wishes->referee && !wished_key(wishes->referee, expected))
        return arguments_wrong("--referee takes 64 hexadecimal digits");
    if (!wishes->referee && !known_find(path, address, expected, &found, &error))
        return checked_report(g_steal_pointer(&error));
    if (!found) {
        remember(settings, address, key);
        return EXIT_DONE;
    }
    if (strcmp(expected, key) == 0)
        return EXIT_DONE;
    if (wishes->referee)
        return arguments_no("the table is signed with another key than --referee names: %s", key);
    return arguments_no("%s signs with another key than before, %s: don't play; ask its operator, "
                        "and if it truly has a new one, take the old line out of %s",
                        address, key, path);
}

static int check(const struct settings *settings, const struct checked_wishes *wishes,
                 const struct mailfile *mail)
{
    const char *how = mailfile_how(mail);
    if (!mail->table && wishes->want == MAILBOX_TABLE)
        return arguments_no(
            "%s", how ? how : "this mail holds no table.json: it is none about a running game");
    if (!mail->table)
        return EXIT_DONE;
    if (mail->bare && wishes->bare) {
        fputs("player23: nothing shows that this is the referee's: a table.json alone carries no "
              "signature. Take the whole mail to have it checked.\n",
              stderr);
        return EXIT_DONE;
    }
    if (mail->bare)
        return arguments_no("a table.json alone carries no signature: take the whole mail");
    switch (mail->signature) {
    case MAILFILE_UNSIGNED:
        return arguments_no("the table is not signed: it isn't the referee's, or was changed");
    case MAILFILE_FORGED:
        return arguments_no("the signature of the table is wrong: it was changed on the way");
    case MAILFILE_SIGNED:
        break;
    }
    return check_signer(settings, wishes, mail);
}

static int open_sealed(const struct checked_wishes *wishes, struct mailfile *mail)
{
    g_autoptr(GError) error = NULL;
    if (!mail->sealed)
        return EXIT_DONE;
    const struct keyfile *key = unlock_key(wishes->unlock, &error);
    if (!key)
        g_prefix_error(&error, "the table is sealed to your key: ");
    return key && mailfile_open(mail, key->secret, &error)
               ? EXIT_DONE
               : checked_report(g_steal_pointer(&error));
}

int checked_open(const struct settings *settings, const struct checked_wishes *wishes,
                 struct mailfile **out)
{
    g_autoptr(GError) error = NULL;
    const char *otherwise = isatty(STDIN_FILENO) ? settings->maildir : "-";
    *out =
        mailbox_open(wishes->where ? wishes->where : otherwise, wishes->want, wishes->game, &error);
    if (!*out)
        return checked_report(g_steal_pointer(&error));
    int status = open_sealed(wishes, *out);
    if (status == EXIT_DONE && wishes->game && mailfile_game(*out) != wishes->game)
        status = arguments_no("its table is about another game than its head says");
    if (status == EXIT_DONE)
        status = check(settings, wishes, *out);
    if (status != EXIT_DONE)
        g_clear_pointer(out, mailfile_free);
    return status;
}

int checked_referee(const struct settings *settings, const struct checked_wishes *wishes,
                    const struct mailfile *mail, char *out)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = known_path(settings);
    g_autofree char *address = answer_referee(mail);
    gboolean found = FALSE;
    out[0] = '\0';
    if (wishes->referee)
        return wished_key(wishes->referee, out)
                   ? EXIT_DONE
                   : arguments_wrong("--referee takes 64 hexadecimal digits");
    if (mail->table)
        memcpy(out, view_text(mail->table, "key"), KNOWN_KEY);
    else if (address && !known_find(path, address, out, &found, &error))
        return checked_report(g_steal_pointer(&error));
    if (!mail->table && !found)
        out[0] = '\0';
    return EXIT_DONE;
}
