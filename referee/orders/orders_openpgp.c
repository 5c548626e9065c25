// SPDX-License-Identifier: MIT
// See orders_openpgp.h. A key that is registered already, sent again, proves itself: what is new in
// it (a later end, other parts, that it is revoked) was made with it. Nothing is taken out of it by
// that, so an old copy does no harm.
#include "referee/orders/orders_openpgp.h"

#include "referee/identity/limits_openpgp.h"
#include "referee/orders/ask.h"
#include "referee/orders/key_evidence.h"
#include "referee/programs/openpgp.h"

#include <string.h>

// Why it isn't taken, or that it is but good for nothing: a phrase; NULL: it is fine.
static const char *refusal(const struct openpgp_key *key, const struct command *command,
                           gboolean renewed)
{
    static const struct {
        const char *fault, *phrase;
    } phrases[] = {{"secret", "key-pgp-secret"},   {"long", "key-pgp-long"},
                   {"weak", "key-pgp-weak"},       {"mute", "key-pgp-mute"},
                   {"expired", "key-pgp-expired"}, {"revoked", "key-pgp-revoked"},
                   {"absent", "key-pgp-absent"}};
    if (command->who && g_ascii_strcasecmp(command->who, key->fingerprint) != 0 &&
        key->fingerprint[0])
        return "key-pgp-other";
    if (!key->fault || (renewed && g_str_equal(key->fault, "revoked")))
        return NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(phrases); i++)
        if (g_str_equal(phrases[i].fault, key->fault))
            return phrases[i].phrase;
    return "key-pgp-bad";
}

// Looks at it together with what is registered; alone, where it is another.
static gboolean look(struct session *session, const struct command *command,
                     struct openpgp_key *out, gboolean *out_renewed, GError **error)
{
    const struct player *player = &session->speaker->player;
    g_autofree char *old = NULL;
    gboolean had = player->has_key && g_str_equal(player->key_kind, "openpgp");
    if ((had && !openpgp_registered(session->desk, player->id, &old, error)) ||
        !openpgp_look(session->desk, command->text, old, out, error))
        return FALSE;
    *out_renewed = old && g_strcmp0(out->fault, "other") != 0;
    if (!old || *out_renewed)
        return TRUE;
    openpgp_key_clear(out);
    return openpgp_look(session->desk, command->text, NULL, out, error);
}

// What is asked back names the key.
static gboolean is_sure(struct session *session, const struct command *command,
                        const struct openpgp_key *key, gboolean *out_sure, GError **error)
{
    struct command named = *command;
    g_autofree char *fingerprint = g_strdup(key->fingerprint);
    g_autofree char *public = g_strdup(key->public);
    named.who = fingerprint;
    named.text = public;
    return ask_unless_proven(session, &named, out_sure, error);
}

static gboolean take(struct session *session, const struct openpgp_key *key, gboolean renewed,
                     GError **error)
{
    struct player *player = &session->speaker->player;
    gboolean revoked = g_strcmp0(key->fault, "revoked") == 0;
    gboolean fits = TRUE;
    if (!renewed && !key_evidence_fits(session, &fits, error))
        return FALSE;
    if (!fits)
        return TRUE;
    if (!openpgp_register(session->desk, player->id, key, error) ||
        (!renewed && !key_evidence_add(session, "openpgp", key->fingerprint, error)) ||
        !players_find(session->desk->store, player->id, player, &session->speaker->known, error))
        return FALSE;
    session->settings = TRUE;
    session_note(session, renewed ? "key-pgp-renewed" : "key-set", "{s:s}", "key",
                 key->fingerprint);
    if (revoked)
        session_note(session, "key-pgp-revoked", NULL);
    if (renewed)
        return TRUE;
    session_note(session, "key-pgp-how", NULL);
    session_note(session, key->encrypts ? "key-pgp-seals" : "key-pgp-open", NULL);
    player->seal = key->encrypts || player->age[0] != '\0';
    return players_update(session->desk->store, player, error);
}

gboolean orders_openpgp(struct session *session, const struct command *command, GError **error)
{
    const struct speaker *speaker = session->speaker;
    struct openpgp_key key;
    gboolean renewed, sure = TRUE, done = TRUE;
    if (!limits_openpgp_run(session->desk, error) || !look(session, command, &key, &renewed, error))
        return FALSE;
    const char *phrase = refusal(&key, command, renewed);
    if (phrase)
        session_refuse(session, phrase, NULL);
    else if (speaker->player.has_key && !renewed && speaker->how != SPEAKER_SIGNED)
        session_refuse(session, "key-change", NULL);
    else if (!renewed && !is_sure(session, command, &key, &sure, error))
        done = FALSE;
    else if (sure)
        done = take(session, &key, renewed, error);
    openpgp_key_clear(&key);
    return done;
}
