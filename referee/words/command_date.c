// SPDX-License-Identifier: MIT
// One day, or two: `2026-12-24`, `24.12.`, `24 décembre`, `Dec 24, 2026`, `friday`, `until sunday`,
// `vom 24. bis zum 31. Dezember`.
//
// Decides how days may be written. A day without a year stays one: what day it is now isn't known
// here.
#include "referee/words/command_parts.h"

#include <string.h>

enum { SECOND_DIGITS = 2, YEAR_DIGITS = 4, LEAP_YEAR = 2000 };
enum { YEAR_FIRST = 1970, YEAR_LAST = 9998 }; // a friday after it is a day with four digits, too

// ---- words -----------------------------------------------------------------------------------

// Which of the words from first on stands here, from 1; 0 for none.
static int take_one_of(struct scan *scan, enum word first, int n)
{
    for (int i = 0; i < n; i++)
        if (scan_letters(scan, first + (enum word)i))
            return i + 1;
    return 0;
}

static int take_month(struct scan *scan)
{
    int month = take_one_of(scan, WORD_JANUARY, 12);
    if (month)
        (void)scan_char(scan, '.'); // `Dec. 24`
    return month;
}

// `the`, `am`, `le`: one or two of them (`from the 24th`).
static void take_article(struct scan *scan)
{
    if (scan_letters(scan, WORD_FROM))
        (void)scan_letters(scan, WORD_FROM);
    scan_blanks(scan);
}

static gboolean take_digits(struct scan *scan, gsize most, gint64 *out)
{
    gsize width;
    struct scan number = *scan;
    if (!scan_number(&number, out, &width) || width > most)
        return FALSE;
    scan->pos = number.pos;
    return TRUE;
}

// What may hang on the number of a day: `24th`, `1er`.
static void take_ending(struct scan *scan)
{
    static const char *const endings[] = {"st", "nd", "rd", "th", "er", "e", NULL};
    struct scan letters = *scan;
    while (g_unichar_isalpha(scan_next(&letters)))
        letters.pos++;
    char key[FOLD_KEY_MAX];
    if (fold_key(scan->line, scan->pos, letters.pos, key, NULL) && g_strv_contains(endings, key))
        scan->pos = letters.pos;
}

// ---- one day -----------------------------------------------------------------------------------

// `2026-12-24`.
static gboolean iso(struct scan *scan, struct command_date *out)
{
    gint64 year, month, day;
    gsize width;
    struct scan part = *scan;
    if (!scan_number(&part, &year, &width) || width != YEAR_DIGITS || !scan_char(&part, '-') ||
        !take_digits(&part, SECOND_DIGITS, &month) || !scan_char(&part, '-') ||
        !take_digits(&part, SECOND_DIGITS, &day))
        return FALSE;
    scan->pos = part.pos;
    *out = (struct command_date){COMMAND_DATE_DAY, (gint16)year, (guint8)month, (guint8)day};
    return TRUE;
}

// A year of four digits, a comma before it or not; of two where it hangs on the month's number.
// What begins another day is none.
static void take_year(struct scan *scan, gboolean hangs, struct command_date *out)
{
    struct command_date other;
    struct scan part = *scan;
    gint64 year;
    gsize width;
    if (!hangs)
        (void)scan_char(&part, ',');
    gboolean parted = scan_next(&part) == ' ';
    scan_blanks(&part);
    struct scan ahead = part;
    if (iso(&ahead, &other) || !scan_number(&part, &year, &width) ||
        !(width == YEAR_DIGITS || (hangs && !parted && width == SECOND_DIGITS)))
        return;
    out->kind = COMMAND_DATE_DAY;
    out->year = (gint16)(width == SECOND_DIGITS ? year + LEAP_YEAR : year);
    scan->pos = part.pos;
}

// `24/12`: day and month, or in English perhaps month and day. Where both can be it is neither.
static gboolean with_slash(struct scan *scan, gint64 first, struct command_date *out)
{
    enum { MONTHS = 12 };
    gint64 second;
    if (!take_digits(scan, SECOND_DIGITS, &second))
        return FALSE;
    gboolean unsure = scan->languages == WORDS_ALL || scan->languages == WORDS_EN;
    if (unsure && first <= MONTHS && second <= MONTHS && first != second)
        return FALSE;
    gboolean month_first = unsure && first <= MONTHS && second > MONTHS;
    out->kind = COMMAND_DATE_YEARLY;
    out->day = (guint8)(month_first ? second : first);
    out->month = (guint8)(month_first ? first : second);
    if (scan_char(scan, '/'))
        take_year(scan, TRUE, out);
    return TRUE;
}

// What follows the number of a day and its point: `12.`, `12.2026`, ` Dezember`. Of a range the
// month may stand behind the other day alone.
static void behind_point(struct scan *scan, struct command_date *out)
{
    gint64 month;
    struct scan part = *scan;
    scan_blanks(&part);
    if (!take_digits(&part, SECOND_DIGITS, &month))
        return;
    struct scan point = part;
    if (!scan_char(&point, '.') && scan_next(&part) != 0 && scan_next(&part) != ' ' &&
        scan_next(&part) != '-')
        return;
    scan->pos = part.pos;
    out->kind = COMMAND_DATE_YEARLY;
    out->month = (guint8)month;
    if (scan_char(scan, '.'))
        take_year(scan, TRUE, out);
}

// A day that begins with its number. Without a month it is a day of the month of another one.
static gboolean by_number(struct scan *scan, struct command_date *out)
{
    gint64 day;
    if (!take_digits(scan, SECOND_DIGITS, &day))
        return FALSE;
    *out = (struct command_date){COMMAND_DATE_YEARLY, 0, 0, (guint8)day};
    if (scan_char(scan, '/'))
        return with_slash(scan, day, out);
    if (scan_char(scan, '.'))
        behind_point(scan, out);
    else
        take_ending(scan);
    struct scan named = *scan;
    take_article(&named); // `24th of December`
    int month = out->month ? 0 : take_month(&named);
    if (month) {
        scan->pos = named.pos;
        out->month = (guint8)month;
        take_year(scan, FALSE, out);
    }
    return TRUE;
}

// `Dec 24`, `December 24th, 2026`.
static gboolean by_month(struct scan *scan, struct command_date *out)
{
    gint64 day;
    int month = take_month(scan);
    scan_blanks(scan);
    if (!month || !take_digits(scan, SECOND_DIGITS, &day))
        return FALSE;
    take_ending(scan);
    *out = (struct command_date){COMMAND_DATE_YEARLY, 0, (guint8)month, (guint8)day};
    take_year(scan, FALSE, out);
    return TRUE;
}

// `friday`; `Friday, 25 Dec` is the 25th.
static gboolean by_weekday(struct scan *scan, struct command_date *out)
{
    int weekday = take_one_of(scan, WORD_MONDAY, 7);
    if (!weekday)
        return FALSE;
    struct scan date = *scan;
    (void)scan_char(&date, ',');
    take_article(&date);
    if ((iso(&date, out) || by_number(&date, out) || by_month(&date, out)) && out->month)
        scan->pos = date.pos;
    else
        *out = (struct command_date){COMMAND_DATE_WEEKDAY, 0, 0, (guint8)weekday};
    return TRUE;
}

static gboolean day_read(struct scan *scan, struct command_date *out)
{
    take_article(scan);
    int from_now = take_one_of(scan, WORD_TODAY, 2);
    if (from_now) {
        *out = (struct command_date){COMMAND_DATE_FROM_NOW, 0, 0, (guint8)(from_now - 1)};
        return TRUE;
    }
    struct scan month = *scan;
    if (by_month(&month, out)) {
        scan->pos = month.pos;
        return TRUE;
    }
    return iso(scan, out) || by_weekday(scan, out) || by_number(scan, out);
}

// ---- two days ----------------------------------------------------------------------------------

static gboolean is_dated(const struct command_date *date)
{
    return date->kind == COMMAND_DATE_DAY || date->kind == COMMAND_DATE_YEARLY;
}

static int compare(const struct command_date *a, const struct command_date *b)
{
    if (a->year != b->year)
        return a->year - b->year;
    return a->month != b->month ? a->month - b->month : a->day - b->day;
}

// The year that one of two days says is the other's too, or the one beside it.
static void share_year(struct command_date *first, struct command_date *last)
{
    gboolean of_first = first->kind == COMMAND_DATE_YEARLY;
    struct command_date *without = of_first ? first : last;
    without->kind = COMMAND_DATE_DAY;
    without->year = of_first ? last->year : first->year;
    if (compare(last, first) < 0)
        without->year = (gint16)(without->year + (of_first ? -1 : 1));
}

// What one of two days leaves to the other: `24. bis 31.12.2026`. FALSE when the second is before
// the first.
static gboolean share(struct command_date *first, struct command_date *last)
{
    if (!is_dated(first) || !is_dated(last))
        return TRUE;
    gboolean same_month = !first->month || !last->month;
    if (!first->month)
        first->month = last->month;
    else if (!last->month)
        last->month = first->month;
    if (first->kind != last->kind && !same_month)
        share_year(first, last);
    if (same_month && first->kind != last->kind) {
        first->year = last->year = MAX(first->year, last->year);
        first->kind = last->kind = COMMAND_DATE_DAY;
    }
    gboolean comparable = same_month || first->kind == COMMAND_DATE_DAY;
    return !comparable || compare(last, first) >= 0;
}

static gboolean exists(const struct command_date *date)
{
    if (!is_dated(date))
        return TRUE;
    gboolean yearly = date->kind == COMMAND_DATE_YEARLY;
    return (yearly || (date->year >= YEAR_FIRST && date->year <= YEAR_LAST)) &&
           g_date_valid_dmy((GDateDay)date->day, (GDateMonth)date->month,
                            (GDateYear)(yearly ? LEAP_YEAR : date->year));
}

// Between two days: a word, a dash, or nothing but a blank.
static gboolean take_between(struct scan *scan)
{
    gboolean blank = scan_next(scan) == ' ';
    if (scan_letters(scan, WORD_UNTIL))
        return TRUE;
    scan_blanks(scan);
    return scan_char(scan, '-') || blank;
}

static gboolean days_read(struct scan *scan, struct command_date dates[2])
{
    if (scan_letters(scan, WORD_UNTIL)) {
        dates[0] = (struct command_date){COMMAND_DATE_FROM_NOW, 0, 0, 0};
        return day_read(scan, &dates[1]);
    }
    if (!day_read(scan, &dates[0]))
        return FALSE;
    struct scan behind = *scan;
    if (scan_done(&behind)) {
        dates[1] = dates[0];
        return TRUE;
    }
    return take_between(scan) && day_read(scan, &dates[1]);
}

enum command_line command_dates_read(struct scan *scan, struct command *command,
                                     struct command_wrong *wrong)
{
    struct command_date *dates = command->dates;
    gsize from;
    scan_blanks(scan);
    from = scan->pos;
    gboolean read = days_read(scan, dates) && scan_done(scan);
    gboolean ordered = read && share(&dates[0], &dates[1]);
    if (!read || !exists(&dates[0]) || !exists(&dates[1]))
        return scan_wrong_word(wrong, COMMAND_FAULT_DATE, scan, from, scan->end);
    return ordered ? COMMAND_LINE_COMMAND : scan_wrong(wrong, COMMAND_FAULT_DATES);
}

static void append_date(const struct command_date *date, GString *out)
{
    if (date->kind == COMMAND_DATE_DAY)
        g_string_append_printf(out, " %04d-%02d-%02d", date->year, date->month, date->day);
    else if (date->kind == COMMAND_DATE_YEARLY)
        g_string_append_printf(out, " %d %s", date->day,
                               words_name(WORD_JANUARY + (enum word)(date->month - 1)));
    else if (date->kind == COMMAND_DATE_WEEKDAY)
        g_string_append_printf(out, " %s", words_name(WORD_MONDAY + (enum word)(date->day - 1)));
    else
        g_string_append_printf(out, " %s", words_name(WORD_TODAY + (enum word)date->day));
}

void command_dates_format(const struct command *command, GString *out)
{
    const struct command_date *dates = command->dates;
    append_date(&dates[0], out);
    if (dates[0].kind != dates[1].kind || compare(&dates[0], &dates[1]) != 0)
        append_date(&dates[1], out);
}
