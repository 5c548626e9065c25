// SPDX-License-Identifier: MIT
// A year of a whole club: people in twelve zones who sleep, rest at weekends, go on vacation,
// forget and lose mails, and a referee that is out for two days and whose clock jumps once. All of
// it runs through the real run, every hour and at each instant at which a clock has to be looked
// at.
//
// It checks that no deadline falls in quiet hours or vacation, that nobody is timed out early by
// even a second or without a reminder, and that every game ends; and prints how long games take,
// with plans and without.
//
//   YEAR_GAMES=200 YEAR_PEOPLE=60
#include "tests/unit/club.h"

#include "referee/deadline.h"
#include "referee/record/utc.h"
#include "referee/robot.h"

#include <math.h>

enum { HOUR = 3600, DAY = 86400, VACATIONS = 3, GAMES = 200, PEOPLE = 60, DAYS_MAX = 900 };

static const char *const zones[] = {
    "Europe/Paris",   "America/New_York",  "America/St_Johns", "Australia/Lord_Howe",
    "Asia/Kathmandu", "Africa/Casablanca", "Pacific/Apia",     "UTC",
    "Asia/Tokyo",     "America/Sao_Paulo", "Asia/Tehran",      "America/Los_Angeles"};

struct person {
    char nick[21], address[64];
    char to[128]; // where the newest mail wants its answer
    const struct zone *zone;
    int quiet_from, quiet_until;
    gboolean lazy, settled; // settled: zone and quiet hours were told to the referee
    struct deadline_days vacations[VACATIONS];
    guint n_vacations, said; // planned; told to the referee so far
    struct deadline_span spans[VACATIONS];
};

// What somebody is going to answer, some time.
struct answer {
    gint64 at, game;
    guint person;
    char *to, *body;
};

struct year {
    struct club club;
    GRand *rand;
    struct person *people;
    guint n_people, n_games, opened;
    GArray *answers; // struct answer
    guint mails, lost, misses, reminders, deadlines, checked;
};

// ---- people ------------------------------------------------------------------------------------

static gboolean chance(struct year *year, double p)
{
    return g_rand_double(year->rand) < p;
}

static gboolean is_quiet(const struct person *person, gint64 at)
{
    int hour = zone_hour(person->zone, at);
    int from = person->quiet_from, until = person->quiet_until;
    return from < until ? from <= hour && hour < until
                        : from > until && (hour >= from || hour < until);
}

static gboolean is_away(const struct person *person, gint64 at)
{
    for (guint i = 0; i < person->said; i++) {
        if (person->spans[i].from <= at && at < person->spans[i].until)
            return TRUE;
    }
    return FALSE;
}

static void make_person(struct year *year, guint i)
{
    struct person *person = &year->people[i];
    g_snprintf(person->nick, sizeof person->nick, "p%u-x", i);
    g_snprintf(person->address, sizeof person->address, "p%u@example.org", i);
    person->zone = zone_find(zones[i % G_N_ELEMENTS(zones)]);
    assert_non_null(person->zone);
    person->quiet_from = g_rand_int_range(year->rand, 20, 25) % 24;
    person->quiet_until = g_rand_int_range(year->rand, 5, 9);
    person->lazy = i % 7 == 3;
    int day = zone_day(person->zone, CLUB_START);
    int last = zone_date(2027, 12, 20);
    for (guint v = 0; v < VACATIONS; v++) { // 24 days at most, of whatever year
        day += g_rand_int_range(year->rand, 40, 130);
        struct deadline_days days = {day, day + g_rand_int_range(year->rand, 0, 8)};
        if (days.last > last)
            break;
        person->vacations[person->n_vacations] = days;
        person->spans[person->n_vacations++] = deadline_days_span(person->zone, days);
        day = days.last + 1;
    }
}

// When somebody gets round to it: awake, after some hours, seldom at weekends, not on vacation.
static gint64 when(struct year *year, const struct person *person)
{
    gint64 at = year->club.now + (gint64)(-12 * HOUR * 0.7 * log1p(-g_rand_double(year->rand)));
    if (person->lazy && chance(year, 0.15))
        at += 20 * DAY; // it slipped their mind
    for (;;) {
        int weekday = (zone_day(person->zone, at) + 3) % 7; // 0 is Monday
        gboolean rests = weekday >= 5 && g_rand_double(year->rand) < 0.9;
        if (!is_quiet(person, at) && !is_away(person, at) && !rests)
            return at;
        at += HOUR / 2;
    }
}

static guint person_of(const struct year *year, const char *address)
{
    for (guint i = 0; i < year->n_people; i++) {
        if (strcmp(year->people[i].address, address) == 0)
            return i;
    }
    fail_msg("a mail to nobody: %s", address);
    return 0;
}

// ---- mails in ----------------------------------------------------------------------------------

static void write_mail(struct year *year, const struct person *person, const char *to,
                       const char *body)
{
    g_autofree char *mail =
        g_strdup_printf("From: <%s>\nTo: <%s>\nSubject: Re: 23\nMessage-ID: <%u.%s>\n"
                        "Date: Mon, 30 Nov 2026 08:00:00 +0000\nMIME-Version: 1.0\n"
                        "Content-Type: text/plain; charset=utf-8\n\n%s\n",
                        person->address, to, year->club.written + 1, person->address, body);
    club_drop(&year->club, mail, strlen(mail));
}

static void answer_later(struct year *year, guint person, gint64 game, gint64 at, const char *to,
                         char *body)
{
    struct answer answer = {at, game, person, g_strdup(to), body};
    g_array_append_val(year->answers, answer);
}

// An answer to an older mail of the same game wasn't written after all.
static void forget_older(struct year *year, guint person, gint64 game)
{
    for (guint i = year->answers->len; i-- > 0;) {
        struct answer *answer = &g_array_index(year->answers, struct answer, i);
        if (answer->person != person || answer->game != game || game == 0)
            continue;
        g_free(answer->to);
        g_free(answer->body);
        g_array_remove_index_fast(year->answers, i);
    }
}

static void send_answers(struct year *year)
{
    for (guint i = year->answers->len; i-- > 0;) {
        struct answer *answer = &g_array_index(year->answers, struct answer, i);
        if (answer->at > year->club.now)
            continue;
        gboolean lost = answer->game && chance(year, 0.01);
        year->lost += lost;
        if (!lost)
            write_mail(year, &year->people[answer->person], answer->to, answer->body);
        g_free(answer->to);
        g_free(answer->body);
        g_array_remove_index_fast(year->answers, i);
    }
}

static void open_games(struct year *year)
{
    gint64 step = (gint64)(330 * DAY) / year->n_games;
    while (year->opened < year->n_games && CLUB_START + step * year->opened <= year->club.now) {
        guint first = g_rand_int_range(year->rand, 0, (gint32)year->n_people);
        guint n = 1 + (guint)g_rand_int_range(year->rand, 1, 3);
        g_autoptr(GString) wish = g_string_new(NULL);
        g_string_printf(wish, "new nick=%s pace=%dh robots=%d name=%s", year->people[first].nick,
                        g_rand_boolean(year->rand) ? 24 : 48, g_rand_boolean(year->rand),
                        year->opened % 2 ? "planned" : "plain");
        for (guint i = 1; i <= n; i++)
            g_string_append_printf(wish, "\ninvite %s",
                                   year->people[(first + i) % year->n_people].address);
        write_mail(year, &year->people[first], REFEREE, wish->str);
        year->opened++;
    }
}

// People say in advance when they are away, a fortnight before.
static void say_vacations(struct year *year)
{
    for (guint i = 0; i < year->n_people; i++) {
        struct person *person = &year->people[i];
        if (!person->settled || person->said >= person->n_vacations)
            continue;
        struct deadline_days days = person->vacations[person->said];
        int today = zone_day(person->zone, year->club.now);
        if (today < days.first - 14 || today > days.first)
            continue;
        g_autofree char *first = zone_format_day(days.first);
        g_autofree char *last = zone_format_day(days.last);
        g_autofree char *body = g_strdup_printf("vacation %s %s", first, last);
        write_mail(year, person, person->to, body);
        person->said++;
    }
}

// ---- mails out ---------------------------------------------------------------------------------

// What is free of charge, in ascending order, and a pass that isn't dear.
static char *plan_for(const json_t *table)
{
    const json_t *hand = json_object_get(json_object_get(table, "you"), "hand");
    GString *plan = g_string_new("plan\n");
    gint64 before = 0;
    for (gsize i = 0; i < json_array_size(hand); i++) {
        gint64 card = json_integer_value(json_array_get(hand, i));
        if (card != before)
            g_string_append_printf(plan, "play %d if cost <= 1\n", (int)card);
        before = card;
    }
    g_string_append(plan, "pass if cost <= 1\nend");
    return g_string_free(plan, FALSE);
}

static void act_on_table(struct year *year, guint person, const struct club_mail *mail)
{
    const json_t *table = mail->parts->table;
    gint64 game = json_integer_value(json_object_get(table, "game"));
    gboolean plans = g_str_equal(club_text(mail, "name"), "planned");
    char move[ROBOT_ANSWER_MAX];
    forget_older(year, person, game);
    gboolean away = year->people[person].lazy && chance(year, 0.02);
    if (robot_answer(table, move)) {
        g_autofree char *plan =
            plans && !g_str_has_prefix(move, "discard") ? plan_for(table) : NULL;
        char *body = g_strdup_printf("%s%s%s", move, plan ? "\n" : "", plan ? plan : "");
        if (!away)
            answer_later(year, person, game, when(year, &year->people[person]),
                         mail->parts->reply_to, body);
        else
            g_free(body);
        return;
    }
    const json_t *you = json_object_get(table, "you");
    if (plans && g_str_equal(club_text(mail, "phase"), "play") && chance(year, 0.5) &&
        json_array_size(json_object_get(you, "plan")) == 0 &&
        json_array_size(json_object_get(you, "hand")) > 0)
        answer_later(year, person, game, when(year, &year->people[person]), mail->parts->reply_to,
                     plan_for(table));
}

static struct person *named(struct year *year, const char *nick)
{
    for (guint i = 0; nick && i < year->n_people; i++) {
        if (strcmp(year->people[i].nick, nick) == 0)
            return &year->people[i];
    }
    return NULL;
}

// The deadline that a mail tells is one at which whoever has to act is awake and at home.
static void check_deadline(struct year *year, const struct club_mail *mail)
{
    const char *text = json_string_value(club_value(mail, "deadline"));
    const char *mover = json_is_true(club_value(mail, "discard"))
                            ? json_string_value(json_object_get(club_value(mail, "you"), "nick"))
                            : json_string_value(club_value(mail, "to_move"));
    const struct person *person = named(year, mover);
    gint64 at;
    if (!text || !person)
        return;
    // Zone and quiet hours are those that the player had when the turn began.
    struct person then = *person;
    const char *life = club_sql(&year->club,
                                "SELECT quiet_from || ' ' || quiet_to || ' ' || zone FROM seat"
                                " WHERE game = %d AND nick = '%s' AND began_at IS NOT NULL",
                                club_number(mail, "game"), person->nick);
    g_auto(GStrv) values = g_strsplit(life, " ", 3);
    if (g_strv_length(values) != 3)
        return;
    then.quiet_from = (int)g_ascii_strtoll(values[0], NULL, 10);
    then.quiet_until = (int)g_ascii_strtoll(values[1], NULL, 10);
    then.zone = zone_find(values[2]);
    assert_true(then.zone && utc_parse(text, strlen(text), &at));
    if (at > year->club.now && (is_quiet(&then, at) || is_away(&then, at)))
        fail_msg("a deadline of %s at %s (%s), told %s in:\n%s", person->nick, text,
                 zone_name(then.zone), mail->to, mail->parts->text);
    year->deadlines++;
}

static void take_mail(struct year *year, const struct club_mail *mail)
{
    guint i = person_of(year, mail->to);
    struct person *person = &year->people[i];
    const char *to = mail->parts->reply_to;
    year->mails++;
    g_strlcpy(person->to, to, sizeof person->to);
    year->reminders += g_str_equal(mail->kind, "reminder");
    if (mail->parts->table)
        check_deadline(year, mail);
    if (!g_str_equal(mail->kind, "confirm") && !g_str_equal(mail->kind, "invitation") &&
        chance(year, 0.01)) {
        year->lost++;
        return;
    }
    if (g_str_equal(mail->kind, "confirm")) {
        answer_later(year, i, 0, year->club.now, to, g_strdup("yes"));
    } else if (g_str_equal(mail->kind, "invitation")) {
        answer_later(year, i, 0, year->club.now, to, g_strdup_printf("join nick=%s", person->nick));
    } else if (!person->settled) {
        person->settled = TRUE;
        answer_later(year, i, 0, year->club.now, to,
                     g_strdup_printf("timezone %s\nquiet %d-%d", zone_name(person->zone),
                                     person->quiet_from, person->quiet_until));
        if (mail->parts->table)
            act_on_table(year, i, mail);
    } else if (mail->parts->table) {
        act_on_table(year, i, mail);
    } else if (g_str_equal(mail->kind, "missed")) {
        year->misses++;
    }
}

// ---- missed turns ------------------------------------------------------------------------------

// The seats whose turn runs, as they stand before a run.
static GHashTable *standing(const struct year *year)
{
    GHashTable *seats = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autofree char *all = g_strdup(
        club_sql(&year->club,
                 "SELECT group_concat(game || '/' || player || ' ' || began_at || ' ' || pace ||"
                 " ' ' || bank || ' ' || reminded || ' ' || quiet_from || ' ' || quiet_to ||"
                 " ' ' || zone, char(10)) FROM seat WHERE began_at IS NOT NULL"));
    g_auto(GStrv) lines = g_strsplit(all, "\n", -1);
    for (char **line = lines; *line; line++) {
        char *blank = strchr(*line, ' ');
        if (blank)
            g_hash_table_insert(seats, g_strndup(*line, (gsize)(blank - *line)),
                                g_strdup(blank + 1));
    }
    return seats;
}

// Walks from minute to minute, as somebody with a calendar and a watch would: the pace and the bank
// must both be over. Nothing of deadline.c is asked.
static void check_missed(struct year *year, const struct person *person, const char *stood)
{
    g_auto(GStrv) values = g_strsplit(stood, " ", -1);
    gint64 at = g_ascii_strtoll(values[0], NULL, 10);
    gint64 pace = g_ascii_strtoll(values[1], NULL, 10);
    gint64 bank = g_ascii_strtoll(values[2], NULL, 10);
    struct person then = *person;
    then.zone = zone_find(values[6]);
    then.quiet_from = (int)g_ascii_strtoll(values[4], NULL, 10);
    then.quiet_until = (int)g_ascii_strtoll(values[5], NULL, 10);
    assert_non_null(then.zone);
    if (g_ascii_strtoll(values[3], NULL, 10) == 0)
        fail_msg("%s was late without a reminder", person->nick);
    while (at < year->club.now && (pace > 0 || bank > 0)) {
        gint64 step = MIN(60 - at % 60, year->club.now - at);
        if (!is_away(&then, at) && pace > 0)
            pace -= MIN(step, pace);
        else if (!is_away(&then, at) && !is_quiet(&then, at))
            bank -= MIN(step, bank);
        at += step;
    }
    if (pace > 0 || bank > 0)
        fail_msg("%s was timed out early: %d and %d seconds were left", person->nick, (int)pace,
                 (int)bank);
    year->checked++;
}

static void check_misses(struct year *year, GHashTable *before, guint from)
{
    for (guint i = from; i < year->club.mails->len; i++) {
        const struct club_mail *mail = year->club.mails->pdata[i];
        if (!g_str_equal(mail->kind, "missed"))
            continue;
        const struct person *person = &year->people[person_of(year, mail->to)];
        g_autofree char *game = club_header(mail, "X-23-Game");
        g_autofree char *key = g_strdup_printf(
            "%s/%s", game,
            club_sql(&year->club, "SELECT id FROM player WHERE nick = '%s'", person->nick));
        const char *stood = g_hash_table_lookup(before, key);
        assert_non_null(stood);
        check_missed(year, person, stood);
    }
}

// ---- the year ----------------------------------------------------------------------------------

static void run(struct year *year)
{
    g_autoptr(GHashTable) before = standing(year);
    club_tick(&year->club);
    check_misses(year, before, 0);
    for (guint i = 0; i < year->club.mails->len; i++)
        take_mail(year, year->club.mails->pdata[i]);
    g_ptr_array_set_size(year->club.mails, 0);
}

// The hour is cut where a clock has to be looked at.
static void run_hour(struct year *year)
{
    gint64 end = year->club.now + HOUR;
    while (year->club.now < end) {
        gint64 due = g_ascii_strtoll(
            club_sql(&year->club, "SELECT coalesce(min(due_at), 0) FROM game"), NULL, 10);
        year->club.now = due > year->club.now && due < end ? due : end;
        open_games(year);
        say_vacations(year);
        send_answers(year);
        run(year);
    }
}

static gint64 running(const struct year *year)
{
    return g_ascii_strtoll(
        club_sql(&year->club, "SELECT count(*) FROM game WHERE state IN ('open', 'running')"), NULL,
        10);
}

static void print_lengths(const struct year *year, const char *name)
{
    g_autofree char *text = g_strdup(club_sql(
        &year->club,
        "SELECT count(*) || ' games, days: shortest ' || round(min(d), 1) || ', median ' ||"
        " round(max(iif(2 * r <= n + 1, d, 0)), 1) || ', nine of ten within ' ||"
        " round(max(iif(10 * r <= 9 * n + 1, d, 0)), 1) || ', longest ' || round(max(d), 1)"
        " FROM (SELECT d, row_number() OVER (ORDER BY d) r, count(*) OVER () n FROM"
        " (SELECT (ended_at - started_at) / 86400.0 d FROM game WHERE state = 'over' AND name ="
        " '%s'))",
        name));
    print_message("# %s: %s\n", name, text);
}

static guint wanted(const char *name, guint otherwise)
{
    const char *text = g_getenv(name);
    guint n = text ? (guint)g_ascii_strtoull(text, NULL, 10) : 0;
    return n ? n : otherwise;
}

static void test_a_year(void **state)
{
    (void)state;
    struct year year = {.rand = g_rand_new_with_seed(2327),
                        .n_people = wanted("YEAR_PEOPLE", PEOPLE),
                        .n_games = wanted("YEAR_GAMES", GAMES),
                        .answers = g_array_new(FALSE, FALSE, sizeof(struct answer))};
    club_begin_like(&year.club, "limits.mails-an-hour=100000\nlimits.games-a-player=1000\n"
                                "limits.invitations-a-day=1000\n"
                                "limits.strangers-answers-a-day=1000\n");
    year.club.unchecked = TRUE;
    year.people = g_new0(struct person, year.n_people);
    for (guint i = 0; i < year.n_people; i++)
        make_person(&year, i);
    run(&year);
    guint day = 0;
    for (; day < DAYS_MAX && (day < 365 || running(&year) > 0); day++) {
        if (day == 100) { // nothing runs for two days
            year.club.now += 2 * DAY;
            run(&year);
        }
        if (day == 200) { // the machine's clock jumps, and the operator says that it is right
            year.club.now += 11 * DAY;
            run(&year);
            assert_int_equal(club_program(&year.club, "clock accept", NULL, 0, NULL), 0);
            run(&year);
        }
        for (int hour = 0; hour < 24; hour++)
            run_hour(&year);
    }
    print_message("# %u games of %u people in %u days: %u mails, %u lost, %u reminders, %u turns "
                  "missed, %u deadlines looked at\n",
                  year.opened, year.n_people, day, year.mails, year.lost, year.reminders,
                  year.checked, year.deadlines);
    print_lengths(&year, "plain");
    print_lengths(&year, "planned");
    assert_int_equal(running(&year), 0);
    assert_true(year.opened == year.n_games && year.checked > 0 && year.deadlines > year.n_games);
    for (guint i = 0; i < year.answers->len; i++) {
        g_free(g_array_index(year.answers, struct answer, i).to);
        g_free(g_array_index(year.answers, struct answer, i).body);
    }
    g_array_unref(year.answers);
    g_rand_free(year.rand);
    g_free(year.people);
    club_end(&year.club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_year)};
    return cmocka_run_group_tests_name("year", tests, NULL, NULL);
}
