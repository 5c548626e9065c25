// SPDX-License-Identifier: MIT
// See dispatch.h.
#include "referee/send/dispatch.h"

#include "base/fault.h"
#include "referee/send/bounce.h"
#include "base/child.h"
#include "referee/send/delivery.h"
#include "referee/setup/guard.h"
#include "referee/letter/letter.h"
#include "referee/match/notes.h"
#include "referee/programs/openpgp.h"
#include "referee/setup/place.h"
#include "referee/programs/poster.h"
#include "referee/programs/poster_config.h"
#include "referee/match/timer.h"
#include "storage/games.h"
#include "storage/outbox.h"
#include "storage/players.h"
#include "storage/watchers.h"

enum { BATCH = 100 };
static const gint64 hour = 3600;

static void note(struct desk *desk, const struct outbound_row *row, enum journal_event event)
{
    g_autofree char *name = g_strdup_printf("out-%" G_GINT64_FORMAT, row->id);
    journal_note(desk->journal, desk->now, event,
                 event == JOURNAL_SENT ? "{s:s, s:s, s:I}" : "{s:s, s:s, s:I, s:i}", "mail", name,
                 "kind", row->kind, "game", (json_int_t)row->game, "tries", row->tries + 1);
}

// ---- making ------------------------------------------------------------------------------------

// All unsent rows that become one mail with this one, oldest first; this one alone when it stands
// for itself: a matter, or somebody who isn't known.
static gboolean gather(struct desk *desk, struct outbound_row *row, GPtrArray **out_rows,
                       GError **error)
{
    g_autoptr(GPtrArray) unsent = NULL;
    gboolean alone = row->matter || !row->player;
    if (alone) {
        *out_rows = g_ptr_array_new();
        g_ptr_array_add(*out_rows, row);
        return TRUE;
    }
    if (!outbox_unsent(desk->store, row->player, row->game, &unsent, error))
        return FALSE;
    for (guint i = unsent->len; i-- > 0;) {
        const struct outbound_row *other = g_ptr_array_index(unsent, i);
        if (other->matter)
            g_ptr_array_remove_index(unsent, i);
    }
    *out_rows = g_steal_pointer(&unsent);
    return TRUE;
}

// They wait for others.
static gboolean wait_all(struct desk *desk, const GPtrArray *rows, gint64 until, GError **error)
{
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        if (g_str_equal(row->state, "noted") && !outbox_wait(desk->store, row->id, until, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean make_one(struct desk *desk, wording *words, struct outbound_row *first,
                         GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    gboolean made;
    gint64 until;
    if (!gather(desk, first, &rows, error) || !delivery_at(desk, rows, &until, error))
        return FALSE;
    if (until)
        return wait_all(desk, rows, until, error);
    if (!letter_make(desk, words, rows, &made, error))
        return FALSE;
    struct outbound_row *last = g_ptr_array_index(rows, rows->len - 1);
    if (made ? !outbox_ready(desk->store, last, error)
             : !outbox_settle(desk->store, last->id, "dropped", "nobody to write to", desk->now,
                              error))
        return FALSE;
    for (guint i = 0; i + 1 < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        if (!outbox_settle(desk->store, row->id, "replaced", "", desk->now, error))
            return FALSE;
    }
    // Nobody gets this mail, so nothing that comes back will start the clock of the turn.
    return made || !last->game || timer_start(desk, last->game, error);
}

// A mail that ended runs of the referee while it was made: the others have to go out.
static gboolean give_deadly_up(struct desk *desk, const struct outbound_row *row, GError **error)
{
    return outbox_settle(desk->store, row->id, "failed", "runs of the referee ended with this mail",
                         desk->now, error) &&
           (!row->game || timer_start(desk, row->game, error));
}

// Makes one, or leaves it noted where that fails for a reason of its own (a template, a damaged
// game, GnuPG): *out_wrong then. FALSE: nothing more can be made now.
static gboolean attempt(struct desk *desk, wording *words, struct outbound_row *row,
                        GError **out_wrong, GError **error)
{
    if (!store_savepoint(desk->store, error))
        return FALSE;
    gboolean deadly = guard_enter_row(desk->config->dir, desk->left, "letter", row->id);
    gboolean made =
        deadly ? give_deadly_up(desk, row, out_wrong) : make_one(desk, words, row, out_wrong);
    if (made)
        return store_release(desk->store, error);
    if (g_error_matches(*out_wrong, STORE_ERROR, STORE_ERROR_LATER)) {
        g_propagate_error(error, g_steal_pointer(out_wrong));
        return FALSE;
    }
    store_undo(desk->store);
    return TRUE;
}

// One that couldn't be encrypted, since GnuPG fails: all that becomes this mail waits; after some
// tries it is made without, and says so.
static gboolean make_later(struct desk *desk, wording *words, struct outbound_row *row,
                           GError **wrong, GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    int tries = 0;
    if (!gather(desk, row, &rows, error))
        return FALSE;
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *other = g_ptr_array_index(rows, i);
        if (g_str_equal(other->state, "noted"))
            tries = MAX(tries, other->tries);
    }
    const gint64 pause = openpgp_pause(tries);
    if (pause < 0) {
        g_clear_error(wrong);
        desk->openpgp.off = TRUE;
        gboolean done = attempt(desk, words, row, wrong, error);
        desk->openpgp.off = FALSE;
        return done;
    }
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *other = g_ptr_array_index(rows, i);
        if (g_str_equal(other->state, "noted") &&
            !outbox_later(desk->store, other->id, desk->now + pause, (*wrong)->message, error))
            return FALSE;
    }
    note(desk, row, JOURNAL_PUT_OFF);
    return TRUE;
}

// Makes one, so that whatever is wrong with it keeps no other from going out. FALSE: nothing more
// can be made now.
static gboolean try_one(struct desk *desk, wording *words, struct outbound_row *row, GError **first,
                        GError **error)
{
    GError *wrong = NULL;
    gboolean done = attempt(desk, words, row, &wrong, error);
    if (done && g_error_matches(wrong, OPENPGP_ERROR, OPENPGP_ERROR_TROUBLE))
        done = make_later(desk, words, row, &wrong, error);
    if (wrong && !*first)
        *first = g_steal_pointer(&wrong);
    g_clear_error(&wrong);
    return done;
}

static char *about(const struct outbound_row *row)
{
    gboolean alone = row->matter || !row->player;
    return g_strdup_printf("%" G_GINT64_FORMAT ".%" G_GINT64_FORMAT ".%" G_GINT64_FORMAT,
                           row->player, row->game, alone ? row->id : 0);
}

// The noted rows from `from` on until `to`. tried: what they are about that was tried in this run.
static gboolean make_some(struct desk *desk, wording *words, const GPtrArray *rows, guint from,
                          guint to, GHashTable *tried, GError **first, GError **error)
{
    gboolean done = TRUE;
    if (!store_begin(desk->store, error))
        return FALSE;
    for (guint i = from; done && i < to; i++) {
        struct outbound_row *row = g_ptr_array_index(rows, i);
        done = !g_hash_table_add(tried, about(row)) || try_one(desk, words, row, first, error);
    }
    return desk_end(desk, done, error);
}

static gboolean make_batch(struct desk *desk, wording *words, const GPtrArray *rows, guint from,
                           guint to, GHashTable *tried, GError **first, GError **error)
{
    gboolean done = make_some(desk, words, rows, from, to, tried, first, error);
    guard_leave(desk->config->dir);
    return done;
}

gboolean dispatch_make(struct desk *desk, wording *words, GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    g_autoptr(GHashTable) tried = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GError) first = NULL;
    if (!outbox_due(desk->store, "noted", desk->now, G_MAXINT, &rows, error))
        return FALSE;
    const guint batch = desk->left ? 1 : BATCH; // see guard_left
    for (guint i = 0; i < rows->len; i += batch) {
        if (!make_batch(desk, words, rows, i, MIN(rows->len, i + batch), tried, &first, error))
            return FALSE;
    }
    if (!first)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&first));
    return FALSE;
}

// ---- posting -----------------------------------------------------------------------------------

gint64 dispatch_pause(int tries)
{
    static const gint64 first[] = {60, 5 * 60, 15 * 60, 60 * 60};
    const gint64 then = 4 * 3600;
    const gint64 most = 5 * 86400;
    if (tries < (int)G_N_ELEMENTS(first))
        return first[tries];
    return (tries - (int)G_N_ELEMENTS(first)) * then < most ? then : -1;
}

static gboolean untell_watcher(struct desk *desk, const struct outbound_row *row, GError **error)
{
    struct watcher_row watcher = {0};
    gboolean found;
    if (!watchers_find(desk->store, row->game, row->player, &watcher, &found, error))
        return FALSE;
    if (!found || watcher.told != row->told_to)
        return TRUE;
    watcher.told = row->told_from;
    return watchers_put(desk->store, &watcher, error);
}

// A mail that will never arrive told its lines to nobody: the next one to the same seat does,
// unless that is made already.
static gboolean untell(struct desk *desk, const struct outbound_row *row, GError **error)
{
    g_autoptr(GArray) seats = NULL;
    if (!row->game || !row->told_to)
        return TRUE;
    if (!games_seats(desk->store, row->game, &seats, error))
        return FALSE;
    for (guint i = 0; i < seats->len; i++) {
        const struct seat_row *seat = &g_array_index(seats, struct seat_row, i);
        if (seat->player == row->player && seat->told == row->told_to &&
            !games_set_told(desk->store, row->game, seat->seat, row->told_from, error))
            return FALSE;
    }
    return untell_watcher(desk, row, error);
}

static gboolean give_up(struct desk *desk, const struct outbound_row *row,
                        enum poster_status status, const char *detail, GError **error)
{
    return outbox_settle(desk->store, row->id, "failed", detail, desk->now, error) &&
           untell(desk, row, error) &&
           (status != POSTER_REFUSED || bounce_refused(desk, row, detail, error));
}

static gboolean settle(struct desk *desk, const struct outbound_row *row, enum poster_status status,
                       const char *detail, struct dispatch_result *result, GError **error)
{
    gint64 pause = dispatch_pause(row->tries);
    if ((status == POSTER_LATER || status == POSTER_DOWN) && pause >= 0) {
        result->later++;
        note(desk, row, JOURNAL_PUT_OFF);
        return outbox_later(desk->store, row->id, desk->now + pause, detail, error);
    }
    gboolean sent = status == POSTER_SENT;
    *(sent ? &result->sent : &result->failed) += 1;
    note(desk, row, sent ? JOURNAL_SENT : JOURNAL_GIVEN_UP);
    return (sent ? outbox_settle(desk->store, row->id, "sent", detail, desk->now, error)
                 : give_up(desk, row, status, detail, error)) &&
           (row->game == 0 || timer_start(desk, row->game, error));
}

// What became of a mail that was handed over.
struct handed {
    const struct outbound_row *row;
    enum poster_status status;
    char *detail;
};

static void clear_handed(gpointer value)
{
    g_free(((struct handed *)value)->detail);
}

// A batch on its way: what was handed over is settled in one transaction, once it is safe.
struct batch {
    poster *post;
    GArray *handed; // struct handed
    struct dispatch_result *result;
};

static gboolean settle_all(struct desk *desk, const struct batch *batch, GError **error)
{
    struct dispatch_result counted = *batch->result;
    gboolean done = TRUE;
    if (!store_begin(desk->store, error))
        return FALSE;
    for (guint i = 0; done && i < batch->handed->len; i++) {
        const struct handed *one = &g_array_index(batch->handed, struct handed, i);
        done = settle(desk, one->row, one->status, one->detail, &counted, error);
    }
    if (!desk_end(desk, done, error))
        return FALSE;
    *batch->result = counted; // what is rolled back was never counted
    return TRUE;
}

static void note_handed(struct batch *batch, const struct outbound_row *row,
                        enum poster_status status, const char *detail)
{
    struct handed one = {row, status, g_strdup(detail)};
    g_array_append_val(batch->handed, one);
}

// What was said to be sent isn't, and will be once more.
static void forget_sent(struct batch *batch)
{
    for (guint i = batch->handed->len; i-- > 0;)
        if (g_array_index(batch->handed, struct handed, i).status == POSTER_SENT)
            g_array_remove_index(batch->handed, i);
}

// Ends a batch, also one that was broken off: what is not settled here is sent once more.
static gboolean end_batch(struct desk *desk, struct batch *batch, GError **error)
{
    GError *unsafe = NULL;
    if (batch->handed->len == 0)
        return TRUE;
    if (!poster_sync(batch->post, &unsafe))
        forget_sent(batch);
    fault_step("dispatch:posted");
    gboolean done = batch->handed->len == 0 || settle_all(desk, batch, unsafe ? NULL : error);
    g_array_set_size(batch->handed, 0);
    if (!unsafe)
        return done;
    g_propagate_error(error, unsafe);
    return FALSE;
}

// A mail that post died of, or fell silent over, doesn't keep the others waiting for ever: it has
// had a try. Takes the error of that over; always FALSE.
static gboolean put_off(struct batch *batch, const struct outbound_row *row, GError *wrong,
                        GError **error)
{
    if (!g_error_matches(wrong, CHILD_ERROR, CHILD_ERROR_START))
        note_handed(batch, row, POSTER_LATER, wrong->message);
    g_propagate_error(error, wrong);
    return FALSE;
}

// Whether a mail tells of a game in which its reader doesn't sit any more: there is a hand in it.
static gboolean is_of_lost_seat(struct desk *desk, const struct outbound_row *row, gboolean *out_is,
                                GError **error)
{
    gboolean sits;
    *out_is = row->game && row->player && row->told_to && !g_str_equal(row->kind, NOTES_WATCH);
    if (!*out_is)
        return TRUE;
    if (!games_sits(desk->store, row->game, row->player, &sits, error))
        return FALSE;
    *out_is = !sits;
    return TRUE;
}

// Whoever left a game gets no further hand: what else the mail says is said in one that has none.
static gboolean make_anew(struct desk *desk, const struct outbound_row *row, GError **error)
{
    struct outbound_row again = {.player = row->player,
                                 .game = row->game,
                                 .kind = row->kind,
                                 .notes = row->notes,
                                 .created_at = row->created_at,
                                 .next_at = desk->now};
    return store_begin(desk->store, error) &&
           desk_end(desk,
                    outbox_settle(desk->store, row->id, "replaced", "", desk->now, error) &&
                        outbox_add(desk->store, &again, error),
                    error);
}

// Whether its reader has asked for no more mail since it was made.
static gboolean is_unwanted(struct desk *desk, const struct outbound_row *row, gboolean *out_is,
                            GError **error)
{
    *out_is = FALSE;
    return g_str_equal(row->kind, NOTES_BLOCKED) ||
           players_is_blocked(desk->store, row->address, out_is, error);
}

static gboolean drop_unwanted(struct desk *desk, const struct outbound_row *row, GError **error)
{
    return store_begin(desk->store, error) &&
           desk_end(
               desk,
               outbox_settle(desk->store, row->id, "dropped", "wants no mail", desk->now, error) &&
                   untell(desk, row, error) &&
                   (row->game == 0 || timer_start(desk, row->game, error)),
               error);
}

static gboolean post_one(struct desk *desk, struct batch *batch, const struct outbound_row *row,
                         GError **error)
{
    gboolean lost, unwanted;
    if (!is_of_lost_seat(desk, row, &lost, error) || !is_unwanted(desk, row, &unwanted, error))
        return FALSE;
    if (lost)
        return make_anew(desk, row, error);
    if (unwanted)
        return drop_unwanted(desk, row, error);
    enum poster_status status = POSTER_NEVER;
    g_autofree char *detail = NULL;
    GError *wrong = NULL;
    if (!row->body)
        detail = g_strdup("the stored mail can't be read");
    else if (!poster_send_parcel(batch->post, row->id, row->body, &status, &detail, &wrong))
        return put_off(batch, row, wrong, error);
    note_handed(batch, row, status, detail);
    if (status != POSTER_DOWN)
        return TRUE;
    g_set_error(error, POSTER_ERROR, POSTER_ERROR_DOWN, "sending mail: %s", detail);
    return FALSE;
}

// What a server has accepted is settled at once, lest it be sent twice; a file of the same name is
// the same, however often it is made.
static gboolean post_some(struct desk *desk, struct batch *batch, const GPtrArray *rows,
                          GError **error)
{
    guint most = desk->config->send == CONFIG_SEND_MAILDIR ? BATCH : 1;
    gboolean done = TRUE;
    for (guint i = 0; done && i < rows->len; i++) {
        done = post_one(desk, batch, g_ptr_array_index(rows, i), error);
        if (done && batch->handed->len >= most)
            done = end_batch(desk, batch, error);
    }
    // The first error is the one that tells; what was handed over before it is settled all the
    // same.
    return end_batch(desk, batch, done ? error : NULL) && done;
}

static poster *start_post(struct desk *desk, GError **error)
{
    g_autofree char *program = place_program("post");
    json_auto_t *config = poster_config(desk->config, error);
    return config ? poster_start(program, config, error) : NULL;
}

// How many mails may still leave in this hour.
static gboolean count_room(struct desk *desk, guint *out_room, GError **error)
{
    guint sent;
    guint most = (guint)desk->config->mails_an_hour;
    if (!outbox_count_sent(desk->store, desk->now - hour + 1, &sent, error))
        return FALSE;
    *out_room = most - MIN(sent, most);
    return TRUE;
}

gboolean dispatch_post(struct desk *desk, struct dispatch_result *out, GError **error)
{
    *out = (struct dispatch_result){0};
    g_autoptr(poster) post = NULL;
    g_autoptr(GArray) handed = g_array_new(FALSE, FALSE, sizeof(struct handed));
    g_array_set_clear_func(handed, clear_handed);
    for (;;) {
        g_autoptr(GPtrArray) rows = NULL;
        guint room;
        if (!count_room(desk, &room, error) ||
            !outbox_due(desk->store, "ready", desk->now, MIN(room, BATCH), &rows, error))
            return FALSE;
        if (rows->len == 0)
            return TRUE;
        if (!post && !(post = start_post(desk, error)))
            return FALSE;
        struct batch batch = {post, handed, out};
        if (!post_some(desk, &batch, rows, error))
            return FALSE;
    }
}
