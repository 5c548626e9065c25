// SPDX-License-Identifier: MIT
// See dispatch_make.h.
#include "referee/send/dispatch_make.h"

#include "referee/letter/letter.h"
#include "referee/match/timer.h"
#include "referee/programs/openpgp.h"
#include "referee/send/delivery.h"
#include "referee/send/dispatch_journal.h"
#include "referee/setup/guard.h"

enum { BATCH = 100 };

// What is made in a run; a batch of it is one transaction.
struct making {
    struct desk *desk;
    wording *words;
    gint64 newest;      // what is noted while mails are made is the next run's
    GHashTable *failed; // what they are about that couldn't be made
    GHashTable *tried;  // of this batch: what they are about that was tried
    GPtrArray *made;    // likewise: struct outbound_row *, not owned
    GPtrArray *kept;    // whose they are: GPtrArray *
    GError *wrong;      // the first that was wrong with one of them
};

// A row that is due comes without its notes.
static gboolean read_whole(struct desk *desk, struct outbound_row *row, GError **error)
{
    struct outbound_row whole = {0};
    gboolean found;
    if (!outbox_find(desk->store, row->id, &whole, &found, error))
        return FALSE;
    if (found) {
        outbound_row_clear(row);
        *row = whole;
    }
    return TRUE; // what isn't there any more can't be made ready
}

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
        return read_whole(desk, row, error);
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

// *out_row: the one that is ready now, of *out_rows, which the caller owns; NULL: none.
static gboolean make_one(struct desk *desk, wording *words, struct outbound_row *first,
                         GPtrArray **out_rows, struct outbound_row **out_row, GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    gboolean made;
    gint64 until;
    *out_row = NULL;
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
    if (!made) // nobody gets it, so nothing that comes back will start the clock of the turn
        return !last->game || timer_start(desk, last->game, error);
    last->tries = 0;
    *out_row = last;
    *out_rows = g_steal_pointer(&rows);
    return TRUE;
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
static gboolean attempt(struct making *making, struct outbound_row *row, GError **out_wrong,
                        GError **error)
{
    struct desk *desk = making->desk;
    g_autoptr(GPtrArray) rows = NULL;
    struct outbound_row *ready = NULL;
    if (!store_savepoint(desk->store, error))
        return FALSE;
    gboolean deadly = guard_enter_row(desk->config->dir, desk->left, "letter", row->id);
    gboolean made = deadly ? give_deadly_up(desk, row, out_wrong)
                           : make_one(desk, making->words, row, &rows, &ready, out_wrong);
    if (made) {
        if (ready) {
            g_ptr_array_add(making->made, ready);
            g_ptr_array_add(making->kept, g_steal_pointer(&rows));
        }
        return store_release(desk->store, error);
    }
    if (g_error_matches(*out_wrong, STORE_ERROR, STORE_ERROR_LATER)) {
        g_propagate_error(error, g_steal_pointer(out_wrong));
        return FALSE;
    }
    store_undo(desk->store);
    return TRUE;
}

// One that couldn't be encrypted, since GnuPG fails: all that becomes this mail waits; after some
// tries it is made without, and says so.
static gboolean make_later(struct making *making, struct outbound_row *row, GError **wrong,
                           GError **error)
{
    struct desk *desk = making->desk;
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
        gboolean done = attempt(making, row, wrong, error);
        desk->openpgp.off = FALSE;
        return done;
    }
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *other = g_ptr_array_index(rows, i);
        if (g_str_equal(other->state, "noted") &&
            !outbox_later(desk->store, other->id, desk->now + pause, (*wrong)->message, error))
            return FALSE;
    }
    dispatch_journal(desk, row, JOURNAL_PUT_OFF);
    return TRUE;
}

static char *about(const struct outbound_row *row)
{
    gboolean alone = row->matter || !row->player;
    return g_strdup_printf("%" G_GINT64_FORMAT ".%" G_GINT64_FORMAT ".%" G_GINT64_FORMAT,
                           row->player, row->game, alone ? row->id : 0);
}

// Makes one, so that whatever is wrong with it keeps no other from going out. FALSE: nothing more
// can be made now.
static gboolean try_one(struct making *making, struct outbound_row *row, GError **error)
{
    GError *wrong = NULL;
    gboolean done = attempt(making, row, &wrong, error);
    if (done && g_error_matches(wrong, OPENPGP_ERROR, OPENPGP_ERROR_TROUBLE))
        done = make_later(making, row, &wrong, error);
    if (wrong)
        g_hash_table_add(making->failed, about(row));
    if (wrong && !making->wrong)
        making->wrong = g_steal_pointer(&wrong);
    g_clear_error(&wrong);
    return done;
}

// Whether it has become a mail with one before it, or couldn't, or isn't this run's.
static gboolean is_done(struct making *making, const struct outbound_row *row)
{
    g_autofree char *key = about(row);
    return row->id > making->newest || g_hash_table_contains(making->failed, key) ||
           !g_hash_table_add(making->tried, g_steal_pointer(&key));
}

static gboolean make_some(struct making *making, const GPtrArray *rows, GError **error)
{
    struct desk *desk = making->desk;
    gboolean done = TRUE;
    if (!store_begin(desk->store, error))
        return FALSE;
    for (guint i = 0; done && i < rows->len; i++) {
        struct outbound_row *row = g_ptr_array_index(rows, i);
        done = is_done(making, row) || try_one(making, row, error);
    }
    done = desk_end(desk, done, error);
    guard_leave(desk->config->dir);
    return done;
}

// A batch of the noted rows behind *place, which becomes that of the last of them; *out_more: there
// was one.
static gboolean make_batch(struct making *making, struct outbound_place *place, gboolean *out_more,
                           dispatch_made *made, gpointer data, GError **error)
{
    struct desk *desk = making->desk;
    const guint most = desk->left ? 1 : BATCH; // see guard_left
    g_autoptr(GPtrArray) rows = NULL;
    if (!outbox_due(desk->store, "noted", desk->now, place, most, &rows, error))
        return FALSE;
    *out_more = rows->len > 0;
    if (!*out_more)
        return TRUE;
    const struct outbound_row *last = g_ptr_array_index(rows, rows->len - 1);
    *place = (struct outbound_place){last->next_at, last->id};
    gboolean done = make_some(making, rows, error);
    if (done && made)
        made(making->made, data);
    g_ptr_array_set_size(making->made, 0);
    g_ptr_array_set_size(making->kept, 0);
    g_hash_table_remove_all(making->tried);
    return done;
}

gboolean dispatch_make(struct desk *desk, wording *words, dispatch_made *made, gpointer data,
                       GError **error)
{
    struct making making = {.desk = desk,
                            .words = words,
                            .failed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                            .tried = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                            .made = g_ptr_array_new(),
                            .kept =
                                g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref)};
    struct outbound_place place = {G_MININT64, 0};
    gboolean done = outbox_newest(desk->store, &making.newest, error), more = TRUE;
    while (done && more)
        done = make_batch(&making, &place, &more, made, data, error);
    g_hash_table_unref(making.failed);
    g_hash_table_unref(making.tried);
    g_ptr_array_unref(making.made);
    g_ptr_array_unref(making.kept);
    if (done && !making.wrong)
        return TRUE;
    if (done)
        g_propagate_error(error, g_steal_pointer(&making.wrong));
    g_clear_error(&making.wrong);
    return FALSE;
}
