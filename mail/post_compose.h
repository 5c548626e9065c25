// SPDX-License-Identifier: MIT
// From a checked mail to the bytes of a message (RFC 5322, 2045, 2046, 2183, 2387), in one go: a
// library that first builds a tree of parts takes ten times as long. The values of headers come
// from post_header.c. Knows nothing of how the message travels, and asks no clock: the same mail
// gives the same bytes. The tests read it with GMime.
#ifndef MAIL_POST_COMPOSE_H
#define MAIL_POST_COMPOSE_H

#include "mail/post_mail.h"

// The message, with LF line ends. The caller owns it.
GBytes *post_compose(const struct post_mail *mail);

// Its text, HTML and attachments alone, as they are to be encrypted: a MIME entity with CR LF line
// ends (RFC 3156 4). The caller owns it.
GBytes *post_compose_content(const struct post_mail *mail);

#endif
