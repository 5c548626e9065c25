// SPDX-License-Identifier: MIT
// What a player sets about himself: zone, language, mail, quiet hours, vacation, calendar, privacy.
#include "referee/words/command_parts.h"

#include <string.h>

// The word that isn't any of those that may stand there; none at all counts too.
static enum command_line no_choice(struct scan *scan, struct command_wrong *wrong)
{
    gsize from, to;
    scan_token(scan, &from, &to);
    return scan_wrong_word(wrong, COMMAND_FAULT_CHOICE, scan, from, to);
}

static enum command_line at_end(struct scan *scan)
{
    return scan_done(scan) ? COMMAND_LINE_COMMAND : COMMAND_LINE_OTHER;
}

// A name of the IANA data base by its shape alone: up to three parts, no dots, so that it can be no
// path anywhere.
static gboolean zone_ok(const char *zone)
{
    int slashes = 0;
    gboolean part = FALSE;
    if (strlen(zone) > 64)
        return FALSE;
    for (const char *p = zone; *p; p++) {
        if (*p == '/') {
            if (!part || ++slashes > 2)
                return FALSE;
            part = FALSE;
        } else if (g_ascii_isalnum(*p) || *p == '_' || *p == '+' || *p == '-') {
            part = TRUE;
        } else {
            return FALSE;
        }
    }
    return part;
}

static enum command_line timezone_read(struct scan *scan, struct command *command,
                                       struct command_wrong *wrong)
{
    gsize from, to;
    if (!scan_token(scan, &from, &to))
        return scan_wrong(wrong, COMMAND_FAULT_ZONE);
    if (!scan_done(scan))
        return COMMAND_LINE_OTHER;
    command->who = fold_cut(scan->line, from, to);
    return zone_ok(command->who) ? COMMAND_LINE_COMMAND
                                 : scan_wrong_word(wrong, COMMAND_FAULT_ZONE, scan, from, to);
}

// Languages can be named in any of them: who asks for another doesn't read this one.
static enum command_line language_read(struct scan *scan, struct command *command,
                                       struct command_wrong *wrong)
{
    gsize from, to;
    char key[FOLD_KEY_MAX];
    struct scan before = *scan;
    const char *code = scan_token(scan, &from, &to) && fold_key(scan->line, from, to, key, NULL)
                           ? words_code_named(key)
                           : NULL;
    if (!code)
        return no_choice(&before, wrong);
    command->who = g_strdup(code);
    return at_end(scan);
}

// How mail comes; or `mail page`, which asks for some.
static enum command_line mail_read(struct scan *scan, struct command *command,
                                   struct command_wrong *wrong)
{
    if (scan_word(scan, WORD_ALL))
        command->mail = COMMAND_MAIL_ALL;
    else if (scan_word(scan, WORD_TURN))
        command->mail = COMMAND_MAIL_TURN;
    else if (scan_word(scan, WORD_DAILY))
        command->mail = COMMAND_MAIL_DAILY;
    else if (scan_word(scan, WORD_PAGE))
        command->verb = COMMAND_PAGE;
    else
        return no_choice(scan, wrong);
    return at_end(scan);
}

// An hour: `23`, `23:00`, `23h`, `23 Uhr`, `11pm`; what may stand before it too.
static gboolean hour_read(struct scan *scan, gint64 *out)
{
    enum { NOON = 12, HOURS = 24 };
    gint64 minutes = 0;
    gsize width;
    (void)scan_letters(scan, WORD_FROM);
    scan_blanks(scan);
    if (!scan_number(scan, out, NULL))
        return FALSE;
    if (scan_char(scan, ':') && (!scan_number(scan, &minutes, &width) || width != 2))
        return FALSE;
    struct scan half = *scan;
    scan_blanks(&half);
    gboolean after_noon = scan_char(&half, 'p');
    if ((after_noon || scan_char(&half, 'a')) && scan_char(&half, 'm')) {
        *scan = half;
        if (*out < 1 || *out > NOON)
            return FALSE;
        *out = *out % NOON + (after_noon ? NOON : 0);
    } else if (scan_letters(scan, WORD_HOURS)) {
        (void)(scan_char(scan, '0') && scan_char(scan, '0')); // `8h00`
    }
    return *out <= HOURS && minutes == 0;
}

// `23-8`, `23:00 - 8:00`, `de 23h à 8h`; `off`.
static enum command_line quiet_read(struct scan *scan, struct command *command,
                                    struct command_wrong *wrong)
{
    enum { LONGEST = 12, DAY = 24 };
    gint64 from, until;
    if (scan_word(scan, WORD_OFF))
        return at_end(scan);
    if (!hour_read(scan, &from))
        return scan_wrong(wrong, COMMAND_FAULT_QUIET);
    if (!scan_letters(scan, WORD_UNTIL)) {
        scan_blanks(scan);
        if (!scan_char(scan, '-'))
            return scan_wrong(wrong, COMMAND_FAULT_QUIET);
    }
    if (!hour_read(scan, &until) || !scan_done(scan) || (until - from + DAY) % DAY > LONGEST)
        return scan_wrong(wrong, COMMAND_FAULT_QUIET);
    command->quiet_from = (int)(from % DAY);
    command->quiet_until = (int)(until % DAY);
    return COMMAND_LINE_COMMAND;
}

static enum command_line switch_read(struct scan *scan, enum word on, enum word off,
                                     struct command *command, struct command_wrong *wrong)
{
    command->on = scan_word(scan, on);
    if (!command->on && !scan_word(scan, off))
        return no_choice(scan, wrong);
    return at_end(scan);
}

enum command_line command_setting_read(struct scan *scan, struct command *command,
                                       struct command_wrong *wrong)
{
    if (command->verb == COMMAND_TIMEZONE)
        return timezone_read(scan, command, wrong);
    if (command->verb == COMMAND_LANGUAGE)
        return language_read(scan, command, wrong);
    if (command->verb == COMMAND_MAIL)
        return mail_read(scan, command, wrong);
    if (command->verb == COMMAND_QUIET)
        return quiet_read(scan, command, wrong);
    if (command->verb == COMMAND_VACATION)
        return command_dates_read(scan, command, wrong);
    if (command->verb == COMMAND_CALENDAR)
        return switch_read(scan, WORD_ON, WORD_OFF, command, wrong);
    g_assert(command->verb == COMMAND_PRIVATE);
    return switch_read(scan, WORD_YES, WORD_NO, command, wrong);
}
