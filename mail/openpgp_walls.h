// SPDX-License-Identifier: MIT
// The walls around what reads strangers' keys and signatures, GnuPG among it.
#ifndef MAIL_OPENPGP_WALLS_H
#define MAIL_OPENPGP_WALLS_H

#include <glib.h>

// Closes this process in, and all that it will start: of files nothing but the folder `home`, the
// libraries and the program gpg; no other program, no network, no sockets at all; little memory and
// processor time. FALSE, said on standard error, when that can't be done.
gboolean openpgp_walls_close(const char *home, const char *gpg);

// Tries before what each wall forbids alone. A line on standard output for each try; TRUE when all
// was refused, and the process is closed in.
gboolean openpgp_walls_test(const char *home, const char *gpg);

#endif
