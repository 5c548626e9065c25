// SPDX-License-Identifier: MIT
// The ledger of received mail, and signed blocks that act once.
#include "tests/unit/store_fixture.h"

#include "storage/inbox.h"

struct desk {
    struct fixture *f;
    struct store *store;
    gint64 anna, game;
};

static struct desk begin(void **state)
{
    struct desk d = {.f = *state};
    d.store = d.f->store;
    MUST(store_begin(d.store, &error));
    d.anna = fixture_player(d.store, "anna", "anna@example.org");
    d.game = fixture_game(d.store, d.anna);
    return d;
}

// A row that owns its texts.
static struct inbound_row value(const char *source_id, guint8 digest, const char *sender, gint64 at)
{
    struct inbound_row row = {.source = "maildir",
                              .source_id = g_strdup(source_id),
                              .message_id = g_strdup("<1@example.org>"),
                              .sender = g_strdup(sender),
                              .reason = g_strdup(""),
                              .received_at = at};
    memset(row.digest, digest, sizeof row.digest);
    return row;
}

static gint64 add(struct store *store, const char *source_id, guint8 digest, const char *sender,
                  gint64 at, const char *outcome, int ticket)
{
    struct inbound_row row = value(source_id, digest, sender, at);
    g_strlcpy(row.state, outcome[0] ? "done" : "waiting", sizeof row.state);
    g_strlcpy(row.outcome, outcome, sizeof row.outcome);
    row.has_ticket = ticket >= 0;
    memset(row.ticket, ticket, sizeof row.ticket);
    MUST(inbox_add(store, &row, NULL, &error));
    gint64 id = row.id;
    inbound_row_clear(&row);
    return id;
}

static struct inbound_row find(struct store *store, gint64 id)
{
    struct inbound_row row = {0};
    gboolean found = FALSE;
    MUST(inbox_find(store, id, &row, &found, &error));
    assert_true(found);
    return row;
}

// What is kept of a body: nothing is "".
static char *body_of(struct store *store, gint64 id)
{
    g_autoptr(GBytes) body = NULL;
    MUST(inbox_body(store, id, &body, &error));
    gsize len = 0;
    const char *bytes = body ? g_bytes_get_data(body, &len) : NULL;
    return g_strndup(bytes ? bytes : "", len);
}

static void check_same(const struct inbound_row *one, const struct inbound_row *two)
{
    assert_int_equal(one->id, two->id);
    assert_string_equal(one->source, two->source);
    assert_string_equal(one->source_id, two->source_id);
    assert_int_equal(one->has_raw, two->has_raw);
    assert_string_equal(one->message_id, two->message_id);
    assert_string_equal(one->sender, two->sender);
    assert_int_equal(one->received_at, two->received_at);
    assert_string_equal(one->state, two->state);
    assert_string_equal(one->outcome, two->outcome);
    assert_string_equal(one->gate, two->gate);
    assert_string_equal(one->reason, two->reason);
    assert_int_equal(one->player, two->player);
    assert_int_equal(one->game, two->game);
    assert_int_equal(one->has_ticket, two->has_ticket);
    assert_int_equal(one->has_body, two->has_body);
}

// ---- the life of a row ------------------------------------------------------------------------

static void test_add_settle(void **state)
{
    struct desk d = begin(state);
    g_autoptr(GBytes) body = g_bytes_new_static("From: anna\0binary", 17);
    struct inbound_row row = value("u1", 7, "anna@example.org", NOW);
    row.has_raw = TRUE;
    memset(row.raw, 3, sizeof row.raw);
    MUST(inbox_add(d.store, &row, body, &error));
    assert_true(row.id > 0);
    MUST(store_commit(d.store, &error));
    fixture_reopen(d.f);
    d.store = d.f->store;
    struct inbound_row same = find(d.store, row.id);
    g_strlcpy(row.state, "waiting", sizeof row.state);
    check_same(&same, &row);
    assert_true(same.has_body);
    inbound_row_clear(&same);
    g_autoptr(GBytes) kept = NULL;
    MUST(inbox_body(d.store, row.id, &kept, &error));
    assert_true(g_bytes_equal(kept, body));

    MUST(store_begin(d.store, &error));
    g_strlcpy(row.state, "done", sizeof row.state);
    g_strlcpy(row.outcome, "hold", sizeof row.outcome);
    g_strlcpy(row.gate, "characters", sizeof row.gate);
    memset(row.digest, 8, sizeof row.digest); // it is known only once the mail was read
    g_free(row.reason);
    row.reason = g_strdup("a line it couldn't read");
    g_free(row.sender);
    row.sender = g_strdup("anna@work.example");
    row.player = d.anna;
    row.game = d.game;
    row.has_ticket = TRUE;
    memset(row.ticket, 9, sizeof row.ticket);
    MUST(inbox_settle(d.store, &row, TRUE, &error));
    same = find(d.store, row.id);
    check_same(&same, &row);
    inbound_row_clear(&same);
    g_autofree char *still = body_of(d.store, row.id);
    assert_string_equal(still, "From: anna");

    g_strlcpy(row.outcome, "act", sizeof row.outcome); // released
    MUST(inbox_settle(d.store, &row, FALSE, &error));
    row.has_body = FALSE;
    same = find(d.store, row.id);
    check_same(&same, &row);
    inbound_row_clear(&same);
    g_autofree char *gone = body_of(d.store, row.id);
    assert_string_equal(gone, "");
    row.id = 99;
    REFUSED(inbox_settle(d.store, &row, FALSE, &error), STORE_ERROR_STOP, "isn't there");
    inbound_row_clear(&row);
    inbound_row_clear(&row); // zeroed: nothing to free
}

static void test_bodies(void **state)
{
    struct desk d = begin(state);
    static const gsize sizes[] = {0, 1, 4095, 4096, 2 * 1024 * 1024};
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autofree char *text = g_strnfill(sizes[i], 'm');
        g_autofree char *source_id = g_strdup_printf("b%u", i);
        g_autoptr(GBytes) body = g_bytes_new(text, sizes[i]);
        g_autoptr(GBytes) kept = NULL;
        struct inbound_row row = value(source_id, 1, "", NOW);
        MUST(inbox_add(d.store, &row, body, &error));
        MUST(inbox_body(d.store, row.id, &kept, &error));
        assert_true(g_bytes_equal(kept, body));
        inbound_row_clear(&row);
    }
    g_autoptr(GBytes) none = NULL;
    MUST(inbox_body(d.store, 99, &none, &error));
    assert_null(none);
    MUST(store_commit(d.store, &error));
    assert_int_equal(fixture_number(d.f->path, "SELECT count(*) FROM inbound WHERE"
                                               " (length(body) - 40) % 4096 <> 0"),
                     0);
}

static void test_once(void **state)
{
    struct desk d = begin(state);
    gboolean has = TRUE;
    MUST(inbox_has(d.store, "maildir", "u1", &has, &error));
    assert_false(has);
    add(d.store, "u1", 1, "", NOW, "", -1);
    MUST(inbox_has(d.store, "maildir", "u1", &has, &error));
    assert_true(has);
    MUST(inbox_has(d.store, "deliver", "u1", &has, &error));
    assert_false(has);
    MUST(inbox_has(d.store, "maildir", "U1", &has, &error));
    assert_false(has);
    struct inbound_row row = value("u1", 2, "", NOW);
    REFUSED(inbox_add(d.store, &row, NULL, &error), STORE_ERROR_STOP, "UNIQUE");
    g_strlcpy(row.source, "deliver", sizeof row.source);
    MUST(inbox_add(d.store, &row, NULL, &error));
    inbound_row_clear(&row);
}

// The same bytes are the same mail where the server has given its mails new names, and in another
// mailbox; in the same mailbox they are two.
static void test_raw(void **state)
{
    static const struct {
        const char *source, *prefix;
        guint8 raw;
        gboolean known;
    } table[] = {
        {"imap", "imap://u@h/INBOX;UIDVALIDITY=7/", 5, FALSE},
        {"imap", "imap://u@h/INBOX;UIDVALIDITY=8/", 5, TRUE},
        {"imap", "imap://u@h/INBOX;UIDVALIDITY=77/", 5, TRUE},
        {"imap", "imap://u@h/", 5, FALSE},
        {"pop3", "imap://u@h/INBOX;UIDVALIDITY=7/", 5, TRUE},
        {"imap", "imap://u@h/INBOX;UIDVALIDITY=8/", 6, FALSE},
        {"imap", "imap://u@h/INBOX;UIDVALIDITY=8/", 0, FALSE},
    };
    struct desk d = begin(state);
    struct inbound_row row = value("imap://u@h/INBOX;UIDVALIDITY=7/;UID=1", 1, "", NOW);
    g_strlcpy(row.source, "imap", sizeof row.source);
    row.has_raw = TRUE;
    memset(row.raw, 5, sizeof row.raw);
    MUST(inbox_add(d.store, &row, NULL, &error));
    inbound_row_clear(&row);
    add(d.store, "without", 1, "", NOW, "", -1);
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        guint8 raw[32];
        gboolean has = !table[i].known;
        memset(raw, table[i].raw, sizeof raw);
        MUST(inbox_has_raw(d.store, raw, table[i].source, table[i].prefix, &has, &error));
        if (has != table[i].known)
            fail_msg("row %u", i);
    }
}

static void test_waiting(void **state)
{
    struct desk d = begin(state);
    GArray *ids = NULL;
    gint64 first = add(d.store, "1", 1, "", NOW + 9, "", -1);
    add(d.store, "2", 1, "", NOW, "act", -1);
    gint64 third = add(d.store, "3", 1, "", NOW, "", -1);
    MUST(inbox_waiting(d.store, G_MAXINT64, 9, &ids, &error));
    assert_int_equal(ids->len, 2);
    assert_int_equal(g_array_index(ids, gint64, 0), first);
    assert_int_equal(g_array_index(ids, gint64, 1), third);
    g_array_unref(ids);
    MUST(inbox_waiting(d.store, G_MAXINT64, 1, &ids, &error));
    assert_int_equal(ids->len, 1);
    g_array_unref(ids);
}

static void test_forgotten_while_settled(void **state)
{
    struct desk d = begin(state);
    g_autoptr(GBytes) body = g_bytes_new_static("forget me", 9);
    struct inbound_row row = value("u1", 1, "anna@example.org", NOW);
    MUST(inbox_add(d.store, &row, body, &error));
    MUST(players_forget(d.store, d.anna, NOW, &error));
    g_strlcpy(row.state, "done", sizeof row.state);
    g_strlcpy(row.outcome, "act", sizeof row.outcome);
    g_free(row.reason);
    row.reason = g_strdup("anna said so");
    row.player = d.anna;
    MUST(inbox_settle(d.store, &row, TRUE, &error));
    inbound_row_clear(&row);
    row = find(d.store, 1);
    assert_string_equal(row.outcome, "act");
    assert_string_equal(row.sender, "");
    assert_string_equal(row.message_id, "");
    assert_string_equal(row.reason, "");
    assert_false(row.has_body);
    inbound_row_clear(&row);
}

// ---- questions --------------------------------------------------------------------------------

static void test_duplicates(void **state)
{
    struct desk d = begin(state);
    gint64 acted = add(d.store, "1", 1, "", NOW, "act", -1);
    add(d.store, "2", 2, "", NOW, "drop", -1);
    add(d.store, "3", 3, "", NOW, "ask", -1);
    add(d.store, "4", 4, "", NOW, "", -1);
    gint64 again = add(d.store, "5", 1, "", NOW, "", -1);
    const struct {
        guint8 digest;
        gint64 id;
        gboolean duplicate;
    } cases[] = {{1, again, TRUE}, {1, acted, FALSE}, {2, 99, FALSE},
                 {3, 99, TRUE},    {4, 99, FALSE},    {5, 99, FALSE}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        guint8 digest[32];
        gboolean duplicate = !cases[i].duplicate;
        memset(digest, cases[i].digest, sizeof digest);
        MUST(inbox_is_duplicate(d.store, digest, cases[i].id, &duplicate, &error));
        if (duplicate != cases[i].duplicate)
            fail_msg("case %u", i);
    }
}

static void test_count(void **state)
{
    struct desk d = begin(state);
    add(d.store, "1", 1, "a@example.org", NOW, "ask", 5);
    add(d.store, "2", 1, "A@example.org", NOW + 1, "ask", 6);
    add(d.store, "3", 1, "b@example.org", NOW + 2, "ask", 5);
    add(d.store, "4", 1, "a@example.org", NOW + 3, "act", 5);
    add(d.store, "5", 1, "a@example.org", NOW + 4, "", -1);
    static const struct {
        const char *outcome, *sender;
        int ticket;
        gint64 since;
        guint count;
    } cases[] = {
        {"ask", "", -1, 0, 3},
        {"ask", "", -1, NOW + 1, 2},
        {"ask", "a@EXAMPLE.org", -1, 0, 2},
        {"ask", "a@example.org", -1, NOW + 1, 1},
        {"ask", "a@example.org", -1, NOW + 2, 0},
        {"ask", "", 5, 0, 2},
        {"ask", "b@example.org", 5, 0, 1},
        {"ask", "", 7, 0, 0},
        {"act", "", 5, NOW + 3, 1},
        {"hold", "", -1, 0, 0},
        {"", "a@example.org", -1, 0, 4},
        {"", "", -1, 0, 5},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        guint8 ticket[32];
        guint count = 99;
        memset(ticket, cases[i].ticket, sizeof ticket);
        MUST(inbox_count(d.store, cases[i].outcome, cases[i].sender,
                         cases[i].ticket < 0 ? NULL : ticket, cases[i].since, &count, &error));
        if (count != cases[i].count)
            fail_msg("case %u: %u", i, count);
    }
}

static void test_list(void **state)
{
    struct desk d = begin(state);
    static const char *const outcomes[] = {"act", "hold", "", "hold", "drop"};
    for (guint i = 0; i < G_N_ELEMENTS(outcomes); i++) {
        g_autofree char *source_id = g_strdup_printf("%u", i);
        add(d.store, source_id, 1, "a@example.org", NOW, outcomes[i], -1);
    }
    static const struct {
        const char *outcome;
        guint limit, count;
        const char *newest;
    } cases[] = {{"", 9, 5, "4"},     {"", 2, 2, "4"},    {"hold", 9, 2, "3"},
                 {"hold", 1, 1, "3"}, {"act", 9, 1, "0"}, {"ask", 9, 0, NULL}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        GPtrArray *rows = NULL;
        MUST(inbox_list(d.store, cases[i].outcome, cases[i].limit, &rows, &error));
        assert_int_equal(rows->len, cases[i].count);
        if (rows->len > 0) {
            const struct inbound_row *row = g_ptr_array_index(rows, 0);
            assert_string_equal(row->source_id, cases[i].newest);
        }
        g_ptr_array_unref(rows);
    }
}

static void test_refused_rows(void **state)
{
    struct desk d = begin(state);
    struct inbound_row row = value("1", 1, "", NOW);
    g_strlcpy(row.outcome, "eat", sizeof row.outcome);
    REFUSED(inbox_add(d.store, &row, NULL, &error), STORE_ERROR_STOP, "CHECK");
    row.outcome[0] = '\0';
    row.player = 99;
    REFUSED(inbox_add(d.store, &row, NULL, &error), STORE_ERROR_STOP, "FOREIGN KEY");
    row.player = 0;
    MUST(inbox_add(d.store, &row, NULL, &error));
    gint64 id = row.id;
    inbound_row_clear(&row);
    MUST(store_commit(d.store, &error));
    assert_int_equal(fixture_sql(d.f, "UPDATE inbound SET gate = 'a gate with a long name'"),
                     SQLITE_OK);
    gboolean found = TRUE;
    GPtrArray *rows = NULL;
    REFUSED(inbox_find(d.store, id, &row, &found, &error), STORE_ERROR_STOP, "gate");
    assert_false(found);
    REFUSED(inbox_list(d.store, "", 9, &rows, &error), STORE_ERROR_STOP, "gate");
    assert_null(rows);
    assert_int_equal(fixture_sql(d.f, "UPDATE inbound SET gate = '', body = x'0011'"), SQLITE_OK);
    g_autoptr(GBytes) body = NULL;
    REFUSED(inbox_body(d.store, id, &body, &error), STORE_ERROR_STOP, "inbound.body:1");
    assert_null(body);
}

static void test_signed_blocks(void **state)
{
    struct desk d = begin(state);
    guint8 hash[32] = {1};
    gboolean is_new = FALSE;
    MUST(inbox_sign_once(d.store, hash, d.anna, NOW, &is_new, &error));
    assert_true(is_new);
    MUST(inbox_sign_once(d.store, hash, d.anna, NOW + 1, &is_new, &error));
    assert_false(is_new);
    hash[31] = 1;
    MUST(inbox_sign_once(d.store, hash, d.anna, NOW, &is_new, &error));
    assert_true(is_new);
    hash[31] = 2;
    REFUSED(inbox_sign_once(d.store, hash, 99, NOW, &is_new, &error), STORE_ERROR_STOP,
            "FOREIGN KEY");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(test_add_settle),
        WITH_STORE(test_bodies),
        WITH_STORE(test_once),
        WITH_STORE(test_raw),
        WITH_STORE(test_waiting),
        WITH_STORE(test_duplicates),
        WITH_STORE(test_forgotten_while_settled),
        WITH_STORE(test_count),
        WITH_STORE(test_list),
        WITH_STORE(test_refused_rows),
        WITH_STORE(test_signed_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
