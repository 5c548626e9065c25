// SPDX-License-Identifier: MIT
// See openpgp_question.h.
#include "mail/openpgp_question.h"

#include <string.h>

#include "base/base64.h"
#include "mail/openpgp.h"
#include "mail/openpgp_armor.h"
#include "mail/post_compose.h"

static const char *text_of(const json_t *question, const char *key)
{
    return json_string_value(json_object_get(question, key));
}

static char *encoded(GBytes *bytes)
{
    gsize len;
    const guint8 *from = g_bytes_get_data(bytes, &len);
    return g_base64_encode(from, len);
}

gboolean openpgp_question_holds(const json_t *question)
{
    const char *asked = text_of(question, "ask");
    if (!asked || !text_of(question, "key") || !json_is_integer(json_object_get(question, "now")))
        return FALSE;
    if (g_str_equal(asked, "key"))
        return json_object_get(question, "old") != NULL;
    if (g_str_equal(asked, "verify"))
        return text_of(question, "clear") ||
               (text_of(question, "data") && text_of(question, "signature"));
    return g_str_equal(asked, "encrypt") && json_is_object(json_object_get(question, "mail"));
}

// A key as it is given, armored or as base64.
static const char *add(struct openpgp_ring *ring, const char *key)
{
    if (openpgp_armor_is_key(key))
        return openpgp_ring_add(ring, key, strlen(key));
    g_autoptr(GBytes) bytes = base64_read_bytes(key);
    gsize len = 0;
    const void *from = bytes ? g_bytes_get_data(bytes, &len) : NULL;
    return len > 0 ? openpgp_ring_add(ring, from, len) : "broken";
}

// ---- the three ---------------------------------------------------------------------------------

static json_t *answer_key(struct openpgp_ring *ring, const json_t *question)
{
    const char *key = text_of(question, "key");
    const char *old = text_of(question, "old");
    gboolean encrypts = FALSE;
    g_autofree char *public = NULL;
    const char *fault = strlen(key) > OPENPGP_GIVEN_MAX ? "long" : old ? add(ring, old) : NULL;
    fault = fault ? fault : add(ring, key);
    gboolean known = !fault;
    if (known) {
        g_autoptr(GBytes) bytes = openpgp_ring_export(ring);
        public = bytes ? encoded(bytes) : NULL;
        fault = openpgp_ring_fault(ring, &encrypts);
        if (!public)
            fault = "broken";
        else if (strlen(public) > OPENPGP_KEY_MAX)
            fault = "long";
    }
    known = known && (!fault || g_str_equal(fault, "expired") || g_str_equal(fault, "revoked"));
    return json_pack("{s:s?, s:s, s:s, s:b}", "fault", fault, "fingerprint",
                     known ? ring->key->fpr : "", "public", known ? public : "", "encrypts",
                     known && encrypts);
}

// What is signed in a clear-signed text, as lines of UTF-8; "" when it can't be that.
static char *signed_text(GBytes *bytes)
{
    gsize len;
    const char *text = bytes ? g_bytes_get_data(bytes, &len) : NULL;
    if (!text || memchr(text, '\0', len) || !g_utf8_validate(text, (gssize)len, NULL))
        return g_strdup("");
    return g_strndup(text, len);
}

static json_t *answer_verify(struct openpgp_ring *ring, const json_t *question)
{
    const char *clear = text_of(question, "clear");
    const char *armor = clear ? clear : text_of(question, "signature");
    const gboolean signs = clear ? openpgp_armor_is_clear(armor) : openpgp_armor_signs(armor);
    const char *fault = signs ? add(ring, text_of(question, "key")) : "wrong";
    g_autoptr(GBytes) plain = NULL;
    if (!fault) {
        g_autoptr(GBytes) signature = g_bytes_new(armor, strlen(armor));
        g_autoptr(GBytes) data = clear ? NULL : base64_read_bytes(text_of(question, "data"));
        fault = clear || data ? openpgp_ring_verify(ring, signature, data, &plain) : "wrong";
    } else {
        fault = "wrong";
    }
    g_autofree char *text = signed_text(plain);
    return json_pack("{s:s?, s:s}", "fault", fault, "text", text);
}

static json_t *answer_encrypt(struct openpgp_ring *ring, const json_t *question)
{
    struct post_mail mail;
    g_autofree char *wrong = NULL;
    g_autofree char *armor = NULL;
    const char *fault = add(ring, text_of(question, "key"));
    gboolean good = post_mail_read(json_object_get(question, "mail"), &mail, &wrong);
    if (good && !fault) {
        g_autoptr(GBytes) content = post_compose_content(&mail);
        fault = openpgp_ring_encrypt(ring, content, &armor);
    }
    post_mail_clear(&mail);
    if (!good)
        return json_pack("{s:n, s:s}", "fault", "trouble", wrong);
    return json_pack("{s:s?, s:s}", "fault", fault, "armor", armor ? armor : "");
}

json_t *openpgp_question_answer(struct openpgp_ring *ring, const json_t *question)
{
    const char *asked = text_of(question, "ask");
    if (g_str_equal(asked, "key"))
        return answer_key(ring, question);
    return g_str_equal(asked, "verify") ? answer_verify(ring, question)
                                        : answer_encrypt(ring, question);
}
