// SPDX-License-Identifier: MIT
// See newtext_parts.h. Here: blocks, native ones and what minisign or ssh-keygen signed; in the
// text, in attachments, or the one in the text and its signature attached.
#include "referee/words/newtext_parts.h"

#include "referee/words/tool_block.h"

#include <string.h>

// The text without the lines of its blocks.
static char *without_lines(const char *text, const GArray *taken)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++)
        if (i < taken->len && g_array_index(taken, gboolean, i))
            *lines[i] = '\0';
    return g_strjoinv("\n", lines);
}

static GArray *no_lines(const char *text)
{
    guint n = 1;
    for (const char *p = text; *p; p++)
        n += *p == '\n';
    GArray *taken = g_array_new(FALSE, TRUE, sizeof(gboolean));
    g_array_set_size(taken, n);
    return taken;
}

// Whether the text beside a block says a command too.
static gboolean commands_beside(struct newtext_work *work, const GArray *taken)
{
    struct body body;
    struct reading reading;
    g_autofree char *rest = without_lines(work->text, taken);
    newtext_body(work, rest, &body);
    reading_init(&reading, &body, work->input, &work->options);
    gboolean beside = reading.run.count > 0 || reading.reason == NEWTEXT_WRONG ||
                      reading.reason == NEWTEXT_LATER_COMMAND ||
                      reading.reason == NEWTEXT_AMONG_QUOTES;
    reading_clear(&reading);
    body_clear(&body);
    return beside;
}

// Whether a signed text says what it is meant for. One that doesn't is good for nothing: it is read
// like any text, and its signature proves nothing.
static gboolean says_its_purpose(const char *text)
{
    static const char *const words[] = {"referee ", "game ", "turn ", "seat "};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    gboolean said = FALSE;
    for (guint i = 0; lines[i]; i++)
        for (guint w = 0; w < G_N_ELEMENTS(words); w++)
            said = said || g_ascii_strncasecmp(lines[i], words[w], strlen(words[w])) == 0;
    return said;
}

static void take_lines(GArray *taken, const struct signed_foreign *block)
{
    for (guint i = block->first; i <= block->last && i < taken->len; i++)
        g_array_index(taken, gboolean, i) = TRUE;
}

// The first counts; two make the mail unclear. Takes found over.
static unsigned keep(struct signed_foreign *found, struct signed_foreign *foreign)
{
    if (foreign->kind == SIGNED_NO)
        *foreign = *found;
    else
        signed_foreign_clear(found);
    return 1;
}

// What minisign or ssh-keygen signed in this text; the first is kept in foreign unless there is one
// already. Returns how many there are, two for more; their lines are told to taken.
static unsigned find_tools(const char *text, GArray *taken, struct signed_foreign *foreign)
{
    unsigned found = 0;
    g_autoptr(GArray) seen = g_array_copy(taken);
    while (found < 2 && signed_may_stand_in(text)) {
        struct signed_foreign other;
        g_autofree char *rest = without_lines(text, seen);
        signed_find_foreign(rest, &other);
        gboolean tool = other.kind == SIGNED_MINISIGN || other.kind == SIGNED_SSH;
        gboolean counts = tool && (foreign->kind != SIGNED_NO || says_its_purpose(other.text));
        if (tool)
            take_lines(seen, &other);
        if (counts)
            take_lines(taken, &other);
        found += counts;
        if (counts)
            keep(&other, foreign);
        else
            signed_foreign_clear(&other);
        if (!tool)
            break;
    }
    return found;
}

// The attachment i is nothing but a signature: that of the text, or of another attachment. Returns
// whether it is one; what it covers is kept in foreign unless there is something already.
static unsigned find_detached(const struct newtext_work *work, guint i, GArray *taken,
                              struct signed_foreign *foreign)
{
    const char *const *attached = work->input->attached;
    struct signed_foreign found;
    if (signed_find_detached(work->text, attached[i], &found)) {
        take_lines(taken, &found);
        return keep(&found, foreign);
    }
    for (guint k = 0; attached[k]; k++)
        if (k != i && signed_find_detached(attached[k], attached[i], &found))
            return keep(&found, foreign);
    return 0;
}

// Looks for blocks in the text, whose lines are told to taken, and the attachments. Returns how
// many there are; the first native one is read, of the others the first is kept in foreign.
static unsigned find_blocks(struct newtext_work *work, GArray *taken,
                            struct signed_foreign *foreign)
{
    struct newtext *out = work->out;
    unsigned native =
        signed_find(work->text, work->options.languages, work->options.limit, &out->block, taken);
    unsigned tools = find_tools(work->text, taken, foreign);
    const char *const *attached = work->input->attached;
    for (guint i = 0; attached && attached[i]; i++) {
        struct signed_block block;
        unsigned detached = find_detached(work, i, taken, foreign);
        tools += detached;
        if (detached)
            continue;
        g_autoptr(GArray) lines = no_lines(attached[i]);
        unsigned more =
            signed_find(attached[i], work->options.languages, work->options.limit, &block, lines);
        if (native == 0 && more > 0)
            out->block = block;
        else
            signed_clear(&block);
        native += more;
        tools += find_tools(attached[i], lines, foreign);
    }
    if (native > 0)
        out->signature = SIGNED_NATIVE;
    return native + tools;
}

static enum newtext_reason read_tool_block(struct newtext_work *work,
                                           struct signed_foreign *foreign)
{
    struct newtext *out = work->out;
    out->signature = foreign->kind;
    out->signature_text = g_steal_pointer(&foreign->signature);
    return tool_block_read(foreign->text, &work->options, &out->block, &out->signed_referee);
}

// Looks for blocks and reads the one; FALSE when there is none.
// Whether a tool signed the text, or a file that came with it.
static gboolean has_tools(const struct newtext_work *work, const char *text)
{
    struct signed_foreign found = {0};
    g_autoptr(GArray) lines = no_lines(text);
    unsigned n = find_tools(text, lines, &found);
    const char *const *attached = work->input->attached;
    for (guint i = 0; attached && attached[i] && !n; i++) {
        signed_foreign_clear(&found);
        n += signed_find_detached(text, attached[i], &found);
    }
    signed_foreign_clear(&found);
    return n > 0;
}

// A program that wraps lines as it sends them says so, and it can be undone.
static void unflow(struct newtext_work *work)
{
    if (!work->flowed)
        return;
    g_autofree char *text = signed_unflow(work->text, work->delsp);
    if (!has_tools(work, text))
        return;
    work->text = work->unflowed = g_steal_pointer(&text);
    work->flowed = work->delsp = FALSE;
}

gboolean newtext_read_blocks(struct newtext_work *work)
{
    struct newtext *out = work->out;
    struct signed_foreign foreign = {0};
    unflow(work);
    g_autoptr(GArray) taken = no_lines(work->text);
    enum newtext_reason reason = NEWTEXT_FINE;
    unsigned found = find_blocks(work, taken, &foreign);
    if (found > 0 && out->signature == SIGNED_NO)
        reason = read_tool_block(work, &foreign);
    else if (out->block.fault != SIGNED_FINE)
        reason = out->block.fault == SIGNED_FAULT_WRONG ? NEWTEXT_WRONG : NEWTEXT_BLOCK;
    signed_foreign_clear(&foreign);
    if (found == 0)
        return FALSE;
    out->wrong = out->block.wrong;
    if (found > 1)
        newtext_ask(out, NEWTEXT_TWO_BLOCKS, 0);
    else if (reason != NEWTEXT_FINE)
        newtext_ask(out, reason, 0);
    else if (commands_beside(work, taken))
        newtext_ask(out, NEWTEXT_BLOCK_AND_MORE, 0);
    else
        g_ptr_array_extend_and_steal(out->commands, g_steal_pointer(&out->block.commands));
    return TRUE;
}
