// SPDX-License-Identifier: MIT
// See openpgp.h.
#include "referee/programs/openpgp.h"

#include "base/child.h"
#include "base/plain.h"
#include "referee/programs/openpgp_answer.h"
#include "referee/setup/place.h"
#include "storage/players.h"

#include <stdlib.h>
#include <string.h>

// More than the program gives itself, which then ends what it started.
#define KIND "openpgp"
enum { SECONDS = 2 * OPENPGP_SECONDS, STOP_SECONDS = 5, TROUBLE_MAX = 300, LOOKS_A_SECOND = 10 };

GQuark openpgp_error_quark(void)
{
    return g_quark_from_static_string("openpgp-error");
}

gint64 openpgp_pause(int tries)
{
    static const gint64 pauses[] = {60, 5 * 60, 15 * 60, 60 * 60};
    return tries < (int)G_N_ELEMENTS(pauses) ? pauses[tries] : -1;
}

// What the program answers; NULL and an error of child.h.
static json_t *exchange(const char *frame, GError **error)
{
    g_autofree char *program = place_program("openpgp");
    const char *const argv[] = {program, NULL};
    child *asked = child_start(argv, error);
    if (!asked)
        return NULL;
    json_t *answer = child_ask_object(asked, frame, OPENPGP_FRAME_MAX, SECONDS, error);
    child_stop(asked, STOP_SECONDS);
    return answer;
}

static json_t *ask_program(json_t *question, struct openpgp_answer *out, GError **error)
{
    g_autoptr(GError) wrong = NULL;
    char *frame = json_dumps(question, JSON_COMPACT);
    json_t *answer = exchange(frame, &wrong);
    free(frame);
    const char *trouble = answer ? openpgp_answer_read(answer, out) : wrong->message;
    if (!trouble)
        return answer;
    g_autofree char *line = plain_line(trouble, (gssize)MIN(strlen(trouble), TROUBLE_MAX));
    g_set_error(error, OPENPGP_ERROR, OPENPGP_ERROR_TROUBLE, "%s%s", answer ? "openpgp: " : "",
                line);
    json_decref(answer);
    return NULL;
}

// Takes the question over. What *out borrows from, or NULL and an error.
static json_t *ask(struct desk *desk, json_t *question, struct openpgp_answer *out, GError **error)
{
    json_auto_t *asked = question;
    g_assert(asked);
    json_object_set_new(asked, "now", json_integer(desk->now));
    if (desk->openpgp.off) {
        json_t *absent = json_pack("{s:s}", "fault", "absent");
        (void)openpgp_answer_read(absent, out);
        return absent;
    }
    if (desk->openpgp.failed >= OPENPGP_FAILURES_A_RUN) {
        g_set_error(error, OPENPGP_ERROR, OPENPGP_ERROR_LATER,
                    "the program openpgp has failed %u times, and isn't asked again in this run",
                    desk->openpgp.failed);
        return NULL;
    }
    json_t *answer = ask_program(asked, out, error);
    desk->openpgp.failed += answer ? 0 : 1;
    return answer;
}

// What others sent. A key can be made on which GnuPG reckons for long, so what takes seconds counts
// as more than one of those that a run may look at.
static json_t *look(struct desk *desk, json_t *question, struct openpgp_answer *out, GError **error)
{
    const gint64 start = g_get_monotonic_time();
    json_t *answer = ask(desk, question, out, error);
    const gint64 seconds = (g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    desk->openpgp.looked += (guint)seconds * LOOKS_A_SECOND;
    return answer;
}

gboolean openpgp_look(struct desk *desk, const char *given, const char *old,
                      struct openpgp_key *out, GError **error)
{
    struct openpgp_answer said;
    *out = (struct openpgp_key){0};
    json_auto_t *answer = look(
        desk, json_pack("{s:s, s:s, s:s?}", "ask", "key", "key", given, "old", old), &said, error);
    if (!answer)
        return FALSE;
    gboolean whole = said.fingerprint[0] && said.public[0];
    out->fault = g_strdup(said.fault || whole ? said.fault : "broken");
    out->public = g_strdup(whole ? said.public : "");
    out->encrypts = said.encrypts;
    if (whole)
        g_strlcpy(out->fingerprint, said.fingerprint, sizeof out->fingerprint);
    return TRUE;
}

void openpgp_key_clear(struct openpgp_key *key)
{
    g_free(key->fault);
    g_free(key->public);
    *key = (struct openpgp_key){0};
}

gboolean openpgp_registered(const struct desk *desk, gint64 player, char **out_key, GError **error)
{
    g_autofree char *public = NULL;
    *out_key = NULL;
    if (!players_key(desk->store, player, KIND, &public, error))
        return FALSE;
    if (public && strlen(public) > OPENPGP_FINGERPRINT)
        *out_key = g_strdup(public + OPENPGP_FINGERPRINT + 1);
    return TRUE;
}

gboolean openpgp_register(const struct desk *desk, gint64 player, const struct openpgp_key *key,
                          GError **error)
{
    g_autofree char *public = g_strdup_printf("%s %s", key->fingerprint, key->public);
    return players_set_key(desk->store, player, KIND, public, desk->now, error);
}

gboolean openpgp_check(struct desk *desk, const char *key, const char *signature, const char *data,
                       char **out_fault, char **out_text, GError **error)
{
    struct openpgp_answer said;
    *out_fault = *out_text = NULL;
    json_auto_t *answer = look(desk,
                               json_pack("{s:s, s:s, s:s, s:s*}", "ask", "verify", "key", key,
                                         data ? "signature" : "clear", signature, "data", data),
                               &said, error);
    if (!answer)
        return FALSE;
    *out_fault = g_strdup(said.fault);
    *out_text = g_strdup(said.text);
    return TRUE;
}

gboolean openpgp_encrypt(struct desk *desk, const char *key, const json_t *mail, char **out_fault,
                         char **out_armor, GError **error)
{
    struct openpgp_answer said;
    *out_fault = *out_armor = NULL;
    json_auto_t *answer =
        ask(desk, json_pack("{s:s, s:s, s:O}", "ask", "encrypt", "key", key, "mail", mail), &said,
            error);
    if (!answer)
        return FALSE;
    const gboolean absent = !desk->openpgp.off && g_strcmp0(said.fault, "absent") == 0;
    if (absent || (!said.fault && !said.armor[0])) {
        desk->openpgp.failed++;
        g_set_error(error, OPENPGP_ERROR, OPENPGP_ERROR_TROUBLE,
                    absent
                        ? "a mail has to be encrypted, and there is no program gpg: install gnupg"
                        : "openpgp: a mail that was to be encrypted isn't there");
        return FALSE;
    }
    *out_fault = g_strdup(said.fault);
    *out_armor = g_strdup(said.armor);
    return TRUE;
}
