// SPDX-License-Identifier: MIT
// Orders about who plays with whom: substitute, and the answers to it; rematch.
//
// Decides who may hand a seat on and take it, and when the same people meet again. What goes with a
// seat is known by handover.c.
#include "referee/orders/orders_seats.h"

#include "referee/match/handover.h"
#include "referee/match/lobby.h"
#include "referee/match/match_evidence.h"
#include "referee/match/match_load.h"
#include "referee/match/notes.h"
#include "referee/orders/ask.h"
#include "referee/orders/invite.h"
#include "referee/orders/orders.h"
#include "referee/orders/refusal.h"
#include "referee/orders/seating.h"
#include "referee/orders/welcome.h"

#include <sodium.h>
#include <string.h>

static const gint64 day = 86400;

// ---- offering a seat ---------------------------------------------------------------------------

// Why the guest can't be asked to this seat, as a phrase; NULL where nothing speaks against it.
static gboolean why_not_asked(struct session *session, const struct match *match,
                              const struct invite_guest *guest, const char **out_phrase,
                              GError **error)
{
    gboolean enough;
    if (!invite_why_not(session->desk, session->speaker->player.id, guest, out_phrase, error) ||
        !invite_is_enough(session->desk, match->row.id, &enough, error))
        return FALSE;
    if (match_seat_of(match, guest->player))
        *out_phrase = "substitute-sits";
    else if (!*out_phrase && enough)
        *out_phrase = INVITE_LIMIT;
    return TRUE;
}

// Whether the seat owes a turn in which somebody has sat down there already. That began the turn
// anew, which it does once: a seat that went to and fro would never be late.
static gboolean is_just_taken(const struct match *match, const struct seat_row *seat)
{
    if (!match_waits_for(match, (unsigned)seat->seat))
        return FALSE;
    for (guint i = match->lines->len; i-- > 0;) {
        const char *line = g_ptr_array_index(match->lines, i);
        if (g_str_has_prefix(line, "round ") || g_str_has_prefix(line, "move "))
            return FALSE;
        if (g_str_has_prefix(line, "seat-change ") &&
            g_str_equal(strrchr(line, ' ') + 1, match->game.seats[seat->seat].nick))
            return TRUE;
    }
    return FALSE;
}

gboolean order_substitute(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    struct invite_guest guest;
    const char *phrase;
    gboolean sure;
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    if (!match_is_running(match)) {
        refusal_note(session, match, (struct verdict){.reason = RULES_NOT_NOW});
        return TRUE;
    }
    const struct player *player = &session->speaker->player;
    const struct seat_row *seat = match_seat_of(match, player->id);
    if (is_just_taken(match, seat)) {
        session_refuse(session, "substitute-again", NULL);
        return TRUE;
    }
    if (!invite_find(session->desk, command->who, &guest, error) ||
        !why_not_asked(session, match, &guest, &phrase, error))
        return FALSE;
    if (phrase) {
        session_refuse(session, phrase, "{s:s}", "who", command->who);
        return TRUE;
    }
    if (!ask_unless_proven(session, command, &sure, error))
        return FALSE;
    if (!sure)
        return TRUE;
    session_note(session, "substitute-asked", "{s:s}", "who", command->who);
    return invite_substitute(session->desk, match, (unsigned)seat->seat, player, &guest, error);
}

// ---- taking it ---------------------------------------------------------------------------------

// The offer that the mail answers, or the newest one to the speaker in a game (0: any). id 0 when
// there is none. The caller clears it.
static gboolean find_offer(struct session *session, gint64 game, struct matter_row *out,
                           GError **error)
{
    const struct speaker *speaker = session->speaker;
    struct store *store = session->desk->store;
    gboolean found = FALSE;
    *out = (struct matter_row){0};
    if (speaker->has_matter && g_str_equal(speaker->matter.kind, NOTES_SUBSTITUTE) &&
        (game == 0 || game == speaker->matter.game))
        return matters_find(store, speaker->matter.id, out, &found, error);
    return !speaker->known || matters_open(store, NOTES_SUBSTITUTE, speaker->player.id, "", game,
                                           session->desk->now, out, &found, error);
}

// Whether the mail answers something else that can be joined or declined.
static gboolean is_about_invitation(const struct session *session)
{
    const struct speaker *speaker = session->speaker;
    return speaker->has_matter && g_str_equal(speaker->matter.kind, NOTES_INVITATION);
}

// Whether the word can mean an invitation to some game as well as the offer; then it is refused.
static gboolean is_unsure(struct session *session, const struct matter_row *matter, gint64 named,
                          gboolean *out_unsure, GError **error)
{
    const struct speaker *speaker = session->speaker;
    g_autoptr(GArray) games = NULL;
    *out_unsure = FALSE;
    if (named || (speaker->has_matter && speaker->matter.id == matter->id))
        return TRUE;
    if (!games_inviting(session->desk->store, speaker->player.id, speaker->player.address, &games,
                        error))
        return FALSE;
    *out_unsure = games->len > 0;
    if (*out_unsure)
        session_refuse(session, "no-game-named", NULL);
    return TRUE;
}

// The seat that is offered, while its player still has it; else NULL.
static struct seat_row *offered_seat(const struct match *match, const struct matter_row *matter)
{
    struct invite_offer offer = invite_offer(matter);
    if (!match_is_running(match) || offer.seat < 0 || offer.seat >= (int)match->seats->len)
        return NULL;
    struct seat_row *seat = match_seat(match, (unsigned)offer.seat);
    return seat->player == offer.player && offer.player ? seat : NULL;
}

static gboolean tell_of_handover(struct session *session, const struct match *match, gint64 before,
                                 const char *name_before, GError **error)
{
    const struct player *heir = &session->speaker->player;
    json_int_t game = (json_int_t)match->row.id;
    json_auto_t *own =
        json_pack("[{s:s, s:s, s:I}]", "say", "seat-handed-own", "who", heir->nick, "game", game);
    json_auto_t *note =
        json_pack("{s:s, s:s, s:s}", "say", "seat-handed", "who", name_before, "nick", heir->nick);
    session_note(session, "seat-taken", "{s:s, s:I}", "who", name_before, "game", game);
    return notes_to_player(session->desk, before, 0, NOTES_STATE, own, error) &&
           notes_to_table(session->desk, match, heir->id, NOTES_STATE, note, error);
}

static gboolean take_seat(struct session *session, struct match *match, struct seat_row *seat,
                          const struct matter_row *matter, GError **error)
{
    struct desk *desk = session->desk;
    const struct player *heir = &session->speaker->player;
    gint64 before = seat->player;
    g_autofree char *name_before = g_strdup(seat->nick);
    gboolean done, fits;
    if (!match_evidence_fits(desk, match, heir->nick, heir->id, &fits, error))
        return FALSE;
    if (!fits || seating_has_name(match, heir->nick, seat->seat)) {
        session_refuse(session, "nick-taken", "{s:s}", "nick", heir->nick);
        return TRUE;
    }
    if (!handover_seat(desk, match, (unsigned)seat->seat, heir, &done, error))
        return FALSE;
    if (!done) {
        session_refuse(session, "substitute-gone", NULL);
        return TRUE;
    }
    session->game = match->row.id;
    return matters_settle(desk->store, matter->id, desk->now, error) &&
           tell_of_handover(session, match, before, name_before, error);
}

static gboolean take_over(struct session *session, const struct command *command,
                          const struct matter_row *matter, GError **error)
{
    struct match *match;
    gboolean may;
    if (!session_match(session, matter->game, FALSE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    struct seat_row *seat = offered_seat(match, matter);
    if (!seat || match_seat_of(match, session->speaker->player.id)) {
        session_refuse(session, seat ? "join-already" : "substitute-gone", "{s:I}", "game",
                       (json_int_t)matter->game);
        return TRUE;
    }
    if (!seating_may(session, match->row.security, &may, error))
        return FALSE;
    if (!may)
        return TRUE;
    if (!welcome_speaker(session, command->who, error))
        return FALSE;
    return session->failed || take_seat(session, match, seat, matter, error);
}

gboolean orders_take_over(struct session *session, const struct command *command,
                          gboolean *out_taken, GError **error)
{
    struct matter_row matter;
    *out_taken = FALSE;
    if (is_about_invitation(session))
        return TRUE;
    if (!find_offer(session, command->game, &matter, error))
        return FALSE;
    *out_taken = matter.id != 0;
    gboolean unsure;
    gboolean done = !matter.id || (is_unsure(session, &matter, command->game, &unsure, error) &&
                                   (unsure || take_over(session, command, &matter, error)));
    matter_row_clear(&matter);
    return done;
}

static gboolean turn_down(struct session *session, const struct matter_row *matter, GError **error)
{
    struct desk *desk = session->desk;
    // Whoever asked typed this address or name, so it tells them nothing new.
    const struct speaker *speaker = session->speaker;
    const char *who = speaker->known ? speaker->player.nick : matter->address;
    json_auto_t *note = json_pack("[{s:s, s:s}]", "say", "substitute-declined", "who", who);
    session_note(session, "game-declined", "{s:I}", "game", (json_int_t)matter->game);
    return matters_settle(desk->store, matter->id, desk->now, error) &&
           notes_to_player(desk, invite_offer(matter).player, matter->game, NOTES_STATE, note,
                           error);
}

gboolean orders_decline_offer(struct session *session, gboolean *out_declined, GError **error)
{
    struct matter_row matter;
    *out_declined = FALSE;
    if (is_about_invitation(session))
        return TRUE;
    if (!find_offer(session, 0, &matter, error))
        return FALSE;
    gboolean unsure;
    *out_declined = matter.id != 0;
    gboolean done = !matter.id || (is_unsure(session, &matter, 0, &unsure, error) &&
                                   (unsure || turn_down(session, &matter, error)));
    matter_row_clear(&matter);
    return done;
}

// ---- the same people again ---------------------------------------------------------------------

// Everybody else who sat there to the end and can be asked (struct invite_guest). The others'
// places go to robots. NULL, and refused, when these are too many mails for a day.
static gboolean find_guests(struct session *session, const struct match *old, GArray **out,
                            GError **error)
{
    struct desk *desk = session->desk;
    g_autoptr(GArray) guests = g_array_new(FALSE, TRUE, sizeof(struct invite_guest));
    for (guint i = 0; i < old->seats->len; i++) {
        gint64 id = match_seat(old, i)->player;
        struct player player = {0};
        gboolean found;
        const char *phrase;
        if (!id || id == session->speaker->player.id)
            continue;
        if (!players_find(desk->store, id, &player, &found, error))
            return FALSE;
        struct invite_guest guest = {.player = id};
        g_strlcpy(guest.address, player.address, sizeof guest.address);
        if (!invite_why_not(desk, session->speaker->player.id, &guest, &phrase, error))
            return FALSE;
        if (g_strcmp0(phrase, INVITE_LIMIT) == 0)
            session_refuse(session, phrase, NULL);
        if (!phrase)
            g_array_append_val(guests, guest);
    }
    *out = g_steal_pointer(&guests);
    return TRUE;
}

static gboolean open_again(struct session *session, const struct match *old, const GArray *guests,
                           GError **error)
{
    struct desk *desk = session->desk;
    const struct player *player = &session->speaker->player;
    struct game_row row = {.creator = player->id,
                           .created_at = desk->now,
                           .to_move = -1,
                           .state = "open",
                           .seats = (int)old->seats->len,
                           .robots = (int)old->seats->len - (int)guests->len - 1,
                           .pace = old->row.pace,
                           .anybody = old->row.anybody,
                           .due_at = desk->now + day * LOBBY_OPEN_DAYS,
                           .rematch_of = old->row.id};
    g_strlcpy(row.name, old->row.name, sizeof row.name);
    g_strlcpy(row.security, old->row.security, sizeof row.security);
    g_strlcpy(row.press, old->row.press, sizeof row.press);
    randombytes_buf(row.seed, sizeof row.seed);
    struct match *match;
    if (!match_new(desk, &row, old->game.options, &match, error))
        return FALSE;
    g_ptr_array_add(session->matches, match);
    lobby_take_seat(desk, match, player);
    session->game = match->row.id;
    for (guint i = 0; i < guests->len; i++) {
        if (!invite_send(desk, match, player, &g_array_index(guests, struct invite_guest, i),
                         error))
            return FALSE;
    }
    session_note(session, "rematch-made", "{s:I, s:I}", "game", (json_int_t)match->row.id, "before",
                 (json_int_t)old->row.id);
    return TRUE;
}

static gboolean play_again(struct session *session, const struct match *old, GError **error)
{
    g_autoptr(GArray) guests = NULL;
    gboolean may;
    if (!seating_may(session, old->row.security, &may, error))
        return FALSE;
    if (!may)
        return TRUE;
    if (!find_guests(session, old, &guests, error))
        return FALSE;
    return session->failed || open_again(session, old, guests, error);
}

gboolean order_rematch(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    struct match *old;
    gint64 again;
    if (!session_match(session, session->game, TRUE, &old, error))
        return FALSE;
    if (!old)
        return TRUE;
    if (old->game.stage != GAME_DONE) {
        session_refuse(session, "rematch-early", "{s:I}", "game", (json_int_t)old->row.id);
        return TRUE;
    }
    if (!games_rematch(session->desk->store, old->row.id, &again, error))
        return FALSE;
    // Somebody was faster: that one is the game.
    struct command join = {.verb = COMMAND_JOIN, .game = again};
    return again ? order_join(session, &join, error) : play_again(session, old, error);
}
