// SPDX-License-Identifier: MIT
// `referee23 player`: the operator looks at players, quiets, blocks and forgets them.
//
// Decides what the operator may do to a player without asking. Knows no mail: what the player is
// told of it comes with the next one.
#include "base/address.h"
#include "referee/admin/admin.h"
#include "referee/commands.h"
#include "referee/match/leaving.h"
#include "referee/match/notes.h"
#include "referee/match/vacation.h"
#include "referee/match/vacation_tell.h"
#include "referee/receive/unread.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <string.h>

static const char help[] =
    "referee23 player COMMAND\n"
    "\n"
    "  list [--json]                 all players\n"
    "  show NICK [--json]            one of them, with the games that are open or running\n"
    "  block NICK|ADDRESS            no mail to this address, and none read from it\n"
    "  unblock NICK|ADDRESS\n"
    "  mute NICK                     no press from this player\n"
    "  unmute NICK\n"
    "  drop-key NICK                 forget the player's keys; tickets are enough again, and\n"
    "                                the player is told\n"
    "  vacation NICK FIRST [LAST]    days on which the player's clock stands (2026-12-24), "
    "whatever\n"
    "                                the allowance says; the tables are told\n"
    "  vacation NICK off             ends it today, or calls off what was planned\n"
    "  forget NICK                   forget address, keys, settings and mails. The nick stays in\n"
    "                                the records; a robot takes the seats in running games\n";

struct wish {
    const char *who; // a nick, or an address
    gboolean json;
    gboolean on;
};

// ---- list and show -----------------------------------------------------------------------------

static json_t *player_json(const struct player *player)
{
    g_autofree char *quiet = g_strdup_printf("%d-%d", player->quiet_from, player->quiet_to);
    json_t *value = json_pack("{s:s s:s s:s s:s s:s s:s s:b s:b s:b s:b s:b}", "nick", player->nick,
                              "address", player->address, "language", player->language, "timezone",
                              player->timezone, "quiet", quiet, "mail", player->mail, "calendar",
                              player->calendar, "private", player->private, "operator",
                              player->is_operator, "muted", player->muted, "key", player->has_key);
    json_object_set_new(value, "created", admin_json_time(player->created_at));
    json_object_set_new(value, "forgotten", admin_json_time(player->forgotten_at));
    json_object_set_new(value, "refused", admin_json_time(player->refused_at));
    json_object_set_new(value, "suspended", admin_json_time(player->suspended_at));
    return value;
}

static int list_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    g_autoptr(GArray) players = NULL;
    if (!players_list(desk->store, &players, error))
        return EXIT_NO;
    json_t *all = json_array();
    for (guint i = 0; i < players->len; i++) {
        const struct player *p = &g_array_index(players, struct player, i);
        if (wish->json)
            json_array_append_new(all, player_json(p));
        else
            admin_say("%-20s  %s%s%s%s%s", p->nick, p->forgotten_at ? "(forgotten)" : p->address,
                      p->has_key ? "  key" : "", p->muted ? "  muted" : "",
                      p->is_operator ? "  operator" : "",
                      p->suspended_at ? "  unreachable"
                      : p->refused_at ? "  refused"
                                      : "");
    }
    if (!wish->json && players->len == 0)
        admin_say("no players");
    if (wish->json)
        admin_print_json(json_incref(all));
    json_decref(all);
    return EXIT_DONE;
}

static void show_text(const struct player *p, gboolean blocked, GArray *games)
{
    admin_say("%s  %s%s", p->nick, p->forgotten_at ? "(forgotten)" : p->address,
              blocked ? "  blocked" : "");
    admin_say("  language %s  timezone %s  quiet %d-%d  mail %s", *p->language ? p->language : "-",
              p->timezone, p->quiet_from, p->quiet_to, p->mail);
    admin_say("  calendar %s  private %s  operator %s  muted %s  key %s",
              p->calendar ? "yes" : "no", p->private ? "yes" : "no", p->is_operator ? "yes" : "no",
              p->muted ? "yes" : "no", p->has_key ? "yes" : "no");
    admin_say("  since %s", admin_time(p->created_at));
    if (p->refused_at)
        admin_say("  mail was refused at %s: %s", admin_time(p->refused_at), p->refused);
    if (p->suspended_at)
        admin_say("  no mail goes there since %s, until a mail comes from there",
                  admin_time(p->suspended_at));
    for (guint i = 0; i < games->len; i++)
        admin_say("  game %" G_GINT64_FORMAT, g_array_index(games, gint64, i));
}

static int show_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    struct player player;
    gboolean blocked = FALSE;
    g_autoptr(GArray) games = NULL;
    if (!admin_find_player(desk, wish->who, &player, error) ||
        !games_of_player(desk->store, player.id, FALSE, &games, error) ||
        (*player.address && !players_is_blocked(desk->store, player.address, &blocked, error)))
        return EXIT_NO;
    if (!wish->json) {
        show_text(&player, blocked, games);
        return admin_say_log(desk, 0, player.id, error) ? EXIT_DONE : EXIT_NO;
    }
    json_t *log = admin_json_log(desk, 0, player.id, error);
    if (!log)
        return EXIT_NO;
    json_t *value = player_json(&player);
    json_t *ids = json_array();
    for (guint i = 0; i < games->len; i++)
        json_array_append_new(ids, json_integer(g_array_index(games, gint64, i)));
    json_object_set_new(value, "blocked", json_boolean(blocked));
    json_object_set_new(value, "games", ids);
    json_object_set_new(value, "operator_log", log);
    admin_print_json(value);
    return EXIT_DONE;
}

// ---- block -------------------------------------------------------------------------------------

// The address that a nick or an address means, in canonical form; NULL with a message.
static char *find_address(struct desk *desk, const char *who, GError **error)
{
    struct player player;
    const char *wrong = NULL;
    if (strchr(who, '@')) {
        char *address = address_canonical(who, &wrong);
        if (!address)
            arguments_no("%s is no address: %s", who, wrong);
        return address;
    }
    if (!admin_find_player(desk, who, &player, error))
        return NULL;
    if (*player.address)
        return g_strdup(player.address);
    arguments_no("%s was forgotten and has no address", player.nick);
    return NULL;
}

static int block_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    g_autofree char *address = find_address(desk, wish->who, error);
    enum players_block block = wish->on ? PLAYERS_BLOCK_OPERATOR : PLAYERS_BLOCK_NONE;
    if (!address || !players_block(desk->store, address, block, desk->now, error))
        return EXIT_NO;
    admin_say("%s: %s", address, wish->on ? "blocked" : "no longer blocked");
    return EXIT_DONE;
}

// ---- mute, drop-key, forget --------------------------------------------------------------------

static int mute_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    struct player player;
    if (!admin_find_player(desk, wish->who, &player, error))
        return EXIT_NO;
    player.muted = wish->on;
    if (!players_update(desk->store, &player, error))
        return EXIT_NO;
    gboolean done = admin_done(desk, 0, player.id, error, "%s: %s", player.nick,
                               wish->on ? "muted" : "no longer muted");
    return done ? EXIT_DONE : EXIT_NO;
}

static int drop_key_work(struct desk *desk, gpointer user, GError **error)
{
    static const char *const kinds[] = {"ed25519", "minisign", "ssh", "openpgp", "age"};
    const struct wish *wish = user;
    struct player player;
    gboolean had_one = FALSE;
    if (!admin_find_player(desk, wish->who, &player, error))
        return EXIT_NO;
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *key = NULL;
        if (!players_key(desk->store, player.id, kinds[i], &key, error) ||
            !players_set_key(desk->store, player.id, kinds[i], NULL, desk->now, error))
            return EXIT_NO;
        had_one = had_one || key;
    }
    // Whoever asked for it may have been somebody else.
    json_auto_t *note = json_pack("[{s:s}]", "say", "key-dropped");
    if (had_one && !notes_to_player(desk, player.id, 0, NOTES_ANNOUNCEMENT, note, error))
        return EXIT_NO;
    gboolean done = admin_done(desk, 0, player.id, error, "%s: no keys now", player.nick);
    return done ? EXIT_DONE : EXIT_NO;
}

static int forget_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    struct player player;
    if (!admin_find_player(desk, wish->who, &player, error))
        return EXIT_NO;
    if (player.forgotten_at)
        return arguments_no("%s was forgotten already", player.nick);
    g_autoptr(GPtrArray) addresses = NULL;
    if (!leaving_games(desk, &player, LEAVING_FOR_GOOD, error) ||
        !leaving_invitations(desk, player.id, player.address, player.nick, error) ||
        !players_addresses(desk->store, player.id, &addresses, error) ||
        !players_forget(desk->store, player.id, desk->now, error) ||
        !unread_drop(desk, addresses, error))
        return EXIT_NO;
    admin_say("%s: forgotten", player.nick);
    return EXIT_DONE;
}

// ---- vacation ----------------------------------------------------------------------------------

struct absence {
    const char *who;
    gboolean off;
    struct deadline_days days;
};

// "2026-12-24", a date that exists.
static gboolean read_day(const char *text, int *out)
{
    enum { LENGTH = 10 };
    GDate date;
    guint parts[3] = {0};
    guint part = 0;
    if (strlen(text) != LENGTH)
        return FALSE;
    for (const char *p = text; *p; p++) {
        if (*p == '-' && (p - text == 4 || p - text == 7))
            part++;
        else if (g_ascii_isdigit(*p))
            parts[part] = parts[part] * 10 + (guint)(*p - '0');
        else
            return FALSE;
    }
    if (part != 2 || parts[0] < 1970 ||
        !g_date_valid_dmy((GDateDay)parts[2], (GDateMonth)parts[1], (GDateYear)parts[0]))
        return FALSE;
    g_date_clear(&date, 1);
    *out = zone_date((int)parts[0], (int)parts[1], (int)parts[2]);
    return TRUE;
}

// The tables hear of it, and so does the player, who said nothing.
static gboolean tell_vacation(struct desk *desk, gint64 player, const char *say_others,
                              const char *say_own, const struct deadline_days *days, GError **error)
{
    json_auto_t *note =
        json_pack("{s:s, s:i, s:i}", "say", say_others, "first", days->first, "last", days->last);
    json_auto_t *own =
        json_pack("[{s:s, s:i, s:i}]", "say", say_own, "first", days->first, "last", days->last);
    return vacation_tell(desk, player, note, error) &&
           notes_to_player(desk, player, 0, NOTES_ANNOUNCEMENT, own, error);
}

static int vacation_off(struct desk *desk, const struct player *player, GError **error)
{
    const struct deadline_days none = {0, 0};
    enum vacation_back back;
    if (!vacation_give_back(desk, player, TRUE, &back, error))
        return EXIT_NO;
    if (back == VACATION_NONE)
        return arguments_no("%s has no vacation", player->nick);
    gboolean ended = back == VACATION_ENDED;
    if (!tell_vacation(desk, player->id, ended ? "vacation-ended-other" : "vacation-dropped-other",
                       ended ? "vacation-ended-by-operator" : "vacation-dropped-by-operator", &none,
                       error))
        return EXIT_NO;
    gboolean done = admin_done(desk, 0, player->id, error, "%s: %s", player->nick,
                               ended ? "back from tomorrow on" : "no vacation any more");
    return done ? EXIT_DONE : EXIT_NO;
}

static int vacation_work(struct desk *desk, gpointer user, GError **error)
{
    const struct absence *absence = user;
    struct player player;
    if (!admin_find_player(desk, absence->who, &player, error))
        return EXIT_NO;
    if (player.forgotten_at)
        return arguments_no("%s was forgotten", player.nick);
    if (absence->off)
        return vacation_off(desk, &player, error);
    if (!vacation_grant(desk, &player, absence->days, error) ||
        !tell_vacation(desk, player.id, "vacation-other", "vacation-by-operator", &absence->days,
                       error))
        return EXIT_NO;
    g_autofree char *first = zone_format_day(absence->days.first);
    g_autofree char *last = zone_format_day(absence->days.last);
    gboolean done = admin_done(desk, 0, player.id, error, "%s: on vacation from %s to %s",
                               player.nick, first, last);
    return done ? EXIT_DONE : EXIT_NO;
}

static int vacation(int argc, char **argv)
{
    enum { LONGEST = 366 };
    struct absence absence = {0};
    int status;
    if (!arguments_parse(&argc, argv, NULL, help, &status))
        return status;
    absence.off = argc == 3 && strcmp(argv[2], "off") == 0;
    absence.who = argc > 1 ? argv[1] : NULL;
    struct deadline_days *days = &absence.days;
    gboolean fine =
        absence.off || ((argc == 3 || argc == 4) && read_day(argv[2], &days->first) &&
                        read_day(argv[argc - 1], &days->last) && days->first <= days->last &&
                        days->last - days->first < LONGEST);
    if (!fine)
        return arguments_wrong("player vacation wants a nick and one or two days, such as "
                               "2026-12-24, at most a year; or a nick and off");
    return admin_with_transaction(vacation_work, &absence);
}

// ---- command line ------------------------------------------------------------------------------

// What the words do. argv[0] is the word, so one function serves those that want a nick alone.
static const struct {
    const char *word;
    admin_work *work;
    gboolean on;
} acts[] = {
    {"block", block_work, TRUE},        {"unblock", block_work, FALSE},
    {"mute", mute_work, TRUE},          {"unmute", mute_work, FALSE},
    {"drop-key", drop_key_work, FALSE}, {"forget", forget_work, FALSE},
};

static int act(int argc, char **argv)
{
    int status;
    if (!arguments_parse(&argc, argv, NULL, help, &status))
        return status;
    if (argc != 2)
        return arguments_wrong("player %s wants one player; see player --help", argv[0]);
    for (gsize i = 0; i < G_N_ELEMENTS(acts); i++) {
        struct wish wish = {.who = argv[1], .on = acts[i].on};
        if (strcmp(acts[i].word, argv[0]) == 0)
            return admin_with_transaction(acts[i].work, &wish);
    }
    g_assert_not_reached();
}

static int look(int argc, char **argv)
{
    struct wish wish = {0};
    gboolean one = strcmp(argv[0], "show") == 0;
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &wish.json, NULL, NULL}, {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, help, &status))
        return status;
    if (argc != (one ? 2 : 1))
        return arguments_wrong(one ? "player show wants one player; see player --help"
                                   : "player list wants no more words; see player --help");
    wish.who = one ? argv[1] : NULL;
    return admin_with_desk(one ? show_work : list_work, &wish);
}

int player_command(int argc, char **argv)
{
    static const struct arguments_verb verbs[] = {
        {"list", look},  {"show", look},    {"block", act},  {"unblock", act},      {"mute", act},
        {"unmute", act}, {"drop-key", act}, {"forget", act}, {"vacation", vacation}};
    return arguments_dispatch(argc, argv, verbs, G_N_ELEMENTS(verbs), help);
}
