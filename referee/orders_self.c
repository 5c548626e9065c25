// SPDX-License-Identifier: MIT
// Orders about the player's own settings: nick, language, mail, calendar, private, key. Those of
// the clock are in orders_time.c, the address in orders_address.c.
#include "referee/match_evidence.h"
#include "referee/orders.h"
#include "referee/orders_seal.h"
#include "referee/welcome.h"
#include "referee/words/minisign.h"
#include "referee/words/sshsig.h"
#include "storage/outbox.h"

#include <sodium.h>
#include <string.h>

gboolean order_nick(struct session *session, const struct command *command, GError **error)
{
    if (!welcome_speaker(session, command->who, error))
        return FALSE;
    if (session->failed)
        return TRUE;
    session_note(session, "nick-set", "{s:s}", "nick", command->who);
    session->settings = TRUE;
    return TRUE;
}

gboolean order_language(struct session *session, const struct command *command, GError **error)
{
    struct player *player = &session->speaker->player;
    g_strlcpy(player->language, command->who, sizeof player->language);
    session_note(session, "language-set", NULL);
    session->settings = TRUE;
    return players_update(session->desk->store, player, error);
}

// What waited for another way of sending is looked at again.
gboolean order_mail(struct session *session, const struct command *command, GError **error)
{
    static const char *const values[] = {
        [COMMAND_MAIL_ALL] = "all", [COMMAND_MAIL_TURN] = "turn", [COMMAND_MAIL_DAILY] = "daily"};
    static const char *const phrases[] = {[COMMAND_MAIL_ALL] = "mail-all",
                                          [COMMAND_MAIL_TURN] = "mail-turn",
                                          [COMMAND_MAIL_DAILY] = "mail-daily"};
    struct player *player = &session->speaker->player;
    g_strlcpy(player->mail, values[command->mail], sizeof player->mail);
    session_note(session, phrases[command->mail], "{s:s}", "zone", player->timezone);
    session->settings = TRUE;
    return players_update(session->desk->store, player, error) &&
           outbox_release(session->desk->store, player->id, session->desk->now, error);
}

gboolean order_calendar(struct session *session, const struct command *command, GError **error)
{
    struct player *player = &session->speaker->player;
    player->calendar = command->on;
    session_note(session, command->on ? "calendar-on" : "calendar-off", NULL);
    session->settings = TRUE;
    return players_update(session->desk->store, player, error);
}

gboolean order_private(struct session *session, const struct command *command, GError **error)
{
    struct player *player = &session->speaker->player;
    player->private = command->on;
    session_note(session, command->on ? "private-yes" : "private-no", NULL);
    session->settings = TRUE;
    return players_update(session->desk->store, player, error);
}

// A key as it came.
struct new_key {
    const char *kind; // as it is stored; NULL: not one that can be checked here
    guint8 bytes[crypto_sign_PUBLICKEYBYTES];
    char shown[MAX(SSHSIG_FINGERPRINT_MAX, 64)]; // as the tool that made it shows it
};

static gboolean read_ed25519(const char *text, struct new_key *out)
{
    gsize len;
    g_strlcpy(out->shown, text, sizeof out->shown);
    return sodium_base642bin(out->bytes, sizeof out->bytes, text, strlen(text), NULL, &len, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           len == sizeof out->bytes;
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

// Whether a change of key can be published as evidence, in the games that need it: what is signed
// for it says nothing else. Else it is refused.
static gboolean fits_evidence(struct session *session, gboolean *out_fits, GError **error)
{
    gint64 game;
    const struct speaker *speaker = session->speaker;
    *out_fits = TRUE;
    if (speaker->how != SPEAKER_SIGNED)
        return TRUE;
    if (!match_evidence_of(session->desk, speaker->player.id, &game, error))
        return FALSE;
    *out_fits = !game || (session->commands->len == 1 && !strchr(speaker->testimony.text, '#'));
    if (!*out_fits)
        session_refuse(session, "signed-key", "{s:I}", "game", (json_int_t)game);
    return TRUE;
}

gboolean order_key(struct session *session, const struct command *command, GError **error)
{
    if (command->key == COMMAND_KEY_SEAL)
        return orders_seal(session, command, error);
    if (command->key == COMMAND_KEY_AGE)
        return orders_age(session, command, error);
    struct player *player = &session->speaker->player;
    struct new_key key;
    gboolean fine = read_key(command, &key);
    if (!key.kind) {
        g_autofree char *what = command_format(command);
        session_refuse(session, "not-yet", "{s:s}", "what", what);
        return TRUE;
    }
    if (!fine) {
        session_refuse(session, "key-bad", NULL);
        return TRUE;
    }
    if (player->has_key && session->speaker->how != SPEAKER_SIGNED) {
        session_refuse(session, "key-change", NULL);
        return TRUE;
    }
    gboolean fits;
    const gboolean signs = session->speaker->how == SPEAKER_SIGNED;
    if (!fits_evidence(session, &fits, error))
        return FALSE;
    if (!fits)
        return TRUE;
    if (!players_set_key(session->desk->store, player->id, key.kind, command->text,
                         session->desk->now, error) ||
        !match_evidence_new_key(session->desk, player->id, key.kind, command->text,
                                signs ? &session->speaker->testimony : NULL, error))
        return FALSE;
    player->has_key = TRUE;
    g_strlcpy(player->key_kind, key.kind, sizeof player->key_kind);
    memcpy(player->key, key.bytes, sizeof player->key);
    session_note(session, "key-set", "{s:s}", "key", key.shown);
    if (command->key != COMMAND_KEY_ED25519)
        session_note(session, "key-lines", "{s:s}", "referee",
                     session->desk->keys->sign_public_hex);
    session->settings = TRUE;
    return TRUE;
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
    gint64 game;
    if (!match_evidence_of(session->desk, player->id, &game, error))
        return FALSE;
    if (game) {
        session_refuse(session, "key-off-signed", "{s:I}", "game", (json_int_t)game);
        return TRUE;
    }
    player->has_key = FALSE;
    session_note(session, "key-off", NULL);
    session->settings = TRUE;
    return players_set_key(session->desk->store, player->id, player->key_kind, NULL,
                           session->desk->now, error);
}
