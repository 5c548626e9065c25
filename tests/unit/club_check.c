// SPDX-License-Identifier: MIT
// See club.h. Here: what is true of every mail that the referee sends (spec: mail.md, "What the
// referee sends"; fairness.md, "head").
#include "tests/unit/club.h"

#include "referee/record/chain.h"
#include "referee/record/record.h"
#include "referee/words/ticket.h"
#include "tests/unit/club_parts.h"
#include "tests/unit/links.h"
#include "tests/unit/quoting.h"

#include <sodium.h>

enum { COLUMNS = 72, HTML_MAX = 40 * 1024, REFERENCES_MAX = 20 };

static guint checked;

guint club_checked(void)
{
    return checked;
}

// ---- words -------------------------------------------------------------------------------------

static void check_width(const struct club_mail *mail)
{
    g_auto(GStrv) lines = g_strsplit(mail->parts->text, "\n", -1);
    for (char **line = lines; *line; line++) {
        if (g_utf8_strlen(*line, -1) > COLUMNS && strchr(g_strchug(*line), ' '))
            fail_msg("more than %d columns: %s", COLUMNS, *line);
        for (const char *p = *line; *p; p = g_utf8_next_char(p))
            if (g_unichar_iscntrl(g_utf8_get_char(p)))
                fail_msg("a control character stands in: %s", *line);
    }
}

// Whether the same was checked before, but for numbers, cards and tickets.
static gboolean is_checked(const char *text)
{
    static GHashTable *seen;
    g_autoptr(GString) shape = g_string_new(NULL);
    for (const char *p = text; *p; p++) {
        if (g_ascii_isdigit(*p) || strchr("[]\n ", *p))
            continue;
        if (g_str_has_prefix(p, "ticket ") || g_str_has_prefix(p, "head "))
            p += strcspn(p, "\n") - 1;
        else
            g_string_append_c(shape, *p);
    }
    if (!seen)
        seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return !g_hash_table_add(seen, g_strdup(shape->str));
}

// Each mail is re-wrapped at a width of its own, or at all of them.
static void check_quoting(const struct club *club, const struct club_mail *mail)
{
    guint width = QUOTING_NARROW + checked % (QUOTING_WIDE - QUOTING_NARROW + 1);
    if (!club->thorough && (is_checked(mail->parts->text) || (club->hasty && checked % 10 != 0)))
        return;
    guint from = club->thorough ? QUOTING_NARROW : width;
    guint to = club->thorough ? QUOTING_WIDE : width;
    g_autofree char *what = g_strdup_printf("the mail (%s) to %s", mail->kind, mail->to);
    g_autofree char *html =
        g_strdup_printf("the HTML of the mail (%s) to %s", mail->kind, mail->to);
    quoting_check_widths(mail->parts->text, what, from, to);
    quoting_check_widths(mail->html, html, from, to);
}

// ---- HTML --------------------------------------------------------------------------------------

// Small, and nothing in it comes from elsewhere or runs.
static void check_markup(const struct club_mail *mail)
{
    static const char *const never[] = {"<script", "javascript:", "http:", "https:",  "<link",
                                        "<iframe", "@import",     "url(",  " srcset", "<form"};
    if (strlen(mail->markup) > HTML_MAX)
        fail_msg("%zu bytes of HTML in the mail (%s) to %s", strlen(mail->markup), mail->kind,
                 mail->to);
    for (gsize i = 0; i < G_N_ELEMENTS(never); i++)
        if (strstr(mail->markup, never[i]))
            fail_msg("the HTML of the mail (%s) to %s has %s", mail->kind, mail->to, never[i]);
    for (const char *p = strstr(mail->markup, " src="); p; p = strstr(p + 1, " src="))
        assert_true(g_str_has_prefix(p, " src=\"cid:"));
}

// Buttons write to the address that the mail is answered at, with its subject and its ticket.
static void check_buttons(const struct club_mail *mail)
{
    g_autoptr(GPtrArray) links = links_of(mail->markup);
    g_autofree char *subject = g_strconcat("Re: ", mail->parts->subject, NULL);
    g_autofree char *proof = mail->parts->ticket
                                 ? g_strdup_printf("\n\nticket %s\n", mail->parts->ticket)
                                 : g_strdup("");
    for (guint i = 0; i < links->len; i++) {
        const struct link *link = g_ptr_array_index(links, i);
        assert_string_equal(link->to, mail->parts->reply_to);
        assert_string_equal(link->subject, subject);
        assert_true(link->label[0] != '\0' && link->body[0] != '\n');
        if (!strstr(link->body, proof))
            fail_msg("a button's mail without its ticket: %s", link->body);
    }
}

// ---- headers -----------------------------------------------------------------------------------

static void check_header(const struct club_mail *mail, const char *name, const char *wanted)
{
    g_autofree char *value = club_header(mail, name);
    if (!g_str_equal(value, wanted))
        fail_msg("%s: %s is %s, not %s", mail->to, name, value, wanted);
}

static void check_headers(const struct club_mail *mail)
{
    g_autofree char *automatic = club_header(mail, "Auto-Submitted");
    g_autofree char *unsubscribe = club_header(mail, "List-Unsubscribe");
    g_autofree char *game = club_header(mail, "X-23-Game");
    g_autofree char *turn = club_header(mail, "X-23-Turn");
    const json_t *table = mail->parts->table;
    if (!g_str_equal(automatic, "auto-replied") && !g_str_equal(automatic, "auto-generated"))
        fail_msg("Auto-Submitted: %s", automatic);
    check_header(mail, "X-Auto-Response-Suppress", "All");
    check_header(mail, "X-23-Referee", REFEREE);
    assert_string_equal(mail->parts->from, REFEREE);
    assert_true(mail->kind[0] != '\0');
    static const char *const unasked[] = {"invitation", "confirm", "new-address",
                                          "substitute", "watch",   NULL};
    assert_int_equal(unsubscribe[0] != '\0', g_strv_contains(unasked, mail->kind));
    if (!table)
        return;
    assert_int_equal(json_integer_value(json_object_get(table, "game")),
                     g_ascii_strtoll(game, NULL, 10));
    assert_int_equal(json_integer_value(json_object_get(table, "turn")),
                     g_ascii_strtoll(turn, NULL, 10));
    assert_string_equal(json_string_value(json_object_get(table, "kind")), mail->kind);
    assert_string_equal(json_string_value(json_object_get(table, "referee")), REFEREE);
}

// The three places of a ticket say the same.
static void check_ticket(const struct club_mail *mail)
{
    const struct mailfile *parts = mail->parts;
    const char *ticket = parts->ticket;
    g_autofree char *host = g_strdup("@play.example.org>");
    g_autofree char *id =
        ticket ? g_strdup_printf("<%s.%" G_GINT64_FORMAT "%s", ticket, mail->row, host)
               : g_strdup_printf("<mail.%" G_GINT64_FORMAT "%s", mail->row, host);
    assert_string_equal(parts->message_id, id);
    if (!ticket) {
        assert_string_equal(parts->reply_to, REFEREE);
        return;
    }
    g_autofree char *address = g_strdup_printf("referee+%s@play.example.org", ticket);
    g_autofree char *last = g_strdup_printf("\nticket %s\n", ticket);
    assert_string_equal(parts->reply_to, address);
    if (!g_str_has_suffix(parts->text, last))
        fail_msg("the last line is no ticket:\n%s", parts->text);
    if (parts->table)
        assert_string_equal(json_string_value(json_object_get(parts->table, "ticket")), ticket);
}

// Whether the mail with this Message-ID went to the same player, at another address.
static gboolean is_same_player(struct club *club, const struct club_mail *mail, const char *id)
{
    const char *at = strrchr(id, '@');
    const char *dot = at ? g_strrstr_len(id, at - id, ".") : NULL;
    gint64 row = dot ? g_ascii_strtoll(dot + 1, NULL, 10) : 0;
    const char *same = club_sql(club,
                                "SELECT count(*) FROM outbound a, outbound b WHERE a.id = %d AND"
                                " b.id = %d AND a.player = b.player",
                                (int)row, (int)mail->row);
    return g_str_equal(same, "1");
}

static void check_thread(struct club *club, const struct club_mail *mail)
{
    const GPtrArray *ids = mail->parts->references;
    g_autofree char *answered = club_header(mail, "In-Reply-To");
    assert_true(ids->len <= REFERENCES_MAX);
    assert_string_equal(answered, ids->len ? ids->pdata[ids->len - 1] : "");
    for (guint i = 0; i < ids->len; i++) {
        const char *to = g_hash_table_lookup(club->ids, ids->pdata[i]);
        if (!to || (!g_str_equal(to, mail->to) && !is_same_player(club, mail, ids->pdata[i])))
            fail_msg("a mail to %s refers to %s, which went to %s", mail->to, (char *)ids->pdata[i],
                     to ? to : "nobody");
    }
    const char *before = g_hash_table_lookup(club->ids, mail->parts->message_id);
    if (before)
        fail_msg("%s went out before, to %s", mail->parts->message_id, before);
    g_hash_table_insert(club->ids, g_strdup(mail->parts->message_id), g_strdup(mail->to));
}

// ---- table.json --------------------------------------------------------------------------------

// Every key of spec/table.md, in one letter what it may be: Integer, String, Boolean, Object,
// Array, Null.
static const struct key {
    const char *name, *types;
} table_keys[] = {{"v", "I"},        {"referee", "S"}, {"key", "S"},       {"game", "I"},
                  {"name", "S"},     {"kind", "S"},    {"turn", "I"},      {"lines", "I"},
                  {"head", "S"},     {"ticket", "S"},  {"rules", "O"},     {"commit", "S"},
                  {"phase", "S"},    {"round", "I"},   {"top", "I"},       {"forced", "B"},
                  {"to_move", "SN"}, {"you", "O"},     {"seats", "A"},     {"legal", "A"},
                  {"discard", "B"},  {"log", "A"},     {"deadline", "SN"}, {"scores", "AN"},
                  {"winner", "AN"},  {"seed", "SN"}},
  you_keys[] = {{"nick", "S"}, {"seat", "I"}, {"hand", "A"}, {"discarded", "AN"}, {"plan", "A"}},
  seat_keys[] = {{"nick", "S"},     {"cards", "I"}, {"penalty", "I"},   {"bonus", "I"},
                 {"in", "B"},       {"robot", "B"}, {"discarded", "B"}, {"bank", "I"},
                 {"vacation", "I"}, {"away", "SN"}};

static char type_of(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_INTEGER:
        return 'I';
    case JSON_STRING:
        return 'S';
    case JSON_TRUE:
    case JSON_FALSE:
        return 'B';
    case JSON_OBJECT:
        return 'O';
    case JSON_ARRAY:
        return 'A';
    case JSON_NULL:
        return 'N';
    case JSON_REAL:
        break;
    }
    return '?';
}

static void check_keys(const json_t *object, const struct key *keys, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        const json_t *value = json_object_get(object, keys[i].name);
        if (!value || !strchr(keys[i].types, type_of(value)))
            fail_msg("table.json: \"%s\" is not what it should be", keys[i].name);
    }
    // where every seat signs, a table says how far the evidence goes
    const gboolean evidence = json_is_object(json_object_get(object, "evidence"));
    assert_int_equal(json_object_size(object), n + evidence);
}

static void check_rules(const json_t *rules)
{
    struct key keys[RULES_OPTIONS];
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++)
        keys[i] =
            (struct key){rules_option_list[i].name, rules_option_list[i].is_number ? "I" : "S"};
    check_keys(rules, keys, G_N_ELEMENTS(keys));
}

static void check_table(const struct club_mail *mail)
{
    const json_t *table = mail->parts->table;
    if (!table)
        return;
    const json_t *seats = json_object_get(table, "seats");
    const char *phase = json_string_value(json_object_get(table, "phase"));
    check_keys(table, table_keys, G_N_ELEMENTS(table_keys));
    check_keys(json_object_get(table, "you"), you_keys, G_N_ELEMENTS(you_keys));
    check_rules(json_object_get(table, "rules"));
    for (gsize i = 0; i < json_array_size(seats); i++)
        check_keys(json_array_get(seats, i), seat_keys, G_N_ELEMENTS(seat_keys));
    assert_int_equal(json_integer_value(json_object_get(table, "v")), 1);
    assert_int_equal(strlen(json_string_value(json_object_get(table, "commit"))), 64);
    assert_true(g_str_equal(phase, "discard") || g_str_equal(phase, "play") ||
                g_str_equal(phase, "over"));
    assert_int_equal(json_is_string(json_object_get(table, "to_move")), g_str_equal(phase, "play"));
    // Only the end tells the seed, and brings the record.
    gboolean ends = g_str_equal(mail->kind, "game-over") || g_str_equal(mail->kind, "cancelled");
    gboolean over = g_str_equal(phase, "over");
    assert_true(over || !ends);
    assert_int_equal(json_is_string(json_object_get(table, "seed")), over);
    assert_int_equal(mail->record != NULL, ends);
    assert_true(over || !json_is_array(json_object_get(table, "scores")));
}

// ---- the log -----------------------------------------------------------------------------------

// The public lines of a game: as the database keeps them, or as its record has them.
static GPtrArray *public_lines(const struct club *club, gint64 game)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    const char *log = club_sql(club,
                               "SELECT group_concat(line || char(10), '') FROM (SELECT line FROM"
                               " event WHERE game = %d ORDER BY seq)",
                               (int)game);
    const char *record =
        club_sql(club, "SELECT record_text(size, text) FROM record WHERE game = %d", (int)game);
    GString *text = record[0] ? record_public(record, strlen(record)) : g_string_new(log);
    g_auto(GStrv) all = g_strsplit(text->str, "\n", -1);
    for (guint i = 0; all[i] && *all[i]; i++)
        g_ptr_array_add(lines, g_strdup(all[i]));
    g_string_free(text, TRUE);
    return lines;
}

static void check_head(const struct club_mail *mail, const GPtrArray *lines, guint n)
{
    const char *told = json_string_value(json_object_get(mail->parts->table, "head"));
    uint8_t head[CHAIN_HASH] = {0};
    char hex[2 * CHAIN_HASH + 1];
    for (guint i = 0; i < n; i++)
        chain_add(head, lines->pdata[i], strlen(lines->pdata[i]));
    sodium_bin2hex(hex, sizeof hex, head, sizeof head);
    hex[16] = '\0';
    if (!g_str_equal(told, hex))
        fail_msg("the head in the mail (%s) to %s is not that of the %u lines of the log:\n%s",
                 mail->kind, mail->to, n, mail->parts->text);
}

// Whether all lines were asked for once more, in the reader's language.
static gboolean is_resent(const struct club_mail *mail)
{
    static const char *const words[] = {"all that has happened since the beginning",
                                        "tout ce qui s'est passé depuis le début",
                                        "mit allem, was seit dem Anfang geschehen ist"};
    gboolean found = FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        found = found || club_has(mail, words[i]);
    return found;
}

// The lines told so far and those in this log make the lines of the game: nothing is lost, nothing
// twice, and the head is theirs.
static void check_log(struct club *club, const struct club_mail *mail)
{
    const json_t *table = mail->parts->table;
    if (!table)
        return;
    const json_t *log = json_object_get(table, "log");
    gint64 game = json_integer_value(json_object_get(table, "game"));
    guint lines = (guint)json_integer_value(json_object_get(table, "lines"));
    g_autofree char *key = g_strdup_printf("%s/%" G_GINT64_FORMAT, mail->to, game);
    guint told = GPOINTER_TO_UINT(g_hash_table_lookup(club->told, key));
    g_autoptr(GPtrArray) all = public_lines(club, game);
    assert_true(lines <= all->len);
    if (is_resent(mail))
        told = 0;
    if (lines - json_array_size(log) != told)
        fail_msg("%s was told %u lines; now %u, of which %u are new (%s):\n%s", mail->to, told,
                 lines, (guint)json_array_size(log), mail->kind, mail->parts->text);
    for (guint i = 0; i < json_array_size(log); i++)
        assert_string_equal(json_string_value(json_array_get(log, i)), all->pdata[told + i]);
    check_head(mail, all, lines);
    g_hash_table_insert(club->told, g_steal_pointer(&key), GUINT_TO_POINTER(lines));
}

// ------------------------------------------------------------------------------------------------

void club_check(struct club *club, const struct club_mail *mail)
{
    if (strstr(mail->raw, "\nContent-Type: multipart/encrypted;")) { // only its outside
        check_headers(mail);
        check_thread(club, mail);
        checked++;
        return;
    }
    assert_int_equal(mail->parts->signature,
                     mail->parts->table ? MAILFILE_SIGNED : MAILFILE_UNSIGNED);
    assert_non_null(mail->parts->text);
    assert_true(mail->html[0] != '\0');
    check_width(mail);
    check_markup(mail);
    check_buttons(mail);
    check_headers(mail);
    check_ticket(mail);
    check_thread(club, mail);
    check_table(mail);
    check_log(club, mail);
    check_quoting(club, mail);
    checked++;
}
