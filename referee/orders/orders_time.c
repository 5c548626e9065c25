// SPDX-License-Identifier: MIT
// Orders about a player's time: timezone, quiet, vacation, back.
//
// Decides what a player may say about it and who is told. What it does to deadlines is worked out
// in deadline.c: zone and quiet hours from the next turn on, vacation at once.
#include "referee/match/match_load.h"
#include "referee/match/play.h"
#include "referee/match/vacation.h"
#include "referee/match/vacation_tell.h"
#include "referee/orders/orders.h"
#include "referee/orders/orders_agree.h"
#include "storage/outbox.h"

gboolean order_timezone(struct session *session, const struct command *command, GError **error)
{
    struct player *player = &session->speaker->player;
    const struct zone *zone = zone_find(command->who);
    if (!zone) {
        session_refuse(session, "zone-unknown", "{s:s}", "what", command->who);
        return TRUE;
    }
    g_strlcpy(player->timezone, zone_name(zone), sizeof player->timezone);
    int hour = zone_hour(zone, session->desk->now);
    session_note(session, "zone-set", "{s:s, s:i}", "zone", zone_name(zone), "hour", hour);
    session->settings = TRUE;
    return players_update(session->desk->store, player, error) &&
           outbox_release(session->desk->store, player->id, session->desk->now, error);
}

gboolean order_quiet(struct session *session, const struct command *command, GError **error)
{
    struct player *player = &session->speaker->player;
    player->quiet_from = command->quiet_from;
    player->quiet_to = command->quiet_until;
    session_note(session, player->quiet_from == player->quiet_to ? "quiet-off" : "quiet-set",
                 "{s:i, s:i, s:s}", "from", player->quiet_from, "until", player->quiet_to, "zone",
                 player->timezone);
    session->settings = TRUE;
    return players_update(session->desk->store, player, error);
}

// ---- vacation ----------------------------------------------------------------------------------

static void refuse_vacation(struct session *session, const struct vacation_result *result)
{
    static const char *const phrases[] = {
        [VACATION_TAKEN] = "",
        [VACATION_ALREADY] = "vacation-already",
        [VACATION_PAST] = "vacation-past",
        [VACATION_FAR] = "vacation-far",
        [VACATION_TOO_LONG] = "vacation-too-long",
    };
    session_refuse(session, phrases[result->answer], "{s:i, s:i}", "year", result->year, "n",
                   result->left);
}

static gboolean exists(const struct command_date *date, int year)
{
    return g_date_valid_dmy((GDateDay)date->day, (GDateMonth)date->month, (GDateYear)year);
}

// The first such day from `since` on.
static int day_from(const struct command_date *date, int since)
{
    enum { MONDAY = 3, WEEK = 7 }; // days from 1970-01-01 were a Thursday
    int year = zone_year(since);
    if (date->kind == COMMAND_DATE_FROM_NOW)
        return since + date->day;
    if (date->kind == COMMAND_DATE_WEEKDAY)
        return since + (date->day - 1 - (since + MONDAY) % WEEK + WEEK) % WEEK;
    if (date->kind == COMMAND_DATE_DAY)
        return zone_date(date->year, date->month, date->day);
    while (!exists(date, year) || zone_date(year, date->month, date->day) < since)
        year++;
    return zone_date(year, date->month, date->day);
}

// The days that are meant, said today. Of days without a year those that aren't over: in January
// "20 December to 6 January" began last year.
static struct deadline_days days_of(const struct command_date dates[2], int today)
{
    enum { YEAR = 365 };
    gboolean from_now = dates[1].kind == COMMAND_DATE_FROM_NOW;
    gboolean yearly = dates[0].kind == COMMAND_DATE_YEARLY && !from_now;
    struct deadline_days days;
    int since = yearly ? today - YEAR : today;
    do {
        days.first = day_from(&dates[0], since);
        days.last = day_from(&dates[1], from_now ? today : days.first);
        since = days.first + 1;
    } while (yearly && days.last < today);
    return days;
}

gboolean order_vacation(struct session *session, const struct command *command, GError **error)
{
    const struct zone *zone = zone_find(session->speaker->player.timezone);
    int today = zone_day(zone ? zone : zone_utc(), session->desk->now);
    struct deadline_days days = days_of(command->dates, today);
    struct vacation_result result;
    if (days.last < days.first) {
        session_refuse(session, "fault-dates", NULL);
        return TRUE;
    }
    if (!vacation_take(session->desk, &session->speaker->player, days, &result, error))
        return FALSE;
    if (result.answer != VACATION_TAKEN) {
        refuse_vacation(session, &result);
        return TRUE;
    }
    session_note(session, "vacation-set", "{s:i, s:i, s:i, s:i}", "first", result.days.first,
                 "last", result.days.last, "year", result.year, "n", result.left);
    json_auto_t *note = json_pack("{s:s, s:i, s:i}", "say", "vacation-other", "first",
                                  result.days.first, "last", result.days.last);
    return vacation_tell(session->desk, session->speaker->player.id, note, error);
}

static gboolean end_vacation(struct session *session, gboolean planned, gboolean *out_ended,
                             GError **error)
{
    enum vacation_back back;
    if (!vacation_give_back(session->desk, &session->speaker->player, planned, &back, error))
        return FALSE;
    *out_ended = back != VACATION_NONE;
    if (!*out_ended)
        return TRUE;
    session_note(session, back == VACATION_ENDED ? "vacation-ended" : "vacation-dropped", NULL);
    json_auto_t *note = json_pack(
        "{s:s}", "say", back == VACATION_ENDED ? "vacation-ended-other" : "vacation-dropped-other");
    return vacation_tell(session->desk, session->speaker->player.id, note, error);
}

// Whether the game that is meant rests. Asked of the database: what ends a vacation writes there.
static gboolean game_rests(struct session *session, gboolean *out_rests, GError **error)
{
    struct match *match = NULL;
    *out_rests = FALSE;
    if (!session_guess_game(session, error))
        return FALSE;
    if (session->game == 0)
        return TRUE;
    if (!match_load(session->desk, session->game, &match, error))
        return FALSE;
    *out_rests = match && match->row.paused_at && match_seat_of(match, session->speaker->player.id);
    match_free(match);
    return TRUE;
}

// A robot gives the seat back, a vacation ends, and the game's pause: whatever there is of the
// three. Days that are only planned are called off where there is no pause: mails of a game that
// rests say that this word ends the pause, and nobody who ends it means Christmas.
gboolean order_back(struct session *session, const struct command *command, GError **error)
{
    (void)command;
    struct match *match = NULL;
    gboolean rests, ended;
    if (!game_rests(session, &rests, error) || !end_vacation(session, !rests, &ended, error))
        return FALSE;
    if (ended && session->game == 0)
        return TRUE;
    if (!session_match(session, session->game, TRUE, &match, error))
        return FALSE;
    if (!match)
        return TRUE;
    const struct player *player = &session->speaker->player;
    unsigned seat = (unsigned)match_seat_of(match, player->id)->seat;
    if (play_comes_back(session->desk, match, seat, player->nick))
        session_note(session, "back-done", "{s:s}", "nick", match->game.seats[seat].nick);
    else if (!ended && !rests)
        session_refuse(session, "back-not", NULL);
    return !rests || orders_pause_ends(session, match, error);
}
