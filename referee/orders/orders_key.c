// SPDX-License-Identifier: MIT
// Orders about keys: which one a player signs with. A key of OpenPGP is looked at in
// orders_openpgp.c, what only seals in
// orders_seal.c.
#include "base/base64.h"
#include "referee/match/match_evidence.h"
#include "referee/orders/ask.h"
#include "referee/orders/key_evidence.h"
#include "referee/orders/orders.h"
#include "referee/orders/orders_openpgp.h"
#include "referee/orders/orders_seal.h"
#include "referee/words/minisign.h"
#include "referee/words/sshsig.h"

#include <sodium.h>
#include <string.h>

// A key as it came.
struct new_key {
    const char *kind; // as it is stored; NULL: not one that can be checked here
    guint8 bytes[crypto_sign_PUBLICKEYBYTES];
    char shown[MAX(SSHSIG_FINGERPRINT_MAX, 64)]; // as the tool that made it shows it
};

static gboolean read_ed25519(const char *text, struct new_key *out)
{
    g_strlcpy(out->shown, text, sizeof out->shown);
    return base64_read(text, out->bytes, sizeof out->bytes);
}

static gboolean read_minisign(const char *text, struct new_key *out)
{
    guint64 number;
    if (!minisign_key_read(text, out->bytes, &number))
        return FALSE;
    g_snprintf(out->shown, sizeof out->shown, "%" G_GINT64_MODIFIER "X", number);
    return TRUE;
}

static gboolean read_ssh(const char *text, struct new_key *out)
{
    return sshsig_key_read(text, out->bytes, out->shown);
}

// FALSE when it is no key under which anything can be signed.
static gboolean read_key(const struct command *command, struct new_key *out)
{
    static const struct {
        const char *kind;
        gboolean (*read)(const char *text, struct new_key *out);
    } kinds[] = {[COMMAND_KEY_ED25519] = {"ed25519", read_ed25519},
                 [COMMAND_KEY_MINISIGN] = {"minisign", read_minisign},
                 [COMMAND_KEY_SSH] = {"ssh", read_ssh}};
    guint8 curve[crypto_scalarmult_curve25519_BYTES];
    *out = (struct new_key){0};
    if (command->key >= G_N_ELEMENTS(kinds))
        return FALSE;
    out->kind = kinds[command->key].kind;
    return kinds[command->key].read(command->text, out) &&
           crypto_sign_ed25519_pk_to_curve25519(curve, out->bytes) == 0;
}

static gboolean register_key(struct session *session, const struct command *command, GError **error)
{
    struct player *player = &session->speaker->player;
    struct new_key key;
    gboolean sure, fits;
    if (!read_key(command, &key)) {
        session_refuse(session, "key-bad", NULL);
        return TRUE;
    }
    if (player->has_key && session->speaker->how != SPEAKER_SIGNED) {
        session_refuse(session, "key-change", NULL);
        return TRUE;
    }
    if (!ask_unless_proven(session, command, &sure, error))
        return FALSE;
    if (!sure)
        return TRUE;
    if (!key_evidence_fits(session, &fits, error))
        return FALSE;
    if (!fits)
        return TRUE;
    if (!players_set_key(session->desk->store, player->id, key.kind, command->text,
                         session->desk->now, error) ||
        !key_evidence_add(session, key.kind, command->text, error))
        return FALSE;
    player->has_key = TRUE;
    g_strlcpy(player->key_kind, key.kind, sizeof player->key_kind);
    memcpy(player->key, key.bytes, sizeof player->key);
    session_note(session, "key-set", "{s:s}", "key", key.shown);
    session_note(session, command->key == COMMAND_KEY_ED25519 ? "key-referee" : "key-lines",
                 "{s:s}", "referee", session->desk->keys->sign_public_hex);
    session->settings = TRUE;
    return TRUE;
}

// What seals alone takes nothing away, but whoever can't open it sees their hand no more.
static gboolean when_sure(struct session *session, const struct command *command, order *run,
                          GError **error)
{
    gboolean sure;
    if (!ask_unless_proven(session, command, &sure, error))
        return FALSE;
    return !sure || run(session, command, error);
}

gboolean order_key(struct session *session, const struct command *command, GError **error)
{
    if (!command->text && command->key != COMMAND_KEY_SEAL) {
        session_refuse(session, "key-bad", NULL);
        return TRUE;
    }
    switch (command->key) {
    case COMMAND_KEY_SEAL:
        return when_sure(session, command, orders_seal, error);
    case COMMAND_KEY_AGE:
        return when_sure(session, command, orders_age, error);
    case COMMAND_KEY_OPENPGP:
        return orders_openpgp(session, command, error);
    case COMMAND_KEY_ED25519:
    case COMMAND_KEY_MINISIGN:
    case COMMAND_KEY_SSH:
        break;
    }
    return register_key(session, command, error);
}

gboolean order_key_off(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    struct player *player = &session->speaker->player;
    if (!player->has_key) {
        session_refuse(session, "key-none", NULL);
        return TRUE;
    }
    if (session->speaker->how != SPEAKER_SIGNED) {
        session_refuse(session, "key-change", NULL);
        return TRUE;
    }
    struct match_evidence_games games;
    if (!match_evidence_games(session->desk, player->id, &games, error))
        return FALSE;
    if (games.n) {
        session_refuse(session, "key-off-signed", "{s:I}", "game", (json_int_t)games.game);
        return TRUE;
    }
    player->has_key = FALSE;
    session_note(session, "key-off", NULL);
    session->settings = TRUE;
    return players_set_key(session->desk->store, player->id, player->key_kind, NULL,
                           session->desk->now, error);
}
