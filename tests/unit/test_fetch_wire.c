// SPDX-License-Identifier: MIT
// Lines and counted bytes, however they come in pieces; and what never ends.
#include "tests/unit/fetch_script.h"

#include "mail/fetch.h"
#include "mail/fetch_answer.h"

static const gsize pieces[] = {1, 2, 3, 7, 1000, 100000};

static fetch_wire *begin(struct script *s, const struct turn *turns, gsize piece)
{
    script_init(s, turns, FALSE, piece);
    return fetch_wire_new(&script_ends, s, 2);
}

static void finish(struct script *s, fetch_wire *wire)
{
    fetch_wire_free(wire);
    script_clear(s);
}

static void expect_line(fetch_wire *wire, const char *text)
{
    g_autoptr(GString) line = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    if (!fetch_wire_line(wire, line, &error))
        fail_msg("%s", error->message);
    assert_string_equal(line->str, text);
}

static void expect_error(gboolean good, GError *error, enum fetch_error code, const char *message)
{
    assert_false(good);
    assert_true(g_error_matches(error, FETCH_ERROR, (int)code));
    assert_string_equal(error->message, message);
    g_error_free(error);
}

static void test_lines(void **state)
{
    static const struct turn turns[] = {
        {BYTES, "one\r\ntwo\n\r\n\n", 0},
        {BYTES, "a\rb\r\r\nc\r\n", 0},
        {BYTES, "\a\tb\033[0m\177\r\n\xc3\xa9\xff\r\nrest", 0},
        {DROP, NULL, 0},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(pieces); i++) {
        struct script s;
        fetch_wire *wire = begin(&s, turns, pieces[i]);
        expect_line(wire, "one");
        expect_line(wire, "two");
        expect_line(wire, "");
        expect_line(wire, "");
        expect_line(wire, "a b ");
        expect_line(wire, "c");
        expect_line(wire, " \tb [0m ");
        expect_line(wire, "\xc3\xa9\xff");
        g_autoptr(GString) line = g_string_new(NULL);
        GError *error = NULL;
        gboolean good = fetch_wire_line(wire, line, &error);
        expect_error(good, error, FETCH_ERROR_LATER, "the server has closed the connection");
        finish(&s, wire);
    }
}

// A NUL can't be said by a script of strings.
static gssize read_nul(gpointer data, guint8 *bytes, gsize len, int ms, GError **error)
{
    (void)data;
    (void)len;
    (void)ms;
    (void)error;
    memcpy(bytes, "a\0b\r\n", 5);
    return 5;
}

static void test_nul(void **state)
{
    static const struct fetch_wire_ends ends = {read_nul, script_write, script_close};
    (void)state;
    fetch_wire *wire = fetch_wire_new(&ends, NULL, 2);
    expect_line(wire, "a b");
    fetch_wire_free(wire);
}

static void test_longest_line(void **state)
{
    static const struct turn fits[] = {
        {FILL, "x", FETCH_WIRE_LINE_MAX - 1}, {SAY, "", 0}, {SAY, "next", 0}, {END, NULL, 0}};
    static const struct turn too_long[] = {
        {FILL, "x", FETCH_WIRE_LINE_MAX}, {SAY, "", 0}, {END, NULL, 0}};
    static const struct turn endless[] = {{ENDLESS, "x", 0}};
    (void)state;
    struct script s;
    fetch_wire *wire = begin(&s, fits, 1000);
    g_autofree char *all = g_strnfill(FETCH_WIRE_LINE_MAX - 1, 'x');
    expect_line(wire, all);
    expect_line(wire, "next");
    finish(&s, wire);
    const struct turn *const wrong[] = {too_long, endless};
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GString) line = g_string_new(NULL);
        GError *error = NULL;
        wire = begin(&s, wrong[i], 1000);
        gboolean good = fetch_wire_line(wire, line, &error);
        expect_error(good, error, FETCH_ERROR_PROTOCOL, "the server sends an endless line");
        assert_true(line->len < FETCH_WIRE_LINE_MAX);
        finish(&s, wire);
    }
}

static void test_take(void **state)
{
    static const struct turn turns[] = {{BYTES, "0123456789abcdef\r\n", 0}, {DROP, NULL, 0}};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(pieces); i++) {
        struct script s;
        fetch_wire *wire = begin(&s, turns, pieces[i]);
        g_autoptr(GByteArray) out = g_byte_array_new();
        assert_true(fetch_wire_take(wire, 0, 10, out, NULL));
        assert_true(fetch_wire_take(wire, 5, 10, out, NULL));
        assert_true(fetch_wire_take(wire, 5, 2, out, NULL));
        assert_true(fetch_wire_take(wire, 2, 0, NULL, NULL));
        assert_int_equal(out->len, 7);
        assert_memory_equal(out->data, "0123456", 7);
        expect_line(wire, "cdef");
        GError *error = NULL;
        gboolean good = fetch_wire_take(wire, G_MAXUINT64, 0, NULL, &error);
        expect_error(good, error, FETCH_ERROR_LATER, "the server has closed the connection");
        finish(&s, wire);
    }
}

static void test_silence(void **state)
{
    static const struct turn turns[] = {{BYTES, "half a l", 0}, {HANG, NULL, 0}};
    (void)state;
    struct script s;
    fetch_wire *wire = begin(&s, turns, 1000);
    g_autoptr(GString) line = g_string_new(NULL);
    GError *error = NULL;
    gboolean good = fetch_wire_line(wire, line, &error);
    expect_error(good, error, FETCH_ERROR_LATER, "the server has said nothing for 2 seconds");
    finish(&s, wire);
}

// Bytes that never stop are as slow as none. The shortest patience is ten seconds; the clock is
// moved on by a server that takes its time.
static gssize read_slowly(gpointer data, guint8 *bytes, gsize len, int ms, GError **error)
{
    (void)data;
    (void)error;
    assert_in_range(ms, 1, 1000);
    assert_true(len > 0);
    g_usleep(G_USEC_PER_SEC * 9 / 10);
    bytes[0] = 'x';
    return 1;
}

static void test_drip(void **state)
{
    static const struct fetch_wire_ends ends = {read_slowly, script_write, script_close};
    (void)state;
    fetch_wire *wire = fetch_wire_new(&ends, NULL, 1);
    GError *error = NULL;
    gint64 from = g_get_monotonic_time();
    gboolean good = fetch_wire_take(wire, G_MAXUINT64, 0, NULL, &error);
    expect_error(good, error, FETCH_ERROR_LATER, "the server is too slow");
    assert_in_range(g_get_monotonic_time() - from, FETCH_PATIENCE * G_USEC_PER_SEC,
                    (FETCH_PATIENCE + 3) * G_USEC_PER_SEC);
    fetch_wire_free(wire);
}

static void test_put(void **state)
{
    static const struct turn turns[] = {{HEAR, "hello", 0}, {DROP, NULL, 0}};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(pieces); i++) {
        struct script s;
        fetch_wire *wire = begin(&s, turns, pieces[i]);
        GError *error = NULL;
        gboolean good = fetch_wire_put(wire, "hello\r\nand more\r\n", &error);
        expect_error(good, error, FETCH_ERROR_LATER, "the server has closed the connection");
        assert_int_equal(s.commands, pieces[i] > 10 ? 2 : 1);
        finish(&s, wire);
    }
}

// ---- answers -----------------------------------------------------------------------------------

static const struct {
    const char *bytes;
    const char *line; // \1 a mail's text, \2 other counted bytes
    const char *body; // NULL: none
} answers[] = {
    {"* OK hello\r\n", "* OK hello", NULL},
    {"* 1 FETCH (UID 3 BODY[] {5}\r\nab\r\nc)\r\n", "* 1 FETCH (UID 3 BODY[] \1)", "ab\r\nc"},
    {"* 1 FETCH (BODY[]<0> {3}\r\nabc UID 3)\r\n", "* 1 FETCH (BODY[]<0> \1 UID 3)", "abc"},
    {"* 1 FETCH (body[]<0> {0}\r\n)\r\n", "* 1 FETCH (body[]<0> \1)", ""},
    {"* 1 FETCH (BODY[]<0> {2+}\r\nab)\r\n", "* 1 FETCH (BODY[]<0> \1)", "ab"},
    {"* 1 FETCH (BODY[]<0> ~{2}\r\nab)\r\n", "* 1 FETCH (BODY[]<0> \1)", "ab"},
    // The server's words inside a mail are the mail's.
    {"* 1 FETCH (BODY[] {37}\r\n)\r\nA004 OK\r\nf2 OK done\r\n* BYE\r\n{99}\r\n)\r\n",
     "* 1 FETCH (BODY[] \1)", ")\r\nA004 OK\r\nf2 OK done\r\n* BYE\r\n{99}\r\n"},
    // Only the text of the mail itself is kept, and of that 50 bytes.
    {"* 1 FETCH (BODY[HEADER] {3}\r\nabc BODY[] {2}\r\nde X-BODY[] {1}\r\nf)\r\n",
     "* 1 FETCH (BODY[HEADER] \2 BODY[] \1 X-BODY[] \2)", "de"},
    {"* 1 FETCH (BODY[] {1}\r\na BODY[] {1}\r\nb)\r\n", "* 1 FETCH (BODY[] \1 BODY[] \2)", "a"},
    {"* 1 FETCH (BODY[] {60}\r\n012345678901234567890123456789012345678901234567890123456789)\r\n",
     "* 1 FETCH (BODY[] \1)", "01234567890123456789012345678901234567890123456789"},
    {"* LIST () \"/\" {4}\r\nDone\r\n", "* LIST () \"/\" \2", NULL},
    // What a server says to people counts nothing.
    {"* OK you have {5}\r\n", "* OK you have {5}", NULL},
    {"* NO {5}\r\n", "* NO {5}", NULL},
    {"f1 OK {5}\r\n", "f1 OK {5}", NULL},
    {"+ {5}\r\n", "+ {5}", NULL},
    {"* 1 FETCH (X {5\r\n", "* 1 FETCH (X {5", NULL},
    {"* 1 FETCH (X {}\r\n", "* 1 FETCH (X {}", NULL},
    {"* 1 FETCH (X {-1}\r\n", "* 1 FETCH (X {-1}", NULL},
    {"* 1 FETCH (X {99999999999999999999}\r\n", "* 1 FETCH (X {99999999999999999999}", NULL},
    // Our own marks can't come from outside.
    {"* 1 FETCH (BODY[] \1)\r\n", "* 1 FETCH (BODY[]  )", NULL},
};

static void test_answers(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(answers); i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(pieces); k++) {
            const struct turn turns[] = {{BYTES, answers[i].bytes, 0}, {SAY, "next", 0}, {0}};
            struct script s;
            struct fetch_answer answer;
            fetch_wire *wire = begin(&s, turns, pieces[k]);
            fetch_answer_init(&answer);
            assert_true(fetch_answer_read(&answer, wire, 50, NULL));
            assert_string_equal(answer.line->str, answers[i].line);
            assert_int_equal(answer.has_body, answers[i].body != NULL);
            gsize len = answers[i].body ? strlen(answers[i].body) : 0;
            assert_int_equal(answer.body->len, len);
            if (len > 0)
                assert_memory_equal(answer.body->data, answers[i].body, len);
            assert_true(fetch_answer_read(&answer, wire, 50, NULL));
            assert_string_equal(answer.line->str, "next");
            fetch_answer_clear(&answer);
            finish(&s, wire);
        }
    }
}

static void test_huge_literals(void **state)
{
    static const char *const huge[] = {"* 1 FETCH (BODY[] {1073741875}", // 1 GiB and what is wanted
                                       "* 1 FETCH (BODY[] {2147483648}",
                                       "* 1 FETCH (X {2147483648}",
                                       "* 1 FETCH (BODY[] {9223372036854775807}"};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(huge); i++) {
        const struct turn turns[] = {{SAY, huge[i], 0}, {ENDLESS, "x", 0}};
        struct script s;
        struct fetch_answer answer;
        GError *error = NULL;
        fetch_wire *wire = begin(&s, turns, 1000);
        fetch_answer_init(&answer);
        assert_false(fetch_answer_read(&answer, wire, 50, &error));
        assert_true(g_error_matches(error, FETCH_ERROR, FETCH_ERROR_PROTOCOL));
        assert_true(g_str_has_prefix(error->message, "the server announces "));
        assert_true(s.sent < 2000);
        g_error_free(error);
        fetch_answer_clear(&answer);
        finish(&s, wire);
    }
}

static const struct {
    const char *line;
    enum fetch_answer_kind kind;
    gint64 uid, size;
    const char *text; // NULL: not said; "NIL"
} mails[] = {
    {"* 1 FETCH (UID 7 RFC822.SIZE 12)", FETCH_ANSWER_MAIL, 7, 12, NULL},
    {"* 1 fetch (rfc822.size 12 uid 7)", FETCH_ANSWER_MAIL, 7, 12, NULL},
    {"* 1 FETCH (FLAGS (\\Seen $x) UID 7 )", FETCH_ANSWER_MAIL, 7, -1, NULL},
    {"* 1 FETCH (FLAGS () UID 4294967295)", FETCH_ANSWER_MAIL, 4294967295, -1, NULL},
    {"* 1 FETCH (RFC822.SIZE 9223372036854775807)", FETCH_ANSWER_MAIL, 0, G_MAXINT64, NULL},
    {"* 1 FETCH (X-A \"a) UID 9\" X-B (a (b \"c\") ()) X-C NIL UID 7)", FETCH_ANSWER_MAIL, 7, -1,
     NULL},
    {"* 1 FETCH (BODY[HEADER.FIELDS (SUBJECT)] \"x\" UID 7)", FETCH_ANSWER_MAIL, 7, -1, NULL},
    {"* 1 FETCH (UID 7 BODY[] NIL)", FETCH_ANSWER_MAIL, 7, -1, "NIL"},
    {"* 1 FETCH (UID 7 BODY[]<0> \"\")", FETCH_ANSWER_MAIL, 7, -1, ""},
    {"* 1 FETCH (UID 7 BODY[]<0> \"a \\\"b\\\\)\")", FETCH_ANSWER_MAIL, 7, -1, "a \"b\\)"},
    {"* 1 FETCH ()", FETCH_ANSWER_MAIL, 0, -1, NULL},
    {"* 1 EXPUNGE", FETCH_ANSWER_OTHER, 0, -1, NULL},
    {"* OK FETCH (UID 7)", FETCH_ANSWER_OTHER, 0, -1, NULL},
    {"* FETCH (UID 7)", FETCH_ANSWER_OTHER, 0, -1, NULL},
    {"f1 FETCH (UID 7)", FETCH_ANSWER_OTHER, 0, -1, NULL},
    {"* 1 FETCHED (UID 7)", FETCH_ANSWER_OTHER, 0, -1, NULL},
    {"* 1 FETCH", FETCH_ANSWER_BROKEN, 0, -1, NULL},
    {"* 1 FETCH UID 7", FETCH_ANSWER_BROKEN, 0, -1, NULL},
    {"* 1 FETCH (UID 7", FETCH_ANSWER_BROKEN, 7, -1, NULL},
    {"* 1 FETCH (UID 7) x", FETCH_ANSWER_BROKEN, 7, -1, NULL},
    {"* 1 FETCH (UID)", FETCH_ANSWER_BROKEN, 0, -1, NULL},
    {"* 1 FETCH (UID x)", FETCH_ANSWER_BROKEN, 0, -1, NULL},
    {"* 1 FETCH (UID -7)", FETCH_ANSWER_BROKEN, 0, -1, NULL},
    {"* 1 FETCH (UID 7RFC822.SIZE 12)", FETCH_ANSWER_BROKEN, 7, -1, NULL},
    {"* 1 FETCH (RFC822.SIZE 99999999999999999999)", FETCH_ANSWER_BROKEN, 0, -1, NULL},
    {"* 1 FETCH (X (a UID 7)", FETCH_ANSWER_BROKEN, 0, -1, NULL},
    {"* 1 FETCH (X \"a UID 7)", FETCH_ANSWER_BROKEN, 0, -1, NULL},
    {"* 1 FETCH (BODY[] x)", FETCH_ANSWER_BROKEN, 0, -1, "x"},
    {"* 1 FETCH (BODY[] NIL BODY[] NIL)", FETCH_ANSWER_BROKEN, 0, -1, "x"},
};

static void check_text(const struct fetch_answer_mail *said, const char *text)
{
    assert_int_equal(said->has_text, text != NULL);
    if (!text)
        return;
    if (strcmp(text, "NIL") == 0) {
        assert_null(said->text);
        return;
    }
    assert_int_equal(said->text->len, strlen(text));
    if (*text)
        assert_memory_equal(said->text->data, text, strlen(text));
}

static void test_mails(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(mails); i++) {
        struct fetch_answer answer;
        struct fetch_answer_mail said;
        fetch_answer_init(&answer);
        g_string_assign(answer.line, mails[i].line);
        enum fetch_answer_kind kind = fetch_answer_mail(&answer, &said);
        if (kind != mails[i].kind)
            fail_msg("%s: %d", mails[i].line, (int)kind);
        if (kind == FETCH_ANSWER_MAIL) {
            assert_int_equal(said.uid, mails[i].uid);
            assert_int_equal(said.size, mails[i].size);
            check_text(&said, mails[i].text);
        }
        fetch_answer_clear(&answer);
    }
}

static const struct {
    const char *line, *name;
    gint64 number; // -1: no such code
} codes[] = {
    {"* OK [UIDNEXT 12] next", "UIDNEXT", 12}, {"* OK [uidnext 12]", "UIDNEXT", 12},
    {"* ok [UIDNEXT 12]", "UIDNEXT", 12},      {"* OK [UIDNEXT 12", "UIDNEXT", -1},
    {"* OK [UIDNEXT x]", "UIDNEXT", -1},       {"* OK [UIDNEXT]", "UIDNEXT", -1},
    {"* OK UIDNEXT 12]", "UIDNEXT", -1},       {"* NO [UIDNEXT 12]", "UIDNEXT", -1},
    {"* OK [UIDNEXTER 12]", "UIDNEXT", -1},    {"* OK [UIDVALIDITY 12]", "UIDNEXT", -1},
};

static void test_codes(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(codes); i++) {
        gint64 number = -1;
        gboolean is = fetch_answer_code(codes[i].line, codes[i].name, &number);
        if (is != (codes[i].number >= 0) || (is && number != codes[i].number))
            fail_msg("%s", codes[i].line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),         cmocka_unit_test(test_nul),
        cmocka_unit_test(test_longest_line),  cmocka_unit_test(test_take),
        cmocka_unit_test(test_silence),       cmocka_unit_test(test_drip),
        cmocka_unit_test(test_put),           cmocka_unit_test(test_answers),
        cmocka_unit_test(test_huge_literals), cmocka_unit_test(test_mails),
        cmocka_unit_test(test_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
