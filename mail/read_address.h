// SPDX-License-Identifier: MIT
// Addresses in one form, so that two spellings of the same can be told from two addresses.
#ifndef MAIL_READ_ADDRESS_H
#define MAIL_READ_ADDRESS_H

#include <glib.h>
#include <jansson.h>

#include "mail/read_head.h"

// The domain in its ASCII form (A-labels), small letters, without a dot at its end; NULL when it is
// no host name (RFC 1035 2.3.1 lengths; letters, digits and hyphens). The caller frees it.
char *read_address_domain(const char *domain);

// local@domain: the local part composed (NFC) and otherwise as it is, of any shape, without
// controls and blanks; the domain as above. NULL when it can't be. The caller frees it.
char *read_address_canonical(const char *address);

// The addresses in all fields of these n names (lists, RFC 5322 3.4; groups too), canonical, each
// once, up to max in all. What can't be read is left out. A new array; the caller owns it.
json_t *read_address_list(const struct read_head *head, const char *const *names, gsize n,
                          gsize max);

#endif
