// SPDX-License-Identifier: MIT
// Fuzz target: evidence (referee/evidence/), read by itself, and where a record that holds stands
// before it, checked against that. A fault has a line of the text, and printable words.
#include "referee/evidence/evidence_check.h"
#include "referee/record/record.h"

#include <sodium.h>
#include <string.h>

static void check_fault(const struct record_fault *fault, const char *text, size_t size)
{
    gsize lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    g_assert(fault->line >= 1 && fault->line <= lines);
    g_assert(fault->reason[0]);
    for (const char *p = fault->reason; *p; p++)
        g_assert(g_ascii_isprint(*p));
}

static void read_alone(const char *text, size_t size)
{
    struct evidence_file file;
    struct record_fault fault = {0};
    if (!evidence_read(text, size, &file, &fault))
        check_fault(&fault, text, size);
    evidence_file_clear(&file);
}

static void check_beside(const char *record, size_t record_size, const char *text, size_t size)
{
    struct game game;
    struct record_fault fault = {0};
    struct evidence_outcome outcome;
    if (record_verify(&game, record, record_size, NULL, &fault) &&
        !evidence_check(text, size, record, record_size, &game, NULL, &outcome, &fault))
        check_fault(&fault, text, size);
    game_clear(&game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    g_assert(sodium_init() >= 0);
    const char *title = memmem(data, size, CHAIN_EVIDENCE, strlen(CHAIN_EVIDENCE));
    const size_t before = title ? (size_t)(title - text) : 0;
    read_alone(text + before, size - before);
    if (before)
        check_beside(text, before, text + before, size - before);
    return 0;
}
