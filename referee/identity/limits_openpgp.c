// SPDX-License-Identifier: MIT
// See limits_openpgp.h.
#include "referee/identity/limits_openpgp.h"

#include "referee/programs/openpgp.h"
#include "storage/inbox.h"

static const gint64 hour = 3600;

gboolean limits_openpgp_sender(struct desk *desk, const char *address, gboolean *out_enough,
                               GError **error)
{
    guint came;
    if (!inbox_count(desk->store, "", address, NULL, desk->now - hour + 1, &came, error))
        return FALSE;
    *out_enough = came >= (guint)desk->config->openpgp_an_hour;
    return TRUE;
}

gboolean limits_openpgp_run(struct desk *desk, GError **error)
{
    if (desk->openpgp.looked >= (guint)desk->config->openpgp_a_run) {
        g_set_error(error, OPENPGP_ERROR, OPENPGP_ERROR_LATER,
                    "%u signatures and keys of OpenPGP were looked at, as many as openpgp-a-run "
                    "allows; the mails with others wait for the next run",
                    desk->openpgp.looked);
        return FALSE;
    }
    desk->openpgp.looked++;
    return TRUE;
}
