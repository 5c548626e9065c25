// SPDX-License-Identifier: MIT
// What `referee23 demo` does where real mail servers stand between the referee and its players.
//
// Knows no server: the referee's are in its referee.conf, and the players' mail programs are played
// by a program, called PROGRAM collect NICK MAILDIR (brings NICK's new mails into that Maildir) and
// PROGRAM submit NICK FILE (sends the mail in the file, to whom its To says). For demo*.c alone.
#ifndef REFEREE_DEMO_SERVERS_H
#define REFEREE_DEMO_SERVERS_H

#include <glib.h>

// Changes settings in DIR/referee.conf, comments kept: those that stand in the key file at path,
// and the demo's own. path may be NULL. Errors: G_FILE_ERROR, G_KEY_FILE_ERROR.
gboolean demo_servers_configure(const char *dir, const char *path,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Makes a Maildir below DIR/players for a player, and returns its path, which the caller frees.
char *demo_servers_box(const char *dir, const char *nick, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Runs the program. Errors: G_SPAWN_ERROR, G_SPAWN_EXIT_ERROR.
gboolean demo_servers_collect(const char *program, const char *nick, const char *box,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean demo_servers_submit(const char *program, const char *nick, const char *box,
                             const char *mail, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Mails may be on their way for a while. Begins to wait (*until 0), and waits a little more; FALSE
// with an error once that was enough.
gboolean demo_servers_wait(gint64 *until, const char *what,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
