// SPDX-License-Identifier: MIT
// Games written line by line, as the hub writes them: every one is a good record, the vectors are
// written again to the letter, heads and counters are what a reader of the public lines computes.
#include "referee/record/append.h"
#include "tests/unit/records.h"

#include "base/utc.h"
#include "referee/record/game_apply.h"
#include "referee/record/sealed.h"
#include "referee/rules/notation.h"

static uint64_t state_of_chance = 0x9e3779b97f4a7c15u;

static unsigned below(unsigned k)
{
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return (unsigned)((state_of_chance >> 33) % k);
}

static GPtrArray *new_lines(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

// ---- the vectors again -------------------------------------------------------------------------

static gint64 time_in(const char *line, unsigned field)
{
    struct line rest = line_start(line, strlen(line));
    struct field text = {line, 0};
    gint64 time = 0;
    for (unsigned i = 0; i <= field; i++)
        assert_true(line_field(&rest, &text));
    assert_true(utc_parse(text.text, text.len, &time));
    return time;
}

// Does what the next line of the record says a person, the clock or a robot did; the referee's own
// lines follow.
static bool do_event(struct game *game, const GPtrArray *all, GPtrArray *lines)
{
    const char *line = g_ptr_array_index(all, lines->len);
    struct line rest = line_start(line, strlen(line));
    struct field word;
    struct field nick;
    struct field time;
    struct field what;
    struct hand hand;
    struct move move;
    assert_true(line_field(&rest, &word));
    if (field_is(word, "cancelled")) { // its time is that of the end
        const char *end = g_ptr_array_index(all, lines->len + 2);
        return append_cancelled(game, time_in(end, 1), line + strlen("cancelled "), lines);
    }
    if (field_is(word, "round"))
        return append_start(game, time_in(line, 2), lines);
    assert_true(line_field(&rest, &nick) && line_field(&rest, &time) && line_rest(&rest, &what));
    const unsigned seat = game_find_seat(game, nick);
    const gint64 now = time_in(line, 2);
    if (field_is(word, "seat-change"))
        return append_seat_change(game, seat, now, what.text, lines);
    const enum line_mark mark = field_take_mark(&what);
    if (field_is(word, "discard")) {
        assert_true(notation_parse_cards(what.text, what.len, &hand));
        return append_discard(game, seat, now, &hand, mark, lines);
    }
    assert_true(notation_parse_move(what.text, what.len, &move));
    return append_move(game, seat, now, move, mark, lines);
}

// What follows by itself is written at once; some vectors have a seat change before the opening, or
// were cancelled where a round or the result stood.
static bool follows_at_once(const GPtrArray *all)
{
    for (guint i = 1; i + 1 < all->len; i++) {
        const char *before = g_ptr_array_index(all, i - 1);
        const char *line = g_ptr_array_index(all, i);
        const char *after = g_ptr_array_index(all, i + 1);
        if (g_str_has_prefix(line, "seat-change ") && g_str_has_suffix(after, "Z 1"))
            return false;
        if (g_str_has_prefix(before, "score ") && g_str_has_prefix(line, "cancelled "))
            return false;
    }
    return true;
}

static bool write_again(const GString *text)
{
    struct game read;
    struct record_fault fault;
    g_autoptr(GPtrArray) all = records_split(text);
    g_autoptr(GPtrArray) lines = new_lines();
    struct game game;
    if (!follows_at_once(all))
        return false;
    assert_true(record_verify(&read, text->str, text->len, NULL, &fault));
    game_init(&game, GAME_RUNNING);
    game_open(&game, read.seed, records_secret_key());
    assert_true(append_head(&game, read.id, read.created, read.name, read.options, lines));
    for (unsigned s = 0; s < read.n_seats; s++)
        assert_true(append_seat(&game, read.seats[s].old_nick, read.seats[s].luck, lines));
    while (game.stage != GAME_DONE)
        assert_true(do_event(&game, all, lines));
    assert_int_equal(lines->len, all->len);
    for (guint i = 0; i + 2 < lines->len; i++) // all but key and signature, which are another's
        assert_string_equal(g_ptr_array_index(lines, i), g_ptr_array_index(all, i));
    game_clear(&game);
    game_clear(&read);
    return true;
}

static void test_vectors_again(void **state)
{
    (void)state;
    unsigned written = 0;
    for (unsigned i = 1; i <= RECORDS_GOOD; i++) {
        g_autoptr(GString) text = records_read("", i, ".record");
        written += write_again(text);
    }
    assert_true(written >= 24);
}

// ---- random games ------------------------------------------------------------------------------

// What a reader of the public lines alone computes.
struct watcher {
    uint8_t head[CHAIN_HASH];
    unsigned turn;
    gsize lines;
    guint seen; // of the full lines
    bool over;
};

static void watch(struct watcher *watcher, const struct game *game, const GPtrArray *lines)
{
    static unsigned round;
    for (; watcher->seen < lines->len; watcher->seen++) {
        const char *line = g_ptr_array_index(lines, watcher->seen);
        watcher->over = watcher->over || g_str_has_prefix(line, "result ") ||
                        g_str_has_prefix(line, "cancelled ");
        if (watcher->over)
            continue;
        if (watcher->seen == 0)
            round = 0;
        round += g_str_has_prefix(line, "round ");
        watcher->turn += g_str_has_prefix(line, "round ") || g_str_has_prefix(line, "move ");
        watcher->lines++;
        g_autofree char *public = sealed_public(game->seed, round, line, strlen(line));
        chain_add(watcher->head, public, strlen(public));
    }
    assert_memory_equal(watcher->head, game->head, CHAIN_HASH);
    assert_int_equal(watcher->turn, game->turn);
    assert_int_equal(watcher->lines, game->public_lines);
    assert_int_equal(lines->len, game->lines);
}

static void begin(struct game *game, unsigned number, GPtrArray *lines)
{
    static const char *const lucks[] = {NULL, "",
                                        "Gl\xc3\xbc"
                                        "ck",
                                        "two  blanks", " "};
    uint8_t seed[DEAL_SEED] = {(uint8_t)number, (uint8_t)(number >> 8)};
    const struct rules_options options = {.gap = number & 1,
                                          .bonus = number >> 1 & 1,
                                          .discard = number >> 2 & 1 ? 3 : 0,
                                          .stall = 3};
    game_init(game, GAME_RUNNING);
    game_open(game, seed, records_secret_key());
    assert_true(
        append_head(game, number, 1796026364, number % 3 ? "Friday" : NULL, options, lines));
    for (unsigned s = 0; s < 2 + number % 3; s++) {
        g_autofree char *nick = g_strdup_printf("p-%u", s);
        assert_true(append_seat(game, nick, lucks[(number + s) % 5], lines));
    }
}

static bool random_discard(struct game *game, gint64 now, GPtrArray *lines)
{
    struct hand hand = {.cards = 0};
    for (unsigned i = 0; i < 3; i++) {
        hand.count[2 + below(22)]++;
        hand.cards++;
    }
    const unsigned seat = below(game->n_seats);
    const guint before = lines->len;
    const bool done = append_discard(game, seat, now, &hand, below(3), lines);
    assert_int_equal(done, lines->len > before);
    return done;
}

static void random_move(struct game *game, gint64 now, GPtrArray *lines)
{
    struct legal legal[RULES_LEGAL_MAX];
    const unsigned n = rules_legal(&game->table, legal);
    unsigned chosen = below(n);
    if (legal[chosen].move.kind == MOVE_LEAVE && below(3))
        chosen = 0;
    const unsigned seat = game->table.to_move;
    const unsigned round = game->table.round;
    assert_true(append_move(game, seat, now, legal[chosen].move, below(3), lines));
    if (game->table.round == round && !game->table.options.discard)
        assert_int_equal(game->last_seat, seat);
}

static void assert_verifies(const struct game *game, const GPtrArray *lines)
{
    struct game read;
    struct record_fault fault;
    g_autoptr(GString) text = records_join(lines);
    if (!record_verify(&read, text->str, text->len, records_secret_key() + 32, &fault))
        fail_msg("line %zu: %s", fault.line, fault.reason);
    assert_int_equal(read.lines, game->lines);
    assert_int_equal(read.turn, game->turn);
    assert_int_equal(read.public_lines, game->public_lines);
    assert_memory_equal(read.results, game->results, sizeof read.results);
    assert_memory_equal(&read.table, &game->table, sizeof read.table);
    g_autoptr(GString) public = record_public(text->str, text->len);
    g_autoptr(GPtrArray) open = records_split(public);
    assert_int_equal(open->len, game->public_lines);
    uint8_t head[CHAIN_HASH] = {0};
    for (guint i = 0; i < open->len; i++)
        chain_add(head, g_ptr_array_index(open, i), strlen(g_ptr_array_index(open, i)));
    assert_memory_equal(head, game->head, sizeof head);
    game_clear(&read);
}

// The record so far, folded anew, is the same game: what the hub does when it loads one.
static void assert_folds_again(const struct game *game, const GPtrArray *lines)
{
    struct game again;
    game_init(&again, GAME_RUNNING);
    game_open(&again, game->seed, NULL);
    for (guint i = 0; i < lines->len; i++)
        assert_true(
            game_apply(&again, g_ptr_array_index(lines, i), strlen(g_ptr_array_index(lines, i))));
    assert_memory_equal(&again.table, &game->table, sizeof again.table);
    assert_memory_equal(again.head, game->head, sizeof again.head);
    assert_memory_equal(again.chain, game->chain, sizeof again.chain);
    assert_memory_equal(again.seats, game->seats, sizeof again.seats);
    assert_int_equal(again.stage, game->stage);
    assert_int_equal(again.turn, game->turn);
    assert_int_equal(again.last_time, game->last_time);
    game_clear(&again);
}

static void test_random_games(void **state)
{
    (void)state;
    gsize written = 0;
    unsigned cancelled = 0;
    for (unsigned number = 0; number < 240; number++) {
        g_autoptr(GPtrArray) lines = new_lines();
        struct game game;
        struct watcher watcher = {.turn = 0};
        begin(&game, number, lines);
        assert_int_equal(game.table.n_seats, game.n_seats);
        gint64 now = 1796026364;
        const unsigned ending = number % 8 ? 100000 : below(120);
        if (ending > 0 || number % 16)
            assert_true(append_start(&game, now, lines));
        for (unsigned step = 0; game.stage != GAME_DONE; step++) {
            watch(&watcher, &game, lines);
            now += (gint64)below(5000) - 1000; // a clock that is set back is no harm
            if (step >= ending)
                assert_true(append_cancelled(&game, now, "everybody agreed", lines));
            else if (below(25) == 0 && game.stage == GAME_PLAY)
                (void)!append_seat_change(&game, below(game.n_seats), now,
                                          below(2) ? "p-0" : "robot-1", lines);
            else if (game.table.phase == RULES_PHASE_DISCARD)
                random_discard(&game, now, lines);
            else if (game.table.phase == RULES_PHASE_PLAY)
                random_move(&game, now, lines);
            if (step % 16 == 0)
                assert_folds_again(&game, lines);
        }
        watch(&watcher, &game, lines);
        assert_verifies(&game, lines);
        assert_true(game.over);
        cancelled += game.cancelled;
        written += lines->len;
        game_clear(&game);
    }
    assert_true(written > 10000);
    assert_in_range(cancelled, 5, 30);
}

// ---- what is refused changes nothing -----------------------------------------------------------

static void test_refused(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) lines = new_lines();
    struct game game;
    const uint8_t seed[DEAL_SEED] = {9};
    game_init(&game, GAME_RUNNING);
    game_open(&game, seed, NULL);
    assert_false(append_head(&game, 1, 0, "two\nlines", rules_brief, lines));
    assert_false(append_head(&game, 1, 0, "\xff", rules_brief, lines));
    assert_int_equal(lines->len, 0);
    assert_true(append_head(&game, 1, 0, "", rules_brief, lines));
    assert_int_equal(lines->len, 4); // no name
    static const char *const nicks[] = {"", "a b", "\xc3\xa9", "a\n", "123456789012345678901"};
    for (gsize i = 0; i < G_N_ELEMENTS(nicks); i++)
        assert_false(append_seat(&game, nicks[i], NULL, lines));
    assert_true(append_seat(&game, "anna", "x", lines));
    assert_false(append_seat(&game, "ANNA", NULL, lines));
    assert_false(append_seat(&game, "bruno", "a\tb", lines));
    g_autofree char *luck = g_strnfill(201, 'x');
    assert_false(append_seat(&game, "bruno", luck, lines));
    assert_false(append_start(&game, 0, lines)); // alone
    assert_false(append_cancelled(&game, 0, "why", lines));
    assert_true(append_seat(&game, "bruno", luck + 1, lines));
    assert_false(append_cancelled(&game, 0, "", lines));
    assert_false(append_cancelled(&game, 0, "a\nb", lines));
    assert_true(append_start(&game, 0, lines));
    assert_int_equal(lines->len, 9);
    const struct move pass = {.kind = MOVE_PASS};
    const struct hand none = {.cards = 0};
    const struct game before = game;
    assert_false(append_move(&game, 0, 0, pass, LINE_PLAYER, lines));
    assert_false(append_discard(&game, 0, 0, &none, LINE_PLAYER, lines));
    assert_false(append_seat_change(&game, 0, 0, "Bruno", lines));
    assert_false(append_seat_change(&game, 0, 0, "a b", lines));
    assert_false(append_start(&game, 0, lines));
    assert_int_equal(lines->len, 9);
    assert_memory_equal(&before, &game, offsetof(struct game, reason));
    game_clear(&game);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors_again),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("append", tests, NULL, NULL);
}
