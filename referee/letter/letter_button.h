// SPDX-License-Identifier: MIT
// Buttons: links that write the answer, so that only Send is left to be tapped (RFC 6068).
//
// Decides what such a mail says and which buttons a kind of mail has. Which moves are legal is
// letter_legal.c's business.
#ifndef REFEREE_LETTER_BUTTON_H
#define REFEREE_LETTER_BUTTON_H

#include "referee/language/wording.h"

#include <jansson.h>

// Whom a reader's buttons write to, and as what.
struct letter_buttons {
    const char *to;      // the ticket's address; NULL: there are no buttons, as the reader signs
    const char *subject; // of the mail that is answered
    const char *ticket;  // "": none
    const struct wording_language *language;
};

// The mailto: link whose mail says this command, given in its canonical form, in the reader's
// language; then a blank line and the ticket's. below (or NULL): a line beneath that, which no
// referee reads any more. The caller owns it.
char *letter_button_link(const struct letter_buttons *buttons, const char *command,
                         const char *below);

// Sets "buttons" of data to those of the template: an array of {"href", "label", "strong"}. Some
// depend on what data says. Errors: those of phrases.
gboolean letter_buttons_put(const struct letter_buttons *buttons, const char *template,
                            json_t *data, GError **error);

#endif
