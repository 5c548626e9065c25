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

// Beside them each words.ini has [sentences]: whole lines that say the same as one of the words.

// Every word: its name here, and its key in templates/LANG/words.ini. First those that begin a
// command, then those that stand further on.
#define WORDS_EACH(X)                                                                              \
    X(NEW, "new")                                                                                  \
    X(INVITE, "invite")                                                                            \
    X(JOIN, "join")                                                                                \
    X(DECLINE, "decline")                                                                          \
    X(LUCK, "luck")                                                                                \
    X(START, "start")                                                                              \
    X(DISCARD, "discard")                                                                          \
    X(PLAY, "play")                                                                                \
    X(PASS, "pass")                                                                                \
    X(LEAVE, "leave")                                                                              \
    X(PREVIEW, "preview")                                                                          \
    X(PLAN, "plan")                                                                                \
    X(STATUS, "status")                                                                            \
    X(HAND, "hand")                                                                                \
    X(RESEND, "resend")                                                                            \
    X(HISTORY, "history")                                                                          \
    X(GAMES, "games")                                                                              \
    X(OPEN, "open")                                                                                \
    X(STANDINGS, "standings")                                                                      \
    X(RULES, "rules")                                                                              \
    X(HELP, "help")                                                                                \
    X(SAY, "say")                                                                                  \
    X(TELL, "tell")                                                                                \
    X(WATCH, "watch")                                                                              \
    X(UNWATCH, "unwatch")                                                                          \
    X(YES, "yes")                                                                                  \
    X(NO, "no")                                                                                    \
    X(REMATCH, "rematch")                                                                          \
    X(PAUSE, "pause")                                                                              \
    X(SUBSTITUTE, "substitute")                                                                    \
    X(NICK, "nick")                                                                                \
    X(TIMEZONE, "timezone")                                                                        \
    X(LANGUAGE, "language")                                                                        \
    X(MAIL, "mail")                                                                                \
    X(QUIET, "quiet")                                                                              \
    X(VACATION, "vacation")                                                                        \
    X(BACK, "back")                                                                                \
    X(CALENDAR, "calendar")                                                                        \
    X(PRIVATE, "private")                                                                          \
    X(ADDRESS, "address")                                                                          \
    X(KEY, "key")                                                                                  \
    X(MY, "my")                                                                                    \
    X(FORGET, "forget")                                                                            \
    X(FORGET_ME, "forget-me") /* `oubliez-moi` */                                                  \
    X(RESIGN, "resign")                                                                            \
    X(CANCEL, "cancel")                                                                            \
    X(AGREE, "agree")                                                                              \
    X(BLOCK, "block")                                                                              \
    X(UNBLOCK, "unblock")                                                                          \
    X(UNDO, "undo") /* which can't be */                                                           \
    X(END, "end")   /* the last of them */                                                         \
    X(BONUS, "bonus")                                                                              \
    X(FORCE, "force")                                                                              \
    X(TO, "to") /* `dire à`, `sagen an` */                                                        \
    X(DATA, "data")                                                                                \
    X(ME, "me")                                                                                    \
    X(ON, "on")                                                                                    \
    X(AND, "and")                                                                                  \
    X(OFF, "off")                                                                                  \
    X(IF, "if")                                                                                    \
    X(TOP, "top")                                                                                  \
    X(COST, "cost")                                                                                \
    X(FORCED, "forced")                                                                            \
    X(ALL, "all")                                                                                  \
    X(TURN, "turn")                                                                                \
    X(DAILY, "daily")                                                                              \
    X(PAGE, "page")                                                                                \
    X(JANUARY, "january") /* command_date.c counts from here to `tomorrow` */                      \
    X(FEBRUARY, "february")                                                                        \
    X(MARCH, "march")                                                                              \
    X(APRIL, "april")                                                                              \
    X(MAY, "may")                                                                                  \
    X(JUNE, "june")                                                                                \
    X(JULY, "july")                                                                                \
    X(AUGUST, "august")                                                                            \
    X(SEPTEMBER, "september")                                                                      \
    X(OCTOBER, "october")                                                                          \
    X(NOVEMBER, "november")                                                                        \
    X(DECEMBER, "december")                                                                        \
    X(MONDAY, "monday")                                                                            \
    X(TUESDAY, "tuesday")                                                                          \
    X(WEDNESDAY, "wednesday")                                                                      \
    X(THURSDAY, "thursday")                                                                        \
    X(FRIDAY, "friday")                                                                            \
    X(SATURDAY, "saturday")                                                                        \
    X(SUNDAY, "sunday")                                                                            \
    X(TODAY, "today")                                                                              \
    X(TOMORROW, "tomorrow")                                                                        \
    X(FROM, "from")   /* what may stand before a day or an hour: `on`, `the`, `vom` */             \
    X(UNTIL, "until") /* and between two: `to`, `bis`, `au` */                                     \
    X(HOURS, "hours") /* behind a number: `48h`, `48 Std` */                                       \
    X(DAYS, "days")

enum word {
    WORD_NONE,
#define X(name, key) WORD_##name,
    WORDS_EACH(X)
#undef X
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
// Has learn called, with this folder, when a word is looked up for the first time: a run that reads
// no mail needs none. In place of what was learned, or was to be, before.
typedef void words_teacher(const char *folder);
void words_learn_later(words_teacher *learn, const char *folder);

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

// The word whose command this whole sentence (fold_sentence) asks for, in one of the languages:
// "das war ich" → yes. WORD_NONE when there is none. out_written: the languages that have it; may
// be NULL.
enum word words_sentence(const char *sentence, unsigned languages, unsigned *out_written);

// Whether a command or such a sentence can begin with this plain form, in any language.
gboolean words_may_begin(const char *key);

// Whether this plain form is a word that begins a command, or one letter away from one: a letter
// changed, missing, too many, or two neighbours exchanged. Words of which the second alone makes a
// command (`my data`) count only when second is near it too; second may be NULL.
gboolean words_near_command(const char *key, const char *second, unsigned languages);

// How a word is written in a language, with its accents ("glück"); in English where that language
// has none of its own. Of several the one that mails should show. Never NULL.
const char *words_show(enum word word, enum words_language language);

#endif
