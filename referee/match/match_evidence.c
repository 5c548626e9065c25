// SPDX-License-Identifier: MIT
// See match_evidence.h.
#include "referee/match/match_evidence.h"

#include "storage/evidence.h"
#include "storage/players.h"

#include <string.h>

static gboolean is_signed(const struct match *match)
{
    return g_str_equal(match->row.security, "signed");
}

static struct match_evidence *new_evidence(void)
{
    struct match_evidence *evidence = g_new0(struct match_evidence, 1);
    evidence->lines = g_ptr_array_new_with_free_func(g_free);
    evidence->sealed = g_ptr_array_new_with_free_func((GDestroyNotify)testimony_free);
    return evidence;
}

static gboolean load_whole(struct desk *desk, struct match *match, GError **error)
{
    g_autofree char *whole = NULL;
    if (!evidence_get(desk->store, match->row.id, &whole, error))
        return FALSE;
    match->proven = whole != NULL;
    return TRUE;
}

gboolean match_evidence_load(struct desk *desk, struct match *match, GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    if (!is_signed(match))
        return TRUE;
    if (!g_str_equal(match->row.state, "running"))
        return load_whole(desk, match, error);
    if (!evidence_rows(desk->store, match->row.id, FALSE, &rows, error))
        return FALSE;
    if (rows->len == 0)
        return TRUE;
    match->evidence = new_evidence();
    for (guint i = 0; i < rows->len; i++) {
        const struct evidence_row *row = g_ptr_array_index(rows, i);
        g_ptr_array_add(match->evidence->lines, g_strdup(row->line));
    }
    match->evidence->stored = rows->len;
    return TRUE;
}

void match_evidence_head(const struct match_evidence *evidence, guint8 out[CHAIN_HASH])
{
    memset(out, 0, CHAIN_HASH);
    for (guint i = 0; i < evidence->lines->len; i++) {
        const char *line = g_ptr_array_index(evidence->lines, i);
        chain_add(out, line, strlen(line));
    }
}

// ---- adding ------------------------------------------------------------------------------------

// Takes the line over; the testimony is copied.
static void add(struct match_evidence *evidence, char *line, const struct testimony *testimony)
{
    g_ptr_array_add(evidence->lines, line);
    g_ptr_array_add(evidence->sealed, testimony ? testimony_copy(testimony) : NULL);
}

void match_evidence_add_key(struct match *match, unsigned seat, const char *kind,
                            const char *public, enum evidence_by by,
                            const struct testimony *testimony)
{
    const struct evidence_key key = {.after = match->lines->len,
                                     .name = match->game.seats[seat].nick,
                                     .kind = kind,
                                     .public = public,
                                     .by = by};
    add(match->evidence, evidence_key_line(match->row.seed, &key, testimony), testimony);
}

gboolean match_evidence_sit(struct desk *desk, struct match *match, unsigned seat, gint64 player,
                            GError **error)
{
    g_autofree char *kind = NULL;
    g_autofree char *public = NULL;
    if (!match->evidence || player == 0)
        return TRUE;
    if (!players_signing_key(desk->store, player, &kind, &public, error))
        return FALSE;
    if (kind) // else the operator has just taken it away
        match_evidence_add_key(match, seat, kind, public, EVIDENCE_FIRST, NULL);
    return TRUE;
}

gboolean match_evidence_begin(struct desk *desk, struct match *match, GError **error)
{
    if (!is_signed(match))
        return TRUE;
    g_autoptr(GPtrArray) head = g_ptr_array_new(); // its lines go over
    match->evidence = new_evidence();
    evidence_head(&match->game, desk->keys->sign_public_hex, head);
    for (guint i = 0; i < head->len; i++)
        add(match->evidence, g_ptr_array_index(head, i), NULL);
    for (guint i = 0; i < match->seats->len; i++)
        if (!match_evidence_sit(desk, match, i, match_seat(match, i)->player, error))
            return FALSE;
    return TRUE;
}

void match_evidence_prove(struct match *match, guint number, unsigned seat,
                          const struct testimony *testimony)
{
    if (!match->evidence)
        return;
    g_assert(testimony); // no other mail is let play
    add(match->evidence,
        evidence_proof_line(match->row.seed, number, match->game.seats[seat].nick, testimony),
        testimony);
}

static gboolean count_game(struct desk *desk, gint64 id, gint64 player,
                           struct match_evidence_games *out, GError **error)
{
    struct game_row row;
    gboolean found;
    g_autoptr(GArray) seats = NULL;
    if (!games_find(desk->store, id, &row, &found, error) ||
        !games_seats(desk->store, id, &seats, error))
        return FALSE;
    if (!found || !g_str_equal(row.security, "signed"))
        return TRUE;
    out->n++;
    out->game = out->game ? out->game : id;
    for (guint i = 0; i < seats->len; i++) {
        const struct seat_row *seat = &g_array_index(seats, struct seat_row, i);
        if (seat->player == player && seat->robot)
            out->robot = id;
    }
    return TRUE;
}

gboolean match_evidence_games(struct desk *desk, gint64 player, struct match_evidence_games *out,
                              GError **error)
{
    g_autoptr(GArray) games = NULL;
    *out = (struct match_evidence_games){0};
    if (!games_of_player(desk->store, player, FALSE, &games, error))
        return FALSE;
    for (guint i = 0; i < games->len; i++)
        if (!count_game(desk, g_array_index(games, gint64, i), player, out, error))
            return FALSE;
    return TRUE;
}

// ---- names -------------------------------------------------------------------------------------

// The words behind the name in the newest line that names its key, "KIND KEY …"; NULL: none does.
static const char *key_of(const struct match *match, const char *nick)
{
    const gsize len = strlen(nick);
    for (guint i = match->evidence ? match->evidence->lines->len : 0; i-- > 0;) {
        const char *line = g_ptr_array_index(match->evidence->lines, i);
        const char *name =
            g_str_has_prefix(line, "key ") ? strchr(line + strlen("key "), ' ') : NULL;
        if (name && g_ascii_strncasecmp(name + 1, nick, len) == 0 && name[1 + len] == ' ')
            return name + 1 + len + 1;
    }
    return NULL;
}

gboolean match_evidence_fits(struct desk *desk, const struct match *match, const char *nick,
                             gint64 player, gboolean *out_fits, GError **error)
{
    const char *before = key_of(match, nick);
    g_autofree char *kind = NULL;
    g_autofree char *public = NULL;
    *out_fits = TRUE;
    if (!before)
        return TRUE;
    if (!players_signing_key(desk->store, player, &kind, &public, error))
        return FALSE;
    g_autofree char *now = g_strdup_printf("%s %s", kind ? kind : "", public ? public : "");
    *out_fits = g_str_has_prefix(before, now) && strchr(" ", before[strlen(now)]);
    return TRUE;
}

// ---- storing -----------------------------------------------------------------------------------

static gboolean finish(struct desk *desk, const struct match *match, GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    if (!evidence_rows(desk->store, match->row.id, TRUE, &rows, error))
        return FALSE;
    g_autoptr(GPtrArray) lines = g_ptr_array_new();
    g_autoptr(GPtrArray) testimonies =
        g_ptr_array_new_with_free_func((GDestroyNotify)testimony_free);
    for (guint i = 0; i < rows->len; i++) {
        const struct evidence_row *row = g_ptr_array_index(rows, i);
        g_ptr_array_add(lines, row->line);
        g_ptr_array_add(testimonies, row->secret ? testimony_open(row->secret) : NULL);
    }
    g_autofree char *whole =
        evidence_whole(lines, testimonies, match->game.chain, desk->keys->sign_secret);
    return evidence_finish(desk->store, match->row.id, whole, error);
}

gboolean match_evidence_save(struct desk *desk, struct match *match, GError **error)
{
    struct match_evidence *evidence = match->evidence;
    if (!evidence)
        return TRUE;
    for (guint i = 0; i < evidence->sealed->len; i++) {
        const struct testimony *testimony = g_ptr_array_index(evidence->sealed, i);
        const char *line = g_ptr_array_index(evidence->lines, evidence->stored + i);
        g_autofree char *secret = testimony ? testimony_close(testimony) : NULL;
        if (!evidence_append(desk->store, match->row.id, evidence->stored + i + 1, line, secret,
                             error))
            return FALSE;
    }
    evidence->stored = evidence->lines->len;
    g_ptr_array_set_size(evidence->sealed, 0);
    if (match->game.stage != GAME_DONE)
        return TRUE;
    gboolean done = finish(desk, match, error);
    match_drop_evidence(match); // nothing follows
    return done;
}
