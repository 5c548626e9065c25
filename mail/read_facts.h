// SPDX-License-Identifier: MIT
// One raw mail in, one object of facts out, as mail/read.h says.
//
// Puts together what the other files find, in the order of the gates; what fails the first is not
// looked at further. Knows neither the sandbox nor the frames.
#ifndef MAIL_READ_FACTS_H
#define MAIL_READ_FACTS_H

#include <glib.h>
#include <jansson.h>

// Starts the libraries and opens everything that they would open later: behind the walls nothing
// can be opened any more. Once, before the first mail.
void read_facts_init(void);

// The facts about one raw mail. Above limit bytes only its headers are read. Never NULL; the caller
// owns it.
json_t *read_facts(const char *bytes, gsize len, gsize limit) G_GNUC_WARN_UNUSED_RESULT;

#endif
