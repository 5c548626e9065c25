// SPDX-License-Identifier: MIT
// See arguments.h. GOption reads the options; its own help isn't used, for it asks the locale.
#include "referee/setup/arguments.h"

#include "base/nearest.h"
#include "base/plain.h"
#include "referee/setup/amount.h"
#include "referee/setup/options.h"

#include <stdio.h>
#include <string.h>

static const char *program = "referee23";

void arguments_set_program(const char *name)
{
    program = name;
}

G_GNUC_PRINTF(1, 0)
static void complain(const char *format, va_list args)
{
    g_autofree char *message = g_strdup_vprintf(format, args);
    g_autofree char *plain = plain_line(message, -1);
    fprintf(stderr, "%s: %s\n", program, plain);
}

int arguments_wrong(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(format, args);
    va_end(args);
    return EXIT_WRONG_USAGE;
}

int arguments_no(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(format, args);
    va_end(args);
    return EXIT_NO;
}

static gboolean parse(int *argc, char **argv, const GOptionEntry *entries, gboolean *out_wants_help,
                      int *out_status)
{
    const GOptionEntry help_entry[] = {
        {"help", 'h', 0, G_OPTION_ARG_NONE, out_wants_help, NULL, NULL}, {0}};
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_add_main_entries(context, help_entry, NULL);
    if (entries)
        g_option_context_add_main_entries(context, entries, NULL);
    g_autoptr(GError) error = NULL;
    if (!g_option_context_parse(context, argc, &argv, &error)) {
        *out_status = arguments_wrong("%s: %s; see %s --help", argv[0], error->message, argv[0]);
        return FALSE;
    }
    // GOption leaves the "--" in when something that looks like an option follows it.
    if (*argc > 1 && strcmp(argv[1], "--") == 0) {
        memmove(argv + 1, argv + 2, sizeof *argv * (size_t)(*argc - 1));
        (*argc)--;
    }
    *out_status = EXIT_DONE;
    return TRUE;
}

gboolean arguments_parse(int *argc, char **argv, const GOptionEntry *entries, const char *help,
                         int *out_status)
{
    gboolean wants_help = FALSE;
    if (!parse(argc, argv, entries, &wants_help, out_status))
        return FALSE;
    if (wants_help)
        fputs(help, stdout);
    return !wants_help;
}

gboolean arguments_parse_making(int *argc, char **argv, const GOptionEntry *entries,
                                char *(*make_help)(void), int *out_status)
{
    gboolean wants_help = FALSE;
    if (!parse(argc, argv, entries, &wants_help, out_status))
        return FALSE;
    g_autofree char *help = wants_help ? make_help() : NULL;
    if (help)
        fputs(help, stdout);
    return !help;
}

static const char *nearest_verb(const char *word, const struct arguments_verb *verbs, gsize n)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    for (gsize i = 0; i < n; i++)
        g_ptr_array_add(words, (gpointer)verbs[i].word);
    return nearest_find(word, (const char *const *)words->pdata, words->len);
}

int arguments_dispatch(int argc, char **argv, const struct arguments_verb *verbs, gsize n,
                       const char *help)
{
    if (argc < 2)
        return arguments_wrong("%s: what? see %s --help", argv[0], argv[0]);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        fputs(help, stdout);
        return EXIT_DONE;
    }
    for (gsize i = 0; i < n; i++)
        if (strcmp(verbs[i].word, argv[1]) == 0)
            return verbs[i].run(argc - 1, argv + 1);
    return arguments_wrong("%s: there is no %s; did you mean %s? see %s --help", argv[0], argv[1],
                           nearest_verb(argv[1], verbs, n), argv[0]);
}

gboolean arguments_id(const char *text, gint64 *out_id)
{
    return amount_parse_number(text, 1, G_GINT64_CONSTANT(999999999999), out_id);
}
