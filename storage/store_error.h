// SPDX-License-Identifier: MIT
// How the database fails, by what is to be done about it. All of storage says it in these two
// kinds.
#ifndef STORAGE_STORE_ERROR_H
#define STORAGE_STORE_ERROR_H

#include <glib.h>

#define STORE_ERROR (store_error_quark())
GQuark store_error_quark(void);

enum store_error {
    STORE_ERROR_LATER, // locked, disk full, I/O: leave everything as it is and try again
    STORE_ERROR_STOP   // not a database of ours, newer than this program, damaged, wrong key: tell
                       // the operator
};

#endif
