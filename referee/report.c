// SPDX-License-Identifier: MIT
// See report.h.
#include "referee/report.h"

#include "base/child.h"
#include "base/plain.h"
#include "referee/programs/fetcher.h"
#include "referee/programs/openpgp.h"
#include "referee/programs/poster.h"
#include "referee/setup/config.h"
#include "referee/setup/options.h"
#include "storage/store.h"

#include <stdio.h>

// What a file error means for whoever called us: a full disk empties, a wrong owner stays.
static int file_status(int code)
{
    switch (code) {
    case G_FILE_ERROR_NOSPC:
    case G_FILE_ERROR_IO:
    case G_FILE_ERROR_AGAIN:
    case G_FILE_ERROR_MFILE:
    case G_FILE_ERROR_NFILE:
    case G_FILE_ERROR_NOMEM:
    case G_FILE_ERROR_INTR:
        return EXIT_LATER;
    case G_FILE_ERROR_ACCES:
    case G_FILE_ERROR_PERM:
    case G_FILE_ERROR_ROFS:
    case G_FILE_ERROR_NOTDIR:
        return EXIT_CONFIGURATION;
    default:
        return EXIT_NO;
    }
}

static int status(const GError *error)
{
    if (error->domain == CONFIG_ERROR)
        return EXIT_CONFIGURATION;
    if (error->domain == STORE_ERROR)
        return error->code == STORE_ERROR_LATER ? EXIT_LATER : EXIT_CONFIGURATION;
    if (error->domain == FETCHER_ERROR)
        return error->code == FETCHER_ERROR_LATER ? EXIT_LATER : EXIT_CONFIGURATION;
    if (error->domain == G_FILE_ERROR)
        return file_status(error->code);
    if (error->domain == POSTER_ERROR)
        return error->code == POSTER_ERROR_CONFIG ? EXIT_CONFIGURATION : EXIT_LATER;
    if (error->domain == OPENPGP_ERROR) // no room for what it needs, mostly
        return EXIT_LATER;
    if (error->domain == CHILD_ERROR)
        return error->code == CHILD_ERROR_START ? EXIT_CONFIGURATION : EXIT_LATER;
    return EXIT_NO;
}

int report_error(GError *error)
{
    g_autofree char *message = plain_line(error->message, -1);
    fprintf(stderr, "referee23: %s\n", message);
    int result = status(error);
    g_error_free(error);
    return result;
}
