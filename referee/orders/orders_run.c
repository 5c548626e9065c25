// SPDX-License-Identifier: MIT
// See orders_run.h.
#include "referee/orders/orders_run.h"

#include "referee/letter/letter_standing.h"
#include "referee/match/notes.h"
#include "referee/orders/ask.h"
#include "referee/orders/orders.h"
#include "referee/orders/settings.h"
#include "referee/orders/welcome.h"
#include "referee/words/command_text.h"

// What a command needs beyond a known speaker.
enum need {
    NEED_NOBODY,       // it makes somebody known by itself, or asks what anybody may ask
    NEED_PLAYER,       // somebody who has proven their address is made known first
    NEED_SEAT_AND_YES, // the same as NEED_YES, for something that is done to a seat
    NEED_YES_IF_KNOWN, // the same, but anybody who isn't known here may do it to themselves
    NEED_YES           // an old or forwarded mail could do harm with it: it is asked back once
};

struct entry {
    order *run;
    enum need need;
};

static const struct entry entries[COMMAND_COUNT] = {
    [COMMAND_NEW] = {order_new, NEED_PLAYER},
    [COMMAND_INVITE] = {order_invite, NEED_PLAYER},
    [COMMAND_JOIN] = {order_join, NEED_NOBODY},
    [COMMAND_DECLINE] = {order_decline, NEED_NOBODY},
    [COMMAND_LUCK] = {order_luck, NEED_PLAYER},
    [COMMAND_START] = {order_start, NEED_PLAYER},
    [COMMAND_DISCARD] = {order_discard, NEED_PLAYER},
    [COMMAND_MOVE] = {order_move, NEED_PLAYER},
    [COMMAND_PREVIEW] = {order_preview, NEED_PLAYER},
    [COMMAND_PLAN] = {order_plan, NEED_PLAYER},
    [COMMAND_PLAN_OFF] = {order_plan_off, NEED_PLAYER},
    [COMMAND_TIMEZONE] = {order_timezone, NEED_PLAYER},
    [COMMAND_QUIET] = {order_quiet, NEED_PLAYER},
    [COMMAND_VACATION] = {order_vacation, NEED_PLAYER},
    [COMMAND_BACK] = {order_back, NEED_PLAYER},
    [COMMAND_RESIGN] = {order_resign, NEED_SEAT_AND_YES},
    [COMMAND_CANCEL] = {order_cancel, NEED_PLAYER},
    [COMMAND_AGREE] = {order_agree, NEED_PLAYER},
    [COMMAND_PAUSE] = {order_pause, NEED_PLAYER},
    [COMMAND_SUBSTITUTE] = {order_substitute, NEED_PLAYER},
    [COMMAND_REMATCH] = {order_rematch, NEED_PLAYER},
    [COMMAND_OPEN] = {order_open, NEED_NOBODY},
    [COMMAND_WATCH] = {order_watch, NEED_PLAYER},
    [COMMAND_UNWATCH] = {order_unwatch, NEED_PLAYER},
    [COMMAND_STATUS] = {order_status, NEED_PLAYER},
    [COMMAND_HAND] = {order_status, NEED_PLAYER},
    [COMMAND_RESEND] = {order_resend, NEED_PLAYER},
    [COMMAND_HISTORY] = {order_history, NEED_PLAYER},
    [COMMAND_GAMES] = {order_games, NEED_NOBODY},
    [COMMAND_STANDINGS] = {order_standings, NEED_PLAYER},
    [COMMAND_RULES] = {order_rules, NEED_NOBODY},
    [COMMAND_HELP] = {order_help, NEED_NOBODY},
    [COMMAND_SAY] = {order_say, NEED_PLAYER},
    [COMMAND_TELL] = {order_tell, NEED_PLAYER},
    [COMMAND_NICK] = {order_nick, NEED_NOBODY},
    [COMMAND_LANGUAGE] = {order_language, NEED_PLAYER},
    [COMMAND_MAIL] = {order_mail, NEED_PLAYER},
    [COMMAND_CALENDAR] = {order_calendar, NEED_PLAYER},
    [COMMAND_PRIVATE] = {order_private, NEED_PLAYER},
    [COMMAND_KEY] = {order_key, NEED_PLAYER},
    [COMMAND_KEY_OFF] = {order_key_off, NEED_PLAYER},
    [COMMAND_ADDRESS] = {order_address, NEED_PLAYER},
    [COMMAND_MY_DATA] = {order_my_data, NEED_NOBODY},
    [COMMAND_PAGE] = {order_page, NEED_PLAYER},
    [COMMAND_FORGET_ME] = {order_forget, NEED_YES_IF_KNOWN},
    [COMMAND_BLOCK] = {order_block, NEED_YES_IF_KNOWN},
    [COMMAND_UNBLOCK] = {order_unblock, NEED_NOBODY},
    [COMMAND_YES] = {order_yes, NEED_NOBODY},
    [COMMAND_NO] = {order_no, NEED_NOBODY},
};

static gboolean run_one(struct session *session, const struct command *command, GError **error)
{
    const struct entry *entry = &entries[command->verb];
    g_autofree char *what = command_format(command);
    if (!entry->run) {
        session_refuse(session, "not-yet", "{s:s}", "what", what);
        return TRUE;
    }
    gboolean known = session->speaker->known;
    if (!known && entry->need != NEED_NOBODY && entry->need != NEED_YES_IF_KNOWN) {
        if (session->speaker->how != SPEAKER_TICKET) {
            session_refuse(session, "not-known", NULL);
            return TRUE;
        }
        if (!welcome_speaker(session, NULL, error))
            return FALSE;
    }
    gboolean asked_back = entry->need == NEED_YES || entry->need == NEED_SEAT_AND_YES ||
                          (entry->need == NEED_YES_IF_KNOWN && known);
    if (!asked_back || session_is_proven(session))
        return entry->run(session, command, error);
    struct match *match = NULL;
    if (entry->need == NEED_SEAT_AND_YES &&
        !session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    // Where there is nothing to be done to the seat, the order says so.
    if (match && !match_is_running(match))
        return entry->run(session, command, error);
    return session->failed || ask_one(session, command, error);
}

// The commands before one that failed: they are done.
static void note_done(struct session *session, const GPtrArray *commands, guint until)
{
    for (guint i = 0; i < until; i++) {
        const struct command *command = g_ptr_array_index(commands, i);
        if (command_only_asks(command))
            continue;
        g_autofree char *what = command_format(command);
        session_note(session, "done-before", "{s:s}", "what", what);
    }
}

// The commands behind one that failed.
static void note_not_tried(struct session *session, const GPtrArray *commands, guint from)
{
    for (guint i = from; i < commands->len; i++) {
        g_autofree char *what = command_format(g_ptr_array_index(commands, i));
        session_note(session, "not-tried", "{s:s}", "what", what);
    }
}

gboolean orders_run_more(struct session *session, const GPtrArray *commands, GError **error)
{
    const GPtrArray *outer = session->commands;
    guint outer_at = session->at;
    session->commands = commands;
    for (guint i = 0; i < commands->len && !session->failed; i++) {
        session->at = i;
        if (!run_one(session, g_ptr_array_index(commands, i), error))
            return FALSE;
        if (session->failed) {
            note_done(session, commands, i);
            note_not_tried(session, commands, i + 1);
        }
    }
    session->commands = outer;
    session->at = outer_at;
    return TRUE;
}

// ---- the answer ---------------------------------------------------------------------------------

// The game that the answer is about: the one of the commands, where the speaker sits; else 0.
static gboolean answer_game(struct session *session, gint64 *out_game, gboolean *out_changed,
                            GError **error)
{
    gboolean sits;
    *out_game = 0;
    *out_changed = FALSE;
    if (session->game == 0 || !session->speaker->known)
        return TRUE;
    if (!games_sits(session->desk->store, session->game, session->speaker->player.id, &sits, error))
        return FALSE;
    *out_game = sits ? session->game : 0;
    for (guint i = 0; i < session->matches->len; i++) {
        const struct match *match = g_ptr_array_index(session->matches, i);
        *out_changed = *out_changed || (match->row.id == session->game && match->changed);
    }
    return TRUE;
}

// News of the other games that the mail changed, which have mails of their own.
static gboolean tell_other_games(struct session *session, gint64 game, GError **error)
{
    gint64 player = session->speaker->player.id;
    for (guint i = 0; i < session->matches->len; i++) {
        const struct match *match = g_ptr_array_index(session->matches, i);
        if (match->row.id != game && match->changed && match_seat_of(match, player) &&
            !notes_to_player(session->desk, player, match->row.id, NOTES_RECEIPT, NULL, error))
            return FALSE;
    }
    return TRUE;
}

// An answer that stands alone, whatever else there is to be told.
static gboolean answer_outside(struct session *session, const char *kind, GError **error)
{
    gint64 player = session->speaker->player.id;
    gint64 matter;
    return letter_standing(session->desk, player, 0, &matter, error) &&
           notes_about_matter(session->desk, matter, player, NULL, 0, kind, session->notes, error);
}

// The one answer that the speaker gets.
static gboolean answer(struct session *session, GError **error)
{
    struct desk *desk = session->desk;
    const struct speaker *speaker = session->speaker;
    gint64 game;
    gboolean changed;
    if (!answer_game(session, &game, &changed, error) || !tell_other_games(session, game, error))
        return FALSE;
    if (speaker->forgotten)
        return TRUE; // who was told
    if (session->settings && speaker->known)
        json_array_append_new(session->notes, settings_note(&speaker->player));
    if (!changed && json_array_size(session->notes) == 0)
        return TRUE;
    const char *kind = session->blocked  ? NOTES_BLOCKED
                       : session->failed ? NOTES_REFUSED
                       : changed         ? NOTES_RECEIPT
                                         : NOTES_ANSWER;
    if (speaker->known && session->blocked)
        return answer_outside(session, kind, error);
    if (speaker->known)
        return notes_to_player(desk, speaker->player.id, game, kind, session->notes, error);
    // Somebody not known yet: in answer to what was sent to their address, or just to it.
    if (speaker->language)
        json_object_set_new(json_array_get(session->notes, 0), "language",
                            json_string(speaker->language));
    // A last answer can be answered with that ticket for ever.
    if (speaker->has_matter || (session->blocked && speaker->matter.id))
        return notes_about_matter(desk, speaker->matter.id, 0, speaker->address, 0,
                                  session->blocked ? kind : NOTES_ANSWER, session->notes, error);
    return notes_to_address(desk, speaker->address, session->blocked ? kind : NOTES_ANSWER,
                            session->notes, error);
}

gboolean orders_run(struct session *session, const GPtrArray *commands, GError **error)
{
    if (!orders_run_more(session, commands, error))
        return FALSE;
    return session_finish(session, error) && answer(session, error);
}
