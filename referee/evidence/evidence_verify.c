// SPDX-License-Identifier: MIT
// See evidence_verify.h.
#include "referee/evidence/evidence_verify.h"

#include "referee/programs/openpgp.h"
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
    else if (!evidence->quiet && outcome->unchecked)
        printf("%s: holds as far as it was checked\n", evidence->path);
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
        fprintf(stderr,
                "%s: not checked: %u signatures of OpenPGP; that needs gpg, and the keys: "
                "--openpgp FILE\n",
                evidence->path, outcome->unchecked);
}

// ---- OpenPGP -----------------------------------------------------------------------------------

// Whether both texts have the same lines, but for blanks at their ends, which aren't signed.
static gboolean same_text(const char *one, const char *other)
{
    g_autofree char *a = g_strchomp(g_strdup(one));
    g_autofree char *b = g_strchomp(g_strdup(other));
    g_auto(GStrv) as = g_strsplit(a, "\n", -1);
    g_auto(GStrv) bs = g_strsplit(b, "\n", -1);
    gboolean same = g_strv_length(as) == g_strv_length(bs);
    for (guint i = 0; same && as[i]; i++)
        same = g_str_equal(g_strchomp(as[i]), g_strchomp(bs[i]));
    return same;
}

// By one key, if it is the one with this fingerprint; UNCHECKED when it isn't, or GnuPG isn't here.
static enum testimony_verdict check_by(struct desk *desk, const char *given,
                                       const char *fingerprint, const struct testimony *testimony)
{
    g_autoptr(GError) error = NULL;
    struct openpgp_key key = {0};
    g_autofree char *fault = NULL;
    g_autofree char *text = NULL;
    enum testimony_verdict verdict = TESTIMONY_UNCHECKED;
    if (openpgp_look(desk, given, NULL, &key, &error) &&
        g_ascii_strcasecmp(key.fingerprint, fingerprint) == 0 &&
        openpgp_check(desk, key.public, testimony->signature, NULL, &fault, &text, &error) &&
        g_strcmp0(fault, "absent") != 0)
        verdict = !fault && same_text(text, testimony->text) ? TESTIMONY_HOLDS : TESTIMONY_FAILS;
    openpgp_key_clear(&key);
    return verdict;
}

// A key that has expired since was good at the time of the move.
static enum testimony_verdict check_openpgp(const struct testimony *testimony,
                                            const char *fingerprint, gint64 at, gpointer data)
{
    const struct evidence_case *evidence = data;
    struct desk desk = {.now = at};
    for (const char *const *key = evidence->openpgp; key && *key; key++) {
        enum testimony_verdict verdict = check_by(&desk, *key, fingerprint, testimony);
        if (verdict != TESTIMONY_UNCHECKED)
            return verdict;
    }
    return TESTIMONY_UNCHECKED;
}

// What GnuPG can't tell any more of a key is unchecked; that key proves nothing either.
static enum testimony_verdict is_key_of(const char *fingerprint, const char *armor, gint64 at,
                                        gpointer data)
{
    (void)data;
    struct desk desk = {.now = at};
    g_autoptr(GError) error = NULL;
    struct openpgp_key key = {0};
    enum testimony_verdict verdict = TESTIMONY_UNCHECKED;
    if (openpgp_look(&desk, armor, NULL, &key, &error) && key.fingerprint[0])
        verdict = g_ascii_strcasecmp(key.fingerprint, fingerprint) == 0 ? TESTIMONY_HOLDS
                                                                        : TESTIMONY_FAILS;
    openpgp_key_clear(&key);
    return verdict;
}

int evidence_verify(const struct evidence_case *evidence)
{
    struct evidence_outcome outcome;
    struct record_fault fault;
    const struct evidence_openpgp openpgp = {check_openpgp, is_key_of, (gpointer)evidence};
    const gboolean holds =
        evidence_check(evidence->text, evidence->len, evidence->record, evidence->record_len,
                       evidence->game, &openpgp, &outcome, &fault);
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
