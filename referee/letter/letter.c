// SPDX-License-Identifier: MIT
// See letter.h.
#include "referee/letter/letter.h"

#include "base/parcel.h"
#include "referee/language/wrap.h"
#include "referee/letter/letter_button.h"
#include "referee/letter/letter_calendar.h"
#include "referee/letter/letter_chart.h"
#include "referee/letter/letter_html.h"
#include "referee/letter/letter_notes.h"
#include "referee/letter/letter_openpgp.h"
#include "referee/letter/letter_parts.h"
#include "referee/letter/letter_plan.h"
#include "referee/letter/letter_quote.h"
#include "referee/letter/letter_seal.h"
#include "referee/letter/letter_standing.h"
#include "referee/letter/letter_state.h"
#include "referee/letter/letter_time.h"
#include "referee/match/consent.h"
#include "referee/match/match_load.h"
#include "referee/match/notes.h"
#include "referee/match/table.h"
#include "referee/match/turn.h"
#include "referee/match/vacation.h"
#include "storage/known_lines.h"

#include <string.h>

static void letter_clear(struct letter *letter)
{
    g_free(letter->subject);
    g_free(letter->reply_to);
    json_decref(letter->notes);
    json_decref(letter->asked);
    json_decref(letter->data);
    json_decref(letter->table);
    json_decref(letter->images);
    json_decref(letter->calendar);
    match_free(letter->match);
}

static gboolean is_state(const struct letter *letter)
{
    return letter->match && letter->seat >= 0 && letter->row->matter == 0 &&
           !g_str_equal(letter->match->row.state, "open") && letter->match->game.n_seats > 0;
}

// Whether the reader has stopped following the game since, and there is nothing else to be said.
static gboolean is_stale_watch(const struct letter *letter)
{
    return g_str_equal(letter->row->kind, NOTES_WATCH) && letter->seat < 0 &&
           !letter_is_watch(letter) && json_array_size(letter->notes) == 0;
}

static gboolean is_lobby(const struct letter *letter)
{
    return letter->match && letter->seat >= 0 && letter->row->matter == 0 &&
           g_str_equal(letter->match->row.state, "open");
}

// ---- whom, about what --------------------------------------------------------------------------

static gboolean load_reader(struct letter *letter, gboolean *out_reachable, GError **error)
{
    const struct outbound_row *row = letter->row;
    gboolean blocked;
    if (row->player &&
        !players_find(letter->desk->store, row->player, &letter->player, &letter->known, error))
        return FALSE;
    letter->to = letter->known ? letter->player.address : row->address ? row->address : "";
    if (!players_is_blocked(letter->desk->store, letter->to, &blocked, error))
        return FALSE;
    // That there will be no more mail is told all the same.
    *out_reachable = letter->to[0] != '\0' && (!blocked || g_str_equal(row->kind, NOTES_BLOCKED));
    return TRUE;
}

// Whether all that was ever told is to be told again.
static gboolean is_resent(const json_t *notes)
{
    gsize i;
    const json_t *note;
    json_array_foreach(notes, i, note)
    {
        if (g_strcmp0(json_string_value(json_object_get(note, "say")), NOTES_RESENT) == 0)
            return TRUE;
    }
    return FALSE;
}

// A mail that was made but never accepted told its lines to nobody.
static void forget_unsent(struct letter *letter, const GPtrArray *rows)
{
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        if (g_str_equal(row->state, "ready") && row->told_to)
            letter->told = MIN(letter->told, row->told_from);
    }
}

static gboolean load_watcher(struct letter *letter, const GPtrArray *rows, GError **error)
{
    gboolean found;
    if (!watchers_find(letter->desk->store, letter->row->game, letter->player.id, &letter->watcher,
                       &found, error))
        return FALSE;
    letter->told = letter->watcher.told;
    forget_unsent(letter, rows);
    return TRUE;
}

static gboolean load_match(struct letter *letter, const GPtrArray *rows, GError **error)
{
    letter->seat = -1;
    if (!letter->row->game)
        return TRUE;
    if (!match_load(letter->desk, letter->row->game, &letter->match, error))
        return FALSE;
    const struct seat_row *seat =
        letter->match && letter->known ? match_seat_of(letter->match, letter->player.id) : NULL;
    if (!seat)
        return !letter->match || !letter->known || load_watcher(letter, rows, error);
    letter->seat = seat->seat;
    letter->told = seat->told;
    forget_unsent(letter, rows);
    if (is_resent(letter->notes))
        letter->told = 0;
    return TRUE;
}

// ---- the ticket --------------------------------------------------------------------------------

static gboolean make_ticket(struct letter *letter, GError **error)
{
    struct identity_place place = {.player = letter->known ? letter->player.id : 0};
    if (is_state(letter)) {
        place.game = letter->match->row.id;
        place.turn = letter->match->game.turn;
        place.seat = letter->seat;
    } else if (letter->row->matter) {
        place.turn = letter->row->matter;
    } else if (!letter->known) {
        return TRUE; // nobody to be told apart
    } else if (!letter_standing(letter->desk, letter->player.id,
                                letter->seat >= 0 ? letter->match->row.id : 0, &place.turn,
                                error)) {
        return FALSE;
    }
    identity_ticket(letter->desk->keys->ticket, &place, letter->ticket);
    return TRUE;
}

// ---- what its buttons say ----------------------------------------------------------------------

static gboolean prepare_buttons(struct letter *letter, letter_buttons *out, GError **error)
{
    g_free(letter->subject);
    g_free(letter->reply_to);
    letter->reply_to = letter_tagged(letter, letter->ticket);
    letter->subject = letter_subject(letter, error);
    // Who signs gets no buttons: what they write would move nothing.
    if (letter->subject)
        letter_buttons_init(out, letter->player.has_key ? NULL : letter->reply_to, letter->subject,
                            letter->ticket, letter->language);
    return letter->subject != NULL;
}

// ---- what it says ------------------------------------------------------------------------------

// How everybody at the table stands with time.
static gboolean find_times(const struct letter *letter, struct table_time *out, GError **error)
{
    for (unsigned i = 0; i < letter->match->seats->len; i++) {
        struct vacation_stand stand;
        if (!turn_bank(letter->desk, letter->match, i, &out[i].bank, error) ||
            !vacation_stand(letter->desk, match_seat(letter->match, i)->player, &stand, error))
            return FALSE;
        g_autofree char *day = stand.away_until < 0 ? NULL : zone_format_day(stand.away_until);
        out[i].vacation = stand.left;
        g_strlcpy(out[i].away, day ? day : "", sizeof out[i].away);
    }
    return TRUE;
}

// Where the reader lives.
static const struct zone *reader_zone(const struct letter *letter)
{
    const struct zone *zone = zone_find(letter->player.timezone);
    return zone ? zone : zone_utc();
}

// What failed gives its name to a mail, since the reader waits for that answer. NULL: nothing did.
static const char *special_kind(const GPtrArray *rows)
{
    static const char *const first[] = {NOTES_UNCLEAR, NOTES_REFUSED, NOTES_MISSED, NOTES_REMINDER};
    for (gsize k = 0; k < G_N_ELEMENTS(first); k++) {
        for (guint i = 0; i < rows->len; i++) {
            const struct outbound_row *row = g_ptr_array_index(rows, i);
            if (g_str_equal(row->kind, first[k]))
                return first[k];
        }
    }
    return NULL;
}

// What a mail about a state is called. That the game is over comes before everything else, once.
static const char *state_kind(const struct letter *letter, const GPtrArray *rows)
{
    const char *kind = table_kind(letter->match, (unsigned)letter->seat, letter->told);
    const char *special = special_kind(rows);
    gboolean only_press = TRUE, only_answer = TRUE;
    gboolean has_news = letter->told < letter->match->game.public_lines;
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        only_press = only_press && g_str_equal(row->kind, NOTES_PRESS);
        only_answer = only_answer && g_str_equal(row->kind, NOTES_ANSWER);
        has_news = has_news || g_str_equal(row->kind, NOTES_STATE) ||
                   g_str_equal(row->kind, NOTES_RECEIPT);
    }
    gboolean over = letter->match->game.stage == GAME_DONE;
    if (over && has_news)
        return kind;
    only_answer = only_answer || over;
    return special ? special : only_press ? NOTES_PRESS : only_answer ? NOTES_ANSWER : kind;
}

static gboolean fill_state(struct letter *letter, const GPtrArray *rows, GError **error)
{
    letter->template = "state";
    letter->kind = state_kind(letter, rows);
    struct table_time times[RULES_SEATS_MAX] = {0};
    gint64 due;
    if (!turn_deadline(letter->desk, letter->match, (unsigned)letter->seat, &due, error) ||
        !find_times(letter, times, error))
        return FALSE;
    struct table_input input = {.match = letter->match,
                                .seat = (unsigned)letter->seat,
                                .kind = letter->kind,
                                .ticket = letter->ticket,
                                .referee = letter->desk->config->address,
                                .key = letter->desk->keys->sign_public_hex,
                                .told = letter->told,
                                .due = due,
                                .times = times};
    letter->table = table_json(&input);
    g_auto(letter_buttons) buttons = {0};
    if (!prepare_buttons(letter, &buttons, error))
        return FALSE;
    letter->data = letter_state(letter->match, (unsigned)letter->seat, letter->table, letter->told,
                                &buttons, error);
    g_autofree char *id =
        g_strdup_printf("%" G_GINT64_FORMAT "@%s", letter->row->id, letter->desk->config->host);
    return letter->data &&
           letter_chart(letter->match, id, letter->language, letter->data, &letter->images,
                        error) &&
           letter_plan(letter->table, letter->language, letter->data, error) &&
           letter_time(letter->table, reader_zone(letter), letter->desk->now, letter->language,
                       letter->data, error) &&
           letter_calendar(letter->desk, letter->match, &letter->player, due, rows,
                           letter->language, &letter->calendar, error);
}

// Who left the game was told how it went then. due: when the reader has to act, 0: never.
static gboolean fill_public(struct letter *letter, gint64 due, GError **error)
{
    struct table_time times[RULES_SEATS_MAX] = {0};
    guint told = letter->watcher.at_end ? letter->match->lines->len : letter->told;
    if (!find_times(letter, times, error))
        return FALSE;
    struct table_input input = {.match = letter->match,
                                .seat = RULES_NOBODY,
                                .kind = NOTES_WATCH,
                                .ticket = "",
                                .referee = letter->desk->config->address,
                                .key = letter->desk->keys->sign_public_hex,
                                .told = (guint)letter->match->game.public_lines,
                                .due = due,
                                .times = times};
    json_auto_t *table = table_json(&input);
    letter->template = letter->kind = NOTES_WATCH;
    letter->data = letter_watch(letter->match, letter->seat, table, told, letter->language, error);
    return letter->data && letter_time(table, reader_zone(letter), letter->desk->now,
                                       letter->language, letter->data, error);
}

static gboolean fill_watch(struct letter *letter, GError **error)
{
    return fill_public(letter, 0, error);
}

// What everybody at the table may know, to somebody who can't be told more.
static gboolean fill_open(struct letter *letter, GError **error)
{
    const char *kind = letter->kind;
    gint64 due;
    letter->watcher = (struct watcher_row){0};
    json_decref(letter->table);
    letter->table = NULL;
    if (!turn_deadline(letter->desk, letter->match, (unsigned)letter->seat, &due, error) ||
        !fill_public(letter, due, error))
        return FALSE;
    letter->kind = kind;
    return TRUE;
}

static gboolean fill_lobby(struct letter *letter, const GPtrArray *rows, GError **error)
{
    const char *special = special_kind(rows);
    letter->template = "lobby";
    letter->kind = special ? special : "lobby";
    g_autoptr(GArray) invitations = NULL;
    if (!games_invitations(letter->desk->store, letter->match->row.id, &invitations, error))
        return FALSE;
    letter->data =
        letter_lobby(letter->match, invitations, letter->player.id, letter->language, error);
    return letter->data != NULL;
}

// What waits for a yes, as the reader would type it.
static void show_wanted(struct letter *letter)
{
    json_t *wanted = json_object_get(letter->data, "wanted");
    gsize i;
    json_t *text;
    json_array_foreach(wanted, i, text)
    {
        g_autofree char *shown =
            letter_quote_command(json_string_value(text), letter->known, letter->language);
        json_array_set_new(wanted, i, json_string(shown));
    }
}

// Invitations, confirmations and questions: what their note holds, and words about the game.
static gboolean fill_matter(struct letter *letter, GError **error)
{
    letter->template = letter->kind = letter->row->kind;
    letter->data = json_deep_copy(json_array_get(letter->notes, 0));
    if (!letter->data)
        letter->data = json_object();
    show_wanted(letter);
    gboolean of_game = g_str_equal(letter->row->kind, NOTES_INVITATION) ||
                       g_str_equal(letter->row->kind, NOTES_SUBSTITUTE);
    if (!of_game || !letter->match) {
        const char *ask = json_string_value(json_object_get(letter->data, "ask"));
        if (!ask)
            return TRUE;
        g_autofree char *phrase = g_strconcat("why-", ask, NULL);
        g_autofree char *why = wording_say(letter->language, phrase, NULL, error);
        return why && json_object_set_new(letter->data, "why", json_string(why)) == 0;
    }
    g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(struct invitation_row));
    json_auto_t *lobby = letter_lobby(letter->match, none, 0, letter->language, error);
    if (!lobby)
        return FALSE;
    json_object_update_missing(letter->data, lobby);
    json_object_set_new(letter->data, "n", json_integer(letter->match->row.seats));
    return TRUE;
}

static gboolean fill_answer(struct letter *letter)
{
    gboolean stranger = g_str_equal(letter->row->kind, NOTES_STRANGER);
    letter->template = stranger ? "stranger" : "answer";
    gboolean state = g_str_equal(letter->row->kind, NOTES_STATE) ||
                     g_str_equal(letter->row->kind, NOTES_RECEIPT);
    letter->kind = state ? NOTES_ANSWER : letter->row->kind;
    letter->data = json_pack("{s:s}", "referee", letter->desk->config->name);
    return TRUE;
}

// An answer about a matter reads like any answer; only its ticket is another.
static gboolean has_own_template(const struct letter *letter)
{
    return letter->row->matter && !g_str_equal(letter->row->kind, NOTES_ANSWER) &&
           !g_str_equal(letter->row->kind, NOTES_BLOCKED);
}

// What a mail says about a game as long as it is so; the buttons know it by the phrase.
static gboolean add_standing(const struct letter *letter, json_t *sentences, GError **error)
{
    json_auto_t *notes = NULL;
    gsize i;
    json_t *note;
    if (!is_state(letter))
        return TRUE;
    if (!consent_notes(letter->desk, letter->match, (unsigned)letter->seat, &notes, error))
        return FALSE;
    json_array_foreach(notes, i, note) json_object_set_new(
        letter->data, json_string_value(json_object_get(note, "say")), json_true());
    json_auto_t *more = letter_sentences(notes, NULL, 0, letter->language, error);
    return more && json_array_extend(sentences, more) == 0;
}

static gboolean fill(struct letter *letter, const GPtrArray *rows, GError **error)
{
    gboolean done = is_state(letter)           ? letter->only_open ? fill_open(letter, error)
                                                                   : fill_state(letter, rows, error)
                              : is_lobby(letter) ? fill_lobby(letter, rows, error)
                    : letter_is_watch(letter)  ? fill_watch(letter, error)
                    : has_own_template(letter) ? fill_matter(letter, error)
                                               : fill_answer(letter);
    if (!done)
        return FALSE;
    json_t *sentences =
        letter_sentences(letter->notes, is_state(letter) ? letter->match : NULL,
                         letter->seat < 0 ? 0 : (unsigned)letter->seat, letter->language, error);
    if (!sentences)
        return FALSE;
    if (!add_standing(letter, sentences, error)) {
        json_decref(sentences);
        return FALSE;
    }
    json_object_set_new(letter->data, "notes", sentences);
    json_object_set_new(letter->data, "known", json_boolean(letter->known));
    json_object_set_new(letter->data, "me", json_string(letter->known ? letter->player.nick : ""));
    json_object_set_new(letter->data, "ticket", json_string(letter->ticket));
    json_object_set_new(letter->data, "title",
                        json_string(letter->match ? letter->match->row.name : ""));
    g_auto(letter_buttons) buttons = {0};
    return prepare_buttons(letter, &buttons, error) &&
           letter_buttons_put(&buttons, letter->template, letter->data, error);
}

// ---- the mail ----------------------------------------------------------------------------------

// As it stands in the template: not wrapped.
static char *render_text(const struct letter *letter, GError **error)
{
    GString *out = g_string_new(NULL);
    gboolean done = folder_render(letter->language->folder, letter->template, FOLDER_TEXT,
                                  letter->data, TRUE, out, error);
    return g_string_free(out, !done);
}

// Remembers what was told: the lines of the log, and the words that may come back in a quote.
static gboolean remember(struct letter *letter, const char *text, GError **error)
{
    struct outbound_row *row = letter->row;
    row->told_from = row->told_to = 0;
    if (letter->table || letter->sealed) {
        row->told_from = letter->told;
        row->told_to = (guint)letter->match->game.public_lines;
        struct seat_row *seat = match_seat(letter->match, (unsigned)letter->seat);
        seat->told = row->told_to;
        if (!games_set_told(letter->desk->store, seat->game, seat->seat, seat->told, error))
            return FALSE;
    }
    if (letter_is_watch(letter)) {
        row->told_from = letter->told;
        row->told_to = letter->watcher.told = notes_watched_lines(letter->match);
        if (!watchers_put(letter->desk->store, &letter->watcher, error))
            return FALSE;
    }
    if (!letter->known)
        return TRUE;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return known_lines_add(letter->desk->store, letter->player.id, (const char *const *)lines,
                           error);
}

static void set(char **where, char *text)
{
    g_free(*where);
    *where = text;
}

// Its words, and the mail that the post takes. The caller owns both.
static gboolean compose(struct letter *letter, const GPtrArray *rows, char **out_text,
                        json_t **out_mail, GError **error)
{
    if (!fill(letter, rows, error))
        return FALSE;
    g_autofree char *raw = render_text(letter, error);
    g_autofree char *html = raw ? letter_html(letter->language, letter->template, letter->subject,
                                              raw, letter->data, error)
                                : NULL;
    if (!html)
        return FALSE;
    *out_text = wrap_text(raw, WRAP_COLUMNS, letter_quote_is_command);
    *out_mail = letter_compose(letter, *out_text, html, error);
    return *out_mail != NULL;
}

// Makes the mail anew, without what only its reader may know. By when to act isn't of that, so the
// entries for a calendar stay.
static gboolean compose_open(struct letter *letter, const GPtrArray *rows, char **text,
                             json_t **mail, GError **error)
{
    letter->only_open = TRUE;
    g_clear_pointer(&letter->data, json_decref);
    g_clear_pointer(&letter->images, json_decref);
    g_clear_pointer(text, g_free);
    g_clear_pointer(mail, json_decref);
    return compose(letter, rows, text, mail, error);
}

// Encrypts the mail where its reader wants that; where their key can't do it any more, it is made
// anew, and open: without what only they may know.
static gboolean encrypt(struct letter *letter, const GPtrArray *rows, char **text, json_t **mail,
                        GError **error)
{
    g_autofree char *fault = NULL;
    if (!letter_openpgp_wanted(letter))
        return TRUE;
    if (letter_openpgp_is_first(letter))
        return letter_openpgp_split(letter, error) && compose_open(letter, rows, text, mail, error);
    if (!letter_openpgp_encrypt(letter, *mail, &fault, error))
        return FALSE;
    if (!fault)
        return TRUE;
    letter_openpgp_give_up(letter, fault);
    return compose_open(letter, rows, text, mail, error);
}

// The same for keys that open attachments: the mail itself is made anew, and open.
static gboolean seal(struct letter *letter, const GPtrArray *rows, char **text, json_t **mail,
                     GError **error)
{
    if (!letter_seal_wanted(letter))
        return TRUE;
    json_auto_t *parts = letter_seal_parts(letter, *text);
    letter->asked = letter->notes;
    letter->notes = letter_seal_notes(letter);
    letter->sealed = TRUE;
    return compose_open(letter, rows, text, mail, error) &&
           json_array_extend(json_object_get(*mail, "attachments"), parts) == 0;
}

// Whether all of a mail is our own words, but for a few: what others say in it is in the notes, and
// in files other than the table.
static gboolean is_own(const struct letter *letter, const json_t *mail)
{
    enum { FEW = 1000 }; // bytes
    const gsize files = json_array_size(json_object_get(mail, "attachments"));
    return strlen(letter->row->notes) <= FEW && files <= (letter->table ? 1 : 0) &&
           !letter->sealed && !json_object_get(mail, "images") &&
           !json_object_get(mail, "encrypted");
}

static gboolean write_letter(struct letter *letter, const GPtrArray *rows, GError **error)
{
    struct outbound_row *row = letter->row;
    g_autofree char *text = NULL;
    json_auto_t *mail = NULL;
    if (!make_ticket(letter, error))
        return FALSE;
    if (letter->known) // else it stands there
        set(&row->address, g_strdup(letter->to));
    set(&row->ticket, g_strdup(letter->ticket));
    set(&row->message_id,
        g_strdup_printf("<%s%s%" G_GINT64_FORMAT "@%s>", letter->ticket,
                        letter->ticket[0] ? "." : "mail.", row->id, letter->desk->config->host));
    if (!compose(letter, rows, &text, &mail, error) ||
        !encrypt(letter, rows, &text, &mail, error) || !seal(letter, rows, &text, &mail, error))
        return FALSE;
    set(&row->body, parcel_pack(mail, NULL));
    set(&row->notes, json_dumps(letter->asked ? letter->asked : letter->notes, JSON_COMPACT));
    row->own = is_own(letter, mail);
    if (!row->matter)
        set(&row->kind, g_strdup(letter->kind));
    return remember(letter, text, error);
}

// The reader's own language, or that of the words which are answered, or the referee's.
static const char *language_of(const struct letter *letter)
{
    const char *written =
        json_string_value(json_object_get(json_array_get(letter->notes, 0), "language"));
    if (letter->known && letter->player.language[0])
        return letter->player.language;
    return written && !letter->known ? written : letter->desk->config->language;
}

gboolean letter_make(struct desk *desk, wording *words, const GPtrArray *rows, gboolean *out_made,
                     GError **error)
{
    struct letter letter = {.desk = desk, .row = g_ptr_array_index(rows, rows->len - 1)};
    letter.notes = letter_gather(rows);
    gboolean done = load_reader(&letter, out_made, error);
    if (done && *out_made) {
        letter.language = wording_in(words, language_of(&letter), error);
        done = letter.language && load_match(&letter, rows, error);
        *out_made = done && !is_stale_watch(&letter);
        done = done && (!*out_made || write_letter(&letter, rows, error));
    }
    letter_clear(&letter);
    return done;
}
