// SPDX-License-Identifier: MIT
// See read_html.h.
#include "mail/read_html.h"

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <string.h>

#include "mail/read_quote.h"
#include "mail/read_style.h"

enum { DEPTH = 400 }; // elements inside one another; deeper is cut like an old mail

// What an open element does to the text inside it; all of it is inherited.
struct box {
    gboolean gone;   // not displayed, whatever is said further in
    gboolean hidden; // visibility; may be taken back
    gboolean tiny;   // a font that can't be seen; may be taken back
    gboolean clear;  // see-through
    gboolean pre;
    guint32 color, ground;
    gboolean block; // begins and ends on lines of its own
    gboolean apart; // and with a blank line
    gboolean style; // its text is a style sheet
    char sign;      // stands around its text, or before it; 0: none
};

struct reading {
    htmlParserCtxtPtr parser;
    GString *out;
    GString *css;
    struct read_sheet sheet;
    struct box boxes[DEPTH + 1]; // boxes[depth] is the innermost
    guint depth;
    guint skip;    // the depth of the quote container that we are in, or 0
    guint breaks;  // wanted before the next word: 1 a line end, 2 a blank line
    gboolean gap;  // a blank is wanted before the next word
    gboolean done; // nothing that follows is read
};

// ---- writing -----------------------------------------------------------------------------------

static gboolean line_is_empty(const struct reading *r)
{
    return r->out->len == 0 || r->out->str[r->out->len - 1] == '\n';
}

static void end_lines(struct reading *r)
{
    if (r->breaks > 0 && !line_is_empty(r))
        g_string_append_c(r->out, '\n');
    if (r->breaks > 1 && r->out->len > 1 && r->out->str[r->out->len - 2] != '\n')
        g_string_append_c(r->out, '\n');
    if (r->breaks > 0)
        r->gap = FALSE;
    r->breaks = 0;
}

static void want_break(struct reading *r, guint breaks)
{
    r->breaks = MAX(r->breaks, breaks);
}

// A line of our own making between the lines of the mail; not twice in a row.
static void put_mark(struct reading *r, const char *mark)
{
    g_autofree char *line = g_strconcat("\n", mark, "\n", NULL);
    want_break(r, 1);
    if (g_str_has_suffix(r->out->str, line) || strcmp(r->out->str, line + 1) == 0)
        return;
    end_lines(r);
    g_string_append(r->out, line + 1);
}

static void put_run(struct reading *r, const char *bytes, gsize len)
{
    end_lines(r);
    if (r->gap && !line_is_empty(r))
        g_string_append_c(r->out, ' ');
    r->gap = FALSE;
    g_string_append_len(r->out, bytes, (gssize)len);
}

// A control character is no text, and must not vanish between two letters either
// (it would join them).
static gboolean is_control(const guchar *p, gsize len)
{
    return *p < 32 || *p == 127 || (*p == 0xc2 && len > 1 && p[1] < 0xa0);
}

// How many bytes at p are plain ink, to be written as they are.
static gsize ink(const guchar *p, const guchar *end)
{
    const guchar *from = p;
    while (p<end && * p> ' ' && *p != 127 && *p != 0xc2)
        p++;
    return (gsize)(p - from);
}

static void put_text(struct reading *r, const char *text, gsize len, gboolean pre)
{
    const guchar *p = (const guchar *)text;
    const guchar *end = p + len;
    while (p < end) {
        gsize size = ink(p, end);
        if (size > 0) {
            put_run(r, (const char *)p, size);
        } else if (*p == '\n' && pre) {
            end_lines(r);
            g_string_append_c(r->out, '\n');
        } else if (*p == ' ' && pre) {
            put_run(r, " ", 1);
        } else if (*p == ' ' || (*p >= '\t' && *p <= '\r')) {
            r->gap = TRUE;
        } else if (is_control(p, (gsize)(end - p))) {
            put_run(r, "\xef\xbf\xbd", 3);
        } else {
            put_run(r, (const char *)p, MIN((gsize)g_utf8_skip[*p], (gsize)(end - p)));
        }
        p += size > 0 ? size : MIN((gsize)g_utf8_skip[*p], (gsize)(end - p));
    }
}

// ---- elements ----------------------------------------------------------------------------------

static gboolean one_of(const char *tag, const char *list)
{
    gsize len = strlen(tag);
    for (const char *p = strstr(list, tag); p; p = strstr(p + 1, tag))
        if (p[-1] == ' ' && p[len] == ' ')
            return TRUE;
    return FALSE;
}

static const char BLOCKS[] =
    " address article aside blockquote body center dd details dialog dir div dl dt fieldset "
    "figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li listing main menu nav ol p pre "
    "section summary table tbody tfoot thead tr ul xmp caption ";
static const char APART[] = " p blockquote dl h1 h2 h3 h4 h5 h6 ol ul pre figure fieldset ";
static const char UNSEEN[] = " head title script style template noframes noembed object iframe "
                             "frameset applet audio video canvas "
                             "svg math map select option datalist meta link base input ";

static const char *attribute(const xmlChar **attributes, const char *name)
{
    for (; attributes && attributes[0]; attributes += 2)
        if (strcmp((const char *)attributes[0], name) == 0)
            return attributes[1] ? (const char *)attributes[1] : "";
    return NULL;
}

static void read_attributes(struct reading *r, const char *tag, const xmlChar **attributes,
                            struct read_style *style)
{
    gboolean clear = FALSE;
    const char *ground = attribute(attributes, "bgcolor");
    const char *color = attribute(attributes, strcmp(tag, "body") == 0 ? "text" : "color");
    const char *css = attribute(attributes, "style");
    if (ground && read_style_color(ground, &style->ground, &clear))
        style->has_ground = !clear;
    if (color && read_style_color(color, &style->color, &clear))
        style->has_color = !clear;
    const char *width = strcmp(tag, "hr") == 0 ? attribute(attributes, "width") : NULL;
    style->wide = width && (strcmp(width, "98%") == 0 || strcmp(width, "100%") == 0);
    if (attribute(attributes, "hidden"))
        style->shown = -1;
    read_style_match(&r->sheet, tag, attribute(attributes, "id"), attribute(attributes, "class"),
                     style);
    if (css)
        read_style_parse(css, strlen(css), style);
}

// What lifts, sinks, crosses out or turns around its text says something else than its letters do:
// 1<sup>2</sup> is no 12. A sign keeps them apart.
static char sign_of(const char *tag, const struct read_style *style)
{
    if (style->struck || one_of(tag, " s strike del "))
        return '~';
    return one_of(tag, " sup sub rt bdo ") ? '^' : '\0';
}

static void make_box(struct box *box, const char *tag, const struct read_style *style)
{
    box->block = one_of(tag, BLOCKS);
    box->apart = one_of(tag, APART) && style->flat <= 0;
    box->style = strcmp(tag, "style") == 0;
    box->sign = sign_of(tag, style);
    box->gone = box->gone || one_of(tag, UNSEEN) || style->shown < 0;
    box->hidden = style->visible ? style->visible < 0 : box->hidden;
    box->tiny = style->size ? style->size < 0 : box->tiny;
    box->pre = style->pre ? style->pre > 0 : box->pre || one_of(tag, " pre textarea listing xmp ");
    box->clear = style->has_color ? FALSE : box->clear || style->clear;
    if (style->has_color)
        box->color = style->color;
    if (style->has_ground)
        box->ground = style->ground;
}

static int channel_gap(guint32 one, guint32 other, int shift)
{
    return ABS((int)(one >> shift & 255) - (int)(other >> shift & 255));
}

static gboolean can_be_seen(const struct box *box)
{
    int gap = channel_gap(box->color, box->ground, 16) + channel_gap(box->color, box->ground, 8) +
              channel_gap(box->color, box->ground, 0);
    return !box->gone && !box->hidden && !box->tiny && !box->clear && gap > 24;
}

static void stop(struct reading *r)
{
    put_mark(r, ">");
    r->done = TRUE;
    xmlStopParser(r->parser);
}

// libxml2 puts text that stands in no element into a <p> of its own making. Of a real one it has
// just read the tag, up to its end.
static gboolean is_implied(const struct reading *r, const char *tag, const xmlChar **attributes)
{
    const xmlChar *at = r->parser->input ? r->parser->input->cur : NULL;
    return !attributes && strcmp(tag, "p") == 0 && at && *at != '>' && *at != '/';
}

// The element is a mark of an old mail or of a signature: nothing of what is inside is read.
static void enter_quote(struct reading *r, enum read_quote kind)
{
    if (kind == READ_QUOTE_BELOW) {
        stop(r);
    } else {
        put_mark(r, kind == READ_QUOTE_SIGNATURE ? "-- " : ">");
        r->skip = r->depth;
    }
}

static void on_start(void *data, const xmlChar *name, const xmlChar **attributes)
{
    struct reading *r = data;
    const char *tag = (const char *)name;
    if (r->done)
        return;
    if (r->depth == DEPTH) {
        stop(r);
        return;
    }
    struct box *box = &r->boxes[++r->depth];
    *box = r->boxes[r->depth - 1];
    if (r->skip)
        return;
    struct read_style style = {0};
    read_attributes(r, tag, attributes, &style);
    if (is_implied(r, tag, attributes))
        style.flat = 1;
    make_box(box, tag, &style);
    if (box->gone)
        return;
    enum read_quote kind = read_quote_kind(
        tag, attribute(attributes, "id"), attribute(attributes, "class"),
        attribute(attributes, "name"), attribute(attributes, "data-marker"), &style);
    if (kind != READ_QUOTE_NONE) {
        enter_quote(r, kind);
    } else if (strcmp(tag, "br") == 0) {
        end_lines(r);
        g_string_append_c(r->out, '\n');
        r->gap = FALSE;
    } else if (strcmp(tag, "hr") == 0) {
        put_mark(r, "---");
    } else if (strcmp(tag, "td") == 0 || strcmp(tag, "th") == 0) {
        r->gap = TRUE;
    } else if (box->block) {
        want_break(r, box->apart ? 2 : 1);
    }
    if (box->sign && !r->skip && can_be_seen(box))
        put_run(r, &box->sign, 1);
}

static void on_end(void *data, const xmlChar *name)
{
    struct reading *r = data;
    (void)name;
    if (r->done || r->depth == 0)
        return;
    const struct box *box = &r->boxes[r->depth];
    if (box->style && r->css->len > 0) {
        read_style_sheet(&r->sheet, r->css->str, r->css->len);
        g_string_truncate(r->css, 0);
    }
    if (box->sign == '~' && !r->skip && can_be_seen(box))
        put_run(r, &box->sign, 1);
    if (r->skip == r->depth)
        r->skip = 0;
    else if (!r->skip && box->block && !box->gone)
        want_break(r, box->apart ? 2 : 1);
    r->depth--;
}

static void on_text(void *data, const xmlChar *text, int len)
{
    struct reading *r = data;
    if (r->done || len <= 0)
        return;
    const struct box *box = &r->boxes[r->depth];
    if (box->style)
        g_string_append_len(r->css, (const char *)text, len);
    else if (!r->skip && can_be_seen(box))
        put_text(r, (const char *)text, (gsize)len, box->pre);
}

// The end of a block that was never open ends a line all the same, as it does in every mail
// program: `play 1</p>2` is no 12.
static void on_error(void *data, xmlErrorPtr error)
{
    struct reading *r = data;
    if (!r->done && error->code == XML_ERR_TAG_NAME_MISMATCH && error->str1 &&
        (strcmp(error->str1, "br") == 0 || one_of(error->str1, BLOCKS)))
        want_break(r, 1);
}

// ---- before the parser -------------------------------------------------------------------------

// Whether the number of a character reference (`&#7;`, `&#x7;`), whose digits begin at text, is one
// that libxml2 would drop.
static gboolean drops_number(const char *text)
{
    gboolean hex = *text == 'x' || *text == 'X';
    const char *digits = text + hex;
    char *end = NULL;
    if (!(hex ? g_ascii_isxdigit(*digits) : g_ascii_isdigit(*digits)))
        return FALSE;
    guint64 number = g_ascii_strtoull(digits, &end, hex ? 16 : 10);
    return number == 0 || number > 0x10ffff || (number >= 0xd800 && number < 0xe000) ||
           (number < 32 && !strchr("\t\n\r", (int)number)) || number == 0xfffe || number == 0xffff;
}

// Control characters, raw or as numbers, made visible: the parser leaves them out without a word,
// and what stood on both sides would be one.
static char *mark_controls(const char *html)
{
    GString *out = g_string_sized_new(strlen(html) + 16);
    const char *from = html; // what isn't copied yet
    for (const char *p = html; *p; p++) {
        const guchar c = (guchar)*p;
        gsize drop = 0; // bytes that give way to the mark
        if (c < 32 || c == 127)
            drop = !strchr("\t\n\f\r", c);
        else if (c == '&')
            drop = p[1] == '#' && drops_number(p + 2);
        else if (c == 0xef && (guchar)p[1] == 0xbf && (guchar)p[2] >= 0xbe)
            drop = 3; // U+FFFE and U+FFFF
        if (drop == 0)
            continue;
        g_string_append_len(out, from, p - from);
        g_string_append(out, "\xef\xbf\xbd");
        from = p + drop;
        p = from - 1;
    }
    g_string_append(out, from);
    return g_string_free(out, FALSE);
}

// ---- the whole ---------------------------------------------------------------------------------

// The text is UTF-8 already, whatever a <meta> says.
static htmlParserCtxtPtr make_parser(const char *html, gsize len, struct reading *r)
{
    htmlParserCtxtPtr parser = htmlCreateMemoryParserCtxt(html, (int)len);
    if (!parser)
        return NULL;
    htmlCtxtUseOptions(parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                   HTML_PARSE_NONET | HTML_PARSE_NOIMPLIED | HTML_PARSE_IGNORE_ENC);
    xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
    memset(parser->sax, 0, sizeof *parser->sax);
    parser->sax->startElement = on_start;
    parser->sax->endElement = on_end;
    parser->sax->characters = on_text;
    parser->sax->ignorableWhitespace = on_text;
    parser->sax->cdataBlock = on_text;
    parser->sax->serror = on_error;
    parser->sax->initialized = XML_SAX2_MAGIC;
    parser->userData = r;
    return parser;
}

char *read_html_lines(const char *html)
{
    g_autofree char *source = mark_controls(html);
    gsize len = strlen(source);
    struct reading *r = g_new0(struct reading, 1);
    r->out = g_string_sized_new(len / 4 + 64);
    r->css = g_string_new(NULL);
    r->boxes[0].ground = 0xffffff;
    r->parser = len > 0 ? make_parser(source, len, r) : NULL;
    if (r->parser) {
        htmlParseDocument(r->parser);
        htmlFreeParserCtxt(r->parser);
    }
    if (!line_is_empty(r))
        g_string_append_c(r->out, '\n');
    g_string_free(r->css, TRUE);
    char *lines = g_string_free(r->out, FALSE);
    g_free(r);
    return lines;
}
