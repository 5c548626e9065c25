// SPDX-License-Identifier: MIT
// Any bytes as a raw mail: read without the sandbox, so that the sanitizers see all; what comes out
// must have the shape that the hub insists on. For libFuzzer; begin with the cases:
//
//   clang -fsanitize=fuzzer,address,undefined ... && fuzz_read CORPUS tests/mail
#include "mail/read.h"
#include "mail/read_facts.h"
#include "referee/programs/reader_shape.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static gboolean ready;
    if (!ready)
        read_facts_init();
    ready = TRUE;
    json_t *facts = read_facts((const char *)data, size, READ_LIMIT);
    char *text = json_dumps(facts, JSON_COMPACT); // NULL when a string isn't UTF-8
    g_assert(text && reader_shape_holds(facts));
    free(text);
    json_decref(facts);
    return 0;
}
