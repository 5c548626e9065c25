// SPDX-License-Identifier: MIT
// See sealed.h.
#include "referee/record/sealed.h"

#include "referee/record/line.h"

#include <sodium.h>
#include <string.h>

enum { MARK_TEXT = 9, HEX = 2 * DEAL_HASH };

// A secret line: what stands before its cards, the cards (or what stands for them), the marker.
struct parts {
    bool is_deal;
    struct field nick;
    struct field before; // with the blank at its end
    struct field cards;
    struct field mark; // empty, or " by clock"
};

static bool split(const char *text, gsize len, struct parts *out)
{
    struct line line = line_start(text, len);
    struct field word;
    struct field time;
    if (!line_field(&line, &word) || !(field_is(word, "deal") || field_is(word, "discard")))
        return false;
    out->is_deal = field_is(word, "deal");
    if (!line_field(&line, &out->nick) || (!out->is_deal && !line_field(&line, &time)) ||
        !line_rest(&line, &out->cards))
        return false;
    out->before = (struct field){text, (gsize)(out->cards.text - text)};
    const gsize whole = out->cards.len;
    if (!out->is_deal)
        field_take_mark(&out->cards);
    out->mark = (struct field){out->cards.text + out->cards.len, whole - out->cards.len};
    return true;
}

static char *join(const struct parts *parts, const char *instead)
{
    GString *line = g_string_sized_new(parts->before.len + strlen(instead) + MARK_TEXT + 1);
    g_string_append_len(line, parts->before.text, (gssize)parts->before.len);
    g_string_append(line, instead);
    g_string_append_len(line, parts->mark.text, (gssize)parts->mark.len);
    return g_string_free(line, FALSE);
}

static bool begins(const char *line, gsize len, const char *start)
{
    return len >= strlen(start) && memcmp(line, start, strlen(start)) == 0;
}

bool sealed_is_secret(const char *line, gsize len)
{
    return begins(line, len, "deal ") || begins(line, len, "discard ");
}

char *sealed_public(const uint8_t seed[DEAL_SEED], unsigned round, const char *line, gsize len)
{
    struct parts parts;
    char instead[sizeof "sealed " + HEX] = "sealed";
    if (!sealed_is_secret(line, len))
        return g_strndup(line, len);
    if (!split(line, len, &parts))
        return NULL;
    if (!parts.is_deal) {
        uint8_t seal[DEAL_HASH];
        deal_seal(seed, round, parts.nick.text, parts.nick.len, parts.cards.text, parts.cards.len,
                  seal);
        memcpy(instead, "sealed ", sizeof "sealed ");
        sodium_bin2hex(instead + strlen(instead), HEX + 1, seal, sizeof seal);
    }
    return join(&parts, instead);
}

char *sealed_secret(const char *line, gsize len)
{
    struct parts parts;
    if (!split(line, len, &parts))
        return NULL;
    return g_strndup(parts.cards.text, parts.cards.len);
}

char *sealed_open(const char *public_line, gsize len, const char *cards)
{
    struct parts parts;
    if (!split(public_line, len, &parts) || !begins(parts.cards.text, parts.cards.len, "sealed"))
        return NULL;
    return join(&parts, cards);
}
