// SPDX-License-Identifier: MIT
// Orders at the table: discard, play and its kin, preview, resign.
//
// Decides whether a mail is fresh enough to move; whether the move is legal is the rules' business.
#include "referee/evidence/evidence_says.h"
#include "referee/match/handover.h"
#include "referee/match/notes.h"
#include "referee/match/play.h"
#include "referee/orders/orders.h"
#include "referee/orders/orders_seat.h"
#include "referee/orders/refusal.h"
#include "referee/record/line.h"
#include "referee/rules/notation.h"
#include "referee/words/command_text.h"

#include <string.h>

// The full line that made the game's turn number `turn`: its `round` or `move` line.
static const char *line_of_turn(const struct match *match, gint64 turn)
{
    for (guint i = 0; i < match->lines->len; i++) {
        const char *line = g_ptr_array_index(match->lines, i);
        if ((g_str_has_prefix(line, "round ") || g_str_has_prefix(line, "move ")) && --turn == 0)
            return line;
    }
    return NULL;
}

// Whether the line, a move or a discard, says this of this seat, made by its player.
static gboolean is_line(const char *line, const char *kind, const char *nick, const char *notation)
{
    g_autofree char *before = g_strdup_printf("%s %s ", kind, nick);
    if (!line || !g_str_has_prefix(line, before))
        return FALSE;
    const char *time_end = strchr(line + strlen(before), ' ');
    return time_end && g_str_equal(time_end + 1, notation);
}

// Whether the seat put these very cards aside in the round whose discards the mail was about.
static gboolean is_discarded(const struct session *session, const struct match *match,
                             const struct seat_row *seat, const guint8 *cards)
{
    g_autofree char *notation = g_strdup_printf("%u %u %u", cards[0], cards[1], cards[2]);
    gint64 turn = 0;
    for (guint i = 0; i < match->lines->len; i++) {
        const char *line = g_ptr_array_index(match->lines, i);
        turn += g_str_has_prefix(line, "round ") || g_str_has_prefix(line, "move ");
        if (turn == session->speaker->turn && is_line(line, "discard", seat->nick, notation))
            return TRUE;
    }
    return FALSE;
}

// Whether the turn that the mail was about was made by this very move of this seat.
static gboolean is_repeated(const struct session *session, const struct match *match,
                            const struct seat_row *seat, struct move move)
{
    char notation[NOTATION_MOVE_MAX];
    notation_format_move(move, notation);
    return is_line(line_of_turn(match, session->speaker->turn + 1), "move", seat->nick, notation);
}

// Whether the mail's ticket is that of the game's present turn. A mail of an older one changes
// nothing.
static gboolean is_fresh(struct session *session, const struct match *match,
                         const struct seat_row *seat, const struct command *command)
{
    if (!match_is_running(match)) {
        refusal_note(session, match, (struct verdict){.reason = RULES_NOT_NOW});
        return FALSE;
    }
    if (session->speaker->game == match->row.id && session->turn == match->game.turn)
        return TRUE;
    // What this mail itself moved on isn't news to it.
    if (command->verb == COMMAND_PLAN && session->moved == match->row.id)
        return TRUE;
    gboolean again =
        session->speaker->game == match->row.id &&
        ((command->verb == COMMAND_MOVE && is_repeated(session, match, seat, command->move)) ||
         (command->verb == COMMAND_DISCARD && is_discarded(session, match, seat, command->cards)));
    if (again) {
        g_autofree char *what = command_format(command);
        session_refuse(session, "already-played", "{s:s}", "what", what);
    } else {
        session_refuse(session, "stale", NULL);
    }
    return FALSE;
}

// Whether what was signed can be published as evidence of what it does: it says nothing but that,
// whoever reads it, and names the seat as the record does.
static gboolean fits_evidence(const struct session *session, const struct match *match,
                              const struct seat_row *seat)
{
    const struct testimony *testimony = &session->speaker->testimony;
    g_autofree char *referee = NULL;
    struct signed_block block;
    if (!match->evidence)
        return TRUE;
    gboolean fits = testimony_read(testimony, &block, &referee) &&
                    evidence_only_plays(block.commands) && !strchr(testimony->text, '#') &&
                    g_ascii_strcasecmp(block.seat, seat->nick) == 0 &&
                    block.commands->len == session->commands->len;
    for (guint i = 0; fits && i < block.commands->len; i++) {
        g_autofree char *read = command_format(g_ptr_array_index(block.commands, i));
        g_autofree char *meant = command_format(g_ptr_array_index(session->commands, i));
        fits = g_str_equal(read, meant);
    }
    signed_clear(&block);
    return fits;
}

gboolean orders_seat(struct session *session, const struct command *command,
                     struct match **out_match, struct seat_row **out_seat, GError **error)
{
    *out_seat = NULL;
    if (!session_match(session, session->game, TRUE, out_match, error))
        return FALSE;
    if (!*out_match)
        return TRUE;
    struct seat_row *seat = match_seat_of(*out_match, session->speaker->player.id);
    if (seat->robot)
        session_refuse(session, "robot-plays", NULL);
    else if (g_str_equal((*out_match)->row.security, "signed") &&
             session->speaker->how != SPEAKER_SIGNED)
        session_refuse(session, "signed-game", NULL);
    else if ((*out_match)->evidence && session->speaker->testimony.kind == SIGNED_NO)
        session_refuse(session, "signed-inline", "{s:I}", "game", (json_int_t)(*out_match)->row.id);
    else if (!fits_evidence(session, *out_match, seat))
        session_refuse(session, "signed-alone", "{s:I, s:s}", "game",
                       (json_int_t)(*out_match)->row.id, "seat", seat->nick);
    else if (is_fresh(session, *out_match, seat, command))
        *out_seat = seat;
    const struct testimony *word = &session->speaker->testimony; // none of a whole part of a mail
    (*out_match)->word = *out_seat && word->kind != SIGNED_NO ? word : NULL;
    return TRUE;
}

// After the speaker's own act: whoever moved isn't absent; and only the turn that they alone made
// is one that they have seen, so that a second command of the same mail may follow.
static void settle_act(struct session *session, const struct match *match, struct seat_row *seat)
{
    seat->missed = 0;
    session->moved = match->row.id;
    if (match->game.turn == session->turn + 1 && match->game.last_seat == (unsigned)seat->seat)
        session->turn = match->game.turn;
}

gboolean order_discard(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    struct seat_row *seat;
    if (!orders_seat(session, command, &match, &seat, error))
        return FALSE;
    if (!seat)
        return TRUE;
    struct verdict verdict =
        play_discard(session->desk, match, (unsigned)seat->seat, command->cards, LINE_PLAYER);
    if (verdict.reason != RULES_LEGAL)
        refusal_note(session, match, verdict);
    else
        settle_act(session, match, seat);
    return TRUE;
}

gboolean order_move(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    struct seat_row *seat;
    if (!orders_seat(session, command, &match, &seat, error))
        return FALSE;
    if (!seat)
        return TRUE;
    struct verdict verdict =
        play_move(session->desk, match, (unsigned)seat->seat, command->move, LINE_PLAYER);
    if (verdict.reason != RULES_LEGAL)
        refusal_note(session, match, verdict);
    else
        settle_act(session, match, seat);
    return TRUE;
}

gboolean order_preview(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    unsigned seat = (unsigned)match_seat_of(match, session->speaker->player.id)->seat;
    struct table table = match->game.table;
    struct verdict verdict = match_is_running(match) ? rules_apply(&table, seat, command->move)
                                                     : (struct verdict){.reason = RULES_NOT_NOW};
    if (verdict.reason != RULES_LEGAL) {
        refusal_note(session, match, verdict);
        return TRUE;
    }
    char cards[NOTATION_CARDS_MAX];
    char move[NOTATION_MOVE_MAX];
    notation_format_cards(&table.seats[seat].hand, cards);
    notation_format_move(command->move, move);
    session_note(session, table.seats[seat].in ? "preview" : "preview-out",
                 "{s:s, s:i, s:s, s:i, s:i}", "move", move, "cost", (int)verdict.cost, "cards",
                 cards, "penalty", (int)table.seats[seat].penalty, "bonus",
                 (int)table.seats[seat].bonus);
    return TRUE;
}

gboolean order_resign(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    struct match *match;
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    struct seat_row *seat = match_seat_of(match, session->speaker->player.id);
    g_autofree char *nick = g_strdup(seat->nick);
    if (!play_robot_sits(session->desk, match, (unsigned)seat->seat, TRUE)) {
        refusal_note(session, match, (struct verdict){.reason = RULES_NOT_NOW});
        return TRUE;
    }
    if (!handover_leave(session->desk, match, session->speaker->player.id, error))
        return FALSE;
    session_note(session, "resigned", "{s:I}", "game", (json_int_t)match->row.id);
    json_auto_t *note = json_pack("{s:s, s:s}", "say", "somebody-resigned", "who", nick);
    return notes_to_table(session->desk, match, 0, NOTES_STATE, note, error);
}
