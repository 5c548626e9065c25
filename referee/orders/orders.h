// SPDX-License-Identifier: MIT
// The orders: what each command does, one function a command, gathered by what they are about.
//
// Each is told who speaks through the session and answers through its notes. They decide what the
// rules of playing by mail (spec: mail.md) leave to them; the game's own rules stand in rules/.
#ifndef REFEREE_ORDERS_H
#define REFEREE_ORDERS_H

#include "referee/orders/session.h"

// orders_lobby.c: before the game
order order_new, order_invite, order_join, order_decline, order_luck, order_start;
// orders_play.c: at the table
order order_discard, order_move, order_preview, order_resign;
// orders_agree.c: what all at the table have to want
order order_cancel, order_agree, order_pause;
// orders_seats.c: the same game with somebody else, the same people in another game
order order_substitute, order_rematch;
// orders_watch.c: games of others
order order_open, order_watch, order_unwatch;
// orders_plan.c: moves for later
order order_plan, order_plan_off;
// orders_time.c: the player's time
order order_timezone, order_quiet, order_vacation, order_back;
// orders_ask.c: questions
order order_status, order_resend, order_history, order_games, order_standings, order_rules,
    order_help;
// orders_self.c: the player's own settings
order order_nick, order_language, order_mail, order_calendar, order_private;
// orders_key.c: what they sign with
order order_key, order_key_off;
// orders_address.c: where mail goes
order order_address;
// The new address has said yes to it.
gboolean orders_take_address(struct session *session, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// orders_leave.c: going
order order_block, order_unblock, order_forget, order_my_data;
order order_page;
// orders_press.c: talk
order order_say, order_tell;
// orders_word.c: answers to what was asked back
order order_yes, order_no;

#endif
