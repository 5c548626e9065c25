// SPDX-License-Identifier: MIT
// One answer of an IMAP server: a line in which counted bytes may stand (RFC 3501, 2.2 and 7).
//
// Decides what is line and what is counted, so that nothing in a mail can be taken for the server's
// words. Knows no commands.
#ifndef MAIL_FETCH_ANSWER_H
#define MAIL_FETCH_ANSWER_H

#include "mail/fetch_wire.h"

// In the line, in place of counted bytes: of a mail's text, of anything else.
#define FETCH_ANSWER_BODY '\1'
#define FETCH_ANSWER_SKIP '\2'

// More than this behind what was asked for is no mail.
#define FETCH_ANSWER_LITERAL_MAX ((guint64)1024 * 1024 * 1024)

struct fetch_answer {
    GString *line;    // without its line end
    GByteArray *body; // the first bytes of a mail's text
    gboolean has_body;
};

void fetch_answer_init(struct fetch_answer *answer);
void fetch_answer_clear(struct fetch_answer *answer);

// Reads the next answer in place of the last. Of a mail's text keep bytes are kept, the rest is
// read past, as are all other counted bytes. Errors as of fetch_wire.h.
gboolean fetch_answer_read(struct fetch_answer *answer, fetch_wire *wire, gsize keep,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

// If the line begins with this word, case aside, and a blank or its end behind it: what follows the
// blank. Else NULL.
const char *fetch_answer_after(const char *line, const char *word);

// A number that begins here; *out_end is behind it. FALSE: none, or one above G_MAXINT64.
gboolean fetch_answer_number(const char *text, gint64 *out, const char **out_end);

// The number of a response code such as [UIDNEXT 12] in `* OK [UIDNEXT 12] …` (RFC 3501, 7.1).
// FALSE: the line holds no such code.
gboolean fetch_answer_code(const char *line, const char *name, gint64 *out);

// What stands in `* N FETCH (…)`.
struct fetch_answer_mail {
    gint64 uid;        // 0: not said
    gint64 size;       // -1: not said
    gboolean has_text; // BODY[] was there
    GByteArray *text;  // of BODY[], borrowed from the answer; NULL where that is NIL
};

enum fetch_answer_kind { FETCH_ANSWER_OTHER, FETCH_ANSWER_MAIL, FETCH_ANSWER_BROKEN };

// OTHER: the answer is none of FETCH. BROKEN: it is one, but can't be understood.
enum fetch_answer_kind fetch_answer_mail(struct fetch_answer *answer,
                                         struct fetch_answer_mail *out);

#endif
