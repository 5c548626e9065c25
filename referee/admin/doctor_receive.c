// SPDX-License-Identifier: MIT
// `referee23 doctor`: the mail server that the referee receives from.
//
// Logs in as a run would, and decides whether all is there that it will need. Takes no mail and
// changes nothing there.
#include "referee/admin/doctor.h"
#include "referee/programs/fetcher.h"
#include "referee/setup/place.h"

// Certificates are renewed long before this, where that works.
enum { CERTIFICATE_DAYS = 10 };

static void check_certificate(struct doctor *doctor, const struct config *config, gint64 days)
{
    if (days < 0)
        doctor_ok(doctor, "receiving", "%s isn't encrypted, as tls = no says", config->receive_url);
    else if (days < CERTIFICATE_DAYS)
        doctor_bad(doctor, "receiving",
                   "the certificate of %s is good for %d more days; see that it is renewed",
                   config->receive_url, (int)days);
    else
        doctor_ok(doctor, "receiving", "the certificate of %s is good for %d more days",
                  config->receive_url, (int)days);
}

static gboolean check_done_folder(struct doctor *doctor, const struct config *config, fetcher *from,
                                  GError **error)
{
    gboolean used, there;
    if (!fetcher_check(from, &used, &there, error))
        return FALSE;
    if (used)
        doctor_ok(doctor, "receiving", there ? "handled mails go to %s" : "%s will be made there",
                  config->receive_done_folder);
    return TRUE;
}

void doctor_receive(struct doctor *doctor, const struct config *config)
{
    if (config->receive != CONFIG_RECEIVE_IMAP && config->receive != CONFIG_RECEIVE_POP3)
        return;
    g_autofree char *program = place_program("fetch");
    struct fetcher_state state;
    GError *error = NULL;
    g_autoptr(fetcher) from = fetcher_start(program, config, &state, &error);
    if (from) {
        doctor_ok(doctor, "receiving", "logged in at %s as %s; mails in %s: %" G_GINT64_FORMAT,
                  config->receive_url, config->receive_user,
                  config->receive == CONFIG_RECEIVE_IMAP ? config->receive_folder : "the mailbox",
                  state.total);
        check_certificate(doctor, config, state.days);
        if (check_done_folder(doctor, config, from, &error) && fetcher_end(from, &error))
            return;
    }
    doctor_error(doctor, "receiving", error);
}
