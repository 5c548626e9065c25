// SPDX-License-Identifier: MIT
// See golden.h.
#include "tests/unit/golden.h"

enum { HASH_MIN = 16, MAC = 20 };

static guint count;

guint golden_count(void)
{
    return count;
}

static char *path_of(const char *language, const char *name, const char *ending)
{
    return g_strdup_printf("tests/golden/%s/%s.%s", language, name, ending);
}

// Long words of lower-case letters and digits, with a digit among them.
static gsize random_word(const char *p)
{
    gsize len = 0;
    gboolean digit = FALSE;
    for (; g_ascii_isdigit(p[len]) || g_ascii_islower(p[len]); len++)
        digit = digit || g_ascii_isdigit(p[len]);
    return digit && len >= HASH_MIN ? len : 0;
}

static char *steady(const char *text)
{
    GString *out = g_string_new(NULL);
    gboolean inside = FALSE; // a word
    for (const char *p = text; *p;) {
        gsize len = inside ? 0 : random_word(p);
        inside = g_ascii_isalnum(*p);
        for (gsize i = 0; i < len; i++)
            g_string_append_c(out, 'x');
        if (len == 0)
            g_string_append_c(out, *p);
        p += len ? len : 1;
    }
    return g_string_free(out, FALSE);
}

static char *contents(const char *path)
{
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        fail_msg("%s isn't there; make golden writes it", path);
    return text;
}

char *golden_text(const char *language, const char *name)
{
    g_autofree char *path = path_of(language, name, "txt");
    return contents(path);
}

static void check(const char *path, const char *made)
{
    g_autofree char *text = steady(made);
    if (g_strcmp0(g_getenv("GOLDEN"), "write") == 0) {
        g_autofree char *dir = g_path_get_dirname(path);
        assert_int_equal(g_mkdir_with_parents(dir, 0755), 0);
        assert_true(g_file_set_contents(path, text, -1, NULL));
        return;
    }
    g_autofree char *wanted = contents(path);
    if (!g_str_equal(wanted, text))
        fail_msg("%s: the mail is another now. If it should be: make golden, and read the "
                 "difference. It is:\n%s",
                 path, text);
}

// A picture in the mail is kept for those who look at it; it may differ from one machine to
// another.
static void check_picture(const char *path, GBytes *picture)
{
    gsize len;
    const char *bytes = g_bytes_get_data(picture, &len);
    assert_true(len > 100 && memcmp(bytes + 1, "PNG", 3) == 0);
    if (g_strcmp0(g_getenv("GOLDEN"), "write") == 0)
        assert_true(g_file_set_contents(path, bytes, (gssize)len, NULL));
    else
        assert_true(g_file_test(path, G_FILE_TEST_IS_REGULAR));
}

void golden_check(const struct club_mail *mail, const char *language, const char *name)
{
    g_autofree char *whole =
        g_strdup_printf("Subject: %s\n\n%s", mail->parts->subject, mail->parts->text);
    g_autofree char *text_path = path_of(language, name, "txt");
    g_autofree char *html_path = path_of(language, name, "html");
    check(text_path, whole);
    check(html_path, mail->markup);
    if (mail->picture) {
        g_autofree char *picture_path = path_of(language, name, "png");
        check_picture(picture_path, mail->picture);
    }
    assert_int_equal(mail->picture != NULL, strstr(mail->markup, "\"cid:") != NULL);
    count++;
}
