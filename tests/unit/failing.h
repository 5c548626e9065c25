// SPDX-License-Identifier: MIT
// A disk that fails when it is told to: what SQLite's files stand on, for tests alone.
#ifndef TESTS_FAILING_H
#define TESTS_FAILING_H

#include <glib.h>

enum failing_act { FAILING_READ, FAILING_WRITE, FAILING_SYNC, FAILING_OPEN, FAILING_ACTS };

// From here on all databases of this process are opened on it. It fails in nothing.
void failing_install(void);
// The n-th act of this kind from now fails with this code of SQLite; for_good: all after it, too.
void failing_at(enum failing_act act, guint n, int code, gboolean for_good);
// Nothing fails any more, and counting begins anew.
void failing_heal(void);
// How many acts of this kind there were since; whether one failed.
guint failing_count(enum failing_act act);
gboolean failing_happened(void);

#endif
