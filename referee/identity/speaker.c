// SPDX-License-Identifier: MIT
// See speaker.h.
#include "referee/identity/speaker.h"

#include "referee/identity/identity.h"
#include "referee/identity/limits_openpgp.h"
#include "referee/programs/openpgp.h"
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

// Who sits under a name, as the table has it; NULL when nobody does.
static const struct seat_row *seat_called(const GArray *seats, const char *nick)
{
    for (guint i = 0; i < seats->len; i++) {
        const struct seat_row *seat = &g_array_index(seats, struct seat_row, i);
        if (seat->player && g_ascii_strcasecmp(seat->nick, nick) == 0)
            return seat;
    }
    return NULL;
}

// The seat of a player; NULL when they have none.
static const struct seat_row *seat_held_by(const GArray *seats, gint64 player)
{
    for (guint i = 0; i < seats->len; i++) {
        const struct seat_row *seat = &g_array_index(seats, struct seat_row, i);
        if (seat->player == player)
            return seat;
    }
    return NULL;
}

// The player who sits in a game under a name, or is called so where no game is named (0). At a
// table its own names come first: whoever takes another's former name elsewhere speaks for nobody.
static gboolean find_signer(struct desk *desk, gint64 game, const char *nick, struct speaker *out,
                            GError **error)
{
    g_autoptr(GArray) seats = NULL;
    struct player player;
    gboolean found;
    if (game == 0)
        return players_find_nick(desk->store, nick, &out->player, &out->known, error);
    if (!games_seats(desk->store, game, &seats, error))
        return FALSE;
    const struct seat_row *seat = seat_called(seats, nick);
    if (seat ? !players_find(desk->store, seat->player, &player, &found, error)
             : !players_find_nick(desk->store, nick, &player, &found, error))
        return FALSE;
    if (found && !seat)
        seat = seat_held_by(seats, player.id);
    if (!found || !seat)
        return TRUE;
    out->player = player;
    out->known = TRUE;
    out->seat = seat->seat;
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

// Where a signature that holds speaks: a turn of a game, or a matter.
static gboolean take_place(struct desk *desk, const struct newtext *text, gint64 game, gint64 turn,
                           struct speaker *out, GError **error)
{
    out->how = SPEAKER_SIGNED;
    (void)testimony_take(text, desk->keys->sign_public_hex, &out->testimony);
    out->game = game;
    out->turn = game ? turn : 0;
    if (game != 0)
        return TRUE;
    if (!load_matter(desk, turn, out, error))
        return FALSE;
    out->has_matter = out->has_matter && out->matter.player == out->player.id;
    return TRUE;
}

static gboolean take_signature(struct desk *desk, const struct newtext *text, struct speaker *out,
                               GError **error)
{
    const struct signed_block *block = &text->block;
    if (!find_signer(desk, block->game, block->seat, out, error))
        return FALSE;
    out->fault = signature_fault(desk, text, out);
    if (out->fault != SPEAKER_FINE) {
        out->known = FALSE;
        return TRUE;
    }
    return take_place(desk, text, block->game, block->turn, out, error);
}

// ---- OpenPGP -----------------------------------------------------------------------------------

static enum speaker_fault openpgp_fault(const char *word)
{
    static const struct {
        const char *word;
        enum speaker_fault fault;
    } words[] = {{"expired", SPEAKER_KEY_EXPIRED},
                 {"revoked", SPEAKER_KEY_REVOKED},
                 {"past", SPEAKER_SIGNATURE_EXPIRED},
                 {"weak", SPEAKER_SIGNATURE_WEAK},
                 {"absent", SPEAKER_UNCHECKED}};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (g_str_equal(words[i].word, word))
            return words[i].fault;
    return SPEAKER_WRONG_SIGNATURE;
}

// Whether two texts are the same but for blanks at the ends of lines, which aren't signed.
static gboolean same_text(const char *a, const char *b)
{
    g_auto(GStrv) as = g_strsplit(a, "\n", -1);
    g_auto(GStrv) bs = g_strsplit(b, "\n", -1);
    guint n = MAX(g_strv_length(as), g_strv_length(bs));
    for (guint i = 0, ended_a = FALSE, ended_b = FALSE; i < n; i++) {
        ended_a = ended_a || !as[i];
        ended_b = ended_b || !bs[i];
        g_autofree char *x = g_strchomp(g_strdup(ended_a ? "" : as[i]));
        g_autofree char *y = g_strchomp(g_strdup(ended_b ? "" : bs[i]));
        if (!g_str_equal(x, y))
            return FALSE;
    }
    return TRUE;
}

// Whether it isn't looked at, since very much came from there. Anybody can write that, but not with
// a ticket of the player whose signature it is to be.
static gboolean is_enough(struct desk *desk, const struct newtext *text, const struct speaker *who,
                          gboolean *out_is, GError **error)
{
    struct proof best = {0};
    gboolean any, two;
    if (!best_ticket(desk, text->tickets, &best, &any, &two, error))
        return FALSE;
    *out_is = FALSE;
    return (any && !two && best.owner == who->player.id) ||
           limits_openpgp_sender(desk, who->address, out_is, error);
}

// Checks it by the key that the player registered. What GnuPG takes for the signed text has to be
// what was read.
static gboolean check_openpgp(struct desk *desk, const struct newtext *text, struct speaker *out,
                              GError **error)
{
    g_autofree char *key = NULL;
    g_autofree char *fault = NULL;
    g_autofree char *covered = NULL;
    gboolean enough;
    if (!is_enough(desk, text, out, &enough, error))
        return FALSE;
    if (enough) {
        out->fault = SPEAKER_TOO_MANY;
        return TRUE;
    }
    if (!limits_openpgp_run(desk, error) ||
        !openpgp_registered(desk, out->player.id, &key, error) ||
        !openpgp_check(desk, key ? key : "", text->signature_text, text->signed_data, &fault,
                       &covered, error))
        return FALSE;
    const char *referee = desk->keys->sign_public_hex;
    if (fault)
        out->fault = openpgp_fault(fault);
    else if (text->signed_text && !same_text(covered, text->signed_text))
        out->fault = SPEAKER_WRONG_SIGNATURE;
    else if (text->signed_referee && g_ascii_strcasecmp(text->signed_referee, referee) != 0)
        out->fault = SPEAKER_OTHER_REFEREE;
    return TRUE;
}

static gboolean has_openpgp(const struct speaker *speaker)
{
    return speaker->known && speaker->player.has_key &&
           g_str_equal(speaker->player.key_kind, "openpgp");
}

// A signature over lines that say game, turn and seat.
static gboolean take_signed_lines(struct desk *desk, const struct newtext *text,
                                  struct speaker *out, GError **error)
{
    if (!find_signer(desk, text->signed_game, text->signed_seat, out, error))
        return FALSE;
    if (!has_openpgp(out))
        out->fault = SPEAKER_UNKNOWN_SIGNER;
    else if (!check_openpgp(desk, text, out, error))
        return FALSE;
    if (out->fault == SPEAKER_FINE)
        return take_place(desk, text, text->signed_game, text->signed_turn, out, error);
    out->known = FALSE;
    return TRUE;
}

// A signature over an answer that still has the ticket of what it answers. It counts where whoever
// the ticket was made for has an OpenPGP key; else it is an ornament.
static gboolean take_signed_ticket(struct desk *desk, const struct newtext *text,
                                   struct speaker *out, GError **error)
{
    struct proof best = {0};
    gboolean any, two;
    if (!best_ticket(desk, text->signed_tickets, &best, &any, &two, error))
        return FALSE;
    if (!any || two || !best.owner)
        return TRUE;
    if (!players_find(desk->store, best.owner, &out->player, &out->known, error))
        return FALSE;
    gboolean counts = has_openpgp(out);
    if (counts && !check_openpgp(desk, text, out, error))
        return FALSE;
    out->seat = best.ticket.seat;
    if (counts && out->fault == SPEAKER_FINE)
        return take_place(desk, text, best.ticket.game, best.ticket.turn, out, error);
    out->known = FALSE;
    return TRUE;
}

static gboolean take_openpgp(struct desk *desk, const struct newtext *text, struct speaker *out,
                             GError **error)
{
    if (text->signature != SIGNED_OPENPGP || !text->covered)
        return TRUE;
    if (newtext_says_place(text))
        return text->outcome != NEWTEXT_ACT || take_signed_lines(desk, text, out, error);
    return take_signed_ticket(desk, text, out, error);
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
    gboolean block = text->outcome == NEWTEXT_ACT && newtext_has_block(text);
    if (!(block ? take_signature : take_openpgp)(desk, text, out, error))
        return FALSE;
    if (out->how == SPEAKER_SIGNED)
        return TRUE;
    if (two && !block && out->fault == SPEAKER_FINE)
        out->fault = SPEAKER_TWO_PLACES;
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
