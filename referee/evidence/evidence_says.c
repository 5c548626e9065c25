// SPDX-License-Identifier: MIT
// See evidence_says.h.
#include "referee/evidence/evidence_says.h"

#include <string.h>

gboolean evidence_only_plays(const GPtrArray *commands)
{
    for (guint i = 0; i < commands->len; i++) {
        const struct command *command = g_ptr_array_index(commands, i);
        if (command->verb != COMMAND_MOVE && command->verb != COMMAND_DISCARD &&
            command->verb != COMMAND_PLAN && command->verb != COMMAND_PLAN_OFF)
            return FALSE;
    }
    return TRUE;
}

static void drop_plan(struct evidence_says *says)
{
    g_clear_pointer(&says->plan, g_array_unref);
}

void evidence_says_round(struct evidence_says *says)
{
    drop_plan(says);
}

void evidence_says_clear(struct evidence_says *says)
{
    drop_plan(says);
    g_free(says->text);
    signed_clear(&says->block);
    g_clear_pointer(&says->used, g_hash_table_unref);
    *says = (struct evidence_says){0};
}

// ---- a new testimony ---------------------------------------------------------------------------

static const char *hear(struct evidence_says *says, const struct testimony *testimony)
{
    g_autofree char *referee = NULL;
    if (says->text && strcmp(says->text, testimony->text) == 0)
        return NULL;
    if (!says->used)
        says->used = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (!g_hash_table_add(says->used, g_strdup(testimony->text)))
        return "what was signed later has ended this";
    g_free(says->text);
    says->text = g_strdup(testimony->text);
    signed_clear(&says->block);
    drop_plan(says);
    says->next = 0;
    if (!testimony_read(testimony, &says->block, &referee))
        return "what was signed is not commands from its first word to its last";
    if (!evidence_only_plays(says->block.commands))
        return "what was signed holds more than moves, discards and plans";
    return NULL;
}

// ---- turns -------------------------------------------------------------------------------------

// Whether the seat alone has made all turns since the one that was signed for: so a second command
// of one mail may follow.
static gboolean is_fresh(const struct evidence_says *says, const struct evidence_deed *deed)
{
    for (guint i = (guint)says->block.turn; i < deed->makers->len; i++)
        if (g_array_index(deed->makers, guint8, i) != deed->seat)
            return FALSE;
    return TRUE;
}

// Whether the round is still that in which the plan was signed.
static gboolean is_of_round(const struct evidence_says *says, const struct evidence_deed *deed)
{
    for (guint i = (guint)says->block.turn; i < deed->makers->len; i++)
        if (g_array_index(deed->makers, guint8, i) == RULES_NOBODY)
            return FALSE;
    return TRUE;
}

static gboolean has_turn(const struct evidence_says *says, const struct evidence_deed *deed)
{
    return says->block.turn >= 1 && says->block.turn <= (gint64)deed->makers->len;
}

// ---- commands ----------------------------------------------------------------------------------

static gboolean is_same_move(struct move a, struct move b)
{
    return a.kind == b.kind && (a.kind != MOVE_PLAY ||
                                (a.value == b.value && a.count == b.count && a.bonus == b.bonus));
}

// Whether the plan gives the move; its line is used up then.
static gboolean plan_gives(struct evidence_says *says, const struct evidence_deed *deed)
{
    const int line =
        says->plan && !deed->is_discard ? plan_pick(says->plan, deed->table, deed->seat) : -1;
    if (line < 0 ||
        !is_same_move(g_array_index(says->plan, struct plan_line, line).move, deed->move))
        return FALSE;
    g_array_remove_index(says->plan, (guint)line);
    return TRUE;
}

static void take_plan(struct evidence_says *says, const struct command *command)
{
    drop_plan(says);
    if (command->verb == COMMAND_PLAN)
        says->plan = g_array_copy(command->plan);
}

static gboolean is_deed(const struct command *command, const struct evidence_deed *deed)
{
    if (command->verb == COMMAND_MOVE)
        return !deed->is_discard && is_same_move(command->move, deed->move);
    struct hand hand = {.cards = RULES_DISCARD_MAX};
    for (int i = 0; i < RULES_DISCARD_MAX; i++)
        hand.count[command->cards[i]]++;
    return deed->is_discard && memcmp(hand.count, deed->cards->count, sizeof hand.count) == 0;
}

const char *evidence_says_it(struct evidence_says *says, const struct testimony *testimony,
                             const struct evidence_deed *deed)
{
    const char *wrong = hear(says, testimony);
    if (wrong)
        return wrong;
    if (!has_turn(says, deed))
        return "what was signed is for a turn that wasn't yet";
    if (plan_gives(says, deed))
        return is_of_round(says, deed) ? NULL : "the plan was signed for another round";
    while (says->next < says->block.commands->len) {
        const struct command *command = g_ptr_array_index(says->block.commands, says->next++);
        if (command->verb == COMMAND_PLAN || command->verb == COMMAND_PLAN_OFF) {
            take_plan(says, command);
            if (plan_gives(says, deed))
                return is_of_round(says, deed) ? NULL : "the plan was signed for another round";
            continue;
        }
        if (!is_deed(command, deed))
            break;
        if (!deed->is_discard)
            drop_plan(says);
        return is_fresh(says, deed) ? NULL : "what was signed is for another turn";
    }
    return "what was signed says something else";
}
