// SPDX-License-Identifier: MIT
// Addresses of the referee that only it can make: referee+NAME.N.MAC@host. Whoever writes there has
// seen the mail or the envelope for which one was made.
//
// Decides whether such an address is genuine. What it is for is known by those who look for one:
// bounce.c, and unsubscribe.c.
#ifndef REFEREE_TAG_H
#define REFEREE_TAG_H

#include "referee/setup/desk.h"

#include <jansson.h>

enum tag_kind {
    TAG_BOUNCE,     // the envelope sender of mail N
    TAG_UNSUBSCRIBE // what ends mails to whom matter N was sent
};

// The address; the caller frees it. Just the referee's where the operator's server keeps no tags.
char *tag_address(const struct desk *desk, enum tag_kind kind, gint64 number);

// The number of the first genuine one among the recipients in a mail's facts; 0: there is none.
gint64 tag_find(const struct desk *desk, enum tag_kind kind, const json_t *facts);

#endif
