// SPDX-License-Identifier: MIT
// See utc.h. Done by hand, because the C library's readers take more than they should and depend on
// the environment.
#include "base/utc.h"

#include <string.h>

enum { DAY = 86400, YEAR_MAX = 9999, EPOCH_DAYS = 719162 /* from 0001-01-01 to 1970-01-01 */ };

static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

// Days from 0001-01-01 to the first of January of a year.
static gint64 days_before(int year)
{
    gint64 y = year - 1;
    return y * 365 + y / 4 - y / 100 + y / 400;
}

bool utc_parse(const char *text, gsize len, gint64 *out_seconds)
{
    static const char form[] = "0000-00-00T00:00:00Z";
    int field[6] = {0};
    int at = 0;
    if (len != sizeof form - 1)
        return false;
    for (gsize i = 0; i < len; i++) {
        if (form[i] != '0') {
            if (text[i] != form[i])
                return false;
            at++;
            continue;
        }
        if (text[i] < '0' || text[i] > '9')
            return false;
        field[at] = field[at] * 10 + (text[i] - '0');
    }
    const int year = field[0];
    const int month = field[1];
    const int day = field[2];
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > days_in(year, month) ||
        field[3] > 23 || field[4] > 59 || field[5] > 59)
        return false;
    gint64 days = days_before(year) - EPOCH_DAYS + day - 1;
    for (int m = 1; m < month; m++)
        days += days_in(year, m);
    *out_seconds = days * DAY + (gint64)field[3] * 3600 + (gint64)field[4] * 60 + field[5];
    return true;
}

static void put_digits(char *out, int n, int value)
{
    while (n-- > 0) {
        out[n] = (char)('0' + value % 10);
        value /= 10;
    }
}

void utc_format(gint64 seconds, char *out)
{
    gint64 days = seconds / DAY;
    int rest = (int)(seconds % DAY);
    if (rest < 0) {
        rest += DAY;
        days--;
    }
    days += EPOCH_DAYS;
    g_assert(days >= 0 && days < days_before(YEAR_MAX + 1));
    int year = (int)(days / 366) + 1; // never too late, and soon there
    while (days_before(year + 1) <= days)
        year++;
    int day = (int)(days - days_before(year));
    int month = 1;
    while (day >= days_in(year, month))
        day -= days_in(year, month++);
    memcpy(out, "0000-00-00T00:00:00Z", UTC_TEXT);
    put_digits(out, 4, year);
    put_digits(out + 5, 2, month);
    put_digits(out + 8, 2, day + 1);
    put_digits(out + 11, 2, rest / 3600);
    put_digits(out + 14, 2, rest / 60 % 60);
    put_digits(out + 17, 2, rest % 60);
}
