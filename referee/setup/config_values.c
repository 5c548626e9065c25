// SPDX-License-Identifier: MIT
// How each kind of value in referee.conf is read. See config_table.h for the contract.
//
// Decides what one value may look like; what goes together is config_check.c's.
#include "base/address.h"
#include "referee/setup/amount.h"
#include "referee/setup/config_table.h"

#include <string.h>

static void *field(const struct setting *setting, struct config *config)
{
    return (char *)config + setting->at;
}

static void set_string(const struct setting *setting, struct config *config, char *taken)
{
    char **string = field(setting, config);
    g_free(*string);
    *string = taken;
}

static char *read_text(const struct setting *setting, const char *text, struct config *config)
{
    gsize len = strlen(text);
    if (len < (gsize)setting->min || len > (gsize)setting->max)
        return g_strdup_printf("it may have %d to %d bytes", (int)setting->min, (int)setting->max);
    set_string(setting, config, g_strdup(text));
    return NULL;
}

static char *read_path(const struct setting *setting, const char *text, struct config *config)
{
    set_string(setting, config, *text ? g_canonicalize_filename(text, config->dir) : g_strdup(""));
    return NULL;
}

// A word, or else a file.
static char *read_journal(const struct setting *setting, const char *text, struct config *config)
{
    g_auto(GStrv) words = g_strsplit(setting->words, " ", -1);
    if (!g_strv_contains((const char *const *)words, text) && *text)
        return read_path(setting, text, config);
    set_string(setting, config, g_strdup(*text ? text : setting->preset));
    return NULL;
}

// credential:NAME is a file that systemd made for the service (systemd.exec, LoadCredential).
static char *read_password_file(const struct setting *setting, const char *text,
                                struct config *config)
{
    static const char prefix[] = "credential:";
    if (!g_str_has_prefix(text, prefix))
        return read_path(setting, text, config);
    const char *name = text + strlen(prefix);
    if (*name == '\0' || strchr(name, '/') || *name == '.')
        return g_strdup("a credential has a plain name, as in LoadCredential");
    const char *folder = g_getenv("CREDENTIALS_DIRECTORY");
    if (!folder)
        folder = "/run/credentials/referee23.service";
    set_string(setting, config, g_build_filename(folder, name, NULL));
    return NULL;
}

static char *read_address(const struct setting *setting, const char *text, struct config *config)
{
    if (*text == '\0' && setting->preset) {
        set_string(setting, config, g_strdup(""));
        return NULL;
    }
    const char *wrong = NULL;
    char *address = address_canonical(text, &wrong);
    if (!address)
        return g_strdup_printf("an address like referee@example.org is wanted; %s", wrong);
    set_string(setting, config, address);
    return NULL;
}

static char *read_host(const struct setting *setting, const char *text, struct config *config)
{
    const char *wrong = NULL;
    char *host = *text ? address_host(text, &wrong) : g_strdup("");
    if (!host)
        return g_strdup_printf("a host name like mail.example.org is wanted; %s", wrong);
    set_string(setting, config, host);
    return NULL;
}

static char *read_timezone(const struct setting *setting, const char *text, struct config *config)
{
    g_autoptr(GTimeZone) zone = *text ? g_time_zone_new_identifier(text) : NULL;
    if (!zone || strchr(text, '.') || *text == '/')
        return g_strdup("a time zone like Europe/Paris or UTC is wanted");
    set_string(setting, config, g_strdup(text));
    return NULL;
}

// The index of text among the setting's words, or -1.
static int word_index(const struct setting *setting, const char *text)
{
    g_auto(GStrv) words = g_strsplit(setting->words, " ", -1);
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

static char *one_of(const char *words)
{
    g_auto(GStrv) parts = g_strsplit(words, " ", -1);
    g_autofree char *joined = g_strjoinv(", ", parts);
    return g_strdup_printf("it is one of: %s", joined);
}

static char *read_word(const struct setting *setting, const char *text, struct config *config)
{
    gboolean unsaid = *text == '\0' && setting->preset && *setting->preset == '\0';
    if (!unsaid && word_index(setting, text) < 0)
        return one_of(setting->words);
    set_string(setting, config, g_strdup(text));
    return NULL;
}

// Whether there is such a folder of templates, doctor looks.
static char *read_language(const struct setting *setting, const char *text, struct config *config)
{
    gsize letters = strspn(text, "abcdefghijklmnopqrstuvwxyz-");
    if (letters < 2 || letters > 8 || text[letters])
        return g_strdup("it is the name of a folder of templates, like en, fr or de");
    set_string(setting, config, g_strdup(text));
    return NULL;
}

// The words stand in the order of the enum.
static char *read_kind(const struct setting *setting, const char *text, struct config *config)
{
    G_STATIC_ASSERT(sizeof(enum config_receive) == sizeof(int));
    G_STATIC_ASSERT(sizeof(enum config_send) == sizeof(int));
    int index = word_index(setting, text);
    if (index < 0)
        return one_of(setting->words);
    memcpy(field(setting, config), &index, sizeof index);
    return NULL;
}

static char *read_command(const struct setting *setting, const char *text, struct config *config)
{
    char **argv = NULL;
    if (!g_shell_parse_argv(text, NULL, &argv, NULL))
        return g_strdup(
            "a program and its options are wanted; a quote doesn't end, or it is empty");
    if (!g_path_is_absolute(argv[0])) {
        g_strfreev(argv);
        return g_strdup("the program's full path is wanted, such as /usr/sbin/sendmail");
    }
    char ***strings = field(setting, config);
    g_strfreev(*strings);
    *strings = argv;
    return NULL;
}

// GKeyFile's own notation for lists: a ; between the lines, \; for a ; in one.
static char *read_lines(const struct setting *setting, const char *text, struct config *config)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    GString *line = g_string_new(NULL);
    for (const char *p = text;; p++) {
        if (*p == '\0' || *p == ';') {
            g_strstrip(line->str);
            if (line->str[0])
                g_ptr_array_add(lines, g_strdup(line->str));
            g_string_truncate(line, 0);
            if (*p == '\0')
                break;
        } else {
            p += *p == '\\' && p[1] == ';';
            g_string_append_c(line, *p);
        }
    }
    g_string_free(line, TRUE);
    if (lines->len > (guint)setting->max)
        return g_strdup_printf("at most %d lines", (int)setting->max);
    g_ptr_array_add(lines, NULL);
    char ***strings = field(setting, config);
    g_strfreev(*strings);
    *strings = (char **)g_ptr_array_free(g_steal_pointer(&lines), FALSE);
    return NULL;
}

static char *read_quiet(const struct setting *setting, const char *text, struct config *config)
{
    g_auto(GStrv) hours = g_strsplit(text, "-", 2);
    gint64 from;
    gint64 to;
    if (!hours[0] || !hours[1] || !amount_parse_number(hours[0], 0, 23, &from) ||
        !amount_parse_number(hours[1], 0, 23, &to))
        return g_strdup("two hours from 0 to 23 are wanted, such as 23-8");
    if ((to - from + 24) % 24 > setting->max)
        return g_strdup_printf("at most %d hours may be quiet", (int)setting->max);
    config->quiet_from = (int)from;
    config->quiet_to = (int)to;
    return NULL;
}

// One part of the rules, such as gap=skipped. FALSE: there is no such part.
static gboolean read_part(const char *part, struct rules_options *options)
{
    gsize name = strcspn(part, "=");
    for (unsigned i = 0; i < RULES_OPTIONS; i++) {
        const struct rules_option *option = &rules_option_list[i];
        if (strlen(option->name) == name && strncmp(option->name, part, name) == 0 && part[name])
            return rules_option_set(option, part + name + 1, strlen(part + name + 1), options);
    }
    return FALSE;
}

static char *read_rules(const struct setting *setting, const char *text, struct config *config)
{
    (void)setting;
    struct rules_options options = rules_brief;
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    gboolean first = TRUE;
    for (char **word = words; *word; word++) {
        if (**word == '\0')
            continue;
        gboolean known = TRUE;
        if (first && strcmp(*word, "booklet") == 0)
            options = rules_booklet;
        else if (!(first && strcmp(*word, "brief") == 0))
            known = read_part(*word, &options);
        if (!known)
            return g_strdup("brief or booklet is wanted, or parts of them: gap=difference|skipped "
                            "bonus=window|shift discard=3|0 stall=3|0");
        first = FALSE;
    }
    if (first)
        return g_strdup("brief or booklet is wanted");
    config->rules = options;
    return NULL;
}

static char *read_yes_no(const struct setting *setting, const char *text, struct config *config)
{
    gboolean yes = strcmp(text, "yes") == 0;
    if (!yes && strcmp(text, "no") != 0)
        return g_strdup("it is yes or no");
    *(gboolean *)field(setting, config) = yes;
    return NULL;
}

static char *read_time(const struct setting *setting, const char *text, struct config *config)
{
    if (amount_parse_time(text, setting->min, setting->max, field(setting, config)))
        return NULL;
    g_autofree char *min = setting->min ? amount_format_time(setting->min) : g_strdup("0h");
    g_autofree char *max = amount_format_time(setting->max);
    return g_strdup_printf("a time from %s to %s is wanted, in whole hours or days: 48h, 2d", min,
                           max);
}

static char *read_bytes(const struct setting *setting, const char *text, struct config *config)
{
    if (amount_parse_bytes(text, setting->min, setting->max, field(setting, config)))
        return NULL;
    return g_strdup_printf("from %dK to %dM are wanted, such as 512K or 2M",
                           (int)(setting->min / 1024), (int)(setting->max / (1024 * 1024)));
}

static char *read_number(const struct setting *setting, const char *text, struct config *config)
{
    gint64 number;
    if (!amount_parse_number(text, setting->min, setting->max, &number))
        return g_strdup_printf("a number from %d to %d is wanted", (int)setting->min,
                               (int)setting->max);
    *(int *)field(setting, config) = (int)number;
    return NULL;
}

// ---- the kinds ---------------------------------------------------------------------------------

static void free_string(void *at)
{
    g_clear_pointer((char **)at, g_free);
}

static void free_strings(void *at)
{
    g_clear_pointer((char ***)at, g_strfreev);
}

const struct setting_kind config_text = {.read = read_text, .drop = free_string};
const struct setting_kind config_journal = {.read = read_journal, .drop = free_string};
const struct setting_kind config_path = {.read = read_path, .drop = free_string};
const struct setting_kind config_address = {.read = read_address, .drop = free_string};
const struct setting_kind config_host = {.read = read_host, .drop = free_string};
const struct setting_kind config_timezone = {.read = read_timezone, .drop = free_string};
const struct setting_kind config_word = {.read = read_word, .drop = free_string};
const struct setting_kind config_kind = {.read = read_kind};
const struct setting_kind config_password_file = {.read = read_password_file, .drop = free_string};
const struct setting_kind config_command = {.read = read_command, .drop = free_strings};
const struct setting_kind config_lines = {.read = read_lines, .drop = free_strings, .raw = TRUE};
const struct setting_kind config_quiet = {.read = read_quiet};
const struct setting_kind config_rules = {.read = read_rules};
const struct setting_kind config_yes_no = {.read = read_yes_no};
const struct setting_kind config_language = {.read = read_language, .drop = free_string};
const struct setting_kind config_time = {.read = read_time};
const struct setting_kind config_bytes = {.read = read_bytes};
const struct setting_kind config_number = {.read = read_number};
