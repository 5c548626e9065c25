// SPDX-License-Identifier: MIT
// What a copy of the database files gives away: known secrets are looked for in every byte of them,
// while the store is open and after it was closed, and what was wiped is looked for as well.
#include "tests/unit/store_fixture.h"

#include "storage/inbox.h"
#include "storage/known_lines.h"
#include "storage/matters.h"
#include "storage/outbox.h"

// All bytes of the database and the files beside it.
static GByteArray *read_all(const struct fixture *f)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    GByteArray *all = g_byte_array_new();
    for (guint i = 0; i < G_N_ELEMENTS(suffixes); i++) {
        g_autofree char *path = g_strconcat(f->path, suffixes[i], NULL);
        g_autofree char *bytes = NULL;
        gsize len;
        if (g_file_get_contents(path, &bytes, &len, NULL))
            g_byte_array_append(all, (const guint8 *)bytes, (guint)len);
    }
    assert_true(all->len > 4096);
    return all;
}

static gboolean holds_bytes(const struct fixture *f, const void *bytes, gsize len)
{
    g_autoptr(GByteArray) all = read_all(f);
    return memmem(all->data, all->len, bytes, len) != NULL;
}

static gboolean holds(const struct fixture *f, const char *text)
{
    return holds_bytes(f, text, strlen(text));
}

static const char *const secrets[] = {
    "3 5 7 9 11 13 17 18 20 22 23",
    "SECRET-PLAN",
    "SECRET-BODY",
    "SECRET-NOTES",
    "SECRET-OTHER-NOTES",
    "SECRET-MAIL",
    "secret7ticket",
    "secret line that was told to anna",
    "secretlinethat",
    "\xa0\xa1\xa2\xa3\xa4\xa5", // of the seed
    "\xb1\xb1\xb1\xb1\xb1\xb1", // hashes of what can be guessed
    "\xb2\xb2\xb2\xb2\xb2\xb2",
    "\xb3\xb3\xb3\xb3\xb3\xb3",
    "\xb4\xb4\xb4\xb4\xb4\xb4",
};

static void write_secrets(struct store *store, gint64 anna, gint64 game)
{
    const char *const lines[] = {"secret line that was told to anna", NULL};
    MUST(events_append(store, game, 1, "deal anna sealed", secrets[0], &error));
    struct matter_row matter = {.kind = (char *)"plan",
                                .player = anna,
                                .data = (char *)"{\"SECRET-PLAN\":1}",
                                .created_at = NOW,
                                .expires_at = NOW};
    MUST(matters_add(store, &matter, &error));
    struct inbound_row in = {.source = "maildir",
                             .source_id = (char *)"u1",
                             .state = "waiting",
                             .has_raw = TRUE,
                             .has_ticket = TRUE};
    // What anybody can hash who guesses the mail, or the block.
    memset(in.digest, 0xb1, sizeof in.digest);
    memset(in.raw, 0xb2, sizeof in.raw);
    memset(in.ticket, 0xb3, sizeof in.ticket);
    g_autoptr(GBytes) body = g_bytes_new_static("From: anna\n\nSECRET-BODY\n", 24);
    MUST(inbox_add(store, &in, body, &error));
    guint8 signed_hash[32];
    gboolean is_new;
    memset(signed_hash, 0xb4, sizeof signed_hash);
    MUST(inbox_sign_once(store, signed_hash, anna, NOW, &is_new, &error));
    struct outbound_row out = {.player = anna,
                               .kind = (char *)"turn",
                               .notes = (char *)"[\"SECRET-NOTES\"]",
                               .address = (char *)"public@example.org",
                               .ticket = (char *)"14.2.1.secret7ticket",
                               .message_id = (char *)"<14.2.1.secret7ticket.3@example.org>",
                               .body = (char *)"{\"text\":\"SECRET-MAIL\"}"};
    MUST(outbox_add(store, &out, &error));
    MUST(outbox_set_notes(store, out.id, "turn", "[\"SECRET-OTHER-NOTES\"]", &error));
    MUST(outbox_ready(store, &out, &error));
    MUST(known_lines_add(store, anna, lines, &error));
}

static void check_hidden(const struct fixture *f)
{
    assert_true(holds(f, "deal anna sealed")); // the scan sees what is there
    assert_true(holds(f, "public@example.org"));
    for (guint i = 0; i < G_N_ELEMENTS(secrets); i++)
        if (holds(f, secrets[i]))
            fail_msg("in the file: %s", secrets[i]);
}

static void test_no_secret_in_the_files(void **state)
{
    struct fixture *f = *state;
    MUST(store_begin(f->store, &error));
    gint64 anna = fixture_player(f->store, "anna", "anna@example.org");
    write_secrets(f->store, anna, fixture_game(f->store, anna));
    MUST(store_commit(f->store, &error));
    check_hidden(f); // in the WAL
    fixture_reopen(f);
    check_hidden(f); // in the database
    struct game_row game;
    gboolean found = FALSE;
    MUST(games_find(f->store, 1, &game, &found, &error));
    assert_memory_equal(game.seed, "\xa0\xa1\xa2\xa3\xa4\xa5", 6); // and it can be had
}

// The sealed bytes of a column, taken behind the program's back.
static GBytes *sealed_bytes(const struct fixture *f, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    GBytes *bytes =
        g_bytes_new(sqlite3_column_blob(statement, 0), (gsize)sqlite3_column_bytes(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return bytes;
}

// Some of them, since a long blob is spread over pages.
static gboolean holds_sealed(const struct fixture *f, GBytes *sealed)
{
    gsize len;
    const guint8 *bytes = g_bytes_get_data(sealed, &len);
    for (gsize at = 0; at + 32 <= len; at += 512)
        if (holds_bytes(f, bytes + at, 32))
            return TRUE;
    return FALSE;
}

static void test_what_is_wiped_is_gone(void **state)
{
    struct fixture *f = *state;
    static const char *const columns[] = {"SELECT data FROM matter", "SELECT body FROM inbound",
                                          "SELECT notes FROM outbound",
                                          "SELECT body FROM outbound"};
    GBytes *sealed[G_N_ELEMENTS(columns)];
    MUST(store_begin(f->store, &error));
    gint64 anna = fixture_player(f->store, "anna", "anna@example.org");
    write_secrets(f->store, anna, fixture_game(f->store, anna));
    MUST(store_commit(f->store, &error));
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
        sealed[i] = sealed_bytes(f, columns[i]);
        assert_true(g_bytes_get_size(sealed[i]) > 4096);
        assert_true(holds_sealed(f, sealed[i]));
    }
    struct inbound_row in = {.id = 1, .state = "done", .outcome = "act"};
    MUST(store_begin(f->store, &error));
    MUST(matters_settle(f->store, 1, NOW, &error));
    MUST(inbox_settle(f->store, &in, FALSE, &error));
    MUST(outbox_settle(f->store, 1, "sent", "", NOW, &error));
    MUST(store_commit(f->store, &error));
    fixture_reopen(f); // until then the WAL may hold it
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
        if (holds_sealed(f, sealed[i]))
            fail_msg("still there: %s", columns[i]);
        g_bytes_unref(sealed[i]);
    }
}

// Many players come, and are forgotten; the pages that their rows filled were split and merged.
static void test_forgotten_addresses_are_gone(void **state)
{
    struct fixture *f = *state;
    enum { PLAYERS = 400 };
    MUST(store_begin(f->store, &error));
    for (guint i = 0; i < PLAYERS; i++) { // in an order that fills no page from its end
        g_autofree char *address = g_strdup_printf("%u-forget-me@example.org", i * 7919 % 1009);
        fixture_player(f->store, "", address);
    }
    gint64 stays = fixture_player(f->store, "dora", "dora@example.org");
    MUST(store_commit(f->store, &error));
    assert_true(holds(f, "-forget-me@example.org"));
    MUST(store_begin(f->store, &error));
    for (gint64 id = 1; id <= PLAYERS; id++)
        MUST(players_forget(f->store, id, NOW, &error));
    MUST(store_commit(f->store, &error));
    assert_true(holds(f, "dora@example.org"));
    assert_false(holds(f, "-forget-me@example.org")); // at once, with the store still open
    struct player dora;
    gboolean found = FALSE;
    MUST(players_find(f->store, stays, &dora, &found, &error));
    assert_string_equal(dora.address, "dora@example.org");
}

// A reader keeps the WAL from being emptied; the commit stands, and a later one empties it.
static void test_forgetting_while_somebody_reads(void **state)
{
    struct fixture *f = *state;
    sqlite3 *reader = NULL;
    MUST(store_begin(f->store, &error));
    fixture_player(f->store, "anna", "anna-forget-me@example.org");
    MUST(store_commit(f->store, &error));
    assert_int_equal(sqlite3_open(f->path, &reader), SQLITE_OK);
    assert_int_equal(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM player", NULL, NULL, NULL),
                     SQLITE_OK);
    g_clear_pointer(&f->store, database_close);
    f->store = database_open(f->path, f->key, &error);
    MUST(f->store != NULL);
    MUST(store_begin(f->store, &error));
    MUST(players_forget(f->store, 1, NOW, &error));
    MUST(store_commit(f->store, &error));
    assert_int_equal(fixture_number(f->path, "SELECT count(*) FROM address"), 0);
    assert_true(holds(f, "anna-forget-me"));
    sqlite3_close(reader);
    MUST(store_begin(f->store, &error));
    MUST(store_set(f->store, "a", "b", &error));
    MUST(store_commit(f->store, &error));
    assert_false(holds(f, "anna-forget-me"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_no_secret_in_the_files),
        WITH_STORE(test_what_is_wiped_is_gone),
        WITH_STORE(test_forgotten_addresses_are_gone),
        WITH_STORE(test_forgetting_while_somebody_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
