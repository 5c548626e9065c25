// SPDX-License-Identifier: MIT
// `referee23 game`: the operator looks at games, and gives them time.
//
// Decides what an operator is shown of a game: what is public, never a card. What changes a game's
// record is done elsewhere.
#include "referee/admin/admin_match.h"
#include "referee/commands.h"
#include "referee/match/notes.h"
#include "referee/match/turn.h"
#include "referee/setup/amount.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <string.h>

const char admin_game_help[] =
    "referee23 game COMMAND\n"
    "\n"
    "  list [--overdue] [--all] [--json]   games that are open or running; --overdue: only those\n"
    "                                      that the clock should have looked at; --all: ended "
    "ones\n"
    "                                      too\n"
    "  show N [--json]                     one game: its seats, invitations and clock\n"
    "  extend N DURATION                   more time for whom the game waits for: 24h, 2d (1h to\n"
    "                                      60d); the table is told\n"
    "  new NICK [OPTION=VALUE ...] [WHOM ...]\n"
    "                                      opens a game in a player's name, as a mail of theirs\n"
    "                                      would, and invites others, by nick or address\n"
    "  seat N NICK ADDRESS                 hands a seat to another player, known here\n"
    "  cancel N WHY                        ends a game; all at the table are told why\n";

// ---- values ------------------------------------------------------------------------------------

// Who has to act, as a nick; "" when it is nobody in particular.
static const char *to_move(const struct game_row *game, GArray *seats)
{
    for (guint i = 0; i < seats->len; i++) {
        const struct seat_row *seat = &g_array_index(seats, struct seat_row, i);
        if (strcmp(game->state, "running") == 0 && seat->seat == game->to_move)
            return seat->nick;
    }
    return "";
}

static json_t *seat_json(const struct seat_row *seat)
{
    return json_pack("{s:i s:s s:b s:i s:i s:o}", "seat", seat->seat, "nick", seat->nick, "robot",
                     seat->robot || seat->player == 0, "missed", seat->missed, "told",
                     (int)seat->told, "joined", admin_json_time(seat->joined_at));
}

static json_t *game_json(const struct game_row *game, GArray *seats)
{
    json_t *list = json_array();
    for (guint i = 0; i < seats->len; i++)
        json_array_append_new(list, seat_json(&g_array_index(seats, struct seat_row, i)));
    const char *mover = to_move(game, seats);
    json_t *value =
        json_pack("{s:I s:s s:s s:i s:i s:I s:s s:s s:b}", "game", (json_int_t)game->id, "name",
                  game->name, "state", game->state, "seats_wanted", game->seats, "robots",
                  game->robots, "pace_seconds", (json_int_t)game->pace, "security", game->security,
                  "press", game->press, "open", game->anybody);
    json_object_set_new(value, "created", admin_json_time(game->created_at));
    json_object_set_new(value, "started", admin_json_time(game->started_at));
    json_object_set_new(value, "ended", admin_json_time(game->ended_at));
    json_object_set_new(value, "to_move", *mover ? json_string(mover) : json_null());
    json_object_set_new(value, "turn_since", admin_json_time(game->turn_at));
    json_object_set_new(value, "due", admin_json_time(game->due_at));
    json_object_set_new(value, "paused", admin_json_time(game->paused_at));
    json_object_set_new(value, "seats", list);
    return value;
}

// ---- list --------------------------------------------------------------------------------------

struct listing {
    gboolean overdue, all, json;
    json_t *games;
    guint shown;
};

static void list_line(const struct game_row *game, GArray *seats)
{
    const char *mover = to_move(game, seats);
    admin_say("%-6" G_GINT64_FORMAT " %-9s %u/%d seats  due %-20s  %s%s%s", game->id,
              game->paused_at ? "paused" : game->state, seats->len, game->seats,
              admin_time(game->due_at), *mover ? "to move: " : "", mover,
              game->name[0] ? "  " : "");
    if (game->name[0])
        admin_say("       %s", game->name);
}

static gboolean list_one(struct desk *desk, gint64 id, struct listing *listing, GError **error)
{
    struct game_row game;
    gboolean found = FALSE;
    g_autoptr(GArray) seats = NULL;
    if (!games_find(desk->store, id, &game, &found, error) ||
        !games_seats(desk->store, id, &seats, error))
        return FALSE;
    if (!found || (listing->overdue && (game.due_at == 0 || game.due_at > desk->now)))
        return TRUE;
    listing->shown++;
    if (listing->json)
        json_array_append_new(listing->games, game_json(&game, seats));
    else
        list_line(&game, seats);
    return TRUE;
}

static gboolean list_state(struct desk *desk, const char *state, struct listing *listing,
                           GError **error)
{
    g_autoptr(GArray) ids = NULL;
    if (!games_in_state(desk->store, state, G_MAXINT, &ids, error))
        return FALSE;
    for (guint i = 0; i < ids->len; i++)
        if (!list_one(desk, g_array_index(ids, gint64, i), listing, error))
            return FALSE;
    return TRUE;
}

static int list_work(struct desk *desk, gpointer user, GError **error)
{
    static const char *const states[] = {"open", "running", "over", "cancelled", "lapsed"};
    enum { ALIVE = 2 };
    struct listing *listing = user;
    listing->games = json_array();
    gboolean fine = TRUE;
    for (gsize i = 0; fine && i < (listing->all ? G_N_ELEMENTS(states) : (gsize)ALIVE); i++)
        fine = list_state(desk, states[i], listing, error);
    if (fine && listing->json)
        admin_print_json(json_incref(listing->games));
    else if (fine && listing->shown == 0)
        admin_say(listing->overdue ? "no game is overdue" : "no games");
    json_decref(listing->games);
    return EXIT_DONE;
}

static int list(int argc, char **argv)
{
    struct listing listing = {0};
    const GOptionEntry entries[] = {
        {"overdue", 0, 0, G_OPTION_ARG_NONE, &listing.overdue, NULL, NULL},
        {"all", 0, 0, G_OPTION_ARG_NONE, &listing.all, NULL, NULL},
        {"json", 0, 0, G_OPTION_ARG_NONE, &listing.json, NULL, NULL},
        {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, admin_game_help, &status))
        return status;
    if (argc != 1)
        return arguments_wrong("game list: what is %s? see game --help", argv[1]);
    return admin_with_desk(list_work, &listing);
}

// ---- show --------------------------------------------------------------------------------------

struct one {
    gint64 id;
    gint64 seconds; // extend
    const char *words;
    gboolean json; // show
};

static json_t *invitations_json(GArray *invitations)
{
    json_t *list = json_array();
    for (guint i = 0; i < invitations->len; i++) {
        const struct invitation_row *row = &g_array_index(invitations, struct invitation_row, i);
        json_array_append_new(list,
                              json_pack("{s:s s:s s:o}", "address", row->address, "state",
                                        row->state, "sent", admin_json_time(row->created_at)));
    }
    return list;
}

static void show_text(const struct game_row *game, GArray *seats, GArray *invitations, guint lines)
{
    g_autofree char *pace = amount_format_time(game->pace);
    admin_say("game %" G_GINT64_FORMAT "%s%s: %s", game->id, game->name[0] ? ", " : "", game->name,
              game->state);
    admin_say("  created %s  started %s  ended %s", admin_time(game->created_at),
              admin_time(game->started_at), admin_time(game->ended_at));
    admin_say("  pace %s  security %s  press %s  open %s  lines %u", pace, game->security,
              game->press, game->anybody ? "yes" : "no", lines);
    admin_say("  turn since %s  next look %s", admin_time(game->turn_at), admin_time(game->due_at));
    if (game->paused_at)
        admin_say("  paused since %s, as all at the table agreed", admin_time(game->paused_at));
    const char *mover = to_move(game, seats);
    for (guint i = 0; i < seats->len; i++) {
        const struct seat_row *seat = &g_array_index(seats, struct seat_row, i);
        gboolean robot = seat->robot || seat->player == 0;
        admin_say("  seat %d  %-20s%s%s%s", seat->seat, seat->nick, robot ? "  robot" : "",
                  seat->missed ? "  missed its last turn" : "",
                  strcmp(mover, seat->nick) == 0 ? "  to move" : "");
    }
    for (guint i = 0; i < invitations->len; i++) {
        const struct invitation_row *row = &g_array_index(invitations, struct invitation_row, i);
        admin_say("  invited %s: %s", row->address, row->state);
    }
}

static int show_work(struct desk *desk, gpointer user, GError **error)
{
    const struct one *one = user;
    struct game_row game;
    g_autoptr(GArray) seats = NULL;
    g_autoptr(GArray) invitations = NULL;
    guint lines;
    if (!admin_find_game(desk, one->id, &game, error) ||
        !games_seats(desk->store, one->id, &seats, error) ||
        !games_invitations(desk->store, one->id, &invitations, error) ||
        !events_count(desk->store, one->id, &lines, error))
        return EXIT_NO;
    if (!one->json) {
        show_text(&game, seats, invitations, lines);
        return admin_say_log(desk, game.id, 0, error) ? EXIT_DONE : EXIT_NO;
    }
    json_t *log = admin_json_log(desk, game.id, 0, error);
    if (!log)
        return EXIT_NO;
    json_t *value = game_json(&game, seats);
    json_object_set_new(value, "invitations", invitations_json(invitations));
    json_object_set_new(value, "lines", json_integer(lines));
    json_object_set_new(value, "operator_log", log);
    admin_print_json(value);
    return EXIT_DONE;
}

static int show(int argc, char **argv)
{
    struct one one = {0};
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &one.json, NULL, NULL}, {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, admin_game_help, &status))
        return status;
    if (argc != 2 || !arguments_id(argv[1], &one.id))
        return arguments_wrong("game show wants the number of a game");
    return admin_with_desk(show_work, &one);
}

// ---- extend ------------------------------------------------------------------------------------

// Everybody whom the game waits for has so much more time; the table is told.
static gboolean extend_turns(struct desk *desk, struct game_row *game, GArray *seats,
                             gint64 seconds, GError **error)
{
    json_auto_t *note =
        json_pack("[{s:s, s:I}]", "say", "extended", "seconds", (json_int_t)seconds);
    for (guint i = 0; i < seats->len; i++) {
        gint64 player = g_array_index(seats, struct seat_row, i).player;
        if (player && !notes_to_player(desk, player, game->id, NOTES_STATE, note, error))
            return FALSE;
    }
    return turn_extend(desk, game, seats, seconds, error) &&
           turn_schedule(desk, game, seats, error) && games_update(desk->store, game, error);
}

static gboolean has_turn(const GArray *seats)
{
    for (guint i = 0; i < seats->len; i++) {
        if (g_array_index(seats, struct seat_row, i).began_at)
            return TRUE;
    }
    return FALSE;
}

static int extend_work(struct desk *desk, gpointer user, GError **error)
{
    const struct one *one = user;
    struct game_row game;
    g_autoptr(GArray) seats = NULL;
    if (!admin_find_game(desk, one->id, &game, error) ||
        !games_seats(desk->store, one->id, &seats, error))
        return EXIT_NO;
    gboolean open = g_str_equal(game.state, "open");
    if (!open && !has_turn(seats))
        return arguments_no("game %" G_GINT64_FORMAT " is %s and has no deadline now", game.id,
                            game.state);
    if (open) // it waits for players so much longer
        game.due_at += one->seconds;
    if (open ? !games_update(desk->store, &game, error)
             : !extend_turns(desk, &game, seats, one->seconds, error))
        return EXIT_NO;
    gboolean done =
        admin_done(desk, game.id, 0, error, "game %" G_GINT64_FORMAT ": %s more; next look %s",
                   game.id, one->words, admin_time(game.due_at));
    return done ? EXIT_DONE : EXIT_NO;
}

static int extend(int argc, char **argv)
{
    struct one one = {0};
    int status;
    if (!arguments_parse(&argc, argv, NULL, admin_game_help, &status))
        return status;
    if (argc != 3 || !arguments_id(argv[1], &one.id) ||
        !amount_parse_time(argv[2], AMOUNT_HOUR, 60 * AMOUNT_DAY, &one.seconds))
        return arguments_wrong("game extend wants the number of a game and a time from 1h to 60d, "
                               "such as 24h or 2d");
    one.words = argv[2];
    return admin_with_transaction(extend_work, &one);
}

int game_command(int argc, char **argv)
{
    static const struct arguments_verb verbs[] = {
        {"list", list},
        {"show", show},
        {"extend", extend},
        {"new", admin_match_new},
        {"seat", admin_match_seat},
        {"cancel", admin_match_cancel},
    };
    return arguments_dispatch(argc, argv, verbs, G_N_ELEMENTS(verbs), admin_game_help);
}
