// SPDX-License-Identifier: MIT
// See words_list.h.
#include "referee/words/words_list.h"

#include <glib.h>

static const char *const names[WORD_COUNT] = {
#define X(name, key) [WORD_##name] = key,
    WORDS_EACH(X)
#undef X
};

const char *words_name(enum word word)
{
    g_assert(word < WORD_COUNT);
    return names[word];
}
