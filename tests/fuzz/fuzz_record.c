// SPDX-License-Identifier: MIT
// Any bytes as a record: checked, replayed in both forms, made public, compared; and as a file of
// many, of which each byte stands in one part. For libFuzzer; begin with the vectors:
//
//   clang -fsanitize=fuzzer,address,undefined ... && fuzz_record CORPUS tests/vectors
//   tests/vectors/bad
#include "referee/record/record.h"
#include "referee/record/records.h"
#include "referee/record/replay.h"

#include <sodium.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void show(const struct game *game, gsize number, const char *line, gsize len, void *data)
{
    GString *out = data;
    g_string_truncate(out, 0);
    if (g_str_has_prefix(line, "move ") || g_str_has_prefix(line, "discard "))
        replay_json(game, number, out);
    replay_table(game, number, line, len, true, out);
}

// What verifies can be replayed and continues its own public form.
static void check_good(const char *text, gsize size, bool replayed)
{
    struct record_fault fault;
    GString *public = record_public(text, size);
    g_assert(replayed && public);
    g_assert(record_continues(public->str, public->len, text, size, &fault));
    g_string_free(public, TRUE);
}

// A file's parts are the file, each from the line on that it says.
static void check_parts(const char *path, const char *text, gsize size)
{
    struct records_part part = {0};
    GError *error = NULL;
    gsize at = 0, line = 1;
    struct records *records = records_open(path, &error);
    g_assert(records);
    while (records_next(records, &part, &error)) {
        g_assert(!part.too_large && part.len <= size - at && part.line == line);
        g_assert(part.len == 0 || memcmp(part.text, text + at, part.len) == 0);
        for (gsize i = at; i < at + part.len; i++)
            line += text[i] == '\n';
        at += part.len;
        if (part.last)
            break;
    }
    g_assert(!error && part.last && at == size);
    records_close(records);
}

static void check_file(const char *text, gsize size)
{
    static int fd = -1;
    if (fd < 0)
        fd = memfd_create("records", MFD_CLOEXEC);
    g_assert(fd >= 0 && ftruncate(fd, 0) == 0 && pwrite(fd, text, size, 0) == (gssize)size);
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
    check_parts(path, text, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct game game;
    struct record_fault fault = {0};
    g_assert(sodium_init() >= 0);
    GString *out = g_string_new(NULL);
    const bool replayed = record_replay(&game, text, size, show, out, &fault);
    g_assert(replayed || fault.line > 0);
    game_clear(&game);
    g_string_free(out, TRUE);
    if (record_verify(&game, text, size, NULL, &fault))
        check_good(text, size, replayed);
    game_clear(&game);
    GString *public = record_public(text, size);
    if (public) {
        (void)!record_continues(public->str, public->len, text, size, &fault);
        g_string_free(public, TRUE);
    }
    check_file(text, size);
    return 0;
}
