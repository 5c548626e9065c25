// SPDX-License-Identifier: MIT
// Visits to IMAP servers in memory: good ones, poor ones, ones that lie, and each of them hanging
// up at every byte.
#include "tests/unit/fetch_script.h"

#include "mail/fetch.h"
#include "mail/fetch_imap.h"

static const struct fetch_config moves = {.user = (char *)"u",
                                          .password = (char *)"p",
                                          .folder = (char *)"INBOX",
                                          .done_folder = (char *)"Done",
                                          .keep = FETCH_KEEP_MOVE,
                                          .bytes = 50,
                                          .seconds = 2};
static const struct fetch_config deletes = {.folder = (char *)"INBOX",
                                            .keep = FETCH_KEEP_DELETE,
                                            .done_folder = (char *)"",
                                            .bytes = 50,
                                            .seconds = 2};
static const struct fetch_config keeps = {.folder = (char *)"INBOX",
                                          .keep = FETCH_KEEP_KEEP,
                                          .done_folder = (char *)"",
                                          .bytes = 50,
                                          .seconds = 2};
static const struct fetch_config accents = {.folder = (char *)"Jeux/\"é\" & \\o",
                                            .done_folder = (char *)"日本",
                                            .keep = FETCH_KEEP_MOVE,
                                            .bytes = 50,
                                            .seconds = 2};

#define CAPABLE(words)                                                                             \
    {HEAR, "CAPABILITY", 0}, {SAY, "* CAPABILITY IMAP4rev1 " words, 0},                            \
    {                                                                                              \
        SAY, "%t OK", 0                                                                            \
    }
#define CHOSEN                                                                                     \
    {HEAR, "SELECT \"INBOX\"", 0}, {SAY, "* FLAGS (\\Seen)", 0}, {SAY, "* 3 EXISTS", 0},           \
        {SAY, "* OK [UIDVALIDITY 7] steady", 0}, {SAY, "* OK [UIDNEXT 13] next", 0},               \
    {                                                                                              \
        SAY, "%t OK [READ-WRITE] done", 0                                                          \
    }
#define LIST_FROM(first)                                                                           \
    {                                                                                              \
        HEAR, "UID FETCH " first ":* (UID RFC822.SIZE)", 0                                         \
    }
#define LISTED(mail)                                                                               \
    {                                                                                              \
        SAY, "* " mail, 0                                                                          \
    }
#define GET(set)                                                                                   \
    {                                                                                              \
        HEAR, "UID FETCH " set " (UID BODY.PEEK[]<0.51>)", 0                                       \
    }
#define OK                                                                                         \
    {                                                                                              \
        SAY, "%t OK done", 0                                                                       \
    }
#define BYE                                                                                        \
    {HEAR, "LOGOUT", 0}, {SAY, "* BYE see you", 0}, OK,                                            \
    {                                                                                              \
        DROP, NULL, 0                                                                              \
    }
#define SAID                                                                                       \
    {                                                                                              \
        END, NULL, 0                                                                               \
    }

static const struct turn good[] = {CAPABLE("MOVE UIDPLUS"),
                                   CHOSEN,
                                   LIST_FROM("1"),
                                   LISTED("1 FETCH (UID 5 RFC822.SIZE 7)"),
                                   LISTED("2 FETCH (UID 6 RFC822.SIZE 5)"),
                                   LISTED("3 FETCH (RFC822.SIZE 100 UID 12)"),
                                   OK,
                                   GET("5:6,12"),
                                   LISTED("1 FETCH (UID 5 BODY[]<0> {7}"),
                                   {BYTES, "hi\r\nyou)\r\n", 0},
                                   LISTED("2 FETCH (BODY[]<0> {5}"),
                                   {BYTES, "f4 OK UID 6)\r\n", 0},
                                   LISTED("4 EXISTS"),
                                   LISTED("1 FETCH (FLAGS (\\Seen) UID 5)"),
                                   LISTED("3 FETCH (UID 12 BODY[]<0> {51}"),
                                   {FILL, "x", 51},
                                   {SAY, ")", 0},
                                   OK,
                                   {HEAR, "UID MOVE 5:6,12 \"Done\"", 0},
                                   LISTED("OK [COPYUID 9 5:6,12 1:3] moved"),
                                   LISTED("3 EXPUNGE"),
                                   LISTED("2 EXPUNGE"),
                                   LISTED("1 EXPUNGE"),
                                   OK,
                                   BYE};
#define GOOD_TRACE                                                                                 \
    "open 7 3; list 5/7 6/5 12/100; get 5 7=\"hi\r\nyou\"; 6 5=\"f4 OK\"; "                        \
    "12 51=\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"; done; end"

// What libcurl began to read before it let us have the connection.
static const struct turn leftovers[] = {{HEAR, "CAPABILITY", 0},
                                        {SAY, "UIDPLUS MOVE] Logged in", 0},
                                        {SAY, "A002 OK Logged in", 0},
                                        {SAY, "* CAPABILITY IMAP4rev1", 0},
                                        OK,
                                        CHOSEN,
                                        LIST_FROM("12"),
                                        // N:* gives the last mail when there is none from N on
                                        LISTED("3 FETCH (UID 11 RFC822.SIZE 1)"),
                                        OK,
                                        BYE};
static const struct turn nothing_new[] = {CAPABLE(""), CHOSEN, BYE};
static const struct turn disorder[] = {CAPABLE("MOVE"),
                                       CHOSEN,
                                       LIST_FROM("1"),
                                       LISTED("3 FETCH (UID 9 RFC822.SIZE 1)"),
                                       LISTED("1 FETCH (UID 8 RFC822.SIZE 1)"),
                                       LISTED("3 FETCH (UID 9 RFC822.SIZE 1)"),
                                       LISTED("3 FETCH (FLAGS (\\Recent))"),
                                       LISTED("SEARCH 1 2 3"),
                                       OK,
                                       GET("8:9"),
                                       // the other way round, one twice, one not asked for
                                       LISTED("3 FETCH (UID 9 BODY[]<0> {1}"),
                                       {BYTES, "b)\r\n", 0},
                                       LISTED("3 FETCH (UID 9 BODY[]<0> {1}"),
                                       {BYTES, "z)\r\n", 0},
                                       LISTED("4 FETCH (UID 10 BODY[]<0> {1}"),
                                       {BYTES, "c)\r\n", 0},
                                       LISTED("1 FETCH (UID 8 BODY[] \"a\")"),
                                       OK,
                                       {HEAR, "UID MOVE 8:9 \"Done\"", 0},
                                       OK,
                                       BYE};
// Gone meanwhile; without text; and a server that takes no notice of <0.51>.
static const struct turn gone[] = {CAPABLE("UIDPLUS"),
                                   CHOSEN,
                                   LIST_FROM("1"),
                                   LISTED("1 FETCH (UID 5 RFC822.SIZE 1)"),
                                   LISTED("2 FETCH (UID 7 RFC822.SIZE 1)"),
                                   LISTED("3 FETCH (UID 9 RFC822.SIZE 1000)"),
                                   OK,
                                   GET("5,7,9"),
                                   LISTED("2 FETCH (UID 7 BODY[]<0> NIL)"),
                                   LISTED("3 FETCH (UID 9 BODY[] {1000}"),
                                   {FILL, "f4 NO no\r\n", 100},
                                   {SAY, ")", 0},
                                   OK,
                                   {HEAR, "UID STORE 5,7,9 +FLAGS.SILENT (\\Deleted)", 0},
                                   OK,
                                   {HEAR, "UID EXPUNGE 5,7,9", 0},
                                   OK,
                                   BYE};
// It can't give one of two: each is asked for alone.
static const struct turn unreadable[] = {CAPABLE(""),
                                         CHOSEN,
                                         LIST_FROM("1"),
                                         LISTED("1 FETCH (UID 5 RFC822.SIZE 1)"),
                                         LISTED("2 FETCH (UID 6 RFC822.SIZE 1)"),
                                         OK,
                                         GET("5:6"),
                                         LISTED("1 FETCH (UID 5 BODY[]<0> {1}"),
                                         {BYTES, "a)\r\n", 0},
                                         {SAY, "%t NO a disk is broken", 0},
                                         GET("5"),
                                         LISTED("1 FETCH (UID 5 BODY[]<0> {1}"),
                                         {BYTES, "a)\r\n", 0},
                                         OK,
                                         GET("6"),
                                         {SAY, "%t NO a disk is broken", 0},
                                         {HEAR, "UID STORE 5:6 +FLAGS.SILENT (\\Seen)", 0},
                                         OK,
                                         BYE};
// No MOVE, no UIDPLUS, no folder yet.
static const struct turn poor[] = {CAPABLE(""),
                                   CHOSEN,
                                   LIST_FROM("1"),
                                   LISTED("1 FETCH (UID 5 RFC822.SIZE 1)"),
                                   OK,
                                   GET("5"),
                                   LISTED("1 FETCH (UID 5 BODY[]<0> {1}"),
                                   {BYTES, "a)\r\n", 0},
                                   OK,
                                   {HEAR, "UID COPY 5 \"Done\"", 0},
                                   {SAY, "%t NO [TRYCREATE] no such folder", 0},
                                   {HEAR, "LIST \"\" \"Done\"", 0},
                                   OK,
                                   {HEAR, "CREATE \"Done\"", 0},
                                   OK,
                                   {HEAR, "SUBSCRIBE \"Done\"", 0},
                                   {SAY, "%t NO what is that", 0},
                                   {HEAR, "UID COPY 5 \"Done\"", 0},
                                   OK,
                                   {HEAR, "UID STORE 5 +FLAGS.SILENT (\\Deleted)", 0},
                                   OK,
                                   {HEAR, "EXPUNGE", 0},
                                   LISTED("1 EXPUNGE"),
                                   OK,
                                   BYE};
#define ONE_MAIL                                                                                   \
    LIST_FROM("1"), LISTED("1 FETCH (UID 5 RFC822.SIZE 1)"), OK, GET("5"),                         \
        LISTED("1 FETCH (UID 5 BODY[]<0> {1}"), {BYTES, "a)\r\n", 0}, OK
#define ONE_TRACE "open 7 3; list 5/1; get 5 1=\"a\";"
static const struct turn full_folder[] = {CAPABLE("MOVE"),
                                          CHOSEN,
                                          ONE_MAIL,
                                          {HEAR, "UID MOVE 5 \"Done\"", 0},
                                          {SAY, "%t NO [OVERQUOTA] it is full", 0},
                                          {HEAR, "LIST \"\" \"Done\"", 0},
                                          LISTED("LIST (\\HasNoChildren) \".\" Done"),
                                          OK,
                                          SAID};
static const struct turn no_folder[] = {CAPABLE("MOVE"),
                                        CHOSEN,
                                        ONE_MAIL,
                                        {HEAR, "UID MOVE 5 \"Done\"", 0},
                                        {SAY, "%t NO what folder", 0},
                                        {HEAR, "LIST \"\" \"Done\"", 0},
                                        LISTED("LIST (\\NonExistent) \".\" Done"),
                                        OK,
                                        {HEAR, "CREATE \"Done\"", 0},
                                        {SAY, "%t NO not below the root", 0},
                                        SAID};
static const struct turn read_only_kept[] = {CAPABLE("MOVE"),
                                             {HEAR, "SELECT \"INBOX\"", 0},
                                             {SAY, "* OK [UIDVALIDITY 7]", 0},
                                             {SAY, "%t OK [read-only] look", 0},
                                             ONE_MAIL,
                                             BYE};
static const struct turn read_only[] = {CAPABLE(""),
                                        {HEAR, "SELECT \"INBOX\"", 0},
                                        {SAY, "* OK [UIDVALIDITY 7]", 0},
                                        {SAY, "%t OK [READ-ONLY] look", 0},
                                        SAID};
static const struct turn no_inbox[] = {
    CAPABLE(""), {HEAR, "SELECT \"INBOX\"", 0}, {SAY, "%t NO never heard of it", 0}, SAID};
static const struct turn no_validity[] = {
    CAPABLE(""), {HEAR, "SELECT \"INBOX\"", 0}, {SAY, "* 3 EXISTS", 0}, OK, SAID};
static const struct turn not_sticky[] = {CAPABLE(""),
                                         {HEAR, "SELECT \"INBOX\"", 0},
                                         {SAY, "* OK [UIDVALIDITY 7]", 0},
                                         {SAY, "* NO [UIDNOTSTICKY] sorry", 0},
                                         OK,
                                         SAID};
static const struct turn named[] = {CAPABLE(""),
                                    {HEAR, "SELECT \"Jeux/\\\"&AOk-\\\" &- \\\\o\"", 0},
                                    {SAY, "* OK [UIDVALIDITY 7]", 0},
                                    OK,
                                    ONE_MAIL,
                                    {HEAR, "UID COPY 5 \"&ZeVnLA-\"", 0},
                                    OK,
                                    {HEAR, "UID STORE 5 +FLAGS.SILENT (\\Deleted)", 0},
                                    OK,
                                    {HEAR, "EXPUNGE", 0},
                                    OK,
                                    BYE};
// Liars.
static const struct turn shutdown[] = {
    CAPABLE(""), CHOSEN, LIST_FROM("1"), {SAY, "* BYE shutting down", 0}, SAID};
static const struct turn bad[] = {
    CAPABLE(""), CHOSEN, LIST_FROM("1"), {SAY, "%t BAD what is UID", 0}, SAID};
static const struct turn other_tag[] = {
    CAPABLE(""), CHOSEN, LIST_FROM("1"), {SAY, "f2 OK", 0}, SAID};
static const struct turn words[] = {
    CAPABLE(""), CHOSEN, LIST_FROM("1"), {SAY, "come in and find out", 0}, SAID};
static const struct turn wants_more[] = {
    CAPABLE(""), CHOSEN, LIST_FROM("1"), {SAY, "+ go on", 0}, SAID};
static const struct turn broken_list[] = {
    CAPABLE(""), CHOSEN, LIST_FROM("1"), LISTED("1 FETCH (UID x RFC822.SIZE 1)"), OK, SAID};
static const struct turn long_line[] = {
    CAPABLE(""), CHOSEN, LIST_FROM("1"), {BYTES, "* 1 FETCH (X ", 0}, {ENDLESS, "x", 0}};
static const struct turn too_short[] = {CAPABLE(""),
                                        CHOSEN,
                                        LIST_FROM("1"),
                                        LISTED("1 FETCH (UID 5 RFC822.SIZE 30)"),
                                        OK,
                                        GET("5"),
                                        LISTED("1 FETCH (UID 5 BODY[]<0> {30}"),
                                        {BYTES, "not thirty)\r\n", 0},
                                        OK,
                                        SAID};
static const struct turn too_long[] = {CAPABLE(""),
                                       CHOSEN,
                                       LIST_FROM("1"),
                                       LISTED("1 FETCH (UID 5 RFC822.SIZE 2)"),
                                       OK,
                                       GET("5"),
                                       LISTED("1 FETCH (UID 5 BODY[]<0> {2}"),
                                       {BYTES, "more than two)\r\n", 0},
                                       OK,
                                       SAID};
static const struct turn too_long_with_end[] = {CAPABLE(""),
                                                CHOSEN,
                                                LIST_FROM("1"),
                                                LISTED("1 FETCH (UID 5 RFC822.SIZE 2)"),
                                                OK,
                                                GET("5"),
                                                LISTED("1 FETCH (UID 5 BODY[]<0> {2}"),
                                                {BYTES, "ab\r\n", 0},
                                                OK,
                                                SAID};
static const struct turn huge[] = {CAPABLE(""),
                                   CHOSEN,
                                   LIST_FROM("1"),
                                   LISTED("1 FETCH (UID 5 RFC822.SIZE 2147483648)"),
                                   OK,
                                   GET("5"),
                                   LISTED("1 FETCH (UID 5 BODY[]<0> {2147483648}"),
                                   {ENDLESS, "x", 0}};
static const struct turn silent[] = {CAPABLE(""), CHOSEN, LIST_FROM("1"), {HANG, NULL, 0}};
static const struct turn hangs_up[] = {CAPABLE(""), CHOSEN, LIST_FROM("1"), {DROP, NULL, 0}};

#define LATER    " later: "
#define PROTOCOL " protocol: the server says "
static const struct {
    const char *name;
    const struct fetch_config *config;
    gint64 after;
    const struct turn *turns;
    const char *trace;
} visits[] = {
    {"good", &moves, 0, good, GOOD_TRACE},
    {"leftovers", &keeps, 11, leftovers, "open 7 3; list; end"},
    {"nothing new", &keeps, 12, nothing_new, "open 7 3; list; end"},
    {"disorder", &moves, 0, disorder,
     "open 7 3; list 8/1 9/1; get 8 1=\"a\"; 9 1=\"b\"; done; end"},
    {"gone", &deletes, 0, gone,
     "open 7 3; list 5/1 7/1 9/1000; get 5 gone; 7 unreadable (the server has no text for it); "
     "9 51=\"f4 NO no\r\nf4 NO no\r\nf4 NO no\r\nf4 NO no\r\nf4 NO no\r\nf\"; done; end"},
    {"unreadable", &keeps, 0, unreadable,
     "open 7 3; list 5/1 6/1; get 5 1=\"a\"; get 6 unreadable (a disk is broken); done; end"},
    {"poor", &moves, 0, poor, ONE_TRACE " done; end"},
    {"full folder", &moves, 0, full_folder,
     ONE_TRACE " folder: mails can't be moved to Done: [OVERQUOTA] it is full"},
    {"no folder", &moves, 0, no_folder,
     ONE_TRACE " folder: mails can't be moved to Done (what folder), nor can that folder be made "
               "(not below the root)"},
    {"read-only, kept", &keeps, 0, read_only_kept, "open 7 0; list 5/1; get 5 1=\"a\"; done; end"},
    {"read-only", &moves, 0, read_only,
     " folder: the server lets nobody take mails out of INBOX: it is read-only"},
    {"no inbox", &moves, 0, no_inbox, " folder: there is no folder INBOX: never heard of it"},
    {"no validity", &moves, 0, no_validity,
     " folder: the server gives the mails of INBOX no lasting names (UIDs)"},
    {"not sticky", &keeps, 0, not_sticky,
     " folder: the server gives the mails of INBOX no lasting names (UIDs)"},
    {"named", &accents, 0, named, "open 7 0; list 5/1; get 5 1=\"a\"; done; end"},
    {"shutdown", &moves, 0, shutdown,
     "open 7 3;" LATER "the server takes leave: BYE shutting down"},
    {"bad", &moves, 0, bad, "open 7 3;" PROTOCOL "\"f3 BAD what is UID\""},
    {"other tag", &moves, 0, other_tag, "open 7 3;" PROTOCOL "\"f2 OK\""},
    {"words", &moves, 0, words, "open 7 3;" PROTOCOL "\"come in and find out\""},
    {"wants more", &moves, 0, wants_more, "open 7 3;" PROTOCOL "\"+ go on\""},
    {"broken list", &moves, 0, broken_list,
     "open 7 3;" PROTOCOL "\"* 1 FETCH (UID x RFC822.SIZE 1)\""},
    {"long line", &moves, 0, long_line, "open 7 3; protocol: the server sends an endless line"},
    {"too short", &moves, 0, too_short,
     "open 7 3; list 5/30;" LATER "the server has said nothing for 2 seconds"},
    {"too long", &moves, 0, too_long,
     "open 7 3; list 5/2;" PROTOCOL "\"* 1 FETCH (UID 5 BODY[]<0> \1re than two)\""},
    {"too long with an end", &moves, 0, too_long_with_end,
     "open 7 3; list 5/2;" PROTOCOL "\"* 1 FETCH (UID 5 BODY[]<0> \1\""},
    {"huge", &moves, 0, huge,
     "open 7 3; list 5/2147483648; protocol: the server announces 2147483648 bytes where 51 were "
     "asked for"},
    {"silent", &moves, 0, silent, "open 7 3;" LATER "the server has said nothing for 2 seconds"},
    {"hangs up", &moves, 0, hangs_up, "open 7 3;" LATER "the server has closed the connection"},
};

static void test_visits(void **state)
{
    static const gsize pieces[] = {1, 2, 5, 100, 100000};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(visits); i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(pieces); k++) {
            struct script s;
            script_init(&s, visits[i].turns, TRUE, pieces[k]);
            g_autofree char *trace = visit(visits[i].config, &s, visits[i].after);
            if (strcmp(trace, visits[i].trace) != 0 || s.unexpected)
                fail_msg("%s, in pieces of %d: %s", visits[i].name, (int)pieces[k], trace);
            script_clear(&s);
        }
    }
}

// A connection that breaks after any byte: nothing is taken that didn't come whole, nothing is said
// to be done that wasn't answered.
static void test_cut(void **state)
{
    (void)state;
    guint cuts = 0;
    for (gint64 cut = 0;; cut++, cuts++) {
        struct script s;
        script_init(&s, good, TRUE, 13);
        s.cut = cut;
        g_autofree char *trace = visit(&moves, &s, 0);
        gboolean whole = strcmp(trace, GOOD_TRACE) == 0;
        gboolean all_answered = s.commands == 6;
        const char *error = strstr(trace, LATER);
        script_clear(&s);
        if (whole) // only the leave was taken without an answer
            break;
        assert_non_null(error);
        assert_memory_equal(trace, GOOD_TRACE, (gsize)(error - trace));
        assert_false(all_answered && strstr(trace, "done"));
    }
    assert_true(cuts > 500);
}

// All that the server says in a visit, whatever it hears.
static GString *everything(const struct turn *turn)
{
    GString *all = g_string_new(NULL);
    guint tag = 0;
    for (; turn->kind != DROP; turn++) {
        gboolean tagged = turn->kind == SAY && g_str_has_prefix(turn->text, "%t");
        tag += turn->kind == HEAR;
        if (tagged)
            g_string_append_printf(all, "f%u", tag);
        for (gsize i = 0; i < (turn->kind == FILL ? turn->count : turn->kind != HEAR); i++)
            g_string_append(all, turn->text + 2 * tagged);
        g_string_append(all, turn->kind == SAY ? "\r\n" : "");
    }
    return all;
}

// Bytes that somebody has been at: never a crash, never an endless visit.
static void test_mutations(void **state)
{
    (void)state;
    GRand *chance = g_rand_new_with_seed(23);
    GString *all = everything(good);
    guint errors = 0;
    guint ends = 0;
    for (int round = 0; round < 5000; round++) {
        g_autofree char *bytes = g_strndup(all->str, all->len);
        for (int i = g_rand_int_range(chance, 1, 5); i > 0; i--)
            bytes[g_rand_int_range(chance, 0, (gint32)all->len)] =
                "\r\n {}()[]\"\\*019fO%"[g_rand_int_range(chance, 0, 19)];
        const struct turn turns[] = {{BYTES, bytes, 0}, {DROP, NULL, 0}};
        struct script s;
        script_init(&s, turns, FALSE, 100);
        s.deaf = TRUE;
        g_autofree char *trace = visit(&moves, &s, 0);
        gboolean end = g_str_has_suffix(trace, "end");
        ends += end;
        errors += !end;
        script_clear(&s);
    }
    assert_true(errors > 500 && ends > 500);
    g_string_free(all, TRUE);
    g_rand_free(chance);
}

// ---- sets --------------------------------------------------------------------------------------

static void test_sets(void **state)
{
    static const struct {
        gint64 numbers[8];
        const char *set;
    } table[] = {
        {{1}, "1"},
        {{1, 2}, "1:2"},
        {{1, 3}, "1,3"},
        {{1, 2, 3, 7, 9, 10, 4294967295}, "1:3,7,9:10,4294967295"},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        struct fetch_mail mails[8];
        const struct fetch_mail *pointers[8];
        gsize count = 0, taken;
        for (; count < 8 && table[i].numbers[count]; count++) {
            mails[count] = (struct fetch_mail){.number = table[i].numbers[count]};
            pointers[count] = &mails[count];
        }
        g_autofree char *set = fetch_imap_set(pointers, count, &taken);
        assert_string_equal(set, table[i].set);
        assert_int_equal(taken, count);
    }
}

// Many mails need several commands, none of them long.
static void test_long_sets(void **state)
{
    enum { COUNT = 2000 };
    static struct fetch_mail mails[COUNT];
    static const struct fetch_mail *pointers[COUNT];
    gsize sets = 0;
    (void)state;
    for (gsize i = 0; i < COUNT; i++) {
        mails[i].number = 4000000000 + 2 * (gint64)i;
        pointers[i] = &mails[i];
    }
    for (gsize from = 0; from < COUNT; sets++) {
        gsize taken;
        g_autofree char *set = fetch_imap_set(pointers + from, COUNT - from, &taken);
        g_auto(GStrv) parts = g_strsplit(set, ",", -1);
        assert_in_range(strlen(set), 1, FETCH_IMAP_SET);
        assert_int_equal(g_strv_length(parts), taken);
        from += taken;
    }
    assert_in_range(sets, COUNT * 11 / FETCH_IMAP_SET, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_visits),    cmocka_unit_test(test_cut),
        cmocka_unit_test(test_mutations), cmocka_unit_test(test_sets),
        cmocka_unit_test(test_long_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
