// SPDX-License-Identifier: MIT
// See scan.h.
#include "referee/words/scan.h"

#include <string.h>

struct scan scan_part(const struct scan *scan, gsize pos, gsize end)
{
    return (struct scan){scan->line, pos, end, scan->languages};
}

static void trim_end(struct scan *scan)
{
    while (scan->end > scan->pos && (scan->line->fold[scan->end - 1] == ' ' ||
                                     fold_invisible(scan->line->raw[scan->end - 1])))
        scan->end--;
}

void scan_begin(struct scan *scan, const struct fold *line, unsigned languages)
{
    *scan = (struct scan){line, line->from, line->to, languages};
    for (gsize i = scan->pos; i < scan->end; i++) {
        if (line->fold[i] == '#' && (i == scan->pos || line->fold[i - 1] == ' '))
            scan->end = i;
    }
    trim_end(scan);
    if (scan->end > scan->pos &&
        (line->fold[scan->end - 1] == '.' || line->fold[scan->end - 1] == '!'))
        scan->end--;
    trim_end(scan);
}

void scan_blanks(struct scan *scan)
{
    while (scan->pos < scan->end && scan->line->fold[scan->pos] == ' ')
        scan->pos++;
}

gboolean scan_done(struct scan *scan)
{
    scan_blanks(scan);
    return scan->pos >= scan->end;
}

gboolean scan_token(struct scan *scan, gsize *from, gsize *to)
{
    scan_blanks(scan);
    *from = scan->pos;
    while (scan->pos < scan->end && scan->line->fold[scan->pos] != ' ')
        scan->pos++;
    *to = scan->pos;
    return *to > *from;
}

gboolean scan_word(struct scan *scan, enum word word)
{
    gsize from, to;
    gsize before = scan->pos;
    char key[FOLD_KEY_MAX];
    gboolean accented;
    if (scan_token(scan, &from, &to) && fold_key(scan->line, from, to, key, &accented) &&
        words_is(key, accented, word, scan->languages))
        return TRUE;
    scan->pos = before;
    return FALSE;
}

gunichar scan_next(const struct scan *scan)
{
    return scan->pos < scan->end ? scan->line->fold[scan->pos] : 0;
}

static gboolean is_letter(const struct scan *scan)
{
    gunichar c = scan_next(scan);
    return g_unichar_isalpha(c) || g_unichar_ismark(c) || c == '\'' || c == 0x2019;
}

gboolean scan_letters(struct scan *scan, enum word word)
{
    struct scan letters = *scan;
    scan_blanks(&letters);
    gsize from = letters.pos;
    while (is_letter(&letters))
        letters.pos++;
    struct scan part = scan_part(scan, from, letters.pos);
    if (!scan_word(&part, word))
        return FALSE;
    scan->pos = letters.pos;
    return TRUE;
}

gboolean scan_char(struct scan *scan, gunichar c)
{
    if (scan->pos >= scan->end || scan->line->fold[scan->pos] != c)
        return FALSE;
    scan->pos++;
    return TRUE;
}

gboolean scan_number(struct scan *scan, gint64 *out, gsize *digits)
{
    gsize from = scan->pos;
    gint64 value = 0;
    while (scan->pos < scan->end && scan->line->fold[scan->pos] >= '0' &&
           scan->line->fold[scan->pos] <= '9') {
        value = value * 10 + (gint64)(scan->line->fold[scan->pos] - '0');
        value = MIN(value, SCAN_NUMBER_MAX);
        scan->pos++;
    }
    *out = value;
    if (digits)
        *digits = scan->pos - from;
    return scan->pos > from;
}

gboolean scan_game(struct scan *scan, gint64 *out)
{
    scan_blanks(scan);
    if (scan->pos >= scan->end && scan->line->fold[scan->end] == ' ') {
        struct scan behind = scan_part(scan, scan->end, scan->line->to);
        scan_blanks(&behind);
        if (!scan_char(&behind, '#') || !scan_number(&behind, out, NULL) || !scan_done(&behind))
            return FALSE;
    } else if (!scan_number(scan, out, NULL)) {
        return FALSE;
    }
    return *out >= 1 && *out < SCAN_NUMBER_MAX;
}

// A comma with or without blanks, or blanks alone; in a list, an `and` with blanks too.
static gboolean between_cards(struct scan *scan, gboolean is_list)
{
    gsize before = scan->pos;
    scan_blanks(scan);
    gboolean comma = scan_char(scan, ',');
    scan_blanks(scan);
    const gboolean parted = comma || scan->pos > before;
    if (parted && is_list && scan_word(scan, WORD_AND)) {
        before = scan->pos;
        scan_blanks(scan);
        return scan->pos > before;
    }
    return parted;
}

unsigned scan_cards(struct scan *scan, gboolean is_list, gint64 *out, unsigned max, gsize *digits)
{
    unsigned n = 0;
    gsize longest = 0;
    for (;;) {
        gint64 card;
        gsize width;
        if (!scan_number(scan, &card, &width))
            return 0;
        longest = MAX(longest, width);
        if (n < max)
            out[n] = card;
        n++;
        if (scan->pos >= scan->end)
            break;
        if (!between_cards(scan, is_list))
            return 0;
    }
    if (digits)
        *digits = longest;
    return n;
}

enum command_line scan_wrong(struct command_wrong *wrong, enum command_fault fault)
{
    if (wrong)
        wrong->fault = fault;
    return COMMAND_LINE_WRONG;
}

enum command_line scan_wrong_number(struct command_wrong *wrong, enum command_fault fault,
                                    gint64 number)
{
    if (wrong)
        wrong->number = number;
    return scan_wrong(wrong, fault);
}

void scan_show(const char *text, char *out, gsize size)
{
    gsize n = 0;
    for (const char *p = text; *p && n + 7 < size; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        n += (gsize)g_unichar_to_utf8(fold_printable(c) || c == ' ' ? c : '?', out + n);
    }
    out[n] = '\0';
}

enum command_line scan_wrong_word(struct command_wrong *wrong, enum command_fault fault,
                                  const struct scan *scan, gsize from, gsize to)
{
    if (wrong) {
        g_autofree char *text = fold_cut(scan->line, from, to);
        scan_show(text, wrong->word, sizeof wrong->word);
    }
    return scan_wrong(wrong, fault);
}

static gboolean is_card(gint64 value)
{
    return value >= 1 && value <= RULES_VALUE_MAX;
}

static void set_play(struct move *out, gint64 value, gint64 count)
{
    *out = (struct move){MOVE_PLAY, (uint8_t)value, (uint8_t)count, out->bonus};
}

// `A x B`: A cards of value B or B cards of value A. No deck holds both, but for A = B.
static enum command_line times(gint64 a, gint64 b, struct move *out, struct command_wrong *wrong)
{
    if (is_card(a) && b >= 1 && b <= rules_deck_count((unsigned)a)) {
        set_play(out, a, b);
        return COMMAND_LINE_COMMAND;
    }
    if (is_card(b) && a >= 1 && a <= rules_deck_count((unsigned)b)) {
        set_play(out, b, a);
        return COMMAND_LINE_COMMAND;
    }
    if (!is_card(a) || !is_card(b))
        return scan_wrong_number(wrong, COMMAND_FAULT_CARD, is_card(a) ? b : a);
    return scan_wrong_number(wrong, COMMAND_FAULT_FOUR, MIN(a, b));
}

// The same value so many times.
static enum command_line alike(const gint64 *cards, unsigned n, struct move *out,
                               struct command_wrong *wrong)
{
    for (unsigned i = 0; i < n; i++)
        if (!is_card(cards[i]))
            return scan_wrong_number(wrong, COMMAND_FAULT_CARD, cards[i]);
    for (unsigned i = 1; i < n; i++)
        if (cards[i] != cards[0])
            return scan_wrong(wrong, COMMAND_FAULT_MIXED);
    if (n > 3)
        return scan_wrong_number(wrong, COMMAND_FAULT_FOUR, n);
    set_play(out, cards[0], n);
    return COMMAND_LINE_COMMAND;
}

// The cards of a play, up to the scan's end. bare: no verb stands before them, so that long numbers
// are rather somebody's telephone.
static enum command_line play(struct scan *scan, gboolean bare, struct move *out,
                              struct command_wrong *wrong)
{
    enum { MOST = 16 };
    gint64 cards[MOST];
    gsize digits;
    gsize start = scan->pos;
    gint64 a, b;
    if (scan_number(scan, &a, &digits)) {
        gsize more = 0;
        scan_blanks(scan);
        if (scan_char(scan, 'x')) {
            scan_blanks(scan);
            if (!scan_number(scan, &b, &more) || scan->pos < scan->end ||
                (bare && MAX(digits, more) > 3))
                return COMMAND_LINE_OTHER;
            return times(a, b, out, wrong);
        }
    }
    scan->pos = start;
    unsigned n = scan_cards(scan, FALSE, cards, MOST, &digits);
    if (n == 0 || (bare && (digits > 3 || n > MOST)))
        return COMMAND_LINE_OTHER;
    enum command_line line = alike(cards, MIN(n, MOST), out, wrong);
    return line == COMMAND_LINE_COMMAND && n > MOST
               ? scan_wrong_number(wrong, COMMAND_FAULT_FOUR, n)
               : line;
}

// Takes the last word off the scan when it is `bonus`.
static gboolean take_bonus(struct scan *scan)
{
    gsize to = scan->end;
    while (to > scan->pos && scan->line->fold[to - 1] == ' ')
        to--;
    gsize from = to;
    while (from > scan->pos && scan->line->fold[from - 1] != ' ')
        from--;
    struct scan last = scan_part(scan, from, to);
    if (!scan_word(&last, WORD_BONUS))
        return FALSE;
    while (from > scan->pos && scan->line->fold[from - 1] == ' ')
        from--;
    scan->end = from;
    return TRUE;
}

static gboolean is_digit(const struct scan *scan)
{
    return scan->pos < scan->end && scan->line->fold[scan->pos] >= '0' &&
           scan->line->fold[scan->pos] <= '9';
}

enum command_line scan_move(struct scan *scan, struct move *out, struct command_wrong *wrong)
{
    memset(out, 0, sizeof *out);
    scan_blanks(scan);
    while (scan->end > scan->pos && scan->line->fold[scan->end - 1] == ' ')
        scan->end--;
    if (scan_word(scan, WORD_PASS)) {
        out->kind = scan_word(scan, WORD_FORCE) ? MOVE_PASS_FORCE : MOVE_PASS;
        return scan_done(scan) ? COMMAND_LINE_COMMAND : COMMAND_LINE_OTHER;
    }
    if (scan_word(scan, WORD_LEAVE)) {
        out->kind = MOVE_LEAVE;
        return scan_done(scan) ? COMMAND_LINE_COMMAND : COMMAND_LINE_OTHER;
    }
    gboolean verb = scan_word(scan, WORD_PLAY);
    out->bonus = take_bonus(scan);
    scan_blanks(scan);
    if (verb && scan->pos >= scan->end)
        return scan_wrong(wrong, COMMAND_FAULT_NO_CARD);
    return is_digit(scan) ? play(scan, !verb, out, wrong) : COMMAND_LINE_OTHER;
}
