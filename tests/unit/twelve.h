// SPDX-License-Identifier: MIT
// One run with a dozen mails of all kinds, to be disturbed: killed, its disk full, its database
// failing. Whatever was done to it, the end must be that of a run that nothing was done to.
#ifndef TESTS_TWELVE_H
#define TESTS_TWELVE_H

#include "tests/unit/club.h"

// What a run left behind.
struct twelve_end {
    char *rows;       // the whole database; of what is sealed, its size
    char *told;       // what each seat was told and how it plays; mails that wait or were in vain
    char *lines;      // of all games, secrets too
    GHashTable *sent; // Message-ID → all bytes of the mail
    GPtrArray *ids;   // the same Message-IDs, each as often as its mail lies there
    guint mails;      // copies count
};
void twelve_end_clear(struct twelve_end *end); // takes a zeroed one

// Makes the referee whose next run has all that to do, once a program; and takes it away. late:
// somebody is, which the clock acts on, unless a run couldn't hear what was written.
void twelve_begin(gboolean late);
// The same of another dozen: the last words of a cancelled and a paused game, of a seat handed on,
// a rematch, a new address; of somebody who watches no more, and of somebody to be forgotten.
void twelve_begin_wishes(void);
void twelve_finish(void);

// A copy of it, in a directory of its own, to be disturbed. twelve_drop takes it away.
void twelve_copy(struct club *club);
void twelve_copy_to(struct club *club, const char *parent); // below another directory
void twelve_drop(struct club *club);
// When the run is.
gint64 twelve_now(void);

// Runs referee23 on it, in a process group of its own, `seconds` later than it should. Its exit
// status; or -1 when it was killed by itself (environment) or by us, after microseconds (0: never).
// What it said on standard error is in twelve_said.
enum { TWELVE_KILLED = -1 };
int twelve_run(const struct club *club, const char *command, gint64 seconds,
               const char *const *environment, guint64 kill_after);
extern char *twelve_said;

// Looks at what there is.
void twelve_look(const struct club *club, struct twelve_end *out);
// Fails unless all is as in the run that nothing was done to: every mail at least once, each with
// its one Message-ID and its same bytes. exactly: every row of the database and every mail. Else
// news may have been parted among other mails, which left at other times.
void twelve_check(const struct twelve_end *wanted, const struct twelve_end *got, gboolean exactly,
                  const char *what);

#endif
