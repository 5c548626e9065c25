// SPDX-License-Identifier: MIT
// What is set of one referee: every setting of its referee.conf, as a value.
//
// Decides which settings there are. Knows nothing of what they do, nor how they are written: the
// file is read in config_file.h.
#ifndef REFEREE_CONFIG_H
#define REFEREE_CONFIG_H

#include "referee/rules/rules.h"

#include <glib.h>

#define CONFIG_ERROR (config_error_quark())
GQuark config_error_quark(void);
enum config_error {
    CONFIG_ERROR_WRONG // the operator has to change something: exit status 78
};

enum config_receive {
    CONFIG_RECEIVE_MAILDIR,
    CONFIG_RECEIVE_IMAP,
    CONFIG_RECEIVE_POP3,
    CONFIG_RECEIVE_NONE
};
enum config_send { CONFIG_SEND_MAILDIR, CONFIG_SEND_SMTP, CONFIG_SEND_SENDMAIL };

// All strings are owned by the config and never NULL unless said so. Paths are absolute or were
// made so from the data directory.
struct config {
    char *dir; // the data directory
    // [referee]
    char *name;     // shown in From
    char *address;  // canonical: domain in ASCII, lower case
    char *host;     // right side of Message-IDs
    char *language; // en, fr, de: for strangers
    char *timezone;
    char *templates; // folder
    // [receive]
    enum config_receive receive;
    gboolean receive_tls; // insisted on
    char *receive_url, *receive_user, *receive_password_file, *receive_folder, *receive_done_folder;
    char *receive_keep;    // move, delete or keep
    char *receive_ca_file; // "": whom the system believes
    int receive_timeout;   // seconds
    // [send]
    int send_timeout; // seconds
    enum config_send send;
    gboolean send_tls; // insisted on
    char *send_url, *send_user, *send_password_file, *send_from;
    char **send_command; // argv of sendmail
    char *send_ca_file;  // "": whom the system believes
    // [play]: what a game has that says nothing
    gint64 pace; // seconds
    gint64 bank; // seconds
    int quiet_from, quiet_to;
    struct rules_options rules;
    char *security, *press;
    gboolean anybody;
    // [mail]
    char **banner; // lines that the provider puts on top; NULL-terminated
    gboolean subaddress;
    // [limits]
    gint64 message_bytes;
    int commands, invitations_a_day, strangers_answers_a_day, mails_an_hour, games_a_player, batch;
    int openpgp_an_hour, openpgp_a_run;
    // [journal]
    char *journal; // systemd, stderr, none, or an absolute path
    // [archive]
    char *site, *title;
    gboolean is_public;
};

#endif
