// SPDX-License-Identifier: MIT
// Handing a mail to sendmail, or to a program that can be called like it.
//
// Decides how it is called: without a shell, the addresses as arguments of the envelope. Knows
// nothing of the mail.
#ifndef PLAYER_SEND_H
#define PLAYER_SEND_H

#include <glib.h>

#define SEND_ERROR (send_error_quark())
GQuark send_error_quark(void);
enum send_error {
    SEND_ERROR_LATER, // the program says so, or died: the mail may be tried again
    SEND_ERROR_NEVER  // the program isn't there, or refuses the mail
};

// Runs argv (NULL-terminated, the first an absolute path) with -i -f FROM -- TO added, the mail on
// its standard input. Both addresses are canonical (base/address.h), so neither begins with a
// hyphen. TRUE: the program has taken it. Errors: SEND_ERROR.
gboolean send_mail(const char *const *argv, const char *from, const char *to, const char *mail,
                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
