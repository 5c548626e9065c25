// SPDX-License-Identifier: MIT
// See limits_openpgp.h.
#include "referee/limits_openpgp.h"

#include "referee/openpgp.h"
#include "storage/inbox.h"

static const gint64 hour = 3600;

gboolean limits_openpgp(struct desk *desk, const char *address, gboolean *out_enough,
                        GError **error)
{
    guint came;
    if (!inbox_count(desk->store, "", address, NULL, desk->now - hour + 1, &came, error))
        return FALSE;
    *out_enough = came >= (guint)desk->config->openpgp_an_hour;
    if (*out_enough)
        return TRUE;
    if (desk->openpgp.strange >= (guint)desk->config->openpgp_a_run) {
        g_set_error(error, OPENPGP_ERROR, OPENPGP_ERROR_LATER,
                    "%u signatures and keys of OpenPGP were looked at, as many as openpgp-a-run "
                    "allows; the mails with others wait for the next run",
                    desk->openpgp.strange);
        return FALSE;
    }
    desk->openpgp.strange++;
    return TRUE;
}
