// SPDX-License-Identifier: MIT
// See letter_notes.h.
#include "referee/letter/letter_notes.h"

#include "referee/language/dates.h"
#include "referee/letter/letter_help.h"
#include "referee/letter/letter_quote.h"
#include "referee/letter/letter_standings.h"
#include "referee/letter/letter_time.h"
#include "referee/letter/reasons.h"
#include "referee/letter/story.h"
#include "referee/rules/notation.h"
#include "referee/words/command_show.h"
#include "referee/words/words.h"
#include "storage/outbox.h"

#include <string.h>

enum { QUOTE_MAX = 2000 };

json_t *letter_gather(const GPtrArray *rows)
{
    json_t *notes = json_array();
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        json_auto_t *some = row->notes ? json_loads(row->notes, 0, NULL) : NULL;
        if (some)
            json_array_extend(notes, some);
    }
    return notes;
}

static gboolean set_quoted(json_t *values, const char *key, guint max,
                           const struct wording_language *language, GError **error)
{
    const char *text = json_string_value(json_object_get(values, key));
    if (!text || !*text)
        return TRUE;
    g_autofree char *quoted = letter_quote_most(text, max, language, error);
    return quoted && json_object_set_new(values, key, json_string(quoted)) == 0;
}

// A command as the reader would type it.
static void set_command(json_t *values, const char *key, const struct wording_language *language)
{
    const char *text = json_string_value(json_object_get(values, key));
    if (!text)
        return;
    g_autofree char *shown = command_show(text, command_show_language(language->name));
    json_object_set_new(values, key, json_string(shown));
}

// What was probably meant, as the reader would type it: "[play 7] or [pass]"; "" for nothing.
static gboolean set_meant(json_t *values, const struct wording_language *language, GError **error)
{
    g_autofree char * or = wording_say(language, "list-or", NULL, error);
    g_autoptr(GString) all = g_string_new(NULL);
    gsize i;
    const json_t *one;
    json_array_foreach(json_object_get(values, "meant"), i, one)
    {
        g_autofree char *shown = letter_quote_command(json_string_value(one), TRUE, language);
        g_string_append_printf(all, "%s%s%s%s", i ? " " : "", i ? or : "", i ? " " : "", shown);
    }
    return or &&json_object_set_new(values, "meant", json_string(all->str)) == 0;
}

static gboolean set_reason(json_t *values, const struct wording_language *language, GError **error)
{
    if (!json_object_get(values, "why"))
        return TRUE;
    if (!json_object_get(values, "read"))
        json_object_set_new(values, "read", json_string(""));
    if (!set_meant(values, language, error))
        return FALSE;
    g_autofree char *text = reasons_say(values, language, error);
    return text && json_object_set_new(values, "reason", json_string(text)) == 0;
}

static gboolean set_texts(json_t *values, const struct wording_language *language, GError **error)
{
    static const struct {
        const char *key;
        guint max;
    } texts[] = {{"quote", QUOTE_MAX},       {"what", LETTER_QUOTE_MAX},
                 {"move", LETTER_QUOTE_MAX}, {"word", LETTER_QUOTE_MAX},
                 {"read", LETTER_QUOTE_MAX}, {"title", LETTER_QUOTE_MAX}};
    set_command(values, "what", language);
    set_command(values, "move", language);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        if (!set_quoted(values, texts[i].key, texts[i].max, language, error))
            return FALSE;
    }
    return set_reason(values, language, error);
}

static gboolean set_phrase(json_t *values, const char *key, const char *phrase,
                           const struct wording_language *language, GError **error)
{
    const json_t *n = json_object_get(values, key);
    if (!json_is_integer(n))
        return TRUE;
    json_auto_t *data = json_pack("{s:I}", "n", json_integer_value(n));
    g_autofree char *text = wording_say(language, phrase, data, error);
    return text && json_object_set_new(values, key, json_string(text)) == 0;
}

static gboolean set_cost(json_t *values, const struct wording_language *language, GError **error)
{
    const json_t *cost = json_object_get(values, "cost");
    if (!json_is_integer(cost))
        return TRUE;
    g_autofree char *text = story_cost(language, (int)json_integer_value(cost), error);
    return text && json_object_set_new(values, "cost", json_string(text)) == 0;
}

// "seconds" gives "span".
static gboolean set_span(json_t *values, const struct wording_language *language, GError **error)
{
    const json_t *seconds = json_object_get(values, "seconds");
    if (!json_is_integer(seconds))
        return TRUE;
    g_autofree char *text = letter_span(json_integer_value(seconds), language, error);
    return text && json_object_set_new(values, "span", json_string(text)) == 0;
}

// A day, as zone.h counts them.
static gboolean set_day(json_t *values, const char *key, const struct wording_language *language,
                        GError **error)
{
    const json_t *day = json_object_get(values, key);
    if (!json_is_integer(day))
        return TRUE;
    g_autofree char *text = dates_day(language, (int)json_integer_value(day), error);
    return text && json_object_set_new(values, key, json_string(text)) == 0;
}

// Several who did, or are to do, one thing.
static gboolean set_names(json_t *values, const struct wording_language *language, GError **error)
{
    const json_t *names = json_object_get(values, "who");
    if (!json_is_array(names))
        return TRUE;
    g_autofree char *text = wording_list(language, names, error);
    return text && json_object_set_new(values, "who", json_string(text)) == 0;
}

static void set_cards(json_t *values)
{
    const char *text = json_string_value(json_object_get(values, "cards"));
    struct hand hand;
    if (!text || !notation_parse_cards(text, strlen(text), &hand))
        return;
    g_autofree char *cards = story_hand(&hand);
    json_object_set_new(values, "cards", json_string(cards));
}

json_t *letter_values(const json_t *note, const struct wording_language *language, GError **error)
{
    json_t *values = json_deep_copy(note);
    set_cards(values);
    if (set_texts(values, language, error) && set_cost(values, language, error) &&
        set_names(values, language, error) && set_span(values, language, error) &&
        set_day(values, "first", language, error) && set_day(values, "last", language, error) &&
        set_phrase(values, "penalty", "tokens-penalty", language, error) &&
        set_phrase(values, "bonus", "tokens-bonus", language, error))
        return values;
    json_decref(values);
    return NULL;
}

// What a page shows beside its note.
static gboolean fill_page(json_t *data, const char *page, const struct match *match, unsigned seat,
                          const struct wording_language *language, GError **error)
{
    if (g_str_equal(page, "standings"))
        return letter_standings_fill(data, language, error);
    json_t *story = match && g_str_equal(page, "history")
                        ? story_tell(match, seat, 0, language, error)
                        : json_array();
    return story && json_object_set_new(data, "story", story) == 0;
}

static char *page_text(const json_t *note, const struct match *match, unsigned seat,
                       const struct wording_language *language, GError **error)
{
    const char *page = json_string_value(json_object_get(note, "page"));
    json_auto_t *data = json_deep_copy(note);
    if (!fill_page(data, page, match, seat, language, error))
        return NULL;
    GString *out = g_string_new(NULL);
    gboolean done = folder_render(language->folder, page, FOLDER_TEXT, data, TRUE, out, error);
    return g_string_free(out, !done);
}

// What a mail that wasn't understood should have said: it depends on how the game stands.
static const char *expected_phrase(const struct match *match, unsigned seat)
{
    if (!match || !match_waits_for(match, seat))
        return "expected-other";
    return match->game.table.phase == RULES_PHASE_DISCARD ? "expected-discard" : "expected-turn";
}

static gboolean add_expected(json_t *sentences, const struct match *match, unsigned seat,
                             const struct wording_language *language, GError **error)
{
    g_autofree char *expected = wording_say(language, expected_phrase(match, seat), NULL, error);
    return expected && json_array_append_new(sentences, json_string(expected)) == 0;
}

// Behind what was unclear: what may have been meant, where to read more, what was expected.
static gboolean add_hints(json_t *sentences, const json_t *values, const struct match *match,
                          unsigned seat, const struct wording_language *language, GError **error)
{
    const char *meant = json_string_value(json_object_get(values, "meant"));
    const char *verb = json_string_value(json_object_get(values, "verb"));
    if (meant && *meant) {
        g_autofree char *text =
            wording_sayf(language, error, "unclear-meant", "{s:s}", "meant", meant);
        if (!text)
            return FALSE;
        json_array_append_new(sentences, json_string(text));
    }
    if (verb && *verb) {
        g_autofree char *help = g_strconcat("help ", verb, NULL);
        g_autofree char *shown = letter_quote_command(help, TRUE, language);
        g_autofree char *text =
            wording_sayf(language, error, "unclear-help", "{s:s}", "help", shown);
        if (!text)
            return FALSE;
        json_array_append_new(sentences, json_string(text));
    }
    if (!add_expected(sentences, match, seat, language, error))
        return FALSE;
    if (!json_is_true(json_object_get(values, "last_answer")))
        return TRUE;
    g_autofree char *text = wording_say(language, "unclear-last", NULL, error);
    return text && json_array_append_new(sentences, json_string(text)) == 0;
}

json_t *letter_sentences(const json_t *notes, const struct match *match, unsigned seat,
                         const struct wording_language *language, GError **error)
{
    json_t *sentences = json_array();
    gsize i;
    json_t *note;
    json_array_foreach(notes, i, note)
    {
        const char *say = json_string_value(json_object_get(note, "say"));
        const char *page = json_string_value(json_object_get(note, "page"));
        if (page && g_str_equal(page, "help") && match && match_waits_for(match, seat) &&
            !add_expected(sentences, match, seat, language, error)) {
            json_decref(sentences);
            return NULL;
        }
        json_auto_t *values = NULL;
        g_autofree char *text = NULL;
        if (say) {
            values = letter_values(note, language, error);
            text = values ? wording_say(language, say, values, error) : NULL;
        } else if (json_object_get(note, "help")) {
            const char *word = json_string_value(json_object_get(note, "help"));
            text = letter_help(language, word, error);
        } else if (json_object_get(note, "page")) {
            text = page_text(note, match, seat, language, error);
        } else {
            continue; // what a template of its own is made from
        }
        if (!text) {
            json_decref(sentences);
            return NULL;
        }
        json_array_append_new(sentences, json_string(g_strchomp(text)));
        if (say && g_str_equal(say, "unclear") &&
            !add_hints(sentences, values, match, seat, language, error)) {
            json_decref(sentences);
            return NULL;
        }
    }
    return sentences;
}
