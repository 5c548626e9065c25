// SPDX-License-Identifier: MIT
// See post_calendar.h.
#include "mail/post_calendar.h"

#include <string.h>

enum { LINE_BYTES = 75 };

// One content line, folded within no character (RFC 5545, 3.1).
static void add_line(GString *out, const char *line)
{
    gsize used = 0;
    for (const char *p = line; *p; p = g_utf8_next_char(p)) {
        gsize len = (gsize)(g_utf8_next_char(p) - p);
        if (used + len > LINE_BYTES) {
            g_string_append(out, "\r\n ");
            used = 1;
        }
        g_string_append_len(out, p, (gssize)len);
        used += len;
    }
    g_string_append(out, "\r\n");
}

static void add(GString *out, const char *name, const char *value)
{
    g_autofree char *line = g_strconcat(name, ":", value, NULL);
    add_line(out, line);
}

// A text value (3.3.11).
static void add_text(GString *out, const char *name, const char *text)
{
    g_autoptr(GString) value = g_string_new(NULL);
    for (const char *p = text; *p; p++) {
        if (strchr("\\;,", *p))
            g_string_append_c(value, '\\');
        if (*p == '\n')
            g_string_append(value, "\\n");
        else
            g_string_append_c(value, *p);
    }
    add(out, name, value->str);
}

static void add_time(GString *out, const char *name, gint64 at)
{
    g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(at);
    g_autofree char *value = g_date_time_format(date, "%Y%m%dT%H%M%SZ");
    add(out, name, value);
}

static void add_event(GString *out, const struct post_mail *mail, const struct post_event *event)
{
    g_autofree char *organizer = g_strconcat("mailto:", mail->from, NULL);
    g_autofree char *sequence = g_strdup_printf("%" G_GINT64_FORMAT, event->sequence);
    add(out, "BEGIN", "VEVENT");
    add_text(out, "UID", event->uid);
    add_time(out, "DTSTAMP", mail->date);
    add_time(out, "DTSTART", event->start);
    add_time(out, "DTEND", event->end);
    add(out, "SEQUENCE", sequence);
    add(out, "STATUS", event->cancelled ? "CANCELLED" : "CONFIRMED");
    add(out, "TRANSP", "TRANSPARENT");
    add(out, "ORGANIZER", organizer);
    add_text(out, "SUMMARY", event->summary);
    add_text(out, "DESCRIPTION", event->description);
    add(out, "END", "VEVENT");
}

char *post_calendar(const struct post_mail *mail)
{
    GString *out = g_string_new(NULL);
    add(out, "BEGIN", "VCALENDAR");
    add(out, "VERSION", "2.0");
    add(out, "PRODID", "-//23 by mail//referee23//EN");
    add(out, "METHOD", "PUBLISH");
    for (guint i = 0; i < mail->n_events; i++)
        add_event(out, mail, &mail->events[i]);
    add(out, "END", "VCALENDAR");
    return g_string_free(out, FALSE);
}
