// SPDX-License-Identifier: MIT
// Commands: what a player can ask of the referee, as values; and the line that asks it.
//
// Decides whether one line of text is a command in full, is one that was understood and can't be,
// or only begins like one (spec: mail.md, "Commands" and gate 8). Knows no player, no game, no
// mail, and nothing of the lines around: which lines of a mail count is decided in newtext.c. Pure.
#ifndef REFEREE_COMMAND_H
#define REFEREE_COMMAND_H

#include "referee/words/fold.h"
#include "referee/words/plan_text.h"
#include "referee/rules/rules.h"
#include "referee/words/words.h"

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

// Options of `new`, a bit each: which were said.
enum command_option {
    COMMAND_OPTION_SEATS,
    COMMAND_OPTION_ROBOTS,
    COMMAND_OPTION_PACE,
    COMMAND_OPTION_RULES,
    COMMAND_OPTION_SECURITY,
    COMMAND_OPTION_PRESS,
    COMMAND_OPTION_OPEN,
    COMMAND_OPTION_NAME,
    COMMAND_OPTION_NICK,
    COMMAND_OPTION_RULE, // the first of rules_option_list, whose others follow
    COMMAND_OPTION_COUNT = COMMAND_OPTION_RULE + RULES_OPTIONS
};
enum command_security { COMMAND_SECURITY_TICKET, COMMAND_SECURITY_SIGNED };
enum command_press { COMMAND_PRESS_ALL, COMMAND_PRESS_PUBLIC, COMMAND_PRESS_NONE };

// What `new` asks for. A value counts only when its bit is in said; order keeps them as they were
// typed. rules holds those of rules_option_list; `rules=` sets them all, whatever the order.
struct command_new {
    unsigned said; // 1 << enum command_option
    guint8 order[COMMAND_OPTION_COUNT];
    unsigned n;
    int seats, robots;
    gint64 pace; // seconds
    gboolean pace_in_days;
    gboolean booklet; // what `rules=` said
    struct rules_options rules;
    enum command_security security;
    enum command_press press;
    gboolean anybody; // open=yes
    char *name, *nick;
};

enum command_mail { COMMAND_MAIL_ALL, COMMAND_MAIL_TURN, COMMAND_MAIL_DAILY };
// Without text the key is in an attached file (newtext.c).
enum command_key {
    COMMAND_KEY_ED25519,  // text: base64 of the 32 bytes
    COMMAND_KEY_MINISIGN, // text: minisign's public key, the line of base64
    COMMAND_KEY_SSH,      // text: base64 of an ssh-ed25519 public key
    COMMAND_KEY_OPENPGP,  // text: the armored public key, its lines; who: its fingerprint, or NULL
    COMMAND_KEY_AGE,      // text: a recipient of age, `age1…`
    COMMAND_KEY_SEAL      // `key seal on|off`: what is private comes sealed to a key
};
// A day as it was said. Which one is meant by those without a year, only a calendar can tell: the
// next such day.
enum command_date_kind {
    COMMAND_DATE_DAY,     // a year, a month, a day
    COMMAND_DATE_YEARLY,  // a month and a day; the year is 0
    COMMAND_DATE_WEEKDAY, // day: 1 (Monday) ... 7; the rest is 0
    COMMAND_DATE_FROM_NOW // day: 0 today, 1 tomorrow; the rest is 0
};
struct command_date {
    enum command_date_kind kind;
    gint16 year;
    guint8 month, day;
};

// Only what belongs to the verb is set. Strings are owned, UTF-8 in NFC, without control
// characters.
struct command {
    enum command_verb verb;
    guint8 sentence;                 // said in a whole sentence of so many words; 0: by its own
    unsigned written;                // languages that have its first word (WORDS_…); 0: no word
    struct move move;                // MOVE, PREVIEW
    guint8 cards[RULES_DISCARD_MAX]; // DISCARD: ascending
    gint64 game;                     // JOIN (0: not said), WATCH, UNWATCH
    char *who;        // JOIN (nick, or NULL), TELL, SUBSTITUTE, NICK, TIMEZONE, ADDRESS, HELP (or
                      // NULL), LANGUAGE (en, fr, de)
    char *text;       // SAY, TELL, LUCK, KEY
    GPtrArray *names; // INVITE: addresses (with an @) and nicks
    struct command_new *game_wanted; // NEW
    GArray *plan;                    // PLAN: of struct plan_line
    gboolean on;                     // CALENDAR, PRIVATE, KEY_SEAL
    enum command_mail mail;          // MAIL
    enum command_key key;            // KEY
    int quiet_from, quiet_until;     // QUIET: hours 0 ... 23; equal: none
    struct command_date dates[2];    // VACATION: first and last day, the same when one was said
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

// Reads one line. Only for COMMAND_LINE_COMMAND out_command is set, and the caller clears it; it is
// zeroed otherwise. out_wrong may be NULL.
// A PLAN comes without its lines, which stand below (plan_text_parse, command_is_end). SAY and TELL
// come with the text of this line, which may be "": theirs goes on below. The same for a KEY.
enum command_line command_parse(const struct fold *line, unsigned languages,
                                struct command *out_command, struct command_wrong *out_wrong);

// The same for a bare string.
enum command_line command_parse_text(const char *text, unsigned languages,
                                     struct command *out_command, struct command_wrong *out_wrong);

// Whether a text is a command and nothing else, in any language.
gboolean command_is_whole(const char *text);

// Whether the line is the `end` of a plan.
gboolean command_is_end(const struct fold *line, unsigned languages);

void command_init(struct command *command, enum command_verb verb);
void command_clear(struct command *command); // takes a zeroed one
void command_free(struct command *command);  // of the heap; takes NULL

// The one canonical form (spec: interface.md). The caller owns it.
char *command_format(const struct command *command);

// The English verb that begins the canonical form ("my data"); a move's is "play". Never NULL.
const char *command_verb_name(enum command_verb verb);

// Whether it changes nothing and only asks (`status`, `help`, `preview`, …).
gboolean command_only_asks(const struct command *command);

// Whether it says a card or cards that can't be: such a line further down is a second intention
// too.
gboolean command_wrong_cards(const struct command_wrong *wrong);

// Whether an address can be written to: its shape (address.h), and a domain of two labels at least,
// or localhost.
gboolean command_address_ok(const char *address);

// Whether a player may be called that: ASCII letters, digits, - _ . alone (fairness.md: names stand
// in records), a letter or digit first, not digits alone, nothing that is a command by itself, at
// most COMMAND_NICK_MAX bytes. COMMAND_FINE, COMMAND_FAULT_NICK or _RESERVED.
enum { COMMAND_NICK_MAX = 20 };
enum command_fault command_nick_fault(const char *nick);
// A nickname like what somebody wrote, "claire-dubois" for "Claire Dubois"; "" when there is none.
// The caller owns it.
char *command_nick_near(const char *written);

#endif
