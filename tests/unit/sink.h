// SPDX-License-Identifier: MIT
// For tests: the mail server of tests/tools/smtpd.c, running, and what it was told.
#ifndef TESTS_UNIT_SINK_H
#define TESTS_UNIT_SINK_H

#include <glib.h>

struct sink {
    char *dir; // where its files are: port, log, 1.eml …; taken from the caller
    int pid;   // -1: it doesn't run
    char *port;
};

// Starts it with rules, apart by line ends ("": it behaves), in a folder that exists. Files that
// are there already stay.
void sink_start(struct sink *sink, const char *dir, const char *rules);
// Ends it; what it wrote stays.
void sink_stop(struct sink *sink);
void sink_clear(struct sink *sink); // stops it too; takes a zeroed one

// What it was told: "connect", commands; and a mail, counted from 1, "" when there is none. The
// caller frees them.
char *sink_log(const struct sink *sink);
char *sink_mail(const struct sink *sink, guint number);
guint sink_mails(const struct sink *sink);

// How often words stand in text.
guint sink_count(const char *text, const char *words);

#endif
