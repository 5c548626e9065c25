// SPDX-License-Identifier: MIT
// OpenPGP, as far as the hub has to do with it: questions to the program `openpgp`, one process for
// each (mail/openpgp.h).
//
// Knows how to ask and what is an answer. Which keys are whose, and what follows from a fault, is
// decided by others. A fault is one of the words of mail/openpgp.h, NULL when there is none.
#ifndef REFEREE_OPENPGP_H
#define REFEREE_OPENPGP_H

#include "mail/openpgp.h"
#include "referee/setup/desk.h"

#include <jansson.h>

// What to do: TROUBLE: the program, or the machine that runs GnuPG, fails, and the message says
// how: what needs it is tried again after openpgp_pause; LATER: enough was asked in this run, the
// next one goes on.
#define OPENPGP_ERROR openpgp_error_quark()
GQuark openpgp_error_quark(void);
enum openpgp_error { OPENPGP_ERROR_TROUBLE, OPENPGP_ERROR_LATER };

// A program that has failed so often in a run isn't started again in it: each time may take as long
// as it is given.
enum { OPENPGP_FAILURES_A_RUN = 3 };

// Seconds until something is tried again that was tried so often; -1: it goes on without GnuPG
// (desk->openpgp.off), and says so.
gint64 openpgp_pause(int tries);

struct openpgp_key {
    char *fault;
    char fingerprint[OPENPGP_FINGERPRINT + 1]; // "" when nothing is known of it
    char *public;                              // base64; "" likewise
    gboolean encrypts;
};

// Looks at a key as a player gave it, armored or base64. old: what is registered of it so far
// (base64), or NULL. To be cleared.
gboolean openpgp_look(struct desk *desk, const char *given, const char *old,
                      struct openpgp_key *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void openpgp_key_clear(struct openpgp_key *key); // takes a zeroed one

// What is registered of a player's OpenPGP key, base64; NULL when there is none. The caller owns
// it. Errors: STORE_ERROR.
gboolean openpgp_registered(const struct desk *desk, gint64 player, char **out_key,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Registers one, or more of one. Errors: STORE_ERROR.
gboolean openpgp_register(const struct desk *desk, gint64 player, const struct openpgp_key *key,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Checks a signature by this key (base64) over data (base64); where that is NULL, `signature` is a
// clear-signed text, and *out_text what is signed of it. The caller owns both.
gboolean openpgp_check(struct desk *desk, const char *key, const char *signature, const char *data,
                       char **out_fault, char **out_text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Encrypts text, HTML and attachments of a mail (mail/post.h) to the key. That there is no GnuPG is
// TROUBLE here: the mail can wait. The caller owns both.
gboolean openpgp_encrypt(struct desk *desk, const char *key, const json_t *mail, char **out_fault,
                         char **out_armor, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
