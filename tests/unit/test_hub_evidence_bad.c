// SPDX-License-Identifier: MIT
// Evidence that was tampered with, in all ways that there are, by somebody who can't sign for the
// referee, and by a referee who can: each names its line and says why.
#include "tests/unit/signers.h"

#include "tests/unit/gpg.h"

#include "referee/evidence/evidence_check.h"
#include "referee/record/record.h"

#include <sodium.h>

static char *record, *evidence; // of a game of three that holds
static char *other_record;      // of another game
static guint8 secret[crypto_sign_SECRETKEYBYTES];
static const struct evidence_openpgp *knows_openpgp; // NULL: nobody here does

// ---- lines -------------------------------------------------------------------------------------

static GPtrArray *lines_of(const char *text)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) all = g_strsplit(text, "\n", -1);
    for (char **line = all; line[0] && line[1]; line++)
        g_ptr_array_add(lines, g_strdup(*line));
    return lines;
}

static char *joined(const GPtrArray *lines)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < lines->len; i++)
        g_string_append_printf(out, "%s\n", (const char *)lines->pdata[i]);
    return g_string_free(out, FALSE);
}

// The index of the n-th line, from 0, that begins so.
static guint find(const GPtrArray *lines, const char *start, guint n)
{
    for (guint i = 0; i < lines->len; i++)
        if (g_str_has_prefix(lines->pdata[i], start) && n-- == 0)
            return i;
    fail_msg("there is no %s", start);
    return 0;
}

static void set(GPtrArray *lines, guint i, char *line)
{
    g_free(lines->pdata[i]);
    lines->pdata[i] = line;
}

// ---- what a referee can do ---------------------------------------------------------------------

// The seals anew, over what stands below.
static void seal_again(GPtrArray *lines)
{
    guint8 seed[DEAL_SEED];
    g_autoptr(GPtrArray) said = lines_of(record);
    const char *hex = (const char *)said->pdata[find(said, "seed ", 0)] + strlen("seed ");
    assert_true(field_hash((struct field){hex, strlen(hex)}, seed));
    for (guint i = 0; i + 2 < lines->len; i++) {
        const char *line = lines->pdata[i];
        const char *text = lines->pdata[i + 1];
        const char *sign = lines->pdata[i + 2];
        const char *end = strrchr(line, ' ');
        if (!g_str_has_prefix(text, "text "))
            continue;
        crypto_generichash_state state;
        guint8 seal[DEAL_HASH];
        char digits[2 * DEAL_HASH + 1];
        g_autofree char *all =
            g_strdup_printf("23 evidence v1\n%.*s\n%s\n%s\n", (int)(end - line), line, text, sign);
        crypto_generichash_init(&state, seed, sizeof seed, sizeof seal);
        crypto_generichash_update(&state, (const guint8 *)all, strlen(all));
        crypto_generichash_final(&state, seal, sizeof seal);
        sodium_bin2hex(digits, sizeof digits, seal, sizeof seal);
        set(lines, i, g_strdup_printf("%.*s %s", (int)(end - line), line, digits));
    }
}

// The chain and the signature anew.
static void sign_again(GPtrArray *lines)
{
    guint8 chain[CHAIN_HASH] = {0};
    guint8 signature[CHAIN_SIGNATURE];
    const guint end = find(lines, "chain ", 0);
    for (guint i = 0; i < end; i++) {
        const char *line = lines->pdata[i];
        if (!g_str_has_prefix(line, "text ") && !g_str_has_prefix(line, "sign ") &&
            !g_str_has_prefix(line, "as "))
            chain_add(chain, line, strlen(line));
    }
    chain_sign(CHAIN_EVIDENCE, chain, secret, signature);
    set(lines, end, line_chain(chain));
    set(lines, end + 1, line_signature(signature));
}

// ---- what is said of it ------------------------------------------------------------------------

static void must_fail(const char *text, const char *against, gsize line, const char *reason)
{
    struct game game;
    struct record_fault fault = {0};
    struct evidence_outcome outcome;
    assert_true(record_verify(&game, against, strlen(against), NULL, &fault));
    const gboolean holds = evidence_check(text, strlen(text), against, strlen(against), &game,
                                          knows_openpgp, &outcome, &fault);
    game_clear(&game);
    if (holds || fault.line != line || !strstr(fault.reason, reason))
        fail_msg("line %zu: %s; it should be line %zu: %s", holds ? 0 : fault.line,
                 holds ? "holds" : fault.reason, line, reason);
}

typedef void change(GPtrArray *lines);

// The change by a stranger, or by the referee, who seals and signs again.
static void try(change *how, gboolean by_referee, const char *at, guint n, int offset,
                const char *reason)
{
    g_autoptr(GPtrArray) lines = lines_of(evidence);
    how(lines);
    const guint line = find(lines, at, n) + 1 + (guint)offset;
    if (by_referee) {
        seal_again(lines);
        sign_again(lines);
    }
    g_autofree char *text = joined(lines);
    must_fail(text, record, line, reason);
}

static void flip_end(GPtrArray *lines, const char *start, guint n)
{
    char *line = lines->pdata[find(lines, start, n)];
    const gsize at = strlen(line) - 4; // not in the padding
    line[at] = line[at] == 'a' ? 'b' : 'a';
}

static void change_title(GPtrArray *lines)
{
    set(lines, 0, g_strdup("23 evidence v2"));
}
static void change_key(GPtrArray *lines)
{
    flip_end(lines, "key ", 0);
}
static void change_seal(GPtrArray *lines)
{
    flip_end(lines, "proof ", 2);
}
static void change_text(GPtrArray *lines)
{
    flip_end(lines, "text ", 3);
}
// Words that read the same, and weren't signed.
static void change_words(GPtrArray *lines)
{
    const guint at = find(lines, "text ", 3);
    gsize len;
    g_autofree guchar *text = g_base64_decode((char *)lines->pdata[at] + strlen("text "), &len);
    guchar *word = memmem(text, len, "play", 4);
    if (!word)
        word = memmem(text, len, "pass", 4);
    assert_non_null(word);
    *word = 'P';
    g_autofree char *base64 = g_base64_encode(text, len);
    set(lines, at, g_strconcat("text ", base64, NULL));
}
static void change_sign(GPtrArray *lines)
{
    flip_end(lines, "sign ", 3);
}
static void change_record(GPtrArray *lines)
{
    flip_end(lines, "record ", 0);
}
static void change_signature(GPtrArray *lines)
{
    char *line = lines->pdata[find(lines, "signature ", 0)];
    line[20] = line[20] == 'A' ? 'B' : 'A';
}
static void drop_proof(GPtrArray *lines)
{
    g_ptr_array_remove_range(lines, find(lines, "proof ", 4), 3);
}
static void drop_last_proof(GPtrArray *lines)
{
    const guint end = find(lines, "record ", 0);
    g_ptr_array_remove_range(lines, end - 3, 3);
}
static void add_after_end(GPtrArray *lines)
{
    g_ptr_array_add(lines, g_strdup("key 3 anna ed25519 AAAA"));
}
static void garble(GPtrArray *lines)
{
    set(lines, find(lines, "proof ", 1), g_strdup("prove 9 anna"));
}
static void bad_base64(GPtrArray *lines)
{
    set(lines, find(lines, "text ", 1), g_strdup("text ?"));
}

// How many testimonies stand above her first.
static guint first_of_anna(void)
{
    g_autoptr(GPtrArray) lines = lines_of(evidence);
    guint n = 0;
    for (guint i = 0; i < lines->len; i++) {
        n += g_str_has_prefix(lines->pdata[i], "sign ");
        if (g_str_has_prefix(lines->pdata[i], "proof ") && strstr(lines->pdata[i], " anna "))
            return n;
    }
    return n;
}

static void test_by_strangers(void **state)
{
    (void)state;
    must_fail("", record, 1, "ends before its signature");
    try(change_title, FALSE, "23 ", 0, 0, "`23 evidence v1` should stand here");
    try(change_key, FALSE, "sign ", first_of_anna(), 0, "by the key of `anna`");
    try(change_seal, FALSE, "proof ", 2, 0, "was not what is sealed here");
    try(change_text, FALSE, "proof ", 3, 0, "was not what is sealed here");
    try(change_sign, FALSE, "proof ", 3, 0, "was not what is sealed here");
    try(change_record, FALSE, "chain ", 0, 0, "the chain over the lines above is another");
    try(change_signature, FALSE, "signature ", 0, 0, "not that of the referee");
    try(drop_proof, FALSE, "proof ", 4, 0, "should be proven here");
    try(add_after_end, FALSE, "signature ", 0, 1, "nothing can follow the signature");
    try(garble, FALSE, "prove ", 0, 0, "`key`, `proof` or `record` should stand here");
    try(bad_base64, FALSE, "text ?", 0, 0, "not the base64");
    g_autofree char *cut = g_strndup(evidence, strlen(evidence) - 1);
    g_autoptr(GPtrArray) lines = lines_of(evidence);
    must_fail(cut, record, lines->len, "ends within this line");
    must_fail(evidence, other_record, 2, "of another game");
}

// ---- a referee who cheats ----------------------------------------------------------------------

// Two entries' testimonies, one put in the place of the other.
static void say_again(GPtrArray *lines, guint from, guint to)
{
    for (guint k = 1; k <= 2; k++)
        set(lines, to + k, g_strdup(lines->pdata[from + k]));
}

// The next proof behind this one by the same seat.
static guint next_of_seat(const GPtrArray *lines, guint from)
{
    g_auto(GStrv) words = g_strsplit(lines->pdata[from], " ", -1);
    for (guint i = from + 1; i < lines->len; i++) {
        g_auto(GStrv) other = g_strsplit(lines->pdata[i], " ", -1);
        if (g_str_has_prefix(lines->pdata[i], "proof ") && g_str_equal(words[2], other[2]))
            return i;
    }
    fail_msg("no other proof of the seat");
    return 0;
}

static void use_twice(GPtrArray *lines)
{
    const guint first = find(lines, "proof ", 1);
    say_again(lines, first, next_of_seat(lines, first));
}
static void use_early(GPtrArray *lines)
{
    const guint first = find(lines, "proof ", 1);
    say_again(lines, next_of_seat(lines, first), first);
}
static void use_of_another(GPtrArray *lines)
{
    say_again(lines, find(lines, "proof ", 1), find(lines, "proof ", 2));
}
static void another_key(GPtrArray *lines)
{
    const guint at = find(lines, "proof ", 6);
    g_auto(GStrv) words = g_strsplit(lines->pdata[find(lines, "proof ", 5)], " ", -1);
    g_auto(GStrv) key = g_strsplit(lines->pdata[find(lines, "key ", 0)], " ", -1);
    g_ptr_array_insert(lines, (gint)at,
                       g_strdup_printf("key %s anna ed25519 %s", words[1], key[4]));
}
static void key_of_nobody(GPtrArray *lines)
{
    const guint at = find(lines, "key ", 1);
    g_auto(GStrv) key = g_strsplit(lines->pdata[at], " ", -1);
    set(lines, at, g_strdup_printf("key %s nobody %s %s", key[1], key[3], key[4]));
}
static void no_key(GPtrArray *lines)
{
    g_ptr_array_remove_index(lines, find(lines, "key ", 1));
}
static void another_referee(GPtrArray *lines)
{
    guint8 key[32], own[64];
    char hex[65];
    crypto_sign_keypair(key, own);
    sodium_bin2hex(hex, sizeof hex, key, sizeof key);
    memcpy(secret, own, sizeof own);
    set(lines, 2, g_strdup_printf("referee %s", hex));
}
static void another_commit(GPtrArray *lines)
{
    flip_end(lines, "commit ", 0);
}
static void another_record(GPtrArray *lines)
{
    flip_end(lines, "record ", 0);
}
static void as_nothing(GPtrArray *lines)
{
    const guint at = find(lines, "proof ", 2);
    g_ptr_array_remove_index(lines, at + 1);
    set(lines, at + 1, g_strdup("as 4"));
}

static void test_by_the_referee(void **state)
{
    (void)state;
    guint8 kept[sizeof secret];
    memcpy(kept, secret, sizeof secret);
    try(change_words, TRUE, "text ", 3, 1, "this is no signature of that text");
    try(drop_proof, TRUE, "proof ", 4, 0, "should be proven here");
    try(drop_last_proof, TRUE, "record ", 0, 0, "should be proven here");
    {
        g_autoptr(GPtrArray) lines = lines_of(evidence);
        const guint first = find(lines, "proof ", 1);
        const guint second = next_of_seat(lines, first);
        guint n = 0;
        for (guint i = 0; i < second; i++)
            n += g_str_has_prefix(lines->pdata[i], "proof ");
        try(use_twice, TRUE, "proof ", n, 1, "what was signed says something else");
        try(use_early, TRUE, "proof ", 1, 1, "is for a turn that wasn't yet");
    }
    try(use_of_another, TRUE, "proof ", 2, 1, "not the base64 of a text and of its signature");
    try(another_key, TRUE, "key ", 3, 0, "had a key before, which did not sign this");
    try(key_of_nobody, TRUE, "key ", 1, 0, "nobody is called `nobody`");
    try(no_key, TRUE, "proof ", 0, 0, "is known here");
    try(another_commit, TRUE, "commit ", 0, 0, "the record has another commitment");
    try(another_record, TRUE, "record ", 0, 0, "the record's chain is another");
    try(as_nothing, TRUE, "as 4", 0, 0, "nothing was signed for line 4");
    try(another_referee, TRUE, "referee ", 0, 0, "the record is signed by another referee");
    memcpy(secret, kept, sizeof secret);
}

// ---- a key of OpenPGP --------------------------------------------------------------------------

// Another key than the one that was signed for.
static void change_new_key(GPtrArray *lines)
{
    char *fingerprint = strstr(lines->pdata[find(lines, "key ", 2)], " openpgp ");
    assert_non_null(fingerprint);
    fingerprint += strlen(" openpgp ");
    fingerprint[0] = fingerprint[0] == 'A' ? 'B' : 'A';
}

static enum testimony_verdict no_check(const struct testimony *testimony, const char *fingerprint,
                                       gint64 at, gpointer data)
{
    (void)testimony, (void)fingerprint, (void)at, (void)data;
    return TESTIMONY_UNCHECKED;
}

static enum testimony_verdict is_of(const char *fingerprint, const char *armor, gint64 at,
                                    gpointer data)
{
    assert_true(g_str_has_prefix(armor, "-----BEGIN PGP PUBLIC KEY BLOCK-----") && at > 0);
    return g_str_equal(fingerprint, data) ? TESTIMONY_HOLDS : TESTIMONY_FAILS;
}

// Bruno's minisign signs for the key; says: with its fingerprint, too.
static void with_new_key(const char *home, gboolean says)
{
    struct club club;
    struct signers signers;
    struct game game;
    struct record_fault fault = {0};
    struct evidence_outcome outcome;
    char *kept[] = {record, evidence};
    signers_begin(&signers, &club, 2, 2, "discard=0");
    g_autofree char *public = gpg_public(home, "bruno", club.now);
    g_autofree char *fingerprint = gpg_fingerprint(home, "bruno", club.now);
    g_autofree char *words = g_strconcat("key openpgp", says ? " " : "", says ? fingerprint : "",
                                         "\n\n", g_strchomp(public), NULL);
    signers_sign(&signers, 1, "game 0\nturn 0\nseat bruno", words);
    club_tick(&club);
    club_expect(&club, BRUNO, "answer", "is registered.");
    assert_int_equal(club_program(&club, "game cancel 2 Enough", NULL, 0, NULL), 0);
    club_tick(&club);
    record = club_last(&club, ANNA)->record;
    evidence = club_last(&club, ANNA)->evidence;
    const struct evidence_openpgp openpgp = {no_check, is_of, fingerprint};
    assert_true(record_verify(&game, record, strlen(record), NULL, &fault));
    assert_true(evidence_check(evidence, strlen(evidence), record, strlen(record), &game, &openpgp,
                               &outcome, &fault));
    assert_int_equal(outcome.unchecked, 0);
    assert_true(evidence_check(evidence, strlen(evidence), record, strlen(record), &game, NULL,
                               &outcome, &fault));
    assert_int_equal(outcome.unchecked, says ? 0 : 1);
    game_clear(&game);
    knows_openpgp = says ? NULL : &openpgp;
    try(change_new_key, TRUE, "key ", 2, 1, "what was signed does not register this key");
    knows_openpgp = NULL;
    record = kept[0];
    evidence = kept[1];
    signers_end(&signers);
    club_end(&club);
}

static void test_new_key(void **state)
{
    (void)state;
    char *home = gpg_begin();
    assert_non_null(home);
    gpg_make(home, "bruno", "ed25519", "sign", "0", CLUB_START - 10 * CLUB_DAY);
    with_new_key(home, TRUE);
    with_new_key(home, FALSE);
    gpg_end(home);
}

// ---- another's seat ----------------------------------------------------------------------------

// The key of whoever sat there before proves nothing of an heir's, whose own isn't named.
static void test_heir(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    guint left = 20;
    signers_begin(&signers, &club, 3, 2, "discard=0");
    signers_sign(&signers, 0, "game 2\nturn 0\nseat anna", "substitute clara");
    club_tick(&club);
    g_autofree char *place = g_strdup_printf(
        "game 0\nturn %" G_GINT64_FORMAT "\nseat clara",
        club_sql_number(&club, "SELECT max(id) FROM matter WHERE kind = 'substitute'"));
    signers_sign(&signers, 2, place, "join 2");
    club_tick(&club);
    while (!signers_move_of(&signers, 2) && left-- > 0)
        assert_true(signers_move_of(&signers, 1));
    assert_int_equal(club_program(&club, "game cancel 2 Enough", NULL, 0, NULL), 0);
    club_tick(&club);
    const struct club_mail *mail = club_last(&club, CLARA);
    g_autoptr(GPtrArray) lines = lines_of(mail->evidence);
    char *kept = record;
    record = mail->record;
    g_ptr_array_remove_index(lines, find(lines, "key ", 2));
    guint at = 0;
    while (!strstr(lines->pdata[at], " clara "))
        at++;
    assert_true(g_str_has_prefix(lines->pdata[at], "proof "));
    seal_again(lines);
    sign_again(lines);
    g_autofree char *text = joined(lines);
    must_fail(text, record, at + 1, "no key of `clara` is known here");
    record = kept;
    signers_end(&signers);
    club_end(&club);
}

// ------------------------------------------------------------------------------------------------

// Any byte changed, here and there: it never holds, and never fails above what was changed.
static void test_any_byte(void **state)
{
    (void)state;
    struct game game;
    struct record_fault fault;
    struct evidence_outcome outcome;
    guint tried = 0;
    assert_true(record_verify(&game, record, strlen(record), NULL, &fault));
    for (gsize at = 0; at < strlen(evidence); at += 37, tried++) {
        g_autofree char *bad = g_strdup(evidence);
        bad[at] = bad[at] == 'x' ? 'y' : 'x';
        if (evidence_check(bad, strlen(bad), record, strlen(record), &game, NULL, &outcome, &fault))
            fail_msg("byte %zu may be another: %.60s", at, evidence + at - 30);
    }
    assert_true(tried > 200);
    game_clear(&game);
}

// ------------------------------------------------------------------------------------------------

static int play(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    guint8 seed[crypto_sign_SEEDBYTES];
    guint8 public[crypto_sign_PUBLICKEYBYTES];
    memset(seed, 0xcc, sizeof seed); // the key of all clubs
    crypto_sign_seed_keypair(public, secret, seed);
    signers_begin(&signers, &club, 3, 3, "discard=0");
    club.hasty = TRUE;
    signers_finish(&signers);
    record = g_strdup(club_last(&club, ANNA)->record);
    evidence = g_strdup(club_last(&club, ANNA)->evidence);
    assert_int_equal(club_program(&club, "game cancel 1 Enough", NULL, 0, NULL), 0);
    club_tick(&club);
    other_record = g_strdup(club_last(&club, ANNA)->record);
    signers_end(&signers);
    club_end(&club);
    return !record || !evidence || !other_record;
}

static int forget(void **state)
{
    (void)state;
    g_free(record);
    g_free(evidence);
    g_free(other_record);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_strangers), cmocka_unit_test(test_by_the_referee),
        cmocka_unit_test(test_new_key),      cmocka_unit_test(test_heir),
        cmocka_unit_test(test_any_byte),
    };
    return cmocka_run_group_tests_name("hub: bad evidence", tests, play, forget);
}
