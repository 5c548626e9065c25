// SPDX-License-Identifier: MIT
// The words of the command language in English, French and German: one table for all.
//
// Decides which written word means what (spec: mail.md, "Commands"). Knows nothing of what may
// follow a word. Words are looked up in their plain form (fold_key), so accents and spelt-out
// umlauts are of no matter.
#ifndef REFEREE_WORDS_H
#define REFEREE_WORDS_H

#include <glib.h>

enum words_language { WORDS_EN = 1, WORDS_FR = 2, WORDS_DE = 4, WORDS_ALL = 7 };

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
    WORD_ENGLISH,
    WORD_FRENCH,
    WORD_GERMAN,
    WORD_COUNT
};

// The languages whose words are understood of a player: English and his own; all three where the
// language isn't known (NULL or "") or is none of ours.
unsigned words_languages(const char *language);

// The word that begins a command and has this plain form, in one of the languages; WORD_NONE when
// there is none. accented: an accent was taken off, which no English word allows.
enum word words_command(const char *key, gboolean accented, unsigned languages);

// The languages (WORDS_…) in which a word is written so; 0: in none.
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
