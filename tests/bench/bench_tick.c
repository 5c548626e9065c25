// SPDX-License-Identifier: MIT
// How fast a run is that has nothing to do, with few running games and with very many, and how fast
// an outage is dealt with that concerns them all.
//
//   bench_tick [--json]
#include "tests/bench/bench.h"
#include "tests/bench/must.h"

#include "referee/match/timer.h"
#include "storage/games.h"
#include "tests/unit/club.h"

enum { FEW = 10, MANY = 100000, PUT_OFF = 10000 };

static struct club club;

// So many games that run as game 1 does; none of them is due for a year.
static void fill_up(guint many)
{
    g_autofree char *games = g_strdup_printf(
        "WITH RECURSIVE next (id) AS (SELECT max(id) + 1 FROM game UNION ALL SELECT id + 1 FROM"
        " next WHERE id < %u) INSERT INTO game (id, name, state, seats, robots, pace, security,"
        " press, anybody, creator, seed, created_at, started_at, to_move, turn_at, due_at)"
        " SELECT next.id, name, state, seats, robots, pace, security, press, anybody, creator,"
        " seed, created_at, started_at, to_move, turn_at, due_at + 31536000 + next.id * 7919 %%"
        " 100000 FROM next, game AS g WHERE g.id = 1",
        many);
    club_sql_do(&club, games);
    club_sql_do(&club,
                "INSERT INTO seat (game, seat, player, nick, joined_at, began_at, pace, zone,"
                " quiet_from, quiet_to) SELECT g.id, seat, player, nick, joined_at, began_at,"
                " s.pace, zone, quiet_from, quiet_to FROM game AS g, seat AS s WHERE s.game = 1"
                " AND g.id NOT IN (SELECT game FROM seat)");
    club_sql_do(&club, "UPDATE game SET due_at = due_at + 31536000 WHERE id = 1");
}

static guint run(void)
{
    struct desk desk = {0};
    struct tick_result done;
    club.now++;
    MUST(desk_open(&desk, club.dir, club.now, &error));
    MUST(tick_run(&desk, &done, &error));
    desk_close(&desk);
    if (done.mails || done.timed || done.sent)
        exit(1);
    return 1;
}

// ---- an outage ---------------------------------------------------------------------------------

static void add_games(struct desk *desk, guint many)
{
    struct game_row first;
    gboolean found;
    GArray *seats = NULL;
    MUST(store_begin(desk->store, &error));
    MUST(games_find(desk->store, 1, &first, &found, &error));
    MUST(games_seats(desk->store, 1, &seats, &error));
    for (guint i = 1; i < many; i++) {
        struct game_row row = first;
        MUST(games_add(desk->store, &row, &error));
        for (guint k = 0; k < seats->len; k++) {
            struct seat_row seat = g_array_index(seats, struct seat_row, k);
            seat.game = row.id;
            MUST(games_put_seat(desk->store, &seat, &error));
        }
    }
    MUST(store_commit(desk->store, &error));
    g_array_unref(seats);
}

static guint put_off(struct desk *desk)
{
    gint64 from = desk->now;
    desk->now += CLUB_HOUR;
    MUST(store_begin(desk->store, &error));
    MUST(timer_note_outage(desk, from, FALSE, &error));
    MUST(store_commit(desk->store, &error));
    MUST(timer_put_off(desk, &error));
    return PUT_OFF;
}

static void begin(void)
{
    club_begin(&club);
    club.unchecked = TRUE;
    club_game(&club, 2, "pace=48h");
    club_discard(&club);
}

int main(int argc, char **argv)
{
    struct desk desk = {0};
    bench_begin(argc, argv);
    begin();
    fill_up(FEW);
    BENCH_RATE("idle runs, 10 running games", "runs/s", run());
    fill_up(MANY);
    BENCH_RATE("idle runs, 100,000 running games", "runs/s", run());
    club_end(&club);
    begin();
    MUST(desk_open(&desk, club.dir, club.now, &error));
    add_games(&desk, PUT_OFF);
    BENCH_RATE("an outage, 10,000 running games", "games/s", put_off(&desk));
    desk_close(&desk);
    club_end(&club);
    return 0;
}
