// SPDX-License-Identifier: MIT
// For tests of mails that come back: a club (club.h) of Anna, Bruno and Clara, in which Bruno's
// mails do. One club a program.
#ifndef TESTS_RETURNS_H
#define TESTS_RETURNS_H

#include "tests/unit/club.h"

extern struct club club;

// For cmocka; unchecked where nothing new is said to anybody.
int returns_set_up(void **state);
int returns_set_up_checked(void **state);
int returns_tear_down(void **state);
#define RETURNS_TEST(name) cmocka_unit_test_setup_teardown(name, returns_set_up, returns_tear_down)
#define RETURNS_CHECKED(name)                                                                      \
    cmocka_unit_test_setup_teardown(name, returns_set_up_checked, returns_tear_down)

// The envelope sender of a mail. The caller frees it.
char *returns_envelope(const struct club_mail *mail);

// A report of a mail that wasn't delivered. What is NULL is as it should be.
struct returns_report {
    const char *to, *action, *status;
    const char *type;    // else multipart/report
    const char *from;    // else the mail server
    const char *headers; // more
};
void returns_report(const struct returns_report *report);
void returns_plain(const char *to);

// The number that a query yields.
int returns_number(const char *sql);
// Whether somebody gets no more mails; how many mails are counted.
gboolean returns_suspended(void);
int returns_counted(void);

// Lets hours go by, with runs as seldom as may be without an outage.
void returns_wait(guint hours);

// Three people play; the cards of the first round are all put aside.
void returns_game(void);
// A mail to Bruno about the game: Anna talks. Its envelope sender; the caller frees it.
char *returns_mail(void);
// One that comes back.
void returns_one(void);
// Bruno's mails come back on two days, the third time at the end of the second: he gets no more.
void returns_all(void);
// Everybody who is before this one passes, until it is their turn.
void returns_come_to(const char *who);

#endif
