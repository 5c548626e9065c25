// SPDX-License-Identifier: MIT
// The words that there are in the command language, whatever they are called in which language.
//
// Decides what a words.ini must name. Doesn't know how a word is written anywhere, nor what it
// does.
#ifndef REFEREE_WORDS_LIST_H
#define REFEREE_WORDS_LIST_H

// A bit for each language; those that are learned get the next ones.
enum { WORDS_LANGUAGES_MAX = 16, WORDS_CODE_MAX = 8 };
enum words_language { WORDS_EN = 1, WORDS_FR = 2, WORDS_DE = 4, WORDS_ALL = 0xffff };

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

// What a word is called in words.ini ("forget-me"); NULL for WORD_NONE.
const char *words_name(enum word word);

#endif
