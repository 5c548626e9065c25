// SPDX-License-Identifier: MIT
// See letter_button.h.
#include "referee/letter/letter_button.h"

#include "referee/words/command_show.h"

#include <string.h>

// One a row, in the order in which they stand in the mail.
static const struct row {
    const char *template;
    const char *when; // a key of the data that is to be true, "!key": not true; NULL: always
    const char *command, *phrase; // a # at the end of a command is the game's number
    gboolean strong;              // the one that most readers want
} rows[] = {
    {"confirm", NULL, "yes", "html-button-confirm", TRUE},
    {"confirm", NULL, "block", "html-button-block", FALSE},
    {"new-address", NULL, "yes", "html-button-mine", TRUE},
    {"new-address", NULL, "block", "html-button-block", FALSE},
    {"ask", NULL, "yes", "html-button-yes", TRUE},
    {"ask", NULL, "no", "html-button-no", FALSE},
    {"invitation", "known", "join", "html-button-join", TRUE},
    {"invitation", "!known", "join nick=", "html-button-join-nick", TRUE},
    {"invitation", "!known", "join", "html-button-join-any", FALSE},
    {"invitation", NULL, "decline", "html-button-decline", FALSE},
    {"invitation", NULL, "rules", "html-button-rules", FALSE},
    {"invitation", NULL, "block", "html-button-block", FALSE},
    {"substitute", "known", "join", "html-button-take", TRUE},
    {"substitute", "!known", "join nick=", "html-button-take", TRUE},
    {"substitute", NULL, "decline", "html-button-decline", FALSE},
    {"substitute", NULL, "rules", "html-button-rules", FALSE},
    {"substitute", NULL, "block", "html-button-block", FALSE},
    {"lobby", "creator", "start", "html-button-start", TRUE},
    {"lobby", NULL, "luck: ", "html-button-luck", FALSE},
    {"lobby", NULL, "rules", "html-button-rules", FALSE},
    {"answer", "known", "games", "html-button-games", FALSE},
    {"answer", NULL, "help", "html-button-help", FALSE},
    {"stranger", NULL, "new robots=2", "html-button-new", TRUE},
    {"stranger", NULL, "rules", "html-button-rules", FALSE},
    {"unclear", NULL, "help", "html-button-help", TRUE},
    {"state", "robot_plays", "back", "html-button-back", TRUE},
    {"state", "want-cancel", "agree", "html-button-agree", FALSE},
    {"state", "want-pause", "pause", "html-button-pause", FALSE},
    {"state", "want-cancel", "no", "html-button-disagree", FALSE},
    {"state", "want-pause", "no", "html-button-disagree", FALSE},
    {"state", "paused", "back", "html-button-clocks", FALSE},
    {"state", "has_results", "rematch", "html-button-rematch", TRUE},
    {"state", NULL, "say ", "html-button-say", FALSE},
    {"state", NULL, "history", "html-button-history", FALSE},
    {"state", "playing", "rules", "html-button-rules", FALSE},
    {"watch", "playing", "unwatch #", "html-button-unwatch", FALSE},
};

static gboolean is_wanted(const struct row *row, const char *template, const json_t *data)
{
    if (!g_str_equal(row->template, template))
        return FALSE;
    gboolean reverse = row->when && row->when[0] == '!';
    return !row->when ||
           json_is_true(json_object_get(data, row->when + (reverse ? 1 : 0))) != reverse;
}

// A colon may stay as it is (RFC 6068 2): there are many of these links in a mail.
static void append_escaped(GString *out, const char *text)
{
    g_string_append_uri_escaped(out, text, ":", FALSE);
}

void letter_buttons_init(letter_buttons *buttons, const char *to, const char *subject,
                         const char *ticket, const struct wording_language *language)
{
    *buttons = (letter_buttons){.language = language};
    if (!to)
        return;
    GString *begin = g_string_new("mailto:");
    g_string_append_uri_escaped(begin, to, "@+", FALSE);
    g_string_append(begin, "?subject=Re:%20");
    append_escaped(begin, subject);
    g_string_append(begin, "&body=");
    GString *end = g_string_new(ticket[0] ? "%0D%0A%0D%0Aticket%20" : "");
    append_escaped(end, ticket);
    g_string_append(end, ticket[0] ? "%0D%0A" : "");
    buttons->begin = g_string_free(begin, FALSE);
    buttons->end = g_string_free(end, FALSE);
}

void letter_buttons_clear(letter_buttons *buttons)
{
    g_free(buttons->begin);
    g_free(buttons->end);
    *buttons = (letter_buttons){0};
}

char *letter_button_link(const letter_buttons *buttons, const char *command, const char *below)
{
    g_autofree char *typed = command_show(command, command_show_language(buttons->language->name));
    GString *link = g_string_new(buttons->begin);
    append_escaped(link, typed);
    g_string_append(link, buttons->end);
    if (below) {
        g_string_append(link, "%0D%0A");
        append_escaped(link, below);
        g_string_append(link, "%0D%0A");
    }
    return g_string_free(link, FALSE);
}

static char *command_of(const struct row *row, const json_t *data)
{
    const char *number = strchr(row->command, '#');
    if (!number)
        return g_strdup(row->command);
    return g_strdup_printf("%.*s%" JSON_INTEGER_FORMAT, (int)(number - row->command), row->command,
                           json_integer_value(json_object_get(data, "game")));
}

gboolean letter_buttons_put(const letter_buttons *buttons, const char *template, json_t *data,
                            GError **error)
{
    json_t *list = json_array();
    json_object_set_new(data, "buttons", list);
    for (gsize i = 0; buttons->begin && i < G_N_ELEMENTS(rows); i++) {
        if (!is_wanted(&rows[i], template, data))
            continue;
        g_autofree char *label = wording_say(buttons->language, rows[i].phrase, NULL, error);
        if (!label)
            return FALSE;
        g_autofree char *command = command_of(&rows[i], data);
        g_autofree char *href = letter_button_link(buttons, command, NULL);
        json_array_append_new(list, json_pack("{s:s, s:s, s:b}", "href", href, "label", label,
                                              "strong", rows[i].strong));
    }
    return TRUE;
}
