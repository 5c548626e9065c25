// SPDX-License-Identifier: MIT
// Orders about sealing: key seal, key age.
//
// Decides who can have it. What is sealed then is known by letter_seal.c.
#include "referee/orders_seal.h"

#include "referee/openpgp.h"
#include "referee/seal.h"
#include "referee/seal/age.h"

// Whether there is something in the player's OpenPGP key that mail can be encrypted to.
static gboolean encrypts(struct session *session, gboolean *out_is, GError **error)
{
    const struct player *player = &session->speaker->player;
    struct openpgp_key key = {0};
    g_autofree char *public = NULL;
    *out_is = TRUE;
    if (!seal_can_mail(player))
        return TRUE;
    if (!openpgp_registered(session->desk, player->id, &public, error) ||
        !openpgp_look(session->desk, public ? public : "", NULL, &key, error))
        return FALSE;
    *out_is = key.encrypts;
    openpgp_key_clear(&key);
    return TRUE;
}

gboolean orders_seal(struct session *session, const struct command *command, GError **error)
{
    struct player *player = &session->speaker->player;
    if (command->on && !seal_can(player)) {
        session_refuse(session, "seal-none", NULL);
        return TRUE;
    }
    gboolean able = TRUE;
    if (command->on && !encrypts(session, &able, error))
        return FALSE;
    if (!able) {
        session_refuse(session, "key-pgp-open", NULL);
        return TRUE;
    }
    player->seal = command->on;
    session_note(session, command->on ? "seal-on" : "seal-off", NULL);
    session->settings = TRUE;
    return players_update(session->desk->store, player, error);
}

// Nobody gives such a key for anything but this, so it is used from now on.
gboolean orders_age(struct session *session, const struct command *command, GError **error)
{
    struct player *player = &session->speaker->player;
    guint8 key[AGE_KEY_BYTES];
    if (!age_recipient_read(command->text, key)) {
        session_refuse(session, "age-bad", NULL);
        return TRUE;
    }
    g_autofree char *recipient = g_ascii_strdown(command->text, -1);
    g_strlcpy(player->age, recipient, sizeof player->age);
    player->seal = TRUE;
    session_note(session, "age-set", "{s:s}", "key", recipient);
    session->settings = TRUE;
    return players_set_key(session->desk->store, player->id, "age", recipient, session->desk->now,
                           error) &&
           players_update(session->desk->store, player, error);
}
