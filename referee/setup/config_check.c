// SPDX-License-Identifier: MIT
// What the settings mean together: which kind of receiving and sending needs which of the others,
// and what those are that nobody said.
#include "base/address.h"
#include "referee/setup/config_table.h"
#include "referee/setup/place.h"

#include <string.h>

// An empty string becomes this one, which is taken.
static void fill(char **string, char *taken)
{
    if (**string) {
        g_free(taken);
        return;
    }
    g_free(*string);
    *string = taken;
}

// Whether url is SCHEMEs://HOST[:PORT] or SCHEME://HOST[:PORT] and holds no password. NULL: yes.
static char *check_url(const char *group, const char *url, const char *scheme)
{
    g_autofree char *found = NULL;
    g_autofree char *userinfo = NULL;
    g_autofree char *host = NULL;
    g_autofree char *path = NULL;
    g_autofree char *query = NULL;
    g_autofree char *fragment = NULL;
    gboolean split = g_uri_split(url, G_URI_FLAGS_NONE, &found, &userinfo, &host, NULL, &path,
                                 &query, &fragment, NULL);
    g_autofree char *safe = g_strconcat(scheme, "s", NULL);
    if (split && userinfo)
        return g_strdup_printf("[%s] url: no user or password stands in it; say them as user and "
                               "password-file",
                               group);
    if (!split || !found || !host || *host == '\0' || query || fragment ||
        (*path && strcmp(path, "/") != 0) ||
        (strcmp(found, scheme) != 0 && strcmp(found, safe) != 0))
        return g_strdup_printf("[%s] url: kind = %s wants %s://HOST", group, scheme, safe);
    return NULL;
}

// Whether the url, which was checked, is one of TLS from the first byte on.
static gboolean is_safe(const char *url, const char *scheme)
{
    return g_ascii_strncasecmp(url + strlen(scheme), "s://", 4) == 0;
}

static char *check_folder(const char *group, char **url, const char *preset, const char *dir)
{
    if (strstr(*url, "://"))
        return g_strdup_printf("[%s] url: kind = maildir wants a folder", group);
    fill(url, g_strdup(preset));
    char *path = g_canonicalize_filename(*url, dir);
    g_free(*url);
    *url = path;
    return NULL;
}

static char *check_login(const char *group, const char *user, const char *password_file)
{
    if (*user && !*password_file)
        return g_strdup_printf("[%s] password-file: %s needs one", group, user);
    if (!*user && *password_file)
        return g_strdup_printf("[%s] user: whose password is in password-file?", group);
    return NULL;
}

static char *check_receive_server(struct config *config, const char *scheme)
{
    char *wrong = check_url("receive", config->receive_url, scheme);
    if (!wrong && !config->receive_tls && is_safe(config->receive_url, scheme))
        wrong = g_strdup_printf("[receive] tls: %s encrypts; take out tls = no, or say %s://HOST",
                                config->receive_url, scheme);
    if (!wrong && !*config->receive_user)
        wrong = g_strdup_printf("[receive] user: kind = %s needs one", scheme);
    if (!wrong)
        wrong = check_login("receive", config->receive_user, config->receive_password_file);
    return wrong;
}

static char *check_receive(struct config *config)
{
    gboolean pop3 = config->receive == CONFIG_RECEIVE_POP3;
    fill(&config->receive_keep, g_strdup(pop3 ? "delete" : "move"));
    if (pop3 && strcmp(config->receive_keep, "move") == 0)
        return g_strdup("[receive] keep: pop3 can't move; say delete or keep");
    if (strcmp(config->receive_folder, config->receive_done_folder) == 0)
        return g_strdup("[receive] done-folder: it must be another than folder");
    switch (config->receive) {
    case CONFIG_RECEIVE_MAILDIR:
        return check_folder("receive", &config->receive_url, "mail/in", config->dir);
    case CONFIG_RECEIVE_IMAP:
        return check_receive_server(config, "imap");
    case CONFIG_RECEIVE_POP3:
        return check_receive_server(config, "pop3");
    case CONFIG_RECEIVE_NONE:
        return NULL;
    }
    g_assert_not_reached();
}

static char *check_send(struct config *config)
{
    fill(&config->send_from, g_strdup(config->address));
    switch (config->send) {
    case CONFIG_SEND_MAILDIR: {
        char *wrong = check_folder("send", &config->send_url, "mail/out", config->dir);
        if (!wrong && config->receive == CONFIG_RECEIVE_MAILDIR &&
            strcmp(config->receive_url, config->send_url) == 0)
            wrong = g_strdup("[send] url: it must be another folder than that of [receive]");
        return wrong;
    }
    case CONFIG_SEND_SMTP: {
        char *wrong = check_url("send", config->send_url, "smtp");
        if (!wrong && !config->send_tls && is_safe(config->send_url, "smtp"))
            wrong = g_strdup_printf("[send] tls: %s encrypts; take out tls = no, or say "
                                    "smtp://HOST",
                                    config->send_url);
        return wrong ? wrong : check_login("send", config->send_user, config->send_password_file);
    }
    case CONFIG_SEND_SENDMAIL:
        return NULL;
    }
    g_assert_not_reached();
}

// NAME+TICKET@HOST has to stay an address: RFC 5321 4.5.3.1.1 gives 64 bytes, a ticket may take 39.
enum { TAG_ROOM = 40 };

static char *check_subaddress(const struct config *config)
{
    gsize len = (gsize)(strchr(config->address, '@') - config->address);
    if (config->subaddress && len > ADDRESS_LOCAL_MAX - TAG_ROOM)
        return g_strdup_printf("[mail] subaddress: %s is too long before its @ to have tickets "
                               "added (at most %d bytes); say no, or take a shorter address",
                               config->address, ADDRESS_LOCAL_MAX - TAG_ROOM);
    return NULL;
}

char *config_check(struct config *config)
{
    fill(&config->host, g_strdup(strchr(config->address, '@') + 1));
    fill(&config->templates, place_templates());
    char *wrong = check_subaddress(config);
    if (!wrong)
        wrong = check_receive(config);
    return wrong ? wrong : check_send(config);
}
