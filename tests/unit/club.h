// SPDX-License-Identifier: MIT
// For tests of the hub: a whole referee in a directory of its own, players who write to it, and
// what they get back. Short to use, so that a test reads like the story that it tells:
//
//     struct club club;
//     club_begin(&club);
//     club_says(&club, ANNA, "new nick=anna robots=1");
//     club_tick(&club);
//     club_answers(&club, ANNA, "yes");        // to the newest mail that she got
//     …
//     club_end(&club);
//
// Runs happen in this process, at the club's time and with its own random numbers, so that the same
// story gives the same bytes. Every mail that goes out is held against what is true of all of them
// (club_check.c). What fails, fails the test (cmocka).
#ifndef TESTS_CLUB_H
#define TESTS_CLUB_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>
#include <jansson.h>

#include "player/mailfile.h"
#include "referee/tick.h"

#define ANNA    "anna@example.org"
#define BRUNO   "bruno@example.org"
#define CLARA   "clara@example.net"
#define DAVID   "david@example.com"
#define REFEREE "referee@play.example.org"

enum { CLUB_HOUR = 3600, CLUB_DAY = 86400 };
// The first run: 2026-11-30T08:00:00Z.
#define CLUB_START G_GINT64_CONSTANT(1796025600)

// A mail that the referee sent.
struct club_mail {
    char *raw;
    gsize len;
    struct mailfile *parts; // text, table.json, threading
    char *to;               // Delivered-To
    char *kind;             // X-23-Kind
    char *html;             // lines of it, as the reading program makes them; never NULL
    char *markup;           // the HTML itself; never NULL
    char *record;           // the attached record, or NULL
    char *evidence;         // and its evidence
    char *age;              // the attached mail.txt.age, or NULL
    GBytes *picture;        // the PNG that the HTML shows, or NULL
    gint64 row;             // of the outbox
};

struct club {
    char *dir;
    gint64 now;
    GPtrArray *mails;          // struct club_mail *, in the order in which they went out
    struct tick_result result; // of the last run
    guint written;             // mails to the referee so far
    GHashTable *told;          // "ADDRESS/GAME" → public lines told
    GHashTable *ids;           // Message-ID → address
    gboolean thorough;         // mails are quoted back at every width, which takes its time
    gboolean hasty;            // only some are quoted back, for games of very many mails
    gboolean unchecked;        // mails aren't held against anything
};

// ---- the club ----------------------------------------------------------------------------------

// A fresh referee. begin_like: its referee.conf gets these lines (of any group) in place of its
// own; NULL for none.
void club_begin(struct club *club);
void club_begin_like(struct club *club, const char *conf);
void club_end(struct club *club);
// Another club that is this one, as it stands now, in a directory of its own. Its mails so far
// aren't taken along, and those that it sends aren't checked.
void club_copy(const struct club *club, struct club *out);
// A path below the directory; valid until the next call but three.
const char *club_path(const struct club *club, const char *name);

// ---- mails in ----------------------------------------------------------------------------------

// Where the ticket of the mail that is answered comes back.
enum { CLUB_TO = 1, CLUB_IDS = 2, CLUB_QUOTE = 4, CLUB_EVERYWHERE = 7, CLUB_NOWHERE = 8 };

struct club_letter {
    const char *from, *body;
    const struct club_mail *reply; // the mail that it answers
    unsigned places;               // 0: everywhere
    const char *headers;           // more of them, each with its LF
    const char *id;                // Message-ID, if not one of its own
    const char *type;              // Content-Type, if not plain text in UTF-8
    const char *quote;             // what stands below the words in place of the quoted mail
};
// Leaves a mail in the incoming Maildir. The referee acts on it in its next run.
void club_send(struct club *club, const struct club_letter *letter);
#define club_letter(club, from_, body_, ...)                                                       \
    club_send((club), &(struct club_letter){.from = (from_), .body = (body_), __VA_ARGS__})

// A new mail; an answer to the newest mail that this address got.
void club_says(struct club *club, const char *from, const char *body);
void club_answers(struct club *club, const char *from, const char *body);
// Any bytes as a mail.
void club_drop(struct club *club, const char *bytes, gsize len);

// ---- runs --------------------------------------------------------------------------------------

// One run, which must succeed; gathers the mails that it sent and returns how many.
guint club_tick(struct club *club);
// One run that may fail; the mails are gathered in any case.
gboolean club_try(struct club *club, GError **error);
// Lets hours pass, with a run at the end of each.
void club_hours(struct club *club, guint hours);
// An answer and a run.
void club_move(struct club *club, const char *from, const char *body);
// A move that is asked about once more before it counts, and the yes.
void club_confirms(struct club *club, const char *from, const char *body);

// Runs referee23 on this directory, at the club's time, with what stands in input (NULL: nothing)
// and environment (NULL, or "NAME=VALUE"). words is split at blanks. Returns its exit status, or
// 128 and the signal. What it printed stays in club_out until the next call. Mails are gathered.
int club_program(struct club *club, const char *words, const char *input, gssize len,
                 const char *environment);
extern GString *club_out, *club_err;

// ---- mails out ---------------------------------------------------------------------------------

// The newest mail to an address; fails when there is none.
const struct club_mail *club_last(const struct club *club, const char *to);
// How many went there so far.
guint club_count(const struct club *club, const char *to);
// A header; "" when it isn't there. The caller owns it.
char *club_header(const struct club_mail *mail, const char *name);
// Fails unless the text holds these words, wherever they are wrapped; club_lacks: if it does.
void club_holds(const struct club_mail *mail, const char *words);
void club_lacks(const struct club_mail *mail, const char *words);
// The newest mail to an address is of this kind and holds these words.
const struct club_mail *club_expect(const struct club *club, const char *to, const char *kind,
                                    const char *words);
// Of table.json.
const char *club_text(const struct club_mail *mail, const char *key);
int club_number(const struct club_mail *mail, const char *key);
const json_t *club_value(const struct club_mail *mail, const char *key);

// ---- games -------------------------------------------------------------------------------------

// Opens a game of so many people (Anna, Bruno, Clara, David, in this order) with these options of
// `new`, who are all made known, join and begin. The game's number.
gint64 club_game(struct club *club, guint people, const char *options);
// Each of them puts the three highest cards aside.
void club_discard(struct club *club);
// The hand of the newest table.json to an address, as "3 7 7"; static, until the next call.
const char *club_hand(const struct club *club, const char *who);
// Whoever has to move; NULL when nobody (here) has.
const char *club_turn(const struct club *club);

// From here on the deals of a round (1, 2) give a seat these cards ("3 7 7 …"), whatever the seed
// says, in games that deal so many. No records verify then. club_begin takes it back.
void club_deal(unsigned round, unsigned seat, const char *cards);

// ---- the database ------------------------------------------------------------------------------

// The first column of the first row, "" for NULL or none; static, until the next call but seven.
// The query is a printf format. Besides what the schema has, it may ask log (game, seq, line), the
// lines of all games, those that are over too, and record_text(size, text) of a record.
const char *club_sql(const struct club *club, const char *query, ...) G_GNUC_PRINTF(2, 3);
// The same as a number; 0 for NULL or none.
gint64 club_sql_number(const struct club *club, const char *query);
// Does something to the database.
void club_sql_do(const struct club *club, const char *statement);
// All that a refused mail must not change: players, games, events, matters (but standing ones); of
// what is sealed, whether it is there. The caller owns it.
char *club_dump(const struct club *club);

// ---- for club_check.c --------------------------------------------------------------------------

// Holds a mail against what is true of all mails. What it was told stays in the club.
void club_check(struct club *club, const struct club_mail *mail);
// How many mails were checked in all clubs of this program.
guint club_checked(void);

// ---- signing -----------------------------------------------------------------------------------

// A key pair from a number. The base64 of the public key, static.
const char *club_key(unsigned number, guint8 secret[64]);
// A signed block over these words, as it stands in a mail; the caller owns it.
char *club_block(const struct club *club, const guint8 secret[64], const char *words);

#endif
