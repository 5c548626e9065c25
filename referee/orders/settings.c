// SPDX-License-Identifier: MIT
// See settings.h.
#include "referee/orders/settings.h"

#include "referee/seal/seal.h"

json_t *settings_note(const struct player *player)
{
    json_t *note = json_pack("{s:s, s:s, s:s, s:s, s:b, s:i, s:i, s:b, s:b, s:b, s:b, s:b}", "page",
                             "settings", "nick", player->nick, "address", player->address, "zone",
                             player->timezone, "quiet", player->quiet_from != player->quiet_to,
                             "from", player->quiet_from, "until", player->quiet_to, "calendar",
                             player->calendar, "private", player->private, "key", player->has_key,
                             "seal", player->seal, "can_seal", seal_can(player));
    g_assert(note);
    static const char *const ways[] = {"all", "turn", "daily"};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *key = g_strconcat("mail_", ways[i], NULL);
        json_object_set_new(note, key, json_boolean(g_str_equal(player->mail, ways[i])));
    }
    return note;
}
