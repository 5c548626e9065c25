// SPDX-License-Identifier: MIT
// See unsubscribe.h.
#include "referee/receive/unsubscribe.h"

#include "referee/identity/tag.h"
#include "referee/orders/limits.h"
#include "referee/orders/orders_run.h"
#include "referee/orders/session.h"

// Whoever got the mails about the matter.
static gboolean find_reader(struct desk *desk, gint64 matter, struct speaker *out,
                            gboolean *out_found, GError **error)
{
    if (!matters_find(desk->store, matter, &out->matter, out_found, error))
        return FALSE;
    if (!*out_found)
        return TRUE;
    out->has_matter = TRUE;
    out->has_ticket = FALSE;
    out->how = SPEAKER_TICKET;
    if (!(out->matter.player
              ? players_find(desk->store, out->matter.player, &out->player, &out->known, error)
              : players_find_address(desk->store, out->matter.address, &out->player, &out->known,
                                     error)))
        return FALSE;
    out->address = g_strdup(out->known ? out->player.address : out->matter.address);
    *out_found = out->address[0] != '\0';
    return TRUE;
}

static gboolean block(struct desk *desk, struct speaker *speaker, GError **error)
{
    struct command *command = g_new0(struct command, 1);
    g_autoptr(GPtrArray) commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    gboolean blocked, enough;
    struct session session;
    command_init(command, COMMAND_BLOCK);
    g_ptr_array_add(commands, command);
    if (!players_is_blocked(desk->store, speaker->address, &blocked, error) ||
        !limits_answers(desk, speaker, &enough, error))
        return FALSE;
    // Of a player it would only be asked again.
    if (blocked || (enough && speaker->known))
        return TRUE;
    session_init(&session, desk, speaker);
    gboolean done = orders_run(&session, commands, error);
    session_clear(&session);
    return done;
}

gboolean unsubscribe_take(struct desk *desk, const json_t *facts, gboolean *out_taken,
                          GError **error)
{
    gint64 matter = tag_find(desk, TAG_UNSUBSCRIBE, facts);
    struct speaker speaker = {0};
    gboolean found = FALSE;
    *out_taken = matter != 0;
    if (!matter)
        return TRUE;
    gboolean done = find_reader(desk, matter, &speaker, &found, error) &&
                    (!found || block(desk, &speaker, error));
    speaker_clear(&speaker);
    return done;
}
