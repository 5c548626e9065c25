// SPDX-License-Identifier: MIT
// A JSON value on its way between the hub and the mail programs, its long strings beside it: those
// are most of it, and neither side has to look at each of their letters.
//
// A parcel is a JSON text, and right behind it the bytes of the long strings, in the order in which
// they belong into it. There each leaves a string that is U+0001 and its length in bytes,
// "\u00011234". A string that begins with U+0001 is always put beside, so that it can't be taken
// for one of these. Where nothing is long, a parcel is just JSON. It knows nothing of what the
// value means; it holds no NUL.
#ifndef BASE_PARCEL_H
#define BASE_PARCEL_H

#include <glib.h>
#include <jansson.h>

// The value as a parcel, ended by a NUL that *out_len doesn't count (may be NULL). The caller frees
// it with g_free.
char *parcel_pack(const json_t *value, gsize *out_len) G_GNUC_WARN_UNUSED_RESULT;

// The value of a parcel that anybody may have written, a new reference; NULL: it is none, or
// something follows it but the line end of a file, or an object in it has a key twice. Every string
// is UTF-8 without NUL.
json_t *parcel_unpack(const void *bytes, gsize len) G_GNUC_WARN_UNUSED_RESULT;

#endif
