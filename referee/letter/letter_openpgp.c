// SPDX-License-Identifier: MIT
// See letter_openpgp.h.
#include "referee/letter/letter_openpgp.h"

#include "referee/letter/letter_open.h"
#include "referee/match/notes.h"
#include "referee/programs/openpgp.h"
#include "referee/seal/seal.h"

#include <string.h>

gboolean letter_openpgp_wanted(const struct letter *letter)
{
    if (!letter->known || !letter->player.seal || !seal_can_mail(&letter->player))
        return FALSE;
    // Invitations and their kin say nothing that is private.
    return !letter->row->matter || g_str_equal(letter->row->kind, NOTES_ANSWER);
}

gboolean letter_openpgp_is_first(const struct letter *letter)
{
    return letter_open_says(letter->notes, "key-pgp-seals");
}

gboolean letter_openpgp_split(struct letter *letter, GError **error)
{
    json_auto_t *rest = letter_open_notes(letter->notes, FALSE);
    json_t *open = letter_open_notes(letter->notes, TRUE);
    json_decref(letter->notes);
    letter->notes = open;
    return json_array_size(rest) == 0 ||
           notes_to_player(letter->desk, letter->player.id, letter->row->game, NOTES_ANSWER, rest,
                           error);
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

void letter_openpgp_give_up(struct letter *letter, const char *fault)
{
    static const char *const known[] = {"expired", "revoked", "absent"};
    json_auto_t *kept = letter_open_to_table(letter->notes);
    const char *why = "mute";
    for (gsize k = 0; k < G_N_ELEMENTS(known); k++)
        if (g_str_equal(fault, known[k]))
            why = known[k];
    g_autofree char *phrase = g_strconcat("seal-fails-", why, NULL);
    json_decref(letter->notes);
    letter->notes = json_pack("[{s:s}]", "say", phrase);
    json_array_extend(letter->notes, kept);
}
