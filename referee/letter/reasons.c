// SPDX-License-Identifier: MIT
// See reasons.h.
#include "referee/letter/reasons.h"

#include "referee/words/command_text.h"

static const char *const faults[] = {
    [COMMAND_FINE] = "",
    [COMMAND_FAULT_CARD] = "card",
    [COMMAND_FAULT_FOUR] = "four",
    [COMMAND_FAULT_MIXED] = "mixed",
    [COMMAND_FAULT_NO_CARD] = "no-card",
    [COMMAND_FAULT_DISCARD_COUNT] = "discard-count",
    [COMMAND_FAULT_OPTION] = "option",
    [COMMAND_FAULT_TWICE] = "twice",
    [COMMAND_FAULT_VALUE] = "value",
    [COMMAND_FAULT_PACE] = "pace",
    [COMMAND_FAULT_ADDRESS] = "address",
    [COMMAND_FAULT_NICK] = "nick",
    [COMMAND_FAULT_RESERVED] = "reserved",
    [COMMAND_FAULT_WHO] = "who",
    [COMMAND_FAULT_GAME] = "game",
    [COMMAND_FAULT_DATE] = "date",
    [COMMAND_FAULT_DATES] = "dates",
    [COMMAND_FAULT_QUIET] = "quiet",
    [COMMAND_FAULT_ZONE] = "zone",
    [COMMAND_FAULT_CHOICE] = "choice",
    [COMMAND_FAULT_KEY] = "key",
    [COMMAND_FAULT_KEY_FILE] = "key-file",
    [COMMAND_FAULT_KEY_SECRET] = "key-secret",
    [COMMAND_FAULT_UNDO] = "undo",
    [COMMAND_FAULT_TEXT] = "text",
    [COMMAND_FAULT_PLAN_EMPTY] = "plan-empty",
    [COMMAND_FAULT_PLAN_LINE] = "plan-line",
    [COMMAND_FAULT_PLAN_END] = "plan-end",
    [COMMAND_FAULT_PLAN_LONG] = "plan-long",
};

static const char *const block_faults[] = {
    [SIGNED_FINE] = "",
    [SIGNED_FAULT_SHAPE] = "block-shape",
    [SIGNED_FAULT_TWO] = "block-two",
    [SIGNED_FAULT_COMMAND] = "block-command",
    [SIGNED_FAULT_WRONG] = "block-wrong",
    [SIGNED_FAULT_TOO_MANY] = "block-many",
    [SIGNED_FAULT_NOTHING] = "block-nothing",
};

// The fault by name; where what may stand there differs, with the option or command that it is of.
static char *fault_of(const struct command_wrong *wrong)
{
    const char *name = faults[wrong->fault];
    const char *verb = command_verb_name(wrong->verb);
    if (wrong->fault == COMMAND_FAULT_VALUE)
        return g_strdup_printf("%s-%s", name, wrong->word); // a name of ours
    if (wrong->fault == COMMAND_FAULT_CHOICE)
        return g_strdup_printf("%s-%s", name, verb);
    if (wrong->fault == COMMAND_FAULT_OPTION && wrong->verb == COMMAND_JOIN)
        return g_strdup_printf("%s-%s", name, verb);
    if (wrong->fault == COMMAND_FAULT_WHO && wrong->verb == COMMAND_ADDRESS)
        return g_strdup_printf("%s-%s", name, verb);
    if (wrong->fault == COMMAND_FAULT_NICK && !*wrong->word)
        return g_strdup_printf("%s-empty", name);
    return g_strdup(name);
}

json_t *reasons_note(const struct newtext *text)
{
    g_autofree char *fault = text->reason == NEWTEXT_WRONG ? fault_of(&text->wrong)
                             : text->reason == NEWTEXT_BLOCK
                                 ? g_strdup(block_faults[text->block.fault])
                                 : g_strdup("");
    json_t *meant = json_array();
    for (char **one = text->meant; one && *one; one++)
        json_array_append_new(meant, json_string(*one));
    const gboolean is_nick =
        text->reason == NEWTEXT_WRONG && text->wrong.fault == COMMAND_FAULT_NICK;
    g_autofree char *near = is_nick ? command_nick_near(text->wrong.word) : g_strdup("");
    return json_pack("{s:s, s:s, s:i, s:s, s:s, s:s, s:s, s:o}", "near", near, "why",
                     newtext_reason_name(text->reason), "line", (int)text->line, "fault", fault,
                     "word", text->reason == NEWTEXT_WRONG && !text->read ? text->wrong.word : "",
                     "verb",
                     text->reason == NEWTEXT_WRONG ? command_verb_name(text->wrong.verb) : "",
                     "read", text->read ? text->read : "", "meant", meant);
}

static const char *text_of(const json_t *note, const char *key)
{
    const char *text = json_string_value(json_object_get(note, key));
    return text ? text : "";
}

// "en, fr, de". The caller owns it.
static char *languages_known(void)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; words_code_at(i); i++)
        g_string_append_printf(out, "%s%s", i ? ", " : "", words_code_at(i));
    return g_string_free(out, FALSE);
}

char *reasons_say(const json_t *note, const struct wording_language *language, GError **error)
{
    g_autofree char *phrase = g_strconcat("reason-", text_of(note, "why"), NULL);
    g_autofree char *fault_phrase = g_strconcat("fault-", text_of(note, "fault"), NULL);
    g_autofree char *languages = languages_known();
    g_autofree char *fault = text_of(note, "fault")[0]
                                 ? wording_sayf(language, error, fault_phrase, "{s:s, s:s}", "near",
                                                text_of(note, "near"), "languages", languages)
                                 : g_strdup("");
    g_autofree char *reason = fault ? wording_sayf(language, error, phrase, "{s:s, s:s}", "fault",
                                                   fault, "word", text_of(note, "word"))
                                    : NULL;
    json_int_t line = json_integer_value(json_object_get(note, "line"));
    if (!reason || line == 0)
        return g_steal_pointer(&reason);
    return wording_sayf(language, error, "reason-at", "{s:s, s:I}", "reason", reason, "line", line);
}
