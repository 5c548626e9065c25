// SPDX-License-Identifier: MIT
// One of the referee's mails, taken apart: headers to answer to, the text, table.json and whether
// its signature holds (spec: mail.md, "What the referee sends").
//
// Decides what is a mail that we can work with. Doesn't know whose key the table names (known.h),
// and nothing of the game but what view.h checks. GMime finds the parts; they are decoded by us, to
// the letter. The struct needs no GMime: answer.h works with it alone.
#ifndef PLAYER_MAILFILE_H
#define PLAYER_MAILFILE_H

#include <glib.h>
#include <jansson.h>

enum {
    MAILFILE_MAX = 2 * 1024 * 1024, // bytes of a mail
    MAILFILE_TABLE_MAX = 1024 * 1024,
    MAILFILE_TEXT_MAX = 128 * 1024,
    MAILFILE_IDS_MAX = 200
};

#define MAILFILE_ERROR (mailfile_error_quark())
GQuark mailfile_error_quark(void);
enum mailfile_error { MAILFILE_ERROR_SHAPE }; // this mail is no use, whatever is tried

enum mailfile_signature {
    MAILFILE_UNSIGNED,
    MAILFILE_SIGNED, // by the key that the table itself names
    MAILFILE_FORGED
};

// What only another program opens.
enum mailfile_cover { MAILFILE_OPEN, MAILFILE_AGE, MAILFILE_OPENPGP };

// Strings are UTF-8 of one line, but for text; NULL where the mail has none.
typedef struct mailfile {
    json_t *table; // checked by view_check
    enum mailfile_signature signature;
    char *sealed; // a table that only the player's key opens; NULL: none, or it was opened
    char *sealed_signature;    // the referee's, on what is in it
    enum mailfile_cover cover; // what hides the table of a mail that has none of these
    char *text;                // the first text/plain part, LF line ends
    char *from, *reply_to;     // canonical addresses; NULL also when there are several
    char *to;                  // likewise: whom it was sent to
    char *message_id;          // <…>
    GPtrArray *references;     // char *, <…>: oldest first, never NULL
    char *subject;             // decoded
    char *ticket;              // the table's, else the one in reply_to, message_id or text
    gboolean of_referee;       // it has X-23-Referee, which proves nothing
    gint64 game;               // as X-23-Game has it, which proves nothing either; 0: none
    gboolean bare;             // a table.json without its mail: nobody signed it
} mailfile;

// A raw mail, or a table.json alone (saved from one). Errors: MAILFILE_ERROR, also for a mail with
// two tables or one that view_check refuses. A mail without a table is fine.
struct mailfile *mailfile_parse(const char *bytes, gsize len,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Opens the sealed table with the player's secret key: the mail has it then, as if it had come
// open. Errors: MAILFILE_ERROR, also when it is sealed to another key.
gboolean mailfile_open(struct mailfile *mail, const guint8 *secret,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
// How somebody gets at the table of a mail that another program opens, in a sentence without a full
// stop; NULL: there is none of that kind.
const char *mailfile_how(const struct mailfile *mail);
// Which game it is about: as its table says; without one, or while it is sealed, as its head does.
// 0: none.
gint64 mailfile_game(const struct mailfile *mail);
void mailfile_free(struct mailfile *mail); // takes NULL
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mailfile, mailfile_free)

#endif
