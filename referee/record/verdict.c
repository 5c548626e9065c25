// SPDX-License-Identifier: MIT
// See verdict.h.
#include "referee/record/verdict.h"

#include <glib.h>

static const char *how_many(unsigned n)
{
    static const char *const words[] = {"none", "one", "two", "three"};
    return n < G_N_ELEMENTS(words) ? words[n] : "more";
}

void verdict_text(struct verdict v, char *out)
{
    const char *text = "";
    switch ((enum rules_reason)v.reason) {
    case RULES_LEGAL:
        text = "it is legal";
        break;
    case RULES_NOT_NOW:
        text = "not at this point of the round";
        break;
    case RULES_NOT_YOUR_TURN:
        text = "it is another's turn";
        break;
    case RULES_NO_SUCH_CARD:
        text = "there are no such cards";
        break;
    case RULES_NOT_IN_HAND:
        g_snprintf(out, VERDICT_TEXT, "the hand has %s of the value %u, not %s", how_many(v.held),
                   v.value, how_many(v.count));
        return;
    case RULES_BELOW_TOP:
        g_snprintf(out, VERDICT_TEXT, "the pile shows %u and %u is below it%s", v.top, v.value,
                   v.bonus_helps ? "; a bonus token would allow it" : "");
        return;
    case RULES_NO_BONUS:
        text = "no bonus token is left";
        break;
    case RULES_OUT_OF_REACH:
        g_snprintf(out, VERDICT_TEXT, "the pile shows %u, and a bonus token doesn't reach %u",
                   v.top, v.value);
        return;
    case RULES_FORCED:
        text = "the seat is forced by the one before it: it plays or leaves";
        break;
    case RULES_STALLED:
        text = "so many passes since the last card force the seat: it plays or leaves";
        break;
    case RULES_ALONE:
        text = "no other seat is in the round";
        break;
    case RULES_MUST_OPEN:
        text = "the 1 must open";
        break;
    case RULES_KEEPS_THE_ONE:
        text = "the 1 may not be discarded";
        break;
    case RULES_DISCARD_COUNT:
        text = "three cards are discarded";
        break;
    case RULES_DISCARDED:
        text = "this seat has already discarded";
        break;
    }
    g_strlcpy(out, text, VERDICT_TEXT);
}
