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

// `23-8`, blanks around the dash or none; `off`.
static enum command_line quiet_read(struct scan *scan, struct command *command,
                                    struct command_wrong *wrong)
{
    enum { LONGEST = 12 };
    gint64 from, until;
    if (scan_word(scan, WORD_OFF))
        return at_end(scan);
    scan_blanks(scan);
    if (!scan_number(scan, &from, NULL))
        return scan_wrong(wrong, COMMAND_FAULT_QUIET);
    scan_blanks(scan);
    if (!scan_char(scan, '-'))
        return scan_wrong(wrong, COMMAND_FAULT_QUIET);
    scan_blanks(scan);
    if (!scan_number(scan, &until, NULL) || !scan_done(scan) || from > 24 || until > 24 ||
        (until - from + 48) % 24 > LONGEST)
        return scan_wrong(wrong, COMMAND_FAULT_QUIET);
    command->quiet_from = (int)(from % 24);
    command->quiet_until = (int)(until % 24);
    return COMMAND_LINE_COMMAND;
}

// `2026-02-14`, a day that exists.
static gboolean date_read(struct scan *scan, struct command_date *out)
{
    gint64 year, month, day;
    gsize width;
    if (!scan_number(scan, &year, &width) || width != 4 || !scan_char(scan, '-') ||
        !scan_number(scan, &month, &width) || width > 2 || !scan_char(scan, '-') ||
        !scan_number(scan, &day, &width) || width > 2 ||
        (scan->pos < scan->end && scan->line->fold[scan->pos] != ' ') || year < 1970 ||
        !g_date_valid_dmy((GDateDay)MIN(day, 99), (GDateMonth)MIN(month, 99), (GDateYear)year))
        return FALSE;
    *out = (struct command_date){(gint16)year, (guint8)month, (guint8)day};
    return TRUE;
}

static int date_compare(const struct command_date *a, const struct command_date *b)
{
    if (a->year != b->year)
        return a->year - b->year;
    return a->month != b->month ? a->month - b->month : a->day - b->day;
}

static enum command_line vacation_read(struct scan *scan, struct command *command,
                                       struct command_wrong *wrong)
{
    for (int i = 0; i < 2; i++) {
        gsize from, to;
        if (i == 1 && scan_done(scan)) {
            command->dates[1] = command->dates[0];
            break;
        }
        scan_blanks(scan);
        struct scan date = *scan;
        scan_token(scan, &from, &to);
        if (!date_read(&date, &command->dates[i]))
            return scan_wrong_word(wrong, COMMAND_FAULT_DATE, scan, from, to);
    }
    if (!scan_done(scan))
        return COMMAND_LINE_OTHER;
    if (date_compare(&command->dates[1], &command->dates[0]) < 0)
        return scan_wrong(wrong, COMMAND_FAULT_DATES);
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
        return vacation_read(scan, command, wrong);
    if (command->verb == COMMAND_CALENDAR)
        return switch_read(scan, WORD_ON, WORD_OFF, command, wrong);
    g_assert(command->verb == COMMAND_PRIVATE);
    return switch_read(scan, WORD_YES, WORD_NO, command, wrong);
}
