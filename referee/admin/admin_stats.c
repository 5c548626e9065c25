// SPDX-License-Identifier: MIT
// `referee23 stats`: the referee in numbers, for people, programs and Prometheus.
//
// Decides what is counted. Knows no game and no mail by name, so that nothing of them can show.
#include "referee/admin/admin.h"
#include "referee/commands.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"
#include "referee/time/clock.h"
#include "storage/inbox.h"
#include "storage/outbox.h"

#include <errno.h>
#include <glib/gstdio.h>

static const char stats_help[] =
    "referee23 stats [--json] [--prometheus FILE]\n"
    "\n"
    "Counts games, players and mails, and says how old the oldest unsent mail and the last run "
    "are.\n"
    "\n"
    "  --prometheus FILE  writes them to FILE, which ends in .prom, for node_exporter's textfile\n"
    "                     collector; FILE is replaced as a whole\n";

static const char *const game_states[] = {"open", "running", "over", "cancelled", "lapsed"};
static const char *const outcomes[] = {"act", "ask", "drop", "hold"};
enum { N_STATES = G_N_ELEMENTS(game_states), N_OUTCOMES = G_N_ELEMENTS(outcomes) };

struct stats {
    guint games[N_STATES];
    guint overdue; // games that the clock should have looked at
    guint players;
    guint received[N_OUTCOMES], received_today[N_OUTCOMES];
    guint waiting; // received and not looked at
    guint unsent;
    gint64 oldest_unsent_at, last_tick_at;
};

static gboolean count_games(struct desk *desk, struct stats *stats, GError **error)
{
    for (gsize i = 0; i < N_STATES; i++)
        if (!games_count(desk->store, game_states[i], &stats->games[i], error))
            return FALSE;
    return games_overdue(desk->store, desk->now, &stats->overdue, error);
}

static gboolean count_received(struct desk *desk, struct stats *stats, GError **error)
{
    g_autoptr(GArray) waiting = NULL;
    if (!inbox_waiting(desk->store, G_MAXINT64, G_MAXINT, &waiting, error))
        return FALSE;
    stats->waiting = waiting->len;
    for (gsize i = 0; i < N_OUTCOMES; i++)
        if (!inbox_count(desk->store, outcomes[i], "", NULL, 0, &stats->received[i], error) ||
            !inbox_count(desk->store, outcomes[i], "", NULL, desk->now - 86400,
                         &stats->received_today[i], error))
            return FALSE;
    return TRUE;
}

static gboolean count(struct desk *desk, struct stats *stats, GError **error)
{
    g_autoptr(GArray) players = NULL;
    if (!players_list(desk->store, &players, error))
        return FALSE;
    for (guint i = 0; i < players->len; i++)
        stats->players += g_array_index(players, struct player, i).forgotten_at == 0;
    return count_games(desk, stats, error) && count_received(desk, stats, error) &&
           outbox_queue(desk->store, &stats->unsent, &stats->oldest_unsent_at, error) &&
           store_get_int(desk->store, CLOCK_LAST_TICK, 0, &stats->last_tick_at, error);
}

static json_t *counts_json(const char *const *names, const guint *counts, gsize n)
{
    json_t *value = json_object();
    for (gsize i = 0; i < n; i++)
        json_object_set_new(value, names[i], json_integer(counts[i]));
    return value;
}

static void print_json(const struct stats *stats)
{
    admin_print_json(json_pack("{s:o s:I s:I s:o s:o s:I s:I s:o s:o}", "games",
                               counts_json(game_states, stats->games, N_STATES), "overdue",
                               (json_int_t)stats->overdue, "players", (json_int_t)stats->players,
                               "received", counts_json(outcomes, stats->received, N_OUTCOMES),
                               "received_in_a_day",
                               counts_json(outcomes, stats->received_today, N_OUTCOMES), "waiting",
                               (json_int_t)stats->waiting, "unsent", (json_int_t)stats->unsent,
                               "oldest_unsent", admin_json_time(stats->oldest_unsent_at),
                               "last_tick", admin_json_time(stats->last_tick_at)));
}

static void print_counts(const char *what, const char *const *names, const guint *counts, gsize n)
{
    GString *line = g_string_new(NULL);
    for (gsize i = 0; i < n; i++)
        g_string_append_printf(line, "  %s %u", names[i], counts[i]);
    admin_say("%-14s%s", what, line->str);
    g_string_free(line, TRUE);
}

static void print_stats(const struct stats *stats)
{
    print_counts("games", game_states, stats->games, N_STATES);
    admin_say("%-14s  %u", "  overdue", stats->overdue);
    admin_say("%-14s  %u", "players", stats->players);
    print_counts("received", outcomes, stats->received, N_OUTCOMES);
    print_counts("  in a day", outcomes, stats->received_today, N_OUTCOMES);
    admin_say("%-14s  %u", "  waiting", stats->waiting);
    admin_say("%-14s  %u  oldest %s", "unsent", stats->unsent, admin_time(stats->oldest_unsent_at));
    admin_say("%-14s  %s", "last run", admin_time(stats->last_tick_at));
}

// ---- Prometheus --------------------------------------------------------------------------------

static void append_metric(GString *out, const char *name, const char *help)
{
    g_string_append_printf(out, "# HELP referee23_%s %s\n# TYPE referee23_%s gauge\n", name, help,
                           name);
}

static void append_counts(GString *out, const char *name, const char *help, const char *label,
                          const char *const *values, const guint *counts, gsize n)
{
    append_metric(out, name, help);
    for (gsize i = 0; i < n; i++)
        g_string_append_printf(out, "referee23_%s{%s=\"%s\"} %u\n", name, label, values[i],
                               counts[i]);
}

static void append_number(GString *out, const char *name, const char *help, gint64 number)
{
    append_metric(out, name, help);
    g_string_append_printf(out, "referee23_%s %" G_GINT64_FORMAT "\n", name, number);
}

// The text format 0.0.4 of Prometheus. Counts of mails are gauges, since old mails are forgotten.
static GString *prometheus(const struct stats *stats)
{
    GString *out = g_string_new(NULL);
    append_counts(out, "games", "Games, by state.", "state", game_states, stats->games, N_STATES);
    append_number(out, "games_overdue", "Games that the clock should have looked at.",
                  stats->overdue);
    append_number(out, "players", "Players.", stats->players);
    append_counts(out, "mails_received", "Received mails that are remembered, by outcome.",
                  "outcome", outcomes, stats->received, N_OUTCOMES);
    append_counts(out, "mails_received_day", "Those of the last 24 hours.", "outcome", outcomes,
                  stats->received_today, N_OUTCOMES);
    append_number(out, "mails_waiting", "Received mails that wait to be acted on.", stats->waiting);
    append_number(out, "mails_unsent", "Mails that wait to be sent.", stats->unsent);
    append_number(out, "mails_unsent_oldest_timestamp_seconds",
                  "When the oldest unsent mail was made; 0: there is none.",
                  stats->oldest_unsent_at);
    append_number(out, "last_run_timestamp_seconds",
                  "When the last run was, noted every ten minutes; 0: never.", stats->last_tick_at);
    return out;
}

// For a collector that runs as somebody else, whatever this process keeps from others.
static int write_prometheus(const struct stats *stats, const char *path, GError **error)
{
    GString *out = prometheus(stats);
    gboolean ok = g_file_set_contents_full(path, out->str, (gssize)out->len,
                                           G_FILE_SET_CONTENTS_CONSISTENT, 0644, error);
    g_string_free(out, TRUE);
    if (ok && g_chmod(path, 0644) != 0) {
        int code = errno;
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(code),
                    "%s: can't be made readable for others: %s", path, g_strerror(code));
        return EXIT_NO;
    }
    return ok ? EXIT_DONE : EXIT_NO;
}

// ---- the command -------------------------------------------------------------------------------

struct stats_wish {
    gboolean json;
    char *prometheus;
};

static int stats_work(struct desk *desk, gpointer user, GError **error)
{
    const struct stats_wish *wish = user;
    struct stats stats = {0};
    if (!count(desk, &stats, error))
        return EXIT_NO;
    if (wish->prometheus)
        return write_prometheus(&stats, wish->prometheus, error);
    if (wish->json)
        print_json(&stats);
    else
        print_stats(&stats);
    return EXIT_DONE;
}

int stats_command(int argc, char **argv)
{
    struct stats_wish wish = {0};
    const GOptionEntry entries[] = {
        {"json", 0, 0, G_OPTION_ARG_NONE, &wish.json, NULL, NULL},
        {"prometheus", 0, 0, G_OPTION_ARG_FILENAME, &wish.prometheus, NULL, NULL},
        {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, stats_help, &status))
        return status;
    if (argc != 1)
        status = arguments_wrong("stats: what is %s? see stats --help", argv[1]);
    else if (wish.prometheus && !g_str_has_suffix(wish.prometheus, ".prom"))
        status =
            arguments_wrong("%s: the collector reads files that end in .prom", wish.prometheus);
    else
        status = admin_with_desk(stats_work, &wish);
    g_free(wish.prometheus);
    return status;
}
