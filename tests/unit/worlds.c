// SPDX-License-Identifier: MIT
// See worlds.h. Games are played here by calls, not by mail, in a club that is thrown away.
#include "tests/unit/worlds.h"

#include "referee/match/lobby.h"
#include "referee/match/match_load.h"
#include "referee/match/match_save.h"
#include "referee/match/notes.h"
#include "referee/match/play.h"
#include "referee/rules/notation.h"
#include "referee/time/deadline.h"
#include "storage/players.h"

#include <sodium.h>

enum {
    PLIES_MAX = 160,
    PLIES_BY_MAIL = 9, // of a game, at most
    TRIES = 60,
    TRIES_WITH_ROBOTS = 40 // of them: afterwards robots keep their cards
};

static const char *const addresses[] = {ANNA, BRUNO, CLARA, DAVID};
static const char without_bank[] =
    "play.bank=0h\nplay.quiet=0-0\n" // the clock acts when the pace is over
    "journal.to=" WORLDS_JOURNAL;

const char *worlds_address(unsigned seat)
{
    return addresses[seat];
}

const struct worlds_ply *worlds_ply(const struct worlds *worlds, guint i)
{
    return &g_array_index(worlds->plies, struct worlds_ply, i);
}

const struct table *worlds_table(const struct worlds *worlds, unsigned world, guint i)
{
    return &g_array_index(worlds->tables[world], struct table, i);
}

// ---- a game without mail -----------------------------------------------------------------------

static void must(gboolean done, GError *error)
{
    if (!done)
        fail_msg("%s", error ? error->message : "it should have worked");
}

static void add_player(struct desk *desk, const char *address, const char *language)
{
    GError *error = NULL;
    struct player player = {.timezone = "UTC", .mail = "all"};
    g_strlcpy(player.language, language, sizeof player.language);
    g_strlcpy(player.address, address, sizeof player.address);
    g_strlcpy(player.nick, address, strcspn(address, "@") + 1);
    must(players_add(desk->store, &player, desk->now, &error), error);
}

static void add_players(struct desk *desk, const struct worlds *worlds)
{
    for (unsigned i = 0; i < worlds->people; i++)
        add_player(desk, addresses[i], worlds->languages[i]);
    add_player(desk, WORLDS_WATCHER, worlds->languages[0]);
}

// A new game at which all sit, begun. Within a transaction.
static struct match *begin_game(const struct worlds *worlds, struct desk *desk)
{
    GError *error = NULL;
    struct match *match = NULL;
    struct game_row row = {.creator = 1,
                           .created_at = desk->now,
                           .state = "open",
                           .press = "all",
                           .security = "ticket",
                           .to_move = -1,
                           .pace = CLUB_HOUR,
                           .robots = (int)worlds->robots,
                           .seats = (int)(worlds->people + worlds->robots)};
    randombytes_buf(row.seed, sizeof row.seed);
    must(match_new(desk, &row, worlds->rules, &match, &error), error);
    for (unsigned i = 0; i < worlds->people; i++) {
        struct player player = {0};
        gboolean found = FALSE;
        must(players_find(desk->store, i + 1, &player, &found, &error) && found, error);
        lobby_take_seat(desk, match, &player);
    }
    must(lobby_begin(desk, match, &error), error);
    return match;
}

// Sets which cards the next deals give.
static void set_deals(const struct worlds *worlds, unsigned world)
{
    club_deal(0, 0, NULL);
    for (unsigned round = 0; round < WORLDS_ROUNDS; round++) {
        for (unsigned seat = 0; seat < worlds->people + worlds->robots; seat++) {
            const struct hand *hand = &worlds->dealt[world][round][seat];
            char cards[NOTATION_CARDS_MAX];
            if (hand->cards == 0)
                continue;
            notation_format_cards(hand, cards);
            club_deal(round + 1, seat, cards);
        }
    }
}

// FALSE when it isn't legal here.
static gboolean act(struct desk *desk, struct match *match, const struct worlds_ply *ply,
                    unsigned world)
{
    enum line_mark mark = ply->by_clock ? LINE_CLOCK : LINE_PLAYER;
    struct table *table = &match->game.table;
    if (!match_waits_for(match, ply->seat))
        return FALSE;
    if (!ply->is_discard) {
        // What the clock does depends on the hand.
        struct move late = ply->by_clock ? deadline_missed_move(table) : ply->move;
        return memcmp(&late, &ply->move, sizeof late) == 0 &&
               play_move(desk, match, ply->seat, ply->move, mark).reason == RULES_LEGAL;
    }
    guint8 cards[RULES_DISCARD_MAX];
    memcpy(cards, ply->cards[world], sizeof cards);
    if (ply->by_clock)
        deadline_missed_discard(&table->seats[ply->seat].hand, cards);
    return play_discard(desk, match, ply->seat, cards, mark).reason == RULES_LEGAL;
}

// ---- a random game -----------------------------------------------------------------------------

static void choose_discard(GRand *dice, const struct hand *hand, guint8 out[RULES_DISCARD_MAX])
{
    guint8 cards[RULES_HAND_MAX];
    unsigned n = 0;
    for (unsigned value = 2; value <= RULES_VALUE_MAX; value++)
        for (unsigned i = 0; i < hand->count[value]; i++)
            cards[n++] = (guint8)value;
    g_assert(n >= RULES_DISCARD_MAX);
    for (unsigned i = 0; i < RULES_DISCARD_MAX; i++) {
        unsigned k = (unsigned)g_rand_int_range(dice, (gint32)i, (gint32)n);
        guint8 card = cards[k];
        cards[k] = cards[i];
        out[i] = cards[i] = card;
    }
}

// People like to play, and seldom leave while they can do something else.
static struct move choose_move(GRand *dice, const struct table *table)
{
    struct legal legal[RULES_LEGAL_MAX];
    unsigned n = rules_legal(table, legal);
    g_assert(n > 0);
    for (;;) {
        const struct legal *one = &legal[g_rand_int_range(dice, 0, (gint32)n)];
        if (one->move.kind == MOVE_PLAY || n == 1 || g_rand_int_range(dice, 0, 6) == 0)
            return one->move;
    }
}

static gboolean is_person_awaited(const struct worlds *worlds, const struct match *match,
                                  unsigned *out_seat)
{
    for (unsigned seat = 0; seat < worlds->people; seat++) {
        if (match_waits_for(match, seat)) {
            *out_seat = seat;
            return TRUE;
        }
    }
    return FALSE;
}

static struct worlds_ply choose_ply(const struct worlds *worlds, GRand *dice,
                                    const struct match *match, unsigned awaited)
{
    const struct table *table = &match->game.table;
    struct worlds_ply ply = {.seat = awaited};
    if (table->phase != RULES_PHASE_DISCARD) {
        ply.move = choose_move(dice, table);
        return ply;
    }
    do
        ply.seat = (unsigned)g_rand_int_range(dice, 0, (gint32)worlds->people);
    while (!match_waits_for(match, ply.seat));
    ply.is_discard = TRUE;
    choose_discard(dice, &table->seats[ply.seat].hand, ply.cards[0]);
    return ply;
}

static void play_ply(struct worlds *worlds, struct desk *desk, struct match *match,
                     const struct worlds_ply *ply, gboolean *missed)
{
    g_array_append_val(worlds->tables[0], match->game.table);
    g_assert(act(desk, match, ply, 0));
    g_array_append_val(worlds->plies, *ply);
    missed[ply->seat] = ply->by_clock;
}

// The clock acts for all that are late; FALSE when one was late before, since then a robot sits in.
static gboolean play_late(struct worlds *worlds, struct desk *desk, struct match *match,
                          gboolean *missed)
{
    unsigned seat;
    const gboolean discards = match->game.table.phase == RULES_PHASE_DISCARD;
    for (seat = 0; seat < worlds->people; seat++)
        if (match_waits_for(match, seat) && missed[seat])
            return FALSE;
    while (match->game.stage == GAME_PLAY && is_person_awaited(worlds, match, &seat)) {
        const struct table *table = &match->game.table;
        struct worlds_ply ply = {.seat = seat, .is_discard = discards, .by_clock = TRUE};
        if (!discards)
            ply.move = deadline_missed_move(table);
        else if (table->phase != RULES_PHASE_DISCARD)
            break;
        else
            deadline_missed_discard(&table->seats[seat].hand, ply.cards[0]);
        play_ply(worlds, desk, match, &ply, missed);
        if (!discards)
            break;
    }
    return TRUE;
}

// Plays on until the game is over; takes back the last act, so that it isn't.
static void play_game(struct worlds *worlds, GRand *dice, struct desk *desk, struct match *match)
{
    gboolean missed[RULES_SEATS_MAX] = {FALSE};
    unsigned seat;
    while (worlds->plies->len < PLIES_MAX && is_person_awaited(worlds, match, &seat)) {
        if (g_rand_int_range(dice, 0, 16) == 0 && play_late(worlds, desk, match, missed))
            continue;
        struct worlds_ply ply = choose_ply(worlds, dice, match, seat);
        play_ply(worlds, desk, match, &ply, missed);
    }
    if (match->game.stage == GAME_PLAY)
        g_array_append_val(worlds->tables[0], match->game.table);
    else
        g_array_set_size(worlds->plies, worlds->plies->len - 1);
}

// The lines of a game that everybody may know, without what is hashed and when it was.
static char *public_lines(const struct match *match, guint count)
{
    GString *out = g_string_new(NULL);
    g_autoptr(GPtrArray) lines = match_public_lines(match, 0);
    for (guint i = 0; i < MIN(count, lines->len); i++) {
        const char *line = lines->pdata[i];
        const char *sealed = g_str_has_prefix(line, "discard ") ? strstr(line, "sealed ") : NULL;
        if (g_str_has_prefix(line, "game ") || g_str_has_prefix(line, "commit "))
            continue;
        if (sealed)
            g_string_append_printf(out, "%.*s%s\n", (int)(sealed - line), line, sealed + 7 + 64);
        else
            g_string_append_printf(out, "%s\n", line);
    }
    return g_string_free(out, FALSE);
}

// ---- the other world ---------------------------------------------------------------------------

// What is known of a seat's cards in a round, because they were played.
struct known {
    struct hand played[WORLDS_ROUNDS][RULES_SEATS_MAX];
};

static void note_line(struct worlds *worlds, struct known *known, unsigned round, const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    unsigned seat;
    for (seat = 0; seat < worlds->people; seat++)
        if (g_ascii_strncasecmp(addresses[seat], words[1], strcspn(addresses[seat], "@")) == 0)
            break;
    if (seat == worlds->people)
        seat += (unsigned)(words[1][strlen("robot-")] - '1');
    if (g_str_equal(words[0], "deal")) {
        const char *cards = line + strlen("deal ") + strlen(words[1]) + 1;
        g_assert(notation_parse_cards(cards, strlen(cards), &worlds->dealt[0][round][seat]));
        return;
    }
    struct move move;
    const char *rest = strchr(strchr(line + strlen("move "), ' ') + 1, ' ') + 1;
    const char *by = strstr(rest, " by ");
    g_assert(notation_parse_move(rest, by ? (gsize)(by - rest) : strlen(rest), &move));
    if (move.kind != MOVE_PLAY)
        return;
    known->played[round][seat].count[move.value] += move.count;
    known->played[round][seat].cards += move.count;
}

static void note_lines(struct worlds *worlds, struct known *known, const GPtrArray *lines)
{
    unsigned round = 0;
    for (guint i = 0; i < lines->len; i++) {
        const char *line = lines->pdata[i];
        if (g_str_has_prefix(line, "round "))
            round = (unsigned)(line[strlen("round ")] - '1');
        else if (g_str_has_prefix(line, "deal ") || g_str_has_prefix(line, "move "))
            note_line(worlds, known, round, line);
    }
}

static void take(guint8 *pool, const struct hand *hand)
{
    for (unsigned value = 1; value <= RULES_VALUE_MAX; value++)
        pool[value] = (guint8)(pool[value] - hand->count[value]);
}

static guint8 draw(GRand *dice, guint8 *pool)
{
    unsigned left = 0;
    for (unsigned value = 2; value <= RULES_VALUE_MAX; value++)
        left += pool[value];
    unsigned k = (unsigned)g_rand_int_range(dice, 0, (gint32)left);
    unsigned value = 2;
    for (; k >= pool[value]; value++)
        k -= pool[value];
    pool[value]--;
    return (guint8)value;
}

static gboolean keeps(const struct worlds *worlds, unsigned seat, gboolean robots_too)
{
    return seat == worlds->eyes || (robots_too && seat >= worlds->people);
}

// Deals a round anew.
static void mix_round(struct worlds *worlds, GRand *dice, const struct known *known, unsigned round,
                      gboolean robots_keep)
{
    const unsigned seats = worlds->people + worlds->robots;
    guint8 pool[RULES_VALUE_MAX + 1];
    unsigned holder = RULES_NOBODY;
    for (unsigned value = 1; value <= RULES_VALUE_MAX; value++)
        pool[value] = rules_deck_count(value);
    for (unsigned seat = 0; seat < seats; seat++) {
        gboolean kept = keeps(worlds, seat, robots_keep);
        struct hand *hand = &worlds->dealt[1][round][seat];
        *hand = kept ? worlds->dealt[0][round][seat] : known->played[round][seat];
        take(pool, hand);
    }
    // The 1 goes to somebody, where it wasn't played yet.
    while (pool[1] == 1) {
        holder = (unsigned)g_rand_int_range(dice, 0, (gint32)seats);
        if (keeps(worlds, holder, robots_keep))
            continue;
        pool[1] = 0;
        worlds->dealt[1][round][holder].count[1]++;
        worlds->dealt[1][round][holder].cards++;
    }
    for (unsigned seat = 0; seat < seats; seat++) {
        struct hand *hand = &worlds->dealt[1][round][seat];
        for (; hand->cards < worlds->dealt[0][round][seat].cards; hand->cards++)
            hand->count[draw(dice, pool)]++;
    }
}

// Everybody else puts other cards aside: of those that they don't play.
static void mix_discards(struct worlds *worlds, GRand *dice, const struct known *known)
{
    for (guint i = 0; i < worlds->plies->len; i++) {
        struct worlds_ply *ply = &g_array_index(worlds->plies, struct worlds_ply, i);
        const unsigned round = worlds_table(worlds, 0, i)->round - 1U;
        struct hand hand = worlds->dealt[1][round][ply->seat];
        memcpy(ply->cards[1], ply->cards[0], sizeof ply->cards[1]);
        if (!ply->is_discard || ply->seat == worlds->eyes || ply->by_clock)
            continue;
        for (unsigned value = 1; value <= RULES_VALUE_MAX; value++)
            hand.count[value] =
                (guint8)(hand.count[value] - known->played[round][ply->seat].count[value]);
        choose_discard(dice, &hand, ply->cards[1]);
    }
}

// Whether any card that whoever looks may not know lies elsewhere.
static gboolean differs(const struct worlds *worlds)
{
    for (guint i = worlds->start; i <= worlds->plies->len; i++) {
        const struct table *first = worlds_table(worlds, 0, i);
        const struct table *second = worlds_table(worlds, 1, i);
        for (unsigned seat = 0; seat < first->n_seats; seat++)
            if (memcmp(&first->seats[seat].hand, &second->seats[seat].hand, sizeof(struct hand)))
                return TRUE;
    }
    return FALSE;
}

// Plays all plies in the other world: whether they are legal there and look the same.
static gboolean play_other(struct worlds *worlds, struct desk *desk, const char *wanted)
{
    set_deals(worlds, 1);
    struct match *match = begin_game(worlds, desk);
    g_array_set_size(worlds->tables[1], 0);
    gboolean fine = TRUE;
    for (guint i = 0; i < worlds->plies->len && fine; i++) {
        g_array_append_val(worlds->tables[1], match->game.table);
        fine = act(desk, match, worlds_ply(worlds, i), 1);
    }
    g_array_append_val(worlds->tables[1], match->game.table);
    g_autofree char *lines = public_lines(match, (guint)match->game.public_lines);
    match_free(match);
    return fine && g_str_equal(lines, wanted) && differs(worlds);
}

static gboolean find_other(struct worlds *worlds, GRand *dice, struct desk *desk,
                           const struct match *match, guint lines)
{
    struct known known = {0};
    g_autofree char *wanted = public_lines(match, lines);
    note_lines(worlds, &known, match->lines);
    for (guint i = 0; i < TRIES; i++) {
        for (unsigned round = 0; round < WORLDS_ROUNDS; round++)
            if (worlds->dealt[0][round][0].cards > 0)
                mix_round(worlds, dice, &known, round, i >= TRIES_WITH_ROBOTS);
        mix_discards(worlds, dice, &known);
        if (play_other(worlds, desk, wanted))
            return TRUE;
    }
    return FALSE;
}

// ---- both --------------------------------------------------------------------------------------

static void open_desk(struct desk *desk, const struct club *club)
{
    GError *error = NULL;
    must(desk_open(desk, club->dir, club->now, &error), error);
    must(store_begin(desk->store, &error), error);
}

static void choose_game(struct worlds *worlds, GRand *dice)
{
    static const char *const languages[] = {"en", "en", "de", "fr"};
    worlds->robots = g_rand_int_range(dice, 0, 4) == 0 ? 1 : 0;
    worlds->people = (unsigned)g_rand_int_range(dice, 2, 5 - (gint32)worlds->robots);
    worlds->eyes = (unsigned)g_rand_int_range(dice, 0, (gint32)worlds->people);
    for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
        worlds->languages[i] = languages[g_rand_int_range(dice, 0, G_N_ELEMENTS(languages))];
    worlds->rules =
        (struct rules_options){.gap = (guint8)g_rand_int_range(dice, 0, 2),
                               .bonus = (guint8)g_rand_int_range(dice, 0, 2),
                               .discard = g_rand_int_range(dice, 0, 4) ? RULES_DISCARD_MAX : 0,
                               .stall = g_rand_int_range(dice, 0, 4) ? 3 : 0};
}

// Cuts the game off a few acts behind the start, so that what comes later binds nobody. Returns how
// many public lines it then has.
static guint cut(struct worlds *worlds, GRand *dice, struct desk *desk, struct match **match)
{
    guint n = worlds->plies->len;
    worlds->start = (guint)g_rand_int_range(dice, 0, (gint32)n);
    while (worlds->start > 0 && worlds_ply(worlds, worlds->start)->by_clock)
        worlds->start--; // all who are late are so together
    g_array_set_size(worlds->plies, MIN(n, worlds->start + PLIES_BY_MAIL));
    g_array_set_size(worlds->tables[0], 0);
    set_deals(worlds, 0);
    match_free(*match);
    *match = begin_game(worlds, desk);
    for (guint i = 0; i < worlds->plies->len; i++) {
        g_array_append_val(worlds->tables[0], (*match)->game.table);
        g_assert(act(desk, *match, worlds_ply(worlds, i), 0));
    }
    g_array_append_val(worlds->tables[0], (*match)->game.table);
    return (guint)(*match)->game.public_lines;
}

// What was dealt, of both rounds, from the whole game.
static void note_deals(struct worlds *worlds, const struct match *match)
{
    struct known ignored = {0};
    note_lines(worlds, &ignored, match->lines);
}

gboolean worlds_make(struct worlds *worlds, guint number)
{
    GRand *dice = g_rand_new_with_seed(number);
    struct club club;
    struct desk desk;
    *worlds = (struct worlds){.number = number};
    worlds->plies = g_array_new(FALSE, TRUE, sizeof(struct worlds_ply));
    for (unsigned i = 0; i < WORLDS; i++)
        worlds->tables[i] = g_array_new(FALSE, TRUE, sizeof(struct table));
    choose_game(worlds, dice);
    club_begin_like(&club, without_bank);
    for (guint i = 0; i <= number % 1000; i++) { // another seed, other cards
        guint8 drawn[16];
        randombytes_buf(drawn, sizeof drawn);
    }
    open_desk(&desk, &club);
    add_players(&desk, worlds);
    struct match *match = begin_game(worlds, &desk);
    play_game(worlds, dice, &desk, match);
    note_deals(worlds, match);
    gboolean made = worlds->plies->len > 0;
    if (made) {
        guint lines = cut(worlds, dice, &desk, &match);
        for (unsigned i = 0; i < worlds->people; i++)
            worlds->told[i] = (guint)g_rand_int_range(dice, 0, 1 + (gint32)match->game.n_seats);
        made = find_other(worlds, dice, &desk, match, lines);
    }
    match_free(match);
    store_rollback(desk.store);
    desk_close(&desk);
    club_end(&club);
    g_rand_free(dice);
    return made;
}

void worlds_clear(struct worlds *worlds)
{
    g_array_unref(worlds->plies);
    for (unsigned i = 0; i < WORLDS; i++)
        g_array_unref(worlds->tables[i]);
    *worlds = (struct worlds){0};
}

// The last mail told all but the last few lines.
static void set_told(const struct worlds *worlds, struct match *match)
{
    guint lines = (guint)match->game.public_lines;
    for (unsigned i = 0; i < worlds->people; i++)
        match_seat(match, i)->told = lines - MIN(lines, worlds->told[i]);
}

void worlds_enter(const struct worlds *worlds, unsigned world, struct club *club)
{
    struct desk desk;
    GError *error = NULL;
    club_begin_like(club, without_bank);
    club->unchecked = TRUE; // it begins in the middle
    set_deals(worlds, world);
    open_desk(&desk, club);
    add_players(&desk, worlds);
    struct match *match = begin_game(worlds, &desk);
    for (guint i = 0; i < worlds->start; i++)
        g_assert(act(&desk, match, worlds_ply(worlds, i), world));
    set_told(worlds, match);
    must(match_save(&desk, match, &error) &&
             notes_to_table(&desk, match, 0, NOTES_STATE, NULL, &error) &&
             store_commit(desk.store, &error),
         error);
    match_free(match);
    desk_close(&desk);
}

// ---- what was seen -----------------------------------------------------------------------------

static void show_difference(const char *first, const char *second)
{
    g_auto(GStrv) a = g_strsplit(first, "\n", -1);
    g_auto(GStrv) b = g_strsplit(second, "\n", -1);
    guint i = 0;
    while (a[i] && b[i] && g_str_equal(a[i], b[i]))
        i++;
    for (guint k = i > 3 ? i - 3 : 0; k < i; k++)
        print_error("  %s\n", a[k]);
    print_error("- %s\n+ %s\n", a[i] ? a[i] : "(nothing)", b[i] ? b[i] : "(nothing)");
}

void worlds_compare(const char *where, const GPtrArray *first, const GPtrArray *second)
{
    for (guint i = 0; i < MIN(first->len, second->len); i++) {
        const char *a = first->pdata[i];
        const char *b = second->pdata[i];
        if (g_str_equal(a, b))
            continue;
        show_difference(a, b);
        fail_msg("%s: the worlds differ in what was seen as number %u", where, i);
    }
    assert_int_equal(first->len, second->len);
}
