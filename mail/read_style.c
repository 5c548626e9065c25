// SPDX-License-Identifier: MIT
// See read_style.h.
#include "mail/read_style.h"

#include <string.h>

static const struct {
    const char *name;
    guint32 value;
} COLORS[] = {
    {"white", 0xffffff},      {"black", 0x000000},     {"red", 0xff0000},
    {"green", 0x008000},      {"blue", 0x0000ff},      {"yellow", 0xffff00},
    {"gray", 0x808080},       {"grey", 0x808080},      {"silver", 0xc0c0c0},
    {"maroon", 0x800000},     {"navy", 0x000080},      {"purple", 0x800080},
    {"teal", 0x008080},       {"olive", 0x808000},     {"lime", 0x00ff00},
    {"aqua", 0x00ffff},       {"fuchsia", 0xff00ff},   {"orange", 0xffa500},
    {"whitesmoke", 0xf5f5f5}, {"snow", 0xfffafa},      {"ivory", 0xfffff0},
    {"ghostwhite", 0xf8f8ff}, {"lightgray", 0xd3d3d3}, {"lightgrey", 0xd3d3d3},
    {"windowtext", 0x000000}, {"window", 0xffffff},
};

static gboolean hex_color(const char *text, guint32 *out, gboolean *clear)
{
    gsize len = strspn(text, "0123456789abcdefABCDEF");
    guint32 value = 0;
    gboolean brief = len == 3 || len == 4;
    if (!brief && len != 6 && len != 8)
        return FALSE;
    for (gsize i = 0; i < (brief ? 3U : 6U); i++) {
        guint32 digit = (guint32)g_ascii_xdigit_value(text[i]);
        value = brief ? value << 8 | digit << 4 | digit : value << 4 | digit;
    }
    *clear = (len == 4 && text[3] == '0') || (len == 8 && text[6] == '0' && text[7] == '0');
    *out = value;
    return TRUE;
}

// rgb(1, 2, 3) and rgba(1 2 3 / 0), after the bracket.
static gboolean rgb_color(const char *text, guint32 *out, gboolean *clear)
{
    guint32 value = 0;
    for (int i = 0; i < 4; i++) {
        text += strspn(text, " ,/");
        char *end = NULL;
        double number = g_ascii_strtod(text, &end);
        if (end == text)
            return i == 3;
        if (*end == '%') {
            number = i < 3 ? number * 2.55 : number / 100;
            end++;
        }
        if (i < 3)
            value = value << 8 | (guint32)CLAMP(number, 0, 255);
        else
            *clear = number <= 0.05;
        *out = value;
        text = end;
    }
    return TRUE;
}

gboolean read_style_color(const char *text, guint32 *out, gboolean *clear)
{
    *clear = FALSE;
    text += strspn(text, " ");
    if (*text == '#')
        return hex_color(text + 1, out, clear);
    if (g_ascii_strncasecmp(text, "rgb(", 4) == 0)
        return rgb_color(text + 4, out, clear);
    if (g_ascii_strncasecmp(text, "rgba(", 5) == 0)
        return rgb_color(text + 5, out, clear);
    gsize len = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (len == 11 && g_ascii_strncasecmp(text, "transparent", 11) == 0) {
        *clear = TRUE;
        return TRUE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(COLORS); i++) {
        if (strlen(COLORS[i].name) == len && g_ascii_strncasecmp(text, COLORS[i].name, len) == 0) {
            *out = COLORS[i].value;
            return TRUE;
        }
    }
    return FALSE;
}

// A length in px, roughly; FALSE when it is none or relative to something unknown and not zero.
static gboolean length_px(const char *text, double *out)
{
    char *unit = NULL;
    double number = g_ascii_strtod(text, &unit);
    if (unit == text)
        return FALSE;
    *out = number;
    if (g_ascii_strncasecmp(unit, "pt", 2) == 0)
        *out = number * 4 / 3;
    else if (g_ascii_strncasecmp(unit, "em", 2) == 0 || g_ascii_strncasecmp(unit, "rem", 3) == 0)
        *out = number * 16;
    else if (g_ascii_strncasecmp(unit, "in", 2) == 0)
        *out = number * 96;
    else if (*unit == '%')
        *out = number * 0.16;
    return TRUE;
}

static void set_size(struct read_style *style, const char *value)
{
    double px = 0;
    if (!length_px(value, &px))
        style->size = g_str_has_prefix(value, "inherit") ? 0 : 1;
    else if (px <= 2)
        style->size = -1;
    else if (!strchr(value, '%') && !strstr(value, "em"))
        style->size = 1;
}

static void set_ground(struct read_style *style, const char *value)
{
    guint32 color = 0;
    gboolean clear = FALSE;
    if (read_style_color(value, &color, &clear) && !clear) {
        style->has_ground = TRUE;
        style->ground = color;
    }
}

static void set_color(struct read_style *style, const char *value)
{
    guint32 color = 0;
    if (!read_style_color(value, &color, &style->clear) || style->clear)
        return;
    style->has_color = TRUE;
    style->color = color;
}

static gboolean below(const char *value, double limit)
{
    double px = 0;
    return length_px(value, &px) && px <= limit;
}

static gboolean is_name(const char *name, const char *one, const char *other)
{
    return strcmp(name, one) == 0 || strcmp(name, other) == 0;
}

// Properties that take what they hold out of sight, or bring it back.
static gboolean take_sight(struct read_style *style, const char *name, const char *value)
{
    if (strcmp(name, "display") == 0) {
        style->shown = g_str_has_prefix(value, "none") ? -1 : 1;
    } else if (strcmp(name, "visibility") == 0) {
        style->visible = g_str_has_prefix(value, "visible") ? 1
                         : g_str_has_prefix(value, "hidden") || g_str_has_prefix(value, "collapse")
                             ? -1
                             : 0;
    } else if (strcmp(name, "opacity") == 0) {
        if (below(value, 0.05))
            style->shown = -1;
    } else if (is_name(name, "mso-hide", "content-visibility")) {
        if (g_str_has_prefix(value, "all") || g_str_has_prefix(value, "hidden"))
            style->shown = -1;
    } else if (is_name(name, "text-indent", "left") || is_name(name, "top", "margin-left")) {
        if (below(value, -300))
            style->shown = -1;
    } else if (is_name(name, "clip", "clip-path")) {
        if (g_str_has_prefix(value, "rect(0") || g_str_has_prefix(value, "rect(1px") ||
            g_str_has_prefix(value, "inset(50%") || g_str_has_prefix(value, "inset(100%"))
            style->shown = -1;
    } else if (is_name(name, "max-height", "height") || strcmp(name, "max-width") == 0) {
        style->zero = style->zero || below(value, 1);
    } else if (is_name(name, "overflow", "overflow-y") || strcmp(name, "overflow-x") == 0) {
        style->clipped = g_str_has_prefix(value, "hidden");
    } else {
        return FALSE;
    }
    return TRUE;
}

static void take(struct read_style *style, const char *name, const char *value)
{
    if (take_sight(style, name, value)) {
        return;
    } else if (strcmp(name, "font-size") == 0) {
        set_size(style, value);
    } else if (strcmp(name, "font") == 0) {
        const char *digit = strpbrk(value, "0123456789");
        if (digit && (digit == value || digit[-1] == ' '))
            set_size(style, digit);
    } else if (strcmp(name, "color") == 0) {
        set_color(style, value);
    } else if (is_name(name, "background-color", "background")) {
        set_ground(style, value);
    } else if (g_str_has_prefix(name, "text-decoration")) {
        style->struck = strstr(value, "line-through") != NULL;
    } else if (strcmp(name, "white-space") == 0) {
        style->pre = g_str_has_prefix(value, "pre") || g_str_has_prefix(value, "break") ? 1 : -1;
    } else if (is_name(name, "margin", "margin-top")) {
        style->flat = below(value, 2) ? 1 : -1;
    } else if (strcmp(name, "width") == 0) {
        style->wide = g_str_has_prefix(value, "98%") || g_str_has_prefix(value, "100%");
        style->zero = style->zero || (below(value, 1) && !strchr(value, '%'));
    } else if (strcmp(name, "border-top") == 0) {
        style->ruled = strstr(value, "solid") && (strstr(value, "#e1e1e1") ||
                                                  strstr(value, "#b5c4df") || strstr(value, "pt"));
    }
}

// The end of a declaration: a `;` outside brackets and quotes.
static gsize declaration_end(const char *css, gsize len)
{
    guint depth = 0;
    char quote = 0;
    for (gsize i = 0; i < len; i++) {
        char c = css[i];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '(')
            depth++;
        else if (c == ')' && depth > 0)
            depth--;
        else if (c == ';' && depth == 0)
            return i;
    }
    return len;
}

void read_style_parse(const char *css, gsize len, struct read_style *style)
{
    gsize at = 0;
    while (at < len) {
        gsize end = at + declaration_end(css + at, len - at);
        const char *colon = memchr(css + at, ':', end - at);
        if (colon && end - at < 256) {
            g_autofree char *name = g_ascii_strdown(css + at, colon - (css + at));
            g_autofree char *value = g_ascii_strdown(colon + 1, css + end - colon - 1);
            take(style, g_strstrip(name), g_strstrip(value));
        }
        at = end + 1;
    }
    if (style->zero && style->clipped)
        style->shown = -1;
}

static gboolean is_name_char(char c)
{
    return g_ascii_isalnum(c) || c == '-' || c == '_' || (guchar)c >= 128;
}

// A selector of one tag, class or id (`p.MsoNormal`); FALSE for anything finer.
static gboolean read_selector(const char *text, gsize len, struct read_rule *rule)
{
    gsize at = 0;
    gsize tag = 0;
    while (at < len && is_name_char(text[at]))
        at++;
    tag = at;
    rule->kind = at < len ? text[at++] : '\0';
    gsize name = at;
    while (at < len && is_name_char(text[at]))
        at++;
    gboolean plain = rule->kind == '\0' && tag > 0;
    gboolean named = (rule->kind == '.' || rule->kind == '#') && at > name;
    if (at < len || (!plain && !named) || tag >= sizeof rule->tag || at - name >= sizeof rule->name)
        return FALSE;
    g_strlcpy(rule->tag, text, tag + 1);
    g_strlcpy(rule->name, text + name, at - name + 1);
    return TRUE;
}

static void add_rules(struct read_sheet *sheet, const char *selectors, gsize len,
                      const struct read_style *style)
{
    gsize at = 0;
    while (at < len && sheet->count < G_N_ELEMENTS(sheet->rules)) {
        const char *comma = memchr(selectors + at, ',', len - at);
        gsize end = comma ? (gsize)(comma - selectors) : len;
        gsize from = at;
        gsize to = end;
        while (from < to && g_ascii_isspace(selectors[from]))
            from++;
        while (to > from && g_ascii_isspace(selectors[to - 1]))
            to--;
        struct read_rule *rule = &sheet->rules[sheet->count];
        if (read_selector(selectors + from, to - from, rule)) {
            rule->style = *style;
            sheet->count++;
        }
        at = end + 1;
    }
}

// Where the block that opens at css[at] ends, behind its last bracket.
static gsize block_end(const char *css, gsize len, gsize at)
{
    guint depth = 0;
    for (; at < len; at++) {
        if (css[at] == '{')
            depth++;
        else if (css[at] == '}' && --depth == 0)
            return at + 1;
    }
    return len;
}

static char *without_comments(const char *css, gsize len)
{
    GString *out = g_string_sized_new(len);
    for (gsize i = 0; i < len; i++) {
        if (css[i] == '/' && i + 1 < len && css[i + 1] == '*') {
            const char *end = g_strstr_len(css + i + 2, (gssize)(len - i - 2), "*/");
            i = end ? (gsize)(end - css) + 1 : len;
        } else if (css[i]) {
            g_string_append_c(out, css[i]);
        }
    }
    return g_string_free(out, FALSE);
}

void read_style_sheet(struct read_sheet *sheet, const char *css, gsize len)
{
    g_autofree char *plain = without_comments(css, len);
    gsize plain_len = strlen(plain);
    gsize at = 0;
    while (at < plain_len) {
        at += strspn(plain + at, " \t\r\n}");
        if (g_str_has_prefix(plain + at, "<!--") || g_str_has_prefix(plain + at, "-->")) {
            at += plain[at] == '<' ? 4 : 3;
            continue;
        }
        gsize open = at + strcspn(plain + at, "{;");
        if (plain[open] != '{') { // @import and its kin
            at = open + 1;
            continue;
        }
        gsize end = block_end(plain, plain_len, open);
        if (plain[at] != '@') {
            struct read_style style = {0};
            read_style_parse(plain + open + 1, end - open - 1 - (plain[end - 1] == '}'), &style);
            add_rules(sheet, plain + at, open - at, &style);
        }
        at = end;
    }
}

gboolean read_style_has_class(const char *classes, const char *name)
{
    gsize len = strlen(name);
    while (*classes) {
        classes += strspn(classes, " \t\r\n");
        gsize word = strcspn(classes, " \t\r\n");
        if (word == len && g_ascii_strncasecmp(classes, name, len) == 0)
            return TRUE;
        classes += word;
    }
    return FALSE;
}

static void lay_over(struct read_style *style, const struct read_style *over)
{
    style->shown = over->shown ? over->shown : style->shown;
    style->visible = over->visible ? over->visible : style->visible;
    style->size = over->size ? over->size : style->size;
    style->pre = over->pre ? over->pre : style->pre;
    style->flat = over->flat ? over->flat : style->flat;
    style->clear = over->has_color ? FALSE : style->clear || over->clear;
    style->struck = style->struck || over->struck;
    style->ruled = style->ruled || over->ruled;
    style->wide = style->wide || over->wide;
    if (over->has_color) {
        style->has_color = TRUE;
        style->color = over->color;
    }
    if (over->has_ground) {
        style->has_ground = TRUE;
        style->ground = over->ground;
    }
}

void read_style_match(const struct read_sheet *sheet, const char *tag, const char *id,
                      const char *classes, struct read_style *style)
{
    for (guint i = 0; i < sheet->count; i++) {
        const struct read_rule *rule = &sheet->rules[i];
        if (*rule->tag && g_ascii_strcasecmp(rule->tag, tag) != 0)
            continue;
        if ((rule->kind == '.' && !(classes && read_style_has_class(classes, rule->name))) ||
            (rule->kind == '#' && !(id && g_ascii_strcasecmp(id, rule->name) == 0)))
            continue;
        lay_over(style, &rule->style);
    }
}
