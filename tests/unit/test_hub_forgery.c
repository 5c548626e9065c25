// SPDX-License-Identifier: MIT
// Forged tickets and signatures (spec: mail.md, "Who is speaking"): very many at random, and all
// kinds of near misses; none is taken for a genuine one. And tickets that have died.
//
// REFEREE23_FORGERIES says how many tickets are tried; `make forgery` tries a million. A fifth as
// many signatures are, since each takes long.
#include "referee/words/command_text.h"
#include "referee/words/newtext_read.h"
#include "tests/unit/club.h"
#include "tests/unit/tools.h"

#include "referee/identity/identity.h"
#include "referee/identity/speaker.h"
#include "referee/identity/tag.h"
#include "referee/words/minisign.h"
#include "referee/words/sshsig.h"
#include "referee/words/ticket.h"

#include <sodium.h>

enum { TICKETS = 50000 };

static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";

static guint forgeries(void)
{
    const char *said = g_getenv("REFEREE23_FORGERIES");
    return said ? (guint)g_ascii_strtoull(said, NULL, 10) : TICKETS;
}

static GRand *dice;

static guint any(guint below)
{
    return (guint)g_rand_int_range(dice, 0, (gint32)below);
}

// ---- tickets -----------------------------------------------------------------------------------

static guint8 ticket_key[IDENTITY_KEY_BYTES];

static struct identity_place any_place(void)
{
    return (struct identity_place){.game = any(30), .turn = any(200), .seat = (int)any(4), any(20)};
}

static void any_mac(char out[IDENTITY_MAC_LEN + 1])
{
    for (guint i = 0; i < IDENTITY_MAC_LEN; i++)
        out[i] = digits[any(32)];
    out[IDENTITY_MAC_LEN] = '\0';
}

static void mac_of(const struct identity_place *place, char out[IDENTITY_MAC_LEN + 1])
{
    char ticket[IDENTITY_TICKET_MAX];
    identity_ticket(ticket_key, place, ticket);
    g_strlcpy(out, strrchr(ticket, '.') + 1, IDENTITY_MAC_LEN + 1);
}

static void swap_two(char *mac)
{
    guint i = any(IDENTITY_MAC_LEN);
    guint k = any(IDENTITY_MAC_LEN);
    char kept = mac[i];
    mac[i] = mac[k];
    mac[k] = kept;
}

// Something like the genuine ticket of a place.
static void forge(const struct identity_place *place, char mac[IDENTITY_MAC_LEN + 1])
{
    struct identity_place other = *place;
    mac_of(place, mac);
    switch (any(9)) {
    case 0:
        any_mac(mac);
        break;
    case 1:
        mac[any(IDENTITY_MAC_LEN)] = digits[any(32)];
        break;
    case 2:
        swap_two(mac);
        break;
    case 3: // moved by one
        memmove(mac + 1, mac, IDENTITY_MAC_LEN - 1);
        break;
    case 4:
        other.turn += 1 - 2 * (gint64)any(2);
        break;
    case 5:
        other.game += 1 + any(3);
        break;
    case 6:
        other.seat = (other.seat + 1 + (int)any(3)) % 4;
        break;
    case 7:
        other.player += 1 + any(3);
        break;
    default: // the digits of the numbers moved over the dot
        other.game = place->game * 10 + place->turn % 10;
        other.turn = place->turn / 10;
        break;
    }
    if (other.game != place->game || other.turn != place->turn || other.seat != place->seat ||
        other.player != place->player) {
        g_autofree char *right = g_strdup(mac);
        mac_of(&other, mac);
        assert_string_not_equal(mac, right);
    }
}

static void test_tickets(void **state)
{
    (void)state;
    guint tried = 0;
    memset(ticket_key, 0xaa, sizeof ticket_key);
    while (tried < forgeries()) {
        struct identity_place place = any_place();
        struct ticket ticket;
        char right[IDENTITY_MAC_LEN + 1], forged[IDENTITY_MAC_LEN + 1];
        char text[IDENTITY_TICKET_MAX];
        mac_of(&place, right);
        forge(&place, forged);
        if (strcmp(right, forged) == 0)
            continue; // chance made the same
        g_snprintf(text, sizeof text, "%d.%d.%d.%s", (int)place.game, (int)place.turn, place.seat,
                   forged);
        assert_true(ticket_parse(text, -1, &ticket) > 0);
        if (identity_check(ticket_key, &place, ticket.mac))
            fail_msg("%s is taken for the ticket of player %d", text, (int)place.player);
        tried++;
    }
    print_message("# %u forged tickets\n", tried);
}

// The same at a referee with games, seats and matters: who speaks is never known by such a ticket.
static void test_tickets_at_the_table(void **state)
{
    (void)state;
    struct club club;
    struct desk desk;
    GError *error = NULL;
    const char *const *address = (const char *const[]){ANNA, BRUNO, DAVID};
    guint tried = 0, genuine = 0;
    club_begin(&club);
    club_game(&club, 3, "discard=0");
    memset(ticket_key, 0xaa, sizeof ticket_key);
    assert_true(desk_open(&desk, club.dir, club.now, &error));
    for (; tried < forgeries() / 20; tried++) {
        struct identity_place place = {any(3), any(5), (int)any(4), any(5)};
        char mac[IDENTITY_MAC_LEN + 1];
        struct newtext text = {.tickets = ticket_list_new()};
        struct speaker speaker;
        forge(&place, mac);
        struct identity_place true_place = {1, place.turn, place.seat, place.seat + 1};
        char right[IDENTITY_MAC_LEN + 1];
        mac_of(&true_place, right);
        g_autofree char *line = g_strdup_printf("1.%d.%d.%s", (int)place.turn, place.seat, mac);
        ticket_find_in_text(text.tickets, line);
        assert_int_equal(text.tickets->len, 1);
        assert_true(speaker_find(&desk, address[any(3)], &text, &speaker, &error));
        gboolean proven = speaker.how == SPEAKER_TICKET || speaker.how == SPEAKER_ELSEWHERE;
        assert_int_equal(proven, strcmp(mac, right) == 0 && place.seat < 3);
        genuine += proven;
        speaker_clear(&speaker);
        g_array_unref(text.tickets);
    }
    desk_close(&desk);
    club_end(&club);
    assert_true(genuine > 0 && genuine < tried / 10); // chance makes some
    print_message("# %u of them at a table\n", tried);
}

// ---- tags --------------------------------------------------------------------------------------

static gint64 find_tag(const struct desk *desk, enum tag_kind kind, const char *address)
{
    json_auto_t *facts = json_pack("{s:[s]}", "to", address);
    assert_non_null(facts);
    return tag_find(desk, kind, facts);
}

// A genuine address that was made for something else, with one thing in it made right.
static char *forge_tag(const struct desk *desk, enum tag_kind kind, gint64 number)
{
    g_autofree char *other =
        tag_address(desk, any(2) ? kind : (enum tag_kind)any(2), (gint64)any(40));
    const char *name = kind == TAG_BOUNCE ? "b" : "off";
    char mac[IDENTITY_MAC_LEN + 1];
    g_auto(GStrv) parts = g_strsplit_set(other, "+.@", -1); // referee NAME N MAC play example org
    g_strlcpy(mac, parts[3], sizeof mac);
    if (any(3) == 0)
        mac[any(IDENTITY_MAC_LEN)] = digits[any(32)];
    return g_strdup_printf("referee+%s.%" G_GINT64_FORMAT ".%s@play.example.org", name, number,
                           mac);
}

// Addresses that only the referee makes: of a mail's envelope, and to be rid of mails by one tap.
static void test_tags(void **state)
{
    (void)state;
    struct club club;
    struct desk desk;
    GError *error = NULL;
    guint tried = 0, genuine = 0;
    club_begin(&club);
    assert_true(desk_open(&desk, club.dir, club.now, &error));
    for (; tried < forgeries() / 20; tried++) {
        enum tag_kind kind = (enum tag_kind)any(2);
        gint64 number = 1 + any(39);
        g_autofree char *right = tag_address(&desk, kind, number);
        g_autofree char *forged = forge_tag(&desk, kind, number);
        assert_int_equal(find_tag(&desk, kind, right), number);
        assert_int_equal(find_tag(&desk, (enum tag_kind) !kind, right), 0);
        gboolean same = g_str_equal(forged, right);
        if (find_tag(&desk, kind, forged) != (same ? number : 0))
            fail_msg("%s is taken for %s", forged, right);
        genuine += same;
    }
    desk_close(&desk);
    club_end(&club);
    assert_true(genuine > 0 && genuine < tried / 10); // chance makes some
    print_message("# %u forged tags\n", tried);
}

// ---- signatures --------------------------------------------------------------------------------

static const char block_words[] = "game 14 turn 37 seat clara play 5 bonus";

struct signer {
    guint8 public[32], secret[64];
};

static void sign(const struct signer *signer, const char *referee, const char *words,
                 guint8 out[64])
{
    g_autofree char *message = g_strdup_printf("23 command v1\n%s\n%s", referee, words);
    crypto_sign_detached(out, NULL, (const guint8 *)message, strlen(message), signer->secret);
}

// The same signature with the group's order added to its second half: another number, which counts
// as the same where nobody checks its size.
static void add_order(guint8 signature[64])
{
    static const guint8 order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58,       0xd6,
                                     0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, [31] = 0x10};
    guint carry = 0;
    for (guint i = 0; i < sizeof order; i++) {
        carry += (guint)signature[32 + i] + order[i];
        signature[32 + i] = (guint8)carry;
        carry >>= 8;
    }
}

// Words that differ in one thing; NULL when chance left them as they were.
static char *other_words(void)
{
    g_auto(GStrv) words = g_strsplit(block_words, " ", -1);
    guint n = g_strv_length(words);
    guint i = any(n);
    guint k = any(n);
    char *kept = words[i];
    switch (any(4)) {
    case 0: // another number, letter or word
        words[i] = g_strdup_printf("%s%c", kept, digits[any(32)]);
        g_free(kept);
        break;
    case 1: // two change places
        words[i] = words[k];
        words[k] = kept;
        break;
    case 2: // one more at the end
        kept = words[n - 1];
        words[n - 1] = g_strdup_printf("%s %s", kept, any(2) ? "bonus" : "; leave");
        g_free(kept);
        break;
    default: { // one character
        gsize at = any((guint)strlen(kept));
        kept[at] = digits[any(32)];
        break;
    }
    }
    char *joined = g_strjoinv(" ", words);
    if (strcmp(joined, block_words) == 0)
        g_clear_pointer(&joined, g_free);
    return joined;
}

static void forge_signature(guint8 signature[64], const struct signer *own,
                            const struct signer *other, const char *referee)
{
    guint bit;
    switch (any(5)) {
    case 0:
        for (guint i = 0; i < 64; i++)
            signature[i] = (guint8)any(256);
        break;
    case 1:
        bit = any(512);
        signature[bit / 8] ^= (guint8)(1u << bit % 8);
        break;
    case 2:
        add_order(signature);
        break;
    case 3:
        sign(other, referee, block_words, signature);
        break;
    default: { // given to another referee
        g_autofree char *elsewhere = g_strdup(referee);
        elsewhere[any(64)] = 'x';
        sign(own, elsewhere, block_words, signature);
        break;
    }
    }
}

static void test_signatures(void **state)
{
    (void)state;
    struct signer own, other;
    guint8 right[64];
    guint tried = 0;
    g_autofree char *referee = g_strnfill(64, 'a');
    (void)crypto_sign_keypair(own.public, own.secret);
    (void)crypto_sign_keypair(other.public, other.secret);
    sign(&own, referee, block_words, right);
    assert_true(signed_verify(block_words, referee, right, own.public));
    while (tried < forgeries() / 5) {
        guint8 signature[64];
        memcpy(signature, right, sizeof signature);
        g_autofree char *words = any(2) ? other_words() : g_strdup(block_words);
        if (!words)
            continue;
        gboolean is_same = strcmp(words, block_words) == 0;
        if (is_same || any(4) == 0)
            forge_signature(signature, &own, &other, referee);
        if (signed_verify(words, referee, signature, own.public))
            fail_msg("a signature is taken for good: %s", words);
        tried++;
    }
    // A key under which anything would be signed: of small order.
    const guint8 zero_key[32] = {1};
    guint8 nothing[64] = {1};
    assert_false(signed_verify(block_words, referee, nothing, zero_key));
    print_message("# %u forged signatures\n", tried);
}

// ---- signatures of other tools -----------------------------------------------------------------

static gboolean holds(enum tools_way way, const char *text, const char *lines, const guint8 *key)
{
    return way <= TOOLS_MINISIGN ? minisign_verify(text, lines, key)
                                 : sshsig_verify(text, lines, key);
}

static void read_public(const char *dir, const char *name, enum tools_way way, guint8 out[32])
{
    guint64 number;
    char shown[SSHSIG_FINGERPRINT_MAX];
    g_autofree char *line = tools_public(dir, name, way);
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    assert_true(way <= TOOLS_MINISIGN ? minisign_key_read(words[1], out, &number)
                                      : sshsig_key_read(words[1], out, shown));
}

// Of a text in which one thing changed, with the signature as it was or changed as well.
static void test_tools(void **state)
{
    (void)state;
    static const char text[] = "referee 00\ngame 14\nturn 37\nseat clara\nplay 5 bonus\n";
    g_autofree char *dir = g_dir_make_tmp("forgery-XXXXXX", NULL);
    guint tried = 0;
    tools_make_keys(dir, "own");
    tools_make_keys(dir, "other");
    for (enum tools_way way = 0; way < TOOLS_WAYS; way++) {
        guint8 own[32], other[32];
        read_public(dir, "own", way, own);
        read_public(dir, "other", way, other);
        g_autofree char *right = tools_sign(dir, "own", way, text, NULL);
        g_autofree char *wrong = tools_sign(dir, "other", way, text, NULL);
        assert_true(holds(way, text, right, own));
        assert_false(holds(way, text, right, other));
        assert_false(holds(way, text, wrong, own));
        for (guint i = 0; i < forgeries() / 20; i++, tried++) {
            g_autofree char *words = g_strdup(text);
            g_autofree char *lines = g_strdup(right);
            words[any(sizeof text - 1)] ^= (char)(1u << any(7));
            if (any(2))
                lines[any((guint)strlen(lines))] = digits[any(32)];
            if (strcmp(words, text) != 0 && holds(way, words, lines, own))
                fail_msg("a signature is taken for good: %s%s", words, lines);
        }
    }
    tools_drop(dir);
    print_message("# %u forged signatures of other tools\n", tried);
}

// ---- what is done to a block -------------------------------------------------------------------

// Whatever is done to a block on its way: what acts, if anything does, are the words that were
// signed.
static void check_altered(const char *text, const struct signer *own, const char *referee)
{
    struct newtext_input input = {.text = text};
    struct newtext read;
    newtext_read(&input, &read);
    if (read.outcome == NEWTEXT_ACT && read.signature == SIGNED_NATIVE &&
        signed_verify(read.block.words, referee, read.block.signature, own->public)) {
        assert_string_equal(read.block.words, block_words);
        assert_int_equal(read.commands->len, 1);
        g_autofree char *command = command_format(read.commands->pdata[0]);
        assert_string_equal(command, "play 5 bonus");
    }
    newtext_clear(&read);
}

static char *block_text(const char *words, const guint8 signature[64])
{
    char base64[128];
    sodium_bin2base64(base64, sizeof base64, signature, 64, sodium_base64_VARIANT_ORIGINAL);
    return g_strdup_printf("-----BEGIN 23 COMMAND-----\n%s\n-----BEGIN 23 SIGNATURE-----\n"
                           "%.64s\n%s\n-----END 23 COMMAND-----\n",
                           words, base64, base64 + 64);
}

static void test_altered_blocks(void **state)
{
    (void)state;
    static const char *const added[] = {"play 7",
                                        "leave",
                                        "game 15",
                                        "turn 38",
                                        "seat anna",
                                        "ticket 1.2.3",
                                        "; leave",
                                        "-----BEGIN 23 COMMAND-----",
                                        "-----END 23 COMMAND-----",
                                        "-----BEGIN 23 SIGNATURE-----",
                                        ">",
                                        "-- ",
                                        "say yes",
                                        "# no"};
    struct signer own;
    guint8 signature[64];
    g_autofree char *referee = g_strnfill(64, 'a');
    (void)crypto_sign_keypair(own.public, own.secret);
    sign(&own, referee, block_words, signature);
    g_autofree char *good = block_text("game 14\nturn 37\nseat clara\nplay 5 bonus", signature);
    struct newtext_input input = {.text = good};
    struct newtext read;
    newtext_read(&input, &read);
    assert_true(read.outcome == NEWTEXT_ACT && read.signature == SIGNED_NATIVE);
    assert_true(signed_verify(read.block.words, referee, read.block.signature, own.public));
    newtext_clear(&read);
    gsize len = strlen(good);
    for (gsize cut = 0; cut < len; cut++) { // at every place: cut off, or something put in
        g_autofree char *less = g_strndup(good, cut);
        check_altered(less, &own, referee);
        check_altered(good + cut, &own, referee);
        const char *more = added[cut % G_N_ELEMENTS(added)];
        g_autofree char *with = g_strdup_printf("%s%s\n%s", less, more, good + cut);
        g_autofree char *line = g_strdup_printf("%s\n%s\n%s", less, more, good + cut);
        check_altered(with, &own, referee);
        check_altered(line, &own, referee);
    }
    g_auto(GStrv) lines = g_strsplit(good, "\n", -1);
    for (guint i = 0; lines[i]; i++) { // between any two lines
        for (gsize k = 0; k < G_N_ELEMENTS(added); k++) {
            g_autoptr(GString) text = g_string_new(NULL);
            for (guint l = 0; lines[l]; l++)
                g_string_append_printf(text, "%s%s%s\n", l == i ? added[k] : "", l == i ? "\n" : "",
                                       lines[l]);
            check_altered(text->str, &own, referee);
        }
    }
}

// ---- tickets that have died --------------------------------------------------------------------

static guint tables_to(const struct club *club, const char *who)
{
    guint count = 0;
    for (guint i = 0; i < club->mails->len; i++) {
        const struct club_mail *mail = club->mails->pdata[i];
        count += g_str_equal(mail->to, who) && mail->parts->table;
    }
    return count;
}

// The tickets of all mails that somebody got do nothing any more, and bring no hand; whoever sits
// there now isn't even asked about them.
static void check_dead(struct club *club, const char *who, const char *now_there)
{
    static const char *const words[] = {"2",    "discard 2 3 4", "pass",
                                        "hand", "resign",        "say Hello"};
    g_autoptr(GPtrArray) old = g_ptr_array_new();
    guint tables = tables_to(club, who);
    guint asked = now_there ? club_count(club, now_there) : 0;
    g_autofree char *before = g_strdup(club_sql(club, "SELECT count(*) FROM log"));
    for (guint i = 0; i < club->mails->len; i++) {
        const struct club_mail *mail = club->mails->pdata[i];
        if (g_str_equal(mail->to, who) && mail->parts->table)
            g_ptr_array_add(old, (gpointer)mail);
    }
    assert_true(old->len > 0);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        const struct club_mail *mail = old->pdata[old->len - 1 - i % old->len];
        club->now += CLUB_DAY / 4;
        club_letter(club, who, words[i], .reply = mail);
        club_letter(club, "elsewhere@example.org", words[i], .reply = mail);
        club_tick(club);
        if (g_str_equal(club_last(club, who)->kind, "ask"))
            club_move(club, who, "yes");
    }
    assert_int_equal(tables_to(club, who), tables);
    assert_int_equal(now_there ? club_count(club, now_there) : 0, asked);
    assert_string_equal(club_sql(club, "SELECT count(*) FROM log"), before);
}

static void test_resigned(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 3, "pace=14d");
    club_move(&club, BRUNO, "resign");
    club_move(&club, BRUNO, "yes");
    club_holds(club_last(&club, ANNA), "bruno gave up.");
    check_dead(&club, BRUNO, NULL);
    club_end(&club);
}

// The operator hands Bruno's seat to David, who gets tickets of his own.
static void test_handed_on(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 3, "pace=14d");
    club_says(&club, DAVID, "nick david");
    club_tick(&club);
    club_answers(&club, DAVID, "yes");
    club_tick(&club);
    assert_int_equal(club_program(&club, "game seat 1 bruno " DAVID, NULL, 0, NULL), 0);
    club_tick(&club);
    assert_string_equal(club_last(&club, DAVID)->kind, "deal");
    check_dead(&club, BRUNO, DAVID);
    const char *hand = club_hand(&club, DAVID);
    g_auto(GStrv) cards = g_strsplit(hand, " ", -1);
    guint n = g_strv_length(cards);
    g_autofree char *discard =
        g_strdup_printf("discard %s %s %s", cards[n - 3], cards[n - 2], cards[n - 1]);
    club_move(&club, DAVID, discard);
    assert_string_equal(
        club_sql(&club, "SELECT count(*) FROM log WHERE line LIKE 'discard david%%'"), "1");
    club_end(&club);
}

static int set_up(void **state)
{
    (void)state;
    dice = g_rand_new_with_seed(23);
    return sodium_init() < 0 ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    g_rand_free(dice);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tickets),  cmocka_unit_test(test_tickets_at_the_table),
        cmocka_unit_test(test_tags),     cmocka_unit_test(test_signatures),
        cmocka_unit_test(test_tools),    cmocka_unit_test(test_altered_blocks),
        cmocka_unit_test(test_resigned), cmocka_unit_test(test_handed_on),
    };
    return cmocka_run_group_tests_name("hub: forgery", tests, set_up, tear_down);
}
