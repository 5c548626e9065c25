// SPDX-License-Identifier: MIT
// Orders about the player's own settings: nick, language, mail, calendar, private. Those of the
// clock are in orders_time.c, the address in orders_address.c, keys in orders_key.c.
#include "referee/orders/orders.h"
#include "referee/orders/welcome.h"
#include "storage/outbox.h"

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
