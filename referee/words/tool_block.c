// SPDX-License-Identifier: MIT
// See tool_block.h.
#include "referee/words/tool_block.h"

#include "referee/words/body.h"
#include "referee/words/command_text.h"
#include "referee/words/scan.h"

#include <string.h>

// Takes a line `name VALUE` off the front of *text; NULL when it isn't there. The caller owns the
// value.
static char *take_line(const char **text, const char *name)
{
    gsize len = strlen(name);
    const char *end = strchr(*text, '\n');
    if (!end || g_ascii_strncasecmp(*text, name, len) != 0 || (*text)[len] != ' ')
        return NULL;
    char *value = g_strstrip(g_strndup(*text + len, (gsize)(end - *text) - len));
    *text = end + 1;
    return value;
}

static gboolean take_head(const char **text, struct signed_block *block, char **out_referee)
{
    *out_referee = take_line(text, "referee");
    g_autofree char *game = *out_referee ? take_line(text, "game") : NULL;
    g_autofree char *turn = game ? take_line(text, "turn") : NULL;
    if (!signed_number(game, &block->game) || !signed_number(turn, &block->turn))
        return FALSE;
    block->seat = take_line(text, "seat");
    return block->seat && command_nick_fault(block->seat) != COMMAND_FAULT_NICK;
}

static enum newtext_reason fault(struct signed_block *block, enum signed_fault fault)
{
    block->fault = fault;
    return NEWTEXT_BLOCK;
}

static enum newtext_reason read_run(const struct body *body, struct run *run,
                                    struct signed_block *block)
{
    if (run->reason == NEWTEXT_WRONG) {
        block->fault = SIGNED_FAULT_WRONG;
        block->wrong = run->wrong;
        return NEWTEXT_WRONG;
    }
    if (run->reason == NEWTEXT_TOO_MANY)
        return fault(block, SIGNED_FAULT_TOO_MANY);
    guint left = body_skip_blank(body, run->next);
    if (left < body->n) {
        scan_show(body->lines[left].text, block->wrong.word, sizeof block->wrong.word);
        return fault(block, SIGNED_FAULT_COMMAND);
    }
    if (run->reason != NEWTEXT_FINE)
        return run->reason;
    if (run->commands->len == 0)
        return fault(block, SIGNED_FAULT_NOTHING);
    block->commands = g_steal_pointer(&run->commands);
    return NEWTEXT_FINE;
}

enum newtext_reason tool_block_read(const char *text, const struct run_options *options,
                                    struct signed_block *block, char **out_referee)
{
    memset(block, 0, sizeof *block);
    block->words = g_strdup(text);
    *out_referee = NULL;
    if (strlen(text) > SIGNED_WORDS_MAX || strchr(text, '\r') || strstr(text, "\357\277\275") ||
        !take_head(&text, block, out_referee))
        return fault(block, SIGNED_FAULT_SHAPE);
    struct body body;
    struct run run;
    struct run_options own = *options;
    own.signature = FALSE;
    body_init(&body, text, FALSE, FALSE, own.known, own.known_data);
    run_read(&body, 0, &own, &run);
    enum newtext_reason reason = read_run(&body, &run, block);
    run_clear(&run);
    body_clear(&body);
    return reason;
}
