// SPDX-License-Identifier: MIT
// Any bytes as what the reading program says of a mail, as if a hostile mail had taken it over:
// what has the right shape passes through the gates and the reading of its text, and does no harm.
#include "base/parcel.h"
#include "referee/programs/reader_shape.h"
#include "referee/receive/gates.h"
#include "referee/words/newtext_read.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void walk(const json_t *facts, const char *own)
{
    struct gates_verdict verdict;
    if (!gates_walk(facts, own, &verdict))
        g_assert(verdict.reason && g_utf8_validate(verdict.reason, -1, NULL));
    gates_clear(&verdict);
    if (!gates_size(facts, &verdict))
        g_assert(verdict.reason);
    gates_clear(&verdict);
}

static void read_text(const json_t *facts)
{
    struct newtext_input input = {0};
    struct gates_strings strings = {0};
    struct newtext text;
    struct gates_verdict verdict;
    gates_input(facts, &input, &strings);
    newtext_read(&input, &text);
    gates_text(&text, &verdict);
    g_assert((verdict.outcome == GATES_ACT) == (text.commands->len > 0));
    gates_clear(&verdict);
    newtext_clear(&text);
    gates_strings_clear(&strings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *facts = parcel_unpack(data, size);
    if (facts && reader_shape_holds(facts)) {
        walk(facts, NULL);
        walk(facts, "referee@play.example.org");
        read_text(facts);
    }
    json_decref(facts);
    return 0;
}
