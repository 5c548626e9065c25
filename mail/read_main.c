// SPDX-License-Identifier: MIT
// libexec/read: see read.h for what it is told and what it says. Here is only its loop:
// close the walls, then a mail in, an object out, until the input ends.
#include "mail/read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/frame.h"
#include "base/parcel.h"
#include "mail/read_facts.h"
#include "mail/read_sandbox.h"

enum {
    SECONDS = 10,             // of processor time a mail
    MOST = 256 * 1024 * 1024, // that --bytes takes
};

#ifdef READ_CRASH_ON_MARK
// A door for tests, in a program of its own (mk/test.mk): a mail that kills
// its reader, or keeps it.
static void obey_mark(const char *bytes, gsize len)
{
    if (g_strstr_len(bytes, (gssize)len, "X-Test-Crash: yes"))
        abort();
    while (g_strstr_len(bytes, (gssize)len, "X-Test-Hang: yes"))
        pause();
}
#else
static void obey_mark(const char *bytes, gsize len)
{
    (void)bytes;
    (void)len;
}
#endif

static gboolean answer(GBytes *mail, gsize limit, GError **error)
{
    gsize len = 0;
    const char *bytes = g_bytes_get_data(mail, &len);
    read_sandbox_allow(SECONDS);
    obey_mark(bytes, len);
    json_t *facts = read_facts(bytes ? bytes : "", len, limit);
    g_autofree char *parcel = parcel_pack(facts, &len);
    json_decref(facts);
    return frame_write(STDOUT_FILENO, parcel, len, error);
}

static int serve(gsize limit)
{
    g_autoptr(GError) error = NULL;
    const gsize most = MAX(limit, READ_HEADER_BYTES) + 1;
    for (;;) {
        g_autoptr(GBytes) mail = frame_read(STDIN_FILENO, most, &error);
        if (!mail || !answer(mail, limit, &error))
            break;
    }
    if (!error)
        return 0;
    fprintf(stderr, "read: %s\n", error->message);
    return 75;
}

static int usage(void)
{
    fputs("read is run by referee23; usage: read [--bytes N | --self-test]\n", stderr);
    return 2;
}

int main(int count, char **arguments)
{
    gsize limit = READ_LIMIT;
    gboolean test = count == 2 && strcmp(arguments[1], "--self-test") == 0;
    if (count == 3 && strcmp(arguments[1], "--bytes") == 0) {
        guint64 bytes = 0;
        if (!g_ascii_string_to_unsigned(arguments[2], 10, 1, MOST, &bytes, NULL))
            return usage();
        limit = (gsize)bytes;
    } else if (count != 1 && !test) {
        return usage();
    }
    read_facts_init();
    if (test)
        return read_sandbox_test() ? 0 : 1;
    if (!read_sandbox_close())
        return 75;
    return serve(limit);
}
