// SPDX-License-Identifier: MIT
// See key_evidence.h.
#include "referee/orders/key_evidence.h"

#include "referee/match/match_evidence.h"

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

gboolean key_evidence_add(struct session *session, const char *kind, const char *public,
                          GError **error)
{
    const struct speaker *speaker = session->speaker;
    return match_evidence_new_key(session->desk, speaker->player.id, kind, public,
                                  speaker->how == SPEAKER_SIGNED ? &speaker->testimony : NULL,
                                  error);
}
