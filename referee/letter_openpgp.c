// SPDX-License-Identifier: MIT
// See letter_openpgp.h.
#include "referee/letter_openpgp.h"

#include "referee/notes.h"
#include "referee/openpgp.h"
#include "referee/seal.h"

#include <string.h>

static const char *said(const json_t *note)
{
    const char *say = json_string_value(json_object_get(note, "say"));
    return say ? say : "";
}

gboolean letter_openpgp_wanted(const struct letter *letter)
{
    gsize i;
    const json_t *note;
    if (!letter->known || !letter->player.seal || !seal_can_mail(&letter->player))
        return FALSE;
    // Invitations and their kin say nothing that is private.
    if (letter->row->matter && !g_str_equal(letter->row->kind, NOTES_ANSWER))
        return FALSE;
    json_array_foreach(letter->notes, i, note)
    {
        if (g_str_equal(said(note), "key-pgp-seals"))
            return FALSE;
    }
    return TRUE;
}

gboolean letter_openpgp_encrypt(const struct letter *letter, json_t *mail, char **out_fault,
                                GError **error)
{
    g_autofree char *key = NULL;
    g_autofree char *armor = NULL;
    *out_fault = NULL;
    if (!openpgp_registered(letter->desk, letter->player.id, &key, error) ||
        !openpgp_encrypt(letter->desk, key ? key : "", mail, out_fault, &armor, error))
        return FALSE;
    if (*out_fault)
        return TRUE;
    json_object_set_new(mail, "text", json_string(""));
    json_object_set_new(mail, "html", json_null());
    json_object_set_new(mail, "attachments", json_array());
    json_object_del(mail, "images");
    json_object_del(mail, "calendar");
    json_object_set_new(mail, "encrypted", json_string(armor));
    return TRUE;
}

// Notes about keys and signatures, but for those that repeat what was to be done.
static gboolean is_open(const json_t *note)
{
    const char *say = said(note);
    gboolean about = g_str_has_prefix(say, "key-") || g_str_has_prefix(say, "signer-") ||
                     g_str_has_prefix(say, "signature-");
    return about && !json_object_get(note, "what");
}

void letter_openpgp_give_up(struct letter *letter, const char *fault)
{
    static const char *const known[] = {"expired", "revoked", "absent"};
    json_t *open = json_array();
    const char *why = "mute";
    gsize i;
    json_t *note;
    for (gsize k = 0; k < G_N_ELEMENTS(known); k++)
        if (g_str_equal(fault, known[k]))
            why = known[k];
    g_autofree char *phrase = g_strconcat("seal-fails-", why, NULL);
    json_array_append_new(open, json_pack("{s:s}", "say", phrase));
    json_array_foreach(letter->notes, i, note)
    {
        if (is_open(note))
            json_array_append(open, note);
    }
    json_decref(letter->notes);
    letter->notes = open;
}
