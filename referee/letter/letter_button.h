// SPDX-License-Identifier: MIT
// Buttons: links that write the answer, so that only Send is left to be tapped (RFC 6068).
//
// Decides what such a mail says and which buttons a kind of mail has. Which moves are legal is
// letter_legal.c's business.
#ifndef REFEREE_LETTER_BUTTON_H
#define REFEREE_LETTER_BUTTON_H

#include "referee/language/wording.h"

#include <jansson.h>

// What all links of one mail have in common: whom they write to, and as what.
typedef struct {
    char *begin; // NULL: there are no buttons, as the reader signs
    char *end;   // behind the command
    const struct wording_language *language;
} letter_buttons;

// to: the ticket's address; NULL: there are no buttons. subject: of the mail that is answered.
// ticket: "" for none. The caller clears it.
void letter_buttons_init(letter_buttons *buttons, const char *to, const char *subject,
                         const char *ticket, const struct wording_language *language);
void letter_buttons_clear(letter_buttons *buttons); // takes a zeroed one
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(letter_buttons, letter_buttons_clear)

// The mailto: link whose mail says this command, given in its canonical form, in the reader's
// language; then a blank line and the ticket's. below (or NULL): a line beneath that, which no
// referee reads any more. The caller owns it.
char *letter_button_link(const letter_buttons *buttons, const char *command, const char *below);

// Sets "buttons" of data to those of the template: an array of {"href", "label", "strong"}. Some
// depend on what data says. Errors: those of phrases.
gboolean letter_buttons_put(const letter_buttons *buttons, const char *template, json_t *data,
                            GError **error);

#endif
