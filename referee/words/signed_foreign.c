// SPDX-License-Identifier: MIT
// Signatures of other tools in a mail's text: minisign, ssh-keygen -Y, clear-signed OpenPGP.
//
// Finds them and the text that they cover. Whether they hold is checked elsewhere.
#include "referee/words/signed.h"

#include <string.h>

// A line without the blanks and the CR at its end.
static gboolean is_line(const char *line, const char *wanted)
{
    gsize len = strlen(wanted);
    return strncmp(line, wanted, len) == 0 && line[len + strspn(line + len, " \t\r")] == '\0';
}

static guint find_line(char **lines, guint from, const char *wanted)
{
    while (lines[from] && !is_line(lines[from], wanted))
        from++;
    return from;
}

static gboolean is_blank(const char *line)
{
    return line[strspn(line, " \t\r")] == '\0';
}

// Lines from ... to joined, each with its LF, unescaped as clear-signing escapes dashes (RFC
// 9580, 7.1).
static char *join(char **lines, guint from, guint to, gboolean unescape)
{
    GString *out = g_string_new(NULL);
    for (guint i = from; i < to; i++) {
        const char *line = lines[i];
        if (unescape && g_str_has_prefix(line, "- "))
            line += 2;
        g_string_append(out, line);
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

static gboolean clear_signed(char **lines, guint at, struct signed_foreign *out)
{
    if (!is_line(lines[at], "-----BEGIN PGP SIGNED MESSAGE-----"))
        return FALSE;
    guint text = at + 1;
    while (lines[text] && !is_blank(lines[text]))
        text++;
    guint signature = find_line(lines, text, "-----BEGIN PGP SIGNATURE-----");
    guint last = find_line(lines, signature, "-----END PGP SIGNATURE-----");
    if (!lines[text] || !lines[signature] || !lines[last])
        return FALSE;
    *out = (struct signed_foreign){SIGNED_OPENPGP,
                                   at,
                                   last,
                                   signature,
                                   join(lines, text + 1, signature, TRUE),
                                   join(lines, at, last + 1, FALSE)};
    return TRUE;
}

// The first line of what is covered: the last one that says the referee's key, else the first in
// which something stands.
static guint covered_from(char **lines, guint end)
{
    guint first = end;
    for (guint i = end; i > 0; i--) {
        if (g_ascii_strncasecmp(lines[i - 1], "referee ", 8) == 0)
            return i - 1;
        if (!is_blank(lines[i - 1]))
            first = i - 1;
    }
    return first;
}

static gboolean below_text(char **lines, guint at, guint last, enum signed_kind kind,
                           struct signed_foreign *out)
{
    guint end = at;
    while (end > 0 && is_blank(lines[end - 1]))
        end--;
    guint first = covered_from(lines, end);
    *out = (struct signed_foreign){
        kind, first, last, at, join(lines, first, end, FALSE), join(lines, at, last + 1, FALSE)};
    return TRUE;
}

static gboolean ssh(char **lines, guint at, struct signed_foreign *out)
{
    if (!is_line(lines[at], "-----BEGIN SSH SIGNATURE-----"))
        return FALSE;
    guint last = find_line(lines, at, "-----END SSH SIGNATURE-----");
    return lines[last] && below_text(lines, at, last, SIGNED_SSH, out);
}

static gboolean minisign(char **lines, guint at, struct signed_foreign *out)
{
    if (!g_str_has_prefix(lines[at], "untrusted comment:") || !lines[at + 1] || !lines[at + 2] ||
        !lines[at + 3] || !g_str_has_prefix(lines[at + 1], "R") ||
        !g_str_has_prefix(lines[at + 2], "trusted comment:"))
        return FALSE;
    return below_text(lines, at, at + 3, SIGNED_MINISIGN, out);
}

void signed_find_foreign(const char *text, struct signed_foreign *out)
{
    memset(out, 0, sizeof *out);
    if (!signed_may_stand_in(text))
        return;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++)
        if (clear_signed(lines, i, out) || ssh(lines, i, out) || minisign(lines, i, out))
            return;
}

void signed_foreign_clear(struct signed_foreign *foreign)
{
    g_free(foreign->text);
    g_free(foreign->signature);
    memset(foreign, 0, sizeof *foreign);
}
