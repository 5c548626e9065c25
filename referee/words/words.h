// SPDX-License-Identifier: MIT
// The words of the command language: one table for all languages.
//
// Decides which written word means what (spec: mail.md, "Commands"). Knows nothing of what may
// follow a word. Words are looked up in their plain form (fold_key), so accents and spelt-out
// umlauts are of no matter. English, French and German are built in, from templates/LANG/words.ini;
// others are learned when the program starts, from files of the same kind, and never after. Pure.
#ifndef REFEREE_WORDS_H
#define REFEREE_WORDS_H

#include <glib.h>

// A bit for each language; those that are learned get the next ones.
enum { WORDS_LANGUAGES_MAX = 16, WORDS_CODE_MAX = 8 };
enum words_language { WORDS_EN = 1, WORDS_FR = 2, WORDS_DE = 4, WORDS_ALL = 0xffff };

enum word {
    WORD_NONE,
    // words that begin a command
    WORD_NEW,
    WORD_INVITE,
    WORD_JOIN,
    WORD_DECLINE,
    WORD_LUCK,
    WORD_START,
    WORD_DISCARD,
    WORD_PLAY,
    WORD_PASS,
    WORD_LEAVE,
    WORD_PREVIEW,
    WORD_PLAN,
    WORD_STATUS,
    WORD_HAND,
    WORD_RESEND,
    WORD_HISTORY,
    WORD_GAMES,
    WORD_OPEN,
    WORD_STANDINGS,
    WORD_RULES,
    WORD_HELP,
    WORD_SAY,
    WORD_TELL,
    WORD_WATCH,
    WORD_UNWATCH,
    WORD_YES,
    WORD_NO,
    WORD_REMATCH,
    WORD_PAUSE,
    WORD_SUBSTITUTE,
    WORD_NICK,
    WORD_TIMEZONE,
    WORD_LANGUAGE,
    WORD_MAIL,
    WORD_QUIET,
    WORD_VACATION,
    WORD_BACK,
    WORD_CALENDAR,
    WORD_PRIVATE,
    WORD_ADDRESS,
    WORD_KEY,
    WORD_MY,
    WORD_FORGET,
    WORD_FORGET_ME, // `oubliez-moi`
    WORD_RESIGN,
    WORD_CANCEL,
    WORD_AGREE,
    WORD_BLOCK,
    WORD_UNBLOCK,
    WORD_END,
    // words that stand further on
    WORD_BONUS,
    WORD_FORCE,
    WORD_TO, // `dire à`, `sagen an`
    WORD_DATA,
    WORD_ME,
    WORD_ON,
    WORD_OFF,
    WORD_IF,
    WORD_TOP,
    WORD_COST,
    WORD_FORCED,
    WORD_ALL,
    WORD_TURN,
    WORD_DAILY,
    WORD_PAGE,
    WORD_COUNT
};

// The languages whose words are understood of a player: English and their own; all of them where
// the language isn't known (NULL or "") or is none of ours.
unsigned words_languages(const char *language);

// The name of a language ("fr"), of which there must be the one bit; NULL for none or several. Of
// the n-th, from 0; NULL behind the last.
const char *words_code(unsigned language);
const char *words_code_at(guint n);
// The language that may be called so, in its plain form: its code, or a name from any words.ini
// that says its own names ("fr", "french", "franzoesisch" → "fr"). NULL for none.
const char *words_code_named(const char *key);

// Whether this plain form is a word that people put before a command where none belongs ("please").
gboolean words_stand_before(const char *key);

// Learns a language from the text of its words.ini, or learns it anew; the built-in ones too, so
// that an operator can give them more words. code: the folder's name. Errors: G_KEY_FILE_ERROR,
// which names the key that is wrong and what to do; nothing is learned then.
gboolean words_learn(const char *code, const char *text, gsize len,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Back to what is built in.
void words_unlearn(void);

// What a word is called in words.ini ("forget-me"); NULL for WORD_NONE.
const char *words_name(enum word word);
// Whether a language has a word of its own for it.
gboolean words_has(enum word word, const char *code);

// The word that begins a command and has this plain form, in one of the languages; WORD_NONE when
// there is none. accented: an accent was taken off, which no English word allows.
enum word words_command(const char *key, gboolean accented, unsigned languages);

// The languages (bits) in which a word is written so; 0: in none.
unsigned words_written(const char *key);

// Whether this plain form is the given word, in one of the languages.
gboolean words_is(const char *key, gboolean accented, enum word word, unsigned languages);

// Whether this plain form is a word that begins a command, or one letter away from one: a letter
// changed, missing, too many, or two neighbours exchanged. Words of which the second alone makes a
// command (`my data`) count only when second is near it too; second may be NULL.
gboolean words_near_command(const char *key, const char *second, unsigned languages);

// How a word is written in a language, with its accents ("glück"); in English where that language
// has none of its own. Of several the one that mails should show. Never NULL.
const char *words_show(enum word word, enum words_language language);

#endif
