// SPDX-License-Identifier: MIT
// Mail addresses in the one form in which they are kept and compared (spec: mail.md, gate 4).
//
// Decides the shape. Knows nothing of who has an address, or whether it works.
#ifndef BASE_ADDRESS_H
#define BASE_ADDRESS_H

#include <glib.h>

enum { ADDRESS_MAX = 254, ADDRESS_LOCAL_MAX = 64 }; // bytes, RFC 5321 4.5.3.1

// The canonical form of an address: the local part as it was written (NFC), the domain in its ASCII
// form in lower case (RFC 5891). In the local part stand letters of any script, digits and
// . _ % + - = ~ ' alone, no dot first, last or doubled, no hyphen first. NULL: it is none, and
// *out_wrong says in a few words why. The caller owns the result.
char *address_canonical(const char *text, const char **out_wrong);

// ADDRESS with +tag before its @; tag is put there as it is. The caller owns the result.
char *address_tagged(const char *address, const char *tag);

// Whether an address is own, with a tag or without.
gboolean address_is_tagged(const char *address, const char *own);

// The same as address_canonical for a host name alone.
char *address_host(const char *text, const char **out_wrong);

#endif
