// SPDX-License-Identifier: MIT
// See club.h. Here: games, deals made to measure, signed blocks, the database.
#include "tests/unit/club.h"

#include "referee/record/deal.h"
#include "referee/rules/notation.h"
#include "storage/packed.h"

#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>

static const char *const people[] = {ANNA, BRUNO, CLARA, DAVID};

// ---- games -------------------------------------------------------------------------------------

static char *nick_of(const char *address)
{
    return g_strndup(address, strcspn(address, "@"));
}

gint64 club_game(struct club *club, guint n, const char *options)
{
    g_autoptr(GString) wish = g_string_new("new nick=anna");
    if (options && *options)
        g_string_append_printf(wish, " %s", options);
    for (guint i = 1; i < n; i++)
        g_string_append_printf(wish, "\ninvite %s", people[i]);
    club_says(club, ANNA, wish->str);
    club_tick(club);
    club_answers(club, ANNA, "yes");
    club_tick(club);
    for (guint i = 1; i < n; i++) {
        g_autofree char *nick = nick_of(people[i]);
        g_autofree char *join = g_strdup_printf("join nick=%s", nick);
        const struct club_mail *mail = club_last(club, people[i]);
        assert_string_equal(mail->kind, "invitation");
        club_answers(club, people[i], join);
        club_tick(club);
    }
    g_autofree char *game = club_header(club_last(club, ANNA), "X-23-Game");
    return g_ascii_strtoll(game, NULL, 10);
}

static const struct club_mail *newest_table(const struct club *club, const char *to)
{
    for (guint i = club->mails->len; i-- > 0;) {
        const struct club_mail *mail = club->mails->pdata[i];
        if (mail->parts->table && (!to || g_str_equal(mail->to, to)))
            return mail;
    }
    return NULL;
}

const char *club_hand(const struct club *club, const char *who)
{
    static char cards[NOTATION_CARDS_MAX];
    const struct club_mail *mail = newest_table(club, who);
    assert_non_null(mail);
    struct hand hand = {0};
    const json_t *held = json_object_get(json_object_get(mail->parts->table, "you"), "hand");
    for (gsize i = 0; i < json_array_size(held); i++, hand.cards++)
        hand.count[json_integer_value(json_array_get(held, i))]++;
    notation_format_cards(&hand, cards);
    return cards;
}

void club_discard(struct club *club)
{
    for (guint i = 0; i < G_N_ELEMENTS(people); i++) {
        const struct club_mail *mail = newest_table(club, people[i]);
        if (!mail || !json_is_true(club_value(mail, "discard")))
            continue;
        g_auto(GStrv) cards = g_strsplit(club_hand(club, people[i]), " ", -1);
        guint n = g_strv_length(cards);
        g_autofree char *words =
            g_strdup_printf("discard %s %s %s", cards[n - 3], cards[n - 2], cards[n - 1]);
        club_letter(club, people[i], words, .reply = mail);
    }
    club_tick(club);
}

const char *club_turn(const struct club *club)
{
    const struct club_mail *mail = newest_table(club, NULL);
    assert_non_null(mail);
    const char *nick = club_text(mail, "to_move");
    for (guint i = 0; i < G_N_ELEMENTS(people); i++) {
        g_autofree char *other = nick_of(people[i]);
        if (g_str_equal(nick, other))
            return people[i];
    }
    return NULL;
}

// ---- deals -------------------------------------------------------------------------------------

static char *wanted[2][RULES_SEATS_MAX];

void club_deal(unsigned round, unsigned seat, const char *cards)
{
    for (int i = 0; round == 0 && i < 2; i++)
        for (int k = 0; k < RULES_SEATS_MAX; k++)
            g_clear_pointer(&wanted[i][k], g_free);
    if (round == 0)
        return;
    g_free(wanted[round - 1][seat]);
    wanted[round - 1][seat] = g_strdup(cards);
}

// The program is linked so that deal_round is this (mk/test.mk); without that nothing calls it.
void __real_deal_round(const uint8_t seed[DEAL_SEED], struct rules_options options, unsigned round,
                       const struct deal_seat *seats, unsigned n_seats, struct hand *out_hands)
    __attribute__((weak));
void __wrap_deal_round(const uint8_t seed[DEAL_SEED], struct rules_options options, unsigned round,
                       const struct deal_seat *seats, unsigned n_seats, struct hand *out_hands);

void __wrap_deal_round(const uint8_t seed[DEAL_SEED], struct rules_options options, unsigned round,
                       const struct deal_seat *seats, unsigned n_seats, struct hand *out_hands)
{
    __real_deal_round(seed, options, round, seats, n_seats, out_hands);
    for (unsigned i = 0; i < n_seats; i++) {
        const char *cards = wanted[round - 1][i];
        unsigned held = out_hands[i].cards;
        struct hand hand;
        if (!cards)
            continue;
        assert_true(notation_parse_cards(cards, strlen(cards), &hand));
        if (hand.cards == held) // else it is another kind of game
            out_hands[i] = hand;
    }
}

// ---- signing -----------------------------------------------------------------------------------

const char *club_key(unsigned number, guint8 secret[64])
{
    static char base64[64];
    guint8 seed[crypto_sign_SEEDBYTES] = {0};
    guint8 public[crypto_sign_PUBLICKEYBYTES];
    seed[0] = (guint8)number;
    crypto_sign_seed_keypair(public, secret, seed);
    sodium_bin2base64(base64, sizeof base64, public, sizeof public, sodium_base64_VARIANT_ORIGINAL);
    return base64;
}

char *club_block(const struct club *club, const guint8 secret[64], const char *words)
{
    guint8 seed[crypto_sign_SEEDBYTES];
    guint8 public[crypto_sign_PUBLICKEYBYTES];
    guint8 referee[crypto_sign_SECRETKEYBYTES];
    guint8 signature[crypto_sign_BYTES];
    char hex[2 * sizeof public + 1];
    char base64[128];
    (void)club; // all clubs have one key
    memset(seed, 0xcc, sizeof seed);
    crypto_sign_seed_keypair(public, referee, seed);
    sodium_bin2hex(hex, sizeof hex, public, sizeof public);
    g_autofree char *message = g_strdup_printf("23 command v1\n%s\n%s", hex, words);
    crypto_sign_detached(signature, NULL, (const guint8 *)message, strlen(message), secret);
    sodium_bin2base64(base64, sizeof base64, signature, sizeof signature,
                      sodium_base64_VARIANT_ORIGINAL);
    return g_strdup_printf("-----BEGIN 23 COMMAND-----\n%s\n-----BEGIN 23 SIGNATURE-----\n"
                           "%.64s\n%s\n-----END 23 COMMAND-----\n",
                           words, base64, base64 + 64);
}

// ---- the database ------------------------------------------------------------------------------

// record_text(size, text): a record as it is read.
static void unpack(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    const void *bytes = sqlite3_value_blob(values[1]);
    g_autofree char *text =
        packed_open(bytes, (gsize)sqlite3_value_bytes(values[1]), sqlite3_value_int64(values[0]));
    assert_non_null(text);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

// With a view of all lines, those of records (in full) too: log (game, seq, line).
static sqlite3 *open_db(const struct club *club)
{
    static const char view[] =
        "CREATE TEMP VIEW log (game, seq, line) AS SELECT game, seq, line FROM event UNION ALL"
        " SELECT game, seq, line FROM (WITH RECURSIVE part (game, seq, line, rest) AS ("
        "SELECT game, 0, '', record_text(size, text) FROM record UNION ALL"
        " SELECT game, seq + 1, substr(rest, 1, instr(rest, char(10)) - 1),"
        " substr(rest, instr(rest, char(10)) + 1) FROM part WHERE rest <> '')"
        " SELECT game, seq, line FROM part WHERE seq > 0)";
    sqlite3 *db = NULL;
    assert_int_equal(
        sqlite3_open_v2(club_path(club, "referee.db"), &db, SQLITE_OPEN_READWRITE, NULL),
        SQLITE_OK);
    sqlite3_create_function(db, "record_text", 2, SQLITE_UTF8, NULL, unpack, NULL, NULL);
    (void)sqlite3_exec(db, view, NULL, NULL, NULL); // not in a database of an older version
    return db;
}

const char *club_sql(const struct club *club, const char *query, ...)
{
    static char *answers[7];
    static guint next;
    sqlite3_stmt *statement = NULL;
    sqlite3 *db = open_db(club);
    va_list values;
    va_start(values, query);
    g_autofree char *sql = g_strdup_vprintf(query, values);
    va_end(values);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    const char *text = sqlite3_step(statement) == SQLITE_ROW
                           ? (const char *)sqlite3_column_text(statement, 0)
                           : NULL;
    next = (next + 1) % G_N_ELEMENTS(answers);
    g_free(answers[next]);
    answers[next] = g_strdup(text ? text : "");
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return answers[next];
}

gint64 club_sql_number(const struct club *club, const char *query)
{
    return g_ascii_strtoll(club_sql(club, "%s", query), NULL, 10);
}

void club_sql_do(const struct club *club, const char *statement)
{
    sqlite3 *db = open_db(club);
    char *wrong = NULL;
    if (sqlite3_exec(db, statement, NULL, NULL, &wrong) != SQLITE_OK)
        fail_msg("%s: %s", statement, wrong);
    sqlite3_close(db);
}

static int add_row(void *data, int n, char **values, char **names)
{
    for (int i = 0; i < n; i++)
        g_string_append_printf(data, "%s=%s ", names[i], values[i] ? values[i] : "NULL");
    g_string_append_c(data, '\n');
    return 0;
}

char *club_dump(const struct club *club)
{
    static const char *const queries[] = {
        "SELECT 'player', * FROM player ORDER BY id",
        "SELECT 'address', * FROM address ORDER BY address",
        "SELECT 'blocked', * FROM blocked ORDER BY address",
        "SELECT 'key', * FROM key ORDER BY id",
        "SELECT 'game', id, name, state, seats, robots, pace, security, press, anybody, creator,"
        " hex(seed), created_at, started_at, ended_at, to_move, turn_at, due_at FROM game"
        " ORDER BY id",
        "SELECT 'seat', game, seat, player, nick, luck, joined_at, robot, missed, reminded, bank"
        " FROM seat ORDER BY game, seat",
        "SELECT 'invitation', * FROM invitation ORDER BY id",
        "SELECT 'event', game, seq, line, secret IS NULL FROM event ORDER BY game, seq",
        "SELECT 'record', game, record_text(size, text) FROM record ORDER BY game",
        "SELECT 'matter', id, kind, player, address, game, data IS NULL, created_at, expires_at,"
        " settled_at FROM matter WHERE kind NOT IN ('settings', 'lobby') ORDER BY id",
    };
    sqlite3 *db = open_db(club);
    GString *out = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(queries); i++)
        assert_int_equal(sqlite3_exec(db, queries[i], add_row, out, NULL), SQLITE_OK);
    sqlite3_close(db);
    return g_string_free(out, FALSE);
}
