// SPDX-License-Identifier: MIT
// See letter_calendar.h.
#include "referee/letter/letter_calendar.h"

#include "base/parcel.h"
#include "storage/calendar.h"
#include "storage/outbox.h"

// Of an entry the newest counts.
static void add_newest(json_t *out, json_t *entry)
{
    const json_t *uid = json_object_get(entry, "uid");
    for (gsize i = json_array_size(out); i-- > 0;) {
        if (json_equal(json_object_get(json_array_get(out, i), "uid"), uid))
            json_array_remove(out, i);
    }
    json_array_append_new(out, entry);
}

static gboolean add_entry(const struct desk *desk, const struct match *match,
                          const struct calendar_row *row, gboolean cancelled,
                          const struct wording_language *language, json_t *out, GError **error)
{
    g_autofree char *uid =
        g_strdup_printf("23-%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "@%s",
                        row->game, row->player, row->turn, desk->config->host);
    g_autofree char *summary =
        wording_sayf(language, error, "calendar-summary", "{s:I, s:s}", "game",
                     (json_int_t)row->game, "title", match->row.name);
    g_autofree char *description =
        summary ? wording_say(language, "calendar-text", NULL, error) : NULL;
    if (!description)
        return FALSE;
    add_newest(out,
               json_pack("{s:s, s:I, s:b, s:I, s:I, s:s, s:s}", "uid", uid, "sequence",
                         (json_int_t)row->sequence, "cancelled", cancelled, "start",
                         (json_int_t)(row->due_at - LETTER_CALENDAR_LENGTH), "end",
                         (json_int_t)row->due_at, "summary", summary, "description", description));
    return TRUE;
}

static gboolean cancel(struct desk *desk, const struct match *match, struct calendar_row *row,
                       const struct wording_language *language, json_t *out, GError **error)
{
    row->sequence++;
    return calendar_drop(desk->store, row->game, row->player, error) &&
           add_entry(desk, match, row, TRUE, language, out, error);
}

// The entries of mails that were made and never left.
static void add_unsent(const GPtrArray *rows, json_t *out)
{
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        json_auto_t *mail = row->body ? parcel_unpack(row->body, strlen(row->body)) : NULL;
        gsize k;
        json_t *entry;
        json_array_foreach(json_object_get(mail, "calendar"), k, entry)
            add_newest(out, json_incref(entry));
    }
}

gboolean letter_calendar(struct desk *desk, const struct match *match, const struct player *player,
                         gint64 due, const GPtrArray *rows, const struct wording_language *language,
                         json_t **out, GError **error)
{
    const struct seat_row *seat = match_seat_of(match, player->id);
    gboolean wanted = player->calendar && due > 0 && seat && !seat->robot &&
                      match_waits_for(match, (unsigned)seat->seat);
    struct calendar_row row = {0};
    gboolean found;
    *out = json_array();
    if (!calendar_find(desk->store, match->row.id, player->id, &row, &found, error))
        return FALSE;
    add_unsent(rows, *out);
    gboolean same = found && wanted && row.turn == (gint64)match->game.turn;
    if (found && !same && !cancel(desk, match, &row, language, *out, error))
        return FALSE;
    if (!wanted || (same && row.due_at == due))
        return TRUE;
    row = (struct calendar_row){.game = match->row.id,
                                .player = player->id,
                                .turn = match->game.turn,
                                .due_at = due,
                                .sequence = same ? row.sequence + 1 : 0};
    return calendar_put(desk->store, &row, error) &&
           add_entry(desk, match, &row, FALSE, language, *out, error);
}
