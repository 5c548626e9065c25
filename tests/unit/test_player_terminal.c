// SPDX-License-Identifier: MIT
// Asking on a terminal: a child process has one of its own, we sit at the other end and type.
#include "player/passphrase.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <cmocka.h>

enum { PATIENCE = 20 }; // seconds

struct seat {
    pid_t child;
    int terminal;
    int answer; // what the child has to tell
    GString *seen;
};

// What the child does; it tells one line.
typedef void scene(FILE *tell);

static void ask_old(FILE *tell)
{
    g_autoptr(GError) error = NULL;
    char *passphrase = passphrase_ask("Old: ", FALSE, &error);
    fprintf(tell, "%s", passphrase ? passphrase : error->message);
    passphrase_free(passphrase);
}

static void ask_new(FILE *tell)
{
    g_autoptr(GError) error = NULL;
    char *passphrase = passphrase_ask("New: ", TRUE, &error);
    fprintf(tell, "%s", passphrase ? passphrase : error->message);
    passphrase_free(passphrase);
}

static void confirm(FILE *tell)
{
    fprintf(tell, "%s", passphrase_confirm("Sure?") ? "yes" : "no");
}

// Whether the echo is as it was when all is over.
static void ask_and_look(FILE *tell)
{
    struct termios before, after;
    tcgetattr(STDIN_FILENO, &before);
    passphrase_free(passphrase_ask("Old: ", FALSE, NULL));
    tcgetattr(STDIN_FILENO, &after);
    gboolean same =
        before.c_lflag == after.c_lflag && memcmp(before.c_cc, after.c_cc, sizeof before.c_cc) == 0;
    fprintf(tell, "%s", same ? "same" : "other");
}

static void begin(struct seat *seat, scene *play)
{
    int pipe_ends[2];
    assert_int_equal(pipe(pipe_ends), 0);
    seat->seen = g_string_new(NULL);
    seat->child = forkpty(&seat->terminal, NULL, NULL, NULL);
    assert_true(seat->child >= 0);
    if (seat->child == 0) {
        FILE *tell = fdopen(pipe_ends[1], "w");
        alarm(PATIENCE);
        play(tell);
        fflush(tell);
        _exit(0);
    }
    close(pipe_ends[1]);
    seat->answer = pipe_ends[0];
}

// Reads until the terminal has shown text.
static void wait_for(struct seat *seat, const char *text)
{
    while (!strstr(seat->seen->str, text)) {
        char some[256];
        gssize n = read(seat->terminal, some, sizeof some);
        if (n <= 0)
            fail_msg("\"%s\" never came: %s", text, seat->seen->str);
        g_string_append_len(seat->seen, some, n);
    }
}

static void type(struct seat *seat, const char *text)
{
    assert_int_equal(write(seat->terminal, text, strlen(text)), strlen(text));
}

// What the child told; and that the terminal never showed the secret.
static void end(struct seat *seat, const char *want, const char *secret)
{
    char told[2048] = "";
    gsize len = 0;
    gssize n;
    while ((n = read(seat->answer, told + len, sizeof told - 1 - len)) > 0)
        len += (gsize)n;
    int status;
    char some[256];
    while ((n = read(seat->terminal, some, sizeof some)) > 0)
        g_string_append_len(seat->seen, some, n);
    assert_int_equal(waitpid(seat->child, &status, 0), seat->child);
    assert_int_equal(status, 0);
    assert_string_equal(told, want);
    if (secret)
        assert_null(strstr(seat->seen->str, secret));
    close(seat->terminal);
    close(seat->answer);
    g_string_free(seat->seen, TRUE);
}

static void test_old(void **state)
{
    (void)state;
    struct seat seat;
    begin(&seat, ask_old);
    wait_for(&seat, "Old: ");
    type(&seat, "open sesame\n");
    end(&seat, "open sesame", "sesame");
}

static void test_new(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second, *told;
    } cases[] = {
        {"open sesame\n", "open sesame\n", "open sesame"},
        {"open sesame\n", "open simsim\n", "the two are not the same"},
        {"open sesame\n", "\003", "cancelled"},
        {"\n", NULL,
         "an empty passphrase protects nothing; --no-passphrase makes a key without one"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct seat seat;
        begin(&seat, ask_new);
        wait_for(&seat, "New: ");
        type(&seat, cases[i].first);
        if (cases[i].second) {
            wait_for(&seat, "Once more: ");
            type(&seat, cases[i].second);
        }
        end(&seat, cases[i].told, "open");
    }
}

static void test_given_up(void **state)
{
    (void)state;
    static const char *const typed[] = {"\003", "open\003", "\004"};
    for (gsize i = 0; i < G_N_ELEMENTS(typed); i++) {
        struct seat seat;
        begin(&seat, ask_old);
        wait_for(&seat, "Old: ");
        type(&seat, typed[i]);
        end(&seat, "cancelled", "open");
    }
}

static void test_too_long(void **state)
{
    (void)state;
    g_autofree char *longest = g_strnfill(PASSPHRASE_MAX, 'x');
    for (int more = 0; more <= 1; more++) {
        struct seat seat;
        g_autofree char *typed = g_strconcat(longest, more ? "x\n" : "\n", NULL);
        begin(&seat, ask_old);
        wait_for(&seat, "Old: ");
        type(&seat, typed);
        end(&seat, more ? "that passphrase is too long" : longest, "xx");
    }
}

static void test_terminal_is_as_before(void **state)
{
    (void)state;
    static const char *const typed[] = {"open\n", "\003"};
    for (gsize i = 0; i < G_N_ELEMENTS(typed); i++) {
        struct seat seat;
        begin(&seat, ask_and_look);
        wait_for(&seat, "Old: ");
        type(&seat, typed[i]);
        end(&seat, "same", "open");
    }
}

static void test_confirm(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *told;
    } cases[] = {{"y\n", "yes"}, {"YES \n", "yes"}, {"n\n", "no"},
                 {"\n", "no"},   {"yeah\n", "no"},  {"\004", "no"}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct seat seat;
        begin(&seat, confirm);
        wait_for(&seat, "Sure? [y/N] ");
        type(&seat, cases[i].typed);
        end(&seat, cases[i].told, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_old),      cmocka_unit_test(test_new),
        cmocka_unit_test(test_given_up), cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_confirm),  cmocka_unit_test(test_terminal_is_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
