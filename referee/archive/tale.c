// SPDX-License-Identifier: MIT
// See tale.h.
#include "referee/archive/tale.h"

#include <string.h>

struct teller {
    const struct chronicle *chronicle;
    const struct chronicle_seat *seat;
    unsigned s;
    enum tale_voice voice;
    const struct wording_language *words;
    GError **error;
    json_t *paragraphs;
};

static char *count(const struct teller *teller, const char *phrase, gint64 n)
{
    return wording_sayf(teller->words, teller->error, phrase, "{s:I}", "n", (json_int_t)n);
}

// A sentence of two voices: "tale-they-…" or "tale-you-…". data is taken.
static char *say(const struct teller *teller, const char *what, json_t *data)
{
    g_autofree char *phrase =
        g_strconcat(teller->voice == TALE_YOU ? "tale-you-" : "tale-they-", what, NULL);
    json_object_set_new(data, "who", json_string(teller->seat->nick));
    char *said = wording_say(teller->words, phrase, data, teller->error);
    json_decref(data);
    return said;
}

static gboolean add(struct teller *teller, char *sentence)
{
    if (!sentence)
        return FALSE;
    json_array_append_new(teller->paragraphs, json_string(sentence));
    g_free(sentence);
    return TRUE;
}

// ---- the end -----------------------------------------------------------------------------------

// By how much the best of the others is above the winner; the winner above or below whom another
// is.
static gint64 distance(const struct teller *teller)
{
    const struct chronicle *chronicle = teller->chronicle;
    gint64 lowest = G_MAXINT64;
    for (unsigned s = 0; s < chronicle->game.n_seats; s++) {
        if (s != teller->s)
            lowest = MIN(lowest, chronicle->seats[s].result);
    }
    return teller->seat->won ? lowest - teller->seat->result : teller->seat->result - lowest;
}

static gboolean tell_result(struct teller *teller)
{
    const struct chronicle_seat *seat = teller->seat;
    const gint64 far = distance(teller);
    g_autofree char *tokens = count(teller, "tale-tokens", seat->result);
    g_autofree char *apart = count(teller, "tale-minus", far);
    if (!tokens || !apart)
        return FALSE;
    if (seat->won && far == 0)
        return add(teller, say(teller, "shared", json_pack("{s:s}", "tokens", tokens)));
    if (seat->won)
        return add(teller,
                   say(teller, "won", json_pack("{s:s, s:s}", "tokens", tokens, "ahead", apart)));
    return add(teller,
               say(teller, "lost",
                   json_pack("{s:s, s:s, s:i, s:i}", "tokens", tokens, "behind", apart, "place",
                             (int)seat->place, "seats", (int)teller->chronicle->game.n_seats)));
}

// ---- the rounds --------------------------------------------------------------------------------

static gboolean won_round(const struct teller *teller, unsigned round)
{
    const struct chronicle *chronicle = teller->chronicle;
    for (unsigned s = 0; s < chronicle->game.n_seats; s++) {
        if (s != teller->s && chronicle->seats[s].gained[round] <= teller->seat->gained[round])
            return FALSE;
    }
    return TRUE;
}

// How the seat went out of a round: "" when there is nothing to say, NULL on an error.
static char *how(const struct teller *teller, unsigned round)
{
    guint finished = 0;
    const GArray *events = teller->chronicle->events;
    for (guint i = 0; i < events->len; i++) {
        const struct chronicle_event *event = &g_array_index(events, struct chronicle_event, i);
        if (event->round != round + 1)
            continue;
        if (event->seat == teller->s && event->left)
            return count(teller, "tale-left", event->cost);
        if (event->seat == teller->s && event->finished)
            return wording_say(teller->words,
                               finished == 0 ? "tale-finished-first" : "tale-finished", NULL,
                               teller->error);
        finished += event->finished;
    }
    return g_strdup("");
}

static gboolean tell_round(struct teller *teller, unsigned round)
{
    static const char *const names[] = {"tale-round-1", "tale-round-2"};
    g_autofree char *name = wording_say(teller->words, names[round], NULL, teller->error);
    g_autofree char *tokens = count(teller, "tale-tokens", teller->seat->gained[round]);
    g_autofree char *out = how(teller, round);
    return name && tokens && out &&
           add(teller,
               say(teller, won_round(teller, round) ? "round-won" : "round",
                   json_pack("{s:s, s:s, s:s}", "round", name, "tokens", tokens, "how", out)));
}

static gboolean tell_bonus(struct teller *teller)
{
    const guint8 left = teller->seat->bonus;
    if (left == 0)
        return add(teller, say(teller, "no-bonus", json_object()));
    const int32_t before = teller->seat->gained[0] + teller->seat->gained[1];
    if (before == teller->seat->result)
        return TRUE; // nothing was there to be taken off
    g_autofree char *tokens = count(teller, "tale-bonus", left);
    g_autofree char *back = count(teller, "tale-minus", before - teller->seat->result);
    return tokens && back &&
           add(teller,
               say(teller, "bonus", json_pack("{s:s, s:s}", "tokens", tokens, "back", back)));
}

// ---- who else sat there ------------------------------------------------------------------------

static gboolean tell_others(struct teller *teller)
{
    const GArray *sitters = teller->seat->sitters;
    if (sitters->len == 1)
        return TRUE;
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 1; i < sitters->len; i++)
        g_string_append_printf(names, "%s%s", i == 1 ? "" : ", ",
                               g_array_index(sitters, struct chronicle_sitter, i).nick);
    return add(teller, say(teller, "others", json_pack("{s:s}", "names", names->str)));
}

// ---- what cost most ----------------------------------------------------------------------------

static int top_before(const struct teller *teller, guint at)
{
    int top = 0;
    for (guint i = 0; i < at; i++) {
        const struct chronicle_event *event =
            &g_array_index(teller->chronicle->events, struct chronicle_event, i);
        if (event->kind == CHRONICLE_ROUND)
            top = 0;
        else if (event->kind == CHRONICLE_MOVE && event->move.kind == MOVE_PLAY)
            top = event->move.value;
    }
    return top;
}

static const char *dear_phrase(const struct move *move)
{
    switch ((enum move_kind)move->kind) {
    case MOVE_PASS:
        return "tale-dear-pass";
    case MOVE_PASS_FORCE:
        return "tale-dear-pass-force";
    case MOVE_LEAVE:
        return "tale-dear-leave";
    case MOVE_PLAY:
        break;
    }
    return "tale-dear-play";
}

static json_t *tell_dear(const struct teller *teller, guint at)
{
    static const char *const places[] = {"tale-in-round-1", "tale-in-round-2"};
    const struct chronicle_event *event =
        &g_array_index(teller->chronicle->events, struct chronicle_event, at);
    g_autofree char *where =
        wording_say(teller->words, places[event->round - 1], NULL, teller->error);
    g_autofree char *tokens = count(teller, "tale-tokens", event->cost);
    if (!where || !tokens)
        return NULL;
    g_autofree char *text = wording_sayf(
        teller->words, teller->error, dear_phrase(&event->move), "{s:s, s:s, s:i, s:i}", "tokens",
        tokens, "where", where, "card", (int)event->move.value, "top", top_before(teller, at));
    return text ? json_pack("{s:s, s:i}", "text", text, "position", (int)event->position) : NULL;
}

static json_t *tell_dearest(const struct teller *teller)
{
    json_t *out = json_array();
    for (guint i = 0; i < teller->seat->n_dearest; i++) {
        json_t *dear = tell_dear(teller, teller->seat->dearest[i]);
        if (!dear) {
            json_decref(out);
            return NULL;
        }
        json_array_append_new(out, dear);
    }
    return out;
}

json_t *tale_tell(const struct chronicle *chronicle, unsigned seat, enum tale_voice voice,
                  const struct wording_language *words, GError **error)
{
    g_assert(chronicle->settled);
    json_auto_t *paragraphs = json_array();
    struct teller teller = {.chronicle = chronicle,
                            .seat = &chronicle->seats[seat],
                            .s = seat,
                            .voice = voice,
                            .words = words,
                            .error = error,
                            .paragraphs = paragraphs};
    if (!tell_result(&teller) || !tell_round(&teller, 0) || !tell_round(&teller, 1) ||
        !tell_bonus(&teller) || !tell_others(&teller))
        return NULL;
    const guint n = teller.seat->n_dearest;
    g_autofree char *heading = say(&teller, "dearest", json_pack("{s:i}", "n", (int)MAX(n, 1u)));
    json_t *dearest = heading ? tell_dearest(&teller) : NULL;
    if (!dearest)
        return NULL;
    return json_pack("{s:O, s:b, s:s, s:o}", "paragraphs", paragraphs, "has_dearest", n > 0,
                     "dearest_title", heading, "dearest", dearest);
}
