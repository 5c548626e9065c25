// SPDX-License-Identifier: MIT
// See bounce.h.
#include "referee/send/bounce.h"

#include "referee/identity/tag.h"
#include "referee/match/hold.h"
#include "referee/match/match_load.h"
#include "referee/match/notes.h"
#include "storage/bounces.h"

#include <string.h>

static const gint64 day = 86400;

// ---- games of somebody who can't be reached ----------------------------------------------------

typedef gboolean game_telling(struct desk *desk, struct match *match, const struct player *player,
                              GError **error);

struct announcement {
    const struct player *player;
    game_telling *tell;
};

static gboolean announce(struct desk *desk, struct match *match, gpointer data, GError **error)
{
    const struct announcement *what = data;
    return hold_review(desk, match, error) && what->tell(desk, match, what->player, error);
}

static gboolean for_each_game(struct desk *desk, const struct player *player, game_telling *tell,
                              GError **error)
{
    struct announcement what = {player, tell};
    return match_each_of(desk, player->id, announce, &what, error);
}

static gboolean tell_others(struct desk *desk, const struct match *match,
                            const struct player *player, const char *say, GError **error)
{
    json_auto_t *note =
        json_pack("{s:s, s:s}", "say", say, "who", match_seat_of(match, player->id)->nick);
    return notes_to_table(desk, match, player->id, NOTES_STATE, note, error);
}

static gboolean tell_gone(struct desk *desk, struct match *match, const struct player *player,
                          GError **error)
{
    gboolean may_stop = match_is_running(match) && match->row.held < HOLD_MAX;
    return tell_others(desk, match, player, may_stop ? "unreached-clock" : "unreached", error);
}

static gboolean tell_found(struct desk *desk, struct match *match, const struct player *player,
                           GError **error)
{
    json_auto_t *own = json_pack("[{s:s}]", "say", "reached-you");
    return tell_others(desk, match, player, "reached", error) &&
           notes_to_player(desk, player->id, match->row.id, NOTES_STATE, own, error);
}

// ---- counting ----------------------------------------------------------------------------------

// A mail to the player's address came back. *out_what says what followed, NULL: it was known.
static gboolean count(struct desk *desk, const struct outbound_row *row, struct player *player,
                      const char **out_what, GError **error)
{
    gint64 left = row->settled_at ? row->settled_at : desk->now;
    gboolean is_new;
    guint mails, days;
    *out_what = NULL;
    if (!bounces_add(desk->store, row->id, row->address, left / day, &is_new, error) ||
        !bounces_count(desk->store, row->address, &mails, &days, error))
        return FALSE;
    if (!is_new)
        return TRUE;
    *out_what = "came back for good";
    if (mails < BOUNCE_MAILS || days < BOUNCE_DAYS || player->suspended_at)
        return TRUE;
    *out_what = "came back for good: the player gets no more until heard from";
    player->suspended_at = desk->now;
    journal_note(desk->journal, desk->now, JOURNAL_UNREACHABLE, "{s:s}", "player", player->nick);
    return bounces_suspend(desk->store, player->id, desk->now, error) &&
           for_each_game(desk, player, tell_gone, error);
}

// The player to whom a mail went, at the address to which mails go still. *out_found is FALSE when
// it isn't so.
static gboolean find_reader(struct desk *desk, const struct outbound_row *row,
                            struct player *out_player, gboolean *out_found, GError **error)
{
    *out_found = FALSE;
    if (!row->player || !row->address[0])
        return TRUE;
    if (!players_find(desk->store, row->player, out_player, out_found, error))
        return FALSE;
    *out_found = *out_found && g_ascii_strcasecmp(out_player->address, row->address) == 0;
    return TRUE;
}

static gboolean take(struct desk *desk, const struct outbound_row *row, char **out_reason,
                     GError **error)
{
    struct player player = {0};
    gboolean found;
    const char *what = NULL;
    // One that is still to be sent may have been taken, and the answer lost.
    gboolean left = g_str_equal(row->state, "sent") || g_str_equal(row->state, "ready");
    if (!find_reader(desk, row, &player, &found, error) ||
        (left && found && !count(desk, row, &player, &what, error)))
        return FALSE;
    if (what)
        *out_reason =
            g_strdup_printf("Mail out-%" G_GINT64_FORMAT " to %s %s.", row->id, player.nick, what);
    return TRUE;
}

gboolean bounce_take(struct desk *desk, const json_t *facts, char **out_reason, GError **error)
{
    *out_reason = NULL;
    const char *bounce = json_string_value(json_object_get(facts, "bounce"));
    gint64 mail = g_strcmp0(bounce, "permanent") == 0 ? tag_find(desk, TAG_BOUNCE, facts) : 0;
    struct outbound_row row = {0};
    gboolean found;
    if (mail == 0)
        return TRUE;
    gboolean done = outbox_find(desk->store, mail, &row, &found, error) &&
                    (!found || take(desk, &row, out_reason, error));
    outbound_row_clear(&row);
    return done;
}

gboolean bounce_refused(struct desk *desk, const struct outbound_row *row, const char *words,
                        GError **error)
{
    struct player player = {0};
    gboolean found;
    const char *what;
    if (!find_reader(desk, row, &player, &found, error))
        return FALSE;
    return !found || (bounces_mark(desk->store, player.id, words, desk->now, error) &&
                      count(desk, row, &player, &what, error));
}

gboolean bounce_heard(struct desk *desk, struct player *player, GError **error)
{
    gboolean was = player->suspended_at != 0;
    player->suspended_at = player->refused_at = 0;
    player->refused[0] = '\0';
    return bounces_lift(desk->store, player->id, error) &&
           (!was || for_each_game(desk, player, tell_found, error));
}
