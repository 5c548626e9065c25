// SPDX-License-Identifier: MIT
// See speaker.h.
#include "referee/speaker.h"

#include "referee/identity.h"
#include "referee/words/minisign.h"
#include "referee/words/sshsig.h"
#include "storage/games.h"

#include <sodium.h>
#include <string.h>

// A ticket that was found to be genuine.
struct proof {
    struct ticket ticket;
    gint64 player; // that it was made for; 0: somebody who wasn't known then
    gint64 owner;  // whose it is now; 0: still not known
    gint64 game;   // that it is about; 0: none
    gint64 asked;  // of a matter that went to an unknown address: its number
};

static gboolean seat_of(struct desk *desk, gint64 game, int seat, struct seat_row *out,
                        gboolean *out_found, GError **error)
{
    g_autoptr(GArray) seats = NULL;
    if (!games_seats(desk->store, game, &seats, error))
        return FALSE;
    *out_found = seat >= 0 && seat < (int)seats->len;
    if (*out_found)
        *out = g_array_index(seats, struct seat_row, seat);
    return TRUE;
}

// Whose a matter is. That of an unknown address may have made a player of its reader since. One of
// somebody who was forgotten is nobody's.
static gboolean find_matter(struct desk *desk, gint64 id, struct proof *out, gboolean *out_found,
                            GError **error)
{
    struct matter_row matter = {0};
    struct player player = {0};
    gboolean known = FALSE;
    if (!matters_find(desk->store, id, &matter, out_found, error))
        return FALSE;
    out->player = out->owner = matter.player;
    out->game = matter.game;
    out->asked = matter.player ? 0 : id;
    gboolean done =
        !*out_found ||
        (matter.player ? players_find(desk->store, matter.player, &player, &known, error)
                       : players_find_address(desk->store, matter.address, &player, &known, error));
    if (known)
        out->owner = player.id;
    *out_found = *out_found && !player.forgotten_at;
    matter_row_clear(&matter);
    return done;
}

// Whether a ticket is genuine, and whose.
static gboolean prove(struct desk *desk, const struct ticket *ticket, struct proof *out,
                      gboolean *out_good, GError **error)
{
    gboolean found = FALSE;
    *out = (struct proof){.ticket = *ticket, .game = ticket->game};
    if (ticket->game == 0) {
        if (!find_matter(desk, ticket->turn, out, &found, error))
            return FALSE;
    } else {
        struct seat_row seat = {0};
        if (!seat_of(desk, ticket->game, ticket->seat, &seat, &found, error))
            return FALSE;
        out->player = out->owner = found ? seat.player : 0;
        found = found && seat.player != 0;
    }
    struct identity_place place = {ticket->game, ticket->turn, ticket->seat, out->player};
    *out_good = found && identity_check(desk->keys->ticket, &place, ticket->mac);
    return TRUE;
}

// A game's ticket counts before one of a matter: a game's thread holds those of its beginnings. Of
// the same place the newest counts.
static gboolean is_newer(const struct ticket *a, const struct ticket *b)
{
    if ((a->game == 0) != (b->game == 0))
        return a->game != 0;
    return a->turn > b->turn;
}

// Whether both speak of one person in one game, or one of them of no game at all.
static gboolean is_same_place(const struct proof *a, const struct proof *b)
{
    if (a->owner != b->owner || (a->owner == 0 && a->asked != b->asked))
        return FALSE;
    return a->game == 0 || b->game == 0 || a->game == b->game;
}

static gboolean best_ticket(struct desk *desk, const GArray *tickets, struct proof *out_best,
                            gboolean *out_any, gboolean *out_two, GError **error)
{
    *out_any = *out_two = FALSE;
    for (guint i = 0; i < tickets->len; i++) {
        struct proof proof;
        gboolean good;
        if (!prove(desk, &g_array_index(tickets, struct ticket, i), &proof, &good, error))
            return FALSE;
        if (!good)
            continue;
        *out_two = *out_two || (*out_any && !is_same_place(&proof, out_best));
        if (!*out_any || is_newer(&proof.ticket, &out_best->ticket))
            *out_best = proof;
        *out_any = TRUE;
    }
    return TRUE;
}

static gboolean load_matter(struct desk *desk, gint64 id, struct speaker *out, GError **error)
{
    gboolean found;
    if (!matters_find(desk->store, id, &out->matter, &found, error))
        return FALSE;
    out->has_matter = found && out->matter.settled_at == 0 && out->matter.expires_at > desk->now;
    return TRUE;
}

// Whether the mail came from an address that its ticket's owner has confirmed; for a matter of
// somebody not known yet, from the address that was asked.
static gboolean is_from_owner(struct desk *desk, struct speaker *speaker, gboolean *out_is,
                              GError **error)
{
    if (!speaker->known) {
        *out_is = g_ascii_strcasecmp(speaker->matter.address ? speaker->matter.address : "",
                                     speaker->address) == 0;
        return TRUE;
    }
    struct player owner;
    gboolean found;
    if (!players_find_address(desk->store, speaker->address, &owner, &found, error))
        return FALSE;
    *out_is = found && owner.id == speaker->player.id;
    return TRUE;
}

// Whose ticket it is. A matter of an unknown address may have made a player of its reader since.
static gboolean find_owner(struct desk *desk, gint64 player, struct speaker *out, GError **error)
{
    if (player)
        return players_find(desk->store, player, &out->player, &out->known, error);
    const char *address = out->matter.address ? out->matter.address : "";
    return players_find_address(desk->store, address, &out->player, &out->known, error);
}

static gboolean take_ticket(struct desk *desk, const struct proof *proof, struct speaker *out,
                            GError **error)
{
    const struct ticket *ticket = &proof->ticket;
    char text[TICKET_TEXT_MAX];
    ticket_format(ticket, text);
    crypto_generichash(out->ticket_hash, sizeof out->ticket_hash, (const guint8 *)text,
                       strlen(text), NULL, 0);
    out->has_ticket = TRUE;
    out->game = ticket->game;
    out->seat = ticket->seat;
    out->turn = ticket->game ? ticket->turn : 0;
    if (ticket->game == 0 && !load_matter(desk, ticket->turn, out, error))
        return FALSE;
    if (!find_owner(desk, proof->player, out, error))
        return FALSE;
    gboolean own;
    if (!is_from_owner(desk, out, &own, error))
        return FALSE;
    out->how = own ? SPEAKER_TICKET : SPEAKER_ELSEWHERE;
    return TRUE;
}

// The player who sits in a game under a name, or is called so where no game is named.
static gboolean find_signer(struct desk *desk, const struct signed_block *block,
                            struct speaker *out, GError **error)
{
    if (block->game == 0)
        return players_find_nick(desk->store, block->seat, &out->player, &out->known, error);
    g_autoptr(GArray) seats = NULL;
    if (!games_seats(desk->store, block->game, &seats, error))
        return FALSE;
    for (guint i = 0; i < seats->len; i++) {
        const struct seat_row *seat = &g_array_index(seats, struct seat_row, i);
        if (!seat->player)
            continue;
        struct player player;
        gboolean found;
        if (!players_find(desk->store, seat->player, &player, &found, error))
            return FALSE;
        if (!found || (!g_str_equal(seat->nick, block->seat) &&
                       g_ascii_strcasecmp(player.nick, block->seat) != 0))
            continue;
        out->player = player;
        out->known = TRUE;
        out->seat = seat->seat;
        return TRUE;
    }
    return TRUE;
}

// Whether the signature is that of the words by the player's key, made with the tool that it was
// registered for.
static gboolean is_signed_by(const struct newtext *text, const struct player *player,
                             const char *referee)
{
    const struct signed_block *block = &text->block;
    if (text->signature == SIGNED_NATIVE)
        return g_str_equal(player->key_kind, "ed25519") &&
               signed_verify(block->words, referee, block->signature, player->key);
    if (text->signature == SIGNED_MINISIGN)
        return g_str_equal(player->key_kind, "minisign") &&
               minisign_verify(block->words, text->signature_text, player->key);
    return text->signature == SIGNED_SSH && g_str_equal(player->key_kind, "ssh") &&
           sshsig_verify(block->words, text->signature_text, player->key);
}

static enum speaker_fault signature_fault(struct desk *desk, const struct newtext *text,
                                          const struct speaker *speaker)
{
    const char *referee = desk->keys->sign_public_hex;
    if (!speaker->known || !speaker->player.has_key)
        return SPEAKER_UNKNOWN_SIGNER;
    if (!is_signed_by(text, &speaker->player, referee))
        return SPEAKER_WRONG_SIGNATURE;
    // A native block has the referee's key in what is signed.
    return text->signature == SIGNED_NATIVE ||
                   g_ascii_strcasecmp(text->signed_referee, referee) == 0
               ? SPEAKER_FINE
               : SPEAKER_OTHER_REFEREE;
}

static gboolean take_signature(struct desk *desk, const struct newtext *text, struct speaker *out,
                               GError **error)
{
    const struct signed_block *block = &text->block;
    if (!find_signer(desk, block, out, error))
        return FALSE;
    out->fault = signature_fault(desk, text, out);
    if (out->fault != SPEAKER_FINE) {
        out->known = FALSE;
        return TRUE;
    }
    out->how = SPEAKER_SIGNED;
    (void)testimony_take(text, desk->keys->sign_public_hex, &out->testimony);
    out->game = block->game;
    out->turn = block->game ? block->turn : 0;
    if (block->game != 0)
        return TRUE;
    if (!load_matter(desk, block->turn, out, error))
        return FALSE;
    out->has_matter = out->has_matter && out->matter.player == out->player.id;
    return TRUE;
}

static gboolean take_address(struct desk *desk, struct speaker *out, GError **error)
{
    if (!players_find_address(desk->store, out->address, &out->player, &out->known, error))
        return FALSE;
    out->how = out->known ? SPEAKER_ADDRESS : SPEAKER_STRANGER;
    return TRUE;
}

gboolean speaker_find(struct desk *desk, const char *address, const struct newtext *text,
                      struct speaker *out, GError **error)
{
    *out = (struct speaker){.address = g_strdup(address)};
    struct proof best = {0};
    gboolean any, two;
    if (!best_ticket(desk, text->tickets, &best, &any, &two, error))
        return FALSE;
    if (text->signature == SIGNED_OPENPGP) {
        out->fault = SPEAKER_FOREIGN_KIND;
    } else if (text->outcome == NEWTEXT_ACT && newtext_has_block(text)) {
        if (!take_signature(desk, text, out, error))
            return FALSE;
        if (out->fault == SPEAKER_FINE)
            return TRUE;
    } else if (two) {
        out->fault = SPEAKER_TWO_PLACES;
    }
    return any ? take_ticket(desk, &best, out, error) : take_address(desk, out, error);
}

gboolean speaker_is_genuine(struct desk *desk, const struct ticket *ticket, gboolean *out_is,
                            GError **error)
{
    struct proof proof;
    return prove(desk, ticket, &proof, out_is, error);
}

void speaker_clear(struct speaker *speaker)
{
    g_free(speaker->address);
    matter_row_clear(&speaker->matter);
    testimony_clear(&speaker->testimony);
    if (speaker->forgotten)
        g_ptr_array_unref(speaker->forgotten);
    *speaker = (struct speaker){0};
}
