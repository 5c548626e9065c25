// SPDX-License-Identifier: MIT
// See command_text.h. Here: which command a line begins, and those that need few words.
#include "referee/words/command_text.h"

#include "referee/words/command_parts.h"

#include <string.h>

// How what follows a word is read. The reader gets a command of the verb, initialised.
typedef enum command_line reader(struct scan *, struct command *, struct command_wrong *);

static enum command_line nothing(struct scan *scan, struct command *command,
                                 struct command_wrong *wrong)
{
    (void)command;
    (void)wrong;
    return scan_done(scan) ? COMMAND_LINE_COMMAND : COMMAND_LINE_OTHER;
}

static enum command_line move(struct scan *scan, struct command *command,
                              struct command_wrong *wrong)
{
    return scan_done(scan) ? scan_wrong(wrong, COMMAND_FAULT_NO_CARD)
                           : scan_move(scan, &command->move, wrong);
}

static int by_value(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

static enum command_line discard(struct scan *scan, struct command *command,
                                 struct command_wrong *wrong)
{
    gint64 cards[RULES_DISCARD_MAX + 1];
    if (scan_done(scan))
        return scan_wrong_number(wrong, COMMAND_FAULT_DISCARD_COUNT, 0);
    unsigned n = scan_cards(scan, TRUE, cards, G_N_ELEMENTS(cards), NULL);
    if (n == 0)
        return COMMAND_LINE_OTHER;
    for (unsigned i = 0; i < MIN(n, G_N_ELEMENTS(cards)); i++)
        if (cards[i] < 1 || cards[i] > RULES_VALUE_MAX)
            return scan_wrong_number(wrong, COMMAND_FAULT_CARD, cards[i]);
    if (n != RULES_DISCARD_MAX)
        return scan_wrong_number(wrong, COMMAND_FAULT_DISCARD_COUNT, n);
    for (unsigned i = 0; i < n; i++)
        command->cards[i] = (uint8_t)cards[i];
    qsort(command->cards, n, 1, by_value);
    return COMMAND_LINE_COMMAND;
}

static enum command_line plan(struct scan *scan, struct command *command,
                              struct command_wrong *wrong)
{
    (void)wrong;
    if (scan_word(scan, WORD_OFF)) {
        command_clear(command);
        command_init(command, COMMAND_PLAN_OFF);
    }
    return scan_done(scan) ? COMMAND_LINE_COMMAND : COMMAND_LINE_OTHER;
}

// Whether a whole command stands there, and nothing but words: `help my data`, `help pass force`.
static gboolean command_of_words(const struct scan *scan, gsize from)
{
    g_autofree char *rest = fold_cut(scan->line, from, scan->end);
    struct command command;
    gboolean is = strpbrk(rest, "0123456789:") == NULL &&
                  command_parse_text(rest, scan->languages, &command, NULL) == COMMAND_LINE_COMMAND;
    if (is)
        command_clear(&command);
    return is;
}

// The word may be any; one of ours is kept in English.
static enum command_line help(struct scan *scan, struct command *command,
                              struct command_wrong *wrong)
{
    gsize from, to;
    char key[FOLD_KEY_MAX];
    gboolean accented;
    (void)wrong;
    if (!scan_token(scan, &from, &to))
        return COMMAND_LINE_COMMAND;
    if (!fold_key(scan->line, from, to, key, &accented))
        return COMMAND_LINE_OTHER;
    enum word word = words_command(key, accented, scan->languages);
    if (!scan_done(scan) && !command_of_words(scan, from))
        return COMMAND_LINE_OTHER;
    command->who = g_strdup(word != WORD_NONE ? words_show(word, WORDS_EN) : key);
    return COMMAND_LINE_COMMAND;
}

static enum command_line game(struct scan *scan, struct command *command,
                              struct command_wrong *wrong)
{
    if (!scan_game(scan, &command->game))
        return scan_wrong(wrong, COMMAND_FAULT_GAME);
    return scan_done(scan) ? COMMAND_LINE_COMMAND : COMMAND_LINE_OTHER;
}

static enum command_line my_data(struct scan *scan, struct command *command,
                                 struct command_wrong *wrong)
{
    return scan_word(scan, WORD_DATA) ? nothing(scan, command, wrong) : COMMAND_LINE_OTHER;
}

static enum command_line forget(struct scan *scan, struct command *command,
                                struct command_wrong *wrong)
{
    return scan_word(scan, WORD_ME) ? nothing(scan, command, wrong) : COMMAND_LINE_OTHER;
}

// What was played stays. Of help is what shows it beforehand.
static enum command_line undo(struct scan *scan, struct command *command,
                              struct command_wrong *wrong)
{
    (void)scan;
    (void)command;
    return scan_wrong(wrong, COMMAND_FAULT_UNDO);
}

static const struct {
    enum command_verb verb;
    reader *read;
} table[WORD_BONUS] = {
    [WORD_NEW] = {COMMAND_NEW, command_new_read},
    [WORD_INVITE] = {COMMAND_INVITE, command_names_read},
    [WORD_JOIN] = {COMMAND_JOIN, command_join_read},
    [WORD_DECLINE] = {COMMAND_DECLINE, nothing},
    [WORD_START] = {COMMAND_START, nothing},
    [WORD_DISCARD] = {COMMAND_DISCARD, discard},
    [WORD_PREVIEW] = {COMMAND_PREVIEW, move},
    [WORD_PLAN] = {COMMAND_PLAN, plan},
    [WORD_STATUS] = {COMMAND_STATUS, nothing},
    [WORD_HAND] = {COMMAND_HAND, nothing},
    [WORD_RESEND] = {COMMAND_RESEND, nothing},
    [WORD_HISTORY] = {COMMAND_HISTORY, nothing},
    [WORD_GAMES] = {COMMAND_GAMES, nothing},
    [WORD_OPEN] = {COMMAND_OPEN, nothing},
    [WORD_STANDINGS] = {COMMAND_STANDINGS, nothing},
    [WORD_RULES] = {COMMAND_RULES, nothing},
    [WORD_HELP] = {COMMAND_HELP, help},
    [WORD_WATCH] = {COMMAND_WATCH, game},
    [WORD_UNWATCH] = {COMMAND_UNWATCH, game},
    [WORD_YES] = {COMMAND_YES, nothing},
    [WORD_NO] = {COMMAND_NO, nothing},
    [WORD_REMATCH] = {COMMAND_REMATCH, nothing},
    [WORD_PAUSE] = {COMMAND_PAUSE, nothing},
    [WORD_SUBSTITUTE] = {COMMAND_SUBSTITUTE, command_substitute_read},
    [WORD_NICK] = {COMMAND_NICK, command_nick_read},
    [WORD_TIMEZONE] = {COMMAND_TIMEZONE, command_setting_read},
    [WORD_LANGUAGE] = {COMMAND_LANGUAGE, command_setting_read},
    [WORD_MAIL] = {COMMAND_MAIL, command_setting_read},
    [WORD_QUIET] = {COMMAND_QUIET, command_setting_read},
    [WORD_VACATION] = {COMMAND_VACATION, command_setting_read},
    [WORD_BACK] = {COMMAND_BACK, nothing},
    [WORD_CALENDAR] = {COMMAND_CALENDAR, command_setting_read},
    [WORD_PRIVATE] = {COMMAND_PRIVATE, command_setting_read},
    [WORD_ADDRESS] = {COMMAND_ADDRESS, command_address_read},
    [WORD_KEY] = {COMMAND_KEY, command_key_read},
    [WORD_MY] = {COMMAND_MY_DATA, my_data},
    [WORD_FORGET] = {COMMAND_FORGET_ME, forget},
    [WORD_FORGET_ME] = {COMMAND_FORGET_ME, nothing},
    [WORD_RESIGN] = {COMMAND_RESIGN, nothing},
    [WORD_CANCEL] = {COMMAND_CANCEL, nothing},
    [WORD_AGREE] = {COMMAND_AGREE, nothing},
    [WORD_BLOCK] = {COMMAND_BLOCK, nothing},
    [WORD_UNBLOCK] = {COMMAND_UNBLOCK, nothing},
    [WORD_UNDO] = {COMMAND_PREVIEW, undo},
};

// `say`, `tell NICK`, `dire à NICK`, `sagen an NICK`: verb and nick by their words, the rest as it
// was written. FALSE when the line begins none of these.
static gboolean free_text(const struct fold *line, unsigned languages, struct command *command,
                          struct command_wrong *wrong, enum command_line *out)
{
    struct scan scan = {line, line->from, line->to, languages};
    struct scan first = scan;
    gsize from, to;
    gboolean tell = scan_word(&scan, WORD_TELL);
    if (!tell && !scan_word(&scan, WORD_SAY))
        return FALSE;
    for (unsigned language = WORDS_EN; !tell && language < WORDS_ALL; language *= 2) {
        struct scan same = first;
        same.languages = languages & language;
        tell = same.languages && scan_word(&same, WORD_SAY) && scan_word(&same, WORD_TO);
        if (tell)
            scan.pos = same.pos;
    }
    command_init(command, tell ? COMMAND_TELL : COMMAND_SAY);
    *out = COMMAND_LINE_COMMAND;
    if (tell) {
        if (!scan_token(&scan, &from, &to)) {
            *out = scan_wrong(wrong, COMMAND_FAULT_WHO);
            return TRUE;
        }
        if (to - from > 1 && (line->fold[to - 1] == ':' || line->fold[to - 1] == ','))
            to--;
        command->who = fold_cut(line, from, to);
        enum command_fault fault = command_nick_fault(command->who);
        if (fault == COMMAND_FAULT_NICK)
            *out = scan_wrong_word(wrong, fault, &scan, from, to);
    }
    command->text = fold_cut(line, scan.pos, line->to);
    return TRUE;
}

// `luck: TEXT`, with or without a blank before the colon.
static gboolean luck(const struct fold *line, unsigned languages, struct command *command,
                     struct command_wrong *wrong, enum command_line *out)
{
    gsize colon = line->from;
    while (colon < line->to && line->fold[colon] != ':')
        colon++;
    struct scan word = {line, line->from, colon, languages};
    if (colon == line->to || !scan_word(&word, WORD_LUCK) || !scan_done(&word))
        return FALSE;
    command_init(command, COMMAND_LUCK);
    command->text = fold_cut(line, colon + 1, line->to);
    *out = *command->text ? COMMAND_LINE_COMMAND : scan_wrong(wrong, COMMAND_FAULT_TEXT);
    return TRUE;
}

// A control character in free text would reach a terminal or a header some day.
static gboolean has_control(const struct fold *line)
{
    for (gsize i = line->from; i < line->to; i++)
        if (g_unichar_iscntrl(line->raw[i]) && line->raw[i] != '\t')
            return TRUE;
    return FALSE;
}

// A whole sentence that says the same as a command without anything behind it. Only a question may
// end as one.
static enum command_line sentence(const struct scan *scan, struct command *command,
                                  struct command_wrong *wrong)
{
    char text[FOLD_SENTENCE_MAX];
    gboolean asks;
    struct scan behind = scan_part(scan, scan->end, scan->end);
    if (!fold_sentence(scan->line, scan->pos, scan->end, text, &asks))
        return COMMAND_LINE_OTHER;
    enum word word = words_sentence(text, scan->languages, &command->written);
    if (word == WORD_NONE || (word != WORD_PASS && !table[word].read))
        return COMMAND_LINE_OTHER;
    unsigned written = command->written;
    command_init(command, word == WORD_PASS ? COMMAND_MOVE : table[word].verb);
    command->written = written;
    command->sentence = 1;
    for (const char *p = text; *p; p++)
        command->sentence += *p == ' ';
    if (word == WORD_PASS)
        command->move.kind = MOVE_PASS;
    enum command_line line =
        word == WORD_PASS ? COMMAND_LINE_COMMAND : table[word].read(&behind, command, wrong);
    if (!asks || command_only_asks(command))
        return line;
    command_clear(command);
    return COMMAND_LINE_OTHER;
}

static enum command_line known_verb(struct scan *scan, struct command *command,
                                    struct command_wrong *wrong)
{
    struct scan first = *scan;
    struct scan lone = *scan;
    gsize from, to;
    char key[FOLD_KEY_MAX];
    gboolean accented;
    enum command_line whole = sentence(scan, command, wrong);
    if (whole != COMMAND_LINE_OTHER)
        return whole;
    // `spiele` asks for the games, `spiele 7 7` plays
    gboolean games = scan_word(&lone, WORD_GAMES) && scan_done(&lone);
    enum command_line line = games ? COMMAND_LINE_OTHER : scan_move(&first, &command->move, wrong);
    if (line != COMMAND_LINE_OTHER) {
        command->verb = COMMAND_MOVE;
        return line;
    }
    if (!scan_token(scan, &from, &to) || !fold_key(scan->line, from, to, key, &accented))
        return COMMAND_LINE_OTHER;
    enum word word = games ? WORD_GAMES : words_command(key, accented, scan->languages);
    if (word == WORD_NONE || !table[word].read)
        return COMMAND_LINE_OTHER;
    command_init(command, table[word].verb);
    return table[word].read(scan, command, wrong);
}

// The word at pos, from its first letter to its last, into key.
static gboolean near_key(const struct scan *scan, gsize *pos, char key[FOLD_KEY_MAX])
{
    const gunichar *fold = scan->line->fold;
    while (*pos < scan->end && !g_unichar_isalnum(fold[*pos]))
        (*pos)++;
    gsize from = *pos;
    while (*pos < scan->end && (g_unichar_isalpha(fold[*pos]) || g_unichar_ismark(fold[*pos]) ||
                                fold[*pos] == '\'' || fold[*pos] == 0x2019 || fold[*pos] == '-'))
        (*pos)++;
    gsize to = *pos;
    while (to > from && (fold[to - 1] == '-' || fold[to - 1] == '\''))
        to--;
    return fold_key(scan->line, from, to, key, NULL);
}

// Cards, and behind them nothing but signs, or one word that may have been `bonus`.
static gboolean is_near_cards(const struct scan *scan)
{
    struct scan cards = *scan;
    gint64 number;
    gsize digits;
    gsize from, to;
    char key[FOLD_KEY_MAX];
    gboolean any = FALSE;
    scan_blanks(&cards);
    while (scan_number(&cards, &number, &digits)) {
        if (digits > 2)
            return FALSE;
        any = TRUE;
        while (cards.pos < cards.end &&
               strchr(" ,;.x?!", (int)MIN(cards.line->fold[cards.pos], 127)))
            cards.pos++;
    }
    if (!any || cards.pos >= cards.end)
        return any;
    return scan_token(&cards, &from, &to) && scan_done(&cards) &&
           fold_key(cards.line, from, to, key, NULL) && key[0] == 'b';
}

// A line that a slip of the finger keeps from being a command.
static gboolean is_near(const struct scan *scan)
{
    gsize pos = scan->pos;
    char key[FOLD_KEY_MAX];
    if (near_key(scan, &pos, key)) {
        char second[FOLD_KEY_MAX];
        return words_near_command(key, near_key(scan, &pos, second) ? second : NULL,
                                  scan->languages);
    }
    return is_near_cards(scan);
}

// A sentence has none of these; a line that is meant for the referee often has.
static gboolean is_sure(const struct scan *whole)
{
    struct scan scan = *whole;
    gsize from, to;
    scan_token(&scan, &from, &to);
    if (scan_done(&scan))
        return TRUE;
    for (gsize i = whole->pos; i < whole->end; i++)
        if (g_unichar_isdigit(whole->line->fold[i]) || whole->line->fold[i] == '=' ||
            whole->line->fold[i] == '@')
            return TRUE;
    return FALSE;
}

// In which languages the first word is written so.
static unsigned written(const struct scan *whole)
{
    gsize pos = whole->pos;
    char key[FOLD_KEY_MAX];
    return near_key(whole, &pos, key) ? words_written(key) : 0;
}

// What stands in the line, but for slips of the finger.
static enum command_line read_line(const struct fold *line, const struct scan *whole,
                                   struct command *out_command, struct command_wrong *wrong)
{
    enum command_line read = COMMAND_LINE_OTHER;
    struct scan scan = *whole;
    memset(out_command, 0, sizeof *out_command);
    if (line->from < line->to && line->fold[line->from] == '#')
        return COMMAND_LINE_COMMENT;
    if (!has_control(line) && !free_text(line, scan.languages, out_command, wrong, &read) &&
        !luck(line, scan.languages, out_command, wrong, &read) &&
        scan.end - scan.pos <= FOLD_LINE_MAX)
        read = known_verb(&scan, out_command, wrong);
    return read;
}

enum command_line command_parse(const struct fold *line, unsigned languages,
                                struct command *out_command, struct command_wrong *out_wrong)
{
    struct command_wrong wrong = {0};
    struct scan whole;
    scan_begin(&whole, line, languages);
    enum command_line read = read_line(line, &whole, out_command, &wrong);
    if (read == COMMAND_LINE_COMMENT)
        return read;
    wrong.verb = out_command->verb;
    wrong.sure = is_sure(&whole);
    if (read == COMMAND_LINE_COMMAND && !out_command->sentence)
        out_command->written = written(&whole);
    else if (read != COMMAND_LINE_COMMAND)
        command_clear(out_command);
    if (read == COMMAND_LINE_OTHER && is_near(&whole))
        read = COMMAND_LINE_NEAR;
    if (out_wrong) {
        if (read == COMMAND_LINE_WRONG)
            *out_wrong = wrong;
        else
            memset(out_wrong, 0, sizeof *out_wrong);
    }
    return read;
}

enum command_line command_parse_text(const char *text, unsigned languages,
                                     struct command *out_command, struct command_wrong *out_wrong)
{
    struct fold line;
    fold_init(&line, text, -1);
    enum command_line read = command_parse(&line, languages, out_command, out_wrong);
    fold_clear(&line);
    return read;
}

// The letters at the start of a text in their plain form, into key; returns what follows them.
static const char *first_letters(const char *text, char key[FOLD_KEY_MAX])
{
    gsize n = 0;
    for (; n < FOLD_KEY_MAX - 1 && g_ascii_isalpha(text[n]); n++)
        key[n] = g_ascii_tolower(text[n]);
    key[n] = '\0';
    return text + n;
}

// Whether what begins so doesn't belong to the word before it.
static gboolean ends_word(const char *rest)
{
    return *rest == '\0' || strchr(" ,;:.!?", *rest);
}

// Whether what begins with a digit goes on as no cards do: with a sign, or a word but `bonus`.
static gboolean are_no_cards(const char *text)
{
    char key[FOLD_KEY_MAX];
    const char *word = text;
    while (g_ascii_isdigit(*word) || *word == ' ' || *word == ',' || *word == 'x' || *word == 'X')
        word++;
    const char *behind = first_letters(word, key);
    if (behind > word)
        return ends_word(behind) && !words_is(key, FALSE, WORD_BONUS, WORDS_ALL);
    return *word && strchr(":()[]{}<>*/\"=-", *word);
}

// Most lines of a mail begin with a word that begins no command, or with a sign that stands in no
// word: they need no closer look.
static gboolean begins_none(const char *text)
{
    char key[FOLD_KEY_MAX];
    if (g_ascii_isdigit(text[0]))
        return are_no_cards(text);
    const char *behind = first_letters(text, key);
    if (*behind && strchr("()[]{}<>*/\"=0123456789", *behind))
        return TRUE;
    return behind > text && ends_word(behind) && !words_may_begin(key);
}

gboolean command_is_whole(const char *text)
{
    struct command command;
    struct command_wrong wrong = {0};
    struct fold line;
    struct scan whole;
    if (begins_none(text))
        return FALSE;
    fold_init(&line, text, -1);
    scan_begin(&whole, &line, WORDS_ALL);
    enum command_line read = read_line(&line, &whole, &command, &wrong);
    command_clear(&command);
    fold_clear(&line);
    return read == COMMAND_LINE_COMMAND;
}

gboolean command_is_end(const struct fold *line, unsigned languages)
{
    struct scan scan;
    scan_begin(&scan, line, languages);
    return scan_word(&scan, WORD_END) && scan_done(&scan);
}
