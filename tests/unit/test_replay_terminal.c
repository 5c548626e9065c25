// SPDX-License-Identifier: MIT
// Stepping through a record on a terminal: the program runs on a pseudo-terminal of its own, we sit
// at the other end, type, and look at what it draws.
#include "tests/unit/records.h"

#include "base/drawing.h"
#include "referee/record/replay.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <utmp.h>
#include <unistd.h>

enum { PATIENCE = 20000 }; // milliseconds

#define FRAME_BEGIN "\033[H"
#define FRAME_END   "\033[J"
#define ENTER       "\033[?1049h\033[?25l"
#define LEAVE       "\033[?25h\033[?1049l"

struct seat {
    pid_t child;
    int terminal;
    GString *seen;
    gsize looked; // how far frames were taken out of it
    struct termios before;
};

static const char *program(void)
{
    static char *path;
    if (!path)
        path = g_build_filename(g_getenv("BUILD") ? g_getenv("BUILD") : "build", "referee23", NULL);
    return path;
}

// settings: "NAME=VALUE" each, ended by NULL, beside TERM=xterm and a UTF-8 locale.
static void begin_with(struct seat *seat, const char *file, unsigned short rows,
                       const char *const *settings, const char *option)
{
    const struct winsize size = {.ws_row = rows, .ws_col = 80};
    *seat = (struct seat){.seen = g_string_new(NULL)};
    int child_end;
    assert_int_equal(openpty(&seat->terminal, &child_end, NULL, NULL, &size), 0);
    assert_int_equal(tcgetattr(child_end, &seat->before), 0);
    seat->child = fork();
    assert_true(seat->child >= 0);
    if (seat->child == 0) {
        alarm(PATIENCE / 1000);
        g_unsetenv("NO_COLOR");
        g_setenv("TERM", "xterm", TRUE);
        g_setenv("LC_ALL", "C.UTF-8", TRUE);
        for (; settings && *settings; settings++)
            putenv((char *)*settings);
        login_tty(child_end);
        execl(program(), "referee23", "replay", file, option, (char *)NULL);
        _exit(127);
    }
    close(child_end);
}

static void begin(struct seat *seat, const char *file, unsigned short rows)
{
    begin_with(seat, file, rows, NULL, NULL);
}

// Reads what is there; FALSE at its end.
static gboolean look(struct seat *seat)
{
    char bytes[4096];
    struct pollfd input = {.fd = seat->terminal, .events = POLLIN};
    if (poll(&input, 1, PATIENCE) <= 0)
        fail_msg("nothing more comes; so far: %s", seat->seen->str);
    const ssize_t n = read(seat->terminal, bytes, sizeof bytes);
    if (n > 0)
        g_string_append_len(seat->seen, bytes, n);
    return n > 0;
}

// The next screen, its lines ended by LF; the caller owns it.
static char *next_frame(struct seat *seat)
{
    for (;;) {
        const char *start = strstr(seat->seen->str + seat->looked, FRAME_BEGIN);
        const char *end = start ? strstr(start, FRAME_END) : NULL;
        if (end) {
            seat->looked = (gsize)(end - seat->seen->str) + strlen(FRAME_END);
            start += strlen(FRAME_BEGIN);
            g_autofree char *frame = g_strndup(start, (gsize)(end - start));
            g_auto(GStrv) lines = g_strsplit(frame, "\033[K\r\n", -1);
            return g_strjoinv("\n", lines);
        }
        if (!look(seat))
            fail_msg("the program ended: %s", seat->seen->str);
    }
}

static char *type(struct seat *seat, const char *keys)
{
    assert_int_equal(write(seat->terminal, keys, strlen(keys)), strlen(keys));
    return next_frame(seat);
}

// Until it has ended; gives what waitpid says.
static int finish(struct seat *seat)
{
    int status;
    while (look(seat))
        continue;
    assert_int_equal(waitpid(seat->child, &status, 0), seat->child);
    return status;
}

static void clear(struct seat *seat)
{
    close(seat->terminal);
    g_string_free(seat->seen, TRUE);
}

static void quit(struct seat *seat, const char *keys)
{
    assert_int_equal(write(seat->terminal, keys, strlen(keys)), strlen(keys));
    const int status = finish(seat);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(g_str_has_suffix(seat->seen->str, LEAVE));
    clear(seat);
}

static void assert_at(const char *frame, guint at, guint count)
{
    g_autofree char *words = g_strdup_printf("%u of %u", at, count);
    if (!strstr(frame, words))
        fail_msg("not at %s: %s", words, frame);
}

// Columns; colours take none.
static glong width_of(const char *line)
{
    glong width = 0;
    for (const char *p = line; *p; p = g_utf8_next_char(p)) {
        const gunichar c = g_utf8_get_char(p);
        if (*p == '\033')
            p = strchr(p, 'm');
        else
            width += g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
    }
    return width;
}

static void check_size(const char *frame, guint rows)
{
    g_auto(GStrv) lines = g_strsplit(frame, "\n", -1);
    assert_true(g_strv_length(lines) <= rows);
    for (char **line = lines; *line; line++) {
        const glong width = width_of(*line);
        if (width > 80)
            fail_msg("%ld wide: %s", width, *line);
    }
}

// How many positions a record has.
static guint count_places(const char *path)
{
    g_autofree char *text = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint count = 0;
    for (char **line = lines; *line; line++)
        count += g_str_has_prefix(*line, "move ") || g_str_has_prefix(*line, "discard ") ||
                 g_str_has_prefix(*line, "seat-change ") || g_str_has_prefix(*line, "winner ") ||
                 g_str_has_prefix(*line, "round ") || g_str_has_prefix(*line, "cancelled ");
    return count;
}

// Every good record, from its first position to its last, and one step back.
static void test_every_position(void **state)
{
    (void)state;
    guint looked = 0;
    for (unsigned i = 1; i <= RECORDS_GOOD; i++) {
        g_autofree char *path = g_strdup_printf("tests/vectors/%03u.record", i);
        const guint count = count_places(path);
        struct seat seat;
        begin(&seat, path, 24);
        for (guint at = 1; at <= count; at++) {
            g_autofree char *frame = at == 1 ? next_frame(&seat) : type(&seat, " ");
            assert_at(frame, at, count);
            check_size(frame, 24);
            looked++;
        }
        g_autofree char *still = type(&seat, "\033[C");
        assert_at(still, count, count);
        g_autofree char *back = type(&seat, "\033[D");
        assert_at(back, MAX(count, 2) - 1, count);
        assert_true(g_str_has_prefix(seat.seen->str, ENTER));
        quit(&seat, "q");
    }
    assert_true(looked > 1000);
}

static void test_keys(void **state)
{
    (void)state;
    static const char *const path = "tests/vectors/003.record"; // 58 positions, round 2 from 39
    static const struct {
        const char *keys;
        guint at;
    } rows[] = {{"\r", 2},       {"n", 3},      {"\033[B", 4},   {"\033OC", 5},  {"b", 4},
                {"\177", 3},     {"\033[A", 2}, {"\033[D", 1},   {"b", 1},       {"r", 39},
                {"r", 1},        {"G", 58},     {"r", 1},        {"\033[F", 58}, {"\033[H", 1},
                {"   ", 4},      {"x", 4},      {"\033[99~", 4}, {"\033[6~", 5}, {"\033[1;5C", 5},
                {"\xc3\xa9", 5}, {"g", 1},      {" \033[C n", 5}};
    struct seat seat;
    begin(&seat, path, 24);
    g_free(next_frame(&seat));
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *frame = type(&seat, rows[i].keys);
        assert_at(frame, rows[i].at, 58);
    }
    quit(&seat, "q");
    static const char *const ends[] = {"Q", "\003", "\004", "\033", " q "};
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        begin(&seat, path, 24);
        g_free(next_frame(&seat));
        quit(&seat, ends[i]);
    }
}

// The terminal is as it was, whatever ended the program.
static void test_restored(void **state)
{
    (void)state;
    static const int signals[] = {0, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    for (gsize i = 0; i < G_N_ELEMENTS(signals); i++) {
        struct seat seat;
        struct termios within;
        if (signals[i]) // nohup, and a shell in the background, have some ignored
            signal(signals[i], SIG_DFL);
        struct termios after;
        begin(&seat, "tests/vectors/001.record", 24);
        g_free(next_frame(&seat));
        assert_int_equal(tcgetattr(seat.terminal, &within), 0);
        assert_false(within.c_lflag & ECHO);
        if (signals[i])
            kill(seat.child, signals[i]);
        else
            assert_int_equal(write(seat.terminal, "q", 1), 1);
        while (!g_str_has_suffix(seat.seen->str, LEAVE))
            assert_true(look(&seat));
        int status;
        assert_int_equal(waitpid(seat.child, &status, 0), seat.child);
        assert_true(signals[i] ? WIFSIGNALED(status) && WTERMSIG(status) == signals[i]
                               : WIFEXITED(status) && WEXITSTATUS(status) == 0);
        assert_int_equal(tcgetattr(seat.terminal, &after), 0);
        assert_int_equal(after.c_lflag, seat.before.c_lflag);
        assert_int_equal(after.c_iflag, seat.before.c_iflag);
        assert_int_equal(after.c_oflag, seat.before.c_oflag);
        clear(&seat);
    }
}

// Another size is another drawing: with too few rows the cards are small.
static void test_size(void **state)
{
    (void)state;
    const struct winsize low = {.ws_row = 16, .ws_col = 80};
    struct seat seat;
    begin(&seat, "tests/vectors/003.record", 24);
    g_autofree char *high = next_frame(&seat);
    assert_non_null(strstr(high, "┌──┐"));
    assert_int_equal(ioctl(seat.terminal, TIOCSWINSZ, &low), 0);
    g_autofree char *small = next_frame(&seat);
    assert_null(strstr(small, "┌──┐"));
    assert_non_null(strstr(small, "[ 2][ 4]"));
    check_size(small, 16);
    quit(&seat, "q");
}

static void test_inks(void **state)
{
    (void)state;
    static const char *const no_colour[] = {"NO_COLOR=1", NULL};
    static const char *const ascii[] = {"LC_ALL=C", NULL};
    struct seat seat;
    begin(&seat, "tests/vectors/001.record", 24);
    g_autofree char *coloured = next_frame(&seat);
    assert_non_null(strstr(coloured, "\033[1m"));
    quit(&seat, "q");
    begin_with(&seat, "tests/vectors/001.record", 24, no_colour, NULL);
    g_autofree char *plain = next_frame(&seat);
    assert_null(strchr(plain, '\033'));
    assert_non_null(strstr(plain, "┌──┐"));
    quit(&seat, "q");
    begin_with(&seat, "tests/vectors/001.record", 24, ascii, NULL);
    g_autofree char *poor = next_frame(&seat);
    assert_true(g_str_is_ascii(poor));
    assert_non_null(strstr(poor, "+--+"));
    quit(&seat, "q");
}

// Where no screen can be drawn, or none is wanted, all is listed.
static void test_lists(void **state)
{
    (void)state;
    static const char *const dumb[] = {"TERM=dumb", NULL};
    static const char *const none[] = {"TERM=", NULL};
    static const struct {
        const char *const *settings;
        const char *option;
    } rows[] = {{dumb, NULL}, {none, NULL}, {NULL, "--plain"}, {NULL, "--json"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct seat seat;
        begin_with(&seat, "tests/vectors/001.record", 24, rows[i].settings, rows[i].option);
        assert_int_equal(finish(&seat), 0);
        assert_true(seat.seen->len > 2000);
        assert_null(strchr(seat.seen->str, '\033'));
        clear(&seat);
    }
}

// A record that isn't legal is shown as far as it is, and why it stops; with nothing to show, only
// why.
static void test_stops(void **state)
{
    (void)state;
    guint shown = 0;
    for (unsigned i = 1; i <= RECORDS_BAD; i++) {
        g_autofree char *path = g_strdup_printf("tests/vectors/bad/%03u.record", i);
        struct seat seat;
        begin(&seat, path, 24);
        while (!strstr(seat.seen->str, FRAME_END) && look(&seat))
            continue;
        if (strstr(seat.seen->str, FRAME_END)) {
            g_free(next_frame(&seat));
            g_autofree char *last = type(&seat, "G");
            check_size(last, 24);
            assert_int_equal(write(seat.terminal, "q", 1), 1);
            const gboolean legal = !strstr(last, "The record stops here: line ");
            const int status = finish(&seat);
            assert_int_equal(WEXITSTATUS(status), legal ? 0 : 1);
            assert_true(legal || strstr(seat.seen->str, ".record: line "));
            shown++;
        } else {
            int status;
            assert_int_equal(waitpid(seat.child, &status, 0), seat.child);
            assert_int_equal(WEXITSTATUS(status), 1);
        }
        clear(&seat);
    }
    assert_true(shown > 20);
}

// What others wrote can't do anything to the terminal, and takes no more than its room.
static void test_hostile_name(void **state)
{
    (void)state;
    static const char *const names[] = {
        "\u202e\u2066 turned",
        "\u5927\u5927\u5927\u5927\u5927\u5927\u5927\u5927\u5927\u5927"
        "\u5927\u5927\u5927\u5927\u5927\u5927\u5927\u5927\u5927\u5927\u5927\u5927\u5927\u5927",
        "e\u0301e\u0301e\u0301",
        "a\xc2\x9b"
        "31mb",
        "\\x1b",
        "a very long name, longer than any terminal is wide, and then some more of it, so that it "
        "ends"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        struct game game;
        const struct replay_place place = {1, 1, names[i], true, names[i], 24};
        game_init(&game, GAME_REPLAY);
        game.name = g_strdup(names[i]);
        game.n_seats = 2;
        game.last_cost = 3;
        g_autoptr(GString) out = g_string_new(NULL);
        for (int utf8 = 0; utf8 <= 1; utf8++) {
            g_string_truncate(out, 0);
            replay_screen(&game, &place, (struct drawing_style){utf8, FALSE}, out);
            assert_true(utf8 ? g_utf8_validate(out->str, -1, NULL) : g_str_is_ascii(out->str));
            for (const char *p = out->str; *p; p = g_utf8_next_char(p)) {
                const gunichar c = g_utf8_get_char(p);
                assert_true(c == '\n' || !g_unichar_iscntrl(c));
                assert_true(c < 0x202a || c > 0x202e);
            }
            g_auto(GStrv) lines = g_strsplit(out->str, "\n", -1);
            for (char **line = lines; *line; line++)
                assert_true(width_of(*line) <= 80);
        }
        game_clear(&game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_position), cmocka_unit_test(test_keys),
        cmocka_unit_test(test_restored),       cmocka_unit_test(test_size),
        cmocka_unit_test(test_inks),           cmocka_unit_test(test_lists),
        cmocka_unit_test(test_stops),          cmocka_unit_test(test_hostile_name),
    };
    return cmocka_run_group_tests_name("replay on a terminal", tests, NULL, NULL);
}
