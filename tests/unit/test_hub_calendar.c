// SPDX-License-Identifier: MIT
// What is attached: deadlines as entries for a calendar (spec: mail.md, `calendar on`), read with
// libical, which is nobody's here; `my data`; the table in the browser.
#include "tests/unit/club.h"

#include "mail/post.h"

#include <gmime/gmime.h>
#include <libical/ical.h>

static guint entries; // read with libical, of all tests

// An attachment's content, decoded; NULL when there is none called so.
static char *attached(const struct club_mail *mail, const char *name)
{
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(mail->raw, mail->len);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    GMimePartIter *at = g_mime_part_iter_new(GMIME_OBJECT(message));
    char *text = NULL;
    do {
        GMimeObject *part = g_mime_part_iter_get_current(at);
        if (!GMIME_IS_PART(part) ||
            g_strcmp0(g_mime_part_get_filename(GMIME_PART(part)), name) != 0)
            continue;
        GMimeStream *out = g_mime_stream_mem_new();
        g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(GMIME_PART(part)), out);
        GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(out));
        text = g_strndup((const char *)bytes->data, bytes->len);
        g_object_unref(out);
    } while (g_mime_part_iter_next(at));
    g_mime_part_iter_free(at);
    g_object_unref(message);
    g_object_unref(parser);
    g_object_unref(stream);
    return text;
}

static void check_lines(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\r\n", -1);
    for (char **line = lines; *line; line++) {
        assert_true(strlen(*line) <= 75);
        assert_null(strpbrk(*line, "\r\n"));
        assert_true(g_utf8_validate(*line, -1, NULL));
    }
}

// The n-th entry of a mail's calendar, which is found good; the caller frees the calendar.
static icalcomponent *calendar_of(const struct club_mail *mail)
{
    g_autofree char *text = attached(mail, "turn.ics");
    if (!text)
        return NULL;
    check_lines(text);
    icalcomponent *calendar = icalparser_parse_string(text);
    assert_non_null(calendar);
    assert_int_equal(icalcomponent_count_errors(calendar), 0);
    assert_true(icalrestriction_check(calendar));
    assert_int_equal(icalcomponent_get_method(calendar), ICAL_METHOD_PUBLISH);
    return calendar;
}

struct entry {
    char uid[100];
    int sequence;
    gboolean cancelled;
    gint64 start, end;
};

static guint read_entries(const struct club_mail *mail, struct entry out[POST_EVENTS_MAX])
{
    icalcomponent *calendar = calendar_of(mail);
    guint n = 0;
    if (!calendar)
        return 0;
    for (icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
         event; event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)) {
        assert_true(n < POST_EVENTS_MAX);
        struct entry *entry = &out[n++];
        g_strlcpy(entry->uid, icalcomponent_get_uid(event), sizeof entry->uid);
        entry->sequence = icalcomponent_get_sequence(event);
        entry->cancelled = icalcomponent_get_status(event) == ICAL_STATUS_CANCELLED;
        entry->start = icaltime_as_timet(icalcomponent_get_dtstart(event));
        entry->end = icaltime_as_timet(icalcomponent_get_dtend(event));
        assert_true(entry->start < entry->end);
        assert_true(icaltime_is_utc(icalcomponent_get_dtend(event)));
        entries++;
    }
    icalcomponent_free(calendar);
    return n;
}

// Anna opens; Bruno, then Clara are to move.
static void begin(struct club *club)
{
    club_begin(club);
    club_deal(1, 0, "1 4 4 5 5 6 6 7 7 8 8 9");
    club_deal(1, 1, "2 2 3 3 9 9 10 10 11 11 12 12");
    club_deal(1, 2, "3 4 13 13 14 14 15 15 16 16 17 17");
    club_game(club, 3, "discard=0 name=Tea,;\\ü");
}

static void test_a_turn(void **state)
{
    (void)state;
    struct club club;
    struct entry entry[POST_EVENTS_MAX];
    begin(&club);
    assert_int_equal(read_entries(club_last(&club, BRUNO), entry), 0); // nobody asked for it
    club_move(&club, CLARA, "calendar on");
    club_move(&club, BRUNO, "2");
    assert_int_equal(read_entries(club_last(&club, CLARA), entry), 1);
    struct entry first = entry[0];
    assert_false(first.cancelled);
    assert_int_equal(first.sequence, 0);
    assert_int_equal(first.end, club.now + 48 * CLUB_HOUR);
    // The same again isn't told again.
    club_move(&club, CLARA, "status");
    assert_int_equal(read_entries(club_last(&club, CLARA), entry), 0);
    // A vacation moves it.
    club_move(&club, CLARA, "vacation 2026-12-01 2026-12-05");
    assert_int_equal(read_entries(club_last(&club, CLARA), entry), 1);
    assert_string_equal(entry[0].uid, first.uid);
    assert_int_equal(entry[0].sequence, 1);
    assert_true(entry[0].end > first.end);
    // The move ends it.
    club_move(&club, CLARA, "3");
    assert_int_equal(read_entries(club_last(&club, CLARA), entry), 1);
    assert_string_equal(entry[0].uid, first.uid);
    assert_true(entry[0].cancelled);
    assert_int_equal(entry[0].sequence, 2);
    assert_int_equal(read_entries(club_last(&club, ANNA), entry), 0);
    // The next turn is another entry.
    club_move(&club, ANNA, "4");
    club_move(&club, BRUNO, "pass");
    assert_int_equal(read_entries(club_last(&club, CLARA), entry), 1);
    assert_string_not_equal(entry[0].uid, first.uid);
    // Whoever wants no more gets what there is taken back.
    club_move(&club, CLARA, "calendar off");
    assert_int_equal(read_entries(club_last(&club, CLARA), entry), 1);
    assert_true(entry[0].cancelled);
    assert_string_equal(club_sql(&club, "SELECT count(*) FROM calendar"), "0");
    club_end(&club);
}

// The summary holds what the game's name is, escaped.
static void test_words(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_move(&club, BRUNO, "calendar on");
    icalcomponent *calendar = calendar_of(club_last(&club, BRUNO));
    assert_non_null(calendar);
    icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
    assert_non_null(strstr(icalcomponent_get_summary(event), "Tea,;\\ü"));
    icalcomponent_free(calendar);
    club_end(&club);
}

// ---- my data -----------------------------------------------------------------------------------

static const json_t *rows(const json_t *data, const char *kind)
{
    const json_t *list = json_object_get(data, kind);
    if (!json_is_array(list))
        fail_msg("my data has no %s", kind);
    return list;
}

static void test_my_data(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    club_move(&club, ANNA, "invite " DAVID); // refused; that was asked is kept all the same
    club_move(&club, ANNA, "say A word");
    club_move(&club, ANNA, "mail daily");
    club_move(&club, ANNA, "my data");
    const struct club_mail *mail = club_last(&club, ANNA);
    club_holds(mail, "holds all that is stored here about you, anna");
    club_holds(mail, "my mails go to anna@example.org");
    g_autofree char *text = attached(mail, "my-data.json");
    assert_non_null(text);
    json_auto_t *data = json_loads(text, 0, NULL);
    assert_non_null(data);
    const json_t *settings = json_object_get(data, "settings");
    assert_string_equal(json_string_value(json_object_get(settings, "mail")), "daily");
    const json_t *address = json_array_get(rows(data, "addresses"), 0);
    assert_string_equal(json_string_value(json_object_get(address, "address")), ANNA);
    assert_int_equal(json_array_size(rows(data, "games")), 1);
    assert_int_equal(json_array_size(rows(data, "said")), 1);
    assert_true(json_array_size(rows(data, "mails_from_you")) >= 4);
    assert_true(json_array_size(rows(data, "mails_to_you")) >= 4);
    static const char *const foreign[] = {"bruno", "clara", DAVID, "example.net"};
    for (gsize i = 0; i < G_N_ELEMENTS(foreign); i++)
        assert_null(strstr(text, foreign[i]));
    club_end(&club);
}

static void test_my_data_of_nobody(void **state)
{
    (void)state;
    struct club club;
    club_begin(&club);
    club_game(&club, 1, "seats=3");
    club_move(&club, ANNA, "invite " BRUNO);
    club_move(&club, BRUNO, "my data");
    const struct club_mail *mail = club_last(&club, BRUNO);
    assert_string_equal(mail->kind, "answer");
    club_holds(mail, "Your address is not known here yet");
    assert_null(attached(mail, "my-data.json"));
    club_says(&club, DAVID, "my data"); // in anybody's name
    club_says(&club, ANNA, "my data");
    club_tick(&club);
    assert_string_equal(club_last(&club, DAVID)->kind, "stranger");
    g_autofree char *own = attached(club_last(&club, ANNA), "my-data.json");
    assert_non_null(own); // goes to nobody but her
    club_end(&club);
}

// ---- the table in the browser ------------------------------------------------------------------

static void test_page(void **state)
{
    (void)state;
    struct club club;
    begin(&club);
    const char *mover = club_turn(&club);
    club_move(&club, mover, "mail page");
    const struct club_mail *mail = club_last(&club, mover);
    club_holds(mail, "The file table.html, which comes with this mail");
    g_autofree char *page = attached(mail, "table.html");
    assert_non_null(page);
    assert_true(g_str_has_prefix(page, "<!DOCTYPE html>"));
    assert_non_null(strstr(page, "default-src 'none'; script-src 'sha256-"));
    assert_non_null(strstr(page, "Leg eine Mail auf den Tisch"));
    g_autofree char *table = attached(mail, "table.json"); // it is the mail of the state as well
    assert_non_null(table);

    club_move(&club, mover, "mail page");
    assert_string_equal(club_last(&club, mover)->kind, "refused");
    club_holds(club_last(&club, mover), "within the last day");
    assert_null(attached(club_last(&club, mover), "table.html"));
    club_move(&club, mover, "pass"); // the turn stands as before
    assert_string_not_equal(club_turn(&club), mover);
    club_hours(&club, 25);
    club_move(&club, mover, "post seite");
    g_autofree char *again = attached(club_last(&club, mover), "table.html");
    assert_string_equal(again, page);
    club_end(&club);
}

static int count_entries(void **state)
{
    (void)state;
    assert_true(entries >= 5);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_turn),  cmocka_unit_test(test_words),
        cmocka_unit_test(test_my_data), cmocka_unit_test(test_my_data_of_nobody),
        cmocka_unit_test(test_page),
    };
    return cmocka_run_group_tests_name("hub: calendar, data, page", tests, NULL, count_entries);
}
