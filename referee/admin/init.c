// SPDX-License-Identifier: MIT
// `referee23 init`: makes a directory ready for a referee, or finishes making one.
//
// Decides the order: what was begun and not finished can be told from what is complete, because the
// database comes last. Never takes the place of anything.
#include "base/fault.h"
#include "referee/commands.h"
#include "referee/report.h"
#include "referee/setup/arguments.h"
#include "referee/setup/config_file.h"
#include "referee/setup/desk.h"
#include "referee/setup/fresh.h"
#include "referee/setup/options.h"
#include "storage/database.h"

#include <glib/gstdio.h>

#include <stdio.h>
#include <string.h>

static const char help[] =
    "referee23 [-C DIR] init --address ADDRESS [--name NAME] [--host HOST]\n"
    "\n"
    "Makes DIR ready for a new referee: referee.conf, referee.db, keys/, and the Maildirs mail/in\n"
    "and mail/out. Nothing that is there already is changed.\n"
    "\n"
    "  --address ADDRESS   the address that players write to\n"
    "  --name NAME         the name that they see (else: 23 by mail)\n"
    "  --host HOST         the host name in Message-IDs (else: that of the address)\n"
    "\n"
    "Exit status: 1 when the directory is complete already.\n";

struct wishes {
    char *address, *name, *host;
};

struct making {
    const char *dir;
    const char *sample; // the text of referee.conf
};

// ---- the parts, in the order in which they are made --------------------------------------------

static gboolean there(const struct making *making, const char *name)
{
    g_autofree char *path = g_build_filename(making->dir, name, NULL);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

static gboolean make_folder(const struct making *making, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(making->dir, name, NULL);
    return fresh_folder(path, NULL, error);
}

static gboolean make_conf(const struct making *making, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(making->dir, name, NULL);
    return fresh_file(path, making->sample, strlen(making->sample), error);
}

// All three at once. A key that is missing beside a database would be a new one that opens nothing.
static gboolean make_keys(const struct making *making, const char *name, GError **error)
{
    if (!there(making, "referee.db"))
        return keys_create(making->dir, error);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_WRONG,
                "%s/%s is missing, but referee.db is there and needs the very keys it was made "
                "with; put them back from your backup",
                making->dir, name);
    return FALSE;
}

static gboolean make_database(const struct making *making, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(making->dir, name, NULL);
    fault_step("init:before-database");
    gboolean fine = database_create(path, error);
    fault_step("init:after-database");
    return fine;
}

static const struct {
    const char *name;
    gboolean (*make)(const struct making *making, const char *name, GError **error);
} parts[] = {
    {"referee.conf", make_conf},     {"keys", make_folder},
    {"keys/ticket.key", make_keys},  {"keys/database.key", make_keys},
    {"keys/referee.key", make_keys}, {"mail", make_folder},
    {"mail/in", make_folder},        {"mail/in/tmp", make_folder},
    {"mail/in/new", make_folder},    {"mail/in/cur", make_folder},
    {"mail/out", make_folder},       {"mail/out/tmp", make_folder},
    {"mail/out/new", make_folder},   {"mail/out/cur", make_folder},
    {"referee.db", make_database},
};

// was says whether the part was there before the first was made: keys_create makes several at once.
static gboolean make_part(const struct making *making, gsize i, gboolean was, GError **error)
{
    g_autofree char *path = g_build_filename(making->dir, parts[i].name, NULL);
    fresh_tidy(path);
    if (!there(making, parts[i].name) && !parts[i].make(making, parts[i].name, error))
        return FALSE;
    printf("%s  %s\n", was ? "kept" : "made", parts[i].name);
    return TRUE;
}

// ---- the whole ---------------------------------------------------------------------------------

static gboolean is_complete(const struct making *making)
{
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        if (!there(making, parts[i].name))
            return FALSE;
    return TRUE;
}

// The directory itself, with those above it.
static gboolean make_root(const char *dir, GError **error)
{
    g_autofree char *above = g_path_get_dirname(dir);
    if (!g_file_test(dir, G_FILE_TEST_IS_DIR) && !g_file_test(above, G_FILE_TEST_IS_DIR) &&
        !make_root(above, error))
        return FALSE;
    return fresh_folder(dir, NULL, error);
}

static gboolean make_all(const struct making *making, GError **error)
{
    gboolean was[G_N_ELEMENTS(parts)];
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        was[i] = there(making, parts[i].name);
    if (!make_root(making->dir, error))
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        if (!make_part(making, i, was[i], error))
            return FALSE;
    // What was kept may be somebody else's: it has to be understood.
    struct desk desk;
    if (!desk_open(&desk, making->dir, options_get()->now, error))
        return FALSE;
    printf("\n%s is ready for %s. Next: look through referee.conf, then referee23 -C %s doctor\n",
           making->dir, desk.config->address, making->dir);
    desk_close(&desk);
    return TRUE;
}

static int make(const struct making *making)
{
    if (is_complete(making))
        return arguments_no("%s is a referee already; nothing was changed", making->dir);
    GError *error = NULL;
    if (!make_all(making, &error))
        return report_error(error);
    return EXIT_DONE;
}

static gboolean is_fine(const char *option, const char *value)
{
    g_autofree char *wrong = value ? config_value_wrong("referee", option, value) : NULL;
    if (wrong)
        arguments_wrong("init: --%s %s: %s", option, value, wrong);
    return !wrong;
}

static int check_and_make(const struct wishes *wishes)
{
    if (!is_fine("address", wishes->address) || !is_fine("name", wishes->name) ||
        !is_fine("host", wishes->host))
        return EXIT_WRONG_USAGE;
    g_autofree char *dir = g_canonicalize_filename(options_get()->dir, NULL);
    g_autofree char *sample = config_sample(wishes->name, wishes->address, wishes->host);
    struct making making = {.dir = dir, .sample = sample};
    return make(&making);
}

int init_command(int argc, char **argv)
{
    struct wishes wishes = {0};
    const GOptionEntry entries[] = {
        {"address", 0, 0, G_OPTION_ARG_FILENAME, &wishes.address, NULL, NULL},
        {"name", 0, 0, G_OPTION_ARG_FILENAME, &wishes.name, NULL, NULL},
        {"host", 0, 0, G_OPTION_ARG_FILENAME, &wishes.host, NULL, NULL},
        {0}};
    int status;
    if (arguments_parse(&argc, argv, entries, help, &status)) {
        if (argc > 1)
            status = arguments_wrong("init: what is %s? see init --help", argv[1]);
        else if (!wishes.address)
            status = arguments_wrong("init: --address ADDRESS is missing");
        else
            status = check_and_make(&wishes);
    }
    g_free(wishes.address);
    g_free(wishes.name);
    g_free(wishes.host);
    return status;
}
