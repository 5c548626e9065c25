// SPDX-License-Identifier: MIT
// For the tests of records: reading the vectors, lists of lines, sealing a record again.
#ifndef TESTS_UNIT_RECORDS_H
#define TESTS_UNIT_RECORDS_H

#include "referee/record/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <glib.h>
#include <sodium.h>
#include <string.h>

enum { RECORDS_GOOD = 34, RECORDS_BAD = 68 };

// A file of tests/vectors: records_read("bad/", 12, ".expect").
static inline GString *records_read(const char *place, unsigned number, const char *suffix)
{
    g_autofree char *name = g_strdup_printf("%s%03u%s", place, number, suffix);
    g_autofree char *path = g_build_filename("tests/vectors", name, NULL);
    g_autofree char *text = NULL;
    gsize len = 0;
    if (!g_file_get_contents(path, &text, &len, NULL))
        fail_msg("%s can't be read; tests run from the root of the repository", path);
    return g_string_new_len(text, (gssize)len);
}

// The lines of a text that ends with a newline, without newlines.
static inline GPtrArray *records_split(const GString *text)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    const char *at = text->str;
    const char *end = text->str + text->len;
    while (at < end) {
        const char *newline = memchr(at, '\n', (gsize)(end - at));
        const char *stop = newline ? newline : end;
        g_ptr_array_add(lines, g_strndup(at, (gsize)(stop - at)));
        at = newline ? newline + 1 : end;
    }
    return lines;
}

static inline GString *records_join(const GPtrArray *lines)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < lines->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)g_ptr_array_index(lines, i));
    return text;
}

// A key pair that is the same in every test.
static inline const uint8_t *records_secret_key(void)
{
    static uint8_t secret[CHAIN_SECRET];
    uint8_t public[CHAIN_KEY];
    uint8_t seed[crypto_sign_SEEDBYTES];
    memset(seed, 23, sizeof seed);
    crypto_sign_seed_keypair(public, secret, seed);
    return secret;
}

// Chain, key and signature made again over whatever lines there are as far as `end`. The text keeps
// what it had when it has no line that begins with `end `.
static inline GString *records_seal_again(const GString *text)
{
    g_autoptr(GPtrArray) lines = records_split(text);
    const uint8_t *secret = records_secret_key();
    uint8_t chain[CHAIN_HASH] = {0};
    uint8_t signature[CHAIN_SIGNATURE];
    guint n = 0;
    bool ended = false;
    for (; n < lines->len && !ended; n++) {
        const char *line = g_ptr_array_index(lines, n);
        chain_add(chain, line, strlen(line));
        ended = g_str_has_prefix(line, "end ");
    }
    if (!ended)
        return g_string_new_len(text->str, (gssize)text->len);
    g_ptr_array_set_size(lines, (gint)n);
    chain_sign(CHAIN_RECORD, chain, secret, signature);
    g_ptr_array_add(lines, line_chain(chain));
    g_ptr_array_add(lines, line_key(secret + CHAIN_SECRET - CHAIN_KEY));
    g_ptr_array_add(lines, line_signature(signature));
    return records_join(lines);
}

// Whether it verifies; the failing line's number otherwise (0: it verifies).
static inline gsize records_failing_line(const GString *text, const uint8_t *key)
{
    struct game game;
    struct record_fault fault = {0};
    const bool ok = record_verify(&game, text->str, text->len, key, &fault);
    game_clear(&game);
    if (ok)
        return 0;
    assert_true(fault.line > 0);
    assert_true(fault.reason[0] != '\0');
    for (const char *c = fault.reason; *c; c++)
        assert_true(g_ascii_isprint(*c));
    return fault.line;
}

#endif
