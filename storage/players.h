// SPDX-License-Identifier: MIT
// Players, the addresses they write from, the addresses that want no mail, and their keys.
//
// Knows rows, not manners: who may change what is decided elsewhere. Texts are stored as given; the
// caller has checked them.
#ifndef STORAGE_PLAYERS_H
#define STORAGE_PLAYERS_H

#include <glib.h>

struct store;

enum {
    PLAYER_NICK_MAX = 20,
    PLAYER_ADDRESS_MAX = 320,
    PLAYER_KEY_BYTES = 32,
    PLAYER_KEY_KIND_MAX = 12,
    PLAYER_AGE_MAX = 62,
    PLAYER_REFUSED_MAX = 400
};

// A value; zero is a fine start. Texts are NUL-terminated.
struct player {
    gint64 id;
    char nick[PLAYER_NICK_MAX + 1];
    char address[PLAYER_ADDRESS_MAX + 1]; // the main one, where mail goes; "" once forgotten
    char language[9];                     // "" when not known
    char timezone[64];
    int quiet_from, quiet_to; // hours, local
    char mail[8];             // all, turn, daily
    gboolean calendar, private, is_operator, muted;
    gboolean seal;                      // what only they may know comes sealed to a key
    gboolean has_key;                   // a key to sign with is registered
    char key_kind[PLAYER_KEY_KIND_MAX]; // ed25519, minisign, ssh, openpgp; "" when there is none
    guint8 key[PLAYER_KEY_BYTES];       // Ed25519; of OpenPGP the fingerprint and zeros
    char age[PLAYER_AGE_MAX + 1];       // recipient of age, which signs nothing; "": none
    gint64 created_at;
    gint64 page_at;      // when the table in the browser was last sent; 0: never
    gint64 forgotten_at; // 0: no
    // of the main address; see bounces.h
    gint64 refused_at, suspended_at; // 0: no
    char refused[PLAYER_REFUSED_MAX + 1];
};

// Finders: *out_found says whether there is one; *out_player is untouched otherwise.
gboolean players_find(struct store *store, gint64 id, struct player *out_player,
                      gboolean *out_found, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean players_find_nick(struct store *store, const char *nick, struct player *out_player,
                           gboolean *out_found, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// By any confirmed address, compared without regard to ASCII case.
gboolean players_find_address(struct store *store, const char *address, struct player *out_player,
                              gboolean *out_found, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Only the time zone; NULL where there is no such player. The caller frees it.
gboolean players_timezone(struct store *store, gint64 id, char **out_timezone,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

// A new player with a main address. nick "" gives the first free player-N. Fills in player->id,
// nick, created_at.
gboolean players_add(struct store *store, struct player *player, gint64 now,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Stores every field but id, address, key, created_at, and what bounces.h keeps.
gboolean players_update(struct store *store, const struct player *player,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Another confirmed address; main makes it the one that mail goes to. STOP when it is somebody
// else's.
gboolean players_add_address(struct store *store, gint64 player, const char *address,
                             gboolean is_main, gint64 now,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
// All addresses of a player; a new array of char * with a free function.
gboolean players_addresses(struct store *store, gint64 player, GPtrArray **out_addresses,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
// An address that isn't the main one is the player's no longer.
gboolean players_drop_address(struct store *store, gint64 player, const char *address,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Registers or drops (public NULL) the player's key of a kind. One to sign with (ed25519, minisign,
// ssh, openpgp) takes the place of any other of those, and drops it. Of these public is base64: of
// the key's 32 bytes, or of as many and what minisign or SSH put before them; of an OpenPGP key its
// fingerprint, a blank, and all of it; of age it is the recipient.
gboolean players_set_key(struct store *store, gint64 player, const char *kind, const char *public,
                         gint64 now, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The key to sign with: its kind and public text as it was registered, of OpenPGP the fingerprint;
// the caller's; both NULL where there is none.
gboolean players_signing_key(struct store *store, gint64 player, char **out_kind, char **out_public,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
// What was registered as the player's key of a kind; NULL when there is none. The caller owns it.
gboolean players_key(struct store *store, gint64 player, const char *kind, char **out_public,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
// How many players have a registered key of a kind.
gboolean players_count_keys(struct store *store, const char *kind, guint *out_count,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
// All players in order of nick; a new array of struct player.
gboolean players_list(struct store *store, GArray **out_players,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Those to whom mail was refused or doesn't go any more, likewise.
gboolean players_unreached(struct store *store, GArray **out_players,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Removes addresses, keys, known lines, received and unsent mails of the player, settles what was
// asked, and takes the addresses out of invitations and of mails already sent; sets forgotten_at.
// The nick, the seats and the ledger's rows stay, and so does a block of an address. A good-bye
// goes to the bare address: an outbox row without a player.
gboolean players_forget(struct store *store, gint64 player, gint64 now,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Who wants no mail to an address.
enum players_block {
    PLAYERS_BLOCK_NONE,
    PLAYERS_BLOCK_OWN,     // whoever reads there
    PLAYERS_BLOCK_OPERATOR // and what is written from there isn't read
};
// Sets it; a block by the operator stays one until it is taken away (NONE).
gboolean players_block(struct store *store, const char *address, enum players_block block,
                       gint64 now, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean players_block_of(struct store *store, const char *address, enum players_block *out_block,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean players_is_blocked(struct store *store, const char *address, gboolean *out_blocked,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
