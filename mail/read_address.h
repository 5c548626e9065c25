// SPDX-License-Identifier: MIT
// Addresses in one form, so that two spellings of the same can be told from two addresses.
#ifndef MAIL_READ_ADDRESS_H
#define MAIL_READ_ADDRESS_H

#include <glib.h>
#include <jansson.h>

// The domain in its ASCII form (A-labels), small letters, without a dot at its end; NULL when it is
// no host name (RFC 1035 2.3.1 lengths; letters, digits and hyphens). The caller frees it.
char *read_address_domain(const char *domain);

// local@domain: the local part composed (NFC) and otherwise as it is, of any shape, without
// controls and blanks; the domain as above. NULL when it can't be. The caller frees it.
char *read_address_canonical(const char *address);

// Appends the addresses of a header value (a list, RFC 5322 3.4; groups too) to array, canonical,
// each once, up to max in all. What can't be read is left out.
void read_address_collect(const char *value, json_t *array, gsize max);

#endif
