// SPDX-License-Identifier: MIT
// Fills a referee's directory with games of three in the middle of round 1, in each of which one
// reply is waited for; for bench_turn.
//
//     turns make DIR GAMES       games with their first mails noted, to be sent by a tick
//     turns reply DIR            answers them: a reply for each game into mail/in; mail/out is
//                                empty then
//
// DIR was made by `referee23 init`. All is as a referee would have it: players of their own at each
// table, the mails that they answer made by its letters, the lines of those remembered. The same
// numbers give the same games.
#include "tests/bench/must.h"
#include "tests/bench/webmail.h"

#include "player/mailfile.h"
#include "referee/match/lobby.h"
#include "referee/match/match_load.h"
#include "referee/match/match_save.h"
#include "referee/match/notes.h"
#include "referee/match/play.h"
#include "referee/setup/desk.h"
#include "storage/players.h"

#include <gmime/gmime.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

enum { SEATS = 3, TURNS = 9, START = 1796025600, MINUTE = 60, BATCH = 500 };

// ---- games -------------------------------------------------------------------------------------

static struct player add_player(struct desk *desk, const char *name, const char *zone, guint game)
{
    struct player player = {.quiet_from = 23, .quiet_to = 8, .mail = "all", .language = "en"};
    g_snprintf(player.nick, sizeof player.nick, "%s%u", name, game);
    g_snprintf(player.address, sizeof player.address, "%s@mail.example.net", player.nick);
    g_strlcpy(player.timezone, zone, sizeof player.timezone);
    MUST(players_add(desk->store, &player, desk->now, &error));
    MUST(players_update(desk->store, &player, &error));
    return player;
}

// What a careful player would do: the cheapest play, else pass, else leave.
static struct move careful(const struct table *table)
{
    struct legal legal[RULES_LEGAL_MAX];
    const unsigned n = rules_legal(table, legal);
    unsigned best = 0;
    int least = G_MAXINT;
    for (unsigned i = 0; i < n; i++) {
        const struct move *move = &legal[i].move;
        int worth = move->kind == MOVE_PLAY   ? legal[i].cost * 100 + move->value + move->bonus * 50
                    : move->kind == MOVE_PASS ? 10000
                                              : 20000;
        if (worth < least) {
            least = worth;
            best = i;
        }
    }
    return legal[best].move;
}

// Three cards out of the middle of the hand.
static void discard(struct desk *desk, struct match *match, unsigned seat)
{
    const struct hand *hand = &match->game.table.seats[seat].hand;
    uint8_t held[RULES_HAND_MAX];
    unsigned n = 0;
    for (unsigned v = 2; v <= RULES_VALUE_MAX; v++)
        for (unsigned k = 0; k < hand->count[v]; k++)
            held[n++] = (uint8_t)v;
    const uint8_t cards[RULES_DISCARD_MAX] = {held[n / 4], held[n / 2], held[3 * n / 4]};
    must(play_discard(desk, match, seat, cards, LINE_PLAYER).reason == RULES_LEGAL, NULL);
}

static void add_game(struct desk *desk, guint number)
{
    static const char *const names[] = {"anna", "bruno", "clara"};
    static const char *const zones[] = {"Europe/Berlin", "Europe/Paris", "America/New_York"};
    struct match *match = NULL;
    struct game_row row = {.state = "open",
                           .seats = SEATS,
                           .pace = 172800,
                           .security = "ticket",
                           .press = "all",
                           .to_move = -1,
                           .created_at = desk->now};
    struct player players[SEATS];
    g_autofree char *name = g_strdup_printf("bench %u", number);
    crypto_generichash(row.seed, sizeof row.seed, (const guint8 *)name, strlen(name), NULL, 0);
    for (unsigned i = 0; i < SEATS; i++)
        players[i] = add_player(desk, names[i], zones[i], number);
    row.creator = players[0].id;
    MUST(match_new(desk, &row, rules_brief, &match, &error));
    for (unsigned i = 0; i < SEATS; i++)
        lobby_take_seat(desk, match, &players[i]);
    MUST(lobby_begin(desk, match, &error));
    const gint64 begun = desk->now;
    for (unsigned seat = 0; seat < SEATS; seat++) {
        desk->now += MINUTE;
        discard(desk, match, seat);
    }
    for (unsigned turn = 0; turn < TURNS; turn++) {
        const unsigned seat = match->game.table.to_move;
        desk->now += MINUTE;
        must(play_move(desk, match, seat, careful(&match->game.table), LINE_PLAYER).reason ==
                 RULES_LEGAL,
             NULL);
    }
    MUST(match_save(desk, match, &error));
    MUST(notes_to_table(desk, match, 0, NOTES_STATE, NULL, &error));
    must(match_is_running(match), NULL);
    desk->now = begun;
    match_free(match);
}

static void make(const char *dir, guint games)
{
    struct desk desk = {0};
    MUST(desk_open(&desk, dir, START, &error));
    for (guint i = 0; i < games; i += BATCH) {
        MUST(store_begin(desk.store, &error));
        for (guint k = i; k < MIN(games, i + BATCH); k++)
            add_game(&desk, k + 1);
        MUST(store_commit(desk.store, &error));
    }
    desk_close(&desk);
}

// ---- replies -----------------------------------------------------------------------------------

// The cheapest of the legal moves, as it would be typed; NULL: it isn't this reader's turn.
static const char *choose(const json_t *table)
{
    const char *best = NULL;
    json_int_t least = G_MAXINT;
    gsize i;
    const json_t *one;
    json_array_foreach(json_object_get(table, "legal"), i, one)
    {
        json_int_t cost = json_integer_value(json_array_get(one, 1));
        if (!best || cost < least) {
            best = json_string_value(json_array_get(one, 0));
            least = cost;
        }
    }
    return best;
}

static gboolean answer(const char *dir, const char *bytes, gsize len, guint number)
{
    g_autoptr(mailfile) mail = NULL;
    MUST((mail = mailfile_parse(bytes, len, &error)) != NULL);
    const char *words = choose(mail->table);
    if (!words)
        return FALSE;
    const struct webmail reply = {.to = mail->reply_to,
                                  .from = mail->to,
                                  .subject = mail->subject,
                                  .answers = mail->message_id,
                                  .words = words,
                                  .quoted = mail->text,
                                  .ticket = mail->ticket,
                                  .date = START + number,
                                  .number = number};
    GString *text = webmail_write(&reply);
    g_autofree char *name = g_strdup_printf("%u.M%06uP1Q%u.bench", START + number, number, number);
    g_autofree char *path = g_build_filename(dir, "mail/in/new", name, NULL);
    MUST(g_file_set_contents_full(path, text->str, (gssize)text->len, G_FILE_SET_CONTENTS_NONE,
                                  0600, &error));
    g_string_free(text, TRUE);
    return TRUE;
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static guint reply(const char *dir)
{
    g_autofree char *out = g_build_filename(dir, "mail/out/new", NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    GDir *folder = NULL;
    guint replies = 0;
    MUST((folder = g_dir_open(out, 0, &error)) != NULL);
    for (const char *name; (name = g_dir_read_name(folder));)
        g_ptr_array_add(names, g_build_filename(out, name, NULL));
    g_dir_close(folder);
    g_ptr_array_sort(names, by_name);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *bytes = NULL;
        gsize len = 0;
        MUST(g_file_get_contents(names->pdata[i], &bytes, &len, &error));
        replies += answer(dir, bytes, len, replies + 1);
        unlink(names->pdata[i]);
    }
    return replies;
}

int main(int argc, char **argv)
{
    g_mime_init();
    if (sodium_init() < 0)
        return 1;
    if (argc == 4 && strcmp(argv[1], "make") == 0) {
        make(argv[2], (guint)g_ascii_strtoull(argv[3], NULL, 10));
        return 0;
    }
    if (argc == 3 && strcmp(argv[1], "reply") == 0) {
        printf("%u\n", reply(argv[2]));
        return 0;
    }
    fprintf(stderr, "turns make DIR GAMES | turns reply DIR\n");
    return 2;
}
