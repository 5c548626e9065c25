// SPDX-License-Identifier: MIT
// See dispatch_journal.h.
#include "referee/send/dispatch_journal.h"

#include <jansson.h>

void dispatch_journal(struct desk *desk, const struct outbound_row *row, enum journal_event event)
{
    g_autofree char *name = g_strdup_printf("out-%" G_GINT64_FORMAT, row->id);
    journal_note(desk->journal, desk->now, event,
                 event == JOURNAL_SENT ? "{s:s, s:s, s:I}" : "{s:s, s:s, s:I, s:i}", "mail", name,
                 "kind", row->kind, "game", (json_int_t)row->game, "tries", row->tries + 1);
}
