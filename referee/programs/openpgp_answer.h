// SPDX-License-Identifier: MIT
// What the program `openpgp` answers (mail/openpgp.h), as values.
//
// Decides whether it is an answer at all. What answers has read what strangers sent, and is
// believed no more than they are: each text is one that can be kept, or sent, as what it says to
// be. Pure.
#ifndef REFEREE_OPENPGP_ANSWER_H
#define REFEREE_OPENPGP_ANSWER_H

#include "mail/openpgp.h"

#include <glib.h>
#include <jansson.h>

// Texts live as long as the JSON does, and are "" where there is nothing.
struct openpgp_answer {
    const char *fault;       // NULL when there is none
    const char *fingerprint; // OPENPGP_FINGERPRINT hex digits, upper case
    const char *public;      // base64, at most OPENPGP_KEY_MAX characters
    gboolean encrypts;
    const char *text;  // of any kind
    const char *armor; // an armored message, ASCII
};

// Out of a JSON object. NULL, or a sentence without a full stop: what fails there, or that this is
// no answer; it lives as long as the JSON does.
const char *openpgp_answer_read(const json_t *object, struct openpgp_answer *out);

#endif
