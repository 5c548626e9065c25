// SPDX-License-Identifier: MIT
// The first frame of `fetch`: where the mails are (mail/fetch.h).
//
// Decides whether it is whole and makes sense. Knows nothing of connections.
#ifndef MAIL_FETCH_CONFIG_H
#define MAIL_FETCH_CONFIG_H

#include <glib.h>
#include <jansson.h>

enum fetch_tls { FETCH_TLS_IMPLICIT, FETCH_TLS_STARTTLS, FETCH_TLS_NONE };
enum fetch_keep { FETCH_KEEP_MOVE, FETCH_KEEP_DELETE, FETCH_KEEP_KEEP };

struct fetch_config {
    gboolean pop3;
    char *url; // of kind and tls, no path behind the host; owned, like all char *
    enum fetch_tls tls;
    char *ca_file; // NULL: whom the system believes
    char *user, *password;
    char *folder, *done_folder; // as people write them, UTF-8
    enum fetch_keep keep;
    gsize bytes;
    guint seconds;
};

// Errors: FETCH_ERROR_REFUSED, which never tells the password. Cleared in any case by
// fetch_config_clear.
gboolean fetch_config_read(const json_t *frame, struct fetch_config *out,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
void fetch_config_clear(struct fetch_config *config);

#endif
