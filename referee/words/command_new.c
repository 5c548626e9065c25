// SPDX-License-Identifier: MIT
// `new OPTION=VALUE …` and `join [GAME] [nick=NAME]`: options of a game, read and written.
#include "referee/words/command_parts.h"
#include "referee/words/command_text.h"

#include <string.h>

static const char *name_of(unsigned option)
{
    static const char *const names[COMMAND_OPTION_RULE] = {
        [COMMAND_OPTION_SEATS] = "seats",       [COMMAND_OPTION_ROBOTS] = "robots",
        [COMMAND_OPTION_PACE] = "pace",         [COMMAND_OPTION_RULES] = "rules",
        [COMMAND_OPTION_SECURITY] = "security", [COMMAND_OPTION_PRESS] = "press",
        [COMMAND_OPTION_OPEN] = "open",         [COMMAND_OPTION_NAME] = "name",
        [COMMAND_OPTION_NICK] = "nick",
    };
    return option < COMMAND_OPTION_RULE ? names[option]
                                        : rules_option_list[option - COMMAND_OPTION_RULE].name;
}

enum { NAME_MAX_CHARACTERS = 60 };
static const gint64 hour = 3600;
static const gint64 day = 24 * 3600;

// The option named at from ... to, or COMMAND_OPTION_COUNT.
static unsigned option_at(const struct scan *scan, gsize from, gsize to)
{
    char key[FOLD_KEY_MAX];
    gboolean accented;
    if (!fold_key(scan->line, from, to, key, &accented))
        return COMMAND_OPTION_COUNT;
    for (unsigned i = 0; i < COMMAND_OPTION_COUNT; i++)
        if (strcmp(name_of(i), key) == 0)
            return i;
    // The one option that is a command, too: by any of that command's words.
    return words_command(key, accented, WORDS_ALL) == WORD_NICK ? (unsigned)COMMAND_OPTION_NICK
                                                                : COMMAND_OPTION_COUNT;
}

// Whether `option=` of a known option stands at pos; end_of gets the place behind the sign.
static unsigned option_ahead(const struct scan *scan, gsize pos, gsize *behind)
{
    gsize sign = pos;
    while (sign < scan->end && scan->line->fold[sign] != '=' && scan->line->fold[sign] != ' ')
        sign++;
    gsize to = sign;
    while (sign < scan->end && scan->line->fold[sign] == ' ')
        sign++;
    if (sign >= scan->end || scan->line->fold[sign] != '=')
        return COMMAND_OPTION_COUNT;
    *behind = sign + 1;
    return option_at(scan, pos, to);
}

// Reads a value that is one of two or three words; -1 for none of them.
static int choice(const struct scan *value, const char *const *words)
{
    char key[FOLD_KEY_MAX];
    if (!fold_key(value->line, value->pos, value->end, key, NULL))
        return -1;
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], key) == 0)
            return i;
    return -1;
}

static int choose(const struct scan *value, const char *first, const char *second,
                  const char *third)
{
    const char *const words[] = {first, second, third, NULL};
    return choice(value, words);
}

// A number alone, or -1.
static gint64 number(const struct scan *value)
{
    struct scan scan = *value;
    gint64 n;
    return scan_number(&scan, &n, NULL) && scan_done(&scan) ? n : -1;
}

static gboolean set_number(const struct scan *value, int least, int most, int *out)
{
    gint64 n = number(value);
    *out = (int)n;
    return n >= least && n <= most;
}

static gboolean set_pace(const struct scan *value, struct command_new *out)
{
    struct scan scan = *value;
    gint64 n;
    if (!scan_number(&scan, &n, NULL))
        return FALSE;
    out->pace_in_days = scan_letters(&scan, WORD_DAYS);
    if ((!out->pace_in_days && !scan_letters(&scan, WORD_HOURS)) || !scan_done(&scan))
        return FALSE;
    out->pace = n * (out->pace_in_days ? day : hour);
    return out->pace >= hour && out->pace <= 14 * day;
}

static gboolean is_quote_mark(gunichar c)
{
    return c == '"' || c == '\'' || c == 0x2018 || c == 0x2019 || c == 0xab || c == 0xbb ||
           (c >= 0x201c && c <= 0x201e);
}

// A name may be several words, quoted or not.
static gboolean set_name(const struct scan *value, struct command_new *out)
{
    gsize from = value->pos;
    gsize to = value->end;
    if (to - from >= 2 && is_quote_mark(value->line->raw[from]) &&
        is_quote_mark(value->line->raw[to - 1])) {
        from++;
        to--;
    }
    for (gsize i = from; i < to; i++)
        if (value->line->fold[i] != ' ' && !fold_printable(value->line->raw[i]))
            return FALSE;
    out->name = fold_cut(value->line, from, to);
    return *out->name && g_utf8_strlen(out->name, -1) <= NAME_MAX_CHARACTERS;
}

static gboolean set_word(struct command_new *out, unsigned option, const struct scan *value)
{
    int n = -1;
    if (option == COMMAND_OPTION_RULES) {
        n = choose(value, "brief", "booklet", NULL);
        out->booklet = n == 1;
    } else if (option == COMMAND_OPTION_SECURITY) {
        n = choose(value, "ticket", "signed", NULL);
        out->security = n == 1 ? COMMAND_SECURITY_SIGNED : COMMAND_SECURITY_TICKET;
    } else if (option == COMMAND_OPTION_PRESS) {
        n = choose(value, "all", "public", "none");
        out->press = n < 0 ? COMMAND_PRESS_ALL : (enum command_press)n;
    } else if (option == COMMAND_OPTION_OPEN) {
        struct scan yes = *value;
        struct scan no = *value;
        out->anybody = scan_word(&yes, WORD_YES);
        n = out->anybody || scan_word(&no, WORD_NO) ? 0 : -1;
    }
    return n >= 0;
}

// A number may be written with zeros before it.
static gboolean set_rule(const struct rules_option *option, const struct scan *value,
                         struct rules_options *out)
{
    char key[FOLD_KEY_MAX];
    if (option->is_number)
        g_snprintf(key, sizeof key, "%" G_GINT64_FORMAT, number(value));
    else if (!fold_key(value->line, value->pos, value->end, key, NULL))
        return FALSE;
    return rules_option_set(option, key, strlen(key), out);
}

static enum command_line set_nick(struct scan *value, struct command_new *out,
                                  struct command_wrong *wrong)
{
    out->nick = fold_cut(value->line, value->pos, value->end);
    enum command_fault fault = command_nick_fault(out->nick);
    return fault == COMMAND_FINE ? COMMAND_LINE_COMMAND
                                 : scan_wrong_word(wrong, fault, value, value->pos, value->end);
}

static enum command_line set(struct command_new *out, unsigned option, struct scan *value,
                             struct command_wrong *wrong)
{
    gboolean fine = FALSE;
    enum command_fault fault = COMMAND_FAULT_VALUE;
    if (option == COMMAND_OPTION_NICK)
        return set_nick(value, out, wrong);
    if (option == COMMAND_OPTION_SEATS) {
        fine = set_number(value, RULES_SEATS_MIN, RULES_SEATS_MAX, &out->seats);
    } else if (option == COMMAND_OPTION_ROBOTS) {
        fine = set_number(value, 0, RULES_SEATS_MAX - 1, &out->robots);
    } else if (option == COMMAND_OPTION_PACE) {
        fine = set_pace(value, out);
        fault = COMMAND_FAULT_PACE;
    } else if (option >= COMMAND_OPTION_RULE) {
        fine = set_rule(&rules_option_list[option - COMMAND_OPTION_RULE], value, &out->rules);
    } else if (option == COMMAND_OPTION_NAME) {
        fine = set_name(value, out);
    } else {
        fine = set_word(out, option, value);
    }
    if (fine)
        return COMMAND_LINE_COMMAND;
    scan_wrong(wrong, fault);
    if (wrong)
        g_strlcpy(wrong->word, name_of(option), sizeof wrong->word);
    return COMMAND_LINE_WRONG;
}

// Where the value that begins at pos ends: at the next blank; before the next option where there
// may be blanks in it, in a name and in `2 days`.
static gsize value_end(const struct scan *scan, unsigned option, gsize pos)
{
    gsize end = pos;
    gsize behind;
    while (end < scan->end) {
        while (end < scan->end && scan->line->fold[end] != ' ')
            end++;
        gsize next = end;
        while (next < scan->end && scan->line->fold[next] == ' ')
            next++;
        if ((option != COMMAND_OPTION_NAME && option != COMMAND_OPTION_PACE) || next >= scan->end ||
            option_ahead(scan, next, &behind) != COMMAND_OPTION_COUNT)
            break;
        end = next;
    }
    return end;
}

// Options up to the end; allowed: those that may stand here, a bit each.
static enum command_line read_options(struct scan *scan, unsigned allowed, struct command_new *out,
                                      struct command_wrong *wrong)
{
    gsize nick_from = 0;
    while (!scan_done(scan)) {
        gsize behind = 0;
        unsigned option = option_ahead(scan, scan->pos, &behind);
        if (option == COMMAND_OPTION_COUNT || !(allowed & 1u << option)) {
            gsize from, to;
            gboolean of_nick = out->n && out->order[out->n - 1] == COMMAND_OPTION_NICK;
            scan_token(scan, &from, &to);
            return scan_wrong_word(wrong, of_nick ? COMMAND_FAULT_NICK : COMMAND_FAULT_OPTION, scan,
                                   of_nick ? nick_from : from, to);
        }
        if (out->said & 1u << option)
            return scan_wrong_word(wrong, COMMAND_FAULT_TWICE, scan, scan->pos, behind - 1);
        out->said |= 1u << option;
        out->order[out->n++] = (guint8)option;
        scan->pos = behind;
        scan_blanks(scan);
        struct scan value = scan_part(scan, scan->pos, value_end(scan, option, scan->pos));
        if (option == COMMAND_OPTION_NICK)
            nick_from = value.pos;
        scan->pos = value.end;
        enum command_line line = set(out, option, &value, wrong);
        if (line != COMMAND_LINE_COMMAND)
            return line;
    }
    return COMMAND_LINE_COMMAND;
}

// What `rules=` names, but for the parts that were said by themselves.
static void fill_rules(struct command_new *out)
{
    struct rules_options whole = out->booklet ? rules_booklet : rules_brief;
    for (unsigned i = 0; i < RULES_OPTIONS; i++)
        if (!(out->said & 1u << (COMMAND_OPTION_RULE + i)))
            rules_option_copy(&rules_option_list[i], &whole, &out->rules);
}

enum command_line command_new_read(struct scan *scan, struct command *command,
                                   struct command_wrong *wrong)
{
    enum command_line line = read_options(scan, ~0u, command->game_wanted, wrong);
    fill_rules(command->game_wanted);
    return line;
}

static gboolean is_digit_next(struct scan *scan)
{
    scan_blanks(scan);
    return scan->pos < scan->end && g_unichar_isdigit(scan->line->fold[scan->pos]);
}

enum command_line command_join_read(struct scan *scan, struct command *command,
                                    struct command_wrong *wrong)
{
    struct scan ahead = *scan;
    if (scan_game(&ahead, &command->game)) {
        scan->pos = ahead.pos;
        if (scan->pos < scan->end && scan->line->fold[scan->pos] != ' ')
            return scan_wrong(wrong, COMMAND_FAULT_GAME);
    } else if (is_digit_next(scan)) {
        return scan_wrong(wrong, COMMAND_FAULT_GAME);
    }
    struct command_new options = {0};
    enum command_line line = read_options(scan, 1u << COMMAND_OPTION_NICK, &options, wrong);
    command->who = g_steal_pointer(&options.nick);
    return line;
}

static void format_option(const struct command_new *wanted, unsigned option, GString *out)
{
    static const char *const presses[] = {"all", "public", "none"};
    if (option >= COMMAND_OPTION_RULE) {
        g_string_append(out, rules_option_word(&rules_option_list[option - COMMAND_OPTION_RULE],
                                               &wanted->rules));
        return;
    }
    switch ((enum command_option)option) {
    case COMMAND_OPTION_SEATS:
        g_string_append_printf(out, "%d", wanted->seats);
        break;
    case COMMAND_OPTION_ROBOTS:
        g_string_append_printf(out, "%d", wanted->robots);
        break;
    case COMMAND_OPTION_PACE:
        g_string_append_printf(out, "%d%c",
                               (int)(wanted->pace / (wanted->pace_in_days ? day : hour)),
                               wanted->pace_in_days ? 'd' : 'h');
        break;
    case COMMAND_OPTION_RULES:
        g_string_append(out, wanted->booklet ? "booklet" : "brief");
        break;
    case COMMAND_OPTION_SECURITY:
        g_string_append(out, wanted->security == COMMAND_SECURITY_SIGNED ? "signed" : "ticket");
        break;
    case COMMAND_OPTION_PRESS:
        g_string_append(out, presses[wanted->press]);
        break;
    case COMMAND_OPTION_OPEN:
        g_string_append(out, wanted->anybody ? "yes" : "no");
        break;
    case COMMAND_OPTION_NAME:
        g_string_append(out, wanted->name);
        break;
    case COMMAND_OPTION_NICK:
        g_string_append(out, wanted->nick);
        break;
    case COMMAND_OPTION_RULE:
    case COMMAND_OPTION_COUNT:
        g_assert_not_reached();
    }
}

void command_new_format(const struct command_new *wanted, GString *out)
{
    for (unsigned i = 0; i < wanted->n; i++) {
        g_string_append_printf(out, " %s=", name_of(wanted->order[i]));
        format_option(wanted, wanted->order[i], out);
    }
}
