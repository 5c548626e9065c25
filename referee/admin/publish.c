// SPDX-License-Identifier: MIT
// `referee23 publish`: the archive as a static site.
//
// Decides where it goes, and when nobody has said that it may. What is in it is archive.c's.
#include "referee/admin/admin.h"
#include "referee/archive/archive.h"
#include "referee/commands.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

static const char help[] =
    "referee23 publish [SITE]\n"
    "\n"
    "Writes the archive as pages to the folder SITE: every game that is over, to be replayed and\n"
    "checked in a browser, what is public of those that run, players, standings, all records, a\n"
    "feed. They can be opened from a disk or served from anywhere. Without SITE it is the site of\n"
    "[archive] in referee.conf, once public = yes stands there.\n"
    "\n"
    "Only files that change are written, so it can run after every tick. SITE is a new folder, an\n"
    "empty one, or one that was published to before.\n";

static int publish_work(struct desk *desk, gpointer user, GError **error)
{
    const char *path = user;
    struct archive_outcome outcome;
    if (!path && !*desk->config->site)
        return arguments_wrong("publish wants a folder, or site = FOLDER under [archive] in "
                               "referee.conf");
    if (!path && !desk->config->is_public)
        return arguments_no("nothing is published by itself while public = no stands under "
                            "[archive] in referee.conf");
    if (!path)
        path = desk->config->site;
    if (!archive_publish(desk, path, &outcome, error))
        return EXIT_NO;
    const char *s = outcome.games == 1 ? "" : "s";
    g_autofree char *others = outcome.foreign
                                  ? g_strdup_printf(" and %u of other referees", outcome.foreign)
                                  : g_strdup("");
    if (outcome.unchanged)
        admin_say("%s: %u game%s%s, nothing has changed", path, outcome.games, s, others);
    else
        admin_say("%s: %u game%s%s, %u files, %u of them written, %u removed", path, outcome.games,
                  s, others, outcome.count.files, outcome.count.written, outcome.count.removed);
    return EXIT_DONE;
}

int publish_command(int argc, char **argv)
{
    int status;
    if (!arguments_parse(&argc, argv, NULL, help, &status))
        return status;
    if (argc > 2)
        return arguments_wrong("publish wants one folder");
    return admin_with_desk(publish_work, argc == 2 ? argv[1] : NULL);
}
