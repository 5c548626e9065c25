// SPDX-License-Identifier: MIT
// What the journal tells of a mail that leaves, or doesn't yet.
#ifndef REFEREE_DISPATCH_JOURNAL_H
#define REFEREE_DISPATCH_JOURNAL_H

#include "referee/setup/desk.h"
#include "storage/outbox.h"

// JOURNAL_SENT, or one of those that count tries.
void dispatch_journal(struct desk *desk, const struct outbound_row *row, enum journal_event event);

#endif
