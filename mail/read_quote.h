// SPDX-License-Identifier: MIT
// Which HTML elements mail programs put around an old mail, or around a signature.
#ifndef MAIL_READ_QUOTE_H
#define MAIL_READ_QUOTE_H

#include "mail/read_style.h"

enum read_quote {
    READ_QUOTE_NONE,
    READ_QUOTE_AROUND,    // the old mail is inside; what follows its end may be new
    READ_QUOTE_BELOW,     // a mark: the old mail is all that follows
    READ_QUOTE_SIGNATURE, // a signature is inside
};

// What an element (its tag in small letters, its attributes, NULL where it has
// none) is to a reader.
enum read_quote read_quote_kind(const char *tag, const char *id, const char *classes,
                                const char *name, const char *marker,
                                const struct read_style *style);

#endif
