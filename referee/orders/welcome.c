// SPDX-License-Identifier: MIT
// See welcome.h.
#include "referee/orders/welcome.h"

// Whether somebody else is called so; then it is refused.
static gboolean is_free(struct session *session, const char *nick, gboolean *out_free,
                        GError **error)
{
    struct player other;
    gboolean found;
    if (!players_find_nick(session->desk->store, nick, &other, &found, error))
        return FALSE;
    const struct speaker *speaker = session->speaker;
    *out_free = !found || (speaker->known && other.id == speaker->player.id);
    if (!*out_free)
        session_refuse(session, "nick-taken", "{s:s}", "nick", nick);
    return TRUE;
}

// The player's seats in games that haven't begun go by the new name; in those that have, the record
// names them.
static gboolean rename_seats(struct session *session, GError **error)
{
    const struct player *player = &session->speaker->player;
    g_autoptr(GArray) games = NULL;
    if (!games_of_player(session->desk->store, player->id, FALSE, &games, error))
        return FALSE;
    for (guint i = 0; i < games->len; i++) {
        struct match *match;
        if (!session_match(session, g_array_index(games, gint64, i), TRUE, &match, error))
            return FALSE;
        if (!match || !g_str_equal(match->row.state, "open"))
            continue;
        struct seat_row *seat = match_seat_of(match, player->id);
        g_strlcpy(seat->nick, player->nick, sizeof seat->nick);
        match->changed = TRUE;
    }
    return TRUE;
}

gboolean welcome_name(struct session *session, const char *nick, GError **error)
{
    struct player *player = &session->speaker->player;
    gboolean is;
    if (g_str_equal(player->nick, nick))
        return TRUE;
    if (!is_free(session, nick, &is, error))
        return FALSE;
    if (!is)
        return TRUE;
    g_strlcpy(player->nick, nick, sizeof player->nick);
    return players_update(session->desk->store, player, error) && rename_seats(session, error);
}

gboolean welcome_speaker(struct session *session, const char *nick, GError **error)
{
    struct speaker *speaker = session->speaker;
    if (speaker->known)
        return nick ? welcome_name(session, nick, error) : TRUE;
    gboolean is = TRUE;
    if (nick && !is_free(session, nick, &is, error))
        return FALSE;
    if (!is)
        return TRUE;
    speaker->player = (struct player){.quiet_from = session->desk->config->quiet_from,
                                      .quiet_to = session->desk->config->quiet_to};
    g_strlcpy(speaker->player.nick, nick ? nick : "", sizeof speaker->player.nick);
    g_strlcpy(speaker->player.address, speaker->address, sizeof speaker->player.address);
    g_strlcpy(speaker->player.timezone, session->desk->config->timezone,
              sizeof speaker->player.timezone);
    g_strlcpy(speaker->player.mail, "all", sizeof speaker->player.mail);
    // The words that somebody new writes tell the language, where it isn't the referee's own
    // anyway.
    if (speaker->language && !g_str_equal(speaker->language, session->desk->config->language))
        g_strlcpy(speaker->player.language, speaker->language, sizeof speaker->player.language);
    speaker->known = players_add(session->desk->store, &speaker->player, session->desk->now, error);
    return speaker->known;
}
