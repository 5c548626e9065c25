// SPDX-License-Identifier: MIT
// See intake.h.
#include "referee/receive/intake.h"

#include "referee/orders/ask.h"
#include "referee/orders/limits.h"
#include "referee/orders/session.h"
#include "referee/programs/openpgp.h"
#include "referee/receive/answer.h"
#include "referee/receive/fingerprint.h"
#include "referee/receive/gates.h"
#include "referee/receive/unread.h"
#include "referee/receive/unsubscribe.h"
#include "referee/send/bounce.h"
#include "referee/words/newtext_read.h"
#include "storage/inbox.h"
#include "storage/known_lines.h"

#include <sodium.h>
#include <string.h>

// One mail on its way through the gates.
struct intake {
    struct desk *desk;
    const struct intake_source *source;
    GBytes *raw;
    json_t *facts; // NULL when the mail killed its reader
    struct inbound_row row;
    struct gates_verdict verdict;
    struct gates_strings strings;
    struct newtext text;
    struct speaker speaker;
};

static void intake_clear(struct intake *intake)
{
    json_decref(intake->facts);
    inbound_row_clear(&intake->row);
    gates_clear(&intake->verdict);
    gates_strings_clear(&intake->strings);
    newtext_clear(&intake->text);
    speaker_clear(&intake->speaker);
}

static void decide(struct intake *intake, enum gates_gate gate, enum gates_outcome outcome,
                   const char *reason)
{
    gates_clear(&intake->verdict);
    intake->verdict = (struct gates_verdict){gate, outcome, g_strdup(reason)};
}

// ---- gate 6 ------------------------------------------------------------------------------------

static void hash_text(crypto_generichash_state *state, const char *text)
{
    // The NUL keeps neighbours apart.
    crypto_generichash_update(state, (const guint8 *)(text ? text : ""),
                              text ? strlen(text) + 1 : 1);
}

// What makes two mails the same: who wrote, under which id, which words. Not their way here.
static void digest_mail(struct intake *intake)
{
    const json_t *facts = intake->facts;
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof intake->row.digest);
    hash_text(&state, intake->row.message_id);
    hash_text(&state, intake->row.sender);
    hash_text(&state, json_string_value(json_object_get(json_object_get(facts, "text"), "body")));
    hash_text(&state, json_string_value(json_object_get(json_object_get(facts, "html"), "body")));
    gsize i;
    json_t *part;
    json_array_foreach(json_object_get(facts, "attached"), i, part)
        hash_text(&state, json_string_value(part));
    crypto_generichash_final(&state, intake->row.digest, sizeof intake->row.digest);
}

static gboolean is_duplicate(struct intake *intake, gboolean *out_is, GError **error)
{
    *out_is = FALSE;
    // Without an id of its own a mail can't be told from one that says the same again.
    if (!intake->row.message_id[0])
        return TRUE;
    return inbox_is_duplicate(intake->desk->store, intake->row.digest, intake->row.id, out_is,
                              error);
}

// ---- gates 5 and 7 -----------------------------------------------------------------------------

// What the speaker was told: read when the first line is asked for.
struct told {
    struct intake *intake;
    struct known_lines *lines;
    GError *error; // reading goes on without this help
};

static enum body_sent known_line(const char *line, gpointer data)
{
    struct told *told = data;
    const struct intake *intake = told->intake;
    if (!told->lines && !told->error)
        told->lines =
            known_lines_load(intake->desk->store, intake->speaker.player.id, &told->error);
    return told->lines && known_lines_has(told->lines, line) ? BODY_SENT_LINE : BODY_UNSENT;
}

// Finds out from what stands in the text whose it is, then reads it with that player's language and
// the lines that were sent to them.
static gboolean read_text(struct intake *intake, GError **error)
{
    const struct config *config = intake->desk->config;
    struct newtext_input input = {.banner = (const char *const *)config->banner,
                                  .limit = (unsigned)config->commands};
    gates_input(intake->facts, &input, &intake->strings);
    gboolean whole = newtext_read_who(&input, &intake->text);
    if (!speaker_find(intake->desk, intake->row.sender, &intake->text, &intake->speaker, error))
        return FALSE;
    if (!intake->speaker.known && whole)
        return TRUE;
    struct told told = {.intake = intake};
    if (intake->speaker.known) {
        const char *language = intake->speaker.player.language;
        input.language = language[0] ? language : NULL;
        input.known = known_line;
        input.known_data = &told;
    }
    newtext_clear(&intake->text);
    newtext_read(&input, &intake->text);
    known_lines_free(told.lines);
    if (!told.error)
        return TRUE;
    g_propagate_error(error, told.error);
    return FALSE;
}

// ---- what follows ------------------------------------------------------------------------------

// Whoever writes can be reached again; a ticket alone, from anywhere, may be somebody else's.
static gboolean hear(struct intake *intake, GError **error)
{
    struct speaker *speaker = &intake->speaker;
    if (!speaker->known || speaker->how == SPEAKER_ELSEWHERE || speaker->fault != SPEAKER_FINE)
        return TRUE;
    return bounce_heard(intake->desk, &speaker->player, error);
}

static gboolean act(struct intake *intake, GError **error)
{
    if (!hear(intake, error))
        return FALSE;
    if (gates_size(intake->facts, &intake->verdict))
        gates_text(&intake->text, &intake->verdict);
    gboolean silent = FALSE;
    if (!answer_mail(intake->desk, &intake->speaker, &intake->text, &intake->verdict, &silent,
                     error))
        return FALSE;
    if (silent)
        decide(intake, GATES_IDENTITY, GATES_DROP, "nothing is answered to this any more");
    return TRUE;
}

// A mail to an address that ends mails does so, whoever or whatever wrote it.
static gboolean unsubscribe(struct intake *intake, gboolean *out_taken, GError **error)
{
    if (!unsubscribe_take(intake->desk, intake->facts, out_taken, error))
        return FALSE;
    if (*out_taken)
        decide(intake, GATES_IDENTITY, GATES_ACT, "it came to the address that ends mails");
    return TRUE;
}

// A mail that was stopped may still be the report of one of ours that came back.
static gboolean come_back(struct intake *intake, GError **error)
{
    g_autofree char *reason = NULL;
    if (intake->verdict.gate != GATES_AUTOMATIC)
        return TRUE;
    if (!bounce_take(intake->desk, intake->facts, &reason, error))
        return FALSE;
    if (reason) {
        decide(intake, GATES_AUTOMATIC, GATES_DROP, reason);
        return TRUE;
    }
    gboolean taken;
    return unsubscribe(intake, &taken, error);
}

static gboolean pass_gates(struct intake *intake, GError **error)
{
    if (!intake->facts) {
        decide(intake, GATES_SIZE, GATES_HOLD,
               intake->source->deadly ? "runs of the referee ended with this mail"
                                      : "this mail kills its reader");
        return TRUE;
    }
    if (!gates_walk(intake->facts, intake->desk->config->address, &intake->verdict))
        return come_back(intake, error);
    digest_mail(intake);
    gboolean duplicate;
    if (!is_duplicate(intake, &duplicate, error))
        return FALSE;
    if (duplicate) {
        decide(intake, GATES_DUPLICATE, GATES_DROP, "the same mail came before");
        return TRUE;
    }
    gboolean taken;
    if (!unsubscribe(intake, &taken, error))
        return FALSE;
    return taken || (read_text(intake, error) && act(intake, error));
}

static gboolean settle(struct intake *intake, GError **error)
{
    struct inbound_row *row = &intake->row;
    const struct speaker *speaker = &intake->speaker;
    gboolean hold = intake->verdict.outcome == GATES_HOLD;
    gboolean enough = FALSE;
    if (hold && !limits_held(intake->desk, &enough, error))
        return FALSE;
    hold = hold && !enough;
    g_strlcpy(row->state, "done", sizeof row->state);
    g_strlcpy(row->outcome, gates_outcome_name(intake->verdict.outcome), sizeof row->outcome);
    g_strlcpy(row->gate, gates_gate_name(intake->verdict.gate), sizeof row->gate);
    row->reason = g_strdup(intake->verdict.reason ? intake->verdict.reason : "");
    row->player = speaker->known ? speaker->player.id : 0;
    row->game = speaker->known ? speaker->game : 0;
    if (speaker->forgotten) { // and with it where this came from
        g_clear_pointer(&row->sender, g_free);
        g_clear_pointer(&row->message_id, g_free);
        row->sender = g_strdup("");
        row->message_id = g_strdup("");
    }
    row->has_ticket = speaker->has_ticket;
    memcpy(row->ticket, speaker->ticket_hash, sizeof row->ticket);
    return row->id ? inbox_settle(intake->desk->store, row, hold, error)
                   : inbox_add(intake->desk->store, row, hold ? intake->raw : NULL, error);
}

static void note(const struct intake *intake)
{
    const struct inbound_row *row = &intake->row;
    g_autofree char *name = g_strdup_printf("in-%" G_GINT64_FORMAT, row->id);
    journal_note(intake->desk->journal, intake->desk->now, JOURNAL_MAIL,
                 "{s:s, s:s, s:s, s:s, s:I}", "mail", name, "outcome", row->outcome, "gate",
                 row->gate, "reason", row->reason, "game", (json_int_t)row->game);
}

static char *fact_text(const json_t *facts, const char *key)
{
    const char *text = json_string_value(json_object_get(facts, key));
    return g_strdup(text ? text : "");
}

static void fill_row(struct intake *intake)
{
    struct inbound_row *row = &intake->row;
    row->id = intake->source->row;
    g_strlcpy(row->source, intake->source->file ? "maildir" : "ledger", sizeof row->source);
    row->received_at = intake->desk->now;
    row->message_id = fact_text(intake->facts, "message_id");
    row->sender = fact_text(json_object_get(intake->facts, "sender"), "address");
    row->has_raw = TRUE;
    fingerprint_of(intake->raw, row->raw);
    memcpy(row->digest, row->raw, sizeof row->digest); // until its content is read
}

// Whether the mail was taken in before. One of the ledger waits there, so it wasn't.
static gboolean find_name(struct intake *intake, gboolean *out_before, GError **error)
{
    struct inbound_row *row = &intake->row;
    *out_before = FALSE;
    if (!intake->source->file) {
        row->source_id = g_strdup("");
        return TRUE;
    }
    return unread_name(intake->desk, intake->source->file, row->raw, &row->source_id, error) &&
           inbox_has(intake->desk->store, row->source, row->source_id, out_before, error);
}

static gboolean take_in(struct intake *intake, GError **error)
{
    const struct speaker *speaker = &intake->speaker;
    gboolean before;
    fill_row(intake);
    if (!find_name(intake, &before, error))
        return FALSE;
    if (before)
        return TRUE;
    if (!pass_gates(intake, error) || !settle(intake, error) ||
        (speaker->forgotten && !unread_drop(intake->desk, speaker->forgotten, error)))
        return FALSE;
    note(intake);
    return TRUE;
}

void intake_mail_clear(struct intake_mail *mail)
{
    g_clear_pointer(&mail->raw, g_bytes_unref);
    g_clear_pointer(&mail->facts, json_decref);
    g_clear_error(&mail->error);
}

gboolean intake_read(reader *read, struct intake_mail *mail, GError **error)
{
    g_autoptr(GError) wrong = NULL;
    if (mail->source.deadly || reader_read(read, mail->raw, &mail->facts, &wrong) ||
        g_error_matches(wrong, READER_ERROR, READER_KILLED))
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&wrong));
    return FALSE;
}

// Whether the whole transaction has to go for it.
static gboolean is_hopeless(const GError *wrong)
{
    return wrong->domain != G_FILE_ERROR && wrong->domain != OPENPGP_ERROR &&
           !g_error_matches(wrong, STORE_ERROR, STORE_ERROR_STOP);
}

// Takes it in, or leaves why not in mail->error.
static gboolean try_one(struct desk *desk, struct intake_mail *mail, GError **error)
{
    struct intake intake = {.desk = desk, .source = &mail->source, .raw = mail->raw};
    intake.facts = json_incref(mail->facts);
    if (!store_savepoint(desk->store, error)) {
        intake_clear(&intake);
        return FALSE;
    }
    const gsize told = journal_mark(desk->journal);
    gboolean done = take_in(&intake, &mail->error);
    intake_clear(&intake);
    mail->kept = done;
    if (done)
        return store_release(desk->store, error);
    store_undo(desk->store);
    journal_drop_from(desk->journal, told);
    if (!is_hopeless(mail->error))
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&mail->error));
    return FALSE;
}

// How often it was tried in vain before.
static gboolean count_tries(struct intake *intake, GError **error)
{
    struct inbound_row row = {0};
    gboolean found;
    if (!intake->source->row)
        return TRUE;
    if (!inbox_find(intake->desk->store, intake->source->row, &row, &found, error))
        return FALSE;
    intake->row.tries = row.tries;
    inbound_row_clear(&row);
    return TRUE;
}

static void note_put_off(const struct intake *intake)
{
    g_autofree char *name = g_strdup_printf("in-%" G_GINT64_FORMAT, intake->row.id);
    journal_note(intake->desk->journal, intake->desk->now, JOURNAL_PUT_OFF, "{s:s, s:i}", "mail",
                 name, "tries", intake->row.tries + 1);
}

// It waits in the ledger for pause seconds, also when it came as a file.
static gboolean put_off(struct intake *intake, gint64 pause, const char *why, GError **error)
{
    struct inbound_row *row = &intake->row;
    struct store *store = intake->desk->store;
    gboolean before;
    fill_row(intake);
    g_clear_pointer(&row->message_id, g_free); // told when it is settled
    g_clear_pointer(&row->sender, g_free);
    row->message_id = g_strdup("");
    row->sender = g_strdup("");
    row->reason = g_strdup(why);
    if (!find_name(intake, &before, error) ||
        (!row->id && !inbox_add(store, row, intake->raw, error)))
        return FALSE;
    note_put_off(intake);
    return inbox_put_off(store, row->id, intake->desk->now + pause, why, error);
}

// A mail of which GnuPG, which had to look at it, failed: it has some more tries, and is answered
// then as where there is no GnuPG.
static gboolean try_later(struct desk *desk, struct intake_mail *mail, GError **error)
{
    struct intake intake = {.desk = desk, .source = &mail->source, .raw = mail->raw};
    intake.facts = json_incref(mail->facts);
    gboolean done = count_tries(&intake, error);
    const gint64 pause = openpgp_pause(intake.row.tries);
    if (done && pause >= 0)
        done = mail->kept = put_off(&intake, pause, mail->error->message, error);
    intake_clear(&intake);
    if (!done || pause >= 0)
        return done;
    g_clear_error(&mail->error);
    desk->openpgp.off = TRUE;
    done = try_one(desk, mail, error);
    desk->openpgp.off = FALSE;
    return done;
}

static gboolean take_one(struct desk *desk, struct intake_mail *mail, GError **error)
{
    return try_one(desk, mail, error) &&
           (!g_error_matches(mail->error, OPENPGP_ERROR, OPENPGP_ERROR_TROUBLE) ||
            try_later(desk, mail, error));
}

gboolean intake_mails(struct desk *desk, struct intake_mail *mails, guint n, GError **error)
{
    gboolean done = store_begin(desk->store, error);
    for (guint i = 0; done && i < n; i++)
        done = take_one(desk, &mails[i], error);
    if (done && desk_commit(desk, error))
        return TRUE;
    desk_rollback(desk);
    for (guint i = 0; i < n; i++)
        mails[i].kept = FALSE;
    return FALSE;
}
