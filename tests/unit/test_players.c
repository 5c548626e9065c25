// SPDX-License-Identifier: MIT
// Players in the database: names, addresses, keys, and being forgotten.
#include "tests/unit/store_fixture.h"

#include "storage/inbox.h"
#include "storage/known_lines.h"
#include "storage/matters.h"
#include "storage/outbox.h"

#define KEY_ONE "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
#define KEY_TWO "//////////////////////////////////////////8="

static struct fixture *begin(void **state)
{
    struct fixture *f = *state;
    MUST(store_begin(f->store, &error));
    return f;
}

static struct player find(struct store *store, gint64 id)
{
    struct player player = {0};
    gboolean found = FALSE;
    MUST(players_find(store, id, &player, &found, &error));
    assert_true(found);
    return player;
}

static void check_player(struct store *store, const struct player *b)
{
    struct player a = find(store, b->id);
    assert_string_equal(a.nick, b->nick);
    assert_string_equal(a.address, b->address);
    assert_string_equal(a.language, b->language);
    assert_string_equal(a.timezone, b->timezone);
    assert_true(a.quiet_from == b->quiet_from && a.quiet_to == b->quiet_to);
    assert_string_equal(a.mail, b->mail);
    assert_true(a.calendar == b->calendar && a.private == b->private && a.seal == b->seal);
    assert_true(a.is_operator == b->is_operator && a.muted == b->muted);
    assert_true(a.has_key == b->has_key);
    assert_memory_equal(a.key, b->key, sizeof a.key);
    assert_true(a.created_at == b->created_at && a.forgotten_at == b->forgotten_at);
    assert_int_equal(a.page_at, b->page_at);
}

// ---- adding, finding, changing ----------------------------------------------------------------

static void test_add_and_find(void **state)
{
    struct fixture *f = begin(state);
    struct player anna = {.nick = "Anna",
                          .address = "Anna@example.org",
                          .language = "fr",
                          .timezone = "Europe/Paris",
                          .quiet_from = 22,
                          .quiet_to = 7,
                          .mail = "turn",
                          .calendar = TRUE,
                          .private = TRUE,
                          .seal = TRUE,
                          .is_operator = TRUE,
                          .muted = TRUE};
    MUST(players_add(f->store, &anna, NOW, &error));
    assert_true(anna.id > 0);
    assert_int_equal(anna.created_at, NOW);
    MUST(store_commit(f->store, &error));
    fixture_reopen(f);
    check_player(f->store, &anna);

    char *timezone;
    MUST(players_timezone(f->store, anna.id, &timezone, &error));
    assert_string_equal(timezone, "Europe/Paris");
    g_free(timezone);
    MUST(players_timezone(f->store, anna.id + 1, &timezone, &error));
    assert_null(timezone);

    struct player other = {.id = 77};
    gboolean found = TRUE;
    MUST(players_find(f->store, anna.id + 1, &other, &found, &error));
    assert_false(found);
    assert_int_equal(other.id, 77); // untouched
}

static void test_find_without_case(void **state)
{
    struct fixture *f = begin(state);
    gint64 anna = fixture_player(f->store, "Anna", "Anna@example.org");
    struct player player = {0};
    gboolean found;
    MUST(players_find_nick(f->store, "aNNa", &player, &found, &error));
    assert_true(found && player.id == anna);
    assert_string_equal(player.nick, "Anna");
    MUST(players_find_nick(f->store, "ann", &player, &found, &error));
    assert_false(found);
    MUST(players_find_nick(f->store, "' OR 1 --", &player, &found, &error));
    assert_false(found);
    MUST(players_find_address(f->store, "aNNA@Example.org", &player, &found, &error));
    assert_true(found && player.id == anna);
    assert_string_equal(player.address, "Anna@example.org");
    MUST(players_find_address(f->store, "anna@example.com", &player, &found, &error));
    assert_false(found);
}

static void test_free_nicks(void **state)
{
    struct fixture *f = begin(state);
    static const struct {
        const char *given, *nick;
    } cases[] = {
        {"", "player-1"},           {"", "player-2"},
        {"PLAYER-4", "PLAYER-4"},   {"", "player-3"},
        {"", "player-5"},           {"player-x", "player-x"},
        {"player-07", "player-07"}, {"", "player-6"},
        {"", "player-7"},           {"player-9999999999999", "player-9999999999999"},
        {"", "player-8"},           {"player.9", "player.9"},
        {"", "player-9"},           {"", "player-10"},
    };
    gint64 second = 0;
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *address = g_strdup_printf("p%u@example.org", i);
        gint64 id = fixture_player(f->store, cases[i].given, address);
        assert_string_equal(find(f->store, id).nick, cases[i].nick);
        second = i == 1 ? id : second;
    }
    struct player renamed = find(f->store, second);
    g_strlcpy(renamed.nick, "clara", sizeof renamed.nick);
    MUST(players_update(f->store, &renamed, &error));
    gint64 last = fixture_player(f->store, "", "last@example.org");
    assert_string_equal(find(f->store, last).nick, "player-2"); // free again
}

static void test_refused_players(void **state)
{
    struct fixture *f = begin(state);
    fixture_player(f->store, "anna", "anna@example.org");
    static const struct {
        const char *nick, *address, *mail, *words;
        int quiet_from;
    } cases[] = {
        {"ANNA", "other@example.org", "all", "player.nick", 23},
        {"bert", "ANNA@example.org", "all", "isn't there", 23},
        {"bert", "bert@example.org", "often", "CHECK", 23},
        {"bert", "bert@example.org", "all", "CHECK", 24},
        {"bert", "b", "all", "CHECK", 23},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct player player = fixture_player_value(cases[i].nick, cases[i].address);
        g_strlcpy(player.mail, cases[i].mail, sizeof player.mail);
        player.quiet_from = cases[i].quiet_from;
        MUST(store_savepoint(f->store, &error));
        REFUSED(players_add(f->store, &player, NOW, &error), STORE_ERROR_STOP, cases[i].words);
        store_undo(f->store);
    }
    GArray *players = NULL;
    MUST(players_list(f->store, &players, &error));
    assert_int_equal(players->len, 1);
    g_array_unref(players);
}

static void test_update(void **state)
{
    struct fixture *f = begin(state);
    gint64 id = fixture_player(f->store, "anna", "anna@example.org");
    struct player player = find(f->store, id);
    g_strlcpy(player.nick, "anne", sizeof player.nick);
    g_strlcpy(player.address, "ignored@example.org", sizeof player.address);
    g_strlcpy(player.language, "de", sizeof player.language);
    g_strlcpy(player.timezone, "America/Argentina/Buenos_Aires", sizeof player.timezone);
    g_strlcpy(player.mail, "daily", sizeof player.mail);
    player.quiet_from = 1;
    player.quiet_to = 9;
    player.calendar = player.private = player.is_operator = player.muted = TRUE;
    player.forgotten_at = NOW + 5;
    player.page_at = NOW + 6;
    player.created_at = 0;
    MUST(players_update(f->store, &player, &error));
    g_strlcpy(player.address, "anna@example.org", sizeof player.address);
    player.created_at = NOW;
    check_player(f->store, &player);
    player.id = 99;
    REFUSED(players_update(f->store, &player, &error), STORE_ERROR_STOP, "isn't there");
}

static void test_list(void **state)
{
    struct fixture *f = begin(state);
    GArray *players = NULL;
    MUST(players_list(f->store, &players, &error));
    assert_int_equal(players->len, 0);
    g_array_unref(players);
    static const char *const nicks[] = {"dora", "Anna", "clara", "Bert"};
    for (guint i = 0; i < G_N_ELEMENTS(nicks); i++) {
        g_autofree char *address = g_strdup_printf("%s@example.org", nicks[i]);
        fixture_player(f->store, nicks[i], address);
    }
    MUST(players_list(f->store, &players, &error));
    static const char *const sorted[] = {"Anna", "Bert", "clara", "dora"};
    assert_int_equal(players->len, 4);
    for (guint i = 0; i < 4; i++)
        assert_string_equal(g_array_index(players, struct player, i).nick, sorted[i]);
    g_array_unref(players);
}

// ---- addresses and keys -----------------------------------------------------------------------

static void test_addresses(void **state)
{
    struct fixture *f = begin(state);
    gint64 anna = fixture_player(f->store, "anna", "anna@example.org");
    gint64 bert = fixture_player(f->store, "bert", "bert@example.org");
    static const struct {
        const char *address;
        gboolean is_main;
        const char *then_main;
    } cases[] = {
        {"anna@work.example", FALSE, "anna@example.org"},
        {"anna@home.example", TRUE, "anna@home.example"},
        {"anna@work.example", TRUE, "anna@work.example"},  // known already, now the main one
        {"ANNA@work.example", FALSE, "anna@work.example"}, // stays the main one
        {"anna@example.org", TRUE, "anna@example.org"},    // back
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        MUST(players_add_address(f->store, anna, cases[i].address, cases[i].is_main, NOW + i,
                                 &error));
        assert_string_equal(find(f->store, anna).address, cases[i].then_main);
    }
    REFUSED(players_add_address(f->store, bert, "Anna@Work.example", TRUE, NOW, &error),
            STORE_ERROR_STOP, "isn't there");
    assert_string_equal(find(f->store, bert).address, "bert@example.org"); // nothing was taken
    REFUSED(players_add_address(f->store, 99, "new@example.org", TRUE, NOW, &error),
            STORE_ERROR_STOP, "FOREIGN KEY");
    struct player player;
    gboolean found;
    MUST(players_find_address(f->store, "anna@home.example", &player, &found, &error));
    assert_true(found && player.id == anna);
    assert_string_equal(player.address, "anna@example.org");
}

static void test_blocks(void **state)
{
    struct fixture *f = begin(state);
    gboolean blocked = TRUE;
    MUST(players_is_blocked(f->store, "no@example.org", &blocked, &error));
    assert_false(blocked);
    MUST(players_block(f->store, "no@example.org", FALSE, NOW, &error)); // nothing to take back
    MUST(players_block(f->store, "no@example.org", TRUE, NOW, &error));
    MUST(players_block(f->store, "NO@example.org", TRUE, NOW, &error));
    MUST(players_is_blocked(f->store, "No@Example.org", &blocked, &error));
    assert_true(blocked);
    MUST(players_block(f->store, "nO@example.org", FALSE, NOW, &error));
    MUST(players_is_blocked(f->store, "no@example.org", &blocked, &error));
    assert_false(blocked);
}

#define MINISIGN_KEY "RWQAAAAAAAAAAAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"

static void test_keys(void **state)
{
    struct fixture *f = begin(state);
    gint64 id = fixture_player(f->store, "anna", "anna@example.org");
    assert_false(find(f->store, id).has_key);
    MUST(players_set_key(f->store, id, "ed25519", KEY_ONE, NOW, &error));
    struct player player = find(f->store, id);
    assert_true(player.has_key);
    for (guint i = 0; i < sizeof player.key; i++)
        assert_int_equal(player.key[i], i);
    MUST(players_set_key(f->store, id, "ed25519", KEY_TWO, NOW + 1, &error));
    assert_int_equal(find(f->store, id).key[0], 0xff);
    MUST(players_set_key(f->store, id, "age", "age1xyz", NOW + 1, &error)); // beside it
    assert_int_equal(find(f->store, id).key[0], 0xff);
    MUST(players_set_key(f->store, id, "ed25519", NULL, NOW + 2, &error));
    assert_false(find(f->store, id).has_key);
    MUST(players_set_key(f->store, id, "ed25519", NULL, NOW + 3, &error)); // nothing to drop
    MUST(players_set_key(f->store, id, "ed25519", KEY_ONE, NOW + 4, &error));
    assert_true(find(f->store, id).has_key);
    // Of another kind: in place of it.
    MUST(players_set_key(f->store, id, "minisign", MINISIGN_KEY, NOW + 5, &error));
    player = find(f->store, id);
    assert_string_equal(player.key_kind, "minisign");
    for (guint i = 0; i < sizeof player.key; i++)
        assert_int_equal(player.key[i], i);
    REFUSED(players_set_key(f->store, id, "ssh", MINISIGN_KEY, NOW + 5, &error), STORE_ERROR_STOP,
            "base64");
    assert_string_equal(find(f->store, id).key_kind, "minisign");
    MUST(players_set_key(f->store, id, "ed25519", NULL, NOW + 6, &error)); // whatever its kind
    assert_false(find(f->store, id).has_key);
    MUST(players_set_key(f->store, id, "ed25519", KEY_ONE, NOW + 7, &error));
    assert_string_equal(find(f->store, id).key_kind, "ed25519");
    static const char *const bad[] = {"", "AAAA", "not base64", KEY_ONE "A", KEY_ONE "AAAA"};
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++)
        REFUSED(players_set_key(f->store, id, "ed25519", bad[i], NOW, &error), STORE_ERROR_STOP,
                "base64");
    REFUSED(players_set_key(f->store, id, "rot13", "x", NOW, &error), STORE_ERROR_STOP, "CHECK");
    MUST(store_commit(f->store, &error));
    assert_int_equal(fixture_number(f->path, "SELECT count(*) FROM key"), 6);
    assert_int_equal(fixture_number(f->path, "SELECT sum(dropped_at - 1800000000) FROM key"),
                     1 + 2 + 5 + 6);
}

static void test_spoilt_rows(void **state)
{
    struct fixture *f = begin(state);
    static const struct {
        const char *sql, *words;
    } cases[] = {
        {"UPDATE key SET public = 'spoilt'", "public that is no key"},
        {"UPDATE player SET timezone = printf('%.*c', 70, 'x')", "timezone that doesn't fit"},
        {"UPDATE player SET timezone = 'a' || char(0) || 'b'", "timezone that doesn't fit"},
    };
    gint64 id = fixture_player(f->store, "anna", "anna@example.org");
    MUST(players_set_key(f->store, id, "ed25519", KEY_ONE, NOW, &error));
    MUST(store_commit(f->store, &error));
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct player player;
        gboolean found;
        GArray *players = NULL;
        assert_int_equal(fixture_sql(f, cases[i].sql), SQLITE_OK);
        REFUSED(players_find(f->store, id, &player, &found, &error), STORE_ERROR_STOP,
                cases[i].words);
        assert_false(found);
        REFUSED(players_list(f->store, &players, &error), STORE_ERROR_STOP, cases[i].words);
        assert_null(players);
        assert_int_equal(fixture_sql(f, "UPDATE key SET public = '" KEY_ONE
                                        "'; UPDATE player SET timezone = ''"),
                         SQLITE_OK);
    }
}

// ---- being forgotten --------------------------------------------------------------------------

static gint64 add_inbound(struct store *store, const char *id, const char *sender, gint64 player,
                          const char *state)
{
    struct inbound_row row = {.source = "maildir",
                              .source_id = (char *)id,
                              .message_id = (char *)"<from-anna@example.org>",
                              .sender = (char *)sender,
                              .received_at = NOW,
                              .reason = (char *)"anna said so",
                              .player = player};
    g_autoptr(GBytes) body = g_bytes_new_static("From: anna", 10);
    g_strlcpy(row.state, state, sizeof row.state);
    g_strlcpy(row.outcome, strcmp(state, "done") == 0 ? "hold" : "", sizeof row.outcome);
    MUST(inbox_add(store, &row, body, &error));
    return row.id;
}

static gint64 add_outbound(struct store *store, gint64 player, const char *address,
                           gboolean is_settled)
{
    struct outbound_row row = {.player = player,
                               .address = (char *)address,
                               .kind = (char *)"turn",
                               .notes = (char *)"{}",
                               .created_at = NOW,
                               .next_at = NOW};
    MUST(outbox_add(store, &row, &error));
    if (is_settled)
        MUST(outbox_settle(store, row.id, "failed", "550 anna@example.org", NOW, &error));
    return row.id;
}

static gint64 add_matter(struct store *store, gint64 player, const char *address)
{
    struct matter_row row = {.kind = (char *)"confirm",
                             .player = player,
                             .address = (char *)address,
                             .data = (char *)"{\"who\":\"anna\"}",
                             .created_at = NOW,
                             .expires_at = NOW + 9};
    MUST(matters_add(store, &row, &error));
    return row.id;
}

static gint64 add_invitation(struct store *store, gint64 game, const char *address, gint64 player,
                             gint64 inviter)
{
    struct invitation_row row = {
        .game = game, .player = player, .inviter = inviter, .created_at = NOW};
    g_strlcpy(row.address, address, sizeof row.address);
    MUST(games_invite(store, &row, &error));
    return row.id;
}

struct world {
    gint64 anna, bert, game, his_game;
};

// Anna's traces everywhere, and Bert's beside them.
static struct world fill_world(struct store *store)
{
    struct world w;
    const char *const lines[] = {"a line that was told", NULL};
    w.anna = fixture_player(store, "anna", "anna@example.org");
    w.bert = fixture_player(store, "bert", "bert@example.org");
    MUST(players_add_address(store, w.anna, "anna@work.example", FALSE, NOW, &error));
    MUST(players_set_key(store, w.anna, "ed25519", KEY_ONE, NOW, &error));
    MUST(known_lines_add(store, w.anna, lines, &error));
    MUST(known_lines_add(store, w.bert, lines, &error));
    w.game = fixture_game(store, w.anna);
    w.his_game = fixture_game(store, w.bert);
    struct seat_row seat = {.game = w.game, .player = w.anna, .nick = "anna", .joined_at = NOW};
    MUST(games_put_seat(store, &seat, &error));
    MUST(events_append(store, w.game, 1, "seat anna", NULL, &error));
    add_inbound(store, "1", "anna@example.org", w.anna, "done");
    add_inbound(store, "2", "ANNA@work.example", 0, "waiting");
    add_inbound(store, "3", "bert@example.org", w.bert, "done");
    add_outbound(store, w.anna, "", FALSE);            // 1: dropped
    add_outbound(store, w.anna, "", TRUE);             // 2: its detail goes
    add_outbound(store, 0, "Anna@example.org", TRUE);  // 3: its address goes
    add_outbound(store, 0, "anna@example.org", FALSE); // 4: a good-bye, still sent
    add_outbound(store, w.bert, "", FALSE);            // 5
    add_matter(store, w.anna, "");                     // 1
    add_matter(store, 0, "ANNA@example.org");          // 2
    add_matter(store, w.bert, "");                     // 3
    add_invitation(store, w.his_game, "anna@example.org", w.anna, w.bert); // 1
    add_invitation(store, w.his_game, "anna@work.example", 0, w.bert);     // 2
    add_invitation(store, w.game, "dora@example.org", 0, w.anna);          // 3: dora's
    MUST(players_block(store, "anna@work.example", TRUE, NOW, &error));
    return w;
}

static void check_counts(const struct fixture *f)
{
    static const struct {
        const char *sql;
        gint64 count;
    } cases[] = {
        {"SELECT count(*) FROM address", 1},
        {"SELECT count(*) FROM key", 0},
        {"SELECT count(*) FROM known_lines", 1},
        {"SELECT count(*) FROM blocked", 1},
        {"SELECT count(*) FROM inbound", 3}, // the ledger stays whole
        {"SELECT count(*) FROM inbound WHERE body IS NULL AND sender || reason || message_id = ''"
         " AND state = 'done'",
         2},
        {"SELECT count(*) FROM inbound WHERE outcome = 'drop' AND source_id = '2'", 1},
        {"SELECT count(*) FROM inbound WHERE body IS NOT NULL AND sender = 'bert@example.org'", 1},
        {"SELECT state = 'dropped' AND notes IS NULL AND settled_at > 0 FROM outbound WHERE id = 1",
         1},
        {"SELECT state = 'failed' AND detail = '' FROM outbound WHERE id = 2", 1},
        {"SELECT address = '' AND detail = '' FROM outbound WHERE id = 3", 1},
        {"SELECT state = 'noted' AND address = 'anna@example.org' FROM outbound WHERE id = 4", 1},
        {"SELECT state = 'noted' AND notes IS NOT NULL FROM outbound WHERE id = 5", 1},
        {"SELECT count(*) FROM matter WHERE settled_at > 0 AND data IS NULL AND address = ''", 2},
        {"SELECT settled_at IS NULL AND data IS NOT NULL FROM matter WHERE id = 3", 1},
        {"SELECT count(*) FROM invitation WHERE address = 'forgotten-' || id AND state = 'lapsed'",
         2},
        {"SELECT address = 'dora@example.org' AND state = 'open' FROM invitation WHERE id = 3", 1},
        {"SELECT count(*) FROM seat WHERE nick = 'anna' AND player = 1", 1},
        {"SELECT count(*) FROM event", 1},
        {"SELECT count(*) FROM pragma_foreign_key_check", 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        if (fixture_number(f->path, cases[i].sql) != cases[i].count)
            fail_msg("not %d: %s", (int)cases[i].count, cases[i].sql);
}

static void test_forget(void **state)
{
    struct fixture *f = begin(state);
    struct world w = fill_world(f->store);
    struct player anna = find(f->store, w.anna);
    anna.private = anna.is_operator = anna.muted = TRUE;
    g_strlcpy(anna.timezone, "Europe/Paris", sizeof anna.timezone);
    MUST(players_update(f->store, &anna, &error));
    MUST(players_forget(f->store, w.anna, NOW + 7, &error));
    MUST(players_forget(f->store, w.anna, NOW + 8, &error)); // again: nothing more
    MUST(store_commit(f->store, &error));
    check_counts(f);

    anna = find(f->store, w.anna);
    assert_string_equal(anna.nick, "anna");
    assert_string_equal(anna.address, "");
    assert_string_equal(anna.timezone, "UTC");
    assert_int_equal(anna.forgotten_at, NOW + 7);
    assert_true(!anna.has_key && !anna.is_operator && anna.private && anna.muted);
    struct player nobody;
    gboolean found = TRUE;
    MUST(players_find_address(f->store, "anna@example.org", &nobody, &found, &error));
    assert_false(found);
    MUST(store_begin(f->store, &error));
    REFUSED(players_forget(f->store, 99, NOW, &error), STORE_ERROR_STOP, "isn't there");
    assert_true(fixture_player(f->store, "anna2", "anna@example.org") > w.bert); // may come back
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_add_and_find), WITH_STORE(test_find_without_case),
        WITH_STORE(test_free_nicks),   WITH_STORE(test_refused_players),
        WITH_STORE(test_update),       WITH_STORE(test_list),
        WITH_STORE(test_addresses),    WITH_STORE(test_blocks),
        WITH_STORE(test_keys),         WITH_STORE(test_spoilt_rows),
        WITH_STORE(test_forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
