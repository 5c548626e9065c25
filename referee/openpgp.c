// SPDX-License-Identifier: MIT
// See openpgp.h. What answers has read what strangers sent, and is believed no more than they are.
#include "referee/openpgp.h"

#include "referee/child.h"
#include "referee/setup/place.h"
#include "storage/players.h"

#include <stdlib.h>
#include <string.h>

// More than the program gives itself, which then ends what it started.
#define KIND "openpgp"
enum { SECONDS = 2 * OPENPGP_SECONDS, STOP_SECONDS = 5 };

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

// Out of an answer, which it takes over: itself, with its fault; NULL and an error.
static json_t *understand(json_t *answer, char **out_fault, GError **error)
{
    const char *trouble = json_string_value(json_object_get(answer, "trouble"));
    const json_t *fault = json_object_get(answer, "fault");
    *out_fault = g_strdup(json_string_value(fault));
    if (!trouble && (json_is_null(fault) || *out_fault))
        return answer;
    g_set_error(error, OPENPGP_ERROR, OPENPGP_ERROR_TROUBLE, "openpgp: %s",
                trouble ? trouble : "an answer that says nothing");
    g_clear_pointer(out_fault, g_free);
    json_decref(answer);
    return NULL;
}

static json_t *ask_program(json_t *question, char **out_fault, GError **error)
{
    g_autoptr(GError) wrong = NULL;
    char *frame = json_dumps(question, JSON_COMPACT);
    json_t *answer = exchange(frame, &wrong);
    free(frame);
    if (answer)
        return understand(answer, out_fault, error);
    g_set_error_literal(error, OPENPGP_ERROR, OPENPGP_ERROR_TROUBLE, wrong->message);
    return NULL;
}

// Takes the question over. The answer, with its fault; NULL and an error.
static json_t *ask(struct desk *desk, json_t *question, char **out_fault, GError **error)
{
    json_auto_t *asked = question;
    g_assert(asked);
    json_object_set_new(asked, "now", json_integer(desk->now));
    *out_fault = NULL;
    if (desk->openpgp.off) {
        *out_fault = g_strdup("absent");
        return json_object();
    }
    if (desk->openpgp.failed >= OPENPGP_FAILURES_A_RUN) {
        g_set_error(error, OPENPGP_ERROR, OPENPGP_ERROR_TROUBLE,
                    "the program openpgp has failed %u times, and isn't asked again in this run",
                    desk->openpgp.failed);
        return NULL;
    }
    json_t *answer = ask_program(asked, out_fault, error);
    desk->openpgp.failed += answer ? 0 : 1;
    return answer;
}

static char *text_of(const json_t *answer, const char *key)
{
    const char *text = json_string_value(json_object_get(answer, key));
    return g_strdup(text ? text : "");
}

static gboolean is_fingerprint(const char *text)
{
    return strlen(text) == OPENPGP_FINGERPRINT &&
           strspn(text, "0123456789ABCDEF") == OPENPGP_FINGERPRINT;
}

gboolean openpgp_look(struct desk *desk, const char *given, const char *old,
                      struct openpgp_key *out, GError **error)
{
    *out = (struct openpgp_key){0};
    json_auto_t *answer =
        ask(desk, json_pack("{s:s, s:s, s:s?}", "ask", "key", "key", given, "old", old),
            &out->fault, error);
    if (!answer)
        return FALSE;
    g_autofree char *fingerprint = text_of(answer, "fingerprint");
    out->public = text_of(answer, "public");
    out->encrypts = json_is_true(json_object_get(answer, "encrypts"));
    gboolean whole =
        is_fingerprint(fingerprint) && out->public[0] && strlen(out->public) <= OPENPGP_KEY_MAX;
    if (whole)
        g_strlcpy(out->fingerprint, fingerprint, sizeof out->fingerprint);
    else if (!out->fault)
        out->fault = g_strdup("broken");
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
    *out_text = NULL;
    json_auto_t *answer = ask(desk,
                              json_pack("{s:s, s:s, s:s, s:s*}", "ask", "verify", "key", key,
                                        data ? "signature" : "clear", signature, "data", data),
                              out_fault, error);
    if (answer)
        *out_text = text_of(answer, "text");
    return answer != NULL;
}

gboolean openpgp_encrypt(struct desk *desk, const char *key, const json_t *mail, char **out_fault,
                         char **out_armor, GError **error)
{
    *out_armor = NULL;
    json_auto_t *answer =
        ask(desk, json_pack("{s:s, s:s, s:O}", "ask", "encrypt", "key", key, "mail", mail),
            out_fault, error);
    if (!answer)
        return FALSE;
    if (!desk->openpgp.off && g_strcmp0(*out_fault, "absent") == 0) {
        g_clear_pointer(out_fault, g_free);
        desk->openpgp.failed++;
        g_set_error(error, OPENPGP_ERROR, OPENPGP_ERROR_TROUBLE,
                    "a mail has to be encrypted, and there is no program gpg: install gnupg");
        return FALSE;
    }
    *out_armor = text_of(answer, "armor");
    return TRUE;
}
