// SPDX-License-Identifier: MIT
// Attributions: "On Tuesday, 13 January 2026 at 20:05, Referee <…> wrote:", in any language,
// wrapped in any way.
//
// The test needs no language: a line that ends in a colon, and within three lines an address, a
// year or a time of day. Words that attributions begin and end with only help to find where one
// begins and to know one that says no date.
#include "referee/words/body.h"

#include "referee/words/phrase.h"

#include <string.h>

enum { WINDOW = 3, REACH = 6 };

// What one line shows of an attribution.
struct signs {
    gboolean colon;    // ends in one
    gboolean evidence; // an address, a year or a time of day
    gboolean address;
    gboolean verb; // ends in "wrote:"
    gboolean halt; // ends a sentence
};

static const char verbs[] =
    "wrote|writes|said|says|schrieb|schreibt|hat geschrieben|a écrit|écrit|ecrit|écrivit|escribió|"
    "escribio|escreveu|ha scritto|scritto|scrisse|schreef|geschreven|napisał|napisała|napisał(a)|"
    "pisze|пишет|писал|писала|написал|написала|написал(а)|пише|написав|skrev|skriver|følgende|"
    "kirjoitti|napsal|napsal(a)|napsala|napísal|napísal(a)|írta|ezt írta|yazdı|şunu "
    "yazdı|写道|寫道|"
    "のメール|님이 작성|작성|έγραψε|a scris|scris|rašė|je napisao|je napisal|כתב|כתבה|كتب|đã "
    "viết|menulis|"
    "va escriure|wrote the following|geschrieben";
static const char openers[] =
    "on |at |in a message |le |am |el |il |il giorno |op |den |det |dne |dňa |w dniu |dnia |em |på "
    "|"
    "pe |pada |ha |tir. |man. |ons. |tor. |fre. |lør. |søn. |mån |tis |ti |ma |ke |to |pe |la |su |"
    "mon, |tue, |wed, |thu, |fri, |sat, |sun, |пн, |вт, |ср, |чт, |пт, |сб, |вс, |pon., |wt., "
    "|śr., |"
    "czw., |pt., |sob., |niedz., |po |út |st |čt |pá |so |ne |понедельник|вторник|среда|четверг|"
    "пятница|суббота|воскресенье|vào |kl. |a(z) |στις |τη |την |в |на |у |בתאריך|في |在 |于";

static gboolean digit(const struct fold *line, gsize i)
{
    return i >= line->from && i < line->to && line->fold[i] >= '0' && line->fold[i] <= '9';
}

// A year from 1900 to 2099 by itself.
static gboolean is_year(const struct fold *line, gsize i)
{
    return ((line->fold[i] == '1' && line->fold[i + 1] == '9') ||
            (line->fold[i] == '2' && line->fold[i + 1] == '0')) &&
           digit(line, i) && digit(line, i + 1) && digit(line, i + 2) && digit(line, i + 3) &&
           !digit(line, i + 4) && (i == line->from || !digit(line, i - 1));
}

// A time of day, the sign between hours and minutes at i.
static gboolean is_time(const struct fold *line, gsize i)
{
    gunichar c = line->fold[i];
    return (c == ':' || c == '.' || c == 'h' || c == 0x2236) && i > line->from &&
           digit(line, i - 1) && !(digit(line, i - 2) && digit(line, i - 3)) &&
           digit(line, i + 1) && digit(line, i + 2) && !digit(line, i + 3) &&
           line->fold[i + 1] <= '5';
}

static gboolean is_address(const struct fold *line, gsize i)
{
    return line->fold[i] == '@' && i > line->from && i + 1 < line->to &&
           g_unichar_isalnum(line->fold[i - 1]) && g_unichar_isalnum(line->fold[i + 1]);
}

// The end of the line without what doesn't count behind a colon: bold marks, marks of direction.
static gsize last(const struct fold *line)
{
    gsize to = line->to;
    while (to > line->from && (fold_bidi(line->fold[to - 1]) || line->fold[to - 1] == '*' ||
                               line->fold[to - 1] == '_' || line->fold[to - 1] == ' ' ||
                               fold_invisible(line->fold[to - 1])))
        to--;
    return to;
}

// `13.` is a day, not the end of a sentence.
static gboolean ends_sentence(const struct fold *line, gsize to)
{
    gunichar c = line->fold[to - 1];
    return c == '!' || c == '?' || (c == '.' && !digit(line, to - 2));
}

// Quote marks in front are skipped: the tail of a wrapped attribution may have got one.
static struct signs look(const struct fold *line)
{
    struct signs signs = {0};
    gsize to = last(line);
    gsize from = line->from;
    if (to <= from)
        return signs;
    signs.colon = line->fold[to - 1] == ':';
    for (gsize i = from; i < line->to; i++) {
        signs.address = signs.address || is_address(line, i);
        signs.evidence = signs.evidence || is_year(line, i) || is_time(line, i);
    }
    signs.evidence = signs.evidence || signs.address;
    signs.halt = !signs.address && ends_sentence(line, to);
    if (signs.colon) {
        g_autofree char *text = phrase_plain(line, from, to - 1);
        signs.verb = phrase_ends(text, verbs) > 0;
    }
    return signs;
}

struct marking {
    struct body *body;
    struct signs *signs;
};

static gboolean is_words(const struct marking *marking, gint64 i)
{
    return i >= 0 && (marking->body->lines[i].kind == BODY_TEXT ||
                      marking->body->lines[i].kind == BODY_HEADER);
}

// Whether it begins as attributions do; asked of few lines.
static gboolean is_opener(const struct marking *marking, gint64 i)
{
    const struct fold *line = &marking->body->lines[i].fold;
    gsize to = last(line);
    if (!marking->signs[i].colon && line->to - line->from >= 200)
        return FALSE;
    g_autofree char *text = phrase_plain(line, line->from, to);
    return phrase_begins(text, openers) > 0;
}

// Whether nothing stands right above line i, so that a paragraph begins there.
static gboolean is_first(const struct marking *marking, gint64 i)
{
    return i == 0 || !is_words(marking, i - 1);
}

// The kind of the next line below i in which something stands.
static enum body_kind below(const struct marking *marking, guint i)
{
    guint next = body_skip_blank(marking->body, i + 1);
    return next < marking->body->n ? marking->body->lines[next].kind : BODY_BLANK;
}

// The first line of the attribution that ends at line j: the nearest with evidence, within three
// lines; then further up, as long as lines look like parts of one. -1: none.
static gint64 first_line(const struct marking *marking, guint j)
{
    gint64 start = -1;
    for (gint64 i = j; i > (gint64)j - WINDOW && start < 0; i--) {
        if (i != j && !is_words(marking, i))
            return -1;
        if (marking->signs[i].evidence)
            start = i;
    }
    if (start < 0)
        return -1;
    for (gint64 i = start - 1; i > (gint64)j - REACH && is_words(marking, i); i--) {
        const struct signs *signs = &marking->signs[i];
        gboolean opener = is_opener(marking, i);
        if (signs->halt && (!opener || is_opener(marking, i + 1)))
            break;
        if (signs->evidence || opener)
            start = i;
    }
    return start;
}

static void mark(struct marking *marking, gint64 from, gint64 to, gboolean certain)
{
    for (gint64 i = from; i <= to; i++) {
        if (is_words(marking, i)) {
            marking->body->lines[i].kind = BODY_ATTRIBUTION;
            marking->body->lines[i].certain = certain;
        }
    }
}

// The tail of a wrapped attribution that got a quote mark, or is a colon alone: `> wrote:`, `>:`,
// `:`.
static gboolean is_marked_tail(const struct marking *marking, guint i)
{
    const struct body_line *line = &marking->body->lines[i];
    gsize blanks = 0;
    if ((line->kind != BODY_QUOTE && line->kind != BODY_RULE) || !marking->signs[i].colon)
        return FALSE;
    for (gsize k = line->fold.from; k < line->fold.to; k++)
        blanks += line->fold.fold[k] == ' ';
    return blanks <= 3;
}

// A line without a date is one when it says "wrote:" where a paragraph begins, or when it ends in a
// colon right above quoted lines.
static gboolean is_without_date(const struct marking *marking, guint i)
{
    const struct signs *signs = &marking->signs[i];
    enum body_kind next = below(marking, i);
    return signs->colon && ((signs->verb && (is_first(marking, i) || next == BODY_QUOTE)) ||
                            next == BODY_QUOTE || next == BODY_BAR);
}

// One without a colon, right above quoted lines: an address says that it is no sentence.
static gboolean is_without_colon(const struct marking *marking, guint i)
{
    const struct body *body = marking->body;
    return marking->signs[i].address && i + 1 < body->n &&
           (body->lines[i + 1].kind == BODY_QUOTE || body->lines[i + 1].kind == BODY_BAR);
}

void attribution_mark(struct body *body)
{
    struct signs *signs = g_new0(struct signs, MAX(body->n, 1));
    struct marking marking = {body, signs};
    for (guint i = 0; i < body->n; i++)
        signs[i] = look(&body->lines[i].fold);
    for (guint i = 0; i < body->n; i++) {
        gboolean words = is_words(&marking, i);
        gint64 start = -1;
        if ((words && signs[i].colon) || is_marked_tail(&marking, i))
            start = first_line(&marking, i);
        if (start >= 0 ||
            (words && (is_without_date(&marking, i) || is_without_colon(&marking, i))))
            mark(&marking, start >= 0 ? start : (gint64)i, i, start >= 0 || signs[i].verb);
    }
    g_free(signs);
}
