// SPDX-License-Identifier: MIT
// See mail_date.h.
#include "base/mail_date.h"

char *mail_date(gint64 at)
{
    static const char days[][4] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    g_autoptr(GDateTime) when = g_date_time_new_from_unix_utc(at);
    return g_strdup_printf(
        "%s, %02d %s %04d %02d:%02d:%02d +0000", days[g_date_time_get_day_of_week(when) - 1],
        g_date_time_get_day_of_month(when), months[g_date_time_get_month(when) - 1],
        g_date_time_get_year(when), g_date_time_get_hour(when), g_date_time_get_minute(when),
        g_date_time_get_second(when));
}
