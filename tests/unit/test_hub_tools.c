// SPDX-License-Identifier: MIT
// Moves signed with the tools that players have already, the real programs minisign and ssh-keygen
// (spec: mail.md, "Signature"): registered, sent on all the ways that mails are packed, altered,
// moved elsewhere, said twice.
#include "tests/unit/club.h"

#include "tests/unit/tools.h"

#include <sodium.h>

static char *keys;       // a directory: the keys of bruno and of somebody else
static char referee[65]; // the key of all clubs' referee, in hex

static const char *moves(const struct club *club)
{
    return club_sql(club, "SELECT count(*) FROM log WHERE line LIKE 'move %%'");
}

// Bruno is to move in turn 2 of game 1, and has registered a key.
static void begin(struct club *club, enum tools_way way)
{
    club_begin(club);
    club_deal(1, 0, "1 2 3 4 5 6 7 8 9 10 11 12");
    club_deal(1, 1, "2 3 4 5 6 7 8 9 10 11 12 13");
    club_game(club, 2, "discard=0");
    g_autofree char *public = tools_public(keys, "bruno", way);
    g_autofree char *shown = tools_fingerprint(keys, "bruno", way);
    g_autofree char *words = g_strconcat("key ", public, NULL);
    club_move(club, BRUNO, words);
    club_expect(club, BRUNO, "ask",
                way <= TOOLS_MINISIGN ? "- [key minisign" : "- [key ssh-ed25519");
    club_move(club, BRUNO, "yes");
    club_expect(club, BRUNO, "answer", "From now on only mails that are signed with it");
    g_autofree char *told = g_strdup_printf("Your key %s is registered.", shown);
    club_holds(club_last(club, BRUNO), told);
    g_strlcpy(referee, club_text(club_last(club, BRUNO), "key"), sizeof referee);
    club_holds(club_last(club, BRUNO), referee);
}

// The lines of a move, as the player writes them into a file.
static char *lines_of(const char *rest)
{
    return g_strdup_printf("referee %s\n%s\n", referee, rest);
}

// Those lines and their signature below.
static char *signed_by(const char *name, enum tools_way way, const char *rest)
{
    g_autofree char *lines = lines_of(rest);
    g_autofree char *signature = tools_sign(keys, name, way, lines, NULL);
    return g_strconcat(lines, signature, NULL);
}

static void send_plain(struct club *club, const char *body)
{
    club_says(club, BRUNO, body);
    club_tick(club);
}

#define MOVE "game 1\nturn 2\nseat bruno\nplay 2"

// ---- on their way ------------------------------------------------------------------------------

static char *quoted_printable(const char *text)
{
    GString *out = g_string_new(NULL);
    guint column = 0;
    for (; *text; text++) {
        if (*text == '\n') {
            g_string_append_c(out, '\n');
            column = 0;
            continue;
        }
        if (column > 60) { // also in the middle of words
            g_string_append(out, "=\n");
            column = 0;
        }
        gboolean plain = g_ascii_isalnum(*text) || *text == ' ' || *text == '-' || *text == ':';
        gsize before = out->len;
        g_string_append_printf(out, plain ? "%c" : "=%02X", (guint8)*text);
        column += (guint)(out->len - before);
    }
    return g_string_free(out, FALSE);
}

static char *crlf(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return g_strjoinv("\r\n", lines);
}

static char *base64(const char *text)
{
    g_autofree char *all = g_base64_encode((const guint8 *)text, strlen(text));
    GString *out = g_string_new(NULL);
    for (gsize i = 0; i < strlen(all); i += 72)
        g_string_append_printf(out, "%.72s\n", all + i);
    return g_string_free(out, FALSE);
}

enum packing { PLAIN, QUOTED, BASE64, BASE64_CRLF, WHOLE_CRLF, GREETED, ATTACHED, PACKINGS };

static char *packed(const char *block, enum packing packing)
{
    static const char head[] = "From: <" BRUNO ">\nTo: <" REFEREE ">\nMessage-ID: <a@b>\n"
                               "MIME-Version: 1.0\n";
    static const char type[] = "Content-Type: text/plain; charset=utf-8\n"
                               "Content-Transfer-Encoding: ";
    g_autofree char *quoted = quoted_printable(block);
    g_autofree char *windows = crlf(block);
    g_autofree char *in64 = base64(packing == BASE64_CRLF ? windows : block);
    g_autofree char *whole = NULL;
    switch (packing) {
    case QUOTED:
        return g_strconcat(head, type, "quoted-printable\n\n", quoted, NULL);
    case BASE64:
    case BASE64_CRLF:
        return g_strconcat(head, type, "base64\n\n", in64, NULL);
    case WHOLE_CRLF:
        whole = g_strconcat(head, type, "7bit\n\n", block, NULL);
        return crlf(whole);
    case GREETED:
        return g_strconcat(head, type, "7bit\n\nHello,\n\n", block, "\nSee you,\nBruno\n\n> pass\n",
                           NULL);
    case ATTACHED:
        return g_strconcat(head, "Content-Type: multipart/mixed; boundary=b\n\n--b\n", type,
                           "7bit\n\nMy move is in the file.\n\n--b\n"
                           "Content-Disposition: attachment; filename=move.txt\n",
                           type, "base64\n\n", in64, "\n--b--\n", NULL);
    case PLAIN:
    case PACKINGS:
        break;
    }
    return g_strconcat(head, type, "7bit\n\n", block, NULL);
}

static void test_on_their_way(void **state)
{
    (void)state;
    guint tried = 0;
    for (enum tools_way way = 0; way < TOOLS_WAYS; way++) {
        struct club club;
        begin(&club, way);
        g_autofree char *block = signed_by("bruno", way, MOVE);
        for (enum packing packing = PLAIN; packing < PACKINGS; packing++) {
            struct club other;
            club_copy(&club, &other);
            g_autofree char *mail = packed(block, packing);
            club_drop(&other, mail, strlen(mail));
            club_tick(&other);
            if (!g_str_equal(moves(&other), "2"))
                fail_msg("way %d, packing %d: not read:\n%s", way, packing, mail);
            club_end(&other);
            tried++;
        }
        club_end(&club);
    }
    assert_int_equal(tried, TOOLS_WAYS * PACKINGS);
}

// ---- in files ----------------------------------------------------------------------------------

// A mail of a text and a file.
static char *with_file(const char *type, const char *text, const char *name, const char *file)
{
    g_autofree char *in64 = base64(file);
    return g_strconcat("From: <" BRUNO ">\nTo: <" REFEREE ">\nMessage-ID: <c@d>\n"
                       "MIME-Version: 1.0\n"
                       "Content-Type: multipart/mixed; boundary=b\n\n--b\n",
                       type, "\n\n", text,
                       "\n--b\nContent-Type: application/octet-stream\n"
                       "Content-Disposition: attachment; filename=\"",
                       name, "\"\nContent-Transfer-Encoding: base64\n\n", in64, "\n--b--\n", NULL);
}

// The words in the mail, the signature attached, as the tool wrote both.
static void test_detached(void **state)
{
    static const char plain[] = "Content-Type: text/plain; charset=utf-8";
    static const char quoted[] = "Content-Type: text/plain; charset=utf-8\n"
                                 "Content-Transfer-Encoding: quoted-printable";
    static const char flowed[] = "Content-Type: text/plain; charset=utf-8; format=flowed";
    static const char delsp[] = "Content-Type: text/plain; format=flowed; delsp=yes";
    (void)state;
    for (enum tools_way way = 0; way < TOOLS_WAYS; way++) {
        struct club club;
        begin(&club, way);
        g_autofree char *lines = lines_of(MOVE);
        g_autofree char *signature = tools_sign(keys, "bruno", way, lines, NULL);
        g_autofree char *in_qp = quoted_printable(lines);
        g_auto(GStrv) at_referee = g_strsplit(lines, "referee ", 2);
        g_auto(GStrv) at_game = g_strsplit(lines, "game 1", 2);
        g_autofree char *soft = g_strjoinv("referee \n", at_referee);
        g_autofree char *deleted = g_strjoinv("ga \nme 1", at_game);
        g_autofree char *above = g_strconcat("Hello!\n\n", lines, "\n-- \nBruno\n", NULL);
        g_autofree char *below = g_strconcat(lines, "\nOn Monday, R wrote:\n> pass\n", NULL);
        g_autofree char *changed = g_strconcat(lines, "say And me\n", NULL);
        const struct {
            const char *type, *text, *moves;
        } rows[] = {{plain, lines, "2"},   {quoted, in_qp, "2"},  {flowed, soft, "2"},
                    {delsp, deleted, "2"}, {plain, above, "2"},   {plain, below, "2"},
                    {plain, changed, "1"}, {plain, "play 2", "1"}};
        for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
            struct club other;
            club_copy(&club, &other);
            g_autofree char *mail =
                with_file(rows[i].type, rows[i].text,
                          way <= TOOLS_MINISIGN ? "move.minisig" : "move.sig", signature);
            g_autofree char *windows = crlf(mail);
            club_drop(&other, i % 2 ? windows : mail, strlen(i % 2 ? windows : mail));
            club_tick(&other);
            if (!g_str_equal(moves(&other), rows[i].moves))
                fail_msg("way %d, row %u: %s moves:\n%s", way, (guint)i, moves(&other), mail);
            club_end(&other);
        }
        club_end(&club);
    }
}

// Keys as the tools write them into files.
static void test_attached_keys(void **state)
{
    static const struct {
        const char *words, *file, *kind;
    } rows[] = {{"key minisign", "bruno.minisign.pub", "- [key minisign RW"},
                {"key ssh", "bruno.ssh.pub", "- [key ssh-ed25519 AAAA"}};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct club club;
        club_begin(&club);
        club_game(&club, 2, "discard=0");
        g_autofree char *path = g_build_filename(keys, rows[i].file, NULL);
        g_autofree char *file = NULL;
        assert_true(g_file_get_contents(path, &file, NULL, NULL));
        g_autofree char *last = g_strdup(club_last(&club, BRUNO)->parts->text);
        g_strchomp(last);
        const char *ticket = strrchr(last, '\n') + 1;
        g_autofree char *text = g_strdup_printf("%s\n\n%s\n", rows[i].words, ticket);
        g_autofree char *mail = with_file("Content-Type: text/plain", text, rows[i].file, file);
        club_drop(&club, mail, strlen(mail));
        club_tick(&club);
        club_expect(&club, BRUNO, "ask", rows[i].kind);
        club_move(&club, BRUNO, "yes");
        club_expect(&club, BRUNO, "answer", "is registered");
        // A secret one isn't wanted.
        g_autofree char *secret_path = g_strndup(path, strlen(path) - strlen(".pub"));
        g_autofree char *secret = NULL;
        assert_true(g_file_get_contents(secret_path, &secret, NULL, NULL));
        g_autofree char *wrong = with_file("Content-Type: text/plain", text, "my.pub", secret);
        g_autofree char *again = g_strconcat("X-Other: 1\n", wrong, NULL);
        club_drop(&club, again, strlen(again));
        club_tick(&club);
        club_expect(&club, BRUNO, "unclear", "That was a secret key!");
        club_end(&club);
    }
}

// ---- once ---------------------------------------------------------------------------------------

static void test_once(void **state)
{
    (void)state;
    for (enum tools_way way = 0; way < TOOLS_WAYS; way++) {
        struct club club;
        begin(&club, way);
        g_autofree char *block =
            signed_by("bruno", way, "game 1\nturn 2\nseat bruno\nsay Here\n\nI come");
        send_plain(&club, block);
        club_expect(&club, ANNA, "press", "bruno says: “Here");
        guint before = club_count(&club, ANNA);
        send_plain(&club, block);
        club_expect(&club, BRUNO, "refused", "This signed mail has acted already.");
        // Signed once more: the same words.
        g_autofree char *again =
            signed_by("bruno", way, "game 1\nturn 2\nseat bruno\nsay Here\n\nI come");
        send_plain(&club, again);
        club_expect(&club, BRUNO, "refused", "This signed mail has acted already.");
        assert_int_equal(club_count(&club, ANNA), before);
        g_autofree char *move = signed_by("bruno", way, MOVE);
        send_plain(&club, move);
        send_plain(&club, move);
        assert_string_equal(moves(&club), "2");
        club_end(&club);
    }
}

// ---- altered, moved, added to -------------------------------------------------------------------

// Whether a byte is one of those that minisign doesn't sign: its first comment, and the number of
// the key.
static gboolean isnt_signed(const char *block, const char *at)
{
    const char *comment = strstr(block, "untrusted comment:");
    const char *next = comment ? strchr(comment, '\n') + 1 : NULL;
    return comment && at >= comment + strlen("untrusted comment:") && at < next + 14 &&
           (at < next || at >= next + 2);
}

// One byte changed, here and there: nothing of it acts.
static void test_altered(void **state)
{
    (void)state;
    for (enum tools_way way = 0; way < TOOLS_WAYS; way++) {
        struct club club;
        begin(&club, way);
        g_autofree char *before = club_dump(&club);
        g_autofree char *good = signed_by("bruno", way, MOVE);
        club.unchecked = TRUE;
        guint tried = 0;
        for (gsize at = 0, len = strlen(good); at < len; at += 7) {
            if (good[at] == '\n' || isnt_signed(good, good + at))
                continue;
            g_autofree char *bad = g_strdup(good);
            bad[at] = bad[at] == 'x' ? 'y' : 'x';
            club_says(&club, BRUNO, bad);
            tried++;
        }
        club_tick(&club);
        g_autofree char *after = club_dump(&club);
        assert_string_equal(before, after);
        assert_true(tried > 30);
        send_plain(&club, good);
        assert_string_equal(moves(&club), "2");
        club_end(&club);
    }
}

// In a copy of the club, since only some answers of this kind are given a day.
static void is_refused(struct club *club, const char *body, const char *says)
{
    struct club other;
    club_copy(club, &other);
    g_autofree char *before = club_dump(&other);
    send_plain(&other, body);
    club_expect(&other, BRUNO, "refused", says);
    g_autofree char *after = club_dump(&other);
    assert_string_equal(before, after);
    club_end(&other);
}

// What is in it, moved to another place; a signature of other words, of another key, for another
// purpose.
static void test_moved(void **state)
{
    static const char wrong[] = "The signature in your mail does not fit its words";
    static const struct {
        const char *from, *to, *says;
    } rows[] = {{"game 1\n", "game 2\n", "nobody with a registered key is called so"},
                {"turn 2\n", "turn 4\n", wrong},
                {"seat bruno\n", "seat anna\n", "nobody with a registered key is called so"},
                {"play 2\n", "play 3\n", wrong},
                {"play 2\n", "play 2\nsay And me\n", wrong},
                {"play 2\n", "\nplay 2\n", wrong},
                {"play 2\n", "play 2 \n", wrong}};
    (void)state;
    for (enum tools_way way = 0; way < TOOLS_WAYS; way++) {
        struct club club;
        begin(&club, way);
        g_autofree char *good = signed_by("bruno", way, MOVE);
        for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
            g_auto(GStrv) halves = g_strsplit(good, rows[i].from, 2);
            g_autofree char *bad = g_strjoinv(rows[i].to, halves);
            is_refused(&club, bad, rows[i].says);
        }
        g_autofree char *other = signed_by("other", way, MOVE);
        is_refused(&club, other, wrong);
        // Signed for somebody else's referee.
        g_autofree char *zeros = g_strnfill(64, '0');
        g_autofree char *lines = g_strdup_printf("referee %s\n" MOVE "\n", zeros);
        g_autofree char *signature = tools_sign(keys, "bruno", way, lines, NULL);
        g_autofree char *elsewhere = g_strconcat(lines, signature, NULL);
        is_refused(&club, elsewhere, "but for another referee");
        g_autofree char *old = signed_by("bruno", way, "game 1\nturn 1\nseat bruno\nplay 2");
        is_refused(&club, old, "The game has moved on");
        club_end(&club);
    }
}

static void test_purpose(void **state)
{
    (void)state;
    static const char *const purposes[] = {"file", "git", "23-by-mai", "23-by-mail2"};
    struct club club;
    begin(&club, TOOLS_SSH);
    g_autofree char *lines = lines_of(MOVE);
    for (gsize i = 0; i < G_N_ELEMENTS(purposes); i++) {
        g_autofree char *signature = tools_sign(keys, "bruno", TOOLS_SSH, lines, purposes[i]);
        g_autofree char *block = g_strconcat(lines, signature, NULL);
        is_refused(&club, block, "does not fit its words");
    }
    club_end(&club);
}

// A command above, below or beside what is signed: unclear, and nothing acts.
static void test_added(void **state)
{
    (void)state;
    for (enum tools_way way = 0; way < TOOLS_WAYS; way++) {
        struct club club;
        begin(&club, way);
        g_autofree char *before = club_dump(&club);
        g_autofree char *good = signed_by("bruno", way, MOVE);
        g_autofree char *above = g_strconcat("play 3\n", good, NULL);
        g_autofree char *apart = g_strconcat("play 3\n\n", good, NULL);
        g_autofree char *below = g_strconcat(good, "play 3\n", NULL);
        g_autofree char *twice = g_strconcat(good, "\n", good, NULL);
        g_auto(GStrv) halves = g_strsplit(good, "play 2\n", 2);
        g_autofree char *inside = g_strjoinv("play 2\nand greetings\n", halves);
        const char *const bodies[] = {above, apart, below, twice, inside};
        for (gsize i = 0; i < G_N_ELEMENTS(bodies); i++) {
            send_plain(&club, bodies[i]);
            assert_string_equal(club_last(&club, BRUNO)->kind, "unclear");
        }
        g_autofree char *after = club_dump(&club);
        assert_string_equal(before, after);
        send_plain(&club, good);
        assert_string_equal(moves(&club), "2");
        club_end(&club);
    }
}

// ---- changing it --------------------------------------------------------------------------------

static void test_changing(void **state)
{
    (void)state;
    static const char place[] = "game 0\nturn 0\nseat bruno\nkey ";
    struct club club;
    begin(&club, TOOLS_MINISIGN);
    g_autofree char *public = tools_public(keys, "other", TOOLS_SSH);
    g_autofree char *words = g_strconcat("key ", public, NULL);
    g_autofree char *rest = g_strconcat(place, public, NULL);
    g_autofree char *old = g_strconcat(place, "off", NULL);
    club_move(&club, BRUNO, words);
    club_expect(&club, BRUNO, "refused", "so only a mail signed with it can do this");
    club_answers(&club, BRUNO, "key off");
    club_tick(&club);
    club_expect(&club, BRUNO, "refused", "so only a mail signed with it can do this");
    g_autofree char *forged = signed_by("other", TOOLS_SSH, rest);
    send_plain(&club, forged);
    club_expect(&club, BRUNO, "refused", "does not fit its words");
    g_autofree char *change = signed_by("bruno", TOOLS_MINISIGN, rest);
    send_plain(&club, change);
    club_expect(&club, BRUNO, "answer", "is registered");
    assert_string_equal(club_sql(&club, "SELECT group_concat(kind) FROM key"
                                        " WHERE dropped_at IS NULL"),
                        "ssh");
    g_autofree char *late = signed_by("bruno", TOOLS_MINISIGN, old);
    send_plain(&club, late);
    club_expect(&club, BRUNO, "refused", "does not fit its words");
    g_autofree char *off = signed_by("other", TOOLS_SSH, old);
    send_plain(&club, off);
    club_expect(&club, BRUNO, "answer", "Your key is no longer used.");
    club_move(&club, BRUNO, "nick berta"); // a ticket is enough again
    club_expect(&club, BRUNO, "answer", "You are called berta from now on");
    club_end(&club);
}

// A key of SSH under which anything would be signed, and lines that are no keys.
static void test_bad_keys(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "key ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "key ssh ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA "
        "a",
        "key minisign RWQAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "robots=1");
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        club_move(&club, ANNA, bad[i]);
        club_expect(&club, ANNA, "refused", "That is no Ed25519 public key");
    }
    club_move(&club, ANNA, "key ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAQQC7");
    assert_string_equal(club_last(&club, ANNA)->kind, "unclear");
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM key"), "0");
    club_end(&club);
}

static int make_keys(void **state)
{
    (void)state;
    keys = g_dir_make_tmp("tools-XXXXXX", NULL);
    if (!keys || sodium_init() < 0)
        return -1;
    tools_make_keys(keys, "bruno");
    tools_make_keys(keys, "other");
    return 0;
}

static int drop_keys(void **state)
{
    (void)state;
    tools_drop(keys);
    g_free(keys);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_on_their_way),  cmocka_unit_test(test_detached),
        cmocka_unit_test(test_attached_keys), cmocka_unit_test(test_once),
        cmocka_unit_test(test_altered),       cmocka_unit_test(test_moved),
        cmocka_unit_test(test_purpose),       cmocka_unit_test(test_added),
        cmocka_unit_test(test_changing),      cmocka_unit_test(test_bad_keys),
    };
    return cmocka_run_group_tests_name("hub: tools", tests, make_keys, drop_keys);
}
