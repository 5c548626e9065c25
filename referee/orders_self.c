// SPDX-License-Identifier: MIT
// Orders about the player's own settings: nick, language, mail, calendar, private, key. Those of
// the clock are in orders_time.c, the address in orders_address.c.
#include "referee/orders.h"
#include "referee/welcome.h"
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

// Whether the text is the base64 of an Ed25519 public key under which anything can be signed.
static gboolean is_public_key(const char *text, guint8 out[crypto_sign_PUBLICKEYBYTES])
{
    gsize len;
    const char *end;
    guint8 curve[crypto_scalarmult_curve25519_BYTES];
    return sodium_base642bin(out, crypto_sign_PUBLICKEYBYTES, text, strlen(text), NULL, &len, &end,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           *end == '\0' && len == crypto_sign_PUBLICKEYBYTES &&
           crypto_sign_ed25519_pk_to_curve25519(curve, out) == 0;
}

gboolean order_key(struct session *session, const struct command *command, GError **error)
{
    struct player *player = &session->speaker->player;
    guint8 key[crypto_sign_PUBLICKEYBYTES];
    if (command->key != COMMAND_KEY_ED25519) {
        g_autofree char *what = command_format(command);
        session_refuse(session, "not-yet", "{s:s}", "what", what);
        return TRUE;
    }
    if (!is_public_key(command->text, key)) {
        session_refuse(session, "key-bad", NULL);
        return TRUE;
    }
    if (player->has_key && session->speaker->how != SPEAKER_SIGNED) {
        session_refuse(session, "key-change", NULL);
        return TRUE;
    }
    if (!players_set_key(session->desk->store, player->id, "ed25519", command->text,
                         session->desk->now, error))
        return FALSE;
    player->has_key = TRUE;
    memcpy(player->key, key, sizeof player->key);
    session_note(session, "key-set", "{s:s}", "key", command->text);
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
    player->has_key = FALSE;
    session_note(session, "key-off", NULL);
    session->settings = TRUE;
    return players_set_key(session->desk->store, player->id, "ed25519", NULL, session->desk->now,
                           error);
}
