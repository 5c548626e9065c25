// SPDX-License-Identifier: MIT
// Mail that no person wrote just now (spec/mail.md, gate 3): never answered, never acted on.
#ifndef MAIL_READ_AUTOMATIC_H
#define MAIL_READ_AUTOMATIC_H

#include "mail/read_head.h"
#include "mail/read_tree.h"

// What the header says: NULL, or the reason. subject is decoded and clean.
const char *read_automatic_header(const struct read_head *head, const char *subject);

// What the parts say: reports, calendar replies, reactions. text is the new-text part, or NULL.
const char *read_automatic_parts(const struct read_tree *tree, const char *text);

// Of a delivery report (RFC 3464): "permanent" or "temporary" when it says that
// mail failed; else NULL.
const char *read_automatic_bounce(const struct read_tree *tree);

// Whether a subject begins as absence notices, receipts and recalls do, in many languages. In
// read_subjects.c.
gboolean read_subjects_absent(const char *subject);

#endif
