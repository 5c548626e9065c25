// SPDX-License-Identifier: MIT
// See choice.h. The words are read by the referee's own reader, so that both understand the same.
#include "player/choice.h"

#include "player/view.h"
#include "referee/record/verdict.h"
#include "referee/words/command_text.h"

#include <string.h>

GQuark choice_error_quark(void)
{
    return g_quark_from_static_string("choice-error");
}

static gboolean refuse(GError **error, enum choice_error code, const char *why)
{
    g_set_error_literal(error, CHOICE_ERROR, (gint)code, why);
    return FALSE;
}

// ---- reading -----------------------------------------------------------------------------------

static const struct {
    enum command_verb verb;
    const char *hint;
} kinds[] = {
    [CHOICE_PLAY] = {COMMAND_MOVE, "a move is `7 7`, `7x2 bonus`, `pass`, `pass force` or `leave`"},
    [CHOICE_DISCARD] = {COMMAND_DISCARD, "a discard names three cards, such as `3 17 23`"},
    [CHOICE_PLAN] = {COMMAND_PLAN, "a plan is lines like `8 8 if cost <= 0; pass if top 1..6`, or "
                                   "`off`"},
    [CHOICE_ANY] = {COMMAND_NONE, "what the referee understands stands in 23-mail(7), such as `say "
                                  "Well played`, `resign` or `mail daily`"},
    [CHOICE_JOIN] = {COMMAND_JOIN, "say the number of a game at most, and a nickname with --nick"},
};

// One line of a plan in its canonical form behind a `; `. FALSE: it is none.
static gboolean append_plan_line(const char *words, GString *out)
{
    struct fold line;
    struct plan_line plan;
    char text[PLAN_TEXT_MAX];
    fold_init(&line, words, -1);
    gboolean fine = plan_text_parse(&line, WORDS_ALL, &plan);
    fold_clear(&line);
    if (fine) {
        plan_text_format(&plan, text);
        g_string_append_printf(out, "; %s", text);
    }
    return fine;
}

static char *read_plan(const char *words, GError **error)
{
    g_autofree char *off = g_strconcat("plan ", words, NULL);
    struct command command;
    if (command_parse_text(off, WORDS_ALL, &command, NULL) == COMMAND_LINE_COMMAND) {
        command_clear(&command);
        return g_strdup(command_verb_name(COMMAND_PLAN_OFF));
    }
    g_auto(GStrv) lines = g_strsplit(words, ";", PLAN_TEXT_LINES_MAX + 1);
    g_autoptr(GString) out = g_string_new(command_verb_name(COMMAND_PLAN));
    for (char **line = lines; *line; line++) {
        if (!append_plan_line(*line, out)) {
            refuse(error, CHOICE_ERROR_WORDS, kinds[CHOICE_PLAN].hint);
            return NULL;
        }
    }
    g_string_append(out, "; end");
    return g_strdup(out->str);
}

char *choice_read(enum choice_kind kind, const char *words, GError **error)
{
    if (kind == CHOICE_PLAN)
        return read_plan(words, error);
    struct command command;
    struct command_wrong wrong = {0};
    enum command_line line = command_parse_text(words, WORDS_ALL, &command, &wrong);
    char *canonical = NULL;
    gboolean fits = kinds[kind].verb == COMMAND_NONE || command.verb == kinds[kind].verb;
    if (line == COMMAND_LINE_COMMAND && fits && command.verb != COMMAND_PLAN)
        canonical = command_format(&command);
    else if (line == COMMAND_LINE_WRONG && wrong.fault == COMMAND_FAULT_CARD)
        refuse(error, CHOICE_ERROR_ILLEGAL, "there is no such card: they go from 1 to 23");
    else if (line == COMMAND_LINE_WRONG && wrong.fault == COMMAND_FAULT_FOUR)
        refuse(error, CHOICE_ERROR_ILLEGAL, "no value is there more than three times");
    else if (line == COMMAND_LINE_WRONG && wrong.fault == COMMAND_FAULT_MIXED)
        refuse(error, CHOICE_ERROR_ILLEGAL, "all cards of a play are of one value");
    else
        refuse(error, CHOICE_ERROR_WORDS, kinds[kind].hint);
    command_clear(&command);
    return canonical;
}

// ---- judging -----------------------------------------------------------------------------------

// Why nothing can be played now, whatever it is; NULL: something can.
static char *why_not_now(const json_t *table)
{
    const char *to_move = view_text(table, "to_move");
    if (strcmp(view_text(table, "phase"), "over") == 0)
        return g_strdup("the round is over");
    if (view_is(table, "discard"))
        return g_strdup("you have to put three cards aside first: discard A B C");
    if (strcmp(view_text(table, "phase"), "discard") == 0)
        return g_strdup("the others have not all put their cards aside yet");
    if (json_array_size(json_object_get(table, "legal")) > 0)
        return NULL;
    return *to_move ? g_strdup_printf("it is the turn of %s", to_move)
                    : g_strdup("it is not your turn");
}

static char *why_illegal(const json_t *table, struct move move)
{
    struct table rules;
    char text[VERDICT_TEXT];
    unsigned me = view_rules(table, &rules);
    struct verdict verdict = rules_judge(&rules, me, move);
    if (verdict.reason == RULES_FORCED)
        return g_strdup("you are forced: play or leave");
    if (verdict.reason == RULES_NOT_IN_HAND && verdict.held == 0)
        return g_strdup_printf("you have no %d", move.value);
    if (verdict.reason == RULES_LEGAL) // the table knows better: it saw what we don't
        return g_strdup("it is not among the legal moves");
    verdict_text(verdict, text);
    return g_strdup(text);
}

static gboolean judge_move(const json_t *table, struct move move, int *out_cost, GError **error)
{
    g_autofree char *why = why_not_now(table);
    *out_cost = view_cost(table, move);
    if (!why && *out_cost >= 0)
        return TRUE;
    if (!why)
        why = why_illegal(table, move);
    return refuse(error, CHOICE_ERROR_ILLEGAL, why);
}

static gboolean judge_discard(const json_t *table, const uint8_t *cards, GError **error)
{
    struct table rules;
    char text[VERDICT_TEXT];
    if (!view_is(table, "discard"))
        return refuse(error, CHOICE_ERROR_ILLEGAL, "you have nothing to put aside now");
    unsigned me = view_rules(table, &rules);
    struct verdict verdict = rules_judge_discard(&rules, me, cards, RULES_DISCARD_MAX);
    if (verdict.reason == RULES_LEGAL)
        return TRUE;
    verdict_text(verdict, text);
    return refuse(error, CHOICE_ERROR_ILLEGAL, text);
}

gboolean choice_judge(const json_t *table, const char *text, int *out_cost, GError **error)
{
    struct command command;
    enum command_line line = command_parse_text(text, WORDS_EN, &command, NULL);
    gboolean fine;
    *out_cost = 0;
    if (line == COMMAND_LINE_COMMAND && command.verb == COMMAND_MOVE)
        fine = judge_move(table, command.move, out_cost, error);
    else if (line == COMMAND_LINE_COMMAND && command.verb == COMMAND_DISCARD)
        fine = judge_discard(table, command.cards, error);
    else
        fine = refuse(error, CHOICE_ERROR_WORDS, "it is neither a move nor a discard");
    command_clear(&command);
    return fine;
}

// ---- plans -------------------------------------------------------------------------------------

// Why a line of a plan can never be played with this hand; NULL: it can.
static char *why_never(const struct rules_seat *me, struct move move)
{
    if (move.kind != MOVE_PLAY)
        return NULL;
    unsigned held = me->hand.count[move.value];
    if (held < move.count)
        return held ? g_strdup_printf("you have only %u of %d", held, move.value)
                    : g_strdup_printf("you have no %d", move.value);
    return move.bonus && !me->bonus ? g_strdup("you have no bonus token left") : NULL;
}

gboolean choice_judge_plan(const json_t *table, const char *plan, GError **error)
{
    struct table rules;
    const unsigned me = view_rules(table, &rules);
    if (rules.phase == RULES_PHASE_OVER || !rules.seats[me].in)
        return refuse(error, CHOICE_ERROR_ILLEGAL, "you are not in a round that goes on");
    g_auto(GStrv) lines = g_strsplit(plan, "; ", -1);
    for (char **line = lines; *line; line++) {
        struct plan_line parsed;
        if (!plan_text_read(*line, &parsed)) // `plan`, `end`
            continue;
        g_autofree char *why = why_never(&rules.seats[me], parsed.move);
        if (!why)
            continue;
        g_autofree char *what = g_strdup_printf("%s: %s", *line, why);
        return refuse(error, CHOICE_ERROR_ILLEGAL, what);
    }
    return TRUE;
}
