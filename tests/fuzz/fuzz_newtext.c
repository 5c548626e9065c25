// SPDX-License-Identifier: MIT
// Any bytes as the text of a mail, with what must hold whatever they are. For libFuzzer; begin with
// the texts of tests/mail:
//
//   clang -fsanitize=fuzzer,address,undefined ... && fuzz_newtext CORPUS tests/mail
#include "referee/words/command_text.h"
#include "referee/words/newtext_read.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The canonical form is printable, and one line reads as itself.
static void check_command(const struct command *command)
{
    g_autofree char *text = command_format(command);
    g_assert(g_utf8_validate(text, -1, NULL));
    for (const char *p = text; *p; p = g_utf8_next_char(p))
        g_assert(!g_unichar_iscntrl(g_utf8_get_char(p)));
    if (command->verb == COMMAND_PLAN || command->verb == COMMAND_KEY ||
        command->verb == COMMAND_SAY || command->verb == COMMAND_TELL)
        return;
    struct command again;
    g_assert(command_parse_text(text, WORDS_EN, &again, NULL) == COMMAND_LINE_COMMAND);
    g_autofree char *same = command_format(&again);
    g_assert(strcmp(text, same) == 0);
    command_clear(&again);
}

static gboolean acts(const struct newtext_input *input)
{
    struct newtext read;
    newtext_read(input, &read);
    g_assert(g_utf8_validate(read.sentence, -1, NULL));
    g_assert((read.outcome == NEWTEXT_ACT) == (read.commands->len > 0));
    g_assert(read.outcome != NEWTEXT_ACT || read.reason == NEWTEXT_FINE);
    for (guint i = 0; i < read.commands->len; i++)
        check_command(read.commands->pdata[i]);
    gboolean act = read.outcome == NEWTEXT_ACT && read.signature != SIGNED_NATIVE;
    newtext_clear(&read);
    return act;
}

// Quoted, nothing acts but a signed block.
static void check_quoted(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *joined = g_strjoinv("\n> ", lines);
    g_autofree char *quoted = g_strconcat("> ", joined, NULL);
    struct newtext_input input = {.text = quoted};
    g_assert(!acts(&input));
    for (char **line = lines; *line; line++)
        if (strchr(*line, '>'))
            return;
    g_autofree char *below = g_strconcat("R <r@example.org> wrote:\n\n", text, NULL);
    input.text = below;
    g_assert(!acts(&input));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const languages[] = {NULL, "en", "fr", "de"};
    if (size < 1)
        return 0;
    uint8_t flags = data[0];
    g_autofree char *text = g_utf8_make_valid((const char *)data + 1, (gssize)size - 1);
    g_auto(GStrv) parts = g_strsplit(text, "\n@@@@\n", 3);
    const char *const attached[] = {parts[0] && parts[1] ? parts[2] : NULL, NULL};
    struct newtext_input input = {.text = flags & 1 ? NULL : parts[0],
                                  .flowed = (flags & 2) != 0,
                                  .delsp = (flags & 4) != 0,
                                  .html = parts[0] ? parts[1] : NULL,
                                  .attached = attached,
                                  .language = languages[flags >> 3 & 3],
                                  .openpgp = (flags & 32) != 0};
    (void)acts(&input);
    if (parts[0])
        check_quoted(parts[0]);
    return 0;
}
