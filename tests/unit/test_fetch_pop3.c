// SPDX-License-Identifier: MIT
// Visits to POP3 servers in memory: good ones, poor ones, ones that lie, and each of them hanging
// up at every byte. And the first frame of `fetch`.
#include "tests/unit/fetch_script.h"

static const struct fetch_config deletes = {
    .pop3 = TRUE, .keep = FETCH_KEEP_DELETE, .bytes = 50, .seconds = 2};
static const struct fetch_config keeps = {
    .pop3 = TRUE, .keep = FETCH_KEEP_KEEP, .bytes = 50, .seconds = 2};

#define STAT(text)                                                                                 \
    {HEAR, "STAT", 0},                                                                             \
    {                                                                                              \
        SAY, text, 0                                                                               \
    }
#define ASK(text)                                                                                  \
    {                                                                                              \
        HEAR, text, 0                                                                              \
    }
#define ANSWER(txt)                                                                                \
    {                                                                                              \
        SAY, txt, 0                                                                                \
    }
#define OK                                                                                         \
    {                                                                                              \
        SAY, "+OK", 0                                                                              \
    }
#define DOT                                                                                        \
    {                                                                                              \
        SAY, ".", 0                                                                                \
    }
#define QUIT                                                                                       \
    {HEAR, "QUIT", 0}, {SAY, "+OK bye", 0},                                                        \
    {                                                                                              \
        DROP, NULL, 0                                                                              \
    }

static const struct turn good[] = {STAT("+OK 3 300"),
                                   ASK("UIDL"),
                                   OK,
                                   ANSWER("1 a!~"),
                                   ANSWER("2 b"),
                                   ANSWER("4 c"),
                                   DOT,
                                   ASK("LIST"),
                                   OK,
                                   ANSWER("1 12 and more"),
                                   ANSWER("2 9"),
                                   ANSWER("3 1"),
                                   ANSWER("4 1000"),
                                   DOT,
                                   ASK("RETR 1"),
                                   OK,
                                   // stuffed dots, and the server's words in a mail
                                   ANSWER("..a"),
                                   ANSWER("."
                                          "."),
                                   ANSWER("-ERR x"),
                                   DOT,
                                   ASK("RETR 2"),
                                   OK,
                                   DOT,
                                   ASK("TOP 4 0"),
                                   OK,
                                   ANSWER("S: x"),
                                   ANSWER(""),
                                   DOT,
                                   ASK("DELE 1"),
                                   OK,
                                   ASK("DELE 2"),
                                   OK,
                                   ASK("DELE 4"),
                                   {SAY, "-ERR it is deleted", 0},
                                   QUIT};
#define TEN "\n\n\n\n\n\n\n\n\n\n"
#define GOOD_TRACE                                                                                 \
    "open 0 3; list 1/12/a!~ 2/9/b 4/1000/c; get 1 15=\".a\r\n.\r\n-ERR x\r\n\"; 2 0=\"\"; "       \
    "4 51=\"S: x\r\n\r\n" TEN TEN TEN TEN "\n\n\n\"; done; end"

static const struct turn kept[] = {STAT("+OK 1 1"),
                                   ASK("UIDL"),
                                   OK,
                                   ANSWER("1 a"),
                                   DOT,
                                   ASK("LIST"),
                                   OK,
                                   ANSWER("1 3"),
                                   DOT,
                                   ASK("RETR 1"),
                                   OK,
                                   ANSWER("a"),
                                   DOT,
                                   QUIT};
static const struct turn empty[] = {STAT("+OK 0 0"), ASK("UIDL"), OK,  DOT,
                                    ASK("LIST"),     OK,          DOT, QUIT};
// It can't give heads: the mail is read to its end, and its first bytes are kept. Another can't be
// had at all.
static const struct turn poor[] = {STAT("+OK 2 1"),
                                   ASK("UIDL"),
                                   OK,
                                   ANSWER("1 a"),
                                   ANSWER("2 b"),
                                   DOT,
                                   ASK("LIST"),
                                   OK,
                                   ANSWER("1 1000"),
                                   DOT,
                                   ASK("TOP 1 0"),
                                   {SAY, "-ERR what", 0},
                                   ASK("RETR 1"),
                                   OK,
                                   {FILL, "x.\n.\r\r\n", 1000},
                                   DOT,
                                   ASK("RETR 2"),
                                   {SAY, "-ERR a disk is broken", 0},
                                   QUIT};
// Ends of line that are none: CR alone, LF alone, dots behind them.
static const struct turn ends[] = {STAT("+OK 1 1"),
                                   ASK("UIDL"),
                                   OK,
                                   ANSWER("1 a"),
                                   DOT,
                                   ASK("LIST"),
                                   OK,
                                   ANSWER("1 1"),
                                   DOT,
                                   ASK("RETR 1"),
                                   OK,
                                   {BYTES, "a\n.\r\nb\r.\r\n.\rc\r\n.\r\r\n", 0},
                                   DOT,
                                   QUIT};
static const struct turn twins[] = {STAT("+OK 2 2"),
                                    ASK("UIDL"),
                                    OK,
                                    ANSWER("1 a"),
                                    ANSWER("2 a"),
                                    DOT,
                                    ASK("LIST"),
                                    OK,
                                    ANSWER("1 1"),
                                    ANSWER("2 1"),
                                    DOT,
                                    ASK("RETR 1"),
                                    OK,
                                    DOT,
                                    ASK("RETR 2"),
                                    OK,
                                    DOT,
                                    QUIT};
static const struct turn no_names[] = {STAT("+OK 1 1"), ASK("UIDL"), {SAY, "-ERR what", 0}, {0}};
static const struct turn quit_fails[] = {STAT("+OK 0 0"),
                                         ASK("UIDL"),
                                         OK,
                                         DOT,
                                         ASK("LIST"),
                                         OK,
                                         DOT,
                                         ASK("QUIT"),
                                         {SAY, "-ERR some are left", 0},
                                         {0}};
#define ASKED STAT("+OK 1 1"), ASK("UIDL"), OK
static const struct turn bad_stat[] = {STAT("+OK many"), {0}};
static const struct turn no_stat[] = {STAT("-ERR locked"), {0}};
static const struct turn imap[] = {STAT("* OK what is STAT"), {0}};
static const struct turn backwards[] = {ASKED, ANSWER("2 a"), ANSWER("1 b"), DOT, {0}};
static const struct turn zero[] = {ASKED, ANSWER("0 a"), DOT, {0}};
static const struct turn no_number[] = {ASKED, ANSWER("one a"), DOT, {0}};
static const struct turn no_name[] = {ASKED, ANSWER("1 "), DOT, {0}};
static const struct turn blank_name[] = {ASKED, ANSWER("1 a b"), DOT, {0}};
static const struct turn long_name[] = {
    ASKED,
    ANSWER("1 01234567890123456789012345678901234567890123456789012345678901234567890"),
    DOT,
    {0}};
static const struct turn bad_size[] = {ASKED, ANSWER("1 a"), DOT, ASK("LIST"),
                                       OK,    ANSWER("1 x"), DOT, {0}};
static const struct turn long_line[] = {STAT("+OK 1 1"), ASK("UIDL"), {ENDLESS, "1 ", 0}};
static const struct turn silent[] = {ASKED, ANSWER("1 a"), {HANG, NULL, 0}};
static const struct turn hangs_up[] = {ASKED, ANSWER("1 a"), {DROP, NULL, 0}};
static const struct turn no_end[] = {ASKED,
                                     ANSWER("1 a"),
                                     DOT,
                                     ASK("LIST"),
                                     OK,
                                     ANSWER("1 2147483648"),
                                     DOT,
                                     ASK("TOP 1 0"),
                                     OK,
                                     {FILL, "\r\n..", 10000},
                                     {HANG, NULL, 0}};

static const struct {
    const char *name;
    const struct fetch_config *config;
    const struct turn *turns;
    const char *trace;
} visits[] = {
    {"good", &deletes, good, GOOD_TRACE},
    {"kept", &keeps, kept, "open 0 1; list 1/3/a; get 1 3=\"a\r\n\"; done; end"},
    {"empty", &deletes, empty, "open 0 0; list; end"},
    {"poor", &keeps, poor,
     "open 0 2; list 1/1000/a 2/0/b; get 1 51=\"x.\n.\r\r\nx.\n.\r\r\nx.\n.\r\r\nx.\n.\r\r\n"
     "x.\n.\r\r\nx.\n.\r\r\nx.\n.\r\r\nx.\"; 2 unreadable (a disk is broken); done; end"},
    {"ends", &keeps, ends,
     "open 0 1; list 1/1/a; get 1 17=\"a\n.\r\nb\r.\r\n\rc\r\n\r\r\n\"; done; end"},
    {"twins", &keeps, twins, "open 0 2; list 1/1/a 2/1/a; get 1 0=\"\"; 2 0=\"\"; done; end"},
    {"no names", &keeps, no_names,
     "open 0 1; folder: the server gives mails no lasting names (UIDL): what"},
    {"quit fails", &deletes, quit_fails,
     "open 0 0; list; later: the server says to QUIT: some are left"},
    {"bad stat", &keeps, bad_stat, " protocol: the server says to STAT: many"},
    {"no stat", &keeps, no_stat, " later: the server says to STAT: locked"},
    {"imap", &keeps, imap, " protocol: the server says \"* OK what is STAT\""},
    {"backwards", &keeps, backwards, "open 0 1; protocol: the server lists \"1 b\""},
    {"zero", &keeps, zero, "open 0 1; protocol: the server lists \"0 a\""},
    {"no number", &keeps, no_number, "open 0 1; protocol: the server lists \"one a\""},
    {"no name", &keeps, no_name, "open 0 1; protocol: the server lists \"1 \""},
    {"blank name", &keeps, blank_name, "open 0 1; protocol: the server lists \"1 a b\""},
    {"long name", &keeps, long_name,
     "open 0 1; protocol: the server lists "
     "\"1 01234567890123456789012345678901234567890123456789012345678901234567890\""},
    {"bad size", &keeps, bad_size, "open 0 1; protocol: the server lists \"1 x\""},
    {"long line", &keeps, long_line, "open 0 1; protocol: the server sends an endless line"},
    {"silent", &keeps, silent, "open 0 1; later: the server has said nothing for 2 seconds"},
    {"hangs up", &keeps, hangs_up, "open 0 1; later: the server has closed the connection"},
    {"no end", &keeps, no_end,
     "open 0 1; list 1/2147483648/a; later: the server has said nothing for 2 seconds"},
};

static void test_visits(void **state)
{
    static const gsize pieces[] = {1, 2, 5, 100, 100000};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(visits); i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(pieces); k++) {
            struct script s;
            script_init(&s, visits[i].turns, FALSE, pieces[k]);
            g_autofree char *trace = visit(visits[i].config, &s, 0);
            if (strcmp(trace, visits[i].trace) != 0 || s.unexpected)
                fail_msg("%s, in pieces of %d: %s", visits[i].name, (int)pieces[k], trace);
            script_clear(&s);
        }
    }
}

// A connection that breaks after any byte: nothing is taken that didn't come whole, and leave isn't
// taken without an answer.
static void test_cut(void **state)
{
    (void)state;
    guint cuts = 0;
    for (gint64 cut = 0;; cut++, cuts++) {
        struct script s;
        script_init(&s, good, FALSE, 13);
        s.cut = cut;
        g_autofree char *trace = visit(&deletes, &s, 0);
        const char *error = strstr(trace, " later: ");
        script_clear(&s);
        if (strcmp(trace, GOOD_TRACE) == 0)
            break;
        assert_non_null(error);
        assert_memory_equal(trace, GOOD_TRACE, (gsize)(error - trace));
    }
    assert_true(cuts > 150);
}

static void test_mutations(void **state)
{
    (void)state;
    GRand *chance = g_rand_new_with_seed(23);
    GString *all = g_string_new(NULL);
    guint errors = 0;
    guint ends_well = 0;
    for (const struct turn *turn = good; turn->kind != DROP; turn++)
        if (turn->kind == SAY)
            g_string_append_printf(all, "%s\r\n", turn->text);
    for (int round = 0; round < 5000; round++) {
        g_autofree char *bytes = g_strndup(all->str, all->len);
        for (int i = g_rand_int_range(chance, 1, 3); i > 0; i--)
            bytes[g_rand_int_range(chance, 0, (gint32)all->len)] =
                "\r\n .-+*019fO%"[g_rand_int_range(chance, 0, 13)];
        const struct turn turns[] = {{BYTES, bytes, 0}, {DROP, NULL, 0}};
        struct script s;
        script_init(&s, turns, FALSE, 100);
        s.deaf = TRUE;
        g_autofree char *trace = visit(&deletes, &s, 0);
        gboolean end = g_str_has_suffix(trace, "end");
        ends_well += end;
        errors += !end;
        script_clear(&s);
    }
    assert_true(errors > 500 && ends_well > 200);
    g_string_free(all, TRUE);
    g_rand_free(chance);
}

// ---- the first frame ---------------------------------------------------------------------------

#define FRAME(kind, url, tls, keep)                                                                \
    "{\"kind\":\"" kind "\",\"url\":\"" url "\",\"tls\":\"" tls                                    \
    "\",\"ca_file\":null,\"user\":\"u\",\"password\":\"p\",\"folder\":\"F\",\"done_folder\":"      \
    "\"D\",\"keep\":\"" keep "\",\"bytes\":100,\"seconds\":5}"

static const struct {
    const char *frame, *from, *to; // in the frame, from is put in place of to
    const char *message;           // NULL: it is fine
} frames[] = {
    {FRAME("imap", "imaps://h", "implicit", "move"), NULL, NULL, NULL},
    {FRAME("imap", "imaps://h:993/", "implicit", "delete"), NULL, NULL, NULL},
    {FRAME("imap", "imap://h", "starttls", "keep"), NULL, NULL, NULL},
    {FRAME("imap", "imap://[::1]:143", "none", "keep"), NULL, NULL, NULL},
    {FRAME("pop3", "pop3s://h", "implicit", "keep"), NULL, NULL, NULL},
    {FRAME("pop3", "pop3://h", "none", "delete"), NULL, NULL, NULL},
    {FRAME("imap", "imap://h", "none", "keep"), "null", "\"/ca.pem\"", NULL},
    {FRAME("imap", "imap://h", "none", "keep"), "\"p\"", "\"a\\tb\"", NULL},
    {FRAME("imap", "imap://h", "implicit", "move"), NULL, NULL, "url"},
    {FRAME("imap", "imaps://h", "starttls", "move"), NULL, NULL, "url"},
    {FRAME("imap", "imaps://h", "none", "move"), NULL, NULL, "url"},
    {FRAME("imap", "pop3s://h", "implicit", "move"), NULL, NULL, "url"},
    {FRAME("imap", "imaps://u:p@h", "implicit", "move"), NULL, NULL, "url"},
    {FRAME("imap", "imaps://h/INBOX", "implicit", "move"), NULL, NULL, "url"},
    {FRAME("imap", "imaps://", "implicit", "move"), NULL, NULL, "url"},
    {FRAME("imap", "imaps://h\\r\\nx", "implicit", "move"), NULL, NULL, "url"},
    {FRAME("file", "imaps://h", "implicit", "move"), NULL, NULL, "kind"},
    {FRAME("imap", "imaps://h", "always", "move"), NULL, NULL, "tls"},
    {FRAME("imap", "imaps://h", "implicit", "burn"), NULL, NULL, "keep"},
    {FRAME("pop3", "pop3s://h", "implicit", "move"), NULL, NULL, "keep"},
    {FRAME("imap", "imaps://h", "implicit", "move"), "\"F\"", "\"F\\r\\n\"", "folder"},
    {FRAME("imap", "imaps://h", "implicit", "move"), "\"D\"", "7", "done_folder"},
    {FRAME("imap", "imaps://h", "implicit", "move"), "\"u\"", "\"u\\n\"", "user"},
    {FRAME("imap", "imaps://h", "implicit", "move"), "\"p\"", "null", "password"},
    {FRAME("imap", "imaps://h", "implicit", "move"), ":null", ":7", "ca_file"},
    {FRAME("imap", "imaps://h", "implicit", "move"), ":100", ":0", "bytes"},
    {FRAME("imap", "imaps://h", "implicit", "move"), ":100", ":99999999999", "bytes"},
    {FRAME("imap", "imaps://h", "implicit", "move"), ":5", ":601", "seconds"},
    {FRAME("imap", "imaps://h", "implicit", "move"), ":5", ":\"5\"", "seconds"},
};

static void test_frames(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(frames); i++) {
        g_auto(GStrv) parts =
            g_strsplit(frames[i].frame, frames[i].from ? frames[i].from : "\1", 2);
        g_autofree char *text = g_strjoinv(frames[i].to ? frames[i].to : "", parts);
        json_t *frame = json_loads(text, 0, NULL);
        struct fetch_config config;
        g_autoptr(GError) error = NULL;
        assert_non_null(frame);
        gboolean good_frame = fetch_config_read(frame, &config, &error);
        if (good_frame != !frames[i].message)
            fail_msg("%s: %s", text, error ? error->message : "taken");
        if (error) {
            g_autofree char *wanted =
                g_strdup_printf("\"%s\" of the first frame is wrong", frames[i].message);
            assert_string_equal(error->message, wanted);
            assert_int_equal(error->code, FETCH_ERROR_REFUSED);
        }
        fetch_config_clear(&config);
        json_decref(frame);
    }
}

static void test_other_frames(void **state)
{
    (void)state;
    static const char *const texts[] = {"[]", "{}",
                                        FRAME("imap", "imaps://h", "implicit", "move") "\0"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        json_t *frame = json_loads(texts[i], 0, NULL);
        struct fetch_config config;
        g_autoptr(GError) error = NULL;
        if (i == 2)
            json_object_set_new(frame, "more", json_true());
        assert_false(fetch_config_read(frame, &config, &error));
        assert_int_equal(error->code, FETCH_ERROR_REFUSED);
        fetch_config_clear(&config);
        json_decref(frame);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_visits),       cmocka_unit_test(test_cut),
        cmocka_unit_test(test_mutations),    cmocka_unit_test(test_frames),
        cmocka_unit_test(test_other_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
