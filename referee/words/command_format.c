// SPDX-License-Identifier: MIT
// Commands written in their one canonical form (spec: interface.md, `explain`). See command_text.h.
#include "referee/words/command_text.h"

#include "referee/rules/notation.h"
#include "referee/words/command_parts.h"

static void append_move(struct move move, GString *out)
{
    char text[NOTATION_MOVE_MAX];
    notation_format_move(move, text);
    g_string_append(out, text);
}

static void append_plan(const struct command *command, GString *out)
{
    for (guint i = 0; i < command->plan->len; i++) {
        char text[PLAN_TEXT_MAX];
        plan_text_format(&g_array_index(command->plan, struct plan_line, i), text);
        g_string_append_printf(out, "; %s", text);
    }
    g_string_append(out, "; end");
}

static void append_key(const struct command *command, GString *out)
{
    static const char *const kinds[] = {" ed25519", " minisign", " ssh-ed25519",
                                        " openpgp", " age",      " seal"};
    if (command->key != COMMAND_KEY_AGE || !command->text) // which says what it is itself
        g_string_append(out, kinds[command->key]);
    if (command->key == COMMAND_KEY_SEAL)
        g_string_append(out, command->on ? " on" : " off");
    if (command->who)
        g_string_append_printf(out, " %s", command->who);
    if (command->text && command->key != COMMAND_KEY_OPENPGP)
        g_string_append_printf(out, " %s", command->text);
}

static void append_setting(const struct command *command, GString *out)
{
    static const char *const mails[] = {" all", " turn", " daily"};
    if (command->verb == COMMAND_MAIL) {
        g_string_append(out, mails[command->mail]);
    } else if (command->verb == COMMAND_CALENDAR) {
        g_string_append(out, command->on ? " on" : " off");
    } else if (command->verb == COMMAND_PRIVATE) {
        g_string_append(out, command->on ? " yes" : " no");
    } else if (command->verb == COMMAND_QUIET && command->quiet_from == command->quiet_until) {
        g_string_append(out, " off");
    } else if (command->verb == COMMAND_QUIET) {
        g_string_append_printf(out, " %d-%d", command->quiet_from, command->quiet_until);
    } else if (command->verb == COMMAND_VACATION) {
        command_dates_format(command, out);
    }
}

// What is said beside the verb, for the verbs with plain values.
static void append_rest(const struct command *command, GString *out)
{
    if (command->verb == COMMAND_KEY) {
        append_key(command, out);
        return;
    }
    if (command->game > 0)
        g_string_append_printf(out, " %" G_GINT64_FORMAT, command->game);
    if (command->who && command->verb == COMMAND_JOIN)
        g_string_append_printf(out, " nick=%s", command->who);
    else if (command->who)
        g_string_append_printf(out, " %s", command->who);
    if (command->text)
        g_string_append_printf(out, " %s", command->text);
    for (guint i = 0; command->names && i < command->names->len; i++)
        g_string_append_printf(out, " %s", (const char *)command->names->pdata[i]);
    append_setting(command, out);
}

char *command_format(const struct command *command)
{
    if (command->verb == COMMAND_MOVE && command->move.kind != MOVE_PLAY) {
        char text[NOTATION_MOVE_MAX];
        notation_format_move(command->move, text);
        return g_strdup(text);
    }
    GString *out = g_string_new(command_verb_name(command->verb));
    if (command->verb == COMMAND_MOVE || command->verb == COMMAND_PREVIEW) {
        g_string_append_c(out, ' ');
        append_move(command->move, out);
    } else if (command->verb == COMMAND_DISCARD) {
        g_string_append_printf(out, " %d %d %d", command->cards[0], command->cards[1],
                               command->cards[2]);
    } else if (command->verb == COMMAND_PLAN) {
        append_plan(command, out);
    } else if (command->verb == COMMAND_NEW) {
        command_new_format(command->game_wanted, out);
    } else {
        append_rest(command, out);
    }
    return g_string_free(out, FALSE);
}
