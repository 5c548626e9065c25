// SPDX-License-Identifier: MIT
// What a player doesn't want to say every time: ~/.config/player23/player.conf (or below
// $XDG_CONFIG_HOME), a key file with one group:
//
//   [player]
//   from = clara@example.org      the address to write from
//   nick = clara                  for a signed `join`
//   key = ~/.config/player23/key  a path; this is what it is when nothing is said
//   maildir = ~/Maildir           where the newest mail is looked for; likewise
//   sendmail = /usr/sbin/sendmail the program of --sendmail and its arguments; likewise
//   smtp = smtps://clara@example.org  the server of --send; without it, that is --sendmail
//   smtp-password-file = password     whose first line is the password there; else it is asked for
//
// Decides what a setting may be. Knows nothing of what is done with it.
#ifndef PLAYER_SETTINGS_H
#define PLAYER_SETTINGS_H

#include <glib.h>

#define SETTINGS_ERROR (settings_error_quark())
GQuark settings_error_quark(void);
enum settings_error { SETTINGS_ERROR_WRONG }; // the player has to mend the file: exit status 78

// Strings are owned; NULL only where said so.
struct settings {
    char *dir;                // the folder of this file, of the key and of the known referees
    char *from;               // canonical; NULL: not said
    char *nick;               // NULL: not said
    char *key;                // path
    char *maildir;            // path
    char **sendmail;          // argv, the first an absolute path
    char *smtp;               // URL (submit.h); NULL: not said
    char *smtp_password_file; // path; NULL: not said
};

// Reads the file below dir (NULL: the player's own); none is fine. Errors: SETTINGS_ERROR, which
// names the file, and for an unknown key the nearest known one.
gboolean settings_load(struct settings *out, const char *dir,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void settings_clear(struct settings *settings); // takes a zeroed one

// Makes the folder (0700) if it isn't there. Errors: G_FILE_ERROR.
gboolean settings_make_dir(const struct settings *settings,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
