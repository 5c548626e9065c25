// SPDX-License-Identifier: MIT
// Mail that no person wrote (gate 3), and mail of people that only looks a
// little like it (H91–H101).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mail/read.h"
#include "mail/read_automatic.h"
#include "mail/read_facts.h"

static json_t *facts_of(const char *header, const char *body)
{
    g_autofree char *mail =
        g_strconcat("From: Clara <clara@example.org>\r\n", header, "\r\n\r\n", body, NULL);
    return read_facts(mail, strlen(mail), READ_LIMIT);
}

static gboolean is_set(const char *key, const char *header, const char *body)
{
    json_t *facts = facts_of(header, body);
    gboolean set = json_is_string(json_object_get(facts, key));
    json_decref(facts);
    return set;
}

static const char *const AUTOMATIC[] = {
    "Auto-Submitted: auto-replied",
    "Auto-Submitted: auto-generated; x=y",
    "auto-submitted: Auto-Replied (vacation)",
    "Auto-Submitted: auto_generated",
    "Auto-Submitted: no\r\nAuto-Submitted: auto-replied",
    "Auto-Submitted: nobody",
    "Return-Path: <>",
    "Return-Path:   < >",
    "Return-Path: <MAILER-DAEMON>",
    "Precedence: bulk",
    "Precedence: Junk",
    "Precedence:list",
    "precedence: auto_reply",
    "List-Id: <x.example.org>",
    "X-Autoreply: yes",
    "X-Autoresponder: x",
    "X-Autorespond: x",
    "X-Auto-Reply: 1",
    "X-Auto-Reply-From: x",
    "X-Failed-Recipients: x@example.org",
    "Subject: Automatic reply: your turn",
    "Subject: AUTOMATIC REPLY: your turn",
    "Subject: [EXT] Automatische Antwort: du bist dran",
    "Subject: =?iso-8859-1?Q?R=E9ponse_automatique=A0=3A_a_vous?=",
    "Subject: Re\xcc\x81ponse automatique : x",
    "Subject: =?utf-8?B?6Ieq5YuV6L+U5L+h?=",
    "Subject: Abwesenheitsnotiz",
    "Subject: Out of Office: back on Monday",
    "Subject: Read: your turn",
    "Subject: Lu : a vous",
    "Subject: Recall: your turn",
    "Subject: Undeliverable: your turn",
    "Subject: *****SPAM***** Autosvar: x",
};

static const char *const PERSONS[] = {
    "Auto-Submitted: no",
    "Auto-Submitted: No (really)",
    "Auto-Submitted: no; x=y",
    "Return-Path: <clara@example.org>",
    "Precedence: first-class",
    "Precedence: normal",
    "X-Auto-Response-Suppress: All",
    "Feedback-ID: x",
    "List-Unsubscribe: <mailto:x@example.org>",
    "Subject: Re: Automatic reply: your turn",
    "Subject: Re: your turn (was out of office)",
    "Subject: Reading: your turn",
    "Subject: Read me",
    "Subject: out of office hours I play best",
    "Subject: Absent friends",
    "Subject: Lu Xun plays",
    "Subject: AW: Abwesenheitsnotiz",
    "Subject: Autosvarta",
    "Subject: autorespuestas",
    "Subject:",
    "X-Autopilot: x",
};

static void test_headers(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(AUTOMATIC); i++)
        if (!is_set("automatic", AUTOMATIC[i], "x"))
            fail_msg("taken for a person's: %s", AUTOMATIC[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(PERSONS); i++)
        if (is_set("automatic", PERSONS[i], "x"))
            fail_msg("taken for automatic: %s", PERSONS[i]);
}

static const struct {
    const char *from;
    gboolean robot;
} SENDERS[] = {
    {"mailer-daemon@example.org", TRUE},
    {"Mail Delivery System <MAILER-DAEMON@example.org>", TRUE},
    {"<No-Reply@example.org>", TRUE},
    {"no.reply+17@example.org", TRUE},
    {"\"A, b\" <donotreply@example.org>", TRUE},
    {"do_not_reply@example.org", TRUE},
    {"noreply-calendar@example.org", TRUE},
    {"postmaster@example.org", TRUE},
    {"bounces+1=2@example.org", TRUE},
    {"nepasrepondre@example.org", TRUE},
    {"MAILER-DAEMON", TRUE},
    {"reply@example.org", FALSE},
    {"bouncer@example.org", FALSE},
    {"nora.plymouth@example.org", FALSE},
    {"postmasters@example.org", FALSE},
    {"no-reply <clara@example.org>", FALSE},
    {"clara+noreply@example.org", FALSE},
};

static void test_senders(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(SENDERS); i++) {
        g_autofree char *mail = g_strconcat("From: ", SENDERS[i].from, "\n\nx", NULL);
        json_t *facts = read_facts(mail, strlen(mail), READ_LIMIT);
        if (json_is_string(json_object_get(facts, "automatic")) != SENDERS[i].robot)
            fail_msg("%s", SENDERS[i].from);
        json_decref(facts);
    }
}

static void test_loops(void **state)
{
    (void)state;
    g_autoptr(GString) hops = g_string_new("X-A: b");
    for (int i = 0; i < 30; i++)
        g_string_append(hops, "\nReceived: by here");
    assert_false(is_set("loop", hops->str, "x"));
    g_string_append(hops, "\nReceived: by here");
    assert_true(is_set("loop", hops->str, "x"));
    assert_true(is_set("loop", "X-23-referee: x", "x"));
    assert_true(is_set("loop", "X-23-Referee:", "x"));
    assert_false(is_set("loop", "X-23-Game: 7", "x"));
}

#define MIXED            "Content-Type: multipart/mixed; boundary=b"
#define PART(type, body) "--b\nContent-Type: " type "\n\n" body "\n"

static const struct {
    const char *header;
    const char *body;
    gboolean automatic;
} PARTS[] = {
    {"Content-Type: multipart/report; boundary=b; report-type=x", PART("text/plain", "x") "--b--",
     TRUE},
    {MIXED, PART("multipart/report; boundary=c", "--c\n\nx\n--c--") "--b--", TRUE},
    {MIXED, PART("text/plain", "x") PART("message/delivery-status", "x") "--b--", TRUE},
    {MIXED, PART("message/disposition-notification", "x") "--b--", TRUE},
    {MIXED, PART("message/feedback-report", "x") "--b--", TRUE},
    {MIXED, PART("text/plain", "x") PART("text/calendar; method=REPLY", "x") "--b--", TRUE},
    {MIXED, PART("text/calendar; METHOD=\"counter\"", "x") "--b--", TRUE},
    {MIXED, PART("text/calendar", "BEGIN:VCALENDAR\nMETHOD:REPLY") "--b--", TRUE},
    {MIXED, PART("text/vnd.google.email-reaction+json", "{}") "--b--", TRUE},
    {"X-A: b", "\xf0\x9f\x91\x8d\r\n\r\nHugh reacted to your message:\r\n", TRUE},
    // a report inside a forwarded mail is somebody else's; a calendar that only tells is no answer
    {MIXED,
     PART("text/plain", "x") PART("message/rfc822", "Content-Type: multipart/report") "--b--",
     FALSE},
    {MIXED, PART("text/plain", "x") PART("text/calendar; method=PUBLISH", "METHOD:REPLY") "--b--",
     FALSE},
    {MIXED, PART("text/calendar", "SUMMARY:METHOD:REPLY") "--b--", FALSE},
    {"X-A: b", "play 7\n\nHugh reacted\nto my message\n> Hugh reacted to your message:\n", FALSE},
};

static void test_parts(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(PARTS); i++)
        if (is_set("automatic", PARTS[i].header, PARTS[i].body) != PARTS[i].automatic)
            fail_msg("row %zu: %s", i, PARTS[i].body);
}

static void test_bounces(void **state)
{
    (void)state;
    static const struct {
        const char *status;
        const char *bounce;
    } ROWS[] = {
        {"Reporting-MTA: x\n\nAction: failed\nStatus: 5.1.1", "permanent"},
        {"Reporting-MTA: x\n\nSTATUS: 5.2.2 (full)\nACTION: Failed", "permanent"},
        {"Action: failed\nStatus: 4.4.7", "temporary"},
        {"Action: failed", "temporary"},
        {"Action: delayed\nStatus: 4.4.1", NULL},
        {"Action: delivered\nStatus: 2.0.0", NULL},
        {"nothing", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        g_autofree char *body =
            g_strconcat("--b\n\nx\n--b\nContent-Type: message/delivery-status\n\n", ROWS[i].status,
                        "\n--b--\n", NULL);
        json_t *facts = facts_of("Content-Type: multipart/report; boundary=b", body);
        const char *bounce = json_string_value(json_object_get(facts, "bounce"));
        if (g_strcmp0(bounce, ROWS[i].bounce) != 0)
            fail_msg("row %zu: %s", i, ROWS[i].status);
        json_decref(facts);
    }
}

static int start(void **state)
{
    (void)state;
    read_facts_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headers), cmocka_unit_test(test_senders),
        cmocka_unit_test(test_loops),   cmocka_unit_test(test_parts),
        cmocka_unit_test(test_bounces),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
