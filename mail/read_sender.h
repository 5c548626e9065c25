// SPDX-License-Identifier: MIT
// Who a mail says it is from, and whether that can be read in one way only (spec/mail.md, gate 4).
//
// From proves nothing; this only makes sure that everybody who reads it reads the same.
#ifndef MAIL_READ_SENDER_H
#define MAIL_READ_SENDER_H

#include <jansson.h>

#include "mail/read_head.h"

// Sets "sender", "froms" and "return_path" of facts.
void read_sender_put(json_t *facts, const struct read_head *head);

// Reads the value of one From. *out_address is canonical and the caller's, NULL when the mail is to
// be held (*out_hold says why) or when the value is empty (then *out_hold is NULL). *out_name is
// the display name, fit to be shown, never NULL, the caller's.
void read_sender_parse(const char *value, char **out_address, char **out_name,
                       const char **out_hold);

#endif
