// SPDX-License-Identifier: MIT
// Players first: which of the mails that came are looked at before others, so that a flood of
// strangers' mails keeps no player waiting.
//
// Decides nothing about a mail but its place in the line, from a glance at its raw head: who speaks
// is found out later, by intake.c, whatever was thought here. The glance is cheap, and knows no
// MIME.
#ifndef REFEREE_PRECEDENCE_H
#define REFEREE_PRECEDENCE_H

#include "referee/setup/desk.h"

enum { PRECEDENCE_HEAD = 16 * 1024 }; // bytes of a mail that are looked at

// Whether the head of a raw mail speaks for a player: by a genuine ticket in it, or because its
// From shows a known address. Errors: STORE_ERROR.
gboolean precedence_is_player(struct desk *desk, const char *head, gsize len, gboolean *out_is,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The address that its From shows, in canonical form, or NULL; for the caller to free.
char *precedence_sender(const char *head, gsize len);

#endif
