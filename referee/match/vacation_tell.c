// SPDX-License-Identifier: MIT
// See vacation_tell.h.
#include "referee/match/vacation_tell.h"

#include "referee/match/match_load.h"
#include "referee/match/notes.h"
#include "referee/match/turn.h"

struct telling {
    gint64 player;
    const json_t *note;
};

static gboolean tell_table(struct desk *desk, struct match *match, gpointer data, GError **error)
{
    const struct telling *telling = data;
    const gint64 player = telling->player;
    if (!match_is_running(match))
        return TRUE;
    json_auto_t *named = json_deep_copy(telling->note);
    json_object_set_new(named, "who", json_string(match_seat_of(match, player)->nick));
    return turn_schedule(desk, &match->row, match->seats, error) &&
           games_update(desk->store, &match->row, error) &&
           notes_to_table(desk, match, player, NOTES_STATE, named, error);
}

gboolean vacation_tell(struct desk *desk, gint64 player, const json_t *note, GError **error)
{
    struct telling telling = {player, note};
    return match_each_of(desk, player, tell_table, &telling, error);
}
