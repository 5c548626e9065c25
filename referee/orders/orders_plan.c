// SPDX-License-Identifier: MIT
// Orders about plans: plan, plan off.
//
// Decides who may leave a plan, and when. What becomes of it is known by play.c.
#include "referee/match/play.h"
#include "referee/orders/orders.h"
#include "referee/orders/orders_seat.h"

gboolean order_plan(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    struct seat_row *seat;
    if (!orders_seat(session, command, &match, &seat, error))
        return FALSE;
    if (!seat)
        return TRUE;
    unsigned before = match->game.turn;
    match_set_plan(match, (unsigned)seat->seat, command->plan);
    match_sign_plan(match, (unsigned)seat->seat);
    session_note(session, "plan-kept", NULL);
    play_on(session->desk, match);
    if (match->game.turn != before)
        session->moved = match->row.id;
    return TRUE;
}

// Nothing is moved by that: any ticket of the seat will do.
gboolean order_plan_off(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    struct match *match;
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    unsigned seat = (unsigned)match_seat_of(match, session->speaker->player.id)->seat;
    if (!match->plans[seat]) {
        session_refuse(session, "plan-none", NULL);
        return TRUE;
    }
    match_set_plan(match, seat, NULL);
    session_note(session, "plan-off", NULL);
    return TRUE;
}
