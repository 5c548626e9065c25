// SPDX-License-Identifier: MIT
// A year of a whole club: people in twelve zones with lives of their own (people.h) play by mail;
// mails get lost, the referee is out for two days, its clock jumps once, games rest, the operator
// gives time. All of it runs through the real run, every hour and at each instant at which a clock
// has to be looked at.
//
// Somebody with a calendar watches (watch.h): no deadline falls in quiet hours or vacation, nobody
// is timed out early by even a second, or late, or without a reminder, and every game ends. At the
// end stands how long games took, with plans and without.
//
// Without YEAR=full it is a few games of a few weeks.
#include "tests/unit/club.h"
#include "tests/year/people.h"
#include "tests/year/watch.h"

#include "referee/match/robot.h"

enum { HOUR = 3600, DAY = 86400, OUTAGE = 2 * HOUR, JUMP = 10 * DAY, PAUSE = 30 * DAY };

// What there is of everything.
struct scale {
    guint people, games, days;
    guint outage, nap, jump;    // days on which the referee is out, and its clock jumps
    guint patience;             // days in which the last games must be over
    guint missed, robots, away; // that must be seen at least
};
static const struct scale full = {60, 200, 365, 100, 290, 200, 500, 50, 5, 100};
static const struct scale brief = {7, 5, 45, 12, 40, 20, 100, 1, 0, 3};

// What somebody is going to answer, some time.
struct answer {
    gint64 at, game;
    guint person;
    char *to, *body;
};

// A game whose table has agreed to rest.
struct pause {
    gint64 game, until;
};

struct year {
    struct club club;
    const struct scale *scale;
    GRand *rand;
    struct person *people;
    guint opened;
    GArray *answers; // struct answer
    struct watch *watch;
    gint64 last, interval; // the last run that believed the clock, and the usual time between two
    GArray *pauses;        // struct pause
    guint mails, lost, granted;
};

// ---- mails in ----------------------------------------------------------------------------------

static gboolean chance(struct year *year, double p)
{
    return g_rand_double(year->rand) < p;
}

static guint person_of(const struct year *year, const char *address)
{
    for (guint i = 0; i < year->scale->people; i++) {
        if (strcmp(year->people[i].address, address) == 0)
            return i;
    }
    fail_msg("a mail to nobody: %s", address);
    return 0;
}

static void write_mail(struct year *year, struct person *person, const char *to, const char *body)
{
    g_autofree char *mail =
        g_strdup_printf("From: <%s>\nTo: <%s>\nSubject: Re: 23\nMessage-ID: <%u.%s>\n"
                        "Date: Mon, 30 Nov 2026 08:00:00 +0000\nMIME-Version: 1.0\n"
                        "Content-Type: text/plain; charset=utf-8\n\n%s\n",
                        person->address, to, year->club.written + 1, person->address, body);
    person->wrote_at = year->club.now;
    club_drop(&year->club, mail, strlen(mail));
}

// body is taken.
static void answer_later(struct year *year, guint person, gint64 game, gint64 at, const char *to,
                         char *body)
{
    struct answer answer = {at, game, person, g_strdup(to), body};
    g_array_append_val(year->answers, answer);
}

static void drop_answer(struct year *year, guint i)
{
    struct answer *answer = &g_array_index(year->answers, struct answer, i);
    g_free(answer->to);
    g_free(answer->body);
    g_array_remove_index_fast(year->answers, i);
}

// What they were going to answer is overtaken by a newer mail.
static void forget_older(struct year *year, guint person, gint64 game)
{
    for (guint i = year->answers->len; i-- > 0;) {
        const struct answer *answer = &g_array_index(year->answers, struct answer, i);
        if (answer->person == person && answer->game == game && game != 0)
            drop_answer(year, i);
    }
}

// One mail of a person a run, so that it is known what came first.
static void send_answers(struct year *year)
{
    for (guint i = year->answers->len; i-- > 0;) {
        struct answer *answer = &g_array_index(year->answers, struct answer, i);
        struct person *person = &year->people[answer->person];
        if (answer->at > year->club.now || person->wrote_at == year->club.now)
            continue;
        gboolean lost = answer->game && chance(year, 0.01);
        year->lost += lost;
        if (!lost)
            write_mail(year, person, answer->to, answer->body);
        drop_answer(year, i);
    }
}

static void run_errands(struct year *year)
{
    for (guint i = 0; i < year->scale->people; i++) {
        struct person *person = &year->people[i];
        if (person->wrote_at == year->club.now)
            continue;
        const struct errand *errand = people_errand(person, year->club.now);
        if (errand)
            write_mail(year, person, person->to[0] ? person->to : REFEREE, errand->body);
    }
}

static void open_games(struct year *year)
{
    static const int paces[] = {24, 48, 12, 72, 48, 8};
    const struct scale *scale = year->scale;
    gint64 step = (gint64)scale->days * DAY * 9 / 10 / scale->games;
    for (guint n = year->opened; n < scale->games; n = ++year->opened) {
        if (CLUB_START + 2 * DAY + step * n > year->club.now)
            return;
        guint first = (guint)g_rand_int_range(year->rand, 0, (gint32)scale->people);
        struct person *host = &year->people[first];
        if (!host->settled || host->wrote_at == year->club.now)
            return; // a little later
        g_autoptr(GString) wish = g_string_new(NULL);
        g_string_printf(wish, "new pace=%dh robots=%d name=%s", paces[n % G_N_ELEMENTS(paces)],
                        g_rand_int_range(year->rand, 0, 3) == 0, n % 2 ? "planned" : "plain");
        guint guests = 1 + (guint)g_rand_int_range(year->rand, 0, 2);
        for (guint i = 1; i <= guests; i++)
            g_string_append_printf(wish, "\ninvite %s",
                                   year->people[(first + i) % scale->people].address);
        write_mail(year, host, host->to, wish->str);
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

static void act_on_table(struct year *year, guint i, const struct club_mail *mail)
{
    const json_t *table = mail->parts->table;
    const json_t *you = json_object_get(table, "you");
    gint64 game = json_integer_value(json_object_get(table, "game"));
    gboolean plans = g_str_equal(club_text(mail, "name"), "planned");
    gint64 at = people_when(&year->people[i], year->club.now, year->rand);
    char move[ROBOT_ANSWER_MAX];
    forget_older(year, i, game);
    if (!at)
        return;
    if (robot_answer(table, move)) {
        g_autofree char *plan =
            plans && !g_str_has_prefix(move, "discard") ? plan_for(table) : NULL;
        answer_later(year, i, game, at, mail->parts->reply_to,
                     g_strdup_printf("%s%s%s", move, plan ? "\n" : "", plan ? plan : ""));
    } else if (plans && g_str_equal(club_text(mail, "phase"), "play") && chance(year, 0.5) &&
               json_array_size(json_object_get(you, "plan")) == 0 &&
               json_array_size(json_object_get(you, "hand")) > 0) {
        answer_later(year, i, game, at, mail->parts->reply_to, plan_for(table));
    }
}

// A robot sits in for them: they come back, a few days later.
static void come_back(struct year *year, guint i, const struct club_mail *mail)
{
    gint64 at = people_when(&year->people[i], year->club.now + 3 * DAY, year->rand);
    if (at && strstr(mail->parts->text, "back") && chance(year, 0.7))
        answer_later(year, i, 0, at, mail->parts->reply_to, g_strdup("back"));
}

static void take_mail(struct year *year, const struct club_mail *mail)
{
    guint i = person_of(year, mail->to);
    struct person *person = &year->people[i];
    const char *to = mail->parts->reply_to;
    g_strlcpy(person->to, to, sizeof person->to);
    year->mails++;
    if (g_str_equal(mail->kind, "confirm") || g_str_equal(mail->kind, "ask")) {
        answer_later(year, i, 0, year->club.now, to, g_strdup("yes"));
    } else if (chance(year, 0.01)) {
        year->lost++;
    } else if (g_str_equal(mail->kind, "invitation")) {
        gint64 at = people_when(person, year->club.now, year->rand);
        answer_later(year, i, 0, at ? at : year->club.now, to, g_strdup("join"));
    } else if (mail->parts->table) {
        act_on_table(year, i, mail);
        if (g_str_equal(mail->kind, "missed"))
            come_back(year, i, mail);
    }
}

// ---- what the watch is shown -------------------------------------------------------------------

// All white space, U+00A0 too, as single blanks.
static char *flat(const char *text)
{
    GString *out = g_string_new(NULL);
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        gboolean blank = c == ' ' || c == '\n' || c == 0xa0;
        if (!blank)
            g_string_append_unichar(out, c);
        else if (out->len && out->str[out->len - 1] != ' ')
            g_string_append_c(out, ' ');
    }
    return g_string_free(out, FALSE);
}

static void hear(struct year *year, const struct club_mail *mail)
{
    struct person *person = &year->people[person_of(year, mail->to)];
    gboolean away;
    g_autofree char *text = flat(mail->parts->text);
    if (!people_hear(person, text, year->club.now, &away))
        return;
    watch_person(year->watch, person->nick, &person->known);
    if (away)
        watch_away_changed(year->watch, person->nick);
    year->granted += away;
}

// By its words: a mail that has other news besides may be of another kind.
static void show_clock(struct year *year, const struct club_mail *mail)
{
    const char *nick = year->people[person_of(year, mail->to)].nick;
    g_autofree char *game = club_header(mail, "X-23-Game");
    g_autofree char *text = flat(mail->parts->text);
    gint64 id = g_ascii_strtoll(game, NULL, 10);
    if (strstr(text, "It is still for you to act in this game."))
        watch_reminder(year->watch, id, nick);
    if (strstr(text, "The time for your turn was up") ||
        strstr(text, "You missed two turns in a row"))
        watch_missed(year->watch, id, nick);
}

static void meet_games(struct year *year)
{
    for (;;) {
        gint64 next = watch_known(year->watch) + 1;
        const char *pace = club_sql(&year->club, "SELECT pace FROM game WHERE id = %d", (int)next);
        if (!*pace)
            return;
        watch_game(year->watch, next, g_ascii_strtoll(pace, NULL, 10));
    }
}

static void show_mails(struct year *year)
{
    const GPtrArray *mails = year->club.mails;
    meet_games(year);
    for (guint i = 0; i < mails->len; i++)
        hear(year, mails->pdata[i]);
    for (guint i = 0; i < mails->len; i++)
        show_clock(year, mails->pdata[i]);
    for (guint i = 0; i < mails->len; i++) {
        const struct club_mail *mail = mails->pdata[i];
        if (mail->parts->table)
            watch_table(year->watch, mail->parts->table);
    }
}

// ---- pauses ------------------------------------------------------------------------------------

// A table rests until a pause ends by itself, as when all of it has said so.
static void rest(struct year *year)
{
    struct pause pause = {watch_known(year->watch), year->club.now + PAUSE};
    const char *runs = club_sql(&year->club,
                                "SELECT state = 'running' AND paused_at IS NULL FROM game"
                                " WHERE id = %d",
                                (int)pause.game);
    if (*runs != '1')
        return;
    g_autofree char *words = g_strdup_printf("UPDATE game SET paused_at = %" G_GINT64_FORMAT
                                             ", due_at = %" G_GINT64_FORMAT " WHERE id = %d",
                                             year->club.now, pause.until, (int)pause.game);
    club_sql_do(&year->club, words);
    g_array_append_val(year->pauses, pause);
    watch_pause(year->watch, pause.game);
}

// lost: seconds of an outage, by which pauses are longer.
static void end_pauses(struct year *year, gint64 lost)
{
    for (guint i = year->pauses->len; i-- > 0;) {
        struct pause *pause = &g_array_index(year->pauses, struct pause, i);
        pause->until += lost;
        if (pause->until > year->club.now)
            continue;
        watch_resume(year->watch, pause->game);
        g_array_remove_index_fast(year->pauses, i);
    }
}

// ---- runs --------------------------------------------------------------------------------------

// accepted: the operator has said that the clock is right.
static void run(struct year *year, gboolean accepted)
{
    gint64 now = year->club.now;
    gint64 gap = year->last ? now - year->last : 0;
    gboolean doubtful = gap > JUMP && !accepted;
    gboolean outage = accepted || (gap > OUTAGE && gap > 3 * year->interval);
    watch_begin_run(year->watch, now, outage && !doubtful ? year->last : 0,
                    doubtful ? year->last : now);
    if (!doubtful)
        end_pauses(year, outage ? gap : 0);
    club_tick(&year->club);
    show_mails(year);
    watch_end_run(year->watch, !doubtful);
    for (guint i = 0; i < year->club.mails->len; i++)
        take_mail(year, year->club.mails->pdata[i]);
    g_ptr_array_set_size(year->club.mails, 0);
    if (doubtful)
        return;
    year->interval = gap && !outage ? gap : year->interval;
    year->last = now;
}

// The hour is cut where a clock has to be looked at.
static void run_hour(struct year *year)
{
    gint64 end = year->club.now + HOUR;
    while (year->club.now < end) {
        gint64 due = g_ascii_strtoll(club_sql(&year->club, "SELECT coalesce(min(due_at), 0) FROM"
                                                           " game WHERE due_at IS NOT NULL"),
                                     NULL, 10);
        year->club.now = due > year->club.now && due < end ? due : end;
        open_games(year);
        run_errands(year);
        send_answers(year);
        run(year, FALSE);
    }
}

// Nothing runs for two days, and for nine hours; the clock jumps, and the operator says that it is
// right.
static void befall(struct year *year, guint day)
{
    if (day == year->scale->outage || day == year->scale->nap) {
        year->club.now += day == year->scale->outage ? 2 * DAY : 9 * HOUR;
        send_answers(year);
        run(year, FALSE);
    }
    if (day == year->scale->jump) {
        year->club.now += 11 * DAY;
        send_answers(year);
        run(year, FALSE);
        assert_int_equal(club_program(&year->club, "clock accept", NULL, 0, NULL), 0);
        run(year, TRUE);
    }
}

// Gives a day more to one of the newest games, if any of them waits for somebody.
static void extend_one(struct year *year)
{
    gint64 newest = watch_known(year->watch);
    for (gint64 game = newest; game > 0 && game > newest - 3; game--) {
        g_autofree char *words = g_strdup_printf("game extend %d 1d", (int)game);
        const char *running = club_sql(&year->club,
                                       "SELECT count(*) FROM seat JOIN game ON game.id = seat.game"
                                       " WHERE game.id = %d AND state = 'running' AND began_at"
                                       " IS NOT NULL",
                                       (int)game);
        if (*running == '0')
            continue;
        assert_int_equal(club_program(&year->club, words, NULL, 0, NULL), 0);
        watch_extend(year->watch, game, year->club.now, DAY);
        return;
    }
}

// Every few days the operator gives a game time, or puts somebody down as away.
static void operate(struct year *year, guint day)
{
    if (day % 9 == 4)
        extend_one(year);
    if (day % 25 == 8)
        rest(year);
    if (day % 20 == 11) {
        struct person *person = &year->people[day % year->scale->people];
        int first = calendar_day(person->known.zone, year->club.now) + 1;
        g_autofree char *from = people_date(first);
        g_autofree char *until = people_date(first + 1);
        g_autofree char *words =
            g_strdup_printf("player vacation %s %s %s", person->nick, from, until);
        assert_int_equal(club_program(&year->club, words, NULL, 0, NULL), 0);
        people_grant(person, first, first + 1);
        watch_away_changed(year->watch, person->nick);
    }
}

// ---- the year ----------------------------------------------------------------------------------

static gint64 count(const struct year *year, const char *where)
{
    return g_ascii_strtoll(club_sql(&year->club, "SELECT count(*) FROM game WHERE %s", where), NULL,
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

static void print_year(const struct year *year, guint days)
{
    const struct watch_counts *seen = watch_counted(year->watch);
    print_message("# %u people, %u days: %u games opened, %u played to the end; %u mails and %u "
                  "lost\n",
                  year->scale->people, days, year->opened, (guint)count(year, "state = 'over'"),
                  year->mails, year->lost);
    print_message("# timed again: %u turns, %u deadlines, %u banks, %u reminders, %u missed turns, "
                  "%u robots; %u vacations, %u pauses, %u extensions\n",
                  seen->turns, seen->deadlines, seen->banks, seen->reminders, seen->missed,
                  seen->robots, year->granted, seen->paused, seen->extended);
    print_lengths(year, "plain");
    print_lengths(year, "planned");
}

static void begin(struct year *year)
{
    const char *wish = g_getenv("YEAR");
    *year = (struct year){.rand = g_rand_new_with_seed(2327),
                          .scale = wish && g_str_equal(wish, "full") ? &full : &brief,
                          .answers = g_array_new(FALSE, FALSE, sizeof(struct answer)),
                          .pauses = g_array_new(FALSE, FALSE, sizeof(struct pause)),
                          .watch = watch_new()};
    club_begin_like(&year->club, "limits.mails-an-hour=100000\nlimits.games-a-player=1000\n"
                                 "limits.invitations-a-day=1000\n"
                                 "limits.strangers-answers-a-day=1000\n");
    year->club.unchecked = TRUE;
    year->people = g_new0(struct person, year->scale->people);
    for (guint i = 0; i < year->scale->people; i++) {
        people_make(&year->people[i], i, CLUB_START, year->scale->days, year->rand);
        watch_person(year->watch, year->people[i].nick, &year->people[i].known);
    }
}

static void finish(struct year *year)
{
    while (year->answers->len)
        drop_answer(year, 0);
    for (guint i = 0; i < year->scale->people; i++)
        people_clear(&year->people[i]);
    g_array_unref(year->answers);
    g_array_unref(year->pauses);
    g_rand_free(year->rand);
    g_free(year->people);
    watch_free(year->watch);
    club_end(&year->club);
}

static void test_a_year(void **state)
{
    (void)state;
    struct year year;
    begin(&year);
    const struct scale *scale = year.scale;
    guint day = 0;
    for (; day < scale->days || count(&year, "state IN ('open', 'running')") > 0; day++) {
        if (day == scale->days + scale->patience)
            fail_msg("%d games don't end", (int)count(&year, "state IN ('open', 'running')"));
        befall(&year, day);
        operate(&year, day);
        for (int hour = 0; hour < 24; hour++)
            run_hour(&year);
    }
    print_year(&year, day);
    const struct watch_counts *seen = watch_counted(year.watch);
    assert_int_equal(year.opened, scale->games);
    assert_true(count(&year, "state = 'over'") * 2 > scale->games); // and some invitations lapse
    assert_true(seen->missed >= scale->missed && seen->robots >= scale->robots);
    assert_true(year.granted >= scale->away && seen->extended > 0 && seen->paused > 0);
    finish(&year);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_year)};
    return cmocka_run_group_tests_name("year", tests, NULL, NULL);
}
