// SPDX-License-Identifier: MIT
// See poster_config.h.
#include "referee/programs/poster_config.h"

#include "referee/setup/password.h"

#include <string.h>

static json_t *strings(char *const *list)
{
    json_t *array = json_array();
    for (; *list; list++)
        json_array_append_new(array, json_string(*list));
    return array;
}

static json_t *smtp(const struct config *config, GError **error)
{
    const char *tls = g_ascii_strncasecmp(config->send_url, "smtps:", 6) == 0 ? "implicit"
                      : config->send_tls                                      ? "starttls"
                                                                              : "none";
    gboolean logs_in = config->send_user[0] != '\0';
    char *password = logs_in ? password_read(config->send_password_file, error) : NULL;
    if (logs_in && !password)
        return NULL;
    json_t *out = json_pack("{s:s s:s s:s s:s* s:s* s:s* s:s s:i}", "transport", "smtp", "url",
                            config->send_url, "tls", tls, "ca_file",
                            config->send_ca_file[0] ? config->send_ca_file : NULL, "user",
                            logs_in ? config->send_user : NULL, "password", password, "host",
                            config->host, "seconds", config->send_timeout);
    password_free(password);
    g_assert(out);
    return out;
}

json_t *poster_config(const struct config *config, GError **error)
{
    switch (config->send) {
    case CONFIG_SEND_MAILDIR:
        return json_pack("{s:s s:s s:s s:b}", "transport", "maildir", "path", config->send_url,
                         "host", config->host, "batches", 1);
    case CONFIG_SEND_SMTP:
        return smtp(config, error);
    case CONFIG_SEND_SENDMAIL:
        return json_pack("{s:s s:o s:s s:i}", "transport", "sendmail", "command",
                         strings(config->send_command), "host", config->host, "seconds",
                         config->send_timeout);
    }
    g_assert_not_reached();
}
