// SPDX-License-Identifier: MIT
// See letter_state.h.
#include "referee/letter/letter_state.h"

#include "referee/letter/letter_tale.h"

#include "referee/language/dates.h"
#include "referee/letter/letter_cards.h"
#include "referee/letter/letter_legal.h"
#include "referee/letter/letter_notes.h"
#include "referee/letter/letter_quote.h"
#include "referee/letter/letter_strip.h"
#include "referee/letter/letter_time.h"
#include "referee/letter/story.h"
#include "referee/match/lobby.h"
#include "referee/match/play.h"
#include "referee/match/table.h"
#include "referee/record/options_json.h"

#include <string.h>

enum { TAIL_MAX = 24 }; // sentences of the story that HTML shows

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int number_of(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

// Sets key to the text, which it takes; FALSE when there is none (an error was set).
static gboolean put(json_t *data, const char *key, char *text)
{
    if (!text)
        return FALSE;
    json_object_set_new(data, key, json_string(text));
    g_free(text);
    return TRUE;
}

static gboolean append(json_t *list, char *text)
{
    if (!text)
        return FALSE;
    json_array_append_new(list, json_string(text));
    g_free(text);
    return TRUE;
}

static char *cards_of(const json_t *values)
{
    GString *out = g_string_new(NULL);
    gsize i;
    json_t *value;
    json_array_foreach(values, i, value) story_add_card(out, (guint)json_integer_value(value));
    return g_string_free(out, FALSE);
}

// ---- the headline ------------------------------------------------------------------------------

static const char *headline_phrase(const struct match *match, const json_t *table)
{
    if (match->game.stage == GAME_DONE)
        return match->game.cancelled ? "headline-cancelled" : "headline-game-over";
    if (json_is_true(json_object_get(table, "discard")))
        return "headline-deal";
    if (g_str_equal(text_of(table, "phase"), "discard"))
        return "headline-wait-discards";
    if (json_array_size(json_object_get(table, "legal")) == 0)
        return "headline-table";
    return json_is_true(json_object_get(table, "forced")) ? "headline-turn-forced"
                                                          : "headline-turn";
}

static char *say_headline(const char *phrase, const struct match *match, const char *me,
                          const json_t *table, const struct wording_language *language,
                          GError **error)
{
    g_autofree char *why = letter_quote(match->game.why ? match->game.why : "", language, error);
    return why ? wording_sayf(language, error, phrase, "{s:s, s:i, s:i, s:s, s:s, s:b}", "me", me,
                              "game", number_of(table, "game"), "round", number_of(table, "round"),
                              "who", text_of(table, "to_move"), "why", why, "agreed",
                              g_strcmp0(match->game.why, PLAY_AGREED) == 0)
               : NULL;
}

static char *headline(const struct match *match, unsigned seat, const json_t *table,
                      const struct wording_language *language, GError **error)
{
    char me[LINE_NICK_MAX + 1];
    story_own_name(match, seat, me);
    return say_headline(headline_phrase(match, table), match, me, table, language, error);
}

// For somebody without a seat (-1), or at one, who is told what everybody may know.
static char *watch_headline(const struct match *match, int seat, const json_t *table,
                            const struct wording_language *language, GError **error)
{
    if (seat >= 0 && match_waits_for(match, (unsigned)seat))
        return say_headline(g_str_equal(text_of(table, "phase"), "discard") ? "headline-deal"
                                                                            : "headline-turn",
                            match, match_seat(match, (unsigned)seat)->nick, table, language, error);
    const char *phrase = match->game.cancelled                             ? "watch-cancelled"
                         : match->game.stage == GAME_DONE                  ? "watch-over"
                         : g_str_equal(text_of(table, "phase"), "discard") ? "watch-discards"
                                                                           : "watch-table";
    return say_headline(phrase, match, "", table, language, error);
}

// ---- the table ---------------------------------------------------------------------------------

static char *pile(const json_t *table, const struct wording_language *language, GError **error)
{
    int top = number_of(table, "top");
    if (top == 0)
        return wording_say(language, "pile-none", NULL, error);
    g_autofree char *card = story_cards((guint)top, 1);
    return wording_sayf(language, error, "pile", "{s:s}", "card", card);
}

static char *hand(const json_t *you, const struct wording_language *language, GError **error)
{
    const json_t *held = json_object_get(you, "hand");
    if (json_array_size(held) == 0)
        return wording_say(language, "hand-empty", NULL, error);
    g_autofree char *cards = cards_of(held);
    return wording_sayf(language, error, "hand", "{s:s}", "cards", cards);
}

// "2026-12-24", in words.
static char *last_day(const char *away, const struct wording_language *language, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(away, "-", 3);
    g_assert(g_strv_length(parts) == 3); // table.c wrote it
    int day = zone_date((int)g_ascii_strtoll(parts[0], NULL, 10),
                        (int)g_ascii_strtoll(parts[1], NULL, 10),
                        (int)g_ascii_strtoll(parts[2], NULL, 10));
    return dates_day(language, day, error);
}

// What is left of a seat's bank, in words.
static char *bank(const json_t *seat, const struct wording_language *language, GError **error)
{
    gint64 seconds = json_integer_value(json_object_get(seat, "bank"));
    return seconds ? letter_span(seconds, language, error)
                   : wording_say(language, "bank-empty", NULL, error);
}

// What is to be said behind a seat's counts, as one string; NULL and an error.
static char *seat_state(const json_t *table, const json_t *seat,
                        const struct wording_language *language, GError **error)
{
    const char *nick = text_of(seat, "nick");
    const char *away = text_of(seat, "away");
    g_autofree char *until = away[0] ? last_day(away, language, error) : g_strdup("");
    json_auto_t *data = until ? json_pack("{s:s}", "until", until) : NULL;
    gboolean discarding = g_str_equal(text_of(table, "phase"), "discard");
    if (!data)
        return NULL;
    const struct {
        gboolean is;
        const char *phrase;
    } states[] = {
        {g_str_equal(nick, text_of(json_object_get(table, "you"), "nick")), "seat-you"},
        {json_is_true(json_object_get(seat, "robot")), "seat-robot"},
        {g_str_equal(nick, text_of(table, "to_move")), "seat-turn"},
        {discarding && !json_is_true(json_object_get(seat, "discarded")), "seat-choosing"},
        {!discarding && !json_is_true(json_object_get(seat, "in")), "seat-out"},
        {away[0] != '\0', "seat-away"},
    };
    GString *out = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(states); i++) {
        if (states[i].is && !phrases_say(language->phrases, states[i].phrase, data, out, error)) {
            g_string_free(out, TRUE);
            return NULL;
        }
    }
    return g_string_free(out, FALSE);
}

// A seat in words, for texts and for HTML.
static json_t *seat_values(const json_t *table, const json_t *seat,
                           const struct wording_language *language, GError **error)
{
    const char *nick = text_of(seat, "nick");
    g_autofree char *cards =
        wording_sayf(language, error, "cards", "{s:i}", "n", number_of(seat, "cards"));
    g_autofree char *penalty = cards ? wording_sayf(language, error, "tokens-penalty", "{s:i}", "n",
                                                    number_of(seat, "penalty"))
                                     : NULL;
    g_autofree char *bonus = penalty ? wording_sayf(language, error, "tokens-bonus", "{s:i}", "n",
                                                    number_of(seat, "bonus"))
                                     : NULL;
    g_autofree char *state = bonus ? seat_state(table, seat, language, error) : NULL;
    g_autofree char *left = state ? bank(seat, language, error) : NULL;
    if (!left)
        return NULL;
    GString *backs = g_string_new(NULL);
    for (int i = number_of(seat, "cards"); i > 0; i--)
        g_string_append(backs, "▮");
    json_t *values =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:s}", "nick", nick, "cards", cards,
                  "penalty", penalty, "bonus", bonus, "state", state, "bank", left, "robot",
                  json_is_true(json_object_get(seat, "robot")), "turn",
                  g_str_equal(nick, text_of(table, "to_move")), "backs", backs->str);
    g_string_free(backs, TRUE);
    return values;
}

static gboolean put_table(const json_t *table, json_t *data,
                          const struct wording_language *language, GError **error)
{
    json_t *seats = json_array(), *places = json_array();
    json_object_set_new(data, "seats", seats);
    json_object_set_new(data, "places", places);
    gsize i;
    json_t *seat;
    json_array_foreach(json_object_get(table, "seats"), i, seat)
    {
        json_t *values = seat_values(table, seat, language, error);
        if (!values)
            return FALSE;
        json_array_append_new(places, values);
        if (!append(seats, wording_say(language, "seat", values, error)))
            return FALSE;
    }
    return put(data, "pile", pile(table, language, error));
}

// ---- the end -----------------------------------------------------------------------------------

static gboolean put_winner(const json_t *table, json_t *data,
                           const struct wording_language *language, GError **error)
{
    const json_t *winners = json_object_get(table, "winner");
    g_autofree char *names = wording_list(language, winners, error);
    if (!names)
        return FALSE;
    char *sentence =
        wording_sayf(language, error, json_array_size(winners) == 1 ? "winner-one" : "winner-more",
                     "{s:s}", "names", names);
    return put(data, "winner", sentence);
}

static gboolean put_results(const json_t *table, json_t *data,
                            const struct wording_language *language, GError **error)
{
    const json_t *scores = json_object_get(table, "scores");
    json_t *results = json_array();
    json_object_set_new(data, "results", results);
    json_object_set_new(data, "has_results", json_boolean(json_is_array(scores)));
    json_object_set_new(data, "winner", json_string(""));
    if (!json_is_array(scores))
        return TRUE;
    // Fewest tokens first; the table is small.
    for (int wanted = 0, left = (int)json_array_size(scores); left > 0; wanted++) {
        gsize i;
        json_t *score;
        json_array_foreach(scores, i, score)
        {
            if (number_of(score, "result") != wanted)
                continue;
            left--;
            if (!append(results, wording_sayf(language, error, "result", "{s:s, s:i}", "nick",
                                              text_of(score, "nick"), "n", wanted)))
                return FALSE;
        }
    }
    return put_winner(table, data, language, error);
}

static gboolean put_evidence(const struct match *match, const json_t *table, json_t *data,
                             const struct wording_language *language, GError **error)
{
    const json_t *evidence = json_object_get(table, "evidence");
    json_object_set_new(data, "evidence", json_null());
    json_object_set_new(data, "evidence_file", json_null());
    if (match->proven && !put(data, "evidence_file",
                              wording_sayf(language, error, "evidence-file", "{s:i}", "game",
                                           number_of(table, "game"))))
        return FALSE;
    return !evidence ||
           put(data, "evidence",
               wording_sayf(language, error, "evidence", "{s:i, s:s}", "n",
                            number_of(evidence, "lines"), "head", text_of(evidence, "head")));
}

// HTML takes more room than text, and a mail above a hundred kilobytes is cut by some programs.
static void put_tail(const json_t *story, json_t *data)
{
    gsize size = json_array_size(story);
    json_t *tail = json_array();
    for (gsize i = size - MIN(size, TAIL_MAX); i < size; i++)
        json_array_append(tail, json_array_get(story, i));
    json_object_set_new(data, "story_tail", tail);
    json_object_set_new(data, "story_cut", json_boolean(size > TAIL_MAX));
}

// What only HTML shows: cards drawn, the last events.
static gboolean put_pictures(const struct match *match, const json_t *table, json_t *data,
                             const struct wording_language *language, GError **error)
{
    const json_t *you = json_object_get(table, "you");
    const json_t *legal = json_object_get(table, "legal");
    int top = number_of(table, "top");
    json_t *strip = letter_strip(match, language, error);
    if (!strip)
        return FALSE;
    json_t *cards = letter_cards(json_object_get(you, "hand"), legal);
    json_object_set_new(data, "strip", strip);
    json_object_set_new(data, "has_strip", json_boolean(json_array_size(strip) > 0));
    json_object_set_new(data, "cards", cards);
    json_object_set_new(data, "has_cards", json_boolean(json_array_size(cards) > 0));
    json_object_set_new(data, "marked", json_boolean(json_array_size(legal) > 0));
    json_object_set_new(data, "pile_card",
                        top ? letter_card((guint)top, LETTER_CARD_PLAIN) : json_null());
    return TRUE;
}

static gboolean is_robot(const json_t *table)
{
    gsize seat = (gsize)number_of(json_object_get(table, "you"), "seat");
    const json_t *seats = json_object_get(table, "seats");
    return json_is_true(json_object_get(json_array_get(seats, seat), "robot"));
}

json_t *letter_state(const struct match *match, unsigned seat, const json_t *table, guint told,
                     const letter_buttons *buttons, GError **error)
{
    const struct wording_language *language = buttons->language;
    gboolean playing = match->game.stage != GAME_DONE;
    json_auto_t *data = json_pack(
        "{s:i, s:i, s:s, s:s, s:s, s:b, s:b, s:b}", "game", number_of(table, "game"), "lines",
        number_of(table, "lines"), "head", text_of(table, "head"), "commit",
        text_of(table, "commit"), "ticket", text_of(table, "ticket"), "playing", playing, "discard",
        json_is_true(json_object_get(table, "discard")), "robot_plays", playing && is_robot(table));
    json_t *story = story_tell(match, seat, told, language, error);
    if (!story)
        return NULL;
    json_object_set_new(data, "has_story", json_boolean(json_array_size(story) > 0));
    json_object_set_new(data, "story", story);
    put_tail(story, data);
    if (!put(data, "log",
             wording_sayf(language, error, "log", "{s:i, s:s}", "n", number_of(table, "lines"),
                          "head", text_of(table, "head"))) ||
        !put(
            data, "sealed",
            wording_sayf(language, error, "sealed", "{s:s}", "commit", text_of(table, "commit"))) ||
        !put(data, "record",
             wording_sayf(language, error, "record", "{s:i}", "game", number_of(table, "game"))) ||
        !put_evidence(match, table, data, language, error) ||
        !put(data, "headline", headline(match, seat, table, language, error)) ||
        !put_table(table, data, language, error) ||
        !put(data, "hand", hand(json_object_get(table, "you"), language, error)) ||
        !letter_legal(table, buttons, data, error) ||
        !put_pictures(match, table, data, language, error) ||
        !put_results(table, data, language, error) ||
        !letter_tale(match, seat, language, data, error))
        return NULL;
    return g_steal_pointer(&data);
}

json_t *letter_watch(const struct match *match, int seat, const json_t *table, guint told,
                     const struct wording_language *language, GError **error)
{
    json_auto_t *data =
        json_pack("{s:i, s:b, s:i, s:s, s:s, s:b}", "game", number_of(table, "game"), "seated",
                  seat >= 0, "lines", number_of(table, "lines"), "head", text_of(table, "head"),
                  "commit", text_of(table, "commit"), "playing", match->game.stage != GAME_DONE);
    json_t *story = story_tell(match, RULES_NOBODY, told, language, error);
    if (!story)
        return NULL;
    json_object_set_new(data, "has_story", json_boolean(json_array_size(story) > 0));
    json_object_set_new(data, "story", story);
    return put(data, "headline", watch_headline(match, seat, table, language, error)) &&
                   put_table(table, data, language, error) &&
                   put_results(table, data, language, error)
               ? g_steal_pointer(&data)
               : NULL;
}

// ---- before the game ---------------------------------------------------------------------------

char *letter_rules(const struct match *match, const struct wording_language *language,
                   GError **error)
{
    json_auto_t *so = options_so(match->game.options);
    return wording_say(language, "rules-in-words", so, error);
}

char *letter_pace(const struct match *match, const struct wording_language *language,
                  GError **error)
{
    int hours = (int)(match->row.pace / 3600);
    if (hours % 24 == 0 && hours > 24)
        return wording_sayf(language, error, "days", "{s:i}", "n", hours / 24);
    return wording_sayf(language, error, "hours", "{s:i}", "n", hours);
}

json_t *letter_lobby(const struct match *match, const GArray *invitations, gint64 player,
                     const struct wording_language *language, GError **error)
{
    json_auto_t *data = json_pack("{s:I, s:b, s:b, s:[], s:i}", "game", (json_int_t)match->row.id,
                                  "creator", match->row.creator == player, "signed",
                                  g_str_equal(match->row.security, "signed"), "seats", "free",
                                  lobby_free_seats(match));
    json_t *seats = json_object_get(data, "seats");
    for (guint i = 0; i < match->seats->len; i++)
        json_array_append_new(seats, json_string(match_seat(match, i)->nick));
    int waiting = 0;
    for (guint i = 0; i < invitations->len; i++)
        waiting += g_str_equal(g_array_index(invitations, struct invitation_row, i).state, "open");
    json_object_set_new(data, "waiting", json_null());
    char hex[2 * DEAL_HASH + 1];
    for (int i = 0; i < DEAL_HASH; i++)
        g_snprintf(hex + 2 * i, 3, "%02x", match->game.commit[i]);
    json_object_set_new(data, "commit", json_string(hex));
    if ((waiting &&
         !put(data, "waiting", wording_sayf(language, error, "waiting", "{s:i}", "n", waiting))) ||
        !put(data, "rules", letter_rules(match, language, error)) ||
        !put(data, "pace", letter_pace(match, language, error)))
        return NULL;
    return g_steal_pointer(&data);
}
