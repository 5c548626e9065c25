// SPDX-License-Identifier: MIT
// The known word that a mistyped one was probably meant to be.
//
// Decides by counting letters put in, left out, changed or swapped. Knows no words of its own.
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <glib.h>

// How many letters must be put in, taken out, changed, or swapped with their neighbour to make one
// word of the other. Bytes are compared without regard to ASCII case; only the first 40 of each
// count.
guint nearest_distance(const char *a, const char *b);

// The closest of n known words, the first among equals; NULL when n is 0.
const char *nearest_find(const char *word, const char *const *known, gsize n);

#endif
