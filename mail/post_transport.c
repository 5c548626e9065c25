// SPDX-License-Identifier: MIT
// See post_transport.h.
#include "mail/post_transport.h"

#include <string.h>

static const struct post_transport *const transports[] = {&post_maildir, &post_sendmail,
                                                          &post_smtp};

const struct post_transport *post_transport_find(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(transports); i++)
        if (strcmp(transports[i]->name, name) == 0)
            return transports[i];
    return NULL;
}
