// SPDX-License-Identifier: MIT
// Orders before the game: new, invite, join, decline, luck, start.
//
// Decides who may open, invite, join and begin, and within which limits.
#include "referee/match/lobby.h"
#include "referee/match/match_load.h"
#include "referee/match/notes.h"
#include "referee/orders/invite.h"
#include "referee/orders/orders.h"
#include "referee/orders/orders_seats.h"
#include "referee/orders/seating.h"
#include "referee/orders/welcome.h"

#include <sodium.h>
#include <string.h>

static const gint64 day = 86400;

static gboolean said(const struct command_new *wanted, enum command_option option)
{
    return wanted->said >> option & 1;
}

// How many people the lines below a `new` invite.
static int count_invited(const struct session *session)
{
    guint count = 0;
    for (guint i = session->at + 1; i < session->commands->len; i++) {
        const struct command *next = g_ptr_array_index(session->commands, i);
        if (next->verb == COMMAND_NEW)
            break;
        if (next->verb == COMMAND_INVITE)
            count += next->names->len;
    }
    return (int)MIN(count, RULES_DECK);
}

// The row of the game that is wanted; FALSE, and refused, when there can be none like it.
static gboolean plan_game(struct session *session, const struct command_new *wanted,
                          struct game_row *row)
{
    const struct config *config = session->desk->config;
    int invited = count_invited(session);
    row->anybody = said(wanted, COMMAND_OPTION_OPEN) ? wanted->anybody : config->anybody;
    row->robots = said(wanted, COMMAND_OPTION_ROBOTS) ? wanted->robots : 0;
    int least = 1 + invited + row->robots;
    row->seats = said(wanted, COMMAND_OPTION_SEATS) ? wanted->seats
                 : row->anybody                     ? MAX(least, RULES_SEATS_MIN)
                                                    : least;
    if (row->seats < RULES_SEATS_MIN)
        session_refuse(session, "invite-first", NULL);
    else if (row->seats > RULES_SEATS_MAX || least > row->seats)
        session_refuse(session, "seats-too-many", NULL);
    row->pace = said(wanted, COMMAND_OPTION_PACE) ? wanted->pace : config->pace;
    g_strlcpy(row->security,
              !said(wanted, COMMAND_OPTION_SECURITY)        ? config->security
              : wanted->security == COMMAND_SECURITY_SIGNED ? "signed"
                                                            : "ticket",
              sizeof row->security);
    static const char *const press[] = {"all", "public", "none"};
    g_strlcpy(row->press, said(wanted, COMMAND_OPTION_PRESS) ? press[wanted->press] : config->press,
              sizeof row->press);
    const char *name = said(wanted, COMMAND_OPTION_NAME) && wanted->name ? wanted->name : "";
    if (g_strlcpy(row->name, name, sizeof row->name) >= sizeof row->name)
        session_refuse(session, "name-long", NULL);
    return !session->failed;
}

static struct rules_options plan_rules(const struct session *session,
                                       const struct command_new *wanted)
{
    struct rules_options rules =
        said(wanted, COMMAND_OPTION_RULES) ? wanted->rules : session->desk->config->rules;
    for (unsigned i = 0; i < RULES_OPTIONS; i++)
        if (said(wanted, COMMAND_OPTION_RULE + i))
            rules_option_copy(&rules_option_list[i], &wanted->rules, &rules);
    return rules;
}

gboolean order_new(struct session *session, const struct command *command, GError **error)
{
    struct desk *desk = session->desk;
    const struct command_new *wanted = command->game_wanted;
    struct game_row row = {.creator = session->speaker->player.id,
                           .created_at = desk->now,
                           .to_move = -1,
                           .state = "open"};
    gboolean may = FALSE;
    if (plan_game(session, wanted, &row) && !seating_may(session, row.security, &may, error))
        return FALSE;
    if (!may)
        return TRUE;
    if (said(wanted, COMMAND_OPTION_NICK) && wanted->nick) {
        if (!welcome_name(session, wanted->nick, error))
            return FALSE;
        if (session->failed)
            return TRUE;
    }
    row.due_at = desk->now + day * LOBBY_OPEN_DAYS;
    randombytes_buf(row.seed, sizeof row.seed);
    struct match *match;
    if (!match_new(desk, &row, plan_rules(session, wanted), &match, error))
        return FALSE;
    lobby_take_seat(desk, match, &session->speaker->player);
    g_ptr_array_add(session->matches, match);
    session->game = match->row.id;
    session_note(session, "game-created", "{s:I, s:i}", "game", (json_int_t)match->row.id, "n",
                 match->row.seats);
    return TRUE;
}

// The game that a lobby command is about, still open; NULL, and refused, when it isn't.
static gboolean open_match(struct session *session, gint64 game, gboolean seated,
                           struct match **out, GError **error)
{
    if (!session_match(session, game, seated, out, error))
        return FALSE;
    if (*out && !g_str_equal((*out)->row.state, "open")) {
        session_refuse(session, "join-begun", "{s:I}", "game", (json_int_t)(*out)->row.id);
        *out = NULL;
    }
    return TRUE;
}

// How many more people can be invited: free seats without those that wait for an answer.
static gboolean count_places(struct session *session, const struct match *match, int *out_places,
                             GError **error)
{
    g_autoptr(GArray) rows = NULL;
    if (!games_invitations(session->desk->store, match->row.id, &rows, error))
        return FALSE;
    *out_places = lobby_free_seats(match);
    for (guint i = 0; i < rows->len; i++) {
        if (g_str_equal(g_array_index(rows, struct invitation_row, i).state, "open"))
            (*out_places)--;
    }
    return TRUE;
}

// Whether this guest sits at the table or was asked before.
static gboolean is_invited(struct session *session, const struct match *match,
                           const struct invite_guest *guest, gboolean *out_is, GError **error)
{
    struct invitation_row row;
    if (!games_find_invitation(session->desk->store, match->row.id, guest->address, &row, out_is,
                               error))
        return FALSE;
    *out_is = *out_is || match_seat_of(match, guest->player) != NULL;
    return TRUE;
}

static gboolean invite_one(struct session *session, struct match *match, const char *name,
                           GError **error)
{
    struct desk *desk = session->desk;
    const struct player *inviter = &session->speaker->player;
    struct invite_guest guest;
    const char *phrase;
    gboolean invited;
    int places;
    if (!invite_find(desk, name, &guest, error) ||
        !invite_why_not(desk, inviter->id, &guest, &phrase, error) ||
        !is_invited(session, match, &guest, &invited, error) ||
        !count_places(session, match, &places, error))
        return FALSE;
    if (invited && g_strcmp0(phrase, INVITE_BLOCKED) != 0)
        phrase = "invite-already";
    else if (!phrase && places <= 0)
        phrase = "invite-too-many";
    if (phrase) {
        session_refuse(session, phrase, "{s:s, s:I}", "who", name, "game",
                       (json_int_t)match->row.id);
        return TRUE;
    }
    session_note(session, "invited", "{s:s, s:I}", "who", name, "game", (json_int_t)match->row.id);
    return invite_send(desk, match, inviter, &guest, error);
}

// The creator's right: refused to everybody else.
static gboolean is_creator(struct session *session, const struct match *match, const char *phrase)
{
    if (match->row.creator == session->speaker->player.id)
        return TRUE;
    session_refuse(session, phrase, "{s:s, s:I}", "who", match_seat(match, 0)->nick, "game",
                   (json_int_t)match->row.id);
    return FALSE;
}

gboolean order_invite(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    if (!open_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (!match || !is_creator(session, match, "invite-not-creator"))
        return TRUE;
    for (guint i = 0; i < command->names->len && !session->failed; i++) {
        if (!invite_one(session, match, g_ptr_array_index(command->names, i), error))
            return FALSE;
    }
    return TRUE;
}

// The invitation under which the speaker may join: the one that this mail answers, or that is this
// player's. id 0 when there is none.
static gboolean find_own_invitation(struct session *session, const struct match *match,
                                    struct invitation_row *out, GError **error)
{
    const struct speaker *speaker = session->speaker;
    gboolean through_matter = speaker->has_matter && speaker->matter.game == match->row.id &&
                              g_str_equal(speaker->matter.kind, NOTES_INVITATION) &&
                              speaker->matter.address && speaker->matter.address[0];
    const char *address = through_matter ? speaker->matter.address : speaker->player.address;
    g_autoptr(GArray) rows = NULL;
    *out = (struct invitation_row){0};
    if (!games_invitations(session->desk->store, match->row.id, &rows, error))
        return FALSE;
    for (guint i = 0; i < rows->len && !out->id; i++) {
        const struct invitation_row *row = &g_array_index(rows, struct invitation_row, i);
        gboolean theirs = speaker->known && row->player == speaker->player.id;
        if (theirs || g_ascii_strcasecmp(row->address, address) == 0)
            *out = *row;
    }
    return TRUE;
}

// Why the speaker can't join, as a phrase; NULL when they can.
static const char *why_not_join(const struct session *session, const struct match *match,
                                const struct invitation_row *invitation)
{
    if (match_seat_of(match, session->speaker->player.id))
        return "join-already";
    // Whoever said no may think again.
    gboolean invited = invitation->id && (g_str_equal(invitation->state, "open") ||
                                          g_str_equal(invitation->state, "declined"));
    if (!invited && !match->row.anybody)
        return "join-invited-only";
    return lobby_free_seats(match) > 0 ? NULL : "join-full";
}

// The one game that waits for the speaker's answer to an invitation; 0: none, or several.
static gboolean find_waiting(struct session *session, gint64 *out_game, GError **error)
{
    const struct speaker *speaker = session->speaker;
    g_autoptr(GArray) games = NULL;
    const char *address = speaker->known ? speaker->player.address : speaker->address;
    if (!games_inviting(session->desk->store, speaker->known ? speaker->player.id : 0, address,
                        &games, error))
        return FALSE;
    *out_game = games->len == 1 ? g_array_index(games, gint64, 0) : 0;
    return TRUE;
}

// The game that a join or a decline is about: the one that it names, or that its mail answers; and
// where there the speaker sits already, or nobody can sit down any more, the one that waits.
static gboolean find_meant(struct session *session, gint64 named, gint64 *out_game, GError **error)
{
    struct match *match = NULL;
    gint64 waiting;
    *out_game = named ? named : session->game;
    if (named)
        return TRUE;
    if (session->game && !session_match(session, session->game, FALSE, &match, error))
        return FALSE;
    if (match && g_str_equal(match->row.state, "open") &&
        !match_seat_of(match, session->speaker->player.id))
        return TRUE;
    if (!find_waiting(session, &waiting, error))
        return FALSE;
    *out_game = waiting ? waiting : session->game;
    return TRUE;
}

// Sits down, and tells everybody.
static gboolean join(struct session *session, struct match *match,
                     const struct invitation_row *invitation, GError **error)
{
    struct desk *desk = session->desk;
    const struct player *player = &session->speaker->player;
    json_auto_t *note = json_pack("{s:s, s:s, s:I}", "say", "somebody-joined", "who", player->nick,
                                  "game", (json_int_t)match->row.id);
    lobby_take_seat(desk, match, player);
    session->game = match->row.id;
    session_note(session, "game-joined", "{s:I, s:s}", "game", (json_int_t)match->row.id, "nick",
                 player->nick);
    return (!invitation->id ||
            games_set_invitation(desk->store, invitation->id, "joined", player->id, error)) &&
           notes_to_table(desk, match, player->id, NOTES_STATE, note, error);
}

static gboolean join_open(struct session *session, const struct command *command, gint64 game,
                          GError **error)
{
    struct match *match;
    struct invitation_row invitation;
    gboolean may;
    if (!open_match(session, game, FALSE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    if (!find_own_invitation(session, match, &invitation, error))
        return FALSE;
    const char *phrase = why_not_join(session, match, &invitation);
    if (phrase) {
        session_refuse(session, phrase, "{s:I}", "game", (json_int_t)match->row.id);
        return TRUE;
    }
    if (!seating_may(session, match->row.security, &may, error))
        return FALSE;
    if (!may)
        return TRUE;
    if (!welcome_speaker(session, command->who, error))
        return FALSE;
    const char *nick = session->speaker->player.nick;
    if (!session->failed && seating_has_name(match, nick, -1))
        session_refuse(session, "nick-taken", "{s:s}", "nick", nick);
    return session->failed || join(session, match, &invitation, error);
}

gboolean order_join(struct session *session, const struct command *command, GError **error)
{
    gboolean taken;
    gint64 game;
    if (!orders_take_over(session, command, &taken, error))
        return FALSE;
    if (taken)
        return TRUE;
    return find_meant(session, command->game, &game, error) &&
           join_open(session, command, game, error);
}

static gboolean decline(struct session *session, gint64 game, GError **error)
{
    struct match *match;
    struct invitation_row invitation;
    if (!open_match(session, game, FALSE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    if (!find_own_invitation(session, match, &invitation, error))
        return FALSE;
    if (!invitation.id || match_seat_of(match, session->speaker->player.id)) {
        session_refuse(session, "join-invited-only", "{s:I}", "game", (json_int_t)match->row.id);
        return TRUE;
    }
    session_note(session, "game-declined", "{s:I}", "game", (json_int_t)match->row.id);
    if (g_str_equal(invitation.state, "declined"))
        return TRUE; // and whoever invited was told
    // Whoever invited typed this address or name, so it tells them nothing new.
    const char *who = session->speaker->known ? session->speaker->player.nick : invitation.address;
    json_auto_t *note = json_pack("[{s:s, s:s, s:I}]", "say", "somebody-declined", "who", who,
                                  "game", (json_int_t)match->row.id);
    return games_set_invitation(session->desk->store, invitation.id, "declined",
                                session->speaker->player.id, error) &&
           notes_to_player(session->desk, match->row.creator, match->row.id, NOTES_STATE, note,
                           error);
}

gboolean order_decline(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    gboolean declined;
    gint64 game;
    if (!orders_decline_offer(session, &declined, error))
        return FALSE;
    return declined || (find_meant(session, 0, &game, error) && decline(session, game, error));
}

gboolean order_luck(struct session *session, const struct command *command, GError **error)
{
    struct match *match;
    // It counts only in answer to a mail that had the game's commitment in it: one about this game.
    if (session->answered == 0 || session->answered != session->game) {
        session_refuse(session, "luck-late", NULL);
        return TRUE;
    }
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    if (!g_str_equal(match->row.state, "open") || strlen(command->text) > GAME_LUCK_MAX) {
        session_refuse(session, g_str_equal(match->row.state, "open") ? "luck-long" : "luck-late",
                       NULL);
        return TRUE;
    }
    struct seat_row *seat = match_seat_of(match, session->speaker->player.id);
    g_strlcpy(seat->luck, command->text, sizeof seat->luck);
    match->changed = TRUE;
    session_note(session, "luck-set", NULL);
    return TRUE;
}

gboolean order_start(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    struct match *match;
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (!match || !is_creator(session, match, "start-not-creator"))
        return TRUE;
    if (!g_str_equal(match->row.state, "open")) {
        session_refuse(session, "start-begun", "{s:I}", "game", (json_int_t)match->row.id);
        return TRUE;
    }
    return lobby_begin(session->desk, match, error);
}
