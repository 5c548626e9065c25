// SPDX-License-Identifier: MIT
// See rules.h. The options of a game, as a table: who reads, writes or chooses them goes through
// it.
#include "referee/rules/rules.h"

#include <string.h>

const struct rules_option rules_option_list[RULES_OPTIONS] = {
    {.name = "gap",
     .at = offsetof(struct rules_options, gap),
     .values = {{"difference", RULES_GAP_DIFFERENCE}, {"skipped", RULES_GAP_SKIPPED}}},
    {.name = "bonus",
     .at = offsetof(struct rules_options, bonus),
     .values = {{"window", RULES_BONUS_WINDOW}, {"shift", RULES_BONUS_SHIFT}}},
    {.name = "discard",
     .at = offsetof(struct rules_options, discard),
     .is_number = true,
     .values = {{"3", RULES_DISCARD_MAX}, {"0", 0}}},
    {.name = "stall",
     .at = offsetof(struct rules_options, stall),
     .is_number = true,
     .values = {{"3", 3}, {"0", 0}}},
};

uint8_t rules_option_value(const struct rules_option *option, const struct rules_options *options)
{
    return ((const uint8_t *)options)[option->at];
}

const char *rules_option_word(const struct rules_option *option,
                              const struct rules_options *options)
{
    return option->values[rules_option_value(option, options) == option->values[1].value].word;
}

bool rules_option_set(const struct rules_option *option, const char *word, size_t len,
                      struct rules_options *out)
{
    for (unsigned i = 0; i < RULES_OPTION_VALUES; i++) {
        if (strlen(option->values[i].word) != len || memcmp(option->values[i].word, word, len) != 0)
            continue;
        ((uint8_t *)out)[option->at] = option->values[i].value;
        return true;
    }
    return false;
}

void rules_option_copy(const struct rules_option *option, const struct rules_options *from,
                       struct rules_options *to)
{
    ((uint8_t *)to)[option->at] = rules_option_value(option, from);
}
