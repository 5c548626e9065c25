// SPDX-License-Identifier: MIT
// See limits.h.
#include "referee/orders/limits.h"

#include "referee/match/notes.h"
#include "storage/inbox.h"
#include "storage/outbox.h"

static const gint64 hour = 3600, day = 86400;

// The ticket of a matter may be good for a year: it is counted by the day.
gboolean limits_unclear(struct desk *desk, const struct speaker *speaker, gboolean *out_enough,
                        gboolean *out_last, GError **error)
{
    guint by_ticket = 0, by_sender;
    gint64 since = speaker->game ? 0 : desk->now - day;
    if (speaker->has_ticket &&
        !inbox_count(desk->store, "ask", "", speaker->ticket_hash, since, &by_ticket, error))
        return FALSE;
    if (!inbox_count(desk->store, "ask", speaker->address, NULL, desk->now - day, &by_sender,
                     error))
        return FALSE;
    *out_enough = by_ticket >= LIMITS_UNCLEAR_A_TICKET || by_sender >= LIMITS_UNCLEAR_A_DAY;
    if (out_last)
        *out_last = speaker->has_ticket && by_ticket + 1 == LIMITS_UNCLEAR_A_TICKET;
    return TRUE;
}

static gboolean is_unproven(const struct speaker *speaker)
{
    return speaker->how == SPEAKER_ADDRESS || speaker->how == SPEAKER_ELSEWHERE;
}

gboolean limits_answers(struct desk *desk, const struct speaker *speaker, gboolean *out_enough,
                        GError **error)
{
    gint64 player = speaker->known ? speaker->player.id : 0;
    guint in_hour = 0, in_day = 0;
    if (!player) {
        if (!outbox_count_address(desk->store, speaker->address, desk->now - day, &in_day, error))
            return FALSE;
        *out_enough = in_day >= LIMITS_MATTER_A_DAY;
        return TRUE;
    }
    if (!outbox_count_answers(desk->store, player, desk->now - hour + 1, &in_hour, error) ||
        !outbox_count_answers(desk->store, player, desk->now - day + 1, &in_day, error))
        return FALSE;
    guint most = is_unproven(speaker) ? LIMITS_UNPROVEN_A_DAY : LIMITS_ANSWERS_A_DAY;
    *out_enough = in_hour >= LIMITS_ANSWERS_AN_HOUR || in_day >= most;
    return TRUE;
}

gboolean limits_stranger(struct desk *desk, const char *address, const char *kind,
                         gboolean *out_enough, GError **error)
{
    guint to_them, to_all;
    guint most = (guint)desk->config->strangers_answers_a_day;
    gboolean is_clear = !g_str_equal(kind, NOTES_STRANGER);
    gint64 since = desk->now - day;
    if (!outbox_count_kind(desk->store, address, kind, since, &to_them, error) ||
        !outbox_count_address(desk->store, "", since, &to_all, error))
        return FALSE;
    *out_enough = to_them >= 1 || to_all >= (is_clear ? most : (most + 1) / 2);
    return TRUE;
}

gboolean limits_held(struct desk *desk, gboolean *out_enough, GError **error)
{
    guint held;
    if (!inbox_count(desk->store, "hold", "", NULL, desk->now - day + 1, &held, error))
        return FALSE;
    *out_enough = held >= LIMITS_HELD_A_DAY;
    return TRUE;
}
