// SPDX-License-Identifier: MIT
// See command_rows.h.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/command_rows.h"

#include "referee/words/command_text.h"

char *command_rows_read(const char *line, unsigned languages)
{
    static const char *const names[] = {"(none)", "(near)", "(wrong)", "(comment)", ""};
    struct command command;
    struct command_wrong wrong;
    enum command_line read = command_parse_text(line, languages, &command, &wrong);
    if (languages == WORDS_ALL)
        assert_int_equal(command_is_whole(line), read == COMMAND_LINE_COMMAND);
    char *text = read == COMMAND_LINE_COMMAND ? command_format(&command)
                 : read == COMMAND_LINE_WRONG ? g_strdup_printf("(wrong %d)", wrong.fault)
                                              : g_strdup(names[read]);
    command_clear(&command);
    return text;
}

void command_rows_check(const struct command_row *rows, gsize n, unsigned languages)
{
    assert_true(n > 0);
    for (gsize i = 0; i < n; i++) {
        g_autofree char *read = command_rows_read(rows[i].line, languages);
        if (strcmp(read, rows[i].wanted) != 0)
            fail_msg("%s: read as %s, not %s", rows[i].line, read, rows[i].wanted);
    }
}
