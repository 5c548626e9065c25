// SPDX-License-Identifier: MIT
// See greeting.h.
#include "referee/words/greeting.h"

#include "referee/words/phrase.h"
#include "referee/words/words.h"

#include <string.h>

enum { LINE_MAX_CHARACTERS = 48, NAMES_MAX = 5, MARKS_MAX = 3, WORD_BYTES = 96 };

// Longer ones first, where one begins another.
static const char greetings[] =
    "good morning|good afternoon|good evening|good day|hello|hullo|hallo|hey|hiya|hi|dear|howdy|"
    "greetings|good night|welcome back|morning|afternoon|evening|ahoy|cheers|"
    "bonjour|bonsoir|salut|salutations|coucou|bonne soirée|bonne journée|chère|chères|chers|cher|"
    "allô|"
    "guten morgen|guten tag|guten abend|gute nacht|schönen guten tag|schönen guten abend|"
    "schönen guten morgen|schönen abend|schönen tag|grüß gott|gruss gott|grüss gott|grüß dich|"
    "grüß euch|grüezi|servus|moin moin|moin|mahlzeit|tag|sehr geehrte|sehr geehrter|sehr geehrtes|"
    "liebe|lieber|liebes|hej|tach|na|hoi|habe die ehre|glück auf";
// Who may be meant without a capital letter, and what joins several.
static const char addressees[] =
    "all|everybody|everyone|folks|friends|there|team|again|referee|players|player|guys|dear|sir|"
    "madam|and|to|you|both|co|robot|robots|together|the|table|"
    "tous|toutes|à|et|les|amis|amies|tout|le|la|monde|monsieur|madame|messieurs|mesdames|arbitre|"
    "l'arbitre|m'sieur|cher|chère|chers|compagnie|table|vous|"
    "zusammen|alle|allen|allerseits|miteinander|leute|runde|ihr|lieben|liebe|lieber|und|freunde|"
    "spieler|mitspieler|schiedsrichter|schiedsrichterin|schiedsstelle|an|nochmal|damen|herren|in|"
    "die";
// Words that turn a greeting into a sentence, capital or not.
static const char sentence_words[] =
    "i|i'm|i'll|i've|i'd|we|it|he|she|they|this|that|please|don't|dont|do|not|no|never|none|can|"
    "can't|"
    "could|may|might|must|would|will|won't|wait|stop|let|let's|sorry|today|tonight|tomorrow|now|"
    "later|nope|nah|if|when|but|or|because|my|a|an|is|are|was|just|only|rather|"
    "je|j'ai|tu|il|elle|on|nous|ne|pas|n'ai|non|jamais|merci|svp|ce|cet|cette|si|mais|ou|"
    "aujourd'hui|demain|surtout|plutôt|rien|"
    "ich|du|wir|er|sie|es|nicht|nie|niemals|kein|keine|keinen|nein|nö|nee|bitte|danke|heute|morgen|"
    "jetzt|"
    "wenn|aber|oder|mein|meine|nur|doch|noch|erst|bloß";

static gboolean is_mark(gunichar c)
{
    return c == ',' || c == '!' || c == '.';
}

static gboolean is_name_letter(gunichar c)
{
    return g_unichar_isalpha(c) || g_unichar_ismark(c) || c == '-' || c == '\'' || c == 0x2019 ||
           c == '.' || c == '&';
}

// The word at pos in small letters, a typographic apostrophe as the plain one, into out. Moves pos
// behind it; FALSE when something stands there that no name has.
static gboolean take_word(const struct fold *line, gsize *pos, gboolean *capital,
                          char out[WORD_BYTES])
{
    gsize n = 0;
    gsize from = *pos;
    while (*pos < line->to && is_name_letter(line->fold[*pos])) {
        gunichar c = line->fold[(*pos)++];
        if (n + 6 >= WORD_BYTES)
            return FALSE;
        n += (gsize)g_unichar_to_utf8(c == 0x2019 ? '\'' : g_unichar_tolower(c), out + n);
    }
    while (n > 0 && *pos > from + 1 &&
           out[n - 1] == '.') { // the mark at the end is none of its own
        n--;
        (*pos)--;
    }
    out[n] = '\0';
    *capital = *pos > from && !g_unichar_islower(line->raw[from]);
    return *pos > from;
}

// Whether a word may stand behind a greeting word. sure: a comma before it, so that a small letter
// begins a sentence rather than a name.
static gboolean is_name(const char *word, gboolean capital, gboolean alone)
{
    char key[FOLD_KEY_MAX];
    if (phrase_is(word, sentence_words))
        return FALSE;
    if (phrase_is(word, addressees) || strcmp(word, "&") == 0)
        return TRUE;
    if (fold_key_of(word, key) && words_command(key, TRUE, WORDS_ALL) != WORD_NONE)
        return FALSE;
    if (fold_key_of(word, key) && words_command(key, FALSE, WORDS_EN) != WORD_NONE)
        return FALSE;
    return capital || alone;
}

// Whether the rest of the line, from pos on, holds no further word.
static gboolean no_more_words(const struct fold *line, gsize pos)
{
    while (pos < line->to)
        if (g_unichar_isalpha(line->fold[pos++]))
            return FALSE;
    return TRUE;
}

// Names, marks and emoji up to the end of the line.
static gboolean rest_fits(const struct fold *line, gsize pos)
{
    gsize names = 0;
    gsize marks = 0;
    while (pos < line->to) {
        gunichar c = line->fold[pos];
        char word[WORD_BYTES];
        gboolean capital;
        if (c == ' ' || fold_invisible(c) || fold_emoji(c) || (c >= 0x1f3fb && c <= 0x1f3ff)) {
            pos++;
        } else if (is_mark(c)) {
            pos++;
            if (++marks > MARKS_MAX)
                return FALSE;
        } else {
            gboolean comma = marks > 0;
            if (!take_word(line, &pos, &capital, word) || ++names > NAMES_MAX ||
                !is_name(word, capital, names == 1 && !comma && no_more_words(line, pos)))
                return FALSE;
        }
    }
    return TRUE;
}

gboolean greeting_is(const struct fold *line)
{
    if (line->to - line->from > LINE_MAX_CHARACTERS || line->to == line->from)
        return FALSE;
    g_autofree char *text = phrase_plain(line, line->from, line->to);
    const char *list = greetings;
    while (*list) {
        gsize len = strcspn(list, "|");
        if (strncmp(text, list, len) == 0) {
            gsize pos = line->from + (gsize)g_utf8_strlen(list, (gssize)len);
            gboolean whole =
                pos >= line->to || !is_name_letter(line->fold[pos]) || is_mark(line->fold[pos]);
            if (whole && rest_fits(line, pos))
                return TRUE;
        }
        list += len + (list[len] == '|');
    }
    return FALSE;
}
