// SPDX-License-Identifier: MIT
// Any bytes as a record: checked, replayed in both forms, made public, compared. For libFuzzer;
// begin with the vectors:
//
//   clang -fsanitize=fuzzer,address,undefined ... && fuzz_record CORPUS tests/vectors
//   tests/vectors/bad
#include "referee/record/record.h"
#include "referee/record/replay.h"

#include <sodium.h>

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
    return 0;
}
