// SPDX-License-Identifier: MIT
// Which commands there are, and what a line that asks one can be.
//
// Decides how each command is called, and names everything that can be wrong with one. Knows
// nothing of what a command holds (command.h), nor of how it is read (command_text.h).
#ifndef REFEREE_COMMAND_VERB_H
#define REFEREE_COMMAND_VERB_H

#include <glib.h>

// Every command: its name here, and how its canonical form begins. Those from STATUS to HELP change
// nothing and only ask.
#define COMMAND_EACH(X)                                                                            \
    X(NEW, "new")                                                                                  \
    X(INVITE, "invite")                                                                            \
    X(JOIN, "join")                                                                                \
    X(DECLINE, "decline")                                                                          \
    X(LUCK, "luck:")                                                                               \
    X(START, "start")                                                                              \
    X(DISCARD, "discard")                                                                          \
    X(MOVE, "play") /* play, pass, pass force, leave */                                            \
    X(PREVIEW, "preview")                                                                          \
    X(PLAN, "plan")                                                                                \
    X(PLAN_OFF, "plan off")                                                                        \
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
    X(KEY_OFF, "key off")                                                                          \
    X(MY_DATA, "my data")                                                                          \
    X(PAGE, "mail page") /* `mail page` */                                                         \
    X(FORGET_ME, "forget me")                                                                      \
    X(RESIGN, "resign")                                                                            \
    X(CANCEL, "cancel")                                                                            \
    X(AGREE, "agree")                                                                              \
    X(BLOCK, "block")                                                                              \
    X(UNBLOCK, "unblock")

enum command_verb {
    COMMAND_NONE,
#define X(name, verb) COMMAND_##name,
    COMMAND_EACH(X)
#undef X
        COMMAND_COUNT
};

// What is wrong with a line that was understood.
enum command_fault {
    COMMAND_FINE,
    COMMAND_FAULT_CARD,          // number: no such card
    COMMAND_FAULT_FOUR,          // number of cards of one value: three are the most
    COMMAND_FAULT_MIXED,         // a play of several values
    COMMAND_FAULT_NO_CARD,       // a play or preview of nothing
    COMMAND_FAULT_DISCARD_COUNT, // number: not three cards
    COMMAND_FAULT_OPTION,        // word: no such option of `new`
    COMMAND_FAULT_TWICE,         // word: an option said twice
    COMMAND_FAULT_VALUE,         // word: the option whose value can't be
    COMMAND_FAULT_PACE,          // not from 1h to 14d
    COMMAND_FAULT_ADDRESS,       // word: no address
    COMMAND_FAULT_NICK,          // word: no nickname can be like that; "": none is there
    COMMAND_FAULT_RESERVED,      // word: such nicknames are the referee's to give
    COMMAND_FAULT_WHO,           // nobody named
    COMMAND_FAULT_GAME,          // no number of a game
    COMMAND_FAULT_DATE,          // word: no date, none that exists, or one of two
    COMMAND_FAULT_DATES,         // the second before the first
    COMMAND_FAULT_QUIET,         // no hours, or more than twelve
    COMMAND_FAULT_ZONE,          // word: no time zone can be called that
    COMMAND_FAULT_CHOICE,        // word: none of the words that may stand there
    COMMAND_FAULT_KEY,           // no key of a known kind
    COMMAND_FAULT_TEXT,          // no text
    COMMAND_FAULT_PLAN_EMPTY,
    COMMAND_FAULT_PLAN_LINE, // word: the line
    COMMAND_FAULT_PLAN_END,  // no `end`
    COMMAND_FAULT_PLAN_LONG,
    COMMAND_FAULT_KEY_FILE,   // none attached, or not one alone
    COMMAND_FAULT_KEY_SECRET, // a secret key came along
    COMMAND_FAULT_UNDO        // a move was made, and stays
};
struct command_wrong {
    enum command_fault fault;
    enum command_verb verb; // of which command
    // The line holds a digit, a = or an @, or nothing but the verb: surely meant for the referee.
    // Otherwise it may be a sentence (`watch out for Ines`).
    gboolean sure;
    gint64 number;
    char word[64]; // printable, shortened
};

enum command_line {
    COMMAND_LINE_OTHER,   // no command
    COMMAND_LINE_NEAR,    // begins like one: its first word is a command word, or a letter away
    COMMAND_LINE_WRONG,   // understood, and can't be: out_wrong says why
    COMMAND_LINE_COMMENT, // `# …`
    COMMAND_LINE_COMMAND
};

#endif
