// SPDX-License-Identifier: MIT
// See poster_config.h.
#include "referee/poster_config.h"

static json_t *strings(char *const *list)
{
    json_t *array = json_array();
    for (; *list; list++)
        json_array_append_new(array, json_string(*list));
    return array;
}

json_t *poster_config(const struct config *config)
{
    switch (config->send) {
    case CONFIG_SEND_MAILDIR:
        return json_pack("{s:s s:s s:s}", "transport", "maildir", "path", config->send_url, "host",
                         config->host);
    case CONFIG_SEND_SMTP:
        return json_pack("{s:s s:s s:s s:s s:s}", "transport", "smtp", "url", config->send_url,
                         "user", config->send_user, "password_file", config->send_password_file,
                         "host", config->host);
    case CONFIG_SEND_SENDMAIL:
        return json_pack("{s:s s:o s:s}", "transport", "sendmail", "command",
                         strings(config->send_command), "host", config->host);
    }
    g_assert_not_reached();
}
