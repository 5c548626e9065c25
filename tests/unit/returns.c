// SPDX-License-Identifier: MIT
// See returns.h.
#include "tests/unit/returns.h"

struct club club;

int returns_set_up(void **state)
{
    (void)state;
    club_begin(&club);
    club.unchecked = TRUE;
    return 0;
}

int returns_set_up_checked(void **state)
{
    (void)state;
    club_begin(&club);
    return 0;
}

int returns_tear_down(void **state)
{
    (void)state;
    club_end(&club);
    return 0;
}

// ---- reports -----------------------------------------------------------------------------------

char *returns_envelope(const struct club_mail *mail)
{
    g_autofree char *path = club_header(mail, "Return-Path");
    return g_strndup(path + 1, strlen(path) - 2);
}

void returns_report(const struct returns_report *r)
{
    static int n;
    g_autofree char *raw = g_strdup_printf(
        "Return-Path: <>\nFrom: %s\nTo: %s\nSubject: Undelivered Mail Returned to Sender\n"
        "Message-ID: <report-%d@mx.example.org>\n%sMIME-Version: 1.0\n"
        "Content-Type: %s; report-type=delivery-status; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nI'm afraid I wasn't able to deliver your message.\n\n"
        "--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.example.org\n\n"
        "Final-Recipient: rfc822; bruno@example.org\nAction: %s\nStatus: %s\n\n"
        "--b\nContent-Type: text/rfc822-headers\n\nSubject: [23] Game 1\nX-23-Referee: "
        "%s\n\n--b--\n",
        r->from ? r->from : "Mail Delivery System <MAILER-DAEMON@mx.example.org>", r->to, ++n,
        r->headers ? r->headers : "", r->type ? r->type : "multipart/report",
        r->action ? r->action : "failed", r->status ? r->status : "5.1.1", REFEREE);
    club_drop(&club, raw, strlen(raw));
}

void returns_plain(const char *address)
{
    returns_report(&(struct returns_report){.to = address});
}

int returns_number(const char *sql)
{
    return (int)g_ascii_strtoll(club_sql(&club, "%s", sql), NULL, 10);
}

gboolean returns_suspended(void)
{
    return returns_number("SELECT count(*) FROM address WHERE suspended_at IS NOT NULL") > 0;
}

int returns_counted(void)
{
    return returns_number("SELECT count(*) FROM bounce");
}

void returns_wait(guint hours)
{
    for (guint step; hours > 0; hours -= step) {
        step = MIN(hours, 2);
        club.now += step * CLUB_HOUR;
        club_tick(&club);
    }
}

// ---- games -------------------------------------------------------------------------------------

void returns_game(void)
{
    club_game(&club, 3, "pace=7d");
    club_discard(&club);
}

char *returns_mail(void)
{
    guint before = club_count(&club, BRUNO);
    club_answers(&club, ANNA, "say Is anybody there?");
    club_tick(&club);
    assert_int_equal(club_count(&club, BRUNO), before + 1);
    return returns_envelope(club_last(&club, BRUNO));
}

void returns_one(void)
{
    g_autofree char *address = returns_mail();
    returns_plain(address);
    club_tick(&club);
}

void returns_all(void)
{
    returns_one();
    returns_one();
    assert_false(returns_suspended());
    returns_wait(24);
    returns_one();
    assert_true(returns_suspended());
}

void returns_come_to(const char *who)
{
    for (int i = 0; i < 3 && strcmp(club_turn(&club), who) != 0; i++)
        club_move(&club, club_turn(&club), "pass");
    assert_string_equal(club_turn(&club), who);
}
