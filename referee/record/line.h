// SPDX-License-Identifier: MIT
// One line of a record as text: taking its fields apart, strictly, and writing each kind of line.
//
// Knows the spelling (spec/fairness.md, "The record"), not what may stand where: that is
// game_apply.h.
#ifndef REFEREE_LINE_H
#define REFEREE_LINE_H

#include "referee/rules/rules.h"

#include <glib.h>

enum { LINE_NICK_MAX = 20, LINE_SIGNATURE = 64 };

// Who made a move or discard: a player, the clock for an absent one, a robot.
enum line_mark { LINE_PLAYER, LINE_CLOCK, LINE_ROBOT };

// Part of a line; not NUL-terminated, never empty unless said.
struct field {
    const char *text;
    gsize len;
};

// What of a line is still to be read. After a field, `more` says that a blank followed.
struct line {
    const char *at;
    const char *end;
    bool more;
};

// Whether a whole line, without its newline, is UTF-8 without control characters.
bool line_is_clean(const char *text, gsize len);

struct line line_start(const char *text, gsize len);
// The next field, up to a blank or the end; false when there is none, or an empty one.
bool line_field(struct line *line, struct field *out);
// Whatever is left, blanks and all; false when nothing is left or it would be empty.
bool line_rest(struct line *line, struct field *out);
// Whether everything has been read, and no blank stands at the end.
bool line_done(const struct line *line);

bool field_is(struct field field, const char *word);
// A decimal number without sign or leading zeros; what is above G_MAXINT64 is read as that.
bool field_number(struct field field, gint64 *out);
// 64 lowercase hexadecimal digits.
bool field_hash(struct field field, uint8_t out[32]);
// Canonical base64 of 64 bytes.
bool field_signature(struct field field, uint8_t out[LINE_SIGNATURE]);
// 1 to 20 of A-Z a-z 0-9 - _ .
bool field_is_nick(struct field field);
// Takes " by clock" or " by robot" off the end of what is left of a line.
enum line_mark field_take_mark(struct field *rest);

// The lines, without their newline; the caller frees them. Texts are taken as they are: that they
// are clean is game_apply's to check. A luck or NULL: an empty one.
char *line_game(gint64 id, gint64 created);
char *line_name(const char *name);
char *line_rules(struct rules_options options);
char *line_commit(const uint8_t commit[32]);
char *line_seat(const char *nick, const char *luck);
char *line_round(unsigned round, gint64 time);
char *line_deal(const char *nick, const struct hand *hand);
char *line_discard(const char *nick, gint64 time, const struct hand *cards, enum line_mark mark);
char *line_move(const char *nick, gint64 time, struct move move, enum line_mark mark);
char *line_seat_change(const char *nick, gint64 time, const char *new_nick);
char *line_score(const char *nick, gint64 penalty, unsigned bonus);
char *line_result(const char *nick, gint64 penalty);
char *line_winner(const char *const *nicks, unsigned n);
char *line_cancelled(const char *why);
char *line_seed(const uint8_t seed[32]);
char *line_end(gint64 time);
char *line_chain(const uint8_t chain[32]);
char *line_key(const uint8_t key[32]);
char *line_signature(const uint8_t signature[LINE_SIGNATURE]);

#endif
