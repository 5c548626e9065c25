// SPDX-License-Identifier: MIT
// One thing wrong at a time, and which line is named for it; and records damaged at random, of
// which none may be accepted and none may do harm.
#include "tests/unit/records.h"

enum edit { REPLACE, INSERT, DELETE, SWAP };
enum seal { AS_IT_IS, AGAIN };

// ---- faults by hand ----------------------------------------------------------------------------

// `find` begins the line that is edited; the failing line is counted from it. Record 001 has two
// seats, three discards and a name, and a seat change in round 2.
static const struct {
    const char *find;
    unsigned nth; // from 0
    enum edit edit;
    const char *text;
    enum seal seal;
    int failing; // lines after the edited one
} faults[] = {
    // the head
    {"23 record v1", 0, REPLACE, "23 record v2", AGAIN, 0},
    {"23 record v1", 0, REPLACE, "23 record v1 ", AGAIN, 0},
    {"23 record v1", 0, REPLACE,
     "\xef\xbb\xbf"
     "23 record v1",
     AGAIN, 0},
    {"23 record v1", 0, DELETE, NULL, AGAIN, 0},
    {"game ", 0, REPLACE, "game 120", AGAIN, 0},
    {"game ", 0, REPLACE, "game -1 2027-03-17T11:52:02Z", AGAIN, 0},
    {"game ", 0, REPLACE, "game +1 2027-03-17T11:52:02Z", AGAIN, 0},
    {"game ", 0, REPLACE, "game x 2027-03-17T11:52:02Z", AGAIN, 0},
    {"game ", 0, REPLACE, "game 120 2027-03-17T11:52:02z", AGAIN, 0},
    {"game ", 0, REPLACE, "game 120 2027-03-17T11:52:02Z ", AGAIN, 0},
    {"game ", 0, REPLACE, "game 120 2027-03-17T11:52:02Z x", AGAIN, 0},
    {"game ", 0, REPLACE, "game 120 2027-03-18T11:52:02Z", AGAIN, 6}, // after round 1's time
    {"game ", 0, DELETE, NULL, AGAIN, 0},
    {"name ", 0, REPLACE, "name", AGAIN, 0},
    {"name ", 0, REPLACE, "name ", AGAIN, 0},
    {"name ", 0, INSERT, "name other", AGAIN, 1},
    {"rules ", 0, REPLACE, "rules gap=difference bonus=window discard=3 stall=3 ", AGAIN, 0},
    {"rules ", 0, REPLACE, "rules gap=difference bonus=window discard=3 stall=1", AGAIN, 0},
    {"rules ", 0, REPLACE, "rules bonus=window gap=difference discard=3 stall=3", AGAIN, 0},
    {"rules ", 0, REPLACE, "rules gap=difference bonus=window discard=0 stall=3", AGAIN, 5},
    {"rules ", 0, REPLACE, "rules gap=Difference bonus=window discard=3 stall=3", AGAIN, 0},
    {"rules ", 0, REPLACE, "rules", AGAIN, 0},
    {"rules ", 0, INSERT, "name late", AGAIN, 0}, // a second one
    {"commit ", 0, INSERT, "name late", AGAIN, 0},
    {"commit ", 0, DELETE, NULL, AGAIN, 0},
    {"commit ", 0, REPLACE, "commit", AGAIN, 0},
    {"commit ", 0, REPLACE,
     "commit 2AF88AC1B40B10306D3F0EC529C511C1D7805AB620A53422A95EB16C5EF61ADF", AGAIN, 0},
    // seats
    {"seat dma5XY3", 0, DELETE, NULL, AGAIN, 0}, // round 1 stands there, with one seat
    {"seat dma5XY3", 0, REPLACE, "seat", AGAIN, 0},
    {"seat dma5XY3", 0, REPLACE, "seat ", AGAIN, 0},
    {"seat dma5XY3", 0, REPLACE, "seat dma5XY3 ", AGAIN, 0},
    {"seat dma5XY3", 0, REPLACE, "seat MQKKLBY.O2a luck", AGAIN, 0},
    {"seat dma5XY3", 0, REPLACE, "seat a@b.c luck", AGAIN, 0},
    {"seat dma5XY3", 0, REPLACE, "seat a12345678901234567890 luck", AGAIN, 0},
    {"seat dma5XY3", 0, REPLACE, "seat dma5XY3 another luck", AGAIN, 2}, // the first deal
    {"seat dma5XY3", 0, REPLACE, "seat dma5XY3  =?utf-8?q?encoded?=", AGAIN, 2},
    {"seat dma5XY3", 0, REPLACE, "seat dma5XY4 =?utf-8?q?encoded?=", AGAIN, 2},
    {"seat dma5XY3", 0, INSERT, "seat third", AGAIN, 3}, // n seats, another deal
    {"seat dma5XY3", 0, REPLACE, "seat dma5XY3 a\x7f", AGAIN, 0},
    {"seat dma5XY3", 0, REPLACE, "seat dma5XY3 \xc0\xaf", AGAIN, 0},
    {"seat dma5XY3", 0, REPLACE, "seat dma5XY3 \xed\xa0\x80", AGAIN, 0},
    // rounds and deals
    {"round 1", 0, REPLACE, "round 2 2027-03-17T22:23:47Z", AGAIN, 0},
    {"round 1", 0, REPLACE, "round 01 2027-03-17T22:23:47Z", AGAIN, 0},
    {"round 1", 0, REPLACE, "round 1", AGAIN, 0},
    {"round 1", 0, DELETE, NULL, AGAIN, 0},
    {"round 1", 0, INSERT, "seat-change dma5XY3 2027-03-17T22:23:47Z x", AGAIN, 0},
    {"round 2", 0, INSERT, "seat-change dma5XY3 2027-04-08T05:01:20Z x", AGAIN, 0},
    {"round 2", 0, REPLACE, "round 1 2027-04-08T05:01:20Z", AGAIN, 0},
    {"round 2", 0, REPLACE, "round 2 2027-04-08T05:01:19Z", AGAIN, 0},
    {"deal ", 0, SWAP, NULL, AGAIN, 0},
    {"deal ", 1, DELETE, NULL, AGAIN, 0},
    {"deal ", 1, INSERT, "cancelled x", AGAIN, 0},
    {"deal ", 0, REPLACE, "deal MqKKLBy.o2A sealed", AGAIN, 0},
    {"deal ", 0, REPLACE, "deal MqKKLBy.o2A 3 4 4 6 6 6 7 8 11 12 12 13 15 16 17", AGAIN, 0},
    {"deal ", 0, REPLACE, "deal MqKKLBy.o2A 3 4 4 6 6 6 7 8 11 12 12 13 15 16", AGAIN, 0},
    {"deal ", 0, REPLACE, "deal MqKKLBy.o2A 3 4 4 6 6 6 7 8 11 12 12 13 15 18 16", AGAIN, 0},
    {"deal ", 0, REPLACE, "deal MqKKLBy.o2A 3 4 4 6 6 6 7 8 11 12 12 13 15 16 18 ", AGAIN, 0},
    {"deal ", 3, REPLACE, "deal dma5XY3 2 2 3 3 6 7 7 9 11 13 13 15 17 17 22", AGAIN, 0},
    // discards
    {"discard ", 0, REPLACE, "discard MqKKLBy.o2A 2027-03-18T15:53:16Z 16 3 18", AGAIN, 0},
    {"discard ", 0, REPLACE, "discard MqKKLBy.o2A 2027-03-18T15:53:16Z 3 16", AGAIN, 0},
    {"discard ", 0, REPLACE, "discard MqKKLBy.o2A 2027-03-18T15:53:16Z 3 3 16", AGAIN, 0},
    {"discard ", 0, REPLACE, "discard MqKKLBy.o2A 2027-03-18T15:53:16Z 3 4 16 18", AGAIN, 0},
    {"discard ", 0, REPLACE, "discard MqKKLBy.o2A 2027-03-18T15:53:16Z 3 16 18 by Clock", AGAIN, 0},
    {"discard ", 0, REPLACE, "discard MqKKLBy.o2A 2027-03-18T15:53:16Z 3 16 18  by clock", AGAIN,
     0},
    {"discard ", 0, REPLACE, "discard MqKKLBy.o2A 2027-03-18T15:53:16Z by clock", AGAIN, 0},
    {"discard ", 0, REPLACE, "discard MqKKLBy.o2A 2027-03-18T15:53:16Z", AGAIN, 0},
    {"discard ", 0, REPLACE, "discard mqkklby.o2a 2027-03-18T15:53:16Z 3 16 18", AGAIN, 0},
    {"discard ", 0, REPLACE, "discard MqKKLBy.o2A 2027-03-17T15:53:16Z 3 16 18", AGAIN, 0},
    {"discard ", 1, DELETE, NULL, AGAIN, 0},
    {"discard ", 1, REPLACE, "discard dma5XY3 2027-03-18T15:53:16Z 1 2 11", AGAIN, 0},
    {"discard ", 1, INSERT, "move dma5XY3 2027-03-18T15:53:16Z 1", AGAIN, 0},
    {"discard ", 1, INSERT, "score dma5XY3 0 3", AGAIN, 0},
    // moves
    {"move ", 0, REPLACE, "move dma5XY3 2027-03-18T15:53:16Z 1 by clock", AGAIN, 0},
    {"move ", 0, REPLACE, "move dma5XY3 2027-03-18T15:53:16Z 1 bonus", AGAIN, 0},
    {"move ", 0, REPLACE, "move dma5XY3 2027-03-18T15:53:16Z 3", AGAIN, 0},
    {"move ", 0, REPLACE, "move MqKKLBy.o2A 2027-03-18T15:53:16Z 1", AGAIN, 0},
    {"move ", 1, REPLACE, "move MqKKLBy.o2A 2027-03-18T16:45:50Z pass by", AGAIN, 0},
    {"move ", 1, REPLACE, "move MqKKLBy.o2A 2027-03-18T16:45:50Z", AGAIN, 0},
    {"move ", 1, REPLACE, "move MqKKLBy.o2A 2027-03-18T16:45:50Z pass by clock by robot", AGAIN, 0},
    {"move ", 1, REPLACE, "move MqKKLBy.o2A 2027-03-18T16:45:50Z 9", AGAIN, 0},
    {"move ", 1, REPLACE, "move MqKKLBy.o2A 2027-03-18T16:45:50Z pass force", AGAIN, 1}, // forced
    {"move ", 1, REPLACE, "move  MqKKLBy.o2A 2027-03-18T16:45:50Z pass", AGAIN, 0},
    {"move ", 1, DELETE, NULL, AGAIN, 0},
    {"move ", 1, INSERT, "", AGAIN, 0},
    {"move ", 1, INSERT, " ", AGAIN, 0},
    {"move ", 1, INSERT, "# a comment", AGAIN, 0},
    {"move ", 1, SWAP, NULL, AGAIN, 0},
    {"move ", 1, INSERT, "round 2 2027-03-18T15:53:16Z", AGAIN, 0},
    {"move ", 1, INSERT, "end 2027-03-18T15:53:16Z", AGAIN, 0},
    // seat changes
    {"seat-change", 0, REPLACE, "seat-change dma5XY3 2027-04-23T00:35:42Z", AGAIN, 0},
    {"seat-change", 0, REPLACE, "seat-change dma5XY3 2027-04-23T00:35:42Z robot-1 ", AGAIN, 0},
    {"seat-change", 0, REPLACE, "seat-change dma5XY3 2027-04-23T00:35:42Z r/1", AGAIN, 0},
    {"seat-change", 0, REPLACE, "seat-change DMA5XY3 2027-04-23T00:35:42Z robot-1", AGAIN, 0},
    {"seat-change", 0, REPLACE, "seat-change dma5XY3 2027-04-23T00:35:42Z MQKKLBY.O2A", AGAIN, 0},
    {"seat-change", 0, REPLACE, "seat-change dma5XY3 2027-04-01T00:35:42Z robot-1", AGAIN, 0},
    {"seat-change", 0, REPLACE, "seat-change dma5XY3 2027-04-23T00:35:42Z dma5XY3", AGAIN, 2},
    {"seat-change", 0, DELETE, NULL, AGAIN, 1},
    {"seat-change", 0, REPLACE, "seat-change dma5XY3 2027-04-24T00:35:42Z robot-1", AGAIN,
     1}, // time
    // scores, result, winner
    {"score ", 0, REPLACE, "score MqKKLBy.o2A 11 3", AGAIN, 0},
    {"score ", 0, REPLACE, "score MqKKLBy.o2A 10 2", AGAIN, 0},
    {"score ", 0, REPLACE, "score MqKKLBy.o2A 10", AGAIN, 0},
    {"score ", 0, REPLACE, "score MqKKLBy.o2A 18446744073709551626 3", AGAIN, 0}, // 2^64 + 10
    {"score ", 0, REPLACE, "score MqKKLBy.o2A 4294967306 3", AGAIN, 0},           // 2^32 + 10
    {"score ", 0, SWAP, NULL, AGAIN, 0},
    {"score ", 0, INSERT, "cancelled x", AGAIN, 0},
    {"score ", 1, INSERT, "cancelled x", AGAIN, 0},
    {"result ", 0, REPLACE, "result MqKKLBy.o2A 10", AGAIN, 0},
    {"result ", 0, REPLACE, "result MqKKLBy.o2A 9 0", AGAIN, 0},
    {"result ", 1, INSERT, "cancelled x", AGAIN, 0},
    {"result ", 1, REPLACE, "result dma5XY3 20", AGAIN, 0}, // the name it had before
    {"result ", 1, DELETE, NULL, AGAIN, 0},
    {"winner ", 0, REPLACE, "winner", AGAIN, 0},
    {"winner ", 0, REPLACE, "winner robot-1", AGAIN, 0},
    {"winner ", 0, REPLACE, "winner MqKKLBy.o2A robot-1", AGAIN, 0},
    {"winner ", 0, REPLACE, "winner MqKKLBy.o2A MqKKLBy.o2A", AGAIN, 0},
    {"winner ", 0, REPLACE, "winner MqKKLBy.o2A ", AGAIN, 0},
    {"winner ", 0, DELETE, NULL, AGAIN, 0},
    {"winner ", 0, INSERT, "cancelled x", AGAIN, 0},
    // seed and end
    {"seed ", 0, DELETE, NULL, AGAIN, 0},
    {"seed ", 0, REPLACE, "seed", AGAIN, 0},
    {"seed ", 0, INSERT, "seed 083c20399ff29bdb84ef4c40c9c50fb96e353552fb3de75f2c284fbdd1403729",
     AGAIN, 1}, // twice
    {"seed ", 0, INSERT, "seed 083C20399FF29BDB84EF4C40C9C50FB96E353552FB3DE75F2C284FBDD1403729",
     AGAIN, 0},
    {"end ", 0, REPLACE, "end 2027-05-06T21:26:11Z", AGAIN, 0}, // before the last move
    {"end ", 0, REPLACE, "end 2027-05-06T21:26:12Z x", AGAIN, 0},
    {"end ", 0, INSERT, "cancelled x", AGAIN, 0},
    // the seal itself, and what it alone finds
    {"name ", 0, REPLACE, "name another", AS_IT_IS, 74},
    {"game ", 0, REPLACE, "game 121 2027-03-17T11:52:02Z", AS_IT_IS, 75},
    {"end ", 0, REPLACE, "end 2027-05-06T21:26:13Z", AS_IT_IS, 1},
    {"chain ", 0, REPLACE, "chain", AS_IT_IS, 0},
    {"chain ", 0, DELETE, NULL, AS_IT_IS, 0},
    {"key ", 0, REPLACE, "key", AS_IT_IS, 0},
    {"key ", 0, DELETE, NULL, AS_IT_IS, 0},
    {"key ", 0, REPLACE, // no point of the curve
     "key 0200000000000000000000000000000000000000000000000000000000000000", AS_IT_IS, 1},
    {"key ", 0, REPLACE, // of small order
     "key 0100000000000000000000000000000000000000000000000000000000000000", AS_IT_IS, 1},
    {"key ", 0, REPLACE, "key 5C8c440c6a41ab29615e863d8d54161e26518cbc7e3083f6d10eef62bf2659ee",
     AS_IT_IS, 0},
    {"signature ", 0, REPLACE, "signature", AS_IT_IS, 0},
    {"signature ", 0, REPLACE, // bits beyond the last byte
     "signature Kl8sQA/xJgaP5yW11prINjkgvxzEAWFqdrYWWkZDfD2ADAUm3kOl0rLfTtzttQX6f7UFUj78Zl9kLfix4t0"
     "0Dx==",
     AS_IT_IS, 0},
    {"signature ", 0, REPLACE, // the other alphabet
     "signature Kl8sQA_xJgaP5yW11prINjkgvxzEAWFqdrYWWkZDfD2ADAUm3kOl0rLfTtzttQX6f7UFUj78Zl9kLfix4t0"
     "0Dw==",
     AS_IT_IS, 0},
    {"signature ", 0, REPLACE, // no padding
     "signature Kl8sQA/xJgaP5yW11prINjkgvxzEAWFqdrYWWkZDfD2ADAUm3kOl0rLfTtzttQX6f7UFUj78Zl9kLfix4t0"
     "0Dw",
     AS_IT_IS, 0},
    {"signature ", 0, DELETE, NULL, AS_IT_IS, 0},
    {"signature ", 0, INSERT, "", AS_IT_IS, 0},
};

static guint find_line(const GPtrArray *lines, const char *start, unsigned nth)
{
    for (guint i = 0; i < lines->len; i++)
        if (g_str_has_prefix(g_ptr_array_index(lines, i), start) && nth-- == 0)
            return i;
    fail_msg("no line begins with `%s`", start);
    return 0;
}

static void do_edit(GPtrArray *lines, guint at, enum edit edit, const char *text)
{
    switch (edit) {
    case REPLACE:
        g_free(g_ptr_array_index(lines, at));
        g_ptr_array_index(lines, at) = g_strdup(text);
        break;
    case INSERT:
        g_ptr_array_insert(lines, (gint)at, g_strdup(text));
        break;
    case DELETE:
        g_ptr_array_remove_index(lines, at);
        break;
    case SWAP: {
        gpointer line = g_ptr_array_index(lines, at);
        g_ptr_array_index(lines, at) = g_ptr_array_index(lines, at + 1);
        g_ptr_array_index(lines, at + 1) = line;
        break;
    }
    }
}

static void test_faults(void **state)
{
    (void)state;
    g_autoptr(GString) good = records_read("", 1, ".record");
    for (gsize i = 0; i < G_N_ELEMENTS(faults); i++) {
        g_autoptr(GPtrArray) lines = records_split(good);
        const guint at = find_line(lines, faults[i].find, faults[i].nth);
        do_edit(lines, at, faults[i].edit, faults[i].text);
        g_autoptr(GString) edited = records_join(lines);
        g_autoptr(GString) text = faults[i].seal == AGAIN
                                      ? records_seal_again(edited)
                                      : g_string_new_len(edited->str, (gssize)edited->len);
        const gsize failing = records_failing_line(text, NULL);
        if (failing != (gsize)((int)at + 1 + faults[i].failing))
            fail_msg("fault %zu (%s, %s): line %zu, not %d", i, faults[i].find,
                     faults[i].text ? faults[i].text : "", failing,
                     (int)at + 1 + faults[i].failing);
    }
}

// What may be changed, when it is signed again: it is another record, and a good one.
static void test_what_is_free(void **state)
{
    (void)state;
    static const struct {
        const char *find;
        unsigned nth;
        enum edit edit;
        const char *text;
    } rows[] = {
        {"game ", 0, REPLACE, "game 99999999999999999999999999 2027-03-17T11:52:02Z"},
        {"game ", 0, REPLACE, "game 0 0001-01-01T00:00:00Z"},
        {"name ", 0, DELETE, NULL},
        {"name ", 0, REPLACE, "name  "}, // one blank is a name
        {"name ", 0, REPLACE, "name \xc2\x85 \xe2\x80\xae"},
        {"discard ", 0, SWAP, NULL}, // they came at the same second
        {"move ", 1, REPLACE, "move MqKKLBy.o2A 2027-03-18T15:53:16Z pass by clock"},
        {"move ", 1, INSERT, "seat-change MqKKLBy.o2A 2027-03-18T15:53:16Z MqKKLBy.o2A"},
        {"end ", 0, REPLACE, "end 9999-12-31T23:59:59Z"},
    };
    g_autoptr(GString) good = records_read("", 1, ".record");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) lines = records_split(good);
        do_edit(lines, find_line(lines, rows[i].find, rows[i].nth), rows[i].edit, rows[i].text);
        g_autoptr(GString) edited = records_join(lines);
        g_autoptr(GString) text = records_seal_again(edited);
        const gsize failing = records_failing_line(text, NULL);
        if (failing != 0)
            fail_msg("row %zu fails in line %zu", i, failing);
        assert_true(records_failing_line(edited, NULL) > 0);
    }
}

// However many bytes are there: the line after the last whole one, or the one without its newline.
static void test_cut_anywhere(void **state)
{
    (void)state;
    unsigned cut = 0;
    for (unsigned i = 1; i <= RECORDS_GOOD; i += 3) {
        g_autoptr(GString) good = records_read("", i, ".record");
        gsize line = 1;
        for (gsize len = 0; len < good->len; len++, cut++) {
            g_autoptr(GString) text = g_string_new_len(good->str, (gssize)len);
            if (len > 0 && good->str[len - 1] == '\n')
                line++;
            if (len % 7 == 0 || (len > 0 && good->str[len - 1] == '\n'))
                assert_int_equal(records_failing_line(text, NULL), line);
        }
    }
    assert_true(cut > 30000);
}

static void test_line_ends(void **state)
{
    (void)state;
    g_autoptr(GString) good = records_read("", 5, ".record");
    g_autoptr(GPtrArray) lines = records_split(good);
    for (guint i = 0; i < lines->len; i++) { // a CR at one line's end, and a NUL within one
        g_autoptr(GPtrArray) other = records_split(good);
        char *line = g_ptr_array_index(other, i);
        g_ptr_array_index(other, i) = g_strconcat(line, "\r", NULL);
        g_free(line);
        g_autoptr(GString) text = records_join(other);
        assert_int_equal(records_failing_line(text, NULL), i + 1);
        char *cr = memchr(text->str, '\r', text->len);
        *cr = '\0';
        assert_int_equal(records_failing_line(text, NULL), i + 1);
    }
    g_string_append_c(good, '\0');
    assert_int_equal(records_failing_line(good, NULL), lines->len + 1);
}

// ---- faults at random --------------------------------------------------------------------------

static uint64_t state_of_chance = 0x2545f4914f6cdd1du;

static gsize below(gsize k)
{
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return (gsize)(state_of_chance >> 20) % k;
}

static char any_byte(void)
{
    static const char likely[] = "\n \r\t0123456789abcdefx-:TZ. \x7f\xff";
    return below(3) ? likely[below(sizeof likely)] : (char)below(256);
}

static void damage_bytes(GString *text)
{
    for (gsize n = 1 + below(3); n > 0; n--) {
        const gsize at = below(text->len);
        switch (below(4)) {
        case 0:
            text->str[at] = (char)(text->str[at] ^ 1 << below(8));
            break;
        case 1:
            text->str[at] = any_byte();
            break;
        case 2:
            g_string_insert_c(text, (gssize)at, any_byte());
            break;
        default:
            g_string_erase(text, (gssize)at, 1);
            break;
        }
    }
}

static void damage_lines(GString *text)
{
    g_autoptr(GPtrArray) lines = records_split(text);
    const guint at = (guint)below(lines->len - 1);
    const guint from = (guint)below(lines->len);
    static const enum edit edits[] = {INSERT, DELETE, SWAP, REPLACE};
    g_autofree char *line = g_strdup(g_ptr_array_index(lines, from));
    do_edit(lines, at, edits[below(4)], line);
    g_autoptr(GString) other = records_join(lines);
    g_string_truncate(text, 0);
    g_string_append_len(text, other->str, (gssize)other->len);
}

// Signed again, a record with another time or name is a good one. These lines can't be others.
static void assert_only_free_lines_differ(const GString *good, const GString *text)
{
    static const char *const fixed[] = {"deal ",   "score ", "result ", "winner ",
                                        "commit ", "seed ",  "23 "};
    g_autoptr(GPtrArray) before = records_split(good);
    g_autoptr(GPtrArray) after = records_split(text);
    for (gsize f = 0; f < G_N_ELEMENTS(fixed); f++) {
        g_autoptr(GString) a = g_string_new(NULL);
        g_autoptr(GString) b = g_string_new(NULL);
        for (guint i = 0; i < before->len; i++)
            if (g_str_has_prefix(g_ptr_array_index(before, i), fixed[f]))
                g_string_append(a, strrchr(g_ptr_array_index(before, i), ' '));
        for (guint i = 0; i < after->len; i++)
            if (g_str_has_prefix(g_ptr_array_index(after, i), fixed[f]))
                g_string_append(b, strrchr(g_ptr_array_index(after, i), ' '));
        if (f != 3) // a winner may have another name by then
            assert_true(g_string_equal(a, b));
    }
}

static void test_damage(void **state)
{
    (void)state;
    unsigned tried = 0;
    unsigned accepted = 0;
    for (unsigned i = 1; i <= RECORDS_GOOD; i++) {
        g_autoptr(GString) good = records_read("", i, ".record");
        for (unsigned n = 0; n < 300; n++) {
            g_autoptr(GString) text = g_string_new_len(good->str, (gssize)good->len);
            if (n % 3)
                damage_bytes(text);
            else
                damage_lines(text);
            if (g_string_equal(text, good))
                continue;
            assert_int_not_equal(records_failing_line(text, NULL), 0);
            tried++;
            g_autoptr(GString) public = record_public(text->str, text->len);
            (void)public;
            g_autoptr(GString) sealed = records_seal_again(text);
            if (records_failing_line(sealed, NULL) == 0) {
                assert_only_free_lines_differ(good, sealed);
                accepted++;
            }
        }
    }
    assert_true(tried > 9000);
    assert_true(accepted < tried / 4);
}

// Nothing that is a record at all: it ends with a line number, at once.
static void test_any_bytes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2000; i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        const gsize len = below(300);
        for (gsize n = 0; n < len; n++)
            g_string_append_c(text, any_byte());
        assert_true(records_failing_line(text, NULL) > 0);
    }
    g_autoptr(GString) text = g_string_new("23 record v1\ngame 1 2027-03-17T11:52:02Z\nname ");
    for (unsigned i = 0; i < 20 << 16; i++) // one line of 20 MB
        g_string_append(text, "0123456789abcdef");
    assert_int_equal(records_failing_line(text, NULL), 3);
    g_string_append_c(text, '\n');
    assert_int_equal(records_failing_line(text, NULL), 4);
    for (unsigned i = 0; i < 1 << 20; i++)
        g_string_append_c(text, '\n');
    assert_int_equal(records_failing_line(text, NULL), 4);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),       cmocka_unit_test(test_what_is_free),
        cmocka_unit_test(test_cut_anywhere), cmocka_unit_test(test_line_ends),
        cmocka_unit_test(test_damage),       cmocka_unit_test(test_any_bytes),
    };
    return cmocka_run_group_tests_name("record faults", tests, NULL, NULL);
}
