// SPDX-License-Identifier: MIT
// Walking through a folded line: blanks, numbers, words, moves. What the command parsers share.
//
// Decides how a move may be typed (spec: mail.md, gate 8 and "Commands"). Knows no other command.
#ifndef REFEREE_SCAN_H
#define REFEREE_SCAN_H

#include "referee/rules/rules.h"
#include "referee/words/command_verb.h"
#include "referee/words/fold.h"
#include "referee/words/words.h"

// A place in a line, and where reading stops.
struct scan {
    const struct fold *line;
    gsize pos, end;
    unsigned languages;
};

// The line without a `# comment` behind it and without one `.` or `!` at its end. Not for free
// text.
void scan_begin(struct scan *scan, const struct fold *line, unsigned languages);
// A place in the same line, from pos to end.
struct scan scan_part(const struct scan *scan, gsize pos, gsize end);

void scan_blanks(struct scan *scan);
// Whether only blanks are left.
gboolean scan_done(struct scan *scan);
// The next run of characters without a blank; FALSE at the end. Takes it.
gboolean scan_token(struct scan *scan, gsize *from, gsize *to);
// Takes the next token when it is this word; leaves it otherwise.
gboolean scan_word(struct scan *scan, enum word word);
// The same for letters alone: a digit or a sign may follow at once (`24dec`, `23h-8h`).
gboolean scan_letters(struct scan *scan, enum word word);
// The folded character that is the next, left where it is; 0 at the end.
gunichar scan_next(const struct scan *scan);
// Takes this folded character when it is the next.
gboolean scan_char(struct scan *scan, gunichar c);
// Takes a number of ASCII digits, at most SCAN_NUMBER_MAX, larger ones become that. digits: how
// many it has; may be NULL.
enum { SCAN_NUMBER_MAX = 1000000000 };
gboolean scan_number(struct scan *scan, gint64 *out, gsize *digits);

// Takes the number of a game, also as `#31`, where that is no comment.
gboolean scan_game(struct scan *scan, gint64 *out);

// Takes cards up to the end: numbers apart by blanks or commas (in a list also by `and`), at most
// max of them. Returns how many stand there (which may be more than max), 0 for anything else.
// digits: of the longest.
unsigned scan_cards(struct scan *scan, gboolean is_list, gint64 *out, unsigned max, gsize *digits);

// Reads what is left, all of it, as a move: `[play] 7 7 [bonus]`, `7x2`, `pass [force]`, `leave`.
// COMMAND_LINE_OTHER, WRONG (with what is wrong) or COMMAND.
enum command_line scan_move(struct scan *scan, struct move *out, struct command_wrong *wrong);

// Says what is wrong; word is cut out of the line, made printable and shortened.
enum command_line scan_wrong(struct command_wrong *wrong, enum command_fault fault);
enum command_line scan_wrong_number(struct command_wrong *wrong, enum command_fault fault,
                                    gint64 number);
enum command_line scan_wrong_word(struct command_wrong *wrong, enum command_fault fault,
                                  const struct scan *scan, gsize from, gsize to);
// Copies text, printable and shortened to what fits.
void scan_show(const char *text, char *out, gsize size);

#endif
