// SPDX-License-Identifier: MIT
// See openpgp_answer.h.
#include "referee/programs/openpgp_answer.h"

#include <string.h>

#include "base/base64.h"

// FALSE: it is there, and no text.
static gboolean take(const json_t *object, const char *key, const char **out)
{
    const json_t *value = json_object_get(object, key);
    *out = value ? json_string_value(value) : "";
    return *out != NULL;
}

static gboolean is_fingerprint(const char *text)
{
    return strlen(text) == OPENPGP_FINGERPRINT &&
           strspn(text, "0123456789ABCDEF") == OPENPGP_FINGERPRINT;
}

static gboolean is_key(const char *text)
{
    g_autoptr(GBytes) bytes = strlen(text) <= OPENPGP_KEY_MAX ? base64_read_bytes(text) : NULL;
    return bytes != NULL;
}

static gboolean is_message(const char *text)
{
    return g_str_has_prefix(text, "-----BEGIN PGP MESSAGE-----\n") &&
           g_str_has_suffix(text, "\n-----END PGP MESSAGE-----\n") && g_str_is_ascii(text);
}

static gboolean holds(const struct openpgp_answer *answer)
{
    return (!answer->fingerprint[0] || is_fingerprint(answer->fingerprint)) &&
           is_key(answer->public) && (!answer->armor[0] || is_message(answer->armor));
}

const char *openpgp_answer_read(const json_t *object, struct openpgp_answer *out)
{
    static const char nonsense[] = "its answer makes no sense";
    const json_t *fault = json_object_get(object, "fault");
    const char *trouble = json_string_value(json_object_get(object, "trouble"));
    *out = (struct openpgp_answer){.fault = json_string_value(fault),
                                   .encrypts = json_is_true(json_object_get(object, "encrypts"))};
    if (trouble)
        return trouble;
    if (!json_is_null(fault) && !out->fault)
        return nonsense;
    return take(object, "fingerprint", &out->fingerprint) && take(object, "public", &out->public) &&
                   take(object, "text", &out->text) && take(object, "armor", &out->armor) &&
                   holds(out)
               ? NULL
               : nonsense;
}
