// SPDX-License-Identifier: MIT
// The subcommands that cron and the mail system call: tick, deliver.
//
// Decides their options and exit statuses; the run itself is tick.c.
#include "referee/commands.h"
#include "referee/language/wrap.h"
#include "referee/receive/ledger.h"
#include "referee/receive/receive.h"
#include "referee/report.h"
#include "referee/setup/arguments.h"
#include "referee/setup/desk.h"
#include "referee/setup/options.h"
#include "referee/tick.h"
#include "storage/games.h"
#include "storage/outbox.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---- tick --------------------------------------------------------------------------------------

static int say_plan(struct desk *desk, GError **error)
{
    g_autoptr(GArray) due = NULL;
    guint mails, unsent;
    gint64 oldest;
    if (!receive_count(desk, &mails, error) ||
        !games_due(desk->store, desk->now, 0, G_MAXINT, &due, error) ||
        !outbox_queue(desk->store, &unsent, &oldest, error))
        return EXIT_NO;
    printf("mails to take in: %u\ngames whose time is up: %u\nmails to send: %u\n", mails, due->len,
           unsent);
    return EXIT_DONE;
}

static gboolean run(gboolean dry, int *out_status, GError **error)
{
    struct desk desk;
    struct tick_result result;
    if (!desk_open(&desk, options_get()->dir, options_get()->now, error))
        return FALSE;
    *out_status = dry ? say_plan(&desk, error) : EXIT_DONE;
    gboolean done = dry ? *error == NULL : tick_run(&desk, &result, error);
    desk_close(&desk);
    return done;
}

// Why the lock can't be taken: often there is no referee at all, which the desk says better.
static int report_lock(GError *error)
{
    struct desk desk;
    GError *better = NULL;
    if (desk_open(&desk, options_get()->dir, options_get()->now, &better)) {
        desk_close(&desk);
        return report_error(error);
    }
    g_error_free(error);
    return report_error(better);
}

enum { COLUMNS = 84 }; // of help, but for how far it is moved in

static gboolean is_risky(const char *words)
{
    (void)words;
    return FALSE; // nobody answers to help
}

// What the lines of the journal mean goes with what is said of the run that writes them.
static char *tick_help(void)
{
    GString *out = g_string_new(
        "referee23 [-C DIR] [--now TIME] tick [--dry-run]\n"
        "\n"
        "One run, as cron calls it: receives mail, acts on it, keeps the clock, sends.\n"
        "Says nothing when all went well. A second run beside it ends at once, with 0.\n"
        "\n"
        "  --dry-run  only tell what there would be to do\n"
        "\n"
        "The journal ([journal] in referee.conf) has a line for each thing that happened: its\n"
        "time, its event, and what belongs to it, as KEY=VALUE. What is empty or 0 is left out.\n");
    for (enum journal_event i = 0; i < JOURNAL_COUNT; i++) {
        const struct journal_kind *kind = journal_kind(i);
        g_autofree char *means = wrap_text(kind->means, COLUMNS, is_risky);
        g_auto(GStrv) lines = g_strsplit(means, "\n", -1);
        g_autofree char *indented = g_strjoinv("\n    ", lines);
        g_string_append_printf(out, "\n  event=%s: %s\n    %s\n", kind->name, kind->keys, indented);
    }
    return g_string_free(out, FALSE);
}

int tick_command(int argc, char **argv)
{
    gboolean dry = FALSE;
    int status;
    const GOptionEntry entries[] = {{"dry-run", 0, 0, G_OPTION_ARG_NONE, &dry, NULL, NULL}, {0}};
    if (!arguments_parse_making(&argc, argv, entries, tick_help, &status))
        return status;
    if (argc > 1)
        return arguments_wrong("tick takes no arguments; see referee23 tick --help");
    GError *error = NULL;
    int lock = dry ? -1 : tick_lock(options_get()->dir, &error);
    if (error)
        return report_lock(error);
    if (!dry && lock < 0)
        return EXIT_DONE;
    gboolean done = run(dry, &status, &error);
    if (lock >= 0)
        close(lock);
    return done ? status : report_error(error);
}

// ---- deliver -----------------------------------------------------------------------------------

// All of standard input up to max bytes, and one more to tell that there is more. NULL on an error.
static GBytes *read_input(gsize max, GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    guint8 buffer[65536];
    for (;;) {
        ssize_t n = read(STDIN_FILENO, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
                        "standard input: %s; deliver the mail again", g_strerror(errno));
            return NULL;
        }
        if (n == 0)
            break;
        // What is too big is read to its end, so that the sending side isn't cut off, but not kept.
        if (bytes->len <= max)
            g_byte_array_append(bytes, buffer, (guint)MIN((gsize)n, max + 1 - bytes->len));
    }
    return g_byte_array_free_to_bytes(g_steal_pointer(&bytes));
}

// Acts on what waits, unless a run is under way, which will.
static gboolean act(struct desk *desk, GError **error)
{
    struct tick_result result;
    GError *failed = NULL;
    int lock = tick_lock(options_get()->dir, &failed);
    if (lock < 0) {
        g_clear_error(&failed);
        return TRUE;
    }
    gboolean done = tick_run(desk, &result, error);
    close(lock);
    return done;
}

int deliver_command(int argc, char **argv)
{
    int status;
    if (!arguments_parse(&argc, argv, NULL,
                         "referee23 [-C DIR] deliver <MAIL\n"
                         "\n"
                         "Takes one mail from standard input, as a .forward file or a pipe "
                         "transport hands it\n"
                         "over. When this ends with 0, the mail is safe in the database; 75 asks "
                         "for another try.\n",
                         &status))
        return status;
    if (argc > 1)
        return arguments_wrong("deliver takes no arguments; see referee23 deliver --help");
    struct desk desk;
    GError *error = NULL;
    if (!desk_open(&desk, options_get()->dir, options_get()->now, &error))
        return report_error(error);
    g_autoptr(GBytes) raw = read_input((gsize)desk.config->message_bytes, &error);
    gboolean safe = raw && ledger_keep(&desk, "deliver", raw, &error);
    // The mail is safe: what fails from here on is the next run's to do again, not the sender's.
    GError *later = NULL;
    if (safe && !act(&desk, &later))
        report_error(later);
    desk_close(&desk);
    return safe ? EXIT_DONE : report_error(error);
}
