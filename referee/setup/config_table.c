// SPDX-License-Identifier: MIT
// Every setting there is, in the order in which the sample tells them. See config_table.h.
#include "referee/setup/config_table.h"

#include "referee/setup/amount.h"

#define AT(field) offsetof(struct config, field)

const struct setting config_settings[] = {
    {"referee", "name", &config_text, AT(name), "23 by mail", NULL, NULL, 1, 100,
     "The name that players see in From."},
    {"referee", "address", &config_address, AT(address), NULL, NULL, NULL, 0, 0,
     "The address that players write to."},
    {"referee", "host", &config_host, AT(host), "", "mail.example.org", NULL, 0, 0,
     "The host name in Message-IDs. Not said: that of the address."},
    {"referee", "language", &config_language, AT(language), "en", NULL, NULL, 0, 0,
     "The language for people not known yet: en, fr, de, or another folder of templates."},
    {"referee", "timezone", &config_timezone, AT(timezone), "UTC", NULL, NULL, 0, 0,
     "The time zone for people who haven't said theirs, such as Europe/Paris."},
    {"referee", "templates", &config_path, AT(templates), "", "/etc/referee23/templates", NULL, 0,
     0, "The folder of templates. Not said: the ones that came with the program."},

    {"receive", "kind", &config_kind, AT(receive), "maildir", NULL, "maildir imap pop3 none", 0, 0,
     "Where mail comes from: maildir, imap, pop3, or none (then it comes by `deliver`)."},
    {"receive", "url", &config_text, AT(receive_url), "", "imaps://mail.example.org", NULL, 0, 500,
     "maildir: the Maildir's folder (not said: mail/in).\n"
     "imap: imaps://HOST or imap://HOST. pop3: pop3s://HOST or pop3://HOST."},
    {"receive", "tls", &config_yes_no, AT(receive_tls), "yes", NULL, NULL, 0, 0,
     "imap, pop3: with imap://HOST and pop3://HOST, whether the server has to encrypt (STARTTLS).\n"
     "no: everybody on the way reads all, the password too; for a server on this very machine."},
    {"receive", "ca-file", &config_path, AT(receive_ca_file), "", "/etc/ssl/own-ca.pem", NULL, 0, 0,
     "imap, pop3: who vouches for the server's certificate, a PEM file. Not said: whom this "
     "system\n"
     "believes."},
    {"receive", "timeout", &config_number, AT(receive_timeout), "30", NULL, NULL, 1, 600,
     "imap, pop3: seconds that the server may be silent."},
    {"receive", "user", &config_text, AT(receive_user), "", "referee@example.org", NULL, 0, 200,
     "imap, pop3: who logs in there."},
    {"receive", "password-file", &config_password_file, AT(receive_password_file), "",
     "credential:receive-password", NULL, 0, 0,
     "imap, pop3: the file whose first line is the password, readable by its owner alone; or\n"
     "credential:NAME, the one that systemd hands over."},
    {"receive", "folder", &config_text, AT(receive_folder), "INBOX", NULL, NULL, 1, 200,
     "imap: the folder that is read."},
    {"receive", "done-folder", &config_text, AT(receive_done_folder), "Done", NULL, NULL, 1, 200,
     "imap: where handled mails are moved to; made when it isn't there."},
    {"receive", "keep", &config_word, AT(receive_keep), "", "move", "move delete keep", 0, 0,
     "imap, pop3: what becomes of a handled mail: move, delete, or keep (marked as seen). Not "
     "said:\n"
     "move; delete for pop3, which can't move. A Maildir's mails always go to cur."},

    {"send", "kind", &config_kind, AT(send), "maildir", NULL, "maildir smtp sendmail", 0, 0,
     "Where mail goes: maildir, smtp or sendmail."},
    {"send", "url", &config_text, AT(send_url), "", "smtps://mail.example.org", NULL, 0, 500,
     "maildir: the Maildir's folder (not said: mail/out).\n"
     "smtp: smtps://HOST or smtp://HOST:587."},
    {"send", "tls", &config_yes_no, AT(send_tls), "yes", NULL, NULL, 0, 0,
     "smtp: with smtp://HOST, whether the server has to encrypt (STARTTLS).\n"
     "no: everybody on the way reads all, the password too; for a server on this very machine."},
    {"send", "ca-file", &config_path, AT(send_ca_file), "", "/etc/ssl/own-ca.pem", NULL, 0, 0,
     "smtp: who vouches for the server's certificate, a PEM file. Not said: whom this system\n"
     "believes."},
    {"send", "timeout", &config_number, AT(send_timeout), "120", NULL, NULL, 1, 240,
     "smtp, sendmail: seconds that one mail may take."},
    {"send", "user", &config_text, AT(send_user), "", "referee@example.org", NULL, 0, 200,
     "smtp: who logs in there; not said: nobody does."},
    {"send", "password-file", &config_password_file, AT(send_password_file), "",
     "credential:send-password", NULL, 0, 0, "smtp: as above."},
    {"send", "from", &config_address, AT(send_from), "", "referee@example.org", NULL, 0, 0,
     "The address in From. Not said: the referee's."},
    {"send", "command", &config_command, AT(send_command), "/usr/sbin/sendmail", NULL, NULL, 0, 0,
     "sendmail: the program and its first options; no shell reads it."},

    {"play", "pace", &config_time, AT(pace), "48h", NULL, NULL, AMOUNT_HOUR, 14 * AMOUNT_DAY,
     "What a game has that says nothing else.\n"
     "The time for a turn, from 1h to 14d."},
    {"play", "bank", &config_time, AT(bank), "7d", NULL, NULL, 0, 60 * AMOUNT_DAY,
     "The time that a player may run over in a whole game."},
    {"play", "quiet", &config_quiet, AT(quiet_from), "23-8", NULL, NULL, 0, 12,
     "Hours of the player's day in which no deadline falls, at most 12; 0-0 for none."},
    {"play", "rules", &config_rules, AT(rules), "brief", NULL, NULL, 0, 0,
     "brief, booklet, or their parts: gap=difference bonus=window discard=3 stall=3."},
    {"play", "security", &config_word, AT(security), "ticket", NULL, "ticket signed", 0, 0,
     "ticket: answering a mail is enough. signed: moves are signed."},
    {"play", "press", &config_word, AT(press), "all", NULL, "all public none", 0, 0,
     "What players may say to each other: all, public (to the table alone), none."},
    {"play", "open", &config_yes_no, AT(anybody), "no", NULL, NULL, 0, 0,
     "Whether anybody may join a game."},

    {"mail", "banner", &config_lines, AT(banner), "", "[EXT] Be careful with this mail.;", NULL, 0,
     20, "Lines that your provider puts on top of mails, a ; between them."},
    {"mail", "subaddress", &config_yes_no, AT(subaddress), "no", NULL, NULL, 0, 0,
     "Whether mail to NAME+ANYTHING@HOST comes to NAME@HOST. Say yes only when you have tried."},

    {"limits", "message-bytes", &config_bytes, AT(message_bytes), "2M", NULL, NULL, 64 * 1024,
     32 * 1024 * 1024, "The longest mail that is read whole: 512K, 2M."},
    {"limits", "commands", &config_number, AT(commands), "40", NULL, NULL, 1, 40,
     "Commands in one mail."},
    {"limits", "invitations-a-day", &config_number, AT(invitations_a_day), "10", NULL, NULL, 0,
     1000, "Invitations that one player may send to people not known here, in a day."},
    {"limits", "strangers-answers-a-day", &config_number, AT(strangers_answers_a_day), "50", NULL,
     NULL, 0, 100000,
     "Answers to people not known here, to all of them together, in a day; half of them are kept "
     "for those who wrote a command."},
    {"limits", "mails-an-hour", &config_number, AT(mails_an_hour), "500", NULL, NULL, 1, 100000,
     "Mails that are sent in an hour; the rest waits. Your provider may have a limit of its own."},
    {"limits", "games-a-player", &config_number, AT(games_a_player), "20", NULL, NULL, 1, 10000,
     "Games that one player may be in at a time."},
    {"limits", "openpgp-an-hour", &config_number, AT(openpgp_an_hour), "30", NULL, NULL, 1, 10000,
     "Mails from one address in an hour, whatever they are, behind which a signature of OpenPGP "
     "is\n"
     "looked at only in an answer to the referee; the sender is told. Each is a process of GnuPG."},
    {"limits", "openpgp-a-run", &config_number, AT(openpgp_a_run), "200", NULL, NULL, 10, 100000,
     "Signatures and keys of OpenPGP that are looked at in one run, whoever sent them; each second "
     "that one\n"
     "takes counts as ten more. Mails with more wait for the next run."},
    {"limits", "batch", &config_number, AT(batch), "100", NULL, NULL, 1, 1000,
     "Mails that share a transaction, each of them whole in it or not at all. Fewer are slower, "
     "and "
     "let\n"
     "other commands in between sooner."},

    {"journal", "to", &config_journal, AT(journal), "systemd", NULL, "systemd stderr none", 0, 0,
     "Where runs say what they did, a line an event: systemd (on standard error, where systemd "
     "keeps\n"
     "it; else nowhere), stderr, none, or a file. See referee23 tick --help."},

    {"archive", "site", &config_path, AT(site), "", "site", NULL, 0, 0,
     "The folder that `publish` writes to, when it is told none."},
    {"archive", "title", &config_text, AT(title), "23 by mail", NULL, NULL, 1, 100,
     "What stands on top of its pages."},
    {"archive", "public", &config_yes_no, AT(is_public), "no", NULL, NULL, 0, 0,
     "Whether `publish` may write there without being told a folder, and search engines may look."},
};

const gsize config_n_settings = G_N_ELEMENTS(config_settings);
