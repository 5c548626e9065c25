// SPDX-License-Identifier: MIT
// See consent.h.
#include "referee/match/consent.h"

#include "storage/consents.h"

static const gint64 day = 86400;

static gboolean load(struct desk *desk, const struct match *match, GArray **out, GError **error)
{
    return consents_list(desk->store, match->row.id, desk->now - CONSENT_DAYS * day, out, error);
}

// Which seats want it, a bit each.
static unsigned seats_of(const GArray *rows, const char *kind)
{
    unsigned seats = 0;
    for (guint i = 0; i < rows->len; i++) {
        const struct consent_row *row = &g_array_index(rows, struct consent_row, i);
        seats |= g_str_equal(row->kind, kind) ? 1u << row->seat : 0;
    }
    return seats;
}

// Whose word is needed, a bit each.
static unsigned needed(const struct match *match)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < match->seats->len; i++) {
        const struct seat_row *seat = match_seat(match, i);
        seats |= seat->player && !seat->robot ? 1u << i : 0;
    }
    return seats;
}

gboolean consent_give(struct desk *desk, struct match *match, unsigned seat, const char *kind,
                      gboolean *out_new, gboolean *out_all, GError **error)
{
    g_autoptr(GArray) rows = NULL;
    struct consent_row row = {.seat = (int)seat, .at = desk->now};
    g_strlcpy(row.kind, kind, sizeof row.kind);
    if (!load(desk, match, &rows, error))
        return FALSE;
    unsigned before = seats_of(rows, kind);
    *out_new = !(before >> seat & 1);
    *out_all = (needed(match) & ~(before | 1u << seat)) == 0;
    match->changed = match->changed || *out_new || *out_all;
    return consents_put(desk->store, match->row.id, &row, error);
}

gboolean consent_wanted(struct desk *desk, const struct match *match, const char *kind,
                        gboolean *out_wanted, GError **error)
{
    g_autoptr(GArray) rows = NULL;
    if (!load(desk, match, &rows, error))
        return FALSE;
    *out_wanted = kind ? seats_of(rows, kind) != 0 : rows->len > 0;
    return TRUE;
}

gboolean consent_may_ask(struct desk *desk, const struct match *match, unsigned seat,
                         const char *kind, gboolean *out_may, GError **error)
{
    gboolean asked;
    if (!consent_wanted(desk, match, kind, out_may, error))
        return FALSE;
    if (*out_may)
        return TRUE;
    if (!consents_given(desk->store, match->row.id, (int)seat, kind, desk->now - day, &asked,
                        error))
        return FALSE;
    *out_may = !asked;
    return TRUE;
}

gboolean consent_refuse(struct desk *desk, const struct match *match, GError **error)
{
    return consents_close(desk->store, match->row.id, "", error);
}

// Whether one player alone has said it, while others of the table are absent.
static gboolean is_one_word(const struct match *match, const GArray *rows, const char *kind)
{
    const unsigned seats = seats_of(rows, kind);
    guint players = 0;
    for (unsigned i = 0; i < match->seats->len; i++)
        players += match_seat(match, i)->player != 0;
    return players > 1 && (seats & (seats - 1)) == 0;
}

gboolean consent_done(struct desk *desk, const struct match *match, const char *kind,
                      GError **error)
{
    g_autoptr(GArray) rows = NULL;
    if (!load(desk, match, &rows, error))
        return FALSE;
    return is_one_word(match, rows, kind)
               ? consents_close(desk->store, match->row.id, kind, error)
               : consents_remove(desk->store, match->row.id, kind, -1, error);
}

// ---- in a mail ---------------------------------------------------------------------------------

// The names of these seats, and how many they are.
static json_t *named(const struct match *match, const char *say, unsigned seats)
{
    json_t *names = json_array();
    for (unsigned i = 0; i < match->seats->len; i++) {
        if (seats >> i & 1)
            json_array_append_new(names, json_string(match_seat(match, i)->nick));
    }
    return json_pack("{s:s, s:i, s:o}", "say", say, "n", (int)json_array_size(names), "who", names);
}

// To whoever was asked: who asks. To those who want it: who hasn't said so yet.
static json_t *wish_note(const struct match *match, const char *kind, unsigned want, unsigned seat)
{
    gboolean own = want >> seat & 1;
    gboolean pause = g_str_equal(kind, CONSENT_PAUSE);
    const char *say = own ? (pause ? "want-pause-own" : "want-cancel-own")
                          : (pause ? "want-pause" : "want-cancel");
    return named(match, say, own ? needed(match) & ~want : want);
}

gboolean consent_notes(struct desk *desk, const struct match *match, unsigned seat, json_t **out,
                       GError **error)
{
    static const char *const kinds[] = {CONSENT_CANCEL, CONSENT_PAUSE};
    g_autoptr(GArray) rows = NULL;
    json_auto_t *notes = json_array();
    if (match_is_running(match)) {
        if (!load(desk, match, &rows, error))
            return FALSE;
        for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
            unsigned want = seats_of(rows, kinds[i]);
            if (want)
                json_array_append_new(notes, wish_note(match, kinds[i], want, seat));
        }
        if (match->row.paused_at)
            json_array_append_new(notes, json_pack("{s:s}", "say", "paused"));
    }
    *out = json_incref(notes);
    return TRUE;
}
