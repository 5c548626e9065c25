// SPDX-License-Identifier: MIT
// A line of a mail made ready for reading: its characters, and beside each what it is folded to.
//
// Decides which differences between characters mean nothing (spec: mail.md, gate 8): letter case,
// accents, the many blanks, full-width forms, typographic dashes, the times sign. Folding is one to
// one, so that what was found in the folded line can be cut out of the line as it was written; free
// text is never folded. Knows no words and no commands. No NFKC: it makes a 72 of `7²`.
#ifndef REFEREE_FOLD_H
#define REFEREE_FOLD_H

#include <glib.h>

// Characters above which a line is no command unless it is free text: commands are short (H60).
enum { FOLD_LINE_MAX = 200, FOLD_KEY_MAX = 32, FOLD_SENTENCE_MAX = 64, FOLD_TAB_INDENT = 1000 };

// raw and fold have len characters. What lies outside from ... to are blanks and invisible
// characters at the ends. indent counts the blanks in front; a tab among them counts
// FOLD_TAB_INDENT.
struct fold {
    gunichar *raw; // composed (NFC), as it was written
    gunichar *fold;
    gsize len, from, to;
    gsize indent;
};

// Reads len bytes of valid UTF-8 (-1: up to its NUL), without line end. The caller clears it.
void fold_init(struct fold *line, const char *text, gssize len);
void fold_clear(struct fold *line); // takes a zeroed one

// Whether nothing stands in the line that can be seen.
gboolean fold_is_empty(const struct fold *line);

// The characters from ... to as they were written, ends trimmed, tabs made blanks. The caller owns
// it.
char *fold_cut(const struct fold *line, gsize from, gsize to);

// The plain ASCII form of the word that stands at from ... to: small letters, accents taken off, ß
// as ss. Returns FALSE when it isn't made of letters and what joins them (- ' ’), or is too long.
// Tells whether an accent was taken off.
gboolean fold_key(const struct fold *line, gsize from, gsize to, char out[FOLD_KEY_MAX],
                  gboolean *out_accented);

// The same for a word of UTF-8 alone.
gboolean fold_key_of(const char *word, char out[FOLD_KEY_MAX]);

// The plain forms of all words from ... to, one blank between them, without apostrophes and the
// marks that may follow a word (, ; : . ! - and one ? at the end, which is told). FALSE where
// anything else stands, or when it is too long.
gboolean fold_sentence(const struct fold *line, gsize from, gsize to, char out[FOLD_SENTENCE_MAX],
                       gboolean *out_asks);

// A word of UTF-8 in small letters with ae for ä, oe for ö, ue for ü, as it is typed where the
// keyboard has none. The caller owns it.
char *fold_spell_out(const char *word);

// What kind of character it is.
gboolean fold_blank(gunichar c);     // blank, tab, no-break space and its kin
gboolean fold_invisible(gunichar c); // nothing to be seen: zero width, soft hyphen, variation
gboolean fold_bidi(gunichar c);      // marks that turn the direction of writing
gboolean fold_printable(gunichar c); // may stand in a name or an address
gboolean fold_emoji(gunichar c); // a picture, and not one that looks like a digit, letter or card
gboolean fold_punctuation(gunichar c);

#endif
