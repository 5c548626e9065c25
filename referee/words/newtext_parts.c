// SPDX-License-Identifier: MIT
// See newtext_parts.h. Here: what several parts need.
#include "referee/words/newtext_parts.h"

void newtext_ask(struct newtext *out, enum newtext_reason reason, guint at)
{
    if (out->reason == NEWTEXT_FINE) {
        out->reason = reason;
        out->line = at;
    }
}

void newtext_body(const struct newtext_work *work, const char *text, struct body *out)
{
    body_init(out, text, work->flowed, work->delsp, work->input->known, work->input->known_data);
}
