// SPDX-License-Identifier: MIT
// `key …`: which key a player registers. Knows the shapes of keys, not what is done with them.
#include "referee/words/command_parts.h"

#include <string.h>

#include "base/base64.h"

static gboolean ed25519_ok(const char *text)
{
    guint8 bytes[32];
    return base64_read(text, bytes, sizeof bytes);
}

// "Ed", a number of eight bytes, the key.
static gboolean minisign_ok(const char *text)
{
    guint8 bytes[42];
    return base64_read(text, bytes, sizeof bytes) && bytes[0] == 'E' && bytes[1] == 'd';
}

// The length and name of the kind, the length of the key, the key (RFC 4253, 6.6; RFC 8709).
static gboolean ssh_ok(const char *text)
{
    static const guint8 head[] = "\0\0\0\013ssh-ed25519\0\0\0\040";
    guint8 bytes[51];
    return base64_read(text, bytes, sizeof bytes) && memcmp(bytes, head, sizeof head - 1) == 0;
}

static gboolean fingerprint_ok(const char *text)
{
    return strlen(text) == 40 && strspn(text, "0123456789abcdefABCDEF") == 40;
}

// As the program age-keygen writes it.
static gboolean age_ok(const char *text)
{
    return strlen(text) == 62 && g_ascii_strncasecmp(text, "age1", 4) == 0 &&
           strspn(text, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == 62;
}

// The material of the key: what follows the kind; nothing where it is in an attached file. Behind
// an ssh key its owner's name may stand.
static enum command_line material(struct scan *scan, struct command *command,
                                  struct command_wrong *wrong)
{
    gsize from, to;
    if (!scan_token(scan, &from, &to))
        return COMMAND_LINE_COMMAND;
    g_autofree char *text = fold_cut(scan->line, from, to);
    gboolean fine = FALSE;
    if (command->key == COMMAND_KEY_ED25519)
        fine = ed25519_ok(text);
    else if (command->key == COMMAND_KEY_MINISIGN)
        fine = minisign_ok(text);
    else if (command->key == COMMAND_KEY_SSH)
        fine = ssh_ok(text);
    if (!fine || (command->key != COMMAND_KEY_SSH && !scan_done(scan)))
        return scan_wrong(wrong, COMMAND_FAULT_KEY);
    command->text = g_steal_pointer(&text);
    return COMMAND_LINE_COMMAND;
}

// A fingerprint, or nothing. The armored key stands below or is attached.
static enum command_line openpgp(struct scan *scan, struct command *command,
                                 struct command_wrong *wrong)
{
    gsize from, to;
    if (!scan_token(scan, &from, &to))
        return COMMAND_LINE_COMMAND;
    g_autofree char *text = fold_cut(scan->line, from, to);
    if (!fingerprint_ok(text) || !scan_done(scan))
        return scan_wrong(wrong, COMMAND_FAULT_KEY);
    command->who = g_ascii_strup(text, -1);
    return COMMAND_LINE_COMMAND;
}

// A recipient; takes its text over.
static enum command_line age(struct scan *scan, struct command *command,
                             struct command_wrong *wrong, char *text)
{
    command->key = COMMAND_KEY_AGE;
    command->text = text;
    return age_ok(text) && scan_done(scan) ? COMMAND_LINE_COMMAND
                                           : scan_wrong(wrong, COMMAND_FAULT_KEY);
}

enum command_line command_key_read(struct scan *scan, struct command *command,
                                   struct command_wrong *wrong)
{
    static const struct {
        const char *name;
        enum command_key key;
    } kinds[] = {{"ed", COMMAND_KEY_ED25519},
                 {"minisign", COMMAND_KEY_MINISIGN},
                 {"ssh-ed", COMMAND_KEY_SSH},
                 {"openpgp", COMMAND_KEY_OPENPGP},
                 {"seal", COMMAND_KEY_SEAL}};
    if (scan_word(scan, WORD_OFF)) {
        command->verb = COMMAND_KEY_OFF;
        return scan_done(scan) ? COMMAND_LINE_COMMAND : COMMAND_LINE_OTHER;
    }
    gsize from, to;
    char key[FOLD_KEY_MAX];
    if (!scan_token(scan, &from, &to))
        return scan_wrong(wrong, COMMAND_FAULT_KEY);
    gsize letters = from;
    while (letters < to && !g_unichar_isdigit(scan->line->fold[letters]))
        letters++;
    g_autofree char *number = fold_cut(scan->line, letters, to);
    fold_key(scan->line, from, letters, key, NULL);
    // `key ssh` and the line of the file behind it, or the file attached; `key age` likewise
    if ((strcmp(key, "ssh") == 0 || strcmp(key, "age") == 0) && !*number) {
        command->key = key[0] == 's' ? COMMAND_KEY_SSH : COMMAND_KEY_AGE;
        return scan_done(scan) ? COMMAND_LINE_COMMAND : command_key_read(scan, command, wrong);
    }
    if (strcmp(key, "age") == 0)
        return age(scan, command, wrong, fold_cut(scan->line, from, to));
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        gboolean curve = kinds[i].key == COMMAND_KEY_ED25519 || kinds[i].key == COMMAND_KEY_SSH;
        if (strcmp(kinds[i].name, key) != 0 || strcmp(number, curve ? "25519" : "") != 0)
            continue;
        command->key = kinds[i].key;
        if (command->key == COMMAND_KEY_OPENPGP)
            return openpgp(scan, command, wrong);
        if (command->key != COMMAND_KEY_SEAL)
            return material(scan, command, wrong);
        command->on = scan_word(scan, WORD_ON);
        if (!command->on && !scan_word(scan, WORD_OFF))
            return scan_wrong(wrong, COMMAND_FAULT_CHOICE);
        return scan_done(scan) ? COMMAND_LINE_COMMAND : COMMAND_LINE_OTHER;
    }
    return scan_wrong_word(wrong, COMMAND_FAULT_KEY, scan, from, to);
}
