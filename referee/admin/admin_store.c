// SPDX-License-Identifier: MIT
// `referee23 backup` and `clock`: the database as a whole, and its time.
#include "referee/admin/admin.h"
#include "referee/commands.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"
#include "referee/time/clock.h"
#include "storage/database.h"

#include <string.h>

// ---- backup ------------------------------------------------------------------------------------

static const char backup_help[] =
    "referee23 backup FILE\n"
    "\n"
    "Writes a consistent copy of the database to FILE, which must not be there yet, while the\n"
    "referee may be at work. To restore it, put it in the place of referee.db, and nothing of\n"
    "referee.db-wal and referee.db-shm. It is of no use without keys/database.key: keep a copy of\n"
    "keys/ too, in another place.\n";

static int backup_work(struct desk *desk, gpointer user, GError **error)
{
    const char *path = user;
    if (g_file_test(path, G_FILE_TEST_EXISTS))
        return arguments_no("%s is there already; name another file", path);
    if (!database_backup(desk->store, path, error))
        return EXIT_NO;
    admin_say("%s: written; keep keys/ too, in another place", path);
    return EXIT_DONE;
}

int backup_command(int argc, char **argv)
{
    int status;
    if (!arguments_parse(&argc, argv, NULL, backup_help, &status))
        return status;
    if (argc != 2)
        return arguments_wrong("backup wants the name of one new file");
    return admin_with_desk(backup_work, argv[1]);
}

// ---- clock -------------------------------------------------------------------------------------

static const char clock_help[] =
    "referee23 clock [--json]\n"
    "referee23 clock accept\n"
    "\n"
    "Says how the clock stands against the last run. When it stands before that, or more than ten\n"
    "days after it, nothing is timed out until you have looked and say accept: the clock is "
    "right.\n"
    "\n"
    "Exit status: 1 when nothing is timed out, or there is nothing to accept.\n";

struct clock_reading {
    enum clock_stand stand;
    gint64 last, held;
};

static gboolean read_clock(struct desk *desk, struct clock_reading *out, GError **error)
{
    gint64 interval = 0;
    if (!store_get_int(desk->store, CLOCK_LAST_TICK, 0, &out->last, error) ||
        !store_get_int(desk->store, CLOCK_INTERVAL, 0, &interval, error) ||
        !store_get_int(desk->store, CLOCK_HELD, 0, &out->held, error))
        return FALSE;
    out->stand = clock_judge(out->last, interval, desk->now);
    return TRUE;
}

static gboolean is_holding(const struct clock_reading *reading)
{
    return reading->held || reading->stand == CLOCK_BACK || reading->stand == CLOCK_JUMP;
}

static void say_clock(struct desk *desk, const struct clock_reading *reading, const char *sentence)
{
    admin_say("now       %s", admin_time(desk->now));
    admin_say("last run  %s", admin_time(reading->last));
    admin_say("%s", sentence);
    if (is_holding(reading))
        admin_say("nothing is timed out; when the clock is right, say: referee23 clock accept");
}

static int clock_work(struct desk *desk, gpointer user, GError **error)
{
    static const struct {
        const char *word, *sentence;
    } words[] = {
        [CLOCK_FIRST] = {"first", "there was no run yet"},
        [CLOCK_STEADY] = {"steady", "the clock is fine"},
        [CLOCK_OUTAGE] = {"outage", "an outage: the next run moves the deadlines by it"},
        [CLOCK_BACK] = {"back", "the clock stands before the last run"},
        [CLOCK_JUMP] = {"jump", "the clock is more than ten days ahead of the last run"},
    };
    const gboolean *json = user;
    struct clock_reading reading;
    if (!read_clock(desk, &reading, error))
        return EXIT_NO;
    gboolean holding = is_holding(&reading);
    if (*json) {
        json_t *log = admin_json_log(desk, 0, 0, error);
        if (!log)
            return EXIT_NO;
        admin_print_json(json_pack("{s:o s:o s:I s:s s:b s:o}", "now", admin_json_time(desk->now),
                                   "last_tick", admin_json_time(reading.last), "seconds",
                                   (json_int_t)(reading.last ? desk->now - reading.last : 0),
                                   "stand", words[reading.stand].word, "held", holding,
                                   "operator_log", log));
    } else {
        // A jump that was met before is held until somebody has looked, however the clock stands.
        say_clock(desk, &reading,
                  reading.held && (reading.stand == CLOCK_STEADY || reading.stand == CLOCK_OUTAGE)
                      ? "an earlier run met a jump of the clock, and it waits for you since"
                      : words[reading.stand].sentence);
        if (!admin_say_log(desk, 0, 0, error))
            return EXIT_NO;
    }
    return holding ? EXIT_NO : EXIT_DONE;
}

static int accept_work(struct desk *desk, gpointer user, GError **error)
{
    (void)user;
    struct clock_reading reading;
    if (!read_clock(desk, &reading, error))
        return EXIT_NO;
    if (!is_holding(&reading))
        return arguments_no("clock: there is nothing to accept");
    if (!store_set_int(desk->store, CLOCK_HELD, 0, error) ||
        !store_set_int(desk->store, CLOCK_ACCEPTED, desk->now, error))
        return EXIT_NO;
    gboolean done =
        admin_done(desk, 0, 0, error, "accepted: it is %s; the next run goes on from here",
                   admin_time(desk->now));
    return done ? EXIT_DONE : EXIT_NO;
}

int clock_command(int argc, char **argv)
{
    gboolean json = FALSE;
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &json, NULL, NULL}, {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, clock_help, &status))
        return status;
    if (argc == 1)
        return admin_with_desk(clock_work, &json);
    if (argc == 2 && strcmp(argv[1], "accept") == 0)
        return admin_with_transaction(accept_work, NULL);
    return arguments_wrong("clock: what is %s? see clock --help", argv[1]);
}
