// SPDX-License-Identifier: MIT
// Any bytes as a mail that a player's program is given: what can be made of it is text of one line,
// or is refused with a sentence.
#include "player/mailfile.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_line(const char *text)
{
    g_assert(!text || g_utf8_validate(text, -1, NULL));
    for (const char *p = text; p && *p; p++)
        g_assert(*p != '\n' && *p != '\r');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GError *error = NULL;
    mailfile *mail = mailfile_parse((const char *)data, size, &error);
    g_assert((mail == NULL) == (error != NULL));
    if (mail) {
        check_line(mail->from);
        check_line(mail->reply_to);
        check_line(mail->to);
        check_line(mail->message_id);
        check_line(mail->subject);
        check_line(mail->ticket);
        g_assert(mail->references->len <= MAILFILE_IDS_MAX);
        g_assert(!mail->text || g_utf8_validate(mail->text, -1, NULL));
    }
    g_clear_error(&error);
    mailfile_free(mail);
    return 0;
}
