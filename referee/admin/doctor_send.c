// SPDX-License-Identifier: MIT
// `referee23 doctor`: whether mails leave, and whether addresses with a tag come back.
//
// Decides what is good enough of a mail server. That a tag comes through is seen by a mail of the
// referee to itself, which a later run takes in, and drops as its own: the ledger remembers its id.
#include "referee/admin/doctor.h"

#include "base/address.h"
#include "referee/admin/admin.h"
#include "referee/programs/poster.h"
#include "referee/programs/poster_config.h"
#include "referee/setup/place.h"
#include "storage/inbox.h"

static const gint64 day = 86400;
static const gint64 patience = 3600; // that a mail to oneself may take

#define SENT "doctor_sent_at" // setting: when the mail was sent; its id follows from it

enum { CERTIFICATE_DAYS = 14 };

// ---- the server --------------------------------------------------------------------------------

static poster *start(const struct config *config, GError **error)
{
    g_autofree char *program = place_program("post");
    json_auto_t *settings = poster_config(config, error);
    return settings ? poster_start(program, settings, error) : NULL;
}

static void tell_server(struct doctor *doctor, const struct config *config, gint64 expires,
                        gint64 now)
{
    g_autofree char *who = config->send_user[0] ? g_strdup_printf("lets %s in", config->send_user)
                                                : g_strdup("answers");
    gint64 days = (expires - now) / day;
    if (expires && days < CERTIFICATE_DAYS)
        doctor_bad(doctor, "sending",
                   "%s %s, but its certificate ends at %s; whoever runs it has to renew it",
                   config->send_url, who, admin_time(expires));
    else if (expires)
        doctor_ok(doctor, "sending",
                  "%s %s; its certificate is good for %" G_GINT64_FORMAT " days more",
                  config->send_url, who, days);
    else
        doctor_ok(doctor, "sending", "%s %s, without encryption", config->send_url, who);
}

void doctor_sending(struct doctor *doctor, const struct config *config, gint64 now)
{
    GError *error = NULL;
    gint64 expires = 0;
    g_autoptr(poster) post = start(config, &error);
    if (!post) {
        doctor_error(doctor, "post", error);
        return;
    }
    doctor_ok(doctor, "post", "it takes the settings of [send]");
    if (config->send != CONFIG_SEND_SMTP)
        return;
    if (poster_check(post, &expires, &error))
        tell_server(doctor, config, expires, now);
    else
        doctor_error(doctor, "sending", error);
}

// ---- tags --------------------------------------------------------------------------------------

static char *id_of(const struct config *config, gint64 sent_at)
{
    return g_strdup_printf("<doctor.%" G_GINT64_FORMAT "@%s>", sent_at, config->host);
}

static json_t *make_mail(const struct desk *desk, const char *to)
{
    const struct config *config = desk->config;
    g_autofree char *id = id_of(config, desk->now);
    return json_pack("{s:i, s:s, s:s, s:s, s:s, s:n, s:s, s:s, s:n, s:[], s:I, s:s,"
                     " s:[[ss] [ss] [ss]], s:s, s:n, s:[]}",
                     "id", 0, "to", to, "to_name", config->name, "from", config->send_from,
                     "from_name", config->name, "reply_to", "envelope_from", config->address,
                     "message_id", id, "in_reply_to", "references", "date", (json_int_t)desk->now,
                     "subject", "[23] To myself", "headers", "Auto-Submitted", "auto-generated",
                     "X-23-Referee", config->address, "X-23-Kind", "doctor", "text",
                     "This mail shows whether the referee's mail server keeps tags in addresses.\n"
                     "Nothing follows from it.\n",
                     "html", "attachments");
}

static gboolean remember(const struct desk *desk, GError **error)
{
    if (!store_begin(desk->store, error))
        return FALSE;
    if (store_set_int(desk->store, SENT, desk->now, error))
        return store_commit(desk->store, error);
    store_rollback(desk->store);
    return FALSE;
}

// Sends the referee a mail of its own, to an address with a tag.
static gboolean send_one(struct doctor *doctor, const struct desk *desk, GError **error)
{
    g_autofree char *tag = g_strdup_printf("doctor.%" G_GINT64_FORMAT, desk->now);
    g_autofree char *to = address_tagged(desk->config->address, tag);
    g_autofree char *detail = NULL;
    enum poster_status status = POSTER_NEVER;
    g_autoptr(poster) post = start(desk->config, error);
    json_auto_t *mail = make_mail(desk, to);
    g_assert(mail);
    if (!post || !poster_send(post, mail, &status, &detail, error))
        return FALSE;
    if (status != POSTER_SENT) {
        doctor_bad(doctor, "tags", "a mail to %s was not taken: %s", to, detail);
        return TRUE;
    }
    if (!poster_sync(post, error))
        return FALSE;
    doctor_ok(doctor, "tags",
              "a mail to %s has left. Wait for a minute or two, run referee23 tick, and then "
              "referee23 doctor: it says whether the mail came",
              to);
    return remember(desk, error);
}

static gboolean look_for_it(struct doctor *doctor, const struct desk *desk, gint64 sent_at,
                            GError **error)
{
    const struct config *config = desk->config;
    g_autofree char *id = id_of(config, sent_at);
    gboolean came;
    if (!inbox_has_message(desk->store, id, sent_at, &came, error))
        return FALSE;
    if (came)
        doctor_ok(doctor, "tags", "the mail of %s to a tag came%s", admin_time(sent_at),
                  config->subaddress ? "" : "; you can say subaddress = yes in [mail]");
    else if (desk->now - sent_at < patience)
        doctor_ok(doctor, "tags", "the mail of %s to a tag hasn't come yet; run referee23 tick",
                  admin_time(sent_at));
    else if (config->subaddress)
        doctor_bad(doctor, "tags",
                   "the mail of %s to a tag didn't come: say subaddress = no in [mail], or have "
                   "mail to NAME+ANYTHING brought to NAME, and try again with doctor --send",
                   admin_time(sent_at));
    else
        doctor_ok(doctor, "tags", "they don't come through, and subaddress = no says so");
    return TRUE;
}

void doctor_tags(struct doctor *doctor, const struct desk *desk)
{
    GError *error = NULL;
    gint64 sent_at = 0;
    if (!store_get_int(desk->store, SENT, 0, &sent_at, &error) ||
        (doctor->send && !send_one(doctor, desk, &error)) ||
        (!doctor->send && sent_at && !look_for_it(doctor, desk, sent_at, &error)))
        doctor_error(doctor, "tags", error);
    else if (!doctor->send && !sent_at)
        doctor_ok(doctor, "tags", "whether they come through was never tried; doctor --send does");
}
