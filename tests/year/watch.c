// SPDX-License-Identifier: MIT
// See watch.h.
#include "tests/year/watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum {
    HOUR = 3600,
    SEATS = 4,
    BANK = 7 * 86400,
    LAST_CALL = 6 * HOUR,
    SHORT_PACE = 12 * HOUR, // below it there is one reminder
    MISSES = 2              // in a row, until a robot sits in
};

struct person {
    char *nick;
    struct calendar life;
};

struct seat {
    const struct person *person; // NULL: not seen yet, or a robot for good
    gint64 bank;                 // when the turn began, or now
    guint misses;                // in a row
    gboolean robot;
    // the turn
    gboolean runs, reminded_before, missed_now, given; // given: time, by whatever
    gint64 key, began, pace, half, end, missed, reminded_at;
    struct calendar life;
};

struct game {
    gint64 id, pace, paused_at;
    guint seen, resumed; // the run
    gboolean over;
    guint n_seats;
    struct seat seats[SEATS];
};

struct watch {
    GPtrArray *people, *games;
    gint64 now, counts_until;
    guint run;
    struct watch_counts counts;
};

struct watch *watch_new(void)
{
    struct watch *watch = g_new0(struct watch, 1);
    watch->people = g_ptr_array_new_with_free_func(g_free);
    watch->games = g_ptr_array_new_with_free_func(g_free);
    return watch;
}

void watch_free(struct watch *watch)
{
    for (guint i = 0; i < watch->people->len; i++)
        g_free(((struct person *)watch->people->pdata[i])->nick);
    g_ptr_array_unref(watch->people);
    g_ptr_array_unref(watch->games);
    g_free(watch);
}

const struct watch_counts *watch_counted(const struct watch *watch)
{
    return &watch->counts;
}

static struct person *find_person(const struct watch *watch, const char *nick)
{
    for (guint i = 0; nick && i < watch->people->len; i++) {
        struct person *person = watch->people->pdata[i];
        if (strcmp(person->nick, nick) == 0)
            return person;
    }
    return NULL;
}

static struct game *find_game(const struct watch *watch, gint64 id)
{
    for (guint i = 0; i < watch->games->len; i++) {
        struct game *game = watch->games->pdata[i];
        if (game->id == id)
            return game;
    }
    fail_msg("game %d is not known", (int)id);
    return NULL;
}

static struct seat *find_seat(const struct watch *watch, gint64 id, const char *nick)
{
    struct game *game = find_game(watch, id);
    for (guint i = 0; i < game->n_seats; i++) {
        struct seat *seat = &game->seats[i];
        if (seat->person && strcmp(seat->person->nick, nick) == 0)
            return seat;
    }
    fail_msg("%s has no seat in game %d", nick, (int)id);
    return NULL;
}

guint watch_known(const struct watch *watch)
{
    return watch->games->len;
}

// ---- the clock of a turn -----------------------------------------------------------------------

static void reckon(struct seat *seat)
{
    seat->half = calendar_walk(&seat->life, FALSE, seat->began, seat->pace / 2);
    seat->end =
        calendar_settle(&seat->life, calendar_walk(&seat->life, FALSE, seat->began, seat->pace));
    seat->missed = calendar_walk(&seat->life, TRUE, seat->end, seat->bank);
}

static gint64 bank_left(const struct seat *seat, gint64 now)
{
    return MAX(seat->bank - calendar_count(&seat->life, TRUE, seat->end, now), 0);
}

static void begin(struct watch *watch, struct game *game, struct seat *seat, gint64 key)
{
    *seat = (struct seat){.person = seat->person,
                          .bank = seat->bank,
                          .misses = seat->misses,
                          .runs = TRUE,
                          .key = key,
                          .began = watch->now,
                          .pace = game->pace,
                          .life = seat->person->life};
    reckon(seat);
    watch->counts.turns++;
}

static void end(const struct watch *watch, const struct game *game, struct seat *seat)
{
    gint64 until =
        game->paused_at ? MIN(game->paused_at, watch->counts_until) : watch->counts_until;
    seat->bank = bank_left(seat, until);
    seat->runs = FALSE;
}

static void for_each_turn(struct watch *watch, void (*act)(struct game *, struct seat *, gpointer),
                          gpointer data)
{
    for (guint i = 0; i < watch->games->len; i++) {
        struct game *game = watch->games->pdata[i];
        for (guint k = 0; !game->over && k < game->n_seats; k++) {
            if (game->seats[k].runs)
                act(game, &game->seats[k], data);
        }
    }
}

// ---- people and games --------------------------------------------------------------------------

void watch_person(struct watch *watch, const char *nick, const struct calendar *life)
{
    struct person *person = find_person(watch, nick);
    if (!person) {
        person = g_new0(struct person, 1);
        person->nick = g_strdup(nick);
        g_ptr_array_add(watch->people, person);
    }
    person->life = *life;
}

static void reckon_for(struct game *game, struct seat *seat, gpointer person)
{
    (void)game;
    if (seat->person != person)
        return;
    reckon(seat);
    seat->given = TRUE;
}

void watch_away_changed(struct watch *watch, const char *nick)
{
    for_each_turn(watch, reckon_for, find_person(watch, nick));
}

void watch_game(struct watch *watch, gint64 id, gint64 pace)
{
    struct game *game = g_new0(struct game, 1);
    game->id = id;
    game->pace = pace;
    g_ptr_array_add(watch->games, game);
}

// ---- time that is given ------------------------------------------------------------------------

struct span {
    gint64 from, until;
};

// An outage: the deadline moves by it; or the bank goes on with what was left.
static void put_off(struct game *game, struct seat *seat, gpointer data)
{
    const struct span *out = data;
    gint64 from = MAX(out->from, seat->began);
    if (game->paused_at || seat->began >= out->until)
        return;
    if (seat->end > from) {
        seat->pace = calendar_count(&seat->life, FALSE, seat->began, seat->end) + out->until - from;
    } else {
        seat->bank = bank_left(seat, from);
        seat->pace = calendar_count(&seat->life, FALSE, seat->began, out->until);
    }
    reckon(seat);
    seat->given = TRUE;
}

void watch_extend(struct watch *watch, gint64 id, gint64 now, gint64 seconds)
{
    struct game *game = find_game(watch, id);
    now = game->paused_at ? game->paused_at : now;
    for (guint i = 0; i < game->n_seats; i++) {
        struct seat *seat = &game->seats[i];
        if (!seat->runs)
            continue;
        seat->bank = bank_left(seat, now);
        seat->pace = calendar_count(&seat->life, FALSE, seat->began, MAX(seat->end, now)) + seconds;
        reckon(seat);
        seat->given = TRUE;
        watch->counts.extended++;
    }
}

void watch_pause(struct watch *watch, gint64 id)
{
    find_game(watch, id)->paused_at = watch->now;
    watch->counts.paused++;
}

// What was left when it began is left now.
void watch_resume(struct watch *watch, gint64 id)
{
    struct game *game = find_game(watch, id);
    for (guint i = 0; i < game->n_seats; i++) {
        struct seat *seat = &game->seats[i];
        gint64 from = MAX(game->paused_at, seat->began);
        if (!seat->runs || seat->began >= watch->now)
            continue;
        seat->bank = bank_left(seat, from);
        seat->pace = calendar_count(&seat->life, FALSE, seat->began, watch->now) +
                     calendar_count(&seat->life, FALSE, from, MAX(seat->end, from));
        reckon(seat);
        seat->given = TRUE;
    }
    game->paused_at = 0;
    game->resumed = watch->run;
}

// ---- a run -------------------------------------------------------------------------------------

static void freshen(struct game *game, struct seat *seat, gpointer data)
{
    (void)game;
    (void)data;
    seat->reminded_before = seat->reminded_at != 0;
    seat->missed_now = FALSE;
}

void watch_begin_run(struct watch *watch, gint64 now, gint64 lost_from, gint64 counts_until)
{
    struct span lost = {lost_from, now};
    watch->run++;
    watch->now = now;
    watch->counts_until = counts_until;
    if (lost_from)
        for_each_turn(watch, put_off, &lost);
    for_each_turn(watch, freshen, NULL);
}

void watch_reminder(struct watch *watch, gint64 id, const char *nick)
{
    struct seat *seat = find_seat(watch, id, nick);
    if (!seat->runs || watch->now < seat->half)
        fail_msg("game %d: %s is reminded before half of the time is over", (int)id, nick);
    if (seat->reminded_at && !seat->given && watch->now < seat->missed - LAST_CALL)
        fail_msg("game %d: %s is reminded once too often", (int)id, nick);
    seat->reminded_at = watch->now;
    watch->counts.reminders++;
}

void watch_missed(struct watch *watch, gint64 id, const char *nick)
{
    struct seat *seat = find_seat(watch, id, nick);
    if (!seat->runs || watch->now < seat->missed)
        fail_msg("game %d: %s is timed out %d seconds early", (int)id, nick,
                 (int)(seat->missed - watch->now));
    if (!seat->reminded_before)
        fail_msg("game %d: %s is timed out, and had not been reminded", (int)id, nick);
    seat->missed_now = TRUE;
    seat->misses++;
    watch->counts.missed++;
}

// ---- tables ------------------------------------------------------------------------------------

static gint64 parse_time(const char *text)
{
    g_autoptr(GDateTime) when = g_date_time_new_from_iso8601(text, NULL);
    assert_non_null(when);
    return g_date_time_to_unix(when);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static gboolean waits_for(const json_t *table, const json_t *seat)
{
    if (json_is_true(json_object_get(seat, "robot")))
        return FALSE;
    if (strcmp(text_of(table, "phase"), "discard") == 0)
        return !json_is_true(json_object_get(seat, "discarded"));
    return strcmp(text_of(table, "phase"), "play") == 0 &&
           strcmp(text_of(table, "to_move"), text_of(seat, "nick")) == 0;
}

// Lines of this run: who moved by themselves has missed nothing, who moved by the clock was told.
static void read_lines(const struct watch *watch, struct game *game, const json_t *table)
{
    gsize i;
    const json_t *line;
    json_array_foreach(json_object_get(table, "log"), i, line)
    {
        g_auto(GStrv) words = g_strsplit(json_string_value(line), " ", 4);
        gboolean acts = strcmp(words[0], "move") == 0 || strcmp(words[0], "discard") == 0;
        if (!acts || g_strv_length(words) < 4 || parse_time(words[2]) != watch->now)
            continue;
        for (guint k = 0; k < game->n_seats; k++) {
            struct seat *seat = &game->seats[k];
            if (!seat->person || strcmp(seat->person->nick, words[1]) != 0)
                continue;
            if (g_str_has_suffix(words[3], " by clock"))
                assert_true(seat->missed_now);
            else if (!g_str_has_suffix(words[3], " by robot") && strcmp(words[3], "1") != 0)
                seat->misses = 0;
        }
    }
}

static void meet(struct watch *watch, struct game *game, const json_t *seats)
{
    gsize i;
    const json_t *seat;
    if (game->n_seats)
        return;
    game->n_seats = (guint)json_array_size(seats);
    assert_true(game->n_seats <= SEATS);
    json_array_foreach(seats, i, seat)
    {
        game->seats[i] =
            (struct seat){.person = find_person(watch, text_of(seat, "nick")), .bank = BANK};
    }
}

// It sits in after two missed turns in a row, and goes when the player says so.
static void check_robot(struct watch *watch, const struct game *game, struct seat *seat,
                        gboolean robot)
{
    if (seat->robot && !robot)
        seat->misses = 0;
    if (robot != (seat->misses >= MISSES))
        fail_msg("game %d: %s for %s after %u missed turns in a row", (int)game->id,
                 robot ? "a robot" : "no robot", seat->person->nick, seat->misses);
    watch->counts.robots += robot && !seat->robot;
    seat->robot = robot;
}

// A new state: turns end and begin.
static void follow(struct watch *watch, struct game *game, const json_t *table)
{
    const json_t *seats = json_object_get(table, "seats");
    gint64 key = 2 * json_integer_value(json_object_get(table, "turn")) +
                 (strcmp(text_of(table, "phase"), "discard") == 0);
    meet(watch, game, seats);
    read_lines(watch, game, table);
    for (guint i = 0; i < game->n_seats; i++) {
        struct seat *seat = &game->seats[i];
        const json_t *told = json_array_get(seats, i);
        gboolean waits = waits_for(table, told);
        if (!seat->person)
            continue;
        if (seat->runs && (!waits || seat->key != key))
            end(watch, game, seat);
        check_robot(watch, game, seat, json_is_true(json_object_get(told, "robot")));
        if (waits && !seat->runs && !game->paused_at)
            begin(watch, game, seat, key);
    }
}

static void check_bank(struct watch *watch, const struct game *game, const struct seat *seat,
                       const json_t *told)
{
    gint64 until = game->paused_at ? game->paused_at : watch->now;
    gint64 left = seat->runs ? bank_left(seat, until) : seat->bank;
    gint64 says = json_integer_value(json_object_get(told, "bank"));
    if (says != left)
        fail_msg("game %d: the bank of %s holds %d seconds, and %d are told", (int)game->id,
                 seat->person->nick, (int)left, (int)says);
    watch->counts.banks++;
}

static void check_deadline(struct watch *watch, const struct game *game, const json_t *table)
{
    gint64 reader = json_integer_value(json_object_get(json_object_get(table, "you"), "seat"));
    const char *text = json_string_value(json_object_get(table, "deadline"));
    gint64 due = 0;
    for (guint i = 0; i < game->n_seats; i++) {
        const struct seat *seat = &game->seats[i];
        if (!seat->runs || (game->seats[reader].runs && i != (guint)reader))
            continue;
        due = MAX(due, seat->end);
        if (calendar_is_quiet(&seat->life, seat->end) || calendar_is_away(&seat->life, seat->end))
            fail_msg("game %d: a deadline of %s in quiet hours or vacation", (int)game->id,
                     seat->person->nick);
    }
    if (game->paused_at)
        due = 0;
    if ((text ? parse_time(text) : 0) != due) {
        g_autoptr(GDateTime) when = g_date_time_new_from_unix_utc(due);
        g_autofree char *mine = g_date_time_format_iso8601(when);
        fail_msg("game %d: the deadline is %s, and %s is told", (int)game->id, due ? mine : "none",
                 text ? text : "none");
    }
    watch->counts.deadlines += due != 0;
}

void watch_table(struct watch *watch, const json_t *table)
{
    struct game *game = find_game(watch, json_integer_value(json_object_get(table, "game")));
    game->over = game->over || !json_is_null(json_object_get(table, "seed"));
    if (game->over)
        return;
    if (game->seen != watch->run)
        follow(watch, game, table);
    game->seen = watch->run;
    check_deadline(watch, game, table);
    for (guint i = 0; i < game->n_seats; i++) {
        if (game->seats[i].person && !game->seats[i].robot)
            check_bank(watch, game, &game->seats[i],
                       json_array_get(json_object_get(table, "seats"), i));
    }
}

static void look(struct game *game, struct seat *seat, gpointer data)
{
    const struct watch *watch = data;
    const char *nick = seat->person->nick;
    gint64 last_call = seat->missed - LAST_CALL;
    // Where a clock goes on, the next run looks at it.
    if (game->paused_at || game->resumed == watch->run)
        return;
    if (watch->now >= seat->half && !seat->reminded_at)
        fail_msg("game %d: %s was not reminded at half time; the turn began %d s ago, of %d s, and "
                 "half of that was over %d s ago",
                 (int)game->id, nick, (int)(watch->now - seat->began), (int)seat->pace,
                 (int)(watch->now - seat->half));
    if (!seat->given && seat->pace >= SHORT_PACE && watch->now >= last_call &&
        seat->reminded_at < last_call)
        fail_msg("game %d: %s was not reminded before the turn is missed", (int)game->id, nick);
    if (watch->now >= seat->missed && seat->reminded_before)
        fail_msg("game %d: %s is late, and nothing happens", (int)game->id, nick);
}

void watch_end_run(struct watch *watch, gboolean timed)
{
    if (timed)
        for_each_turn(watch, look, watch);
}
