// SPDX-License-Identifier: MIT
// `referee23 standings`: who plays how well, for the operator and for programs.
//
// Decides how it is printed. The figures are referee/archive's.
#include "referee/admin/admin.h"
#include "referee/archive/standings_read.h"
#include "referee/commands.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

static const char help[] =
    "referee23 standings [--all] [--json]\n"
    "\n"
    "Who plays how well, from the finished games of this referee: what somebody's strength is at\n"
    "least (the list is in its order), the best guess, how far that may be off, the games, and "
    "how\n"
    "many turns the clock made. The method is that of Weng and Lin (2011), as OpenSkill has it.\n"
    "\n"
    "  --all   players who are private or forgotten, too: what nobody but the operator may see\n"
    "  --json  an array of objects\n";

struct wish {
    gboolean all, json;
};

static json_t *line_json(const struct standing *line, guint rank)
{
    json_t *value = json_pack("{s:i, s:s, s:b, s:f, s:f, s:f, s:i, s:i, s:I, s:i, s:i}", "rank",
                              (int)rank, "nick", line->nick, "robot", line->who == STANDING_ROBOT,
                              "least", rating_floor(line->rating), "mean", line->rating.mean,
                              "deviation", line->rating.deviation, "games", (int)line->games, "won",
                              (int)line->won, "tokens", (json_int_t)line->tokens, "turns",
                              (int)line->turns, "missed", (int)line->missed);
    if (line->hidden)
        json_object_set_new(value, "hidden", json_true());
    return value;
}

static void say_line(const struct standing *line, guint rank)
{
    admin_say("%4u  %-20s %6.1f  %5.1f ± %-3.1f  %5u games, %u won  missed %u of %u%s", rank,
              line->nick, rating_floor(line->rating), line->rating.mean, line->rating.deviation,
              line->games, line->won, line->missed, line->turns, line->hidden ? "  hidden" : "");
}

static void print(const GArray *lines, const struct wish *wish)
{
    json_t *all = json_array();
    guint rank = 0;
    for (guint i = 0; i < lines->len; i++) {
        const struct standing *line = &g_array_index(lines, struct standing, i);
        if (line->hidden && !wish->all)
            continue;
        rank++;
        if (wish->json)
            json_array_append_new(all, line_json(line, rank));
        else
            say_line(line, rank);
    }
    if (wish->json)
        admin_print_json(json_incref(all));
    else if (rank == 0)
        admin_say("no game is finished yet");
    json_decref(all);
}

static int standings_work(struct desk *desk, gpointer user, GError **error)
{
    g_autoptr(GArray) lines = NULL;
    if (!standings_read_store(desk->store, &lines, error))
        return EXIT_NO;
    print(lines, user);
    return EXIT_DONE;
}

int standings_command(int argc, char **argv)
{
    struct wish wish = {0};
    const GOptionEntry entries[] = {{"all", 0, 0, G_OPTION_ARG_NONE, &wish.all, NULL, NULL},
                                    {"json", 0, 0, G_OPTION_ARG_NONE, &wish.json, NULL, NULL},
                                    {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, help, &status))
        return status;
    if (argc != 1)
        return arguments_wrong("standings takes no arguments; see referee23 standings --help");
    return admin_with_desk(standings_work, &wish);
}
