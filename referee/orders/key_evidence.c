// SPDX-License-Identifier: MIT
// See key_evidence.h.
#include "referee/orders/key_evidence.h"

#include "referee/match/match_evidence.h"
#include "referee/match/match_load.h"

#include <string.h>

gboolean key_evidence_fits(struct session *session, gboolean *out_fits, GError **error)
{
    gint64 game;
    const struct speaker *speaker = session->speaker;
    *out_fits = TRUE;
    if (speaker->how != SPEAKER_SIGNED)
        return TRUE;
    if (!match_evidence_of(session->desk, speaker->player.id, &game, error))
        return FALSE;
    struct signed_block block = {0};
    g_autofree char *referee = NULL;
    *out_fits = !game || (session->commands->len == 1 &&
                          testimony_read(&speaker->testimony, &block, &referee) &&
                          !strchr(speaker->testimony.text, '#'));
    signed_clear(&block);
    if (!*out_fits)
        session_refuse(session,
                       speaker->testimony.kind == SIGNED_NO ? "signed-inline" : "signed-key",
                       "{s:I}", "game", (json_int_t)game);
    return TRUE;
}

struct new_key {
    gint64 player;
    const char *kind, *public;
    const struct testimony *testimony; // NULL: the operator's doing
};

static gboolean change_key(struct desk *desk, struct match *match, gpointer data, GError **error)
{
    const struct new_key *key = data;
    const struct seat_row *seat = match_seat_of(match, key->player);
    if (!match->evidence || !seat)
        return TRUE;
    match_evidence_add_key(match, (unsigned)seat->seat, key->kind, key->public,
                           key->testimony ? EVIDENCE_BY_KEY : EVIDENCE_BY_OPERATOR, key->testimony);
    return match_evidence_save(desk, match, error);
}

gboolean key_evidence_add(struct session *session, const char *kind, const char *public,
                          GError **error)
{
    const struct speaker *speaker = session->speaker;
    struct new_key key = {speaker->player.id, kind, public,
                          speaker->how == SPEAKER_SIGNED ? &speaker->testimony : NULL};
    return match_each_of(session->desk, key.player, change_key, &key, error);
}
