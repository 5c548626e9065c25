// SPDX-License-Identifier: MIT
// Asking back: commands that wait for a yes in answer to a fresh mail (spec: mail.md).
//
// Decides how long they wait and what is kept of them. Which commands need it is known by
// orders_run.c and intake.c.
#ifndef REFEREE_ASK_H
#define REFEREE_ASK_H

#include "referee/orders/session.h"

enum { ASK_DAYS = 7 };

// Why somebody is asked.
#define ASK_CONFIRM   "confirm"     // an address that nobody knows yet
#define ASK_ADDRESS   "address"     // a known address without any proof
#define ASK_ELSEWHERE "elsewhere"   // a good ticket from an address that was never confirmed
#define ASK_COMMAND   "command"     // a command that is always asked back
#define ASK_NEW_PLACE "new-address" // an address to which a player wants to move

// Asks for one command of the running mail; the mail that asks is its answer.
gboolean ask_one(struct session *session, const struct command *command,
                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether a command that could do harm in an old or forwarded mail may be done now: it came back
// with the yes that was asked for, or signed. Else it is asked back, which is this mail's answer.
gboolean ask_unless_proven(struct session *session, const struct command *command,
                           gboolean *out_proven, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Asks for the whole mail: a stranger to confirm the address, a player whether it was them. At most
// once for the same words in the time that they wait; *out_asked says whether a mail goes out.
gboolean ask_mail(struct desk *desk, const struct speaker *speaker, const GPtrArray *commands,
                  gboolean *out_asked, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Asks somebody at an address whether mail of this player shall go there.
gboolean ask_new_address(struct desk *desk, const struct player *player, const char *address,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The player whom such a matter is about; 0: none.
gint64 ask_of(const struct matter_row *matter);

// Where a mail that is asked back stood: game, seat and turn of its ticket, and the matter of it.
// All are 0 where there is none. Without a ticket it is the one game that the player is in.
struct ask_place {
    gint64 game;
    int seat;
    gint64 turn;
    gint64 matter;
};

// The commands that a matter keeps (struct command *, freed with the array); NULL when they can't
// be read any more.
GPtrArray *ask_commands(const struct matter_row *matter);
// Where the mail that asked for them stood.
struct ask_place ask_place(const struct matter_row *matter);
// The address from which it came; NULL when not kept. The caller owns it.
char *ask_from(const struct matter_row *matter);

#endif
