// SPDX-License-Identifier: MIT
// Addresses and nicknames in commands: which can be, and how they are typed. See command_text.h and
// command_parts.h.
#include "referee/words/command_text.h"

#include "base/address.h"
#include "referee/words/command_parts.h"

#include <string.h>

gboolean command_address_ok(const char *address)
{
    const char *wrong;
    g_autofree char *canonical = address_canonical(address, &wrong);
    const char *host = canonical ? strrchr(canonical, '@') + 1 : NULL;
    return host && (strchr(host, '.') || strcmp(host, "localhost") == 0);
}

// A line of a mail may hold nothing but a name, and must not be a command when it is quoted back.
static gboolean reads_as_command(const char *nick)
{
    struct command command;
    enum command_line read = command_parse_text(nick, WORDS_ALL, &command, NULL);
    command_clear(&command);
    return read == COMMAND_LINE_COMMAND;
}

enum command_fault command_nick_fault(const char *nick)
{
    if (*nick == '\0' || strlen(nick) > COMMAND_NICK_MAX)
        return COMMAND_FAULT_NICK;
    for (const char *p = nick; *p; p++)
        if (!g_ascii_isalnum(*p) && !strchr("-_.", *p))
            return COMMAND_FAULT_NICK;
    if (strspn(nick, "0123456789") == strlen(nick) || !g_ascii_isalnum(*nick) ||
        reads_as_command(nick))
        return COMMAND_FAULT_NICK;
    return g_ascii_strncasecmp(nick, "robot-", 6) == 0 ? COMMAND_FAULT_RESERVED : COMMAND_FINE;
}

char *command_nick_near(const char *written)
{
    g_autofree char *plain = g_str_to_ascii(written, "de"); // ü becomes ue, é becomes e
    char near[COMMAND_NICK_MAX + 1];
    gsize n = 0;
    for (const char *p = plain; *p && n < COMMAND_NICK_MAX; p++) {
        if (g_ascii_isalnum(*p) || (n > 0 && strchr("-_.", *p)))
            near[n++] = *p;
        else if (n > 0 && near[n - 1] != '-')
            near[n++] = '-';
    }
    while (n > 0 && near[n - 1] == '-')
        n--;
    near[n] = '\0';
    return g_strdup(command_nick_fault(near) == COMMAND_FINE ? near : "");
}

static gboolean same_address(const char *a, const char *b)
{
    return g_ascii_strcasecmp(a, b) == 0;
}

// What stands in `<…>` or `[…]`, `mailto:` taken off; NULL when it isn't such.
static char *bracketed(const char *text)
{
    gsize len = strlen(text);
    if (len < 3 ||
        !((text[0] == '<' && text[len - 1] == '>') || (text[0] == '[' && text[len - 1] == ']')))
        return NULL;
    const char *inner = text + 1;
    if (g_ascii_strncasecmp(inner, "mailto:", 7) == 0)
        inner += 7;
    return g_strndup(inner, (gsize)(text + len - 1 - inner));
}

// Takes a token without the comma behind it; NULL at the end. The caller owns it.
static char *take_name(struct scan *scan)
{
    gsize from, to;
    scan_blanks(scan);
    while (scan_char(scan, ','))
        scan_blanks(scan);
    from = scan->pos;
    while (scan->pos < scan->end && scan->line->fold[scan->pos] != ' ' &&
           scan->line->fold[scan->pos] != ',')
        scan->pos++;
    to = scan->pos;
    return to > from ? fold_cut(scan->line, from, to) : NULL;
}

// A mail program writes an address that it made a link of twice: `a@b<mailto:a@b>`, `a@b <a@b>`.
// Both must be the same. Takes a second token when that is the first in brackets. NULL when they
// differ.
static char *undouble(struct scan *scan, char *token)
{
    g_autofree char *name = token;
    char *open = strpbrk(name, "<[");
    if (open) {
        g_autofree char *inner = bracketed(open);
        if (!inner || (open > name && (gsize)(open - name) != strlen(inner)) ||
            (open > name && g_ascii_strncasecmp(name, inner, strlen(inner)) != 0))
            return NULL;
        return g_steal_pointer(&inner);
    }
    struct scan ahead = *scan;
    g_autofree char *next = strchr(name, '@') ? take_name(&ahead) : NULL;
    g_autofree char *inner = next ? bracketed(next) : NULL;
    if (inner) {
        if (!same_address(inner, name))
            return NULL;
        scan->pos = ahead.pos;
    }
    return g_steal_pointer(&name);
}

// Takes an address, or a nick where that may stand. NULL with what is wrong.
static char *take(struct scan *scan, gboolean nick_too, struct command_wrong *wrong)
{
    gsize from = scan->pos;
    char *token = take_name(scan);
    if (!token) {
        scan_wrong(wrong, COMMAND_FAULT_WHO);
        return NULL;
    }
    g_autofree char *name = undouble(scan, token);
    gboolean nick = name && nick_too && !strchr(name, '@');
    enum command_fault fault =
        nick ? command_nick_fault(name)
             : (name && command_address_ok(name) ? COMMAND_FINE : COMMAND_FAULT_ADDRESS);
    if (fault == COMMAND_FINE)
        return g_steal_pointer(&name);
    while (from < scan->pos && scan->line->fold[from] == ' ')
        from++;
    scan_wrong_word(wrong, fault, scan, from, scan->pos);
    return NULL;
}

enum command_line command_names_read(struct scan *scan, struct command *command,
                                     struct command_wrong *wrong)
{
    do {
        char *name = take(scan, TRUE, wrong);
        if (!name)
            return COMMAND_LINE_WRONG;
        g_ptr_array_add(command->names, name);
    } while (!scan_done(scan));
    return COMMAND_LINE_COMMAND;
}

static enum command_line one(struct scan *scan, gboolean nick_too, struct command *command,
                             struct command_wrong *wrong)
{
    command->who = take(scan, nick_too, wrong);
    if (!command->who)
        return COMMAND_LINE_WRONG;
    return scan_done(scan) ? COMMAND_LINE_COMMAND : COMMAND_LINE_OTHER;
}

enum command_line command_substitute_read(struct scan *scan, struct command *command,
                                          struct command_wrong *wrong)
{
    return one(scan, TRUE, command, wrong);
}

enum command_line command_address_read(struct scan *scan, struct command *command,
                                       struct command_wrong *wrong)
{
    return one(scan, FALSE, command, wrong);
}

enum command_line command_nick_read(struct scan *scan, struct command *command,
                                    struct command_wrong *wrong)
{
    gsize from, to;
    if (!scan_token(scan, &from, &to))
        return scan_wrong(wrong, COMMAND_FAULT_NICK);
    if (!scan_done(scan))
        return COMMAND_LINE_OTHER;
    command->who = fold_cut(scan->line, from, to);
    enum command_fault fault = command_nick_fault(command->who);
    return fault == COMMAND_FINE ? COMMAND_LINE_COMMAND
                                 : scan_wrong_word(wrong, fault, scan, from, to);
}
