// SPDX-License-Identifier: MIT
// See evidence_verify.h.
#include "referee/evidence/evidence_verify.h"

#include "referee/setup/options.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static void tell_json(const struct evidence_case *evidence, const struct record_fault *fault,
                      const struct evidence_outcome *outcome)
{
    json_auto_t *object =
        json_pack("{s:s, s:b, s:b}", "file", evidence->path, "evidence", 1, "ok", !fault);
    if (fault) {
        json_object_set_new(object, "line", json_integer((json_int_t)fault->line));
        json_object_set_new(object, "reason", json_string(fault->reason));
    } else {
        json_object_set_new(object, "proofs", json_integer(outcome->proofs));
        json_object_set_new(object, "unchecked", json_integer(outcome->unchecked));
        json_object_set_new(object, "by_operator", json_integer(outcome->by_operator));
    }
    char *text = json_dumps(object, JSON_COMPACT);
    puts(text);
    free(text);
}

static void tell_text(const struct evidence_case *evidence, const struct record_fault *fault,
                      const struct evidence_outcome *outcome)
{
    if (fault)
        printf("%s: line %" G_GSIZE_FORMAT ": %s\n", evidence->path, fault->line, fault->reason);
    else if (!evidence->quiet)
        printf("%s: ok, it proves %u moves and discards\n", evidence->path, outcome->proofs);
}

// What holds only as far as somebody is believed.
static void tell_doubts(const struct evidence_case *evidence,
                        const struct evidence_outcome *outcome)
{
    if (outcome->by_operator)
        fprintf(stderr,
                "%s: %u times the operator put a key in the place of one that was lost; nothing "
                "proves whose it is\n",
                evidence->path, outcome->by_operator);
    if (outcome->unchecked)
        fprintf(stderr, "%s: not checked: %u signatures of OpenPGP; that needs gpg\n",
                evidence->path, outcome->unchecked);
}

int evidence_verify(const struct evidence_case *evidence)
{
    struct evidence_outcome outcome;
    struct record_fault fault;
    const gboolean holds = evidence_check(evidence->text, evidence->len, evidence->record,
                                          evidence->record_len, evidence->game, &outcome, &fault);
    fault.line += evidence->first - 1;
    if (evidence->json)
        tell_json(evidence, holds ? NULL : &fault, &outcome);
    else
        tell_text(evidence, holds ? NULL : &fault, &outcome);
    if (!holds)
        return EXIT_NO;
    tell_doubts(evidence, &outcome);
    return outcome.unchecked ? EXIT_LATER : EXIT_DONE;
}
