// SPDX-License-Identifier: MIT
// Games in which every seat signs, and the evidence of them (docs/record.md): that it proves a
// whole game of three tools, grows with it, follows keys and seats that change, and tells nobody
// anything before the end.
#include "tests/unit/signers.h"

#include "referee/evidence/evidence_check.h"
#include "referee/record/record.h"

#include <sodium.h>

static const struct club_mail *the_end(const struct club *club, const char *to)
{
    for (guint i = club->mails->len; i-- > 0;) {
        const struct club_mail *mail = club->mails->pdata[i];
        if (g_str_equal(mail->to, to) && mail->evidence)
            return mail;
    }
    fail_msg("%s got no evidence", to);
    return NULL;
}

// Checks the record and the evidence of a mail, which must hold.
static struct evidence_outcome checked(const struct club_mail *mail)
{
    struct game game;
    struct record_fault fault;
    struct evidence_outcome outcome;
    if (!record_verify(&game, mail->record, strlen(mail->record), NULL, &fault))
        fail_msg("line %zu of the record: %s\n%s", fault.line, fault.reason, mail->record);
    if (!evidence_check(mail->evidence, strlen(mail->evidence), mail->record, strlen(mail->record),
                        &game, &outcome, &fault))
        fail_msg("line %zu: %s\n%s\n%s", fault.line, fault.reason, mail->evidence, mail->record);
    game_clear(&game);
    return outcome;
}

// How many lines of a text begin and end so.
static guint lines_of(const char *text, const char *start, const char *end)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint n = 0;
    for (char **line = lines; *line; line++)
        n += g_str_has_prefix(*line, start) && g_str_has_suffix(*line, end);
    return n;
}

static void test_whole_game(void **state)
{
    (void)state;
    struct club club;
    struct signers signers;
    signers_begin(&signers, &club, 3, "discard=3");
    signers_finish(&signers);
    for (unsigned i = 0; i < signers.n; i++) {
        const struct club_mail *mail = the_end(&club, signers_address(i));
        const struct evidence_outcome outcome = checked(mail);
        const guint deeds = lines_of(mail->record, "move ", "") +
                            lines_of(mail->record, "discard ", "") -
                            lines_of(mail->record, "move ", "Z 1");
        assert_int_equal(outcome.proofs, deeds);
        assert_true(deeds > 20);
        assert_int_equal(outcome.unchecked, 0);
        assert_int_equal(lines_of(mail->evidence, "key ", ""), 3);
        club_holds(mail, "is attached as game-2.evidence");
    }
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM evidence"), "0");
    signers_end(&signers);
    club_end(&club);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_game),
    };
    return cmocka_run_group_tests_name("hub: evidence", tests, NULL, NULL);
}
