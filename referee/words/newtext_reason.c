// SPDX-License-Identifier: MIT
// See newtext_reason.h. For logs, for the operator and for `explain`.
#include "referee/words/newtext_reason.h"

static const struct {
    const char *name, *sentence;
} reasons[NEWTEXT_REASON_COUNT] = {
    [NEWTEXT_FINE] = {"fine", "Its first lines are commands, and nothing below them would be one."},
    [NEWTEXT_TROUBLE] = {"trouble", "The mail can't be read surely"},
    [NEWTEXT_NO_TEXT] = {"no-text", "The mail has no text that can be read."},
    [NEWTEXT_EMPTY] = {"empty", "Nothing new stands in the mail."},
    [NEWTEXT_ONLY_QUOTE] = {"only-quote", "There is nothing but an older mail in it."},
    [NEWTEXT_FORWARD] = {"forward", "It forwards a mail and says no command."},
    [NEWTEXT_SEE_HTML] = {"see-html", "The text only says that the HTML should be looked at."},
    [NEWTEXT_COMMENTS_ONLY] = {"comments-only", "There are only comments in it."},
    [NEWTEXT_NO_COMMAND] = {"no-command", "The first words are no command"},
    [NEWTEXT_NEAR_MISS] = {"near-miss", "A line begins like a command and isn't one"},
    [NEWTEXT_WRONG] = {"wrong", "A command can't be"},
    [NEWTEXT_LATER_COMMAND] = {"later-command", "A command stands below other words"},
    [NEWTEXT_AMONG_QUOTES] = {"among-quotes", "A command stands between or below quoted lines"},
    [NEWTEXT_FLOWED] = {"flowed", "A command goes on in the next line"},
    [NEWTEXT_STRAY] = {"stray", "A stray byte or control character stands in the text"},
    [NEWTEXT_TOO_MANY] = {"too-many", "There are too many commands in one mail."},
    [NEWTEXT_PRESS_TICKET] = {"press-ticket", "The text to be said holds a ticket"},
    [NEWTEXT_PRESS_COMMAND] = {"press-command",
                               "The text to be said has a line that would be a command"},
    [NEWTEXT_PRESS_KNOWN] = {"press-known", "The text to be said holds the referee's own words"},
    [NEWTEXT_HTML_DIFFERS] = {"html-differs", "Text and HTML say different commands."},
    [NEWTEXT_BLOCK] = {"block", "The signed block can't be read"},
    [NEWTEXT_TWO_BLOCKS] = {"two-blocks", "There is more than one signed block."},
    [NEWTEXT_BLOCK_AND_MORE] = {"block-and-more", "A command stands beside a signed block."},
};

static const char *const faults[] = {
    [COMMAND_FINE] = "",
    [COMMAND_FAULT_CARD] = "there is no such card",
    [COMMAND_FAULT_FOUR] = "three cards of a value are the most",
    [COMMAND_FAULT_MIXED] = "a play has cards of one value only",
    [COMMAND_FAULT_NO_CARD] = "no card is named",
    [COMMAND_FAULT_DISCARD_COUNT] = "a discard has three cards",
    [COMMAND_FAULT_OPTION] = "there is no such option",
    [COMMAND_FAULT_TWICE] = "an option is said twice",
    [COMMAND_FAULT_VALUE] = "an option can't have that value",
    [COMMAND_FAULT_PACE] = "a pace is from 1h to 14d",
    [COMMAND_FAULT_ADDRESS] = "that is no address",
    [COMMAND_FAULT_NICK] = "that is no nickname",
    [COMMAND_FAULT_RESERVED] = "that nickname is the referee's to give",
    [COMMAND_FAULT_WHO] = "nobody is named",
    [COMMAND_FAULT_GAME] = "no number of a game is said",
    [COMMAND_FAULT_DATE] = "that is no date, or may be one of two",
    [COMMAND_FAULT_DATES] = "the second date is before the first",
    [COMMAND_FAULT_QUIET] = "quiet hours are like 23-8, twelve at most",
    [COMMAND_FAULT_ZONE] = "there is no such time zone",
    [COMMAND_FAULT_CHOICE] = "that word can't stand there",
    [COMMAND_FAULT_KEY] = "that is no key of a known kind",
    [COMMAND_FAULT_KEY_FILE] = "there is no one key of that kind in it",
    [COMMAND_FAULT_KEY_SECRET] = "there is a secret key in it",
    [COMMAND_FAULT_UNDO] = "no move is taken back",
    [COMMAND_FAULT_TEXT] = "there is no text",
    [COMMAND_FAULT_PLAN_EMPTY] = "the plan has no line",
    [COMMAND_FAULT_PLAN_LINE] = "a line of the plan is none",
    [COMMAND_FAULT_PLAN_END] = "the plan has no end",
    [COMMAND_FAULT_PLAN_LONG] = "the plan has too many lines",
};

static const char *const block_faults[] = {
    [SIGNED_FINE] = "",
    [SIGNED_FAULT_SHAPE] = "it is not whole",
    [SIGNED_FAULT_TWO] = "there are two",
    [SIGNED_FAULT_COMMAND] = "a part of it is no command",
    [SIGNED_FAULT_WRONG] = "a command in it can't be",
    [SIGNED_FAULT_TOO_MANY] = "it has too many commands",
    [SIGNED_FAULT_NOTHING] = "there is no command in it",
};

const char *newtext_reason_name(enum newtext_reason reason)
{
    g_assert(reason < NEWTEXT_REASON_COUNT);
    return reasons[reason].name;
}

char *newtext_reason_sentence(enum newtext_reason reason, const char *trouble,
                              const struct command_wrong *wrong, enum signed_fault block,
                              unsigned line)
{
    GString *out = g_string_new(reasons[reason].sentence);
    if (reason == NEWTEXT_TROUBLE)
        g_string_append_printf(out, ": %s", trouble);
    if (reason == NEWTEXT_WRONG) {
        g_string_append_printf(out, ": %s", faults[wrong->fault]);
        if (*wrong->word)
            g_string_append_printf(out, ": %s", wrong->word);
    }
    if (reason == NEWTEXT_BLOCK)
        g_string_append_printf(out, ": %s", block_faults[block]);
    if (line > 0 && !g_str_has_suffix(out->str, "."))
        g_string_append_printf(out, " (line %u)", line);
    if (!g_str_has_suffix(out->str, "."))
        g_string_append_c(out, '.');
    return g_string_free(out, FALSE);
}
