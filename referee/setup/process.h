// SPDX-License-Identifier: MIT
// What our processes are like, of which some hold keys and hands.
//
// Decides that what they write is their user's alone, also when they die, and that a lost answer is
// no answer.
#ifndef REFEREE_PROCESS_H
#define REFEREE_PROCESS_H

#include <glib.h>

// Before anything else: files for this user only, no memory left in a core file (so it is in the
// programs that are started from here), a closed pipe as an error instead of a signal. FALSE, and
// said on standard error, when there is no libsodium to work with.
gboolean process_begin(void) G_GNUC_WARN_UNUSED_RESULT;

// At the end: the exit status, which tells of an answer that couldn't be written, whatever the
// command thought. A reader that has seen enough (EPIPE) is no fault of ours.
int process_end(int status);

#endif
