// SPDX-License-Identifier: MIT
// See seal.h.
#include "referee/seal/seal.h"

gboolean seal_can_box(const struct player *player)
{
    return player->has_key && g_str_equal(player->key_kind, "ed25519");
}

gboolean seal_can_mail(const struct player *player)
{
    return player->has_key && g_str_equal(player->key_kind, "openpgp");
}

gboolean seal_can(const struct player *player)
{
    return seal_can_box(player) || player->age[0] != '\0' || seal_can_mail(player);
}
