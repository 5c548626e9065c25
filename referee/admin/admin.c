// SPDX-License-Identifier: MIT
// See admin.h.
#include "referee/admin/admin.h"

#include "base/plain.h"
#include "base/utc.h"
#include "referee/report.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"
#include "storage/deeds.h"

#include <stdio.h>
#include <stdlib.h>

enum { REAL_DIGITS = 6 };

static int finish(struct desk *desk, int status, GError *error)
{
    desk_close(desk);
    return error ? report_error(error) : status;
}

int admin_with_desk(admin_work *work, gpointer user)
{
    struct desk desk;
    GError *error = NULL;
    if (!desk_open(&desk, options_get()->dir, options_get()->now, &error))
        return report_error(error);
    int status = work(&desk, user, &error);
    return finish(&desk, status, error);
}

// What is said inside a transaction, kept until that is durable; NULL outside.
static GString *unsaid;

static void say_now(gboolean durable)
{
    if (durable)
        fputs(unsaid->str, stdout);
    g_string_free(unsaid, TRUE);
    unsaid = NULL;
}

static int run_transaction(struct desk *desk, admin_work *work, gpointer user, GError **error)
{
    if (!store_begin(desk->store, error))
        return EXIT_NO;
    int status = work(desk, user, error);
    if (*error || status != EXIT_DONE) {
        desk_rollback(desk);
        return status;
    }
    return desk_commit(desk, error) ? EXIT_DONE : EXIT_NO;
}

int admin_with_transaction(admin_work *work, gpointer user)
{
    struct desk desk;
    GError *error = NULL;
    if (!desk_open(&desk, options_get()->dir, options_get()->now, &error))
        return report_error(error);
    unsaid = g_string_new(NULL);
    int status = run_transaction(&desk, work, user, &error);
    say_now(status == EXIT_DONE);
    return finish(&desk, status, error);
}

const char *admin_time(gint64 seconds)
{
    static char ring[6][UTC_TEXT];
    static guint next;
    if (seconds == 0)
        return "-";
    char *out = ring[next++ % G_N_ELEMENTS(ring)];
    utc_format(seconds, out);
    return out;
}

json_t *admin_json_time(gint64 seconds)
{
    return seconds == 0 ? json_null() : json_string(admin_time(seconds));
}

void admin_print_json(json_t *value)
{
    char *text = json_dumps(value, JSON_INDENT(2) | JSON_REAL_PRECISION(REAL_DIGITS));
    g_assert(text);
    puts(text);
    free(text);
    json_decref(value);
}

void admin_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *plain = plain_line(line, -1);
    if (unsaid)
        g_string_append_printf(unsaid, "%s\n", plain);
    else
        puts(plain);
}

// ---- the log -----------------------------------------------------------------------------------

gboolean admin_done(struct desk *desk, gint64 game, gint64 player, GError **error,
                    const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    admin_say("%s", line);
    journal_note(desk->journal, desk->now, JOURNAL_OPERATOR, "{s:I}", "game", (json_int_t)game);
    return deeds_add(desk->store, desk->now, game, player, line, error);
}

gboolean admin_say_log(struct desk *desk, gint64 game, gint64 player, GError **error)
{
    g_autoptr(GArray) deeds = NULL;
    if (!deeds_list(desk->store, game, player, &deeds, error))
        return FALSE;
    for (guint i = 0; i < deeds->len; i++) {
        const struct deed_row *deed = &g_array_index(deeds, struct deed_row, i);
        admin_say("  operator %s  %s", admin_time(deed->at), deed->words);
    }
    return TRUE;
}

json_t *admin_json_log(struct desk *desk, gint64 game, gint64 player, GError **error)
{
    g_autoptr(GArray) deeds = NULL;
    if (!deeds_list(desk->store, game, player, &deeds, error))
        return NULL;
    json_t *list = json_array();
    for (guint i = 0; i < deeds->len; i++) {
        const struct deed_row *deed = &g_array_index(deeds, struct deed_row, i);
        json_array_append_new(
            list, json_pack("{s:o s:s}", "at", admin_json_time(deed->at), "did", deed->words));
    }
    return list;
}

// ---- finding -----------------------------------------------------------------------------------

gboolean admin_find_game(struct desk *desk, gint64 id, struct game_row *out, GError **error)
{
    gboolean found = FALSE;
    if (!games_find(desk->store, id, out, &found, error))
        return FALSE;
    if (!found)
        arguments_no("there is no game %" G_GINT64_FORMAT "; see referee23 game list", id);
    return found;
}

gboolean admin_find_player(struct desk *desk, const char *nick, struct player *out, GError **error)
{
    gboolean found = FALSE;
    if (!players_find_nick(desk->store, nick, out, &found, error))
        return FALSE;
    if (!found)
        arguments_no("there is no player %s; see referee23 player list", nick);
    return found;
}
