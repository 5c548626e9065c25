// SPDX-License-Identifier: MIT
// See command.h.
#include "referee/words/command.h"

#include <string.h>

static const char *const verbs[COMMAND_COUNT] = {"",
#define X(name, verb) [COMMAND_##name] = verb,
                                                 COMMAND_EACH(X)
#undef X
};

static void free_new(struct command_new *wanted)
{
    g_free(wanted->name);
    g_free(wanted->nick);
    g_free(wanted);
}

void command_init(struct command *command, enum command_verb verb)
{
    memset(command, 0, sizeof *command);
    command->verb = verb;
    if (verb == COMMAND_INVITE)
        command->names = g_ptr_array_new_with_free_func(g_free);
    if (verb == COMMAND_NEW)
        command->game_wanted = g_new0(struct command_new, 1);
    if (verb == COMMAND_PLAN)
        command->plan = g_array_new(FALSE, FALSE, sizeof(struct plan_line));
}

void command_clear(struct command *command)
{
    g_clear_pointer(&command->who, g_free);
    g_clear_pointer(&command->text, g_free);
    g_clear_pointer(&command->names, g_ptr_array_unref);
    g_clear_pointer(&command->game_wanted, free_new);
    g_clear_pointer(&command->plan, g_array_unref);
    memset(command, 0, sizeof *command);
}

void command_free(struct command *command)
{
    if (!command)
        return;
    command_clear(command);
    g_free(command);
}

const char *command_verb_name(enum command_verb verb)
{
    g_assert(verb < COMMAND_COUNT);
    return verbs[verb];
}

gboolean command_only_asks(const struct command *command)
{
    return command->verb == COMMAND_PREVIEW || command->verb == COMMAND_MY_DATA ||
           command->verb == COMMAND_PAGE ||
           (command->verb >= COMMAND_STATUS && command->verb <= COMMAND_HELP);
}

gboolean command_wrong_cards(const struct command_wrong *wrong)
{
    return wrong->sure &&
           (wrong->fault == COMMAND_FAULT_CARD || wrong->fault == COMMAND_FAULT_FOUR ||
            wrong->fault == COMMAND_FAULT_MIXED || wrong->fault == COMMAND_FAULT_DISCARD_COUNT);
}
