// SPDX-License-Identifier: MIT
// One mail in the making, for letter.c, which fills it, and letter_mail.c, which makes of it what
// the post takes.
#ifndef REFEREE_LETTER_PARTS_H
#define REFEREE_LETTER_PARTS_H

#include "referee/identity/identity.h"
#include "referee/language/wording.h"
#include "referee/match/match.h"
#include "referee/setup/desk.h"
#include "storage/outbox.h"
#include "storage/players.h"
#include "storage/watchers.h"

#include <jansson.h>

struct letter {
    struct desk *desk;
    const struct wording_language *language;
    struct outbound_row *row; // the last of the rows: the mail is its
    json_t *notes;            // of all rows
    gboolean known;
    struct player player;
    const char *to;             // where it goes
    struct match *match;        // of the game that it is about, or NULL
    int seat;                   // of the reader in it, -1: none
    guint told;                 // public lines told before
    struct watcher_row watcher; // of a reader who follows that game from outside
    const char *kind;           // X-23-Kind
    const char *template;
    char ticket[IDENTITY_TICKET_MAX];
    char *subject, *reply_to; // owned
    json_t *data;             // for the template
    json_t *table;            // table.json, or NULL
    json_t *images;           // that the HTML shows, or NULL
    json_t *calendar;         // entries, or NULL
    json_t *asked;            // the notes, where the mail says others in their place; else NULL
    gboolean sealed;          // what it doesn't say is sealed and attached
    gboolean only_open;       // it may hold nothing that not everybody at the table may know
};

// Whether it is news of a game for somebody who follows it without a seat.
gboolean letter_is_watch(const struct letter *letter);

// referee+TAG@host, where the operator's server keeps tags. The caller owns it.
char *letter_tagged(const struct letter *letter, const char *tag);

// One for a whole game, so that its mails stay together; NULL and an error. The caller owns it.
char *letter_subject(const struct letter *letter, GError **error);

// The mail as the post takes it (mail/post.h); NULL and an error. The caller owns a reference.
json_t *letter_compose(struct letter *letter, const char *text, const char *html, GError **error);

#endif
