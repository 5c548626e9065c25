// SPDX-License-Identifier: MIT
// Signed blocks: found whatever was done to them on the way, read from their words alone, checked;
// and the foreign kinds. With tickets, which are found in the same mails.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>
#include <sodium.h>

#include "referee/words/command_text.h"
#include "referee/words/newtext_read.h"
#include "tests/unit/quoting.h"

#define REFEREE "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static guint8 public_key[crypto_sign_PUBLICKEYBYTES];
static guint8 secret_key[crypto_sign_SECRETKEYBYTES];

// A block of these lines, signed.
static char *block_of(const char *lines)
{
    g_auto(GStrv) parts = g_strsplit_set(lines, " \n", -1);
    g_autoptr(GString) words = g_string_new(NULL);
    for (char **part = parts; *part; part++)
        if (**part)
            g_string_append_printf(words, "%s%s", words->len ? " " : "", *part);
    g_autofree char *message = g_strdup_printf("23 command v1\n" REFEREE "\n%s", words->str);
    guint8 signature[crypto_sign_BYTES];
    crypto_sign_detached(signature, NULL, (const guint8 *)message, strlen(message), secret_key);
    g_autofree char *base64 = g_base64_encode(signature, sizeof signature);
    return g_strdup_printf("-----BEGIN 23 COMMAND-----\n%s\n-----BEGIN 23 SIGNATURE-----\n"
                           "%.64s\n%s\n-----END 23 COMMAND-----\n",
                           lines, base64, base64 + 64);
}

// The commands of a text and whether the signature holds: "[play 5]+", or the reason.
static char *made_of(const char *text, const char *attached)
{
    const char *const attachments[] = {attached, NULL};
    struct newtext_input input = {.text = text, .attached = attachments};
    struct newtext read;
    GString *out = g_string_new(NULL);
    newtext_read(&input, &read);
    if (read.outcome == NEWTEXT_ASK)
        g_string_append(out, newtext_reason_name(read.reason));
    for (guint i = 0; i < read.commands->len; i++) {
        g_autofree char *command = command_format(read.commands->pdata[i]);
        g_string_append_printf(out, "[%s]", command);
    }
    if (read.outcome == NEWTEXT_ACT && read.signature == SIGNED_NATIVE)
        g_string_append(
            out,
            signed_verify(read.block.words, REFEREE, read.block.signature, public_key) ? "+" : "-");
    newtext_clear(&read);
    return g_string_free(out, FALSE);
}

static void check(const char *text, const char *wanted)
{
    g_autofree char *made = made_of(text, NULL);
    if (strcmp(made, wanted) != 0)
        fail_msg("made %s, not %s, of:\n%s", made, wanted, text);
}

#define HEAD "game 14\nturn 37\nseat clara\n"

static void test_on_its_way(void **state)
{
    (void)state;
    g_autofree char *block = block_of(HEAD "play 5 bonus");
    g_autofree char *marked = quoting_mark(block);
    g_autofree char *twice = quoting_mark(marked);
    g_autofree char *greeted = g_strconcat("Hi,\n\n", block, "\nSee you.\n\n> old\n", NULL);
    g_auto(GStrv) lines = g_strsplit(block, "\n", -1);
    g_autofree char *folded = g_strjoinv(" ", lines);
    g_autofree char *blanks = g_strjoinv("  \302\240\n\t", lines);
    check(block, "[play 5 bonus]+");
    check(marked, "[play 5 bonus]+");
    check(twice, "[play 5 bonus]+");
    check(greeted, "[play 5 bonus]+");
    check(folded, "[play 5 bonus]+");
    check(blanks, "[play 5 bonus]+");
    for (guint width = 20; width <= QUOTING_WIDE; width++) {
        g_autofree char *wrapped = quoting_wrap(folded, width);
        g_autofree char *quoted = quoting_mark(wrapped);
        g_autofree char *torn = quoting_wrap(marked, width);
        check(wrapped, "[play 5 bonus]+");
        check(quoted, "[play 5 bonus]+");
        check(torn, "[play 5 bonus]+");
    }
    g_autofree char *changed = g_strdup(block);
    *strchr(changed, '5') = '6';
    check(changed, "[play 6 bonus]-");
}

static void test_attached(void **state)
{
    (void)state;
    g_autofree char *block = block_of(HEAD "play 5");
    g_autofree char *made = made_of("See the file.\n", block);
    assert_string_equal(made, "[play 5]+");
    g_autofree char *beside = made_of("play 9\n", block);
    assert_string_equal(beside, "block-and-more");
    g_autofree char *two = made_of(block, block);
    assert_string_equal(two, "two-blocks");
    g_autofree char *plain = made_of("See the file.\n", "play 5\n");
    assert_string_equal(plain, "no-command");
}

static void test_words(void **state)
{
    static const struct {
        const char *lines, *wanted;
    } rows[] = {
        {HEAD "legen 9;\nsagen Bis morgen; ja", "[play 9][say Bis morgen; ja]+"},
        {HEAD "mail daily; play 9 ; say Here we go", "[mail daily][play 9][say Here we go]+"},
        {HEAD "tell ines Shall\nwe?", "[tell ines Shall we?]+"},
        {HEAD "plan;\n8 8 if cost <= 0;\npass if top 1..6;\nend;\nstatus",
         "[plan; 8x2 if cost <= 0; pass if top 1..6; end][status]+"},
        {"game 0 turn 9 seat clara yes", "[yes]+"},
        {HEAD "play 9\npass", "block"},
        {HEAD "lay down the 9", "block"},
        {HEAD "play 24", "wrong"},
        {HEAD "play 9 # at last", "block"},
        {HEAD ";;", "block"},
        {HEAD "plan; 9", "block"},
        {HEAD "say", "block"},
        {HEAD "say 14.37.2.k7xqa9m2pd4ht0v3c8we", "block"},
        {"turn 37 game 14 seat clara play 9", "block"},
        {"game 14 turn 37 play 9", "block"},
        {"game 99999999999 turn 37 seat clara play 9", "block"},
        {"game 14 turn 37 seat <b> play 9", "block"},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *block = block_of(rows[i].lines);
        check(block, rows[i].wanted);
    }
    g_autoptr(GString) many = g_string_new(HEAD "status");
    for (int i = 0; i < 40; i++)
        g_string_append(many, "; status");
    g_autofree char *block = block_of(many->str);
    check(block, "block");
}

static void test_shapes(void **state)
{
    (void)state;
    g_autofree char *block = block_of(HEAD "play 5");
    g_autofree char *two = g_strconcat(block, "\n", block, NULL);
    g_autofree char *command = g_strconcat("pass\n\n", block, NULL);
    g_autofree char *below = g_strconcat(block, "\nWords.\n\npass\n", NULL);
    g_autofree char *answered = g_strconcat("pass\n\nR wrote:\n", block, NULL);
    check(two, "two-blocks");
    check(command, "block-and-more");
    check(below, "block-and-more");
    check(answered, "block-and-more");
    static const char *const cuts[] = {"-----BEGIN 23 SIGNATURE-----", "-----END 23 COMMAND-----",
                                       "seat clara", "=="};
    for (gsize i = 0; i < G_N_ELEMENTS(cuts); i++) {
        g_auto(GStrv) parts = g_strsplit(block, cuts[i], 2);
        g_autofree char *cut = g_strconcat(parts[0], parts[1], NULL);
        check(cut, "block");
    }
}

#define MINISIGN "untrusted comment: for the table\nRWabc=\ntrusted comment: timestamp:1\nabcd==\n"
#define SSH      "-----BEGIN SSH SIGNATURE-----\nU1NI\n-----END SSH SIGNATURE-----\n"
#define CLEAR(text)                                                                                \
    "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n" text                                    \
    "-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n"

static void test_foreign(void **state)
{
    static const struct {
        const char *text, *wanted, *signed_text;
        enum signed_kind kind;
        gboolean covered;
    } rows[] = {
        {"game 14\nturn 3\nseat ines\nplay 9\n", "near-miss", NULL, SIGNED_NO, FALSE},
        {"play 9\n\n> " SSH, "[play 9]", NULL, SIGNED_NO, FALSE},
        {CLEAR("passen\n\n- -- \nFrieda\n"), "[pass]", "passen\n\n-- \nFrieda\n", SIGNED_OPENPGP,
         TRUE},
        {"Hi,\n\n" CLEAR("referee r\ngame 1\nturn 2\nseat ines\npass\n"), "[pass]",
         "referee r\ngame 1\nturn 2\nseat ines\npass\n", SIGNED_OPENPGP, TRUE},
        {CLEAR("game 1\nturn 2\nseat ines\npass\n"), "block", "game 1\nturn 2\nseat ines\npass\n",
         SIGNED_OPENPGP, TRUE},
        {CLEAR("pass\n") "\nplay 9\n", "block-and-more", "pass\n", SIGNED_OPENPGP, TRUE},
        {"play 9\n\n" CLEAR("pass\n"), "block-and-more", NULL, SIGNED_OPENPGP, FALSE},
        {"Words.\n\n" CLEAR("pass\n"), "no-command", NULL, SIGNED_OPENPGP, FALSE},
        {"play 9\n\nR <r@example.org> wrote:\n\n" CLEAR("pass\n"), "[play 9]", NULL, SIGNED_OPENPGP,
         FALSE},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct newtext_input input = {.text = rows[i].text};
        struct newtext read;
        check(rows[i].text, rows[i].wanted);
        newtext_read(&input, &read);
        assert_int_equal(read.signature, rows[i].kind);
        assert_int_equal(read.covered, rows[i].covered);
        if (rows[i].signed_text)
            assert_string_equal(read.signed_text, rows[i].signed_text);
        else
            assert_null(read.signed_text);
        newtext_clear(&read);
    }
}

// Inside the armor the words are those that were there before a program wrapped them.
static void test_foreign_flowed(void **state)
{
    (void)state;
    struct newtext_input input = {.text = CLEAR(" play 7 7 \nbonus\n"), .flowed = TRUE};
    struct newtext read;
    newtext_read(&input, &read);
    assert_int_equal(read.outcome, NEWTEXT_ACT);
    assert_string_equal(read.signed_text, "play 7 7 bonus\n");
    newtext_clear(&read);
}

// What minisign and ssh-keygen sign: in full, or not at all; and nothing beside it.
#define LINES "referee " REFEREE "\ngame 14\nturn 3\nseat ines\n"

static void test_tools(void **state)
{
    static const struct {
        const char *text, *wanted;
    } rows[] = {
        {LINES "play 9\n" MINISIGN, "[play 9]"},
        {LINES "play 9\n\n" SSH "\n> old\n", "[play 9]"},
        {"Hi,\n\n" LINES "\nplay 9\nstatus\n\n" MINISIGN "\nSee you!\n", "[play 9][status]"},
        {LINES "plan\n7 7 if cost <= 0\nend\n" SSH, "[plan; 7x2 if cost <= 0; end]"},
        {LINES "say Here\nwe go\n" SSH, "[say Here we go]"},
        {"A wrote:\n" LINES "play 9\n" SSH, "[play 9]"},
        {LINES "play 9\npass\n" MINISIGN, "[play 9][pass]"},
        {"play 9\n" MINISIGN, "[play 9]"}, // as if it weren't signed
        {"game 14\nturn 3\nseat ines\nplay 9\n" SSH, "block"},
        {"game 14\n" LINES "play 9\n" SSH, "[play 9]"},
        {LINES "game 15\nplay 9\n" SSH, "block"},
        {LINES "play 9\nturn 4\n" SSH, "block"},
        {LINES "play 9\nand so on\n" SSH, "block"},
        {LINES "play 9\n-- \nines\n" SSH, "block"},
        {LINES "say Hi\n-- \nines\n" SSH, "block"},
        {LINES SSH, "block"},
        {LINES "play 9\r\n" SSH, "block"},
        {LINES "play 24\n" SSH, "wrong"},
        {LINES "Hello,\nplay 9\n" SSH, "block"},
        {"play 7\n" LINES "play 9\n" SSH, "block-and-more"},
        {"play 7\n\n" LINES "play 9\n" SSH, "block-and-more"},
        {LINES "play 9\n" SSH "play 7\n", "block-and-more"},
        {LINES "play 9\n" SSH "Words.\n\npass\n", "block-and-more"},
        {LINES "play 9\n" SSH LINES "play 9\n" SSH, "two-blocks"},
        {LINES "play 9\n" SSH MINISIGN, "two-blocks"},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        check(rows[i].text, rows[i].wanted);
    g_autofree char *made = made_of("See the file.\n", LINES "play 9\n" MINISIGN);
    assert_string_equal(made, "[play 9]");
    g_autofree char *block = block_of("game 14\nturn 3\nseat ines\nplay 9");
    g_autofree char *beside = made_of(block, LINES "play 9\n" MINISIGN);
    assert_string_equal(beside, "two-blocks");
}

static void test_foreign_place(void **state)
{
    (void)state;
    struct newtext_input input = {.text = "Hi,\n" LINES "play 9\n\n" SSH};
    struct newtext read;
    newtext_read(&input, &read);
    assert_int_equal(read.signature, SIGNED_SSH);
    assert_string_equal(read.block.words, LINES "play 9\n");
    assert_string_equal(read.signed_referee, REFEREE);
    assert_string_equal(read.block.seat, "ines");
    assert_int_equal(read.block.game, 14);
    assert_int_equal(read.block.turn, 3);
    assert_string_equal(read.signature_text, SSH);
    newtext_clear(&read);
    struct newtext_input pgp = {.text = "turn 3\npass\n",
                                .openpgp = TRUE,
                                .text_signed = TRUE,
                                .openpgp_data = "AAAA",
                                .openpgp_armor = "armor"};
    newtext_read(&pgp, &read);
    assert_int_equal(read.signature, SIGNED_OPENPGP);
    assert_true(read.covered);
    assert_int_equal(read.reason, NEWTEXT_BLOCK); // half a place
    assert_int_equal(read.signed_turn, 3);
    assert_int_equal(read.signed_game, -1);
    newtext_clear(&read);
}

// ---- tickets -----------------------------------------------------------------------------------

#define MAC "k7xqa9m2pd4ht0v3c8we"

static void test_ticket_shapes(void **state)
{
    static const struct {
        const char *text;
        const char *wanted; // NULL: none
    } rows[] = {
        {"14.37.2." MAC, "14.37.2." MAC},
        {"14.37.2.K7XQA9M2PD4HT0V3C8WE", "14.37.2." MAC},
        {"14.37.2.k7xqa-9m2pd-4htov-3c8we", "14.37.2." MAC},
        {"0.4431.0.lliioo00000000000000", "0.4431.0.11110000000000000000"},
        {"14.37.2." MAC ".5@host", "14.37.2." MAC},
        {"14.37.2." MAC "x", NULL},
        {"14.37.2." MAC "-x", "14.37.2." MAC},
        {"14.37.2.k7xqa9m2pd4ht0v3c8w", NULL},
        {"14.37.2.k7xqa9m2pd4ht0v3c8wu", NULL},
        {"14.37.4." MAC, NULL},
        {"14.37." MAC, NULL},
        {".37.2." MAC, NULL},
        {"1234567890123.37.2." MAC, NULL},
        {"14.37.2.-" MAC, NULL},
    };
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct ticket ticket;
        char text[TICKET_TEXT_MAX];
        gsize taken = ticket_parse(rows[i].text, -1, &ticket);
        if ((taken > 0) != (rows[i].wanted != NULL))
            fail_msg("%s", rows[i].text);
        if (taken == 0)
            continue;
        ticket_format(&ticket, text);
        assert_string_equal(text, rows[i].wanted);
    }
}

static void test_ticket_places(void **state)
{
    (void)state;
    g_autoptr(GArray) found = ticket_list_new();
    ticket_find_in_address(found, "referee+14.37.2." MAC "@play.example.org");
    ticket_find_in_address(found, "referee+x+14.38.2." MAC "@play.example.org");
    ticket_find_in_address(found, "referee+14.39.2." MAC ".x@play.example.org");
    ticket_find_in_address(found, "14.40.2." MAC "@play.example.org");
    assert_int_equal(found->len, 2);
    ticket_find_in_id(found, "<14.41.2." MAC ".3@play.example.org>");
    ticket_find_in_id(found, "<14.42.2." MAC "@play.example.org>");
    ticket_find_in_id(found, "<14.43.2." MAC ".@play.example.org>");
    ticket_find_in_id(found, "<x14.44.2." MAC "@play.example.org>");
    assert_int_equal(found->len, 4);
    ticket_find_in_text(found, "> > ticket 14.45.2." MAC ".\nreferee+14.46.2." MAC
                               "@play.example.org and x14.47.2." MAC " 1.14.48.2." MAC
                               "\n14.41.2." MAC "\n");
    assert_int_equal(found->len, 6);
    for (int i = 0; i < 2 * TICKET_FOUND_MAX; i++) {
        g_autofree char *text = g_strdup_printf("15.%d.0." MAC, i);
        ticket_find_in_text(found, text);
    }
    assert_int_equal(found->len, TICKET_FOUND_MAX);
}

static void test_ticket_lines(void **state)
{
    (void)state;
    assert_true(ticket_is_line("ticket 14.37.2." MAC));
    assert_true(ticket_is_line("> Ticket: 14.37.2." MAC "."));
    assert_true(ticket_is_line("14.37.2." MAC));
    assert_false(ticket_is_line("the ticket 14.37.2." MAC));
    assert_false(ticket_is_line("ticket 14.37.2." MAC " and more"));
    assert_false(ticket_is_line("ticket"));
}

static int make_key(void **state)
{
    (void)state;
    if (sodium_init() < 0)
        return -1;
    return crypto_sign_keypair(public_key, secret_key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_on_its_way),    cmocka_unit_test(test_attached),
        cmocka_unit_test(test_words),         cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_tools),         cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_foreign_place), cmocka_unit_test(test_foreign_flowed),
        cmocka_unit_test(test_ticket_shapes), cmocka_unit_test(test_ticket_places),
        cmocka_unit_test(test_ticket_lines),
    };
    return cmocka_run_group_tests(tests, make_key, NULL);
}
