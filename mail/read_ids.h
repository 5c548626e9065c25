// SPDX-License-Identifier: MIT
// Where a mail came to and what it answers: the places where a ticket may
// stand, apart from the text.
#ifndef MAIL_READ_IDS_H
#define MAIL_READ_IDS_H

#include <jansson.h>

#include "mail/read_head.h"

// Sets "message_id", "ids" and "to" of facts.
void read_ids_put(json_t *facts, const struct read_head *head);

#endif
