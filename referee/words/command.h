// SPDX-License-Identifier: MIT
// Commands: what a player can ask of the referee, as values.
//
// Decides what each of them holds. Knows no player, no game, no mail, and not how a command is
// written: command_text.h reads and writes them. Pure.
#ifndef REFEREE_COMMAND_H
#define REFEREE_COMMAND_H

#include "referee/rules/rules.h"
#include "referee/words/command_verb.h"
#include "referee/words/plan_text.h"
#include "referee/words/words_list.h"

#include <glib.h>

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
// Without text the key is in an attached file (newtext_read.c).
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

void command_init(struct command *command, enum command_verb verb);
void command_clear(struct command *command); // takes a zeroed one
void command_free(struct command *command);  // of the heap; takes NULL

// The English verb that begins the canonical form ("my data"); a move's is "play". Never NULL.
const char *command_verb_name(enum command_verb verb);

// Whether it changes nothing and only asks (`status`, `help`, `preview`, …).
gboolean command_only_asks(const struct command *command);

// Whether it says a card or cards that can't be: such a line further down is a second intention
// too.
gboolean command_wrong_cards(const struct command_wrong *wrong);

#endif
