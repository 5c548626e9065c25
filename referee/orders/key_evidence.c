// SPDX-License-Identifier: MIT
// See key_evidence.h.
#include "referee/orders/key_evidence.h"

#include "referee/match/match_evidence.h"
#include "referee/match/match_load.h"

#include <string.h>

// Whether what was signed can be published in these games: one command, for all of them.
static gboolean is_fit_to_print(const struct session *session,
                                const struct match_evidence_games *games)
{
    const struct speaker *speaker = session->speaker;
    struct signed_block block = {0};
    g_autofree char *referee = NULL;
    const gboolean fits = session->commands->len == 1 &&
                          testimony_read(&speaker->testimony, &block, &referee) &&
                          !strchr(speaker->testimony.text, '#') &&
                          (block.game == 0 || (games->n == 1 && block.game == games->game));
    signed_clear(&block);
    return fits;
}

gboolean key_evidence_fits(struct session *session, gboolean *out_fits, GError **error)
{
    const struct speaker *speaker = session->speaker;
    struct match_evidence_games games;
    if (!match_evidence_games(session->desk, speaker->player.id, &games, error))
        return FALSE;
    const char *phrase = NULL;
    if (games.robot) // there the evidence knows nobody by their name
        phrase = "signed-key-robot";
    else if (games.n && speaker->how == SPEAKER_SIGNED && !is_fit_to_print(session, &games))
        phrase = speaker->testimony.kind == SIGNED_NO ? "signed-inline" : "signed-key";
    if (phrase)
        session_refuse(session, phrase, "{s:I}", "game",
                       (json_int_t)(games.robot ? games.robot : games.game));
    *out_fits = phrase == NULL;
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
