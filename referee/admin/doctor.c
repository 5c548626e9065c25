// SPDX-License-Identifier: MIT
// `referee23 doctor`: looks at everything a referee stands on, and says of each `ok`, or what to
// do.
//
// Decides what is looked at, in an order in which the first that is bad explains those after it.
// Changes nothing, but for --mend and --send.
#include "referee/admin/doctor.h"

#include "base/plain.h"
#include "referee/admin/admin.h"
#include "referee/commands.h"
#include "referee/match/match_load.h"
#include "referee/match/match_save.h"
#include "referee/setup/arguments.h"
#include "referee/setup/config_file.h"
#include "referee/setup/keys_noted.h"
#include "referee/setup/options.h"
#include "referee/time/clock.h"
#include "storage/database.h"
#include "storage/inbox.h"
#include "storage/outbox.h"
#include "storage/players.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "referee23 doctor [--mend] [--send] [--json]\n"
    "\n"
    "Checks the configuration, permissions, disk, journal, keys, database, clock, mails, "
    "templates,\n"
    "programs and mail servers; a line each, ok or bad and what to do.\n"
    "\n"
    "  --mend   set anew what the database keeps beside the logs of games, where it differs,\n"
    "           and take keys that aren't those of old for the referee's\n"
    "  --send   send the referee a mail, to see whether tags in its address come through\n"
    "\n"
    "Exit status: 0 all is well; 1 something is bad; 78 the configuration is.\n";

enum {
    DAY = 86400,
    DROPPED_A_DAY = 200 // mails that nobody answers; more of them is somebody's mistake, or malice
};

// ---- findings ----------------------------------------------------------------------------------

static void find(struct doctor *doctor, gboolean ok, const char *what, const char *text)
{
    g_autofree char *plain = plain_line(text, -1);
    if (doctor->json)
        json_array_append_new(doctor->findings,
                              json_pack("{s:b s:s s:s}", "ok", ok, "what", what, "text", plain));
    else
        printf("%s %s: %s\n", ok ? "ok " : "bad", what, plain);
}

static void raise_status(struct doctor *doctor, int status)
{
    doctor->status = MAX(doctor->status, status);
}

void doctor_ok(struct doctor *doctor, const char *what, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    find(doctor, TRUE, what, text);
}

void doctor_bad(struct doctor *doctor, const char *what, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    find(doctor, FALSE, what, text);
    raise_status(doctor, EXIT_NO);
}

void doctor_error(struct doctor *doctor, const char *what, GError *error)
{
    find(doctor, FALSE, what, error->message);
    raise_status(doctor, error->domain == CONFIG_ERROR ? EXIT_CONFIGURATION : EXIT_NO);
    g_error_free(error);
}

// ---- the database ------------------------------------------------------------------------------

static gboolean check_integrity(struct doctor *doctor, struct store *store, GError **error)
{
    g_autofree char *fault = NULL;
    // database_open has tried the key.
    if (!database_check(store, &fault, error))
        return FALSE;
    if (fault)
        doctor_bad(doctor, "database", "%s; stop, and go back to your last backup", fault);
    else
        doctor_ok(doctor, "database", "sound, and keys/database.key is its key");
    return TRUE;
}

// Whether the other keys are those with which the mails of this database began.
static gboolean check_same_keys(struct doctor *doctor, const struct keys *keys, struct store *store,
                                GError **error)
{
    const char *other;
    if (!keys_noted_compare(keys, store, &other, error))
        return FALSE;
    if (!other)
        return TRUE;
    if (!doctor->mend) {
        doctor_bad(doctor, "keys",
                   "%s is another one than the mails so far were made with; put it back from your "
                   "backup of keys/. If that is lost, say referee23 doctor --mend: answers to old "
                   "mails will need new ones, and players' programs will ask about the new key",
                   other);
        return TRUE;
    }
    if (!keys_noted_anew(keys, store, error))
        return FALSE;
    doctor_ok(doctor, "keys", "%s is the referee's from now on", other);
    return TRUE;
}

static gboolean check_clock(struct doctor *doctor, struct store *store, gint64 now, GError **error)
{
    gint64 last = 0;
    gint64 interval = 0;
    gint64 held = 0;
    if (!store_get_int(store, CLOCK_LAST_TICK, 0, &last, error) ||
        !store_get_int(store, CLOCK_INTERVAL, 0, &interval, error) ||
        !store_get_int(store, CLOCK_HELD, 0, &held, error))
        return FALSE;
    enum clock_stand stand = clock_judge(last, interval, now);
    if (held || stand == CLOCK_BACK || stand == CLOCK_JUMP)
        doctor_bad(doctor, "clock",
                   "it is %s here, and the last run was at %s; when the clock is right, say: "
                   "referee23 clock accept",
                   admin_time(now), admin_time(last));
    else if (stand == CLOCK_OUTAGE)
        doctor_bad(doctor, "clock", "no run since %s; let cron call referee23 tick",
                   admin_time(last));
    else
        doctor_ok(doctor, "clock", "last run %s", last ? admin_time(last) : "never");
    return TRUE;
}

static gboolean check_queue(struct doctor *doctor, struct store *store, gint64 now, GError **error)
{
    guint unsent = 0;
    gint64 oldest = 0;
    guint held = 0;
    guint dropped = 0;
    if (!outbox_queue(store, &unsent, &oldest, error) ||
        !inbox_count(store, "hold", "", NULL, 0, &held, error) ||
        !inbox_count(store, "drop", "", NULL, now - DAY, &dropped, error))
        return FALSE;
    if (oldest && now - oldest > DAY)
        doctor_bad(doctor, "mails",
                   "%u wait to be sent, the oldest since %s; see referee23 mail list", unsent,
                   admin_time(oldest));
    else
        doctor_ok(doctor, "mails", "waiting to be sent: %u; held for you: %u", unsent, held);
    if (dropped > DROPPED_A_DAY)
        doctor_bad(doctor, "mails",
                   "%u came in the last day and were dropped: a machine writes to you, or somebody "
                   "floods you; see referee23 mail list --all, and stop it on the mail server",
                   dropped);
    return TRUE;
}

// Whether what is kept beside a game's log, for looking things up, says the same as the log.
static gboolean is_in_step(const struct match *match)
{
    const struct table *table = &match->game.table;
    int to_move = match_is_running(match) && table->phase == RULES_PHASE_PLAY ? table->to_move : -1;
    for (guint i = 0; i < match->seats->len && i < match->game.n_seats; i++)
        if (strcmp(match_seat(match, i)->nick, match->game.seats[i].nick) != 0)
            return FALSE;
    return match->row.to_move == to_move;
}

static gboolean mend(struct desk *desk, struct match *match, GError **error)
{
    if (!store_begin(desk->store, error))
        return FALSE;
    if (match_save(desk, match, error))
        return store_commit(desk->store, error);
    store_rollback(desk->store);
    return FALSE;
}

// One living game. TRUE: it is sound, or was mended.
static gboolean check_game(struct doctor *doctor, struct desk *desk, gint64 id)
{
    struct match *match = NULL;
    GError *wrong = NULL;
    gboolean sound = match_load(desk, id, &match, &wrong) && match;
    if (sound && !is_in_step(match)) {
        sound = doctor->mend && mend(desk, match, &wrong);
        if (sound)
            doctor_ok(doctor, "games", "%" G_GINT64_FORMAT ": who is to move was set anew", id);
        else if (!wrong)
            doctor_bad(doctor, "games",
                       "%" G_GINT64_FORMAT
                       ": who is to move, or a name, isn't as its log says; say "
                       "referee23 doctor --mend",
                       id);
    }
    if (wrong)
        doctor_error(doctor, "games", wrong);
    match_free(match);
    return sound;
}

static gboolean check_games(struct doctor *doctor, struct desk *desk, GError **error)
{
    static const char *const states[] = {"open", "running"};
    guint games = 0;
    guint sound = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(states); i++) {
        g_autoptr(GArray) ids = NULL;
        if (!games_in_state(desk->store, states[i], G_MAXINT, &ids, error))
            return FALSE;
        for (guint k = 0; k < ids->len; k++, games++)
            sound += check_game(doctor, desk, g_array_index(ids, gint64, k)) ? 1 : 0;
    }
    if (sound == games)
        doctor_ok(doctor, "games", "%u open or running, their logs are whole", games);
    return TRUE;
}

static void check_store(struct doctor *doctor, struct config *config, gint64 now, struct keys *keys)
{
    GError *error = NULL;
    g_autofree char *path = g_build_filename(config->dir, "referee.db", NULL);
    struct store *store = database_open(path, keys->seal, &error);
    struct desk desk = {.config = config, .keys = keys, .store = store, .now = now};
    gboolean fine = store && check_integrity(doctor, store, &error) &&
                    check_same_keys(doctor, keys, store, &error) &&
                    check_games(doctor, &desk, &error) && doctor_results(doctor, store, &error) &&
                    check_clock(doctor, store, now, &error) &&
                    check_queue(doctor, store, now, &error) &&
                    players_count_keys(store, "openpgp", &doctor->openpgp, &error);
    if (fine)
        doctor_tags(doctor, &desk);
    else
        doctor_error(doctor, "database", error);
    database_close(store);
}

// ---- the whole ---------------------------------------------------------------------------------

static void check_keys(struct doctor *doctor, struct config *config, gint64 now)
{
    GError *error = NULL;
    struct keys *keys = keys_load(config->dir, &error);
    if (!keys) {
        doctor_error(doctor, "keys", error);
        return;
    }
    doctor_ok(doctor, "keys", "the referee's public key is %s", keys->sign_public_hex);
    check_store(doctor, config, now, keys);
    keys_free(keys);
}

static void check_all(struct doctor *doctor)
{
    GError *error = NULL;
    struct config *config = config_load(options_get()->dir, &error);
    if (!config) {
        doctor_error(doctor, "configuration", error);
        return;
    }
    doctor_ok(doctor, "configuration", "%s/referee.conf, for %s", config->dir, config->address);
    doctor_permissions(doctor, config);
    doctor_disk(doctor, config);
    doctor_journal(doctor, config);
    check_keys(doctor, config, options_get()->now);
    doctor_maildirs(doctor, config);
    doctor_templates(doctor, config);
    doctor_programs(doctor);
    doctor_receive(doctor, config);
    doctor_sending(doctor, config, options_get()->now);
    config_free(config);
}

int doctor_command(int argc, char **argv)
{
    struct doctor doctor = {.findings = json_array()};
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &doctor.json, NULL, NULL},
                                    {"mend", 0, 0, G_OPTION_ARG_NONE, &doctor.mend, NULL, NULL},
                                    {"send", 0, 0, G_OPTION_ARG_NONE, &doctor.send, NULL, NULL},
                                    {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, help, &status)) {
        doctor.status = status;
    } else if (argc != 1) {
        doctor.status = arguments_wrong("doctor: what is %s? see doctor --help", argv[1]);
    } else {
        check_all(&doctor);
        if (doctor.json)
            admin_print_json(json_incref(doctor.findings));
    }
    json_decref(doctor.findings);
    return doctor.status;
}
