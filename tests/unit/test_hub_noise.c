// SPDX-License-Identifier: MIT
// Anything at all, by anybody, in answer to anything: every command with every kind of argument,
// from players and strangers, with tickets of their own, of others, of long ago. Meanwhile the
// operator does this and that, mails come back, and days go by. No run may fail or die of it, no
// mail may break what is true of all mails, and every log must fold and every game be sound.
//
// A seed that failed is told, and tried alone with CLUB_SEED=N; CLUB_RUNS=N takes more seeds,
// CLUB_MAILS=N more mails of each.
#include "tests/unit/club.h"

#include "referee/match/match_load.h"
#include "referee/words/command_text.h"
#include "storage/database.h"

#include <stdlib.h>

static const char *const people[] = {
    ANNA, BRUNO, CLARA, DAVID, "Eva.E@Example.ORG", "emil@x.example.org"};

// %: replaced by one of the words below.
static const char *const commands[] = {
    "new %",
    "new robots=2 %",
    "new seats=% robots=1",
    "new open=yes seats=3 pace=1h",
    "new nick=% seats=2\ninvite %",
    "invite %",
    "invite % %",
    "join",
    "join %",
    "join nick=%",
    "join % nick=%",
    "decline",
    "luck: %",
    "start",
    "discard % % %",
    "play %",
    "%",
    "% bonus",
    "% %",
    "pass",
    "pass force",
    "leave",
    "preview %",
    "plan\n%\n% if top %..%\npass\nend",
    "plan\npass if forced\n% if cost <= %\nend",
    "plan off",
    "status",
    "hand",
    "resend",
    "history",
    "games",
    "open",
    "standings",
    "rules",
    "help",
    "help %",
    "say %",
    "tell % %",
    "watch %",
    "unwatch %",
    "yes",
    "no",
    "rematch",
    "pause",
    "substitute %",
    "nick %",
    "timezone %",
    "language %",
    "mail daily",
    "mail %",
    "quiet %",
    "vacation %",
    "vacation % %",
    "back",
    "calendar on",
    "private yes",
    "address %",
    "key ed25519 %",
    "key off",
    "key seal on",
    "my data",
    "forget me",
    "resign",
    "cancel",
    "agree",
    "unblock",
    "# %",
    "%: % %",
    "lege %",
    "pose % bonus",
    "langue %",
    "sprache %",
    "block",
    "watch %\nunwatch %",
    "rematch\ninvite %",
    "mail news\ncalendar off\nprivate off",
};

// By the operator, whatever is wrong with them.
static const char *const acts[] = {
    "game extend 1 3h",
    "game extend 2 2d",
    "game cancel 2 because",
    "game cancel 3 because",
    "game seat 1 bruno " DAVID,
    "game seat 1 clara " ANNA,
    "game seat 2 anna " CLARA,
    "game new anna seats=2 pace=1h bruno " CLARA,
    "game show 1",
    "game list --all --json",
    "player block bruno",
    "player unblock bruno",
    "player mute anna",
    "player unmute anna",
    "player drop-key anna",
    "player vacation clara 2026-12-01 2026-12-03",
    "player vacation clara off",
    "player forget clara",
    "player forget bruno",
    "player list --json",
    "mail list --all --json",
    "mail retry in-5",
    "mail drop out-9",
    "announce Hello",
    "clock accept",
    "record 1",
    "record 1 --public",
    "stats",
    "export out --private",
};

static const char *const words[] = {
    "1",
    "2",
    "3",
    "7",
    "12",
    "23",
    "7x2",
    "3x3",
    "0",
    "-1",
    "24",
    "007",
    "99999999999999999999",
    "9223372036854775807",
    "seats=2",
    "seats=4",
    "discard=0",
    "discard=0 stall=0",
    "rules=booklet",
    "press=none",
    "security=signed",
    "pace=1h",
    "name=Ænd “x” <b>{{me}}</b> \U0001f3b2",
    "anna",
    "bruno",
    "clara",
    "robot-1",
    "nobody",
    ANNA,
    BRUNO,
    CLARA,
    "new.one@example.org",
    "new.one@example.org<mailto:new.one@example.org>",
    REFEREE,
    "ünïcode@bücher.example",
    "Europe/Paris",
    "Asia/Kathmandu",
    "No/Where",
    "fr",
    "de",
    "xx",
    "23-8",
    "0-12",
    "25-99",
    "2026-12-24",
    "2026-02-30",
    "9999-12-31",
    "on",
    "all",
    "turn",
    "\xcc\x81",
    "\xe2\x80\xae turned",
    "🃏🃏🃏",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "ovovSjVboukHpTAJ6eN8rd96x+ZqCLoHYx9VMHKz8kw=",
    "%s%n%d",
    "../../etc/passwd",
    "'; DROP TABLE game; --",
    "",
};

static const char *pick(GRand *dice, const char *const *from, gsize n)
{
    return from[g_rand_int_range(dice, 0, (gint32)n)];
}

static gboolean is_command(const char *text)
{
    struct command command;
    g_autofree char *line = g_strndup(text, strcspn(text, "\n"));
    enum command_line read = command_parse_text(line, WORDS_EN, &command, NULL);
    command_clear(&command);
    return read == COMMAND_LINE_COMMAND;
}

// One that can be understood, more often than not.
static void append_command(GRand *dice, GString *out)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (int tries = g_rand_int_range(dice, 1, 12); tries > 0 && !is_command(text->str); tries--) {
        g_string_truncate(text, 0);
        for (const char *p = pick(dice, commands, G_N_ELEMENTS(commands)); *p; p++) {
            if (*p == '%')
                g_string_append(text, pick(dice, words, G_N_ELEMENTS(words)));
            else
                g_string_append_c(text, *p);
        }
    }
    g_string_append_printf(out, "%s\n", text->str);
}

// A move that is legal, as often as not: else no game would get anywhere.
static void append_sense(GRand *dice, const struct club_mail *mail, GString *out)
{
    const json_t *table = mail->parts->table;
    const json_t *legal = table ? json_object_get(table, "legal") : NULL;
    gsize n = json_array_size(legal);
    if (n > 0) {
        gsize k = (gsize)g_rand_int_range(dice, 0, (gint32)n);
        const char *move = json_string_value(json_array_get(json_array_get(legal, k), 0));
        g_string_append_printf(out, "%s%s\n", g_ascii_isdigit(*move) ? "play " : "", move);
    } else if (table && json_is_true(json_object_get(table, "discard"))) {
        const json_t *hand = json_object_get(json_object_get(table, "you"), "hand");
        gsize last = json_array_size(hand);
        g_string_append(out, "discard");
        for (gsize i = 1; i <= 3; i++)
            g_string_append_printf(out, " %d",
                                   (int)json_integer_value(json_array_get(hand, last - i)));
        g_string_append_c(out, '\n');
    } else {
        append_command(dice, out);
    }
}

// The newest mail to somebody, or any mail to anybody; NULL: the mail answers none.
static const struct club_mail *pick_mail(GRand *dice, const struct club *club, const char *from)
{
    guint n = club->mails->len;
    int how = g_rand_int_range(dice, 0, 10);
    if (n == 0 || how == 0)
        return NULL;
    if (how == 1)
        return club->mails->pdata[g_rand_int_range(dice, 0, (gint32)n)];
    for (guint i = n; i-- > 0;) {
        const struct club_mail *mail = club->mails->pdata[i];
        if (g_ascii_strcasecmp(mail->to, from) == 0 &&
            (how < 8 || g_rand_int_range(dice, 0, 4) == 0))
            return mail;
    }
    return NULL;
}

static void write_one(GRand *dice, struct club *club)
{
    const char *from = pick(dice, people, G_N_ELEMENTS(people));
    const struct club_mail *reply = pick_mail(dice, club, from);
    g_autoptr(GString) body = g_string_new(NULL);
    gboolean asked =
        reply && (g_str_equal(reply->kind, "confirm") || g_str_equal(reply->kind, "ask"));
    int n = g_rand_boolean(dice) ? 1 : g_rand_int_range(dice, 1, 4);
    if (asked && g_rand_int_range(dice, 0, 3))
        g_string_append(body, "yes\n");
    else if (reply && g_str_equal(reply->kind, "invitation") && g_rand_int_range(dice, 0, 3))
        g_string_append(body, "join\n");
    else if (reply && g_rand_boolean(dice))
        append_sense(dice, reply, body);
    for (int i = body->len ? 1 : 0; i < n; i++)
        append_command(dice, body);
    club_letter(club, from, body->str, .reply = reply,
                .places = 1u << g_rand_int_range(dice, 0, 3));
}

// A report that the mail didn't arrive, for good or for now.
static void bounce(GRand *dice, struct club *club)
{
    const struct club_mail *mail = pick_mail(dice, club, pick(dice, people, 3));
    g_autofree char *path = mail ? club_header(mail, "Return-Path") : NULL;
    if (!mail)
        return;
    gboolean good = g_rand_boolean(dice);
    g_autofree char *to = g_strndup(path + 1, strlen(path) - 2);
    g_autofree char *raw = g_strdup_printf(
        "Return-Path: <>\nFrom: <MAILER-DAEMON@mx.example.org>\nTo: %s\n"
        "Subject: Undelivered\nMessage-ID: <report.%u@mx.example.org>\nMIME-Version: 1.0\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nSorry.\n\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n"
        "Final-Recipient: rfc822; %s\nAction: %s\nStatus: %s\n\n--b--\n",
        to, g_rand_int(dice), mail->to, good ? "delayed" : "failed", good ? "4.4.1" : "5.1.1");
    club_drop(club, raw, strlen(raw));
}

static void act_as_operator(GRand *dice, struct club *club)
{
    const char *act = pick(dice, acts, G_N_ELEMENTS(acts));
    int status = club_program(club, act, "yes\n", -1, NULL);
    if (status > 2)
        fail_msg("%s ends with %d: %s", act, status, club_err->str);
}

// Minutes, hours, and now and then days, in which a referee sleeps.
static void let_time_pass(GRand *dice, struct club *club)
{
    if (g_rand_int_range(dice, 0, 12) > 0)
        club->now += g_rand_int_range(dice, 1, 7000);
    else
        club->now += g_rand_int_range(dice, 1, 9 * CLUB_DAY);
}

static void check_database(const struct club *club)
{
    struct desk desk;
    g_autoptr(GError) error = NULL;
    g_autofree char *fault = NULL;
    g_autoptr(GArray) games = NULL;
    if (!desk_open(&desk, club->dir, club->now, &error) ||
        !database_check(desk.store, &fault, &error) ||
        !games_in_state(desk.store, "running", G_MAXINT, &games, &error))
        fail_msg("%s", error->message);
    assert_null(fault);
    for (guint i = 0; i < games->len; i++) {
        struct match *match = NULL;
        if (!match_load(&desk, g_array_index(games, gint64, i), &match, &error))
            fail_msg("%s", error->message);
        match_free(match);
    }
    desk_close(&desk);
}

static void make_noise(guint32 seed, guint mails)
{
    struct club club;
    GRand *dice = g_rand_new_with_seed(seed);
    print_message("# seed %u\n", seed);
    club_begin_like(&club, "limits.games-a-player=50\nlimits.invitations-a-day=50\n"
                           "limits.strangers-answers-a-day=50");
    club.hasty = TRUE;
    if (seed % 4) // others begin with nobody known
        club_game(&club, seed % 4, "robots=1 pace=1h");
    for (guint i = 0; i < mails; i++) {
        write_one(dice, &club);
        if (i % 16 == 15) // unclear mails are answered so often, and no more
            club_sql_do(&club, "UPDATE inbound SET received_at = 0, ticket = NULL");
        if (g_rand_int_range(dice, 0, 3) == 0)
            club_tick(&club);
        if (g_rand_int_range(dice, 0, 8) == 0)
            let_time_pass(dice, &club);
        if (g_rand_int_range(dice, 0, 12) == 0)
            act_as_operator(dice, &club);
        if (g_rand_int_range(dice, 0, 24) == 0)
            bounce(dice, &club);
    }
    club_hours(&club, 3);
    check_database(&club);
    print_message("# %u mails, of which %s were acted on; %u answers, %s games, %s lines\n", mails,
                  club_sql(&club, "SELECT count(*) FROM inbound WHERE outcome = 'act'"),
                  club.mails->len, club_sql(&club, "SELECT count(*) FROM game"),
                  club_sql(&club, "SELECT count(*) FROM log"));
    assert_true(club.mails->len > 0);
    g_rand_free(dice);
    club_end(&club);
}

static void test_noise(void **state)
{
    (void)state;
    const char *seed = g_getenv("CLUB_SEED");
    const char *runs = g_getenv("CLUB_RUNS");
    guint32 first = seed ? (guint32)strtoul(seed, NULL, 10) : 1;
    guint32 n = runs ? (guint32)strtoul(runs, NULL, 10) : seed ? 1 : 2;
    const char *mails = g_getenv("CLUB_MAILS");
    for (guint32 i = 0; i < n; i++)
        make_noise(first + i, mails ? (guint)strtoul(mails, NULL, 10) : 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_noise)};
    return cmocka_run_group_tests_name("hub: noise", tests, NULL, NULL);
}
