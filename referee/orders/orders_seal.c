// SPDX-License-Identifier: MIT
// Orders about sealing: key seal, key age.
//
// Decides who can have it. What is sealed then is known by letter_seal.c.
#include "referee/orders/orders_seal.h"

#include "referee/programs/openpgp.h"
#include "referee/seal/age.h"
#include "referee/seal/seal.h"

// Why nothing can be encrypted to the player's OpenPGP key: a phrase; NULL: it can, or there is
// none.
static gboolean find_obstacle(struct session *session, const char **out_phrase, GError **error)
{
    const struct player *player = &session->speaker->player;
    struct openpgp_key key = {0};
    g_autofree char *public = NULL;
    *out_phrase = NULL;
    if (!seal_can_mail(player))
        return TRUE;
    if (!openpgp_registered(session->desk, player->id, &public, error) ||
        !openpgp_look(session->desk, public ? public : "", NULL, &key, error))
        return FALSE;
    *out_phrase = key.encrypts                          ? NULL
                  : g_strcmp0(key.fault, "absent") == 0 ? "key-pgp-absent"
                                                        : "key-pgp-open";
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
    const char *obstacle = NULL;
    if (command->on && !find_obstacle(session, &obstacle, error))
        return FALSE;
    if (obstacle) {
        session_refuse(session, obstacle, NULL);
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
