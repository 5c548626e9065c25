// SPDX-License-Identifier: MIT
// See dispatch_post.h.
#include "referee/send/dispatch_post.h"

#include "base/child.h"
#include "base/fault.h"
#include "referee/match/notes.h"
#include "referee/match/timer.h"
#include "referee/programs/poster.h"
#include "referee/programs/poster_config.h"
#include "referee/send/bounce.h"
#include "referee/send/dispatch_journal.h"
#include "referee/setup/place.h"
#include "storage/games.h"
#include "storage/players.h"
#include "storage/watchers.h"

enum { BATCH = 100 };
static const gint64 hour = 3600;

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
        dispatch_journal(desk, row, JOURNAL_PUT_OFF);
        return outbox_later(desk->store, row->id, desk->now + pause, detail, error);
    }
    gboolean sent = status == POSTER_SENT;
    *(sent ? &result->sent : &result->failed) += 1;
    dispatch_journal(desk, row, sent ? JOURNAL_SENT : JOURNAL_GIVEN_UP);
    return sent ? outbox_settle(desk->store, row->id, "sent", detail, desk->now, error)
                : give_up(desk, row, status, detail, error);
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

struct dispatch_post {
    struct desk *desk;
    poster *post;   // NULL: not started yet
    GArray *handed; // struct handed: settled in one transaction, once it is safe
    struct dispatch_result result;
    gboolean ended; // by an error: nothing more is sent
};

dispatch_post *dispatch_post_new(struct desk *desk)
{
    dispatch_post *self = g_new0(dispatch_post, 1);
    self->desk = desk;
    self->handed = g_array_new(FALSE, FALSE, sizeof(struct handed));
    g_array_set_clear_func(self->handed, clear_handed);
    return self;
}

struct dispatch_result dispatch_post_end(dispatch_post *self)
{
    struct dispatch_result result = self->result;
    poster_stop(self->post);
    g_array_unref(self->handed);
    g_free(self);
    return result;
}

// The clock of each game of which a mail was settled.
static gboolean start_timers(struct desk *desk, const GArray *handed, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < handed->len; i++) {
        const struct outbound_row *row = g_array_index(handed, struct handed, i).row;
        if (row->game && g_hash_table_add(seen, (gpointer)&row->game) &&
            !timer_start(desk, row->game, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean settle_all(dispatch_post *self, GError **error)
{
    struct desk *desk = self->desk;
    struct dispatch_result counted = self->result;
    gboolean done = TRUE;
    if (!store_begin(desk->store, error))
        return FALSE;
    for (guint i = 0; done && i < self->handed->len; i++) {
        const struct handed *one = &g_array_index(self->handed, struct handed, i);
        done = settle(desk, one->row, one->status, one->detail, &counted, error);
    }
    if (!desk_end(desk, done && start_timers(desk, self->handed, error), error))
        return FALSE;
    self->result = counted; // what is rolled back was never counted
    return TRUE;
}

static void note_handed(dispatch_post *self, const struct outbound_row *row,
                        enum poster_status status, const char *detail)
{
    struct handed one = {row, status, g_strdup(detail)};
    g_array_append_val(self->handed, one);
}

// What was said to be sent isn't, and will be once more.
static void forget_sent(dispatch_post *self)
{
    for (guint i = self->handed->len; i-- > 0;)
        if (g_array_index(self->handed, struct handed, i).status == POSTER_SENT)
            g_array_remove_index(self->handed, i);
}

// Settles what was handed over, also when more can't be: what is not settled here is sent once
// more.
static gboolean settle_handed(dispatch_post *self, GError **error)
{
    GError *unsafe = NULL;
    if (self->handed->len == 0)
        return TRUE;
    if (!poster_sync(self->post, &unsafe))
        forget_sent(self);
    fault_step("dispatch:posted");
    gboolean done = self->handed->len == 0 || settle_all(self, unsafe ? NULL : error);
    g_array_set_size(self->handed, 0);
    if (!unsafe)
        return done;
    g_propagate_error(error, unsafe);
    return FALSE;
}

// A mail that post died of, or fell silent over, doesn't keep the others waiting for ever: it has
// had a try. Takes the error of that over; always FALSE.
static gboolean put_off(dispatch_post *self, const struct outbound_row *row, GError *wrong,
                        GError **error)
{
    if (!g_error_matches(wrong, CHILD_ERROR, CHILD_ERROR_START))
        note_handed(self, row, POSTER_LATER, wrong->message);
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

static gboolean post_one(dispatch_post *self, const struct outbound_row *row, GError **error)
{
    struct desk *desk = self->desk;
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
    else if (!poster_send_parcel(self->post, row->id, row->body, &status, &detail, &wrong))
        return put_off(self, row, wrong, error);
    note_handed(self, row, status, detail);
    if (status != POSTER_DOWN)
        return TRUE;
    g_set_error(error, POSTER_ERROR, POSTER_ERROR_DOWN, "sending mail: %s", detail);
    return FALSE;
}

// What a server has accepted is settled at once, lest it be sent twice; a file of the same name is
// the same, however often it is made.
static gboolean post_some(dispatch_post *self, const GPtrArray *rows, guint room, GError **error)
{
    guint most = self->desk->config->send == CONFIG_SEND_MAILDIR ? BATCH : 1;
    gboolean done = TRUE;
    for (guint i = 0; done && i < MIN(rows->len, room); i++) {
        done = post_one(self, g_ptr_array_index(rows, i), error);
        if (done && self->handed->len >= most)
            done = settle_handed(self, error);
    }
    // The first error is the one that tells; what was handed over before it is settled all the
    // same.
    return settle_handed(self, done ? error : NULL) && done;
}

static gboolean start(dispatch_post *self, GError **error)
{
    if (self->post)
        return TRUE;
    g_autofree char *program = place_program("post");
    json_auto_t *config = poster_config(self->desk->config, error);
    self->post = config ? poster_start(program, config, error) : NULL;
    return self->post != NULL;
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

// *out_more: there may be others that are due.
static gboolean post_due(dispatch_post *self, gboolean *out_more, GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    struct desk *desk = self->desk;
    guint room;
    if (!count_room(desk, &room, error) ||
        !outbox_due(desk->store, "ready", desk->now, NULL, MIN(room, BATCH), &rows, error))
        return FALSE;
    *out_more = rows->len > 0;
    return rows->len == 0 || (start(self, error) && post_some(self, rows, room, error));
}

gboolean dispatch_post_due(dispatch_post *self, GError **error)
{
    gboolean more = TRUE;
    while (more && !self->ended)
        self->ended = !post_due(self, &more, error);
    return !self->ended;
}

gboolean dispatch_post_made(dispatch_post *self, const GPtrArray *rows, GError **error)
{
    guint room;
    if (self->ended || rows->len == 0)
        return TRUE;
    self->ended = !count_room(self->desk, &room, error) ||
                  (room > 0 && (!start(self, error) || !post_some(self, rows, room, error)));
    return !self->ended;
}
