// SPDX-License-Identifier: MIT
// See fetch_answer.h.
#include "mail/fetch_answer.h"

#include "mail/fetch_error.h"

#include <string.h>

void fetch_answer_init(struct fetch_answer *answer)
{
    answer->line = g_string_new(NULL);
    answer->body = g_byte_array_new();
    answer->has_body = FALSE;
}

void fetch_answer_clear(struct fetch_answer *answer)
{
    g_string_free(answer->line, TRUE);
    g_byte_array_unref(answer->body);
    memset(answer, 0, sizeof *answer);
}

// ---- lines and counted bytes -------------------------------------------------------------------

const char *fetch_answer_after(const char *line, const char *word)
{
    gsize len = strlen(word);
    if (g_ascii_strncasecmp(line, word, len) != 0 || (line[len] != ' ' && line[len] != '\0'))
        return NULL;
    return line + len + (line[len] == ' ');
}

gboolean fetch_answer_number(const char *text, gint64 *out, const char **out_end)
{
    gint64 number = 0;
    const char *p = text;
    for (; g_ascii_isdigit(*p); p++) {
        if (number > (G_MAXINT64 - (*p - '0')) / 10)
            return FALSE;
        number = 10 * number + (*p - '0');
    }
    *out = number;
    *out_end = p;
    return p > text;
}

// Whether counted bytes may stand at the end of this answer: the words of a status are free text,
// which may look like anything, and so are a tagged answer's and a continuation's.
static gboolean may_count(const char *line)
{
    static const char *const statuses[] = {"* OK", "* NO", "* BAD", "* BYE", "* PREAUTH"};
    for (gsize i = 0; i < G_N_ELEMENTS(statuses); i++)
        if (fetch_answer_after(line, statuses[i]))
            return FALSE;
    return fetch_answer_after(line, "*") != NULL;
}

// If the line ends in {N}, perhaps with a ~ before it: the number, and where that begins.
static gboolean counts(const GString *line, gint64 *out, gsize *out_at)
{
    const char *end;
    const char *brace = line->len > 0 && line->str[line->len - 1] == '}' && may_count(line->str)
                            ? strrchr(line->str, '{')
                            : NULL;
    if (!brace || !fetch_answer_number(brace + 1, out, &end))
        return FALSE;
    if (*end == '+')
        end++;
    if (strcmp(end, "}") != 0)
        return FALSE;
    *out_at = (gsize)(brace - line->str);
    if (*out_at > 0 && brace[-1] == '~')
        --*out_at;
    return TRUE;
}

static gboolean is_body(const GString *line)
{
    static const char *const keys[] = {"BODY[] ", "BODY[]<0> "};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        gsize len = strlen(keys[i]);
        if (line->len > len && strchr("( ", line->str[line->len - len - 1]) &&
            g_ascii_strcasecmp(line->str + line->len - len, keys[i]) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean take_counted(struct fetch_answer *answer, fetch_wire *wire, gint64 len, gsize at,
                             gsize keep, GError **error)
{
    if ((guint64)len > keep && (guint64)len - keep > FETCH_ANSWER_LITERAL_MAX)
        return fetch_fail(error, FETCH_ERROR_PROTOCOL,
                          "the server announces %" G_GINT64_FORMAT " bytes where %" G_GSIZE_FORMAT
                          " were asked for",
                          len, keep);
    g_string_truncate(answer->line, at);
    gboolean body = !answer->has_body && is_body(answer->line);
    answer->has_body |= body;
    g_string_append_c(answer->line, body ? FETCH_ANSWER_BODY : FETCH_ANSWER_SKIP);
    return fetch_wire_take(wire, (guint64)len, body ? keep : 0, answer->body, error);
}

gboolean fetch_answer_read(struct fetch_answer *answer, fetch_wire *wire, gsize keep,
                           GError **error)
{
    g_string_truncate(answer->line, 0);
    g_byte_array_set_size(answer->body, 0);
    answer->has_body = FALSE;
    for (;;) {
        gint64 len;
        gsize at;
        if (!fetch_wire_line(wire, answer->line, error))
            return FALSE;
        if (!counts(answer->line, &len, &at))
            return TRUE;
        if (!take_counted(answer, wire, len, at, keep, error))
            return FALSE;
    }
}

// ---- what an answer says -----------------------------------------------------------------------

gboolean fetch_answer_code(const char *line, const char *name, gint64 *out)
{
    const char *text = fetch_answer_after(line, "* OK");
    const char *end;
    if (!text || *text != '[')
        return FALSE;
    text = fetch_answer_after(text + 1, name);
    return text && fetch_answer_number(text, out, &end) && *end == ']';
}

// A text being read: everything here moves it on, or returns FALSE.
static gboolean skip(const char **at, char c)
{
    if (**at != c)
        return FALSE;
    ++*at;
    return TRUE;
}

// "…" with \" and \\ in it; appended to out unless that is NULL.
static gboolean read_quoted(const char **at, GByteArray *out)
{
    if (!skip(at, '"'))
        return FALSE;
    while (**at && **at != '"') {
        if (**at == '\\')
            ++*at;
        if (**at && out)
            g_byte_array_append(out, (const guint8 *)*at, 1);
        if (**at)
            ++*at;
    }
    return skip(at, '"');
}

// Up to a blank, a parenthesis or a quote; blanks between [ and ] belong to it.
static gboolean read_atom(const char **at, GString *out)
{
    gboolean section = FALSE;
    g_string_truncate(out, 0);
    for (; **at && (section || !strchr(" ()\"\1\2", **at)); ++*at) {
        section = **at == '[' || (section && **at != ']');
        g_string_append_c(out, **at);
    }
    return out->len > 0;
}

// A value of no interest: an atom, a text, counted bytes, or a list of such in parentheses.
static gboolean skip_value(const char **at)
{
    g_autoptr(GString) atom = g_string_new(NULL);
    guint depth = 0;
    do {
        if (**at == '(') {
            depth++;
            ++*at;
        } else if (**at == ')') {
            if (depth == 0)
                return FALSE;
            depth--;
            ++*at;
        } else if (**at == ' ' && depth > 0) {
            ++*at;
        } else if (**at == '"' ? !read_quoted(at, NULL)
                               : !skip(at, FETCH_ANSWER_BODY) && !skip(at, FETCH_ANSWER_SKIP) &&
                                     !read_atom(at, atom)) {
            return FALSE;
        }
    } while (depth > 0);
    return TRUE;
}

// The value of BODY[]: counted bytes, a quoted text, or NIL.
static gboolean read_body(struct fetch_answer *answer, const char **at,
                          struct fetch_answer_mail *out)
{
    out->has_text = TRUE;
    out->text = answer->body;
    if (skip(at, FETCH_ANSWER_BODY))
        return TRUE;
    if (answer->has_body)
        return FALSE; // it was another one's
    if (**at == '"')
        return read_quoted(at, answer->body);
    out->text = NULL;
    if (g_ascii_strncasecmp(*at, "NIL", 3) != 0)
        return FALSE;
    *at += 3;
    return TRUE;
}

static gboolean read_pair(struct fetch_answer *answer, const char **at, GString *key,
                          struct fetch_answer_mail *out)
{
    if (!read_atom(at, key) || !skip(at, ' '))
        return FALSE;
    if (g_ascii_strcasecmp(key->str, "UID") == 0)
        return fetch_answer_number(*at, &out->uid, at);
    if (g_ascii_strcasecmp(key->str, "RFC822.SIZE") == 0)
        return fetch_answer_number(*at, &out->size, at);
    if (g_ascii_strcasecmp(key->str, "BODY[]") == 0 ||
        g_ascii_strcasecmp(key->str, "BODY[]<0>") == 0)
        return !out->has_text && read_body(answer, at, out);
    return skip_value(at);
}

enum fetch_answer_kind fetch_answer_mail(struct fetch_answer *answer, struct fetch_answer_mail *out)
{
    gint64 place;
    *out = (struct fetch_answer_mail){.size = -1};
    const char *at = fetch_answer_after(answer->line->str, "*");
    if (!at || !fetch_answer_number(at, &place, &at) || *at != ' ')
        return FETCH_ANSWER_OTHER;
    at = fetch_answer_after(at + 1, "FETCH");
    if (!at)
        return FETCH_ANSWER_OTHER;
    if (!skip(&at, '('))
        return FETCH_ANSWER_BROKEN;
    g_autoptr(GString) key = g_string_new(NULL);
    while (*at && *at != ')') {
        if (!read_pair(answer, &at, key, out) || (*at != ')' && !skip(&at, ' ')))
            return FETCH_ANSWER_BROKEN;
    }
    return strcmp(at, ")") == 0 ? FETCH_ANSWER_MAIL : FETCH_ANSWER_BROKEN;
}
