// SPDX-License-Identifier: MIT
// See line.h. Reading comes first, writing after it; every spelling that is read is the one
// written.
#include "referee/record/line.h"

#include "base/utc.h"
#include "referee/rules/notation.h"

#include <sodium.h>
#include <string.h>

enum { HASH = 32, HASH_TEXT = 2 * HASH + 1 };

static const char *const marks[] = {"", " by clock", " by robot"};

bool line_is_clean(const char *text, gsize len)
{
    bool ascii = true;
    for (gsize i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c == 0x7f)
            return false;
        ascii = ascii && c < 0x80;
    }
    return ascii || g_utf8_validate_len(text, len, NULL);
}

struct line line_start(const char *text, gsize len)
{
    return (struct line){.at = text, .end = text + len, .more = true};
}

bool line_field(struct line *line, struct field *out)
{
    if (!line->more)
        return false;
    const gsize left = (gsize)(line->end - line->at);
    const char *blank = memchr(line->at, ' ', left);
    out->text = line->at;
    out->len = blank ? (gsize)(blank - line->at) : left;
    line->more = blank != NULL;
    line->at = blank ? blank + 1 : line->end;
    return out->len > 0;
}

bool line_rest(struct line *line, struct field *out)
{
    if (!line->more)
        return false;
    out->text = line->at;
    out->len = (gsize)(line->end - line->at);
    line->more = false;
    line->at = line->end;
    return out->len > 0;
}

bool line_done(const struct line *line)
{
    return !line->more;
}

bool field_is(struct field field, const char *word)
{
    return field.len == strlen(word) && memcmp(field.text, word, field.len) == 0;
}

bool field_number(struct field field, gint64 *out)
{
    gint64 value = 0;
    if (field.len == 0 || (field.text[0] == '0' && field.len > 1))
        return false;
    for (gsize i = 0; i < field.len; i++) {
        const char c = field.text[i];
        if (c < '0' || c > '9')
            return false;
        value = value > (G_MAXINT64 - 9) / 10 ? G_MAXINT64 : value * 10 + (c - '0');
    }
    *out = value;
    return true;
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool field_hash(struct field field, uint8_t out[HASH])
{
    uint8_t hash[HASH];
    if (field.len != sizeof hash * 2)
        return false;
    for (gsize i = 0; i < sizeof hash; i++) {
        const int high = digit_value(field.text[2 * i]);
        const int low = digit_value(field.text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        hash[i] = (uint8_t)(high << 4 | low);
    }
    memcpy(out, hash, HASH);
    return true;
}

bool field_signature(struct field field, uint8_t out[LINE_SIGNATURE])
{
    uint8_t bytes[LINE_SIGNATURE];
    char again[sodium_base64_ENCODED_LEN(LINE_SIGNATURE, sodium_base64_VARIANT_ORIGINAL)];
    gsize len = 0;
    if (field.len != sizeof again - 1 ||
        sodium_base642bin(bytes, sizeof bytes, field.text, field.len, NULL, &len, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        len != sizeof bytes)
        return false;
    sodium_bin2base64(again, sizeof again, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    if (memcmp(again, field.text, field.len) != 0)
        return false;
    memcpy(out, bytes, sizeof bytes);
    return true;
}

bool field_is_nick(struct field field)
{
    if (field.len == 0 || field.len > LINE_NICK_MAX)
        return false;
    for (gsize i = 0; i < field.len; i++) {
        const char c = field.text[i];
        if (!g_ascii_isalnum(c) && c != '-' && c != '_' && c != '.')
            return false;
    }
    return true;
}

enum line_mark field_take_mark(struct field *rest)
{
    for (enum line_mark mark = LINE_CLOCK; mark <= LINE_ROBOT; mark++) {
        const gsize len = strlen(marks[mark]);
        if (rest->len > len && memcmp(rest->text + rest->len - len, marks[mark], len) == 0) {
            rest->len -= len;
            return mark;
        }
    }
    return LINE_PLAYER;
}

// ---- writing -----------------------------------------------------------------------------------

static char *with_time(const char *start, gint64 time)
{
    char text[UTC_TEXT];
    utc_format(time, text);
    return g_strconcat(start, text, NULL);
}

static char *with_hash(const char *start, const uint8_t hash[HASH])
{
    char hex[HASH_TEXT];
    sodium_bin2hex(hex, sizeof hex, hash, HASH);
    return g_strconcat(start, hex, NULL);
}

char *line_game(gint64 id, gint64 created)
{
    g_autofree char *start = g_strdup_printf("game %" G_GINT64_FORMAT " ", id);
    return with_time(start, created);
}

char *line_name(const char *name)
{
    return g_strconcat("name ", name, NULL);
}

char *line_rules(struct rules_options options)
{
    GString *out = g_string_new("rules");
    for (unsigned i = 0; i < RULES_OPTIONS; i++) {
        const struct rules_option *option = &rules_option_list[i];
        if (!option->is_late || rules_option_value(option, &options) != option->values[0].value)
            g_string_append_printf(out, " %s=%s", option->name,
                                   rules_option_word(option, &options));
    }
    return g_string_free(out, FALSE);
}

char *line_commit(const uint8_t commit[32])
{
    return with_hash("commit ", commit);
}

char *line_seat(const char *nick, const char *luck)
{
    const bool none = !luck || !*luck;
    return g_strconcat("seat ", nick, none ? "" : " ", none ? "" : luck, NULL);
}

char *line_round(unsigned round, gint64 time)
{
    return with_time(round == 1 ? "round 1 " : "round 2 ", time);
}

char *line_deal(const char *nick, const struct hand *hand)
{
    char cards[NOTATION_CARDS_MAX];
    notation_format_cards(hand, cards);
    return g_strconcat("deal ", nick, " ", cards, NULL);
}

char *line_discard(const char *nick, gint64 time, const struct hand *hand, enum line_mark mark)
{
    char at[UTC_TEXT];
    char cards[NOTATION_CARDS_MAX];
    utc_format(time, at);
    notation_format_cards(hand, cards);
    return g_strconcat("discard ", nick, " ", at, " ", cards, marks[mark], NULL);
}

char *line_move(const char *nick, gint64 time, struct move move, enum line_mark mark)
{
    char at[UTC_TEXT];
    char text[NOTATION_MOVE_MAX];
    utc_format(time, at);
    notation_format_move(move, text);
    return g_strconcat("move ", nick, " ", at, " ", text, marks[mark], NULL);
}

char *line_seat_change(const char *nick, gint64 time, const char *new_nick)
{
    char at[UTC_TEXT];
    utc_format(time, at);
    return g_strconcat("seat-change ", nick, " ", at, " ", new_nick, NULL);
}

char *line_score(const char *nick, gint64 penalty, unsigned bonus)
{
    return g_strdup_printf("score %s %" G_GINT64_FORMAT " %u", nick, penalty, bonus);
}

char *line_result(const char *nick, gint64 penalty)
{
    return g_strdup_printf("result %s %" G_GINT64_FORMAT, nick, penalty);
}

char *line_winner(const char *const *nicks, unsigned n)
{
    GString *line = g_string_new("winner");
    for (unsigned i = 0; i < n; i++)
        g_string_append_printf(line, " %s", nicks[i]);
    return g_string_free(line, FALSE);
}

char *line_cancelled(const char *why)
{
    return g_strconcat("cancelled ", why, NULL);
}

char *line_seed(const uint8_t seed[32])
{
    return with_hash("seed ", seed);
}

char *line_end(gint64 time)
{
    return with_time("end ", time);
}

char *line_chain(const uint8_t chain[32])
{
    return with_hash("chain ", chain);
}

char *line_key(const uint8_t key[32])
{
    return with_hash("key ", key);
}

char *line_signature(const uint8_t signature[LINE_SIGNATURE])
{
    char text[sodium_base64_ENCODED_LEN(LINE_SIGNATURE, sodium_base64_VARIANT_ORIGINAL)];
    sodium_bin2base64(text, sizeof text, signature, LINE_SIGNATURE, sodium_base64_VARIANT_ORIGINAL);
    return g_strconcat("signature ", text, NULL);
}
