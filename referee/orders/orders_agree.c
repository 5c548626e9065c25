// SPDX-License-Identifier: MIT
// Orders that all at a table have to want: cancel, agree, pause; and the no to them.
//
// Decides who may want what, and what follows when all do. Whose word counts, and how long, is
// known by consent.c.
#include "referee/orders/orders_agree.h"

#include "referee/match/consent.h"
#include "referee/match/hold.h"
#include "referee/match/lobby.h"
#include "referee/match/notes.h"
#include "referee/match/play.h"
#include "referee/orders/ask.h"
#include "referee/orders/orders.h"
#include "referee/orders/refusal.h"

// The speaker's seat in the game that runs; NULL, and refused, when there is none to speak for.
static gboolean speaking_seat(struct session *session, struct match **out_match,
                              struct seat_row **out_seat, GError **error)
{
    *out_seat = NULL;
    if (!session_match(session, session->game, TRUE, out_match, error))
        return FALSE;
    if (!*out_match)
        return TRUE;
    struct seat_row *seat = match_seat_of(*out_match, session->speaker->player.id);
    if (!match_is_running(*out_match))
        refusal_note(session, *out_match, (struct verdict){.reason = RULES_NOT_NOW});
    else if (seat->robot)
        session_refuse(session, "robot-plays", NULL);
    else
        *out_seat = seat;
    return TRUE;
}

// Refuses what the seat's player has asked for in vain within a day.
static gboolean may_ask(struct session *session, const struct match *match,
                        const struct seat_row *seat, const char *kind, gboolean *out_may,
                        GError **error)
{
    if (!consent_may_ask(session->desk, match, (unsigned)seat->seat, kind, out_may, error))
        return FALSE;
    if (!*out_may)
        session_refuse(session, "asked-today", NULL);
    return TRUE;
}

// ---- cancel ------------------------------------------------------------------------------------

// A game that hasn't begun is its creator's.
static gboolean cancel_open(struct session *session, const struct command *command,
                            struct match *match, GError **error)
{
    gboolean sure;
    if (match->row.creator != session->speaker->player.id) {
        session_refuse(session, "cancel-not-creator", "{s:s, s:I}", "who",
                       match_seat(match, 0)->nick, "game", (json_int_t)match->row.id);
        return TRUE;
    }
    if (!ask_unless_proven(session, command, &sure, error))
        return FALSE;
    if (!sure)
        return TRUE;
    session_note(session, "cancelled-open", "{s:I}", "game", (json_int_t)match->row.id);
    json_auto_t *note = json_pack("{s:s, s:s, s:I}", "say", "cancelled-open-other", "who",
                                  session->speaker->player.nick, "game", (json_int_t)match->row.id);
    return lobby_cancel(session->desk, match, error) &&
           notes_to_table(session->desk, match, session->speaker->player.id, NOTES_STATE, note,
                          error);
}

static gboolean cancel_running(struct session *session, const struct command *command,
                               struct match *match, struct seat_row *seat, GError **error)
{
    gboolean sure, is_new, all;
    if (!ask_unless_proven(session, command, &sure, error))
        return FALSE;
    if (!sure)
        return TRUE;
    if (!consent_give(session->desk, match, (unsigned)seat->seat, CONSENT_CANCEL, &is_new, &all,
                      error))
        return FALSE;
    if (all) {
        gboolean done = play_cancel(session->desk, match, PLAY_AGREED);
        g_assert(done); // it runs
    } else if (!is_new) {
        session_note(session, "agreed-already", NULL);
    }
    return TRUE;
}

gboolean order_cancel(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    struct seat_row *seat;
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    if (g_str_equal(match->row.state, "open"))
        return cancel_open(session, command, match, error);
    if (!speaking_seat(session, &match, &seat, error))
        return FALSE;
    return !seat || cancel_running(session, command, match, seat, error);
}

gboolean order_agree(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    struct seat_row *seat;
    gboolean cancels, pauses;
    if (!speaking_seat(session, &match, &seat, error))
        return FALSE;
    if (!seat)
        return TRUE;
    if (!consent_wanted(session->desk, match, CONSENT_CANCEL, &cancels, error) ||
        !consent_wanted(session->desk, match, CONSENT_PAUSE, &pauses, error))
        return FALSE;
    if (cancels) // which is asked back, should the other have been meant
        return cancel_running(session, command, match, seat, error);
    if (pauses)
        return order_pause(session, command, error);
    session_refuse(session, "agree-nothing", NULL);
    return TRUE;
}

// ---- pause -------------------------------------------------------------------------------------

gboolean order_pause(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    struct match *match;
    struct seat_row *seat;
    gboolean may, is_new, all;
    if (!speaking_seat(session, &match, &seat, error))
        return FALSE;
    if (!seat)
        return TRUE;
    if (match->row.paused_at) {
        session_refuse(session, "paused-already", NULL);
        return TRUE;
    }
    if (!may_ask(session, match, seat, CONSENT_PAUSE, &may, error))
        return FALSE;
    if (!may)
        return TRUE;
    if (!consent_give(session->desk, match, (unsigned)seat->seat, CONSENT_PAUSE, &is_new, &all,
                      error))
        return FALSE;
    if (all)
        return consent_done(session->desk, match, CONSENT_PAUSE, error) &&
               hold_pause(session->desk, match, error);
    if (!is_new)
        session_note(session, "agreed-already", NULL);
    return TRUE;
}

gboolean orders_pause_ends(struct session *session, struct match *match, GError **error)
{
    const char *nick = match_seat_of(match, session->speaker->player.id)->nick;
    json_auto_t *note = json_pack("{s:s, s:s}", "say", "pause-ended", "who", nick);
    match->changed = TRUE;
    session_note(session, "pause-ended-own", NULL);
    return hold_resume(session->desk, match, error) &&
           notes_to_table(session->desk, match, session->speaker->player.id, NOTES_STATE, note,
                          error);
}

// ---- no ----------------------------------------------------------------------------------------

gboolean orders_disagree(struct session *session, gboolean *out_done, GError **error)
{
    const struct speaker *speaker = session->speaker;
    gboolean proven = speaker->how == SPEAKER_TICKET || speaker->how == SPEAKER_SIGNED;
    struct match *match;
    *out_done = FALSE;
    if (!proven || !speaker->known || session->game == 0)
        return TRUE;
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    *out_done = session->failed; // and said why
    if (!match || !match_is_running(match))
        return TRUE;
    if (!consent_wanted(session->desk, match, NULL, out_done, error))
        return FALSE;
    if (!*out_done)
        return TRUE;
    const char *nick = match_seat_of(match, speaker->player.id)->nick;
    json_auto_t *note = json_pack("{s:s, s:s}", "say", "disagreed-other", "who", nick);
    match->changed = TRUE;
    session_note(session, "disagreed", NULL);
    return consent_refuse(session->desk, match, error) &&
           notes_to_table(session->desk, match, speaker->player.id, NOTES_STATE, note, error);
}
