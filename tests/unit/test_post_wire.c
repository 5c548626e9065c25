// SPDX-License-Identifier: MIT
// What `post` writes, as a reader sees it: GMime takes the mail apart, and every value comes out as
// it went in; and as the wire sees it: ASCII, short lines, encoded words that no reader loses.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <gmime/gmime.h>
#include <string.h>

#include "tests/unit/postbox.h"

static struct postbox box;

static int set_up(void **state)
{
    (void)state;
    postbox_make(&box);
    postbox_start(&box, postbox_maildir(&box));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    postbox_close(&box);
    return 0;
}

// Posts mail (taken over); its bytes, which the caller frees. The Maildir is empty again
// afterwards.
static char *wire(json_t *mail)
{
    g_autofree char *status = postbox_send(&box, mail);
    assert_string_equal(status, "sent");
    GPtrArray *names = NULL;
    GPtrArray *texts = postbox_files(&box, "new", &names);
    assert_int_equal(texts->len, 1);
    char *text = g_strdup(texts->pdata[0]);
    g_autofree char *path = g_build_filename(box.maildir, "new", names->pdata[0], NULL);
    assert_int_equal(remove(path), 0);
    g_ptr_array_unref(names);
    g_ptr_array_unref(texts);
    return text;
}

static GMimeMessage *parse(const char *text)
{
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(text, strlen(text));
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    g_object_unref(parser);
    g_object_unref(stream);
    assert_non_null(message);
    return message;
}

// The decoded bytes of a leaf.
static char *content(GMimeObject *part)
{
    assert_true(GMIME_IS_PART(part));
    GMimeStream *out = g_mime_stream_mem_new();
    assert_true(
        g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(GMIME_PART(part)), out) >= 0);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(out));
    char *text = g_strndup(bytes->len > 0 ? (const char *)bytes->data : "", bytes->len);
    g_object_unref(out);
    return text;
}

// ---- the wire -----------------------------------------------------------------------------------

// Every line that is longer than 78 must be one that can't be folded: a header of one word.
static void check_wire(const char *text)
{
    guint lines = 0;
    gboolean body = FALSE;
    for (const char *p = text; *p; lines++) {
        gsize len = strcspn(p, "\n");
        for (gsize i = 0; i < len; i++)
            assert_true((p[i] >= ' ' && p[i] <= '~') || p[i] == '\t');
        body = body || len == 0;
        if (len > 78) {
            const char *value = memchr(p, ' ', len);
            assert_true(!body || g_str_has_prefix(p, "X-23-"));
            assert_non_null(value);
            assert_null(memchr(value + 1, ' ', len - (gsize)(value + 1 - p)));
        }
        assert_true(len < 998 && p[len] == '\n');
        for (const char *word = g_strstr_len(p, (gssize)len, "=?utf-8?"); word;
             word = g_strstr_len(word + 1, (gssize)(len - (gsize)(word + 1 - p)), "=?utf-8?")) {
            assert_true(g_str_has_prefix(word, "=?utf-8?Q?"));
            const char *end = strstr(word + 10, "?=");
            assert_true(end && end + 2 - word <= 75 && end < p + len);
            assert_true(len <= 76 || p[len - 1] == '>');
        }
        p += len + 1;
    }
    assert_true(lines > 10);
}

static const char *const lines_table[] = {
    "Game 14: your turn",
    "Grüße aus Köln",
    "Игра четырнадцать: ваш ход, дорогая Анна, и ещё много других слов в этой строке",
    "日本語の長い件名がここに続きます、とても長いので折り返しが必要になるはずですがどうでしょう",
    "👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀 🎲",
    "=?utf-8?B?SGVsbG8=?= =?utf-8?B?IHdvcmxk?=",
    "=?utf-8?q?x=0D=0ABcc:_evil?=",
    "a =?= b",
    "two  blanks",
    "under_score=equals?question",
    "comma, \"quote\" (comment) <angle> back\\slash; colon: a@b.c",
    "é",
    "x é y ü z",
    "a long subject made of ASCII words alone that has to be folded somewhere, and then once more, "
    "surely",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaaaa",
    "e\xcc\x81 combining",
    "nbsp\xc2\xa0here",
    "\xe2\x80\xae override",
    "23",
    "?=",
};

static void check_line(const char *line)
{
    json_t *mail = postbox_mail(1);
    json_object_set_new(mail, "subject", json_string(line));
    json_object_set_new(mail, "to_name", json_string(line));
    json_object_set_new(mail, "from_name", json_string(line));
    g_autofree char *text = wire(mail);
    check_wire(text);
    GMimeMessage *message = parse(text);
    assert_string_equal(g_mime_message_get_subject(message), line);
    InternetAddressList *lists[] = {g_mime_message_get_from(message),
                                    g_mime_message_get_to(message)};
    for (gsize l = 0; l < G_N_ELEMENTS(lists); l++) {
        assert_int_equal(internet_address_list_length(lists[l]), 1);
        InternetAddress *one = internet_address_list_get_address(lists[l], 0);
        assert_string_equal(internet_address_get_name(one), line);
        assert_string_equal(internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(one)),
                            l == 0 ? "referee@host.example" : "anna@example.org");
    }
    g_object_unref(message);
}

static void test_lines(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(lines_table); i++)
        check_line(lines_table[i]);
}

static void test_any_line(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "a", "Zug", "=?", "?=", "_",  "=",        "é", "ход", "手札", "🎲", "\"",  "\\", ",",
        "(", "<",   "@",  "?",  "23", "utf-8?Q?", ".", ";",   "'",    "`", "%0a", "&"};
    GRand *dice = g_rand_new_with_seed(23);
    for (int i = 0; i < 400; i++) {
        g_autoptr(GString) line = g_string_new(pieces[g_rand_int_range(dice, 0, 25)]);
        for (int n = g_rand_int_range(dice, 0, 40); n > 0; n--) {
            if (g_rand_int_range(dice, 0, 3) == 0)
                g_string_append_c(line, ' ');
            g_string_append(line, pieces[g_rand_int_range(dice, 0, G_N_ELEMENTS(pieces))]);
        }
        if (line->len <= 200)
            check_line(line->str);
    }
    g_rand_free(dice);
}

// ---- threads and headers ------------------------------------------------------------------------

static void test_ids_and_headers(void **state)
{
    (void)state;
    json_t *mail = postbox_mail(1);
    json_t *ids = json_array();
    g_autoptr(GString) joined = g_string_new(NULL);
    for (int i = 0; i < 20; i++) {
        g_autofree char *id =
            g_strdup_printf("<14.%d.2.k7xqa9m2pd4ht0v3c8we.%d@host.example>", i, i);
        json_array_append_new(ids, json_string(id));
        g_string_append_printf(joined, "%s%s", i ? " " : "", id);
    }
    json_object_set_new(mail, "references", ids);
    g_autofree char *wide = g_strnfill(300, 's');
    json_object_set_new(mail, "headers",
                        json_pack("[[s,s],[s,s],[s,s]]", "auto-submitted", "auto-replied",
                                  "X-23-Wide", wide, "X-23-Words", "one two  three"));
    g_autofree char *text = wire(mail);
    check_wire(text);
    GMimeMessage *message = parse(text);
    GMimeObject *object = GMIME_OBJECT(message);
    assert_string_equal(g_mime_object_get_header(object, "References"), joined->str);
    assert_string_equal(g_mime_message_get_message_id(message),
                        "14.37.2.k7xqa9m2pd4ht0v3c8we.1@host.example");
    assert_string_equal(g_mime_object_get_header(object, "In-Reply-To"),
                        "<14.36.2.aaaa.1@host.example>");
    assert_string_equal(g_mime_object_get_header(object, "X-23-Wide"), wide);
    assert_string_equal(g_mime_object_get_header(object, "X-23-Words"), "one two  three");
    assert_string_equal(g_mime_object_get_header(object, "Auto-Submitted"), "auto-replied");
    assert_string_equal(g_mime_object_get_header(object, "MIME-Version"), "1.0");
    assert_null(g_mime_object_get_header(object, "User-Agent"));
    GDateTime *date = g_mime_message_get_date(message);
    assert_int_equal(g_date_time_to_unix(date), 1700000000);
    InternetAddress *reply =
        internet_address_list_get_address(g_mime_message_get_reply_to(message), 0);
    assert_string_equal(internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(reply)),
                        "referee+14.37.2.k7xqa9m2pd4ht0v3c8we@host.example");
    g_object_unref(message);
}

// A Reply-To as long as it may be stands on one line, right behind its name.
static void test_long_reply_to(void **state)
{
    (void)state;
    json_t *mail = postbox_mail(1);
    g_autofree char *label = g_strnfill(60, 'h');
    g_autofree char *address = g_strdup_printf(
        "referee+14.37.2.k7xqa9m2pd4ht0v3c8we@%s.%s.%s.example.org", label, label, label);
    json_object_set_new(mail, "reply_to", json_string(address));
    g_autofree char *text = wire(mail);
    check_wire(text);
    g_autofree char *line = g_strdup_printf("\nReply-To: %s\n", address);
    assert_non_null(strstr(text, line));
}

// ---- contents -----------------------------------------------------------------------------------

static const char *const texts_table[] = {
    "It is your turn.\n",
    "no line end",
    "",
    "\n\n",
    "Grüße\n· [3] [17] … free\n",
    "From the start\nFrom again\n>From quoted\n From indented\n",
    ".\n..\n.x\n",
    "-- \nsignature \n",
    "blanks at the end  \t\n\t\n \n",
    "--=_23-7ed97e616b9aafddd3f6-m\n",
    "=_ and =20 and =\n",
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123"
    "456789\n",
    "012345678901234567890123456789012345678901234567890123456789012345678901234567\n",
    "日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本"
    "語\n",
    "{\"v\":1}\n\n\n",
};

// As text/plain, as text/html and as an attachment; with all three and without each.
static void check_contents(const char *text, gboolean html, gboolean attachment)
{
    json_t *mail = postbox_mail(1);
    json_object_set_new(mail, "text", json_string(text));
    if (html)
        json_object_set_new(mail, "html", json_string(text));
    if (attachment)
        json_object_set_new(mail, "attachments",
                            json_pack("[{s:s,s:s,s:s},{s:s,s:s,s:s}]", "type", "application/json",
                                      "name", "table.json", "text", text, "type", "text/plain",
                                      "name", "game-14.record", "text", text));
    g_autofree char *bytes = wire(mail);
    check_wire(bytes);
    GMimeMessage *message = parse(bytes);
    GMimeObject *body = g_mime_message_get_mime_part(message);
    if (attachment) {
        assert_int_equal(g_mime_multipart_get_count(GMIME_MULTIPART(body)), 3);
        for (int i = 1; i <= 2; i++) {
            GMimeObject *part = g_mime_multipart_get_part(GMIME_MULTIPART(body), i);
            g_autofree char *got = content(part);
            assert_string_equal(got, text);
            assert_string_equal(g_mime_part_get_filename(GMIME_PART(part)),
                                i == 1 ? "table.json" : "game-14.record");
        }
        body = g_mime_multipart_get_part(GMIME_MULTIPART(body), 0);
    }
    // A text's last line ends.
    g_autofree char *whole =
        g_strconcat(text, *text == '\0' || g_str_has_suffix(text, "\n") ? "" : "\n", NULL);
    for (int i = 0; i < (html ? 2 : 1); i++) {
        GMimeObject *part = html ? g_mime_multipart_get_part(GMIME_MULTIPART(body), i) : body;
        assert_true(g_mime_content_type_is_type(g_mime_object_get_content_type(part), "text",
                                                i ? "html" : "plain"));
        assert_string_equal(g_mime_object_get_content_type_parameter(part, "charset"), "utf-8");
        g_autofree char *got = content(part);
        assert_string_equal(got, whole);
    }
    g_object_unref(message);
}

static void test_contents(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(texts_table); i++)
        for (int form = 0; form < 4; form++)
            check_contents(texts_table[i], form & 1, form & 2);
}

// ---- pictures ----------------------------------------------------------------------------------

#define PIXEL                                                                                      \
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC"
#define IMAGE(id, name, base64)                                                                    \
    "[{\"id\":\"" id "\",\"name\":\"" name "\",\"base64\":\"" base64 "\"}]"

static json_t *with_images(const char *images)
{
    json_t *mail = postbox_mail(1);
    json_t *list = json_loads(images, 0, NULL);
    assert_non_null(list);
    json_object_set_new(mail, "html", json_string("<img src=\"cid:chart.1@host\">\n"));
    json_object_set_new(mail, "images", list);
    return mail;
}

// The HTML and what it shows belong together (RFC 2387), beside the text.
static void test_images(void **state)
{
    (void)state;
    g_autofree char *bytes = wire(with_images(IMAGE("<chart.1@host>", "chart.png", PIXEL)));
    check_wire(bytes);
    GMimeMessage *message = parse(bytes);
    GMimeObject *body = g_mime_message_get_mime_part(message);
    assert_true(GMIME_IS_MULTIPART(body));
    GMimeObject *related = g_mime_multipart_get_part(GMIME_MULTIPART(body), 1);
    GMimeContentType *type = g_mime_object_get_content_type(related);
    assert_true(g_mime_content_type_is_type(type, "multipart", "related"));
    assert_string_equal(g_mime_content_type_get_parameter(type, "type"), "text/html");
    assert_int_equal(g_mime_multipart_get_count(GMIME_MULTIPART(related)), 2);
    GMimeObject *image = g_mime_multipart_get_part(GMIME_MULTIPART(related), 1);
    assert_string_equal(g_mime_object_get_content_id(image), "chart.1@host");
    assert_string_equal(g_mime_object_get_disposition(image), "inline");
    assert_string_equal(g_mime_part_get_filename(GMIME_PART(image)), "chart.png");
    gsize len;
    g_autofree guint8 *wanted = g_base64_decode(PIXEL, &len);
    GMimeStream *stream = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(GMIME_PART(image)), stream);
    GByteArray *got = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    assert_int_equal(got->len, len);
    assert_memory_equal(got->data, wanted, len);
    g_object_unref(stream);
    g_object_unref(message);
}

static void test_no_images(void **state)
{
    (void)state;
    static const struct {
        const char *images, *wrong;
    } rows[] = {
        {"[17]", "never \"images\" holds what is no object"},
        {IMAGE("chart", "chart.png", PIXEL), "never \"id\" is no message id"},
        {IMAGE("<a\\nb>", "chart.png", PIXEL), "never \"id\" is no message id"},
        {IMAGE("<a@b>", "../x.png", PIXEL), "never \"name\" is no name for an image"},
        {IMAGE("<a@b>", "x.html", PIXEL), "never \"name\" is no name for an image"},
        {IMAGE("<a@b>", "x.png", ""), "never \"base64\" is no PNG in base64"},
        {IMAGE("<a@b>", "x.png", "PHNjcmlwdD4="), "never \"base64\" is no PNG in base64"},
        {IMAGE("<a@b>", "x.png", PIXEL "!"), "never \"base64\" is no PNG in base64"},
        {"[{\"id\":\"<a@b>\",\"name\":\"x.png\",\"base64\":\"" PIXEL "\",\"y\":1}]",
         "never \"images\" has an unknown key"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *status = postbox_send(&box, with_images(rows[i].images));
        assert_string_equal(status, rows[i].wrong);
    }
}

// The wire holds none of what a mail store or a relay would change.
static void test_nothing_to_change(void **state)
{
    (void)state;
    json_t *mail = postbox_mail(1);
    json_object_set_new(mail, "text", json_string("From me\nFrom you, \nGrüße\nFrom all\t\n"));
    g_autofree char *text = wire(mail);
    assert_null(strstr(text, "\nFrom "));
    assert_null(strstr(text, " \n"));
    assert_null(strstr(text, "\t\n"));
    assert_non_null(strstr(text, "\n=46rom all"));
}

int main(void)
{
    g_mime_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_lines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_any_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ids_and_headers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_long_reply_to, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_contents, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_images, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_images, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing_to_change, set_up, tear_down),
    };
    int failed = cmocka_run_group_tests_name("post_wire", tests, NULL, NULL);
    g_mime_shutdown();
    return failed;
}
