// SPDX-License-Identifier: MIT
// See twelve.h.
#include "tests/unit/twelve.h"

#include "referee/match/match_load.h"
#include "tests/unit/club_parts.h"
#include "tests/unit/worlds_seen.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define EVA       "eva@example.org"
#define NEW_PLACE "anna@new.example.org"

static struct club made;
char *twelve_said;

// ---- the dozen ---------------------------------------------------------------------------------

// A report that a mail to Clara didn't arrive.
static void bounce(const struct club_mail *mail)
{
    g_autofree char *path = club_header(mail, "Return-Path");
    g_autofree char *to = g_strndup(path + 1, strlen(path) - 2);
    g_autofree char *raw = g_strdup_printf(
        "Return-Path: <>\nFrom: Mail Delivery System <MAILER-DAEMON@mx.example.org>\nTo: %s\n"
        "Subject: Undelivered Mail Returned to Sender\nMessage-ID: <report@mx.example.org>\n"
        "MIME-Version: 1.0\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nNobody lives here.\n\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n"
        "Final-Recipient: rfc822; " CLARA "\nAction: failed\nStatus: 5.1.1\n\n--b--\n",
        to);
    club_drop(&made, raw, strlen(raw));
}

// So deep in groups that no mail library lives through it.
static void nested_groups(void)
{
    enum { GROUPS = 40000 };
    g_autoptr(GString) raw = g_string_new("From: ");
    for (guint i = 0; i < GROUPS; i++)
        g_string_append(raw, "g:");
    g_string_append(raw, "\nTo: <" REFEREE ">\nMessage-ID: <deep@example.org>\n\n2\n");
    club_drop(&made, raw->str, raw->len);
}

// One tap on "unsubscribe" in the newest mail to Eva, who was invited.
static void unsubscribe(void)
{
    const struct club_mail *mail = club_last(&made, EVA);
    g_autofree char *header = club_header(mail, "List-Unsubscribe");
    const char *to = header + strlen("<mailto:");
    g_autofree char *raw =
        g_strdup_printf("Return-Path: <" EVA ">\nFrom: " EVA "\nTo: %.*s\nSubject: unsubscribe\n"
                        "Message-ID: <tap@x.example>\n\nunsubscribe\n",
                        (int)strcspn(to, "?>"), to);
    club_drop(&made, raw, strlen(raw));
}

static const struct club_mail *last_of_game(const char *to, const char *game)
{
    for (guint i = made.mails->len; i-- > 0;) {
        const struct club_mail *mail = made.mails->pdata[i];
        g_autofree char *about = club_header(mail, "X-23-Game");
        if (g_str_equal(mail->to, to) && g_str_equal(about, game) && mail->parts->table)
            return mail;
    }
    fail_msg("no mail about game %s to %s", game, to);
    return NULL;
}

static void discard_in(const char *who, const char *game)
{
    const struct club_mail *mail = last_of_game(who, game);
    const json_t *hand = json_object_get(json_object_get(mail->parts->table, "you"), "hand");
    gsize n = json_array_size(hand);
    g_autofree char *words =
        g_strdup_printf("discard %d %d %d", (int)json_integer_value(json_array_get(hand, n - 3)),
                        (int)json_integer_value(json_array_get(hand, n - 2)),
                        (int)json_integer_value(json_array_get(hand, n - 1)));
    club_letter(&made, who, words, .reply = mail);
}

// Somebody whose turn it is in the game plays the first thing that is legal.
static void move_in(const char *game, gboolean twice)
{
    static const char *const people[] = {ANNA, BRUNO, CLARA};
    for (gsize i = 0; i < G_N_ELEMENTS(people); i++) {
        const struct club_mail *mail = last_of_game(people[i], game);
        const json_t *legal = json_object_get(mail->parts->table, "legal");
        if (json_array_size(legal) == 0)
            continue;
        const char *move = json_string_value(json_array_get(json_array_get(legal, 0), 0));
        club_letter(&made, people[i], move, .reply = mail, .id = "<the-move@example.org>");
        if (twice) // the very same mail once more
            club_letter(&made, people[i], move, .reply = mail, .id = "<the-move@example.org>");
        return;
    }
    fail_msg("it is nobody's turn in game %s", game);
}

// Whose turn it is says something; the other one's mail about it can wait.
static void say_in(const char *game)
{
    const struct club_mail *to_anna = last_of_game(ANNA, game);
    gboolean annas = json_array_size(json_object_get(to_anna->parts->table, "legal")) > 0;
    club_letter(&made, annas ? ANNA : CLARA, "say Good morning!",
                .reply = annas ? to_anna : last_of_game(CLARA, game));
}

static void leave_mails(void)
{
    const struct club_mail *to_clara = last_of_game(CLARA, "1");
    move_in("1", TRUE);                                        // good, and a duplicate
    club_letter(&made, CLARA, "play 1", .reply = to_clara);    // bad
    club_letter(&made, CLARA, "What now?", .reply = to_clara); // unclear
    club_letter(&made, DAVID, "help");                         // a stranger's
    discard_in(ANNA, "2");                                     // two for one game
    discard_in(BRUNO, "2");
    bounce(to_clara); // one of ours that came back
    club_letter(&made, ANNA, "pass", .headers = "Auto-Submitted: auto-replied\n"); // automatic
    unsubscribe();                                                                 // leaving
    nested_groups();                                                               // hostile
    say_in("4");                                                                   // press
    club_letter(&made, BRUNO, "nick berta", .reply = last_of_game(BRUNO, "2"));    // a setting
    club_letter(&made, ANNA, "plan\npass\nend", .reply = last_of_game(ANNA, "2")); // a plan
}

// In game 3 somebody is late.
static void let_time_pass(void)
{
    const char *late = club_sql(&made, "SELECT min(began_at + pace) FROM seat WHERE game = 3"
                                       " AND began_at IS NOT NULL");
    gint64 at = g_ascii_strtoll(late, NULL, 10);
    assert_true(at > made.now && at < made.now + CLUB_DAY);
    for (; at > made.now; made.now += CLUB_HOUR / 4) // reminded in time
        club_tick(&made);
    made.now = at + 60;
}

void twelve_begin(gboolean late)
{
    club_begin_like(&made, "play.bank=0h\nplay.quiet=0-0");
    made.unchecked = TRUE;
    club_game(&made, 3, "pace=7d");
    club_discard(&made);
    club_move(&made, ANNA, "new seats=2 pace=7d\ninvite bruno");
    club_move(&made, BRUNO, "join");
    club_move(&made, ANNA, "new seats=2 pace=3h\ninvite clara");
    club_move(&made, CLARA, "join");
    club_move(&made, ANNA, "new seats=2 discard=0 pace=7d\ninvite clara");
    club_move(&made, CLARA, "join");
    club_move(&made, ANNA, "new seats=3\ninvite " EVA);
    club_move(&made, ANNA, "mail daily");
    club_move(&made, CLARA, "mail daily"); // what isn't urgent waits for the evening
    assert_string_equal(club_sql(&made, "SELECT count(*) FROM game WHERE state = 'running'"), "4");
    if (late)
        let_time_pass();
    made.now += 60;
    leave_mails();
}

// ---- another dozen -----------------------------------------------------------------------------

static void new_game(void)
{
    club_move(&made, ANNA, "new seats=2 discard=0 pace=7d\ninvite bruno");
    club_move(&made, BRUNO, "join");
}

static void in_game(const char *who, const char *game, const char *words)
{
    club_letter(&made, who, words, .reply = last_of_game(who, game));
    club_tick(&made);
}

static void end_game(const char *game)
{
    for (guint i = 0; i < 8; i++) {
        in_game(ANNA, game, "leave");
        in_game(BRUNO, game, "leave");
    }
    assert_string_equal(club_sql(&made, "SELECT state FROM game WHERE id = %s", game), "over");
}

// What has to be asked before somebody's last word can wait; the mails that ask.
static void ask_all(const struct club_mail *out[5])
{
    in_game(ANNA, "1", "cancel");
    club_move(&made, ANNA, "yes");
    in_game(BRUNO, "1", "agree");
    out[0] = club_last(&made, BRUNO);
    in_game(ANNA, "2", "pause");
    in_game(BRUNO, "3", "substitute " DAVID);
    club_move(&made, BRUNO, "yes");
    out[1] = club_last(&made, DAVID);
    in_game(CLARA, "5", "forget me");
    out[2] = club_last(&made, CLARA);
    club_says(&made, EVA, "nick eva");
    club_tick(&made);
    club_move(&made, EVA, "yes");
    club_move(&made, EVA, "watch 2");
    out[3] = club_last(&made, EVA);
    in_game(ANNA, "4", "rematch"); // its seed is drawn now: two runs would draw two
    in_game(ANNA, "3", "address " NEW_PLACE);
    club_move(&made, ANNA, "yes");
    out[4] = club_last(&made, NEW_PLACE);
}

void twelve_begin_wishes(void)
{
    const struct club_mail *asked[5];
    club_begin_like(&made, "play.bank=0h\nplay.quiet=0-0");
    made.unchecked = TRUE;
    club_game(&made, 2, "discard=0 pace=7d");
    for (guint i = 0; i < 3; i++)
        new_game();
    club_move(&made, ANNA, "new seats=2 discard=0 pace=7d\ninvite " CLARA);
    club_move(&made, CLARA, "join nick=clara");
    end_game("4");
    ask_all(asked);
    made.now += 60;
    club_letter(&made, BRUNO, "yes", .reply = asked[0]); // game 1 is called off
    club_letter(&made, BRUNO, "pause", .reply = last_of_game(BRUNO, "2"));
    club_letter(&made, DAVID, "join nick=david", .reply = asked[1]); // for Bruno, in game 3
    club_letter(&made, BRUNO, "rematch", .reply = last_of_game(BRUNO, "4"));
    club_letter(&made, CLARA, "yes", .reply = asked[2]); // she is forgotten
    club_letter(&made, CLARA, "And thank you!", .places = CLUB_NOWHERE);
    club_letter(&made, EVA, "unwatch 2", .reply = asked[3]);
    club_letter(&made, NEW_PLACE, "yes", .reply = asked[4]); // Anna's mails go there
    club_letter(&made, ANNA, "play 1", .reply = last_of_game(ANNA, "1"));
    club_letter(&made, EVA, "my data\nmail daily", .reply = asked[3]);
    club_letter(&made, DAVID, "status", .places = CLUB_NOWHERE);
}

void twelve_finish(void)
{
    club_end(&made);
    g_clear_pointer(&twelve_said, g_free);
}

gint64 twelve_now(void)
{
    return made.now;
}

// ---- copies ------------------------------------------------------------------------------------

static void copy_file(const char *from, const char *to)
{
    g_autofree char *bytes = NULL;
    gsize len;
    assert_true(g_file_get_contents(from, &bytes, &len, NULL));
    int fd = open(to, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, len), len);
    close(fd);
}

static void copy_folder(const char *from, const char *to)
{
    GDir *dir = g_dir_open(from, 0, NULL);
    assert_non_null(dir);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *source = g_build_filename(from, name, NULL);
        g_autofree char *target = g_build_filename(to, name, NULL);
        if (g_file_test(source, G_FILE_TEST_IS_DIR)) {
            assert_int_equal(g_mkdir(target, 0700), 0);
            copy_folder(source, target);
        } else {
            copy_file(source, target);
        }
    }
    g_dir_close(dir);
}

void twelve_copy_to(struct club *club, const char *parent)
{
    *club = (struct club){.now = made.now, .unchecked = TRUE};
    club->dir = g_build_filename(parent, "twelve-XXXXXX", NULL);
    assert_non_null(g_mkdtemp(club->dir));
    copy_folder(made.dir, club->dir);
    club->mails = g_ptr_array_new_with_free_func((GDestroyNotify)club_mail_free);
    club->told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    club->ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

void twelve_copy(struct club *club)
{
    gboolean in_memory = access("/dev/shm", W_OK | X_OK) == 0;
    twelve_copy_to(club, in_memory ? "/dev/shm" : g_get_tmp_dir());
}

void twelve_drop(struct club *club)
{
    club_end(club);
}

// ---- runs --------------------------------------------------------------------------------------

// In the child: never returns.
static void become(const char *program, const struct club *club, const char *command,
                   const char *now, const char *const *environment, const char *errors)
{
    int fd = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int nothing = open("/dev/null", O_RDONLY);
    if (setpgid(0, 0) != 0 || fd < 0 || dup2(fd, STDERR_FILENO) < 0 ||
        dup2(nothing, STDIN_FILENO) < 0)
        _exit(126);
    for (; environment && *environment; environment += 2)
        g_setenv(environment[0], environment[1], TRUE);
    execl(program, program, "-C", club->dir, "--now", now, command, (char *)NULL);
    _exit(127);
}

// Waits until the process and all of its group are gone.
static int await(pid_t pid)
{
    int status;
    pid_t got;
    do
        got = waitpid(pid, &status, 0);
    while (got < 0 && errno == EINTR);
    assert_int_equal(got, pid);
    int other; // those that it left behind are ours now
    while (waitpid(-pid, &other, 0) > 0 || errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : TWELVE_KILLED;
}

int twelve_run(const struct club *club, const char *command, gint64 seconds,
               const char *const *environment, guint64 kill_after)
{
    const char *build = g_getenv("BUILD");
    g_autofree char *program = g_build_filename(build ? build : "build", "referee23", NULL);
    g_autofree char *errors = g_strconcat(made.dir, ".err", NULL);
    g_autoptr(GDateTime) when = g_date_time_new_from_unix_utc(made.now + seconds);
    g_autofree char *now = g_date_time_format(when, "%Y-%m-%dT%H:%M:%SZ");
    fflush(NULL);
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        become(program, club, command, now, environment, errors);
    if (kill_after > 0) {
        g_usleep(kill_after);
        kill(-pid, SIGKILL);
    }
    int status = await(pid);
    g_free(twelve_said);
    assert_true(g_file_get_contents(errors, &twelve_said, NULL, NULL));
    g_unlink(errors);
    return status;
}

// ---- the end -----------------------------------------------------------------------------------

static void add_lines(struct desk *desk, gint64 game, GString *out)
{
    struct match *match = NULL;
    GError *error = NULL;
    if (!match_load(desk, game, &match, &error))
        fail_msg("%s", error->message);
    for (guint i = 0; i < match->lines->len; i++)
        g_string_append_printf(out, "%s\n", (const char *)match->lines->pdata[i]);
    match_free(match);
}

static char *all_lines(const struct club *club)
{
    struct desk desk;
    GError *error = NULL;
    g_autoptr(GArray) games = NULL;
    GString *out = g_string_new(NULL);
    if (!desk_open(&desk, club->dir, club->now, &error) ||
        !games_in_state(desk.store, "running", G_MAXINT, &games, &error))
        fail_msg("%s", error->message);
    for (guint i = 0; i < games->len; i++)
        add_lines(&desk, g_array_index(games, gint64, i), out);
    desk_close(&desk);
    return g_string_free(out, FALSE);
}

static char *message_id(const char *raw)
{
    const char *line = strstr(raw, "\nMessage-ID: ");
    assert_non_null(line);
    line += strlen("\nMessage-ID: ");
    return g_strndup(line, strcspn(line, "\n"));
}

static void take_mail(const char *path, struct twelve_end *out)
{
    char *raw = NULL;
    assert_true(g_file_get_contents(path, &raw, NULL, NULL));
    char *id = message_id(raw);
    const char *before = g_hash_table_lookup(out->sent, id);
    if (before)
        assert_string_equal(before, raw); // a copy is the same to the last byte
    g_ptr_array_add(out->ids, g_strdup(id));
    g_hash_table_replace(out->sent, id, raw);
    out->mails++;
}

void twelve_look(const struct club *club, struct twelve_end *out)
{
    *out = (struct twelve_end){.rows = worlds_seen_rows(club), .lines = all_lines(club)};
    out->told = g_strdup(club_sql(
        club,
        "SELECT group_concat(game || '.' || seat || ' told ' || told || ' missed ' || missed ||"
        " ' robot ' || robot, char(10)) || char(10) || (SELECT count(*) FROM outbound"
        " WHERE state IN ('noted', 'ready', 'failed')) || ' unsent' FROM seat"));
    out->sent = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    out->ids = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *folder = g_build_filename(club->dir, "mail/out/new", NULL);
    GDir *dir = g_dir_open(folder, 0, NULL);
    assert_non_null(dir);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        take_mail(path, out);
    }
    g_dir_close(dir);
}

void twelve_end_clear(struct twelve_end *end)
{
    g_free(end->rows);
    g_free(end->lines);
    g_free(end->told);
    g_clear_pointer(&end->sent, g_hash_table_unref);
    g_clear_pointer(&end->ids, g_ptr_array_unref);
    *end = (struct twelve_end){0};
}

static void check_text(const char *wanted, const char *got, const char *what)
{
    if (g_str_equal(wanted, got))
        return;
    g_auto(GStrv) a = g_strsplit(wanted, "\n", -1);
    g_auto(GStrv) b = g_strsplit(got, "\n", -1);
    guint i = 0;
    while (a[i] && b[i] && g_str_equal(a[i], b[i]))
        i++;
    fail_msg("%s:\n- %s\n+ %s", what, a[i] ? a[i] : "(end)", b[i] ? b[i] : "(end)");
}

// The rows without those that tell how and when mails were sent.
static char *timeless(const char *rows)
{
    static const char *const left_out[] = {"-- outbound", "-- setting", "-- game", "-- seat",
                                           "-- known_lines"};
    GString *out = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(rows, "\n", -1);
    gboolean skip = FALSE;
    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, "-- "))
            skip = FALSE;
        for (gsize i = 0; i < G_N_ELEMENTS(left_out); i++)
            skip = skip || g_str_equal(*line, left_out[i]);
        if (!skip)
            g_string_append_printf(out, "%s\n", *line);
    }
    return g_string_free(out, FALSE);
}

static void check_mails(const struct twelve_end *wanted, const struct twelve_end *got,
                        const char *what)
{
    GHashTableIter iter;
    gpointer id, raw;
    g_hash_table_iter_init(&iter, wanted->sent);
    while (g_hash_table_iter_next(&iter, &id, &raw)) {
        const char *other = g_hash_table_lookup(got->sent, id);
        if (!other)
            fail_msg("%s: the mail %s wasn't sent", what, (const char *)id);
        check_text(raw, other, what);
    }
    assert_int_equal(g_hash_table_size(wanted->sent), g_hash_table_size(got->sent));
}

void twelve_check(const struct twelve_end *wanted, const struct twelve_end *got, gboolean exactly,
                  const char *what)
{
    check_text(wanted->lines, got->lines, what);
    check_text(wanted->told, got->told, what);
    if (exactly) {
        check_text(wanted->rows, got->rows, what);
        check_mails(wanted, got, what);
        return;
    }
    g_autofree char *a = timeless(wanted->rows);
    g_autofree char *b = timeless(got->rows);
    check_text(a, b, what);
    assert_true(g_hash_table_size(got->sent) >= g_hash_table_size(wanted->sent));
}
