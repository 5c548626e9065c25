// SPDX-License-Identifier: MIT
// See key_file.h.
#include "referee/words/key_file.h"

#include "referee/words/command_text.h"

#include <string.h>

// From the line that begins an armor to the one that ends it.
static char *armored(const char *text)
{
    static const char begin[] = "-----BEGIN PGP PUBLIC KEY BLOCK-----";
    static const char end[] = "-----END PGP PUBLIC KEY BLOCK-----";
    const char *from = strstr(text, begin);
    const char *to = from ? strstr(from, end) : NULL;
    if (!to || strstr(to, begin)) // one alone
        return NULL;
    return g_strdup_printf("%.*s\n", (int)(to - from) + (int)sizeof end - 1, from);
}

// The one line that, behind `key KIND`, is a command; comments are passed over.
static char *one_line(const char *kind, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    char *found = NULL;
    for (guint i = 0; lines[i]; i++) {
        char *line = g_strstrip(lines[i]);
        struct command command;
        if (!*line || g_str_has_prefix(line, "untrusted comment:") || *line == '#')
            continue;
        g_autofree char *words = g_strdup_printf("key %s %s", kind, line);
        gboolean is = command_parse_text(words, WORDS_EN, &command, NULL) == COMMAND_LINE_COMMAND &&
                      command.verb == COMMAND_KEY && command.text && !found;
        if (is)
            found = g_steal_pointer(&command.text);
        command_clear(&command);
        if (!is) {
            g_free(found);
            return NULL;
        }
    }
    return found;
}

char *key_file_public(enum command_key kind, const char *text)
{
    switch ((int)kind) {
    case COMMAND_KEY_OPENPGP:
        return armored(text);
    case COMMAND_KEY_ED25519:
        return one_line("ed25519", text);
    case COMMAND_KEY_MINISIGN:
        return one_line("minisign", text);
    case COMMAND_KEY_SSH:
        return one_line("ssh", text);
    case COMMAND_KEY_AGE:
        return one_line("age", text);
    default:
        return NULL;
    }
}

gboolean key_file_is_secret(const char *text)
{
    static const char *const marks[] = {"-----BEGIN PGP PRIVATE KEY BLOCK-----",
                                        "-----BEGIN OPENSSH PRIVATE KEY-----",
                                        "untrusted comment: minisign encrypted secret key",
                                        "untrusted comment: minisign secret key"};
    for (gsize i = 0; i < G_N_ELEMENTS(marks); i++)
        if (strstr(text, marks[i]))
            return TRUE;
    return FALSE;
}
