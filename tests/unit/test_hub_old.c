// SPDX-License-Identifier: MIT
// Databases of older versions of the schema, as a referee once left them (tests/old/version-N.db):
// each is brought forward, found sound, and played on to a record that holds.
//
// When a version of the schema is let out, `make old` makes its file here, which never changes. The
// next one then needs a step (storage/to_version_N.sql); both ways to it must lead to one schema.
#include "tests/unit/club.h"

#include "player/mailfile.h"
#include "referee/archive/result.h"
#include "storage/known_lines.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <unistd.h>

#define FOLDER "tests/old"

// When it was made.
static const gint64 made_at = CLUB_START + 600;

static sqlite3 *open_db(const char *path)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    return db;
}

static void run(const char *path, const char *sql)
{
    sqlite3 *db = open_db(path);
    char *wrong = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &wrong) != SQLITE_OK)
        fail_msg("%s: %s", sql, wrong);
    sqlite3_close(db);
}

static char *path_of(guint version)
{
    return g_strdup_printf(FOLDER "/version-%u.db", version);
}

static guint newest_version(const struct club *club)
{
    return (guint)g_ascii_strtoull(club_sql(club, "PRAGMA user_version"), NULL, 10);
}

// ---- making one --------------------------------------------------------------------------------

// A bit of everything: a game that is over, one that is played, with a plan, one that waits for
// players; a key, a bounce, a question asked back, a held mail, mails that couldn't leave, somebody
// who was forgotten.
static void live(struct club *club)
{
    guint8 secret[64];
    club_game(club, 2, "discard=0 name=Over");
    for (guint i = 0; i < 4; i++)
        club_move(club, club_turn(club), "leave");
    assert_string_equal(club_last(club, ANNA)->kind, "game-over");
    club_move(club, ANNA, "new seats=2 name=Played pace=14d\ninvite bruno");
    club_move(club, BRUNO, "join");
    club_discard(club);
    g_autofree char *key = g_strdup_printf("key ed25519 %s", club_key(7, secret));
    club_says(club, CLARA, "new nick=clara seats=3 name=Waiting\ninvite " DAVID);
    club_tick(club);
    club_move(club, CLARA, "yes");
    club_move(club, CLARA, key);
    club_move(club, CLARA, "yes");
    club_says(club, "eve@example.org", "nick eve");
    club_tick(club);
    club_move(club, "eve@example.org", "yes");
    assert_int_equal(club_program(club, "player forget eve", NULL, 0, NULL), 0);
    club_says(club, ANNA, "language en"); // to be asked back
    club_letter(club, "a@example.org, b@example.org", "2");
    club->now = made_at;
    club_tick(club);
}

static void leave_unsent(struct club *club)
{
    g_autofree char *out = g_strdup(club_path(club, "mail/out"));
    g_autofree char *away = g_strdup(club_path(club, "mail/away"));
    g_autoptr(GError) error = NULL;
    assert_int_equal(g_rename(out, away), 0);
    for (guint i = club->mails->len; i-- > 0;) {
        const struct club_mail *mail = club->mails->pdata[i];
        if (mail->parts->table && json_array_size(club_value(mail, "legal")) > 0 &&
            club_number(mail, "game") == 2) {
            club_letter(club, mail->to, "pass", .reply = mail);
            break;
        }
    }
    (void)club_try(club, &error);
    assert_int_equal(g_rename(away, out), 0);
    assert_string_equal(club_sql(club, "SELECT count(*) > 0 FROM outbound WHERE state = 'ready'"),
                        "1");
}

static void make(void)
{
    struct club club;
    g_autofree char *bytes = NULL;
    gsize len;
    club_begin(&club);
    club.unchecked = TRUE;
    live(&club);
    leave_unsent(&club);
    const char *path = club_path(&club, "referee.db");
    run(path, "DELETE FROM known_lines WHERE number > 1;" // to be small
              "PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
    assert_true(g_file_get_contents(path, &bytes, &len, NULL));
    g_autofree char *to = path_of(newest_version(&club));
    assert_int_equal(g_mkdir_with_parents(FOLDER, 0755), 0);
    assert_true(g_file_set_contents_full(to, bytes, (gssize)len, G_FILE_SET_CONTENTS_CONSISTENT,
                                         0644, NULL));
    club_end(&club);
    print_message("# made %s\n", to);
}

// ---- going on with one -------------------------------------------------------------------------

static int add_text(void *data, int n, char **values, char **names)
{
    (void)names;
    for (int i = 0; i < n; i++)
        g_string_append_printf(data, "%s\n", values[i] ? values[i] : "");
    return 0;
}

// Tables with their columns, indices, triggers; not the words of the SQL, for a column added later
// stands elsewhere.
static char *schema_of(const char *path)
{
    static const char ask[] =
        "SELECT type || ' ' || tbl_name || ' ' || name FROM sqlite_schema ORDER BY 1;"
        "SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' ||"
        " coalesce(c.dflt_value, 'no default') || ' ' || c.pk"
        " FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' ORDER BY "
        "1;"
        "SELECT m.name || ' refers to ' || f.\"table\" || '.' || coalesce(f.\"to\", '') || ' by ' "
        "||"
        " f.\"from\" FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f ORDER BY 1;"
        "SELECT sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
        " ORDER BY 1";
    GString *out = g_string_new(NULL);
    sqlite3 *db = open_db(path);
    assert_int_equal(sqlite3_exec(db, ask, add_text, out, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_true(out->len > 1000);
    return g_string_free(out, FALSE);
}

// A club whose database is the old one.
static void move_in(struct club *club, const char *old)
{
    g_autofree char *bytes = NULL;
    gsize len;
    club_begin(club);
    club->unchecked = TRUE;
    club->now = made_at + 3600;
    assert_true(g_file_get_contents(old, &bytes, &len, NULL));
    g_unlink(club_path(club, "referee.db-wal"));
    g_unlink(club_path(club, "referee.db-shm"));
    assert_true(g_file_set_contents_full(club_path(club, "referee.db"), bytes, (gssize)len,
                                         G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
}

static void check_sound(struct club *club, const char *old)
{
    int status = club_program(club, "doctor", NULL, 0, NULL);
    if (status != 0)
        fail_msg("%s: doctor says %d: %s%s", old, status, club_out->str, club_err->str);
}

static void check_record(struct club *club, int game)
{
    g_autofree char *words = g_strdup_printf("record %d", game);
    g_autofree char *path = g_strdup(club_path(club, "one.record"));
    g_autofree char *verify = g_strdup_printf("verify %s", path);
    assert_int_equal(club_program(club, words, NULL, 0, NULL), 0);
    assert_true(g_file_set_contents(path, club_out->str, -1, NULL));
    if (club_program(club, verify, NULL, 0, NULL) != 0)
        fail_msg("game %d: %s%s", game, club_out->str, club_err->str);
}

// The first games of the standings, by their players' names, are as the records of these games say.
static void check_standings(struct club *club, int games)
{
    GString *seen = g_string_new(NULL);
    for (int game = 1; game <= games; game++) {
        g_autofree char *text = g_strdup(
            club_sql(club, "SELECT record_text(size, text) FROM record WHERE game = %d", game));
        struct result result = result_read(text, strlen(text));
        assert_true(result.counts && result.n_seats >= 2);
        for (unsigned i = 0; i < result.n_seats; i++)
            g_string_append_printf(seen, "%d %s %d %u %u\n", game, result.seats[i].starter,
                                   (int)result.seats[i].count, result.seats[i].turns,
                                   result.seats[i].missed);
    }
    assert_string_equal(
        club_sql(club, "SELECT group_concat(concat, '') FROM (SELECT s.game || ' ' || p.nick || ' '"
                       " || s.result || ' ' || s.turns || ' ' || s.absent || char(10) AS concat"
                       " FROM seat s JOIN game g ON g.id = s.game AND g.state = 'over'"
                       " JOIN player p ON p.id = s.starter ORDER BY s.game, s.seat)"),
        seen->str);
    g_string_free(seen, TRUE);
}

// What was told before is still known, and sealed so that it opens.
static void check_lines(struct club *club)
{
    struct desk desk = {0};
    g_autoptr(GError) error = NULL;
    assert_true(desk_open(&desk, club->dir, club->now, &error));
    for (gint64 player = 1; player <= 2; player++) {
        struct known_lines *known = known_lines_load(desk.store, player, &error);
        assert_non_null(known);
        known_lines_free(known);
        assert_string_not_equal(
            club_sql(club, "SELECT count(*) FROM known_lines WHERE player = %d", (int)player), "0");
    }
    desk_close(&desk);
}

// What waits is sent, and game 2 is played to its end.
static void play_on(struct club *club)
{
    assert_true(club_tick(club) > 0);
    club_says(club, ANNA, "status");
    club_says(club, BRUNO, "status");
    club_tick(club);
    for (guint i = 0; i < 40 && club_number(club_last(club, ANNA), "game") == 2; i++) {
        if (g_str_equal(club_last(club, ANNA)->kind, "game-over"))
            return;
        const char *who = club_turn(club);
        if (!who)
            club_discard(club);
        else
            club_move(club, who, "leave");
    }
    fail_msg("game 2 doesn't end");
}

static void go_on_with(guint version, const char *old, const char *now)
{
    struct club club;
    move_in(&club, old);
    check_sound(&club, old);
    g_autofree char *then = schema_of(club_path(&club, "referee.db"));
    if (!g_str_equal(then, now))
        fail_msg("brought forward from version %u:\n%s\nbut schema.sql makes:\n%s", version, then,
                 now);
    check_lines(&club);
    check_standings(&club, 1);
    check_record(&club, 1);
    play_on(&club);
    check_record(&club, 2);
    check_standings(&club, 2);
    check_sound(&club, old);
    assert_string_equal(club_sql(&club, "SELECT state FROM game WHERE id = 3"), "open");
    print_message("# went on with version %u\n", version);
    club_end(&club);
}

static void test_old_databases(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    guint newest = newest_version(&club);
    g_autofree char *now = schema_of(club_path(&club, "referee.db"));
    club_end(&club);
    for (guint version = 1; version <= newest; version++) {
        g_autofree char *old = path_of(version);
        if (version == newest && !g_file_test(old, G_FILE_TEST_EXISTS))
            continue; // not out yet
        go_on_with(version, old, now);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_old_databases),
    };
    if (g_getenv("REFEREE23_MAKE_OLD")) {
        make();
        return 0;
    }
    return cmocka_run_group_tests_name("hub: old databases", tests, NULL, NULL);
}
