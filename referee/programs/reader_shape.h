// SPDX-License-Identifier: MIT
// Whether an answer of `read` has the shape that mail/read.h promises. Pure.
#ifndef REFEREE_READER_SHAPE_H
#define REFEREE_READER_SHAPE_H

#include <glib.h>
#include <jansson.h>

// Every key is there, of its type, and no string but a body holds a control character or is longer
// than its place allows. After this the hub may take values out without looking again.
gboolean reader_shape_holds(json_t *facts);

#endif
