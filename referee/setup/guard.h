// SPDX-License-Identifier: MIT
// What a run is working on at this moment, in a small file, so that the next run knows what it was
// doing when it died: a mail, a letter or a game that ends the program must not end every run
// after.
//
// Decides when something was tried often enough. What becomes of it then is known by those who try.
#ifndef REFEREE_GUARD_H
#define REFEREE_GUARD_H

#include <glib.h>

// How often something may be under way when a run dies (the power fails, somebody kills it) before
// it is taken for the cause.
enum { GUARD_TRIES = 2 };

// What the last run was doing when it died, for the caller to free; NULL: it came to its end. To be
// asked when a run begins. What is done in batches otherwise is done one by one then, so that the
// next run knows which one it was.
char *guard_left(const char *dir);

// Notes that work on one thing begins: kind ("mail", "letter", "game") and name say which. TRUE
// when it was under way in the last GUARD_TRIES runs, and none of them came to its end: then it is
// better left alone. left is what guard_left said. Where the file can't be written, nothing is
// guarded.
gboolean guard_enter(const char *dir, const char *left, const char *kind,
                     const char *name) G_GNUC_WARN_UNUSED_RESULT;
// The same for what is known by a number.
gboolean guard_enter_row(const char *dir, const char *left, const char *kind,
                         gint64 id) G_GNUC_WARN_UNUSED_RESULT;
// It came to its end, good or bad; or all of a batch, of which each was entered, did.
void guard_leave(const char *dir);

#endif
