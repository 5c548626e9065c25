// SPDX-License-Identifier: MIT
// What the operator's commands share: the desk opened and closed, and the ways to print.
//
// For admin_*.c and doctor.c alone.
#ifndef REFEREE_ADMIN_H
#define REFEREE_ADMIN_H

#include "referee/setup/desk.h"
#include "storage/games.h"
#include "storage/players.h"

#include <jansson.h>

// The desk of -C at --now, for one piece of work; user is handed on. The work returns an exit
// status, or sets *error, which is reported.
typedef int admin_work(struct desk *desk, gpointer user, GError **error);
int admin_with_desk(admin_work *work, gpointer user);
// The same inside one transaction, which is committed when the work returns EXIT_DONE.
int admin_with_transaction(admin_work *work, gpointer user);

// "2026-11-30T08:12:44Z", or "-" for 0, in a buffer that the next five calls leave alone.
const char *admin_time(gint64 seconds);

// The same as a JSON string; null for 0.
json_t *admin_json_time(gint64 seconds);

// Prints value, indented, keys in the order they were set, and takes it.
void admin_print_json(json_t *value);

// printf of one line to standard output, all of it escaped by plain_line; inside a transaction once
// that is committed, or never.
void admin_say(const char *format, ...) G_GNUC_PRINTF(1, 2);

// Says what was done, in a line, and writes it into the operators' log: of a game, or of a player,
// or (0, 0) of all. Within a transaction.
gboolean admin_done(struct desk *desk, gint64 game, gint64 player, GError **error,
                    const char *format, ...) G_GNUC_PRINTF(5, 6) G_GNUC_WARN_UNUSED_RESULT;
// Says what the log holds of a game, a player, or all; the same as a JSON array, NULL with *error.
gboolean admin_say_log(struct desk *desk, gint64 game, gint64 player, GError **error);
json_t *admin_json_log(struct desk *desk, gint64 game, gint64 player, GError **error);

// The one game, or player by nick, that must be there: else a message and FALSE, *error being set
// when the world failed.
gboolean admin_find_game(struct desk *desk, gint64 id, struct game_row *out, GError **error);
gboolean admin_find_player(struct desk *desk, const char *nick, struct player *out, GError **error);

#endif
