// SPDX-License-Identifier: MIT
// Moves signed with OpenPGP, by the real gpg (spec: mail.md, "Signature"): keys registered, renewed
// and refused; clear-signed texts and multipart/signed on all the ways that mails are packed;
// altered, by others, expired, revoked, said twice.
#include "tests/unit/club.h"

#include "referee/programs/openpgp.h"
#include "referee/setup/place.h"
#include "tests/unit/gpg.h"
#include "tests/unit/gpg_mail.h"

#include <glib/gstdio.h>

static char *home; // the keys of all
static char referee[65];

#define BEFORE (CLUB_START - 10 * CLUB_DAY)

static const char *moves(const struct club *club)
{
    return club_sql(club, "SELECT count(*) FROM log WHERE line LIKE 'move %%'");
}

// Bruno is to move in turn 2 of game 1, and has registered a key that can only sign.
static void begin(struct club *club, const char *name)
{
    club_begin(club);
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13");
    club_game(club, 2, "discard=0");
    g_strlcpy(referee, club_text(club_last(club, BRUNO), "key"), sizeof referee);
    gpg_mail_registers(club, home, name);
}

#define PLACE "game 1\nturn 2\nseat bruno\n"

static char *lines_of(const char *rest)
{
    return g_strdup_printf("referee %s\n%s\n", referee, rest);
}

// ---- mails -------------------------------------------------------------------------------------

static void drop_text(struct club *club, const char *body)
{
    g_autofree char *mail = g_strconcat(GPG_MAIL_HEAD, "\n", body, NULL);
    gpg_mail_drop(club, mail);
}

// ---- on their way ------------------------------------------------------------------------------

static void moves_with(const struct club *club, const char *mail, const char *what)
{
    struct club other;
    club_copy(club, &other);
    gpg_mail_drop(&other, mail);
    if (!g_str_equal(moves(&other), "2"))
        fail_msg("%s: not read:\n%s\n%s", what, mail, club_last(&other, BRUNO)->raw);
    club_end(&other);
}

static void test_mime(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "bruno");
    g_autofree char *words = lines_of(PLACE "play 2");
    for (enum gpg_mail_packing packing = GPG_MAIL_PLAIN; packing < GPG_MAIL_PACKINGS; packing++) {
        g_autofree char *mail = gpg_mail_signed(home, "bruno", words, packing, club.now, NULL);
        g_autofree char *windows = gpg_mail_crlf(mail);
        moves_with(&club, mail, "LF");
        moves_with(&club, windows, "CR LF");
    }
    g_autofree char *as_text =
        gpg_mail_signed(home, "bruno", words, GPG_MAIL_PLAIN, club.now, "--textmode");
    moves_with(&club, as_text, "text mode");
    club_end(&club);
}

static void test_clear(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "bruno");
    g_autofree char *words = lines_of(PLACE "play 2");
    g_autofree char *block = gpg_clear(home, "bruno", words, club.now, NULL);
    g_autofree char *greeted = g_strconcat("Hello,\n\n", block, "\nSee you,\nBruno\n", NULL);
    for (enum gpg_mail_packing packing = GPG_MAIL_PLAIN; packing < GPG_MAIL_PACKINGS; packing++) {
        g_autofree char *part = gpg_mail_part(block, packing);
        g_autofree char *mail = g_strconcat(GPG_MAIL_HEAD, part, NULL);
        g_autofree char *windows = gpg_mail_crlf(mail);
        moves_with(&club, mail, "LF");
        moves_with(&club, windows, "CR LF");
    }
    g_autofree char *hello = g_strconcat(GPG_MAIL_HEAD, "\n", greeted, NULL);
    moves_with(&club, hello, "greeted");
    // A program that wraps says how.
    g_auto(GStrv) halves = g_strsplit(block, "referee ", 2);
    g_autofree char *broken = g_strjoinv("referee \n", halves);
    g_autofree char *flowed =
        g_strconcat(GPG_MAIL_HEAD, "Content-Type: text/plain; format=flowed\n\n", broken, NULL);
    moves_with(&club, flowed, "flowed");
    club_end(&club);
}

// Nothing but an answer, signed, in which the ticket still stands.
static void test_answer(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "bruno");
    club_tick(&club);
    club_move(&club, BRUNO, "status");
    const struct club_mail *turn = club_last(&club, BRUNO);
    g_autofree char *quoted = NULL;
    {
        g_auto(GStrv) lines = g_strsplit(turn->parts->text, "\n", -1);
        g_autofree char *all = g_strjoinv("\n> ", lines);
        quoted = g_strconcat("play 2\n\nOn Monday, the referee wrote:\n> ", all, "\n", NULL);
    }
    g_autofree char *good = gpg_mail_signed(home, "bruno", quoted, GPG_MAIL_QUOTED, club.now, NULL);
    g_autofree char *block = gpg_clear(home, "bruno", quoted, club.now, NULL);
    g_autofree char *clear = g_strconcat(GPG_MAIL_HEAD, "\n", block, NULL);
    moves_with(&club, good, "an answer");
    moves_with(&club, clear, "a clear-signed answer");
    // The ticket beside what is signed is nothing.
    const char *ticket = strrchr(turn->parts->text, ' ') + 1;
    g_autofree char *part = gpg_mail_part("play 2\n", GPG_MAIL_PLAIN);
    g_autofree char *canonical = gpg_mail_crlf(part);
    g_autofree char *signature = gpg_detached(home, "bruno", canonical, club.now, NULL);
    g_autofree char *mail = gpg_mail_around(part, signature, "");
    g_autofree char *reply = g_strdup_printf("In-Reply-To: <%.*s@play.example.org>\n%s",
                                             (int)strcspn(ticket, "\n"), ticket, mail);
    gpg_mail_drop(&club, reply);
    club_expect(&club, BRUNO, "refused", "nothing in what is signed says which game and turn");
    assert_string_equal(moves(&club), "1");
    gpg_mail_drop(&club, good);
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

// Who has no OpenPGP key here may sign as much as they like: their tickets count as ever.
static void test_ornament(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13");
    club_game(&club, 2, "discard=0");
    g_autofree char *last = g_strdup(club_last(&club, ANNA)->parts->text);
    g_strchomp(last);
    g_autofree char *words = g_strconcat("status\n", strrchr(last, '\n'), "\n", NULL);
    g_autofree char *part = gpg_mail_part(words, GPG_MAIL_PLAIN);
    g_autofree char *canonical = gpg_mail_crlf(part);
    g_autofree char *signature = gpg_detached(home, "other", canonical, club.now, NULL);
    g_autofree char *mail = gpg_mail_around(part, signature, "");
    g_auto(GStrv) halves = g_strsplit(mail, BRUNO, 2);
    g_autofree char *hers = g_strjoinv(ANNA, halves);
    gpg_mail_drop(&club, hers);
    assert_string_equal(club_last(&club, ANNA)->kind, "answer");
    club_end(&club);
}

// ---- refused -----------------------------------------------------------------------------------

static void is_refused(const struct club *club, const char *mail, const char *says)
{
    struct club other;
    club_copy(club, &other);
    g_autofree char *before = club_dump(&other);
    gpg_mail_drop(&other, mail);
    club_expect(&other, BRUNO, "refused", says);
    g_autofree char *after = club_dump(&other);
    assert_string_equal(before, after);
    club_end(&other);
}

static const char wrong[] = "The signature in your mail does not fit its words";

static char *replaced(const char *text, const char *from, const char *to)
{
    g_auto(GStrv) halves = g_strsplit(text, from, 2);
    assert_non_null(halves[1]);
    return g_strjoinv(to, halves);
}

static void test_altered(void **state)
{
    static const struct {
        const char *from, *to, *says;
    } rows[] = {{"game 1\n", "game 2\n", "nobody with a registered key is called so"},
                {"turn 2\n", "turn 4\n", wrong},
                {"seat bruno\n", "seat anna\n", "nobody with a registered key is called so"},
                {"play 2\n", "play 3\n", wrong},
                {"play 2\n", "play 2\nsay And me\n", wrong},
                {"play 2\n", "\nplay 2\n", wrong}};
    (void)state;
    struct club club;
    begin(&club, "bruno");
    g_autofree char *words = lines_of(PLACE "play 2");
    g_autofree char *block = gpg_clear(home, "bruno", words, club.now, NULL);
    g_autofree char *clear = g_strconcat(GPG_MAIL_HEAD, "\n", block, NULL);
    g_autofree char *mime = gpg_mail_signed(home, "bruno", words, GPG_MAIL_PLAIN, club.now, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *bad_clear = replaced(clear, rows[i].from, rows[i].to);
        g_autofree char *bad_mime = replaced(mime, rows[i].from, rows[i].to);
        is_refused(&club, bad_clear, rows[i].says);
        is_refused(&club, bad_mime, rows[i].says);
    }
    g_autofree char *other = gpg_mail_signed(home, "other", words, GPG_MAIL_PLAIN, club.now, NULL);
    is_refused(&club, other, wrong);
    g_autofree char *zeros = g_strnfill(64, '0');
    g_autofree char *elsewhere = g_strdup_printf("referee %s\n" PLACE "play 2\n", zeros);
    g_autofree char *lost =
        gpg_mail_signed(home, "bruno", elsewhere, GPG_MAIL_PLAIN, club.now, NULL);
    is_refused(&club, lost, "but for another referee");
    g_autofree char *weak = gpg_mail_signed(home, "bruno", words, GPG_MAIL_PLAIN, club.now,
                                            "--digest-algo SHA1 --allow-weak-digest-algos");
    is_refused(&club, weak, "is too weak");
    g_autofree char *past = gpg_mail_signed(home, "bruno", words, GPG_MAIL_PLAIN, BEFORE + CLUB_DAY,
                                            "--default-sig-expire 1d");
    is_refused(&club, past, "made to hold for a time only");
    club_end(&club);
}

static void test_once(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "bruno");
    g_autofree char *words = lines_of(PLACE "say Here\n\nI come");
    g_autofree char *block = gpg_clear(home, "bruno", words, club.now, NULL);
    g_autofree char *blanks = replaced(block, "say Here\n", "say Here  \n");
    drop_text(&club, block);
    club_expect(&club, ANNA, "press", "bruno says: “Here");
    guint before = club_count(&club, ANNA);
    drop_text(&club, block);
    club_expect(&club, BRUNO, "refused", "This signed mail has acted already.");
    drop_text(&club, blanks); // which aren't signed
    club_expect(&club, BRUNO, "refused", "This signed mail has acted already.");
    assert_int_equal(club_count(&club, ANNA), before);
    club_end(&club);
}

// A signature over text holds over more than one way to write it; the mail that carries it acts
// once for all of these.
static void test_once_reshaped(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "bruno");
    g_autofree char *words = lines_of(PLACE "say Here");
    g_autofree char *mail =
        gpg_mail_signed(home, "bruno", words, GPG_MAIL_BASE64, club.now, "--textmode");
    g_autofree char *ends = replaced(mail, "\n\n--out\n", "\r\r\n\n--out\n");
    gpg_mail_drop(&club, mail);
    club_expect(&club, ANNA, "press", "bruno says: “Here");
    guint before = club_count(&club, ANNA);
    gpg_mail_drop(&club, ends);
    club_expect(&club, BRUNO, "refused", "This signed mail has acted already.");
    assert_int_equal(club_count(&club, ANNA), before);
    club_end(&club);
}

// A clear-signed text that begins with a blank line is a whole part of a mail, without a header.
static void test_once_unwrapped(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "bruno");
    g_autofree char *lines = lines_of(PLACE "say Here");
    g_autofree char *words = g_strconcat("\n", lines, NULL);
    g_autofree char *block = gpg_clear(home, "bruno", words, club.now, NULL);
    const char *armor = strstr(block, "-----BEGIN PGP SIGNATURE");
    g_autofree char *part = g_strchomp(g_strdup(words));
    g_autofree char *mail = gpg_mail_around(part, armor, "");
    drop_text(&club, block);
    club_expect(&club, ANNA, "press", "bruno says: “Here");
    guint before = club_count(&club, ANNA);
    gpg_mail_drop(&club, mail);
    club_expect(&club, BRUNO, "refused", "This signed mail has acted already.");
    assert_int_equal(club_count(&club, ANNA), before);
    club_end(&club);
}

// No room for temporary files: the mail waits, and later it is read.
static void test_no_room(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "bruno");
    g_autofree char *words = lines_of(PLACE "play 2");
    g_autofree char *mail = gpg_mail_signed(home, "bruno", words, GPG_MAIL_PLAIN, club.now, NULL);
    club_drop(&club, mail, strlen(mail));
    assert_int_equal(club_program(&club, "tick", NULL, 0, "TMPDIR=/nowhere"), 75);
    assert_string_equal(moves(&club), "1");
    club.now += 60;
    club_tick(&club);
    assert_string_equal(moves(&club), "2");
    club_end(&club);
}

// Commands above, below or beside what is signed, and half of what it is for.
static void test_added(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "bruno");
    g_autofree char *before = club_dump(&club);
    g_autofree char *words = lines_of(PLACE "play 2");
    g_autofree char *good = gpg_clear(home, "bruno", words, club.now, NULL);
    g_autofree char *half_words = lines_of("game 1\nplay 2");
    g_autofree char *above = g_strconcat("play 3\n\n", good, NULL);
    g_autofree char *below = g_strconcat(good, "\nplay 3\n", NULL);
    g_autofree char *half = gpg_clear(home, "bruno", half_words, club.now, NULL);
    const char *const bodies[] = {above, below, half};
    for (gsize i = 0; i < G_N_ELEMENTS(bodies); i++) {
        drop_text(&club, bodies[i]);
        assert_string_equal(club_last(&club, BRUNO)->kind, "unclear");
    }
    g_autofree char *after = club_dump(&club);
    assert_string_equal(before, after);
    club_end(&club);
}

// ---- keys --------------------------------------------------------------------------------------

static void test_expired(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "short");
    club.now += 20 * CLUB_DAY;
    club_tick(&club);
    gint64 inside = club.now - 15 * CLUB_DAY;
    g_autofree char *words = lines_of("game 0\nturn 0\nseat bruno\nnick berta");
    g_autofree char *mail = gpg_mail_signed(home, "short", words, GPG_MAIL_PLAIN, inside, NULL);
    gpg_mail_drop(&club, mail);
    club_expect(&club, BRUNO, "refused", "your OpenPGP key, but that has expired");
    // The owner gives it more time: the key itself proves that.
    gpg_extend(home, "short", "5y", inside);
    g_autofree char *public = gpg_public(home, "short", inside);
    g_autofree char *renewed = g_strconcat("key openpgp\n\n", public, NULL);
    club_move(&club, BRUNO, renewed);
    club_expect(&club, BRUNO, "answer", "I have taken over what is new in your key");
    gpg_mail_drop(&club, mail);
    club_expect(&club, BRUNO, "answer", "You are called berta from now on");
    club_end(&club);
}

static void test_revoked(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "doomed");
    g_autofree char *words = lines_of("game 0\nturn 0\nseat bruno\nnick berta");
    g_autofree char *mail = gpg_mail_signed(home, "doomed", words, GPG_MAIL_PLAIN, club.now, NULL);
    g_autofree char *old = gpg_public(home, "doomed", club.now);
    gpg_revoke(home, "doomed", club.now);
    g_autofree char *public = gpg_public(home, "doomed", club.now);
    g_autofree char *revoked = g_strconcat("key openpgp\n\n", public, NULL);
    g_autofree char *again = g_strconcat("key openpgp\n\n", old, NULL);
    club_move(&club, BRUNO, revoked);
    club_expect(&club, BRUNO, "answer", "This key is revoked");
    club_move(&club, BRUNO, again); // takes nothing back
    gpg_mail_drop(&club, mail);
    club_expect(&club, BRUNO, "refused", "an OpenPGP key that is revoked");
    club_end(&club);
}

static void test_changing(void **state)
{
    (void)state;
    struct club club;
    begin(&club, "bruno");
    g_autofree char *public = gpg_public(home, "other", club.now);
    g_autofree char *words = g_strconcat("key openpgp\n\n", public, NULL);
    club_move(&club, BRUNO, words);
    club_expect(&club, BRUNO, "refused", "can only be changed or dropped by a mail that is signed");
    g_autofree char *rest = g_strconcat("game 0\nturn 0\nseat bruno\n", words, NULL);
    g_autofree char *lines = lines_of(rest);
    g_autofree char *forged = gpg_mail_signed(home, "other", lines, GPG_MAIL_PLAIN, club.now, NULL);
    gpg_mail_drop(&club, forged);
    club_expect(&club, BRUNO, "refused", "does not fit its words");
    g_autofree char *change = gpg_mail_signed(home, "bruno", lines, GPG_MAIL_PLAIN, club.now, NULL);
    gpg_mail_drop(&club, change);
    club_expect(&club, BRUNO, "answer", "is registered");
    g_autofree char *off_words = lines_of("game 0\nturn 0\nseat bruno\nkey off");
    g_autofree char *late =
        gpg_mail_signed(home, "bruno", off_words, GPG_MAIL_PLAIN, club.now, NULL);
    gpg_mail_drop(&club, late);
    club_expect(&club, BRUNO, "refused", "does not fit its words");
    g_autofree char *off =
        gpg_mail_signed(home, "other", off_words, GPG_MAIL_PLAIN, club.now, NULL);
    gpg_mail_drop(&club, off);
    club_expect(&club, BRUNO, "answer", "Your key is no longer used.");
    club_end(&club);
}

static void test_bad_keys(void **state)
{
    (void)state;
    g_autofree char *secret = gpg_secret(home, "bruno", CLUB_START);
    g_autofree char *weak = gpg_public(home, "weak", CLUB_START);
    g_autofree char *expired = gpg_public(home, "gone", CLUB_START);
    g_autofree char *good = gpg_public(home, "bruno", CLUB_START);
    g_autofree char *other = gpg_public(home, "other", CLUB_START);
    g_autofree char *broken = replaced(good, "\n\n", "\n\nAAAA");
    g_autofree char *masked = replaced(secret, "BEGIN PGP PRIVATE", "BEGIN PGP PUBLIC");
    g_autofree char *masked_end = replaced(masked, "END PGP PRIVATE", "END PGP PUBLIC");
    const struct {
        const char *key, *kind, *says;
    } rows[] = {{secret, "unclear", "That was a secret key!"},
                {masked_end, "refused", "That was your secret key!"},
                {weak, "refused", "This key is too weak"},
                {expired, "refused", "This key has expired"},
                {broken, "refused", "That is no OpenPGP public key"},
                {"", "unclear", "belongs one public key of that kind"}};
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "robots=1");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *words = g_strconcat("key openpgp\n\n", rows[i].key, NULL);
        struct club copy;
        club_copy(&club, &copy);
        club_letter(&copy, ANNA, words, .reply = club_last(&club, ANNA), .quote = "");
        club_tick(&copy);
        club_expect(&copy, ANNA, rows[i].kind, rows[i].says);
        assert_string_equal(club_sql(&copy, "SELECT count(*) FROM key"), "0");
        club_end(&copy);
    }
    g_autofree char *print = gpg_fingerprint(home, "other", CLUB_START);
    g_autofree char *named = g_strconcat("key openpgp ", print, "\n\n", good, NULL);
    club_letter(&club, ANNA, named, .reply = club_last(&club, ANNA), .quote = "");
    club_tick(&club);
    club_expect(&club, ANNA, "refused", "another than the one that you name");
    club_end(&club);
}

// The public key as a file, as mail programs attach it.
static void test_attached_key(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 2, "discard=0");
    g_autofree char *last = g_strdup(club_last(&club, BRUNO)->parts->text);
    g_strchomp(last);
    g_autofree char *public = gpg_public(home, "bruno", club.now);
    g_autofree char *mail = g_strconcat(
        GPG_MAIL_HEAD, "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nkey openpgp\n",
        strrchr(last, '\n'),
        "\n--b\nContent-Type: application/pgp-keys; name=\"OpenPGP_0x1234.asc\"\n"
        "Content-Disposition: attachment; filename=\"OpenPGP_0x1234.asc\"\n\n",
        public, "\n--b--\n", NULL);
    gpg_mail_drop(&club, mail);
    g_autofree char *print = gpg_fingerprint(home, "bruno", club.now);
    g_autofree char *wanted = g_strconcat("- [key openpgp ", print, "]", NULL);
    club_expect(&club, BRUNO, "ask", wanted);
    club_move(&club, BRUNO, "yes");
    club_expect(&club, BRUNO, "answer", "is registered");
    // Beside signed words a file may be anybody's: they have to name it.
    g_strlcpy(referee, club_text(club_last(&club, BRUNO), "key"), sizeof referee);
    g_autofree char *mine = lines_of("game 0\nturn 0\nseat bruno\nkey openpgp");
    g_autofree char *block = gpg_clear(home, "bruno", mine, club.now, NULL);
    g_autofree char *other = gpg_public(home, "other", club.now);
    g_autofree char *swapped = g_strconcat(
        GPG_MAIL_HEAD, "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", block,
        "\n--b\nContent-Type: application/pgp-keys; name=k.asc\n\n", other, "\n--b--\n", NULL);
    gpg_mail_drop(&club, swapped);
    club_expect(&club, BRUNO, "unclear", "may be attached only where the words name it");
    club_end(&club);
}

// ---- the program -------------------------------------------------------------------------------

// Nothing gets out of its walls, GnuPG works within them, and nothing is left behind.
static void test_walls(void **state)
{
    (void)state;
    g_autofree char *program = place_program("openpgp");
    g_autofree char *folder = g_dir_make_tmp("walls-XXXXXX", NULL);
    g_autofree char *said = NULL;
    const char *const argv[] = {program, "--self-test", NULL};
    int status = 1;
    assert_true(g_setenv("TMPDIR", folder, TRUE));
    assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &said, NULL,
                             &status, NULL));
    struct desk desk = {.now = CLUB_START};
    struct openpgp_key key;
    g_autofree char *public = gpg_public(home, "bruno", CLUB_START);
    assert_true(openpgp_look(&desk, public, NULL, &key, NULL));
    g_unsetenv("TMPDIR");
    if (status != 0)
        fail_msg("%s", said);
    assert_non_null(strstr(said, "gpg inside: works"));
    assert_null(key.fault);
    openpgp_key_clear(&key);
    assert_int_equal(g_rmdir(folder), 0);
}

// ------------------------------------------------------------------------------------------------

static int make_keys(void **state)
{
    (void)state;
    home = gpg_begin();
    if (!home)
        return -1;
    gpg_make(home, "bruno", "ed25519", "sign", "0", BEFORE);
    gpg_make(home, "other", "ed25519", "sign", "0", BEFORE);
    gpg_make(home, "short", "ed25519", "sign", "20d", BEFORE);
    gpg_make(home, "doomed", "ed25519", "sign", "0", BEFORE);
    gpg_make(home, "gone", "ed25519", "sign", "5d", BEFORE);
    gpg_make(home, "weak", "rsa1024", "sign", "0", BEFORE);
    return 0;
}

static int drop_keys(void **state)
{
    (void)state;
    gpg_end(home);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walls),          cmocka_unit_test(test_mime),
        cmocka_unit_test(test_clear),          cmocka_unit_test(test_answer),
        cmocka_unit_test(test_ornament),       cmocka_unit_test(test_altered),
        cmocka_unit_test(test_once),           cmocka_unit_test(test_once_reshaped),
        cmocka_unit_test(test_once_unwrapped), cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_added),          cmocka_unit_test(test_expired),
        cmocka_unit_test(test_revoked),        cmocka_unit_test(test_changing),
        cmocka_unit_test(test_bad_keys),       cmocka_unit_test(test_attached_key),
    };
    return cmocka_run_group_tests_name("hub: openpgp", tests, make_keys, drop_keys);
}
