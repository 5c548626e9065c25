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

// Notes that work on one thing begins: kind ("mail", "letter", "game") and name say which. TRUE
// when it was under way in the last GUARD_TRIES runs, and none of them came to its end: then it is
// better left alone. Where the file can't be written, nothing is guarded.
gboolean guard_enter(const char *dir, const char *kind, const char *name) G_GNUC_WARN_UNUSED_RESULT;
// The same for what is known by a number.
gboolean guard_enter_row(const char *dir, const char *kind, gint64 id) G_GNUC_WARN_UNUSED_RESULT;
// Notes that work on many things at once begins.
void guard_enter_many(const char *dir, const char *kind);
// It came to its end, good or bad.
void guard_leave(const char *dir);
// Whether the last run died over something: what is done in batches otherwise is done one by one
// then, so that the next run knows which one it was.
gboolean guard_was_left(const char *dir);

#endif
