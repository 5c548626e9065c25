// SPDX-License-Identifier: MIT
// An IMAP connection: commands with their tags, and what the server says to them (RFC 3501).
//
// For fetch_imap*.c alone. Knows which answer belongs to which command, and no mails.
#ifndef MAIL_FETCH_IMAP_H
#define MAIL_FETCH_IMAP_H

#include "mail/fetch_answer.h"
#include "mail/fetch_error.h"
#include "mail/fetch_mailbox.h"

struct fetch_imap {
    const struct fetch_config *config;
    fetch_wire *wire;
    struct fetch_answer answer; // the one read last
    guint tag;                  // of the last command
    char *words;                // of the server, when it said NO to that; owned
    char *folder, *done_folder; // quoted, as they go into commands; owned
    gboolean move, uidplus;     // what the server can
    gboolean read_only;         // the folder
    gint64 next;                // UIDNEXT; 0: not said
};

// What is done with an untagged answer, which is self->answer. FALSE: *error is set.
typedef gboolean fetch_imap_handler(struct fetch_imap *self, gpointer data, GError **error);

// Sends one command (without tag and line end), and has all that the server says before its end
// handled; handle may be NULL. Of a mail's text keep bytes are kept. *out_ok tells whether the
// server said OK; else self->words are its words. Errors: FETCH_ERROR_LATER, FETCH_ERROR_PROTOCOL.
gboolean fetch_imap_ask(struct fetch_imap *self, const char *command, gsize keep,
                        fetch_imap_handler *handle, gpointer data, gboolean *out_ok,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The same where NO is an error.
gboolean fetch_imap_must(struct fetch_imap *self, const char *command, fetch_imap_handler *handle,
                         gpointer data, enum fetch_error code,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// FETCH_ERROR_PROTOCOL: the answer that was read last can't be understood. Always FALSE.
gboolean fetch_imap_nonsense(const struct fetch_imap *self, GError **error);

// A folder's name as it stands in commands: in modified UTF-7, quoted. NULL: it can't be one. The
// caller frees it.
char *fetch_imap_name(const char *folder);

// A set of UIDs such as 3:7,9 of the first mails, in at most FETCH_IMAP_SET bytes. *out_count tells
// of how many. The caller frees it.
enum { FETCH_IMAP_SET = 900 };
char *fetch_imap_set(const struct fetch_mail *const *mails, gsize count, gsize *out_count);

// struct fetch_mailbox's done and check (fetch_imap_done.c).
gboolean fetch_imap_done(gpointer self, const struct fetch_mail *const *mails, gsize count,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean fetch_imap_check(gpointer self, gboolean *out_there,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
// And get (fetch_imap_get.c).
gboolean fetch_imap_get(gpointer self, const struct fetch_mail *const *mails, gsize count,
                        GArray *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
