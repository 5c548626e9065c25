// SPDX-License-Identifier: MIT
// HTML to lines: what is seen, what isn't, where the old mail begins (H35–H43, H73, H131).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "mail/read_facts.h"
#include "mail/read_html.h"

struct row {
    const char *html;
    const char *lines;
};

static void check(const struct row *rows, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        g_autofree char *lines = read_html_lines(rows[i].html);
        if (strcmp(lines, rows[i].lines) != 0)
            fail_msg("row %zu: %s\n%s", i, rows[i].html, lines);
    }
}

static const struct row LINES[] = {
    {"", ""},
    {"play 7", "play 7\n"},
    {"<p>play 7</p>", "play 7\n"},
    {"<p>play 7</p><p>pass</p>", "play 7\n\npass\n"},
    {"<p style=\"margin:0\">play 7</p><p style='MARGIN: 0in 0in 8pt'>pass</p>", "play 7\npass\n"},
    {"<style>p.MsoNormal, li{margin:0in;margin-bottom:.0001pt}</style><p class=MsoNormal>a<p "
     "class=MsoNormal>b",
     "a\nb\n"},
    {"<div>a</div><div>b</div>c", "a\nb\nc\n"},
    {"<div>a<br></div><div><br></div><div>b</div>", "a\n\nb\n"},
    {"a<br>b<br/><br />c", "a\nb\n\nc\n"},
    {"  play\r\n  7 <b> 7</b>\tbonus  ", "play 7 7 bonus\n"},
    {"pl<b>ay</b> 7<i></i>7", "play 77\n"},
    {"<ul><li>a<li>b</ul>c", "a\nb\n\nc\n"},
    {"<table><tr><td>play</td><td>7</td></tr><tr><td>x</table>", "play 7\nx\n"},
    {"play&nbsp;7\xc2\xa0"
     "7",
     "play\xc2\xa0"
     "7\xc2\xa0"
     "7\n"},
    {"&lt;b&gt; &amp; &eacute; &#8230; &#x2026; &hellip;",
     "<b> & \xc3\xa9 \xe2\x80\xa6 \xe2\x80\xa6 \xe2\x80\xa6\n"},
    {"<pre>a\n  b\n\nc</pre>d", "a\n  b\n\nc\n\nd\n"},
    {"<div style=\"white-space:pre-wrap\">a\nb</div>", "a\nb\n"},
    {"a<hr>b", "a\n---\nb\n"},
    {"a&#7;b\x01"
     "c\xc2\x85"
     "d&#0;e&#x1F;f&#x110000;&#xd800;g&#10;h\xef\xbf\xbei",
     "a\xef\xbf\xbd#7;b\xef\xbf\xbd"
     "c\xef\xbf\xbd"
     "d\xef\xbf\xbd#0;e\xef\xbf\xbd#x1F;f\xef\xbf\xbd#x110000;\xef\xbf\xbd#xd800;g "
     "h\xef\xbf\xbdi\n"},
    {"<a href=\"http://x/\">play 7</a>", "play 7\n"},
    {"<meta charset=iso-8859-1><p>d\xc3\xa9"
     "f",
     "d\xc3\xa9"
     "f\n"},
    {"<body><span><p>a</span>b</p></b></i>c", "a\n\nb\nc\n"},
    {"play 1<sup>2</sup>, 1<sub>2</sub>, <s>7</s> 9, <b style='text-decoration:line-through'>x</b>",
     "play 1^2, 1^2, ~7~ 9, ~x~\n"},
    {"play 1</p>2</br>3</b>4", "play 1\n2\n34\n"},
};

static const struct row UNSEEN[] = {
    {"<head><title>play 1</title></head><script>play 2</script><style>play 3{}</style>play 4",
     "play 4\n"},
    {"<!-- play 1 --><!--[if mso]>play 2<![endif]-->play 4", "play 4\n"},
    {"<div style=\"display:none\">leave</div><p>play 9</p>", "play 9\n"},
    {"<div style=\"Display : None !important;\">leave<p>pass</p></div>play 9", "play 9\n"},
    {"<p hidden>leave</p>play 9", "play 9\n"},
    {"<p style='visibility:hidden'>leave <b style='visibility:visible'>play 9</b></p>", "play 9\n"},
    {"<p style='font-size:0'>leave</p><p style='font-size:1px'>pass</p><p style=\"font:0/0 "
     "a\">x</p>play 9",
     "play 9\n"},
    {"<p style='font-size:0'>leave <b style='font-size:12pt'>play 9</b></p>", "play 9\n"},
    {"<p style='color:#fff'>leave</p><font color=white>pass</font>play 9", "play 9\n"},
    {"<p style='color:rgb(255, 255, 254)'>leave</p>play 9", "play 9\n"},
    {"<p style='color:rgba(0,0,0,0)'>leave</p><p style='color:transparent'>x</p>play 9",
     "play 9\n"},
    {"<body bgcolor=#000000 text=#ffffff>play 9<p style='color:black'>leave</p>", "play 9\n"},
    {"<td style='background:#123456'><span style='color:#123456'>leave</span> play 9</td>",
     "play 9\n"},
    {"<div style='background-color:black;color:white'>play 9</div>", "play 9\n"},
    {"<p style='opacity:0'>leave</p><p style='mso-hide:all'>x</p>play 9", "play 9\n"},
    {"<p style='max-height:0;overflow:hidden'>leave</p>play 9", "play 9\n"},
    {"<p style='height:0px; overflow: hidden; width: 0'>leave</p>play 9", "play 9\n"},
    {"<p style='position:absolute;left:-9999px'>leave</p><p style='text-indent:-9999px'>x</p>play "
     "9",
     "play 9\n"},
    {"<p style='text-indent:-18pt'>play 9</p>", "play 9\n"},
    {"<style>.x{display:none} #y, b.z { color : #FFF } @media print{.w{display:none}}</style>"
     "<p class='a x'>1</p><p id=y>2</p><b class=z>3</b><p class=w>play 9</p>",
     "play 9\n"},
    {"<style><!-- /* .w{display:none} */ .x{DISPLAY:NONE} --></style><p class=w>play 9</p><p "
     "class=X>1</p>",
     "play 9\n"},
    {"<style>.x{display:none}</style><p class=x style='display:block'>play 9</p>", "play 9\n"},
    {"<select><option>leave</select><object>pass</object><svg><text>x</text></svg>play 9",
     "play 9\n"},
    {"<noscript>play 9</noscript>", "play 9\n"},
    {"<p style='visibility:hidden'><b "
     "style='visibility:inherit;font-size:inherit'>leave</b></p>play 9",
     "play 9\n"},
    {"<p style='overflow:hidden;overflow-wrap:break-word;height:0'>leave</p>play 9", "play 9\n"},
};

static const struct row QUOTES[] = {
    {"a<blockquote type=cite>play 1</blockquote>b", "a\n>\nb\n"},
    {"a<blockquote>play 1<blockquote>2</blockquote>3</blockquote>", "a\n>\n"},
    {"a<div class=\"gmail_quote gmail_quote_container\"><div class=gmail_attr>On x wrote:</div>"
     "<blockquote>play 1</blockquote></div>",
     "a\n>\n"},
    {"a<div class=moz-cite-prefix>On x wrote:</div><blockquote type=cite>1</blockquote><p>play "
     "7</p>",
     "a\n>\n\nplay 7\n"},
    {"a<div id=appendonsend></div><hr style='display:inline-block;width:98%'><div "
     "id=divRplyFwdMsg>b</div>c",
     "a\n>\n"},
    {"a<div id=x_x_divRplyFwdMsg>b</div>c", "a\n>\n"},
    {"a<hr style='display:inline-block;width:98%'>c", "a\n>\n"},
    {"a<hr tabindex=-1 width=\"100%\">c", "a\n>\n"},
    {"<div class=WordSection1><p>a</p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;"
     "padding:3.0pt 0in 0in 0in'><p>From: b</p></div></div><p>play 1</p></div>",
     "a\n\n>\n"},
    {"a<div class=\"x_yahoo_quoted\">1</div>", "a\n>\n"},
    {"a<div id=\"yahoo_quoted_123\" class=\"yahoo_quoted\">1</div>", "a\n>\n"},
    {"a<div class=\"ydp12yahoo_quoted\">1</div>", "a\n>\n"},
    {"a<div class=protonmail_quote>1</div>", "a\n>\n"},
    {"a<div name=messageReplySection>1</div>", "a\n>\n"},
    {"a<div name=quote style='margin:10px 5px'>1</div>", "a\n>\n"},
    {"a<hr data-marker=\"__DIVIDER__\">1", "a\n>\n"},
    {"a<span id=OLK_SRC_BODY_SECTION>1</span>", "a\n>\n"},
    {"a<div class=front-blockquote>1</div>", "a\n>\n"},
    {"a<p id=\"reply-intro\">On x:</p><blockquote>1</blockquote>", "a\n>\n"},
    {"a<div class=gmail_signature>play 1</div>b", "a\n-- \nb\n"},
    {"a<pre class=moz-signature>-- \nplay 1</pre>", "a\n-- \n"},
    {"a<div id=Signature>play 1</div><div id=appendonsend></div>x", "a\n-- \n>\n"},
    {"<blockquote>1</blockquote>play 7", ">\nplay 7\n"},
    {"<div style='display:none'><blockquote>1</blockquote></div>play 7", "play 7\n"},
};

static void test_lines(void **state)
{
    (void)state;
    check(LINES, G_N_ELEMENTS(LINES));
}

static void test_unseen(void **state)
{
    (void)state;
    check(UNSEEN, G_N_ELEMENTS(UNSEEN));
}

static void test_quotes(void **state)
{
    (void)state;
    check(QUOTES, G_N_ELEMENTS(QUOTES));
}

static char *repeat(const char *before, const char *piece, guint count, const char *after)
{
    GString *out = g_string_new(before);
    for (guint i = 0; i < count; i++)
        g_string_append(out, piece);
    return g_string_free(g_string_append(out, after), FALSE);
}

// What is nested deeper than anybody writes is cut like an old mail, and fast.
static void test_bombs(void **state)
{
    (void)state;
    static const char *const PIECES[] = {
        "<div>", "<span>", "<b>", "</i>",    "<table><tr><td>",     "<p><a>",
        "&amp;", "<!--",   "<![", "<style>", "<div style='color:#", "<blockquote>",
        "<"};
    gint64 before = g_get_monotonic_time();
    for (gsize i = 0; i < G_N_ELEMENTS(PIECES); i++) {
        guint count = (guint)(128 * 1024 / strlen(PIECES[i]));
        g_autofree char *html = repeat("<p>play 9</p>", PIECES[i], count, "x");
        g_autofree char *lines = read_html_lines(html);
        assert_true(g_str_has_prefix(lines, "play 9\n"));
    }
    g_autofree char *mixed = repeat("<b><b><b><b>", "<b></i>", 18000, "x");
    g_autofree char *lines = read_html_lines(mixed);
    assert_non_null(lines);
    assert_true(g_get_monotonic_time() - before < 20 * G_USEC_PER_SEC);
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
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_unseen),
        cmocka_unit_test(test_quotes),
        cmocka_unit_test(test_bombs),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
