// SPDX-License-Identifier: MIT
// What the parts of `referee23 doctor` share: a list of findings.
//
// For doctor*.c alone.
#ifndef REFEREE_DOCTOR_H
#define REFEREE_DOCTOR_H

#include "referee/setup/desk.h"

#include <jansson.h>

struct doctor {
    gboolean json;
    gboolean mend, send;
    json_t *findings; // with --json, printed at the end
    int status;       // so far
    guint openpgp;    // players with a key of OpenPGP; 0 where the database can't tell
};

// A finding: what was looked at, and what is so. Texts are escaped as one line.
void doctor_ok(struct doctor *doctor, const char *what, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
// One that the operator has to do something about, which it says.
void doctor_bad(struct doctor *doctor, const char *what, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
// An error of what was looked at, taken; that of the configuration makes the exit status 78.
void doctor_error(struct doctor *doctor, const char *what, GError *error);

// Owners and modes of the directory, the keys, the database and the passwords (doctor_files.c).
void doctor_permissions(struct doctor *doctor, const struct config *config);
// Room for what is written next.
void doctor_disk(struct doctor *doctor, const struct config *config);
// The journal can be written.
void doctor_journal(struct doctor *doctor, const struct config *config);
// The Maildirs that the configuration names.
void doctor_maildirs(struct doctor *doctor, const struct config *config);

// Every language says what English says, and every template is understood (doctor_words.c).
void doctor_templates(struct doctor *doctor, const struct config *config);

// Makes each kind of mail once in a language, as for a player; says what can't be made, and returns
// how much that was (doctor_rehearsal.c).
guint doctor_rehearse(struct doctor *doctor, const struct config *config, const char *language);
// The same of the pages that `publish` writes, in all languages at once.
guint doctor_rehearse_site(struct doctor *doctor, const struct config *config);

// The program that reads mails is there, and shut in (doctor_programs.c).
void doctor_programs(struct doctor *doctor);

// Mails can leave: the server for them is reached and lets us in, and its certificate lasts
// (doctor_send.c). Sends none.
void doctor_sending(struct doctor *doctor, const struct config *config, gint64 now);
// Whether mail to an address with a tag comes back: with --send tries it, else tells what came of
// it.
void doctor_tags(struct doctor *doctor, const struct desk *desk);

// The server of [receive], where there is one, lets us in (doctor_receive.c).
void doctor_receive(struct doctor *doctor, const struct config *config);

// The standings count what the records of finished games say (doctor_results.c). FALSE with error
// set when the database can't be read.
struct store;
gboolean doctor_results(struct doctor *doctor, struct store *store, GError **error);

#endif
