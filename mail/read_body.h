// SPDX-License-Identifier: MIT
// Which part of a mail is its new text, decoded; and what makes the mail unclear (spec/mail.md,
// gate 7).
//
// It doesn't know what a command, a quote or a signature block is: that is the hub's.
#ifndef MAIL_READ_BODY_H
#define MAIL_READ_BODY_H

#include <jansson.h>

#include "mail/read_tree.h"

enum {
    READ_BODY_TEXT = 128 * 1024,    // bytes of a text part, its transfer encoding undone
    READ_BODY_ATTACHED = 16 * 1024, // bytes of a text attachment, likewise
    READ_BODY_KEY = 64 * 1024,      // bytes of a file with a key or a signature, likewise
    READ_BODY_SIGNED = 256 * 1024,  // bytes that an OpenPGP signature is over
};

// Sets "text", "html", "trouble", "html_trouble", "attached", "signature" and "openpgp" of facts.
void read_body_put(json_t *facts, const struct read_tree *tree);

// The part's body decoded to UTF-8, CR LF as LF; NULL and a reason when it can't be told exactly or
// is above max bytes. The caller frees it.
char *read_body_decode(const struct read_part *part, gsize max, gboolean *guessed,
                       const char **reason);

#endif
