// SPDX-License-Identifier: MIT
// See options_json.h.
#include "referee/record/options_json.h"

#include <stdio.h>
#include <string.h>

json_t *options_json(struct rules_options options)
{
    json_t *out = json_object();
    for (unsigned i = 0; i < RULES_OPTIONS; i++) {
        const struct rules_option *option = &rules_option_list[i];
        json_object_set_new(out, option->name,
                            option->is_number ? json_integer(rules_option_value(option, &options))
                                              : json_string(rules_option_word(option, &options)));
    }
    return out;
}

json_t *options_so(struct rules_options options)
{
    json_t *out = json_object();
    for (unsigned i = 0; i < RULES_OPTIONS; i++) {
        const struct rules_option *option = &rules_option_list[i];
        for (unsigned k = 0; k < RULES_OPTION_VALUES; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s-%s", option->name, option->values[k].word);
            json_object_set_new(
                out, name,
                json_boolean(rules_option_value(option, &options) == option->values[k].value));
        }
    }
    return out;
}

unsigned options_json_read(const json_t *json, struct rules_options *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < RULES_OPTIONS; i++) {
        const struct rules_option *option = &rules_option_list[i];
        const json_t *value = json_object_get(json, option->name);
        char digits[24] = "";
        if (json_is_integer(value))
            snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        const char *word = option->is_number ? digits : json_string_value(value);
        n += word && rules_option_set(option, word, strlen(word), out);
    }
    return n;
}
