// SPDX-License-Identifier: MIT
// See refusal.h. Here is only which phrase fits; the phrases stand in the templates.
#include "referee/orders/refusal.h"

static const char *phrase_not_now(const struct match *match)
{
    if (g_str_equal(match->row.state, "open"))
        return "not-now-open";
    if (!match_is_running(match))
        return "not-now-over";
    return match->game.table.phase == RULES_PHASE_DISCARD ? "not-now-discards" : "not-now-discard";
}

static const char *phrase_of(const struct match *match, struct verdict verdict)
{
    switch ((enum rules_reason)verdict.reason) {
    case RULES_NOT_NOW:
        return phrase_not_now(match);
    case RULES_NOT_YOUR_TURN:
        return "not-your-turn";
    case RULES_NO_SUCH_CARD:
        return "wrong-no-card";
    case RULES_NOT_IN_HAND:
        return verdict.held ? "wrong-not-in-hand" : "wrong-not-in-hand-none";
    case RULES_BELOW_TOP:
        return verdict.bonus_helps ? "wrong-below-bonus" : "wrong-below";
    case RULES_NO_BONUS:
        return "wrong-no-bonus";
    case RULES_OUT_OF_REACH:
        return "wrong-out-of-reach";
    case RULES_FORCED:
        return "wrong-forced";
    case RULES_STALLED:
        return "wrong-stalled";
    case RULES_ALONE:
        return "wrong-alone";
    case RULES_MUST_OPEN:
        return "wrong-must-open";
    case RULES_KEEPS_THE_ONE:
        return "wrong-keeps-one";
    case RULES_DISCARD_COUNT:
        return "wrong-discard-count";
    case RULES_DISCARDED:
        return "wrong-discarded";
    case RULES_LEGAL:
        break;
    }
    g_assert_not_reached();
}

void refusal_note(struct session *session, const struct match *match, struct verdict verdict)
{
    const struct table *table = &match->game.table;
    const char *who = table->phase == RULES_PHASE_PLAY && table->to_move < match->game.n_seats
                          ? match->game.seats[table->to_move].nick
                          : "";
    session_refuse(session, phrase_of(match, verdict), "{s:I, s:s, s:i, s:i, s:i, s:i}", "game",
                   (json_int_t)match->row.id, "who", who, "value", (int)verdict.value, "count",
                   (int)verdict.count, "n", (int)verdict.held, "top", (int)verdict.top);
}
