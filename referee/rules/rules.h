// SPDX-License-Identifier: MIT
// The game of 23: what a table is, which moves are legal, what they cost, what follows.
//
// Decides everything in the rules that is not chance (that is the deal) and not time. Knows no
// names, no clock, no text but the notation (notation.h). All types are plain values without
// pointers: copy them freely. Nothing here allocates or fails; a wrong move is a verdict.
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RULES_SEATS_MIN = 2,
    RULES_SEATS_MAX = 4,
    RULES_VALUE_MAX = 23,  // values are 1 ... 23
    RULES_DECK = 66,       // cards in all
    RULES_HAND_MAX = 15,   // cards dealt to a seat
    RULES_DISCARD_MAX = 3, // cards put aside by a seat
    RULES_BONUS_START = 3, // bonus tokens a seat starts with
    RULES_LEGAL_MAX = 40,  // upper bound of a legal list
    RULES_NOBODY = 0xff    // no seat
};

enum rules_gap { RULES_GAP_DIFFERENCE, RULES_GAP_SKIPPED };
enum rules_bonus { RULES_BONUS_WINDOW, RULES_BONUS_SHIFT };

// The options of a game (spec/rules.md, "Options of a game").
struct rules_options {
    uint8_t gap;     // enum rules_gap
    uint8_t bonus;   // enum rules_bonus
    uint8_t discard; // 3 or 0
    uint8_t stall;   // 3 or 0
};

// What can be said of one of them: NAME=WORD.
enum { RULES_OPTIONS = 4, RULES_OPTION_VALUES = 2 };
struct rules_option {
    const char *name;
    size_t at;      // of its uint8_t in struct rules_options
    bool is_number; // its words are numbers
    bool is_late;   // older records don't name it: its first value is how it always was
    struct {
        const char *word;
        uint8_t value;
    } values[RULES_OPTION_VALUES];
};
// All of them, in the order in which records name them.
extern const struct rules_option rules_option_list[RULES_OPTIONS];
uint8_t rules_option_value(const struct rules_option *option, const struct rules_options *options);
const char *rules_option_word(const struct rules_option *option,
                              const struct rules_options *options);
// Sets it to what a word of so many bytes means; false, and nothing changed, when that is none.
bool rules_option_set(const struct rules_option *option, const char *word, size_t len,
                      struct rules_options *out);
void rules_option_copy(const struct rules_option *option, const struct rules_options *from,
                       struct rules_options *to);

extern const struct rules_options rules_brief;
extern const struct rules_options rules_booklet;

enum move_kind { MOVE_PLAY, MOVE_PASS, MOVE_PASS_FORCE, MOVE_LEAVE };

// One turn's choice. value, count and bonus count only for MOVE_PLAY and are 0 otherwise.
struct move {
    uint8_t kind;  // enum move_kind
    uint8_t value; // 1 ... 23
    uint8_t count; // 1 ... 3
    uint8_t bonus; // 0 or 1: a bonus token is spent
};

// Cards without order: how many of each value; [0] is unused and 0.
struct hand {
    uint8_t count[RULES_VALUE_MAX + 1];
    uint8_t cards; // their sum
};

enum rules_phase {
    RULES_PHASE_DISCARD, // a discard of this round is missing
    RULES_PHASE_OPENING, // the holder of the 1 is about to play it
    RULES_PHASE_PLAY,
    RULES_PHASE_OVER // the round is over (or none has begun)
};

struct rules_seat {
    struct hand hand;
    struct hand aside; // this round's discard
    int32_t penalty;
    uint8_t bonus;
    bool in;        // still in the round
    bool discarded; // has put its cards aside in this round (true where nobody discards)
};

// The whole state of play. Zero it, then rules_begin.
struct table {
    struct rules_options options;
    uint8_t n_seats;
    uint8_t round;   // 0 before the first deal, then 1 and 2
    uint8_t phase;   // enum rules_phase
    uint8_t top;     // 0 before the opening
    uint8_t to_move; // seat, or RULES_NOBODY
    bool pressed;    // the seat to move was forced by the seat before it
    uint32_t passes; // passes of either kind since the last card of this round
    struct rules_seat seats[RULES_SEATS_MAX];
};

enum rules_reason {
    RULES_LEGAL,
    RULES_NOT_NOW, // not the phase for it (a move while discards are missing, ...)
    RULES_NOT_YOUR_TURN,
    RULES_NO_SUCH_CARD,  // a value outside 1 ... 23, or a count outside 1 ... 3
    RULES_NOT_IN_HAND,   // held says how many the seat has
    RULES_BELOW_TOP,     // without a token; bonus_helps says whether a token would allow it
    RULES_NO_BONUS,      // no bonus token left
    RULES_OUT_OF_REACH,  // even a token doesn't allow it
    RULES_FORCED,        // forced by the seat before: play or leave
    RULES_STALLED,       // forced by the stall rule: play or leave
    RULES_ALONE,         // pass and force with nobody else in the round
    RULES_MUST_OPEN,     // the opening is the 1 and nothing else
    RULES_KEEPS_THE_ONE, // the 1 may not be discarded
    RULES_DISCARD_COUNT, // not exactly three cards
    RULES_DISCARDED      // this seat has already discarded in this round
};

// What a move would mean; cost is the penalty it adds before a finish gives any back.
struct verdict {
    uint8_t reason; // enum rules_reason
    uint8_t value;  // the card in question
    uint8_t count;  // how many were wanted
    uint8_t held;   // how many the seat has
    uint8_t top;
    bool bonus_helps;
    int16_t cost;
};

struct legal {
    struct move move;
    int16_t cost;
};

// How many cards of a value the deck holds: one 1, two 2s, three of each other; 0 outside 1 ... 23.
uint8_t rules_deck_count(unsigned value);
// Cards dealt to each seat: 15, or 12 where nobody discards.
uint8_t rules_deal_count(struct rules_options options);

// A table before its first round: tokens handed out, nobody in. n_seats is 2 ... 4.
void rules_begin(struct table *table, struct rules_options options, unsigned n_seats);

// Round 1 or 2 is dealt: hands are set, the phase becomes DISCARD (or OPENING where nobody
// discards). hands holds n_seats hands of rules_deal_count cards of which one holds the 1.
void rules_deal(struct table *table, unsigned round, const struct hand *hands);

// Seat's discard of n cards. Judged alone by rules_judge_discard; applied only when legal. The last
// one makes the phase OPENING and to_move the holder of the 1.
struct verdict rules_judge_discard(const struct table *table, unsigned seat, const uint8_t *cards,
                                   unsigned n);
struct verdict rules_discard(struct table *table, unsigned seat, const uint8_t *cards, unsigned n);

// Whether the seat to move is forced, by the seat before it or by the stall rule.
bool rules_forced(const struct table *table);

// Judges a move without making it. In the phase OPENING only the play of the 1 by its holder is
// legal.
struct verdict rules_judge(const struct table *table, unsigned seat, struct move move);

// Judges a move and, when it is legal, makes it: tokens, cards, top, finish, next seat, end of the
// round.
struct verdict rules_apply(struct table *table, unsigned seat, struct move move);

// The same for a move known to be legal for the seat to move (from rules_legal): no judging.
void rules_make(struct table *table, struct legal legal);

// Every legal move of the seat to move in the order of spec/replay.md ("legal"), with its cost.
// Returns how many; 0 when nobody is to move. out has room for RULES_LEGAL_MAX.
unsigned rules_legal(const struct table *table, struct legal *out);

// Penalty of a seat after the final settlement: two less for each bonus token left, never below 0.
int32_t rules_result(const struct table *table, unsigned seat);

#endif
