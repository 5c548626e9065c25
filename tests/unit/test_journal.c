// SPDX-License-Identifier: MIT
// The journal (referee/setup/journal.h): how a line looks, and that only what has happened is told.
#include "tests/unit/club.h"

#include "referee/setup/journal.h"

#include <glib/gstdio.h>
#include <unistd.h>

enum { NOW = 1796026364 }; // 2026-11-30T08:12:44Z
#define TIME "time=2026-11-30T08:12:44Z "

static char *path;
static char *lines; // what is in it, read last

static int begin(void **state)
{
    (void)state;
    g_autofree char *name = g_strdup_printf("journal-%d", (int)getpid());
    path = g_build_filename(g_get_tmp_dir(), name, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    g_unlink(path);
    g_free(path);
    g_free(lines);
    lines = NULL;
    return 0;
}

static const char *written(void)
{
    g_free(lines);
    lines = NULL;
    assert_true(g_file_get_contents(path, &lines, NULL, NULL));
    return lines;
}

static void test_a_line(void **state)
{
    (void)state;
    journal *to = journal_open(path);
    journal_note(to, NOW, JOURNAL_MAIL, "{s:s, s:s, s:s, s:I}", "mail", "in-7", "outcome", "act",
                 "reason", "", "game", (json_int_t)14);
    journal_note(to, NOW, JOURNAL_RUN, "{s:i, s:i}", "mails", 1, "sent", 0);
    assert_string_equal(written(), "");
    journal_write(to);
    journal_close(to);
    assert_string_equal(written(), TIME "event=mail mail=in-7 outcome=act game=14\n" TIME
                                        "event=run mails=1\n");
    GStatBuf st;
    assert_int_equal(g_stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
}

// Nothing that somebody else wrote makes another line, a value of its own, or moves a cursor.
static void test_hostile_text(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"two words", "\"two words\""},
        {"a=b", "\"a=b\""},
        {"say \"no\"", "\"say \\\"no\\\"\""},
        {"back\\slash", "\"back\\\\slash\""},
        {"x\nevent=game", "\"x\\x0aevent=game\""},
        {"\033[2J", "\"\\x1b[2J\""},
        {"a\xe2\x80\xae"
         "b",
         "\"a\\u{202e}b\""},
        {"Zo\xc3\xab", "\"Zo\xc3\xab\""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *wanted = g_strdup_printf(TIME "event=failed error=%s\n", rows[i].shown);
        journal *to = journal_open(path);
        journal_note(to, NOW, JOURNAL_FAILED, "{s:s}", "error", rows[i].text);
        journal_write(to);
        journal_close(to);
        assert_string_equal(written(), wanted);
        assert_int_equal(g_unlink(path), 0);
    }
}

static void test_what_was_rolled_back(void **state)
{
    (void)state;
    journal *to = journal_open(path);
    journal_note(to, NOW, JOURNAL_GAME, "{s:i, s:s}", "game", 1, "state", "open");
    journal_drop(to);
    journal_note(to, NOW, JOURNAL_GAME, "{s:i, s:s}", "game", 2, "state", "open");
    journal_write(to);
    journal_note(to, NOW, JOURNAL_GAME, "{s:i, s:s}", "game", 3, "state", "open");
    journal_close(to);
    assert_string_equal(written(), TIME "event=game game=2 state=open\n");
}

// Nowhere to write to keeps nobody from anything.
static void test_nowhere(void **state)
{
    (void)state;
    static const char *const places[] = {"none", "systemd", "/nowhere/at/all"};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        journal *to = journal_open(places[i]);
        journal_note(to, NOW, JOURNAL_OPERATOR, "{s:i}", "game", 1);
        journal_write(to);
        journal_close(to);
    }
    journal_note(NULL, NOW, JOURNAL_OPERATOR, "{s:i}", "game", 1);
    journal_write(NULL);
    journal_drop(NULL);
    journal_close(NULL);
}

static void test_kinds_are_whole(void **state)
{
    (void)state;
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (enum journal_event i = 0; i < JOURNAL_COUNT; i++) {
        const struct journal_kind *kind = journal_kind(i);
        assert_non_null(kind->name);
        assert_non_null(kind->keys);
        assert_non_null(kind->means);
        assert_true(g_hash_table_add(names, (char *)kind->name));
    }
}

// ---- of a club ---------------------------------------------------------------------------------

static void holds(const struct club *club, const char *wanted)
{
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(club_path(club, "journal.log"), &text, NULL, NULL));
    if (!strstr(text, wanted))
        fail_msg("no \"%s\" in\n%s", wanted, text);
}

static void test_a_game(void **state)
{
    (void)state;
    struct club club;
    club_begin_like(&club, "journal.to=journal.log\nplay.bank=0h\nplay.quiet=0-0");
    club_game(&club, 2, "pace=1h");
    holds(&club, " event=mail mail=in-1 outcome=ask gate=identity ");
    holds(&club, " event=sent mail=out-1 kind=confirm\n");
    holds(&club, " event=game game=1 state=open\n");
    holds(&club, " event=game game=1 state=running\n");
    for (guint i = 0; i < 4; i++) { // reminded, and then too late
        club.now += CLUB_HOUR / 2 + 60;
        club_tick(&club);
    }
    holds(&club, " event=missed game=1 player=anna\n");
    club.now += 3 * 24 * CLUB_HOUR;
    club_tick(&club);
    holds(&club, " event=outage from=");
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(club_path(&club, "journal.log"), &text, NULL, NULL));
    assert_null(strchr(text, '@')); // no address,
    const char *ticket = strstr(club_last(&club, ANNA)->parts->text, "\nticket 1.");
    assert_non_null(ticket);
    assert_null(strstr(text, strrchr(ticket, '.'))); // and no ticket
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_line, begin, end),
        cmocka_unit_test_setup_teardown(test_hostile_text, begin, end),
        cmocka_unit_test_setup_teardown(test_what_was_rolled_back, begin, end),
        cmocka_unit_test(test_nowhere),
        cmocka_unit_test(test_kinds_are_whole),
        cmocka_unit_test(test_a_game),
    };
    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
