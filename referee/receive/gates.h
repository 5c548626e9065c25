// SPDX-License-Identifier: MIT
// The gates that a mail passes before its text is read, walked in order (spec: mail.md, "What the
// referee reads", 1 to 4), and what the reader found, made ready for gate 7.
//
// Decides from facts (mail/read.h) and the referee's own address alone. Knows no database: identity
// and duplicates (gates 5 and 6) are intake's. Pure.
#ifndef REFEREE_GATES_H
#define REFEREE_GATES_H

#include "referee/words/newtext.h"

#include <glib.h>
#include <jansson.h>

enum gates_gate {
    GATES_SIZE,
    GATES_LOOP,
    GATES_AUTOMATIC,
    GATES_SENDER,
    GATES_IDENTITY,
    GATES_DUPLICATE,
    GATES_TEXT,
    GATES_NONE, // it passed them all
    GATES_COUNT
};
enum gates_outcome {
    GATES_ACT,
    GATES_ASK,  // unclear: answered
    GATES_DROP, // silent
    GATES_HOLD  // kept for the operator
};

// What became of a mail at the gates. reason is a sentence; the caller clears it.
struct gates_verdict {
    enum gates_gate gate;
    enum gates_outcome outcome;
    char *reason;
};

// Walks gates 1 to 4. TRUE when the mail passed them; out is then zeroed. own is the referee's
// address, canonical; without it (NULL) every address with a ticket in its tag, to which the mail
// came, is taken for one of the referee's. A mail that is only too large passes here, for its
// sender is told so once they are known: gates_size.
gboolean gates_walk(const json_t *facts, const char *own, struct gates_verdict *out);
// Gate 1 for a mail whose text wasn't read because of its size: TRUE when it is not.
gboolean gates_size(const json_t *facts, struct gates_verdict *out);
void gates_clear(struct gates_verdict *verdict); // takes a zeroed one

// Strings of a fact that is an array of them, for newtext_input; they live as long as the facts do.
struct gates_strings {
    const char **addresses, **ids, **attached; // each NULL-terminated, owned (not the strings)
};
// Fills what the facts say of a mail into input; the rest of it is left alone.
void gates_input(const json_t *facts, struct newtext_input *input, struct gates_strings *strings);
void gates_strings_clear(struct gates_strings *strings); // takes a zeroed one

// What a read text means at gate 7: passed (GATES_NONE, GATES_ACT), or unclear.
void gates_text(const struct newtext *text, struct gates_verdict *out);

// "size", "act": the words of `explain`. Never NULL.
const char *gates_gate_name(enum gates_gate gate);
const char *gates_outcome_name(enum gates_outcome outcome);

#endif
