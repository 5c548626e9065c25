// SPDX-License-Identifier: MIT
// See players.h. Forgetting is in players_forget.c.
#include "storage/players.h"

#include <sodium.h>
#include <string.h>

#include "storage/statement.h"
#include "storage/store_error.h"

// ---- finding ----------------------------------------------------------------------------------

// A key for signing is any but this. SQLite would make a table of a list of kinds, at each asking.
#define FOR_SIGNING "<> 'age'"

// Of an OpenPGP key its fingerprint is enough; the key itself may be long, and is read by
// players_key.
#define KEY_BEGINS "iif(k.kind = 'openpgp', substr(k.public, 1, 40), k.public)"

// The fingerprint of an OpenPGP key, in hex, as bytes.
static gboolean decode_fingerprint(const char *public, guint8 key[PLAYER_KEY_BYTES])
{
    enum { FINGERPRINT = 20 };
    gsize len;
    memset(key, 0, PLAYER_KEY_BYTES);
    return strlen(public) >= 2 * (gsize)FINGERPRINT &&
           sodium_hex2bin(key, PLAYER_KEY_BYTES, public, 2 * (gsize)FINGERPRINT, NULL, &len,
                          NULL) == 0 &&
           len == FINGERPRINT;
}

// Each kind ends with the 32 bytes of the key: minisign's has its number before them, that of SSH
// its kind and length.
static gboolean decode_key(const char *kind, const char *public, guint8 key[PLAYER_KEY_BYTES])
{
    static const struct {
        const char *kind;
        gsize before;
    } kinds[] = {{"ed25519", 0}, {"minisign", 10}, {"ssh", 19}};
    guint8 bytes[19 + PLAYER_KEY_BYTES];
    gsize len;
    if (strcmp(kind, "openpgp") == 0)
        return decode_fingerprint(public, key);
    if (sodium_base642bin(bytes, sizeof bytes, public, strlen(public), NULL, &len, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0)
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (strcmp(kinds[i].kind, kind) != 0 || len != kinds[i].before + PLAYER_KEY_BYTES)
            continue;
        memcpy(key, bytes + kinds[i].before, PLAYER_KEY_BYTES);
        return TRUE;
    }
    return FALSE;
}

static void read_key(struct row *row, struct player *player)
{
    char text[80];
    row_text(row, player->key_kind, sizeof player->key_kind);
    row_text(row, text, sizeof text);
    player->has_key = text[0] != '\0' && decode_key(player->key_kind, text, player->key);
    if (text[0] && !player->has_key)
        row_fault(row, "is no key");
}

static void read_player(struct row *row, gpointer out)
{
    struct player *player = out;
    player->id = row_int(row);
    row_text(row, player->nick, sizeof player->nick);
    row_text(row, player->address, sizeof player->address);
    row_text(row, player->language, sizeof player->language);
    row_text(row, player->timezone, sizeof player->timezone);
    player->quiet_from = row_small(row);
    player->quiet_to = row_small(row);
    row_text(row, player->mail, sizeof player->mail);
    player->calendar = row_flag(row);
    player->private = row_flag(row);
    player->is_operator = row_flag(row);
    player->muted = row_flag(row);
    player->seal = row_flag(row);
    read_key(row, player);
    row_text(row, player->age, sizeof player->age);
    player->created_at = row_int(row);
    player->page_at = row_int(row);
    player->forgotten_at = row_int(row);
    player->refused_at = row_int(row);
    player->suspended_at = row_int(row);
    row_text(row, player->refused, sizeof player->refused);
}

static const struct row_type player_type = {.size = sizeof(struct player), .read = read_player};

#define SELECT_PLAYER                                                                              \
    "SELECT p.id, p.nick, a.address, p.language, p.timezone, p.quiet_from, p.quiet_to, p.mail,"    \
    " p.calendar, p.private, p.operator, p.muted, p.seal, k.kind, " KEY_BEGINS " AS public,"       \
    " g.public, p.created_at, p.page_at, p.forgotten_at, a.refused_at, a.suspended_at, a.refused"  \
    " FROM player p LEFT JOIN address a ON a.player = p.id AND a.main = 1"                         \
    " LEFT JOIN key k ON k.player = p.id AND k.kind " FOR_SIGNING " AND k.dropped_at IS NULL"      \
    " LEFT JOIN key g ON g.player = p.id AND g.kind = 'age' AND g.dropped_at IS NULL "

gboolean players_find(struct store *store, gint64 id, struct player *out_player,
                      gboolean *out_found, GError **error)
{
    return statement_find(store, SELECT_PLAYER "WHERE p.id = ?1", BINDS(bind_int(id)), &player_type,
                          out_player, out_found, error);
}

static void read_timezone(struct row *row, gpointer out)
{
    *(char **)out = row_dup(row);
}

gboolean players_timezone(struct store *store, gint64 id, char **out_timezone, GError **error)
{
    static const struct row_type type = {.size = sizeof(char *), .read = read_timezone};
    gboolean found;
    *out_timezone = NULL;
    return statement_find(store, "SELECT timezone FROM player WHERE id = ?1", BINDS(bind_int(id)),
                          &type, out_timezone, &found, error);
}

gboolean players_find_nick(struct store *store, const char *nick, struct player *out_player,
                           gboolean *out_found, GError **error)
{
    return statement_find(store, SELECT_PLAYER "WHERE p.nick = ?1", BINDS(bind_text(nick)),
                          &player_type, out_player, out_found, error);
}

gboolean players_find_address(struct store *store, const char *address, struct player *out_player,
                              gboolean *out_found, GError **error)
{
    return statement_find(
        store, SELECT_PLAYER "WHERE p.id = (SELECT player FROM address WHERE address = ?1)",
        BINDS(bind_text(address)), &player_type, out_player, out_found, error);
}

gboolean players_list(struct store *store, GArray **out_players, GError **error)
{
    return statement_list(store, SELECT_PLAYER "ORDER BY p.nick", NO_BINDS, &player_type,
                          out_players, error);
}

gboolean players_unreached(struct store *store, GArray **out_players, GError **error)
{
    return statement_list(store,
                          SELECT_PLAYER "WHERE a.refused_at IS NOT NULL"
                                        " OR a.suspended_at IS NOT NULL ORDER BY p.nick",
                          NO_BINDS, &player_type, out_players, error);
}

// ---- adding and changing ----------------------------------------------------------------------

// The first free number is 1, or one above a number that is taken.
static gboolean choose_nick(struct store *store, struct player *player, GError **error)
{
    gint64 number;
    if (!statement_number(store,
                          "WITH next (n) AS (VALUES (1) UNION ALL"
                          " SELECT CAST (substr(nick, 8) AS INTEGER) + 1 FROM player"
                          " WHERE nick >= 'player-' AND nick < 'player.')"
                          " SELECT min(n) FROM next"
                          " WHERE NOT EXISTS (SELECT 1 FROM player WHERE nick = 'player-' || n)",
                          NO_BINDS, &number, error))
        return FALSE;
    g_snprintf(player->nick, sizeof player->nick, "player-%" G_GINT64_FORMAT, number);
    return TRUE;
}

static gboolean insert_player(struct store *store, struct player *player, GError **error)
{
    return statement_insert(
        store,
        "INSERT INTO player (nick, language, timezone, quiet_from, quiet_to, mail, calendar, "
        "private,"
        " operator, muted, created_at, seal)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        BINDS(bind_text(player->nick), bind_text(player->language), bind_text(player->timezone),
              bind_int(player->quiet_from), bind_int(player->quiet_to), bind_text(player->mail),
              bind_flag(player->calendar), bind_flag(player->private),
              bind_flag(player->is_operator), bind_flag(player->muted),
              bind_int(player->created_at), bind_flag(player->seal)),
        &player->id, error);
}

gboolean players_add(struct store *store, struct player *player, gint64 now, GError **error)
{
    player->created_at = now;
    return (player->nick[0] || choose_nick(store, player, error)) &&
           insert_player(store, player, error) &&
           players_add_address(store, player->id, player->address, TRUE, now, error);
}

gboolean players_update(struct store *store, const struct player *player, GError **error)
{
    return statement_change(
        store,
        "UPDATE player SET nick = ?2, language = ?3, timezone = ?4, quiet_from = ?5, quiet_to = ?6,"
        " mail = ?7, calendar = ?8, private = ?9, operator = ?10, muted = ?11, forgotten_at = ?12,"
        " seal = ?13, page_at = ?14 WHERE id = ?1",
        BINDS(bind_int(player->id), bind_text(player->nick), bind_text(player->language),
              bind_text(player->timezone), bind_int(player->quiet_from), bind_int(player->quiet_to),
              bind_text(player->mail), bind_flag(player->calendar), bind_flag(player->private),
              bind_flag(player->is_operator), bind_flag(player->muted),
              bind_id(player->forgotten_at), bind_flag(player->seal), bind_id(player->page_at)),
        error);
}

// ---- addresses --------------------------------------------------------------------------------

static gboolean make_main(struct store *store, gint64 player, const char *address, GError **error)
{
    return statement_run(store,
                         "UPDATE address SET main = 0"
                         " WHERE player = ?1 AND main = 1 AND address <> ?2",
                         BINDS(bind_int(player), bind_text(address)), NULL, error) &&
           statement_change(store, "UPDATE address SET main = 1 WHERE address = ?1",
                            BINDS(bind_text(address)), error);
}

// An address of somebody else isn't taken over: then no row changes, which is a STOP.
gboolean players_add_address(struct store *store, gint64 player, const char *address,
                             gboolean is_main, gint64 now, GError **error)
{
    return statement_change(store,
                            "INSERT INTO address (address, player, main, confirmed_at)"
                            " VALUES (?1, ?2, 0, ?3) ON CONFLICT (address)"
                            " DO UPDATE SET confirmed_at = excluded.confirmed_at"
                            " WHERE player = excluded.player",
                            BINDS(bind_text(address), bind_int(player), bind_int(now)), error) &&
           (!is_main || make_main(store, player, address, error));
}

static void read_address(struct row *row, gpointer out)
{
    row_text(row, out, PLAYER_ADDRESS_MAX + 1);
}

gboolean players_addresses(struct store *store, gint64 player, GPtrArray **out_addresses,
                           GError **error)
{
    static const struct row_type type = {.size = PLAYER_ADDRESS_MAX + 1, .read = read_address};
    return statement_pointers(store, "SELECT address FROM address WHERE player = ?1 ORDER BY 1",
                              BINDS(bind_int(player)), &type, g_free, out_addresses, error);
}

gboolean players_drop_address(struct store *store, gint64 player, const char *address,
                              GError **error)
{
    return statement_run(store, "DELETE FROM bounce WHERE address = ?1", BINDS(bind_text(address)),
                         NULL, error) &&
           statement_change(store,
                            "DELETE FROM address WHERE player = ?1 AND address = ?2 AND main = 0",
                            BINDS(bind_int(player), bind_text(address)), error);
}

gboolean players_block(struct store *store, const char *address, enum players_block block,
                       gint64 now, GError **error)
{
    if (block == PLAYERS_BLOCK_NONE)
        return statement_run(store, "DELETE FROM blocked WHERE address = ?1",
                             BINDS(bind_text(address)), NULL, error);
    return statement_run(
        store,
        "INSERT INTO blocked (address, blocked_at, by_operator) VALUES (?1, ?2, ?3)"
        " ON CONFLICT (address)"
        " DO UPDATE SET by_operator = max(by_operator, excluded.by_operator)",
        BINDS(bind_text(address), bind_int(now), bind_flag(block == PLAYERS_BLOCK_OPERATOR)), NULL,
        error);
}

gboolean players_block_of(struct store *store, const char *address, enum players_block *out_block,
                          GError **error)
{
    gint64 block;
    if (!statement_number(store,
                          "SELECT coalesce((SELECT 1 + by_operator FROM blocked"
                          " WHERE address = ?1), 0)",
                          BINDS(bind_text(address)), &block, error))
        return FALSE;
    *out_block = block == 0   ? PLAYERS_BLOCK_NONE
                 : block == 1 ? PLAYERS_BLOCK_OWN
                              : PLAYERS_BLOCK_OPERATOR;
    return TRUE;
}

gboolean players_is_blocked(struct store *store, const char *address, gboolean *out_blocked,
                            GError **error)
{
    enum players_block block;
    if (!players_block_of(store, address, &block, error))
        return FALSE;
    *out_blocked = block != PLAYERS_BLOCK_NONE;
    return TRUE;
}

// ---- keys -------------------------------------------------------------------------------------

static gboolean signs(const char *kind)
{
    return strcmp(kind, "ed25519") == 0 || strcmp(kind, "minisign") == 0 ||
           strcmp(kind, "ssh") == 0 || strcmp(kind, "openpgp") == 0;
}

static gboolean check_key(const char *kind, const char *public, GError **error)
{
    guint8 key[PLAYER_KEY_BYTES];
    if (!public || !signs(kind) || decode_key(kind, public, key))
        return TRUE;
    g_set_error(error, STORE_ERROR, STORE_ERROR_STOP,
                "a key was to be stored that isn't base64 of one of its kind: %s", kind);
    return FALSE;
}

gboolean players_set_key(struct store *store, gint64 player, const char *kind, const char *public,
                         gint64 now, GError **error)
{
    return check_key(kind, public, error) &&
           statement_run(store,
                         "UPDATE key SET dropped_at = ?3 WHERE player = ?1 AND dropped_at IS NULL"
                         " AND (kind = ?2 OR (?2 " FOR_SIGNING " AND kind " FOR_SIGNING "))",
                         BINDS(bind_int(player), bind_text(kind), bind_int(now)), NULL, error) &&
           (!public ||
            statement_change(
                store,
                "INSERT INTO key (player, kind, public, added_at)"
                " VALUES (?1, ?2, ?3, ?4)",
                BINDS(bind_int(player), bind_text(kind), bind_text(public), bind_int(now)), error));
}

struct signing_key {
    char *kind, *public;
};

static void read_signing_key(struct row *row, gpointer out)
{
    struct signing_key *key = out;
    key->kind = row_dup(row);
    key->public = row_dup(row);
}

gboolean players_signing_key(struct store *store, gint64 player, char **out_kind, char **out_public,
                             GError **error)
{
    static const struct row_type type = {.size = sizeof(struct signing_key),
                                         .read = read_signing_key};
    struct signing_key key = {0};
    gboolean found;
    if (!statement_find(store,
                        "SELECT kind, " KEY_BEGINS " FROM key k WHERE player = ?1"
                        " AND kind " FOR_SIGNING " AND dropped_at IS NULL",
                        BINDS(bind_int(player)), &type, &key, &found, error))
        return FALSE;
    *out_kind = key.kind;
    *out_public = key.public;
    return TRUE;
}

static void read_public(struct row *row, gpointer out)
{
    *(char **)out = row_dup(row);
}

gboolean players_key(struct store *store, gint64 player, const char *kind, char **out_public,
                     GError **error)
{
    static const struct row_type type = {.size = sizeof(char *), .read = read_public};
    gboolean found;
    *out_public = NULL;
    return statement_find(store,
                          "SELECT public FROM key WHERE player = ?1 AND kind = ?2"
                          " AND dropped_at IS NULL",
                          BINDS(bind_int(player), bind_text(kind)), &type, out_public, &found,
                          error);
}

gboolean players_count_keys(struct store *store, const char *kind, guint *out_count, GError **error)
{
    return statement_count(store, "SELECT count(*) FROM key WHERE kind = ?1 AND dropped_at IS NULL",
                           BINDS(bind_text(kind)), out_count, error);
}
