// SPDX-License-Identifier: MIT
// The mails that the buttons of an HTML mail write (RFC 6068).
#ifndef TESTS_LINKS_H
#define TESTS_LINKS_H

#include <glib.h>

struct link {
    char *to, *subject, *body; // decoded; the body with LF line ends
    char *label;               // the words of the button, tags taken out
};

// All of them, in their order (struct link *); fails the test where one is no mailto: link as it
// has to be. Freed by g_ptr_array_unref.
GPtrArray *links_of(const char *html);

// The link whose body begins with this line; NULL: there is none.
const struct link *links_find(const GPtrArray *links, const char *line);

#endif
