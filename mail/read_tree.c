// SPDX-License-Identifier: MIT
// See read_tree.h.
#include "mail/read_tree.h"

#include <gmime/gmime.h>
#include <string.h>

struct walk {
    struct read_tree *tree;
    guint level;
    guint *seen;   // parts and containers of the whole mail, attached mails included
    guint *leaves; // of them, those that hold no others
};

static const char TOO_MANY[] = "there are more than 20 parts";

static void walk_part(struct walk *walk, struct read_part *part, const struct read_head *head);

gboolean read_tree_is(const struct read_part *part, const char *type)
{
    gsize len = strlen(type);
    return type[len - 1] == '/' ? strncmp(part->type, type, len) == 0
                                : strcmp(part->type, type) == 0;
}

static void note(const char **trouble, const char *reason)
{
    if (!*trouble)
        *trouble = reason;
}

// A Content-* field that may stand once. Two that say the same are one; two that differ are
// trouble, since one program takes the first and another the last (H82).
static char *single(struct read_part *part, const struct read_head *head, const char *name)
{
    gsize index = 0;
    const struct read_field *field = read_head_next(head, name, &index);
    if (!field)
        return NULL;
    char *value = read_head_value(field);
    while ((field = read_head_next(head, name, &index))) {
        g_autofree char *other = read_head_value(field);
        if (g_ascii_strcasecmp(value, other) != 0)
            note(&part->trouble, "a part has two Content headers of a kind that disagree");
    }
    return value;
}

static void copy_small(char *out, gsize size, const char *text)
{
    g_strlcpy(out, text ? text : "", size);
    for (char *p = out; *p; p++)
        *p = g_ascii_tolower(*p);
}

static void warned(gint64 offset, GMimeParserWarning code, const char *item, gpointer data)
{
    (void)offset;
    (void)item;
    if (code == GMIME_CRIT_CONFLICTING_PARAMETER)
        note(data, "a Content header names a parameter twice");
}

// type/subtype at the start of a Content-Type (RFC 2045 5.1), nothing odd in it or right behind it.
static gboolean has_type(const char *value)
{
    gsize major = strcspn(value, "/ \t;()<>@,:\\\"[]?=");
    if (major == 0 || value[major] != '/')
        return FALSE;
    const char *minor = value + major + 1;
    gsize len = strcspn(minor, "/ \t;()<>@,:\\\"[]?=");
    const char *rest = minor + len + strspn(minor + len, " \t");
    return len > 0 && (*rest == '\0' || *rest == ';' || *rest == '(');
}

static const char *parameter(GMimeContentType *type, const char *name)
{
    return g_mime_content_type_get_parameter(type, name);
}

// Whether a file is called as keys and signatures are.
static gboolean is_key_file(const char *name)
{
    static const char *const ends[] = {".pub", ".asc", ".minisig", ".sig"};
    gsize len = name ? strlen(name) : 0;
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        gsize end = strlen(ends[i]);
        if (len > end && g_ascii_strcasecmp(name + len - end, ends[i]) == 0)
            return TRUE;
    }
    return FALSE;
}

static void read_type(struct read_part *part, const char *value, const char *fallback,
                      char **boundary)
{
    if (!value) {
        copy_small(part->type, sizeof part->type, fallback);
        return;
    }
    if (!has_type(value)) {
        copy_small(part->type, sizeof part->type, "application/octet-stream");
        note(&part->trouble, "a Content-Type doesn't say what it is");
        return;
    }
    GMimeParserOptions *options = g_mime_parser_options_new();
    g_mime_parser_options_set_warning_callback(options, warned, &part->trouble);
    GMimeContentType *type = g_mime_content_type_parse(options, value);
    g_mime_parser_options_free(options);
    g_autofree char *name = g_mime_content_type_get_mime_type(type);
    copy_small(part->type, sizeof part->type, name);
    copy_small(part->charset, sizeof part->charset, parameter(type, "charset"));
    copy_small(part->method, sizeof part->method, parameter(type, "method"));
    copy_small(part->protocol, sizeof part->protocol, parameter(type, "protocol"));
    const char *format = parameter(type, "format");
    const char *delsp = parameter(type, "delsp");
    const char *file = parameter(type, "name");
    part->flowed = format && g_ascii_strcasecmp(format, "flowed") == 0;
    part->delsp = delsp && g_ascii_strcasecmp(delsp, "yes") == 0;
    part->tnef = strcmp(part->type, "application/ms-tnef") == 0 ||
                 strcmp(part->type, "application/vnd.ms-tnef") == 0 ||
                 (file && g_ascii_strcasecmp(file, "winmail.dat") == 0);
    part->key_file = is_key_file(file);
    *boundary = g_strdup(parameter(type, "boundary"));
    g_object_unref(type);
}

static enum read_encoding read_encoding(const struct read_field *field)
{
    g_autofree char *name = field ? read_head_token(field) : NULL;
    if (!name || strcmp(name, "7bit") == 0 || strcmp(name, "8bit") == 0 ||
        strcmp(name, "binary") == 0)
        return READ_ENCODING_PLAIN;
    if (strcmp(name, "quoted-printable") == 0)
        return READ_ENCODING_QUOTED_PRINTABLE;
    return strcmp(name, "base64") == 0 ? READ_ENCODING_BASE64 : READ_ENCODING_UNKNOWN;
}

// Fills in what the header says of the part. The boundary, when it names one, is the caller's.
static char *read_header(struct read_part *part, const struct read_head *head,
                         const struct read_part *around)
{
    gboolean digest = around && read_tree_is(around, "multipart/digest");
    char *boundary = NULL;
    if (head->odd)
        note(&part->trouble, "a line in a header is no header");
    g_autofree char *type = single(part, head, "Content-Type");
    read_type(part, type, digest ? "message/rfc822" : "text/plain", &boundary);
    g_autofree char *encoding = single(part, head, "Content-Transfer-Encoding");
    part->encoding =
        read_encoding(encoding ? read_head_find(head, "Content-Transfer-Encoding") : NULL);
    g_autofree char *disposition = single(part, head, "Content-Disposition");
    gsize len = disposition ? strcspn(disposition, "; \t(") : 0;
    GMimeContentDisposition *parsed =
        disposition ? g_mime_content_disposition_parse(NULL, disposition) : NULL;
    if (parsed) {
        part->key_file = part->key_file ||
                         is_key_file(g_mime_content_disposition_get_parameter(parsed, "filename"));
        g_object_unref(parsed);
    }
    part->attachment =
        (around && around->attachment) ||
        (disposition && (len != 6 || g_ascii_strncasecmp(disposition, "inline", 6) != 0));
    return boundary;
}

enum delimiter { NONE, NEXT, LAST };

// Whether the line (its end not included) is a delimiter of this boundary: two dashes, the
// boundary, two dashes more when it is the last, blanks (RFC 2046 5.1.1).
static enum delimiter is_delimiter(const char *line, gsize len, const char *boundary,
                                   gsize boundary_len)
{
    if (len < boundary_len + 2 || line[0] != '-' || line[1] != '-' ||
        memcmp(line + 2, boundary, boundary_len) != 0)
        return NONE;
    gsize at = boundary_len + 2;
    gboolean last = len >= at + 2 && line[at] == '-' && line[at + 1] == '-';
    at += last ? 2 : 0;
    while (at < len && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r'))
        at++;
    if (at < len)
        return NONE;
    return last ? LAST : NEXT;
}

// A part of the multipart stands in bytes, header and body.
static void add_part(struct walk *walk, int parent, guint position, const char *bytes, gsize len)
{
    struct read_tree *tree = walk->tree;
    if (++*walk->seen > READ_TREE_PLACES) {
        tree->size = TOO_MANY;
        return;
    }
    struct read_part *part = &tree->parts[tree->count++];
    *part =
        (struct read_part){.raw = bytes, .raw_len = len, .parent = parent, .position = position};
    struct read_head *head = g_new(struct read_head, 1);
    read_head_scan(bytes, len, head);
    part->body = bytes + head->body;
    part->body_len = len - head->body;
    if (head->size)
        note(&part->trouble, "the header of a part can't be read");
    walk_part(walk, part, head);
    g_free(head);
}

// Cuts the body of the multipart at its delimiters. What stands before the first and after the last
// is nobody's (H80).
static void split(struct walk *walk, const struct read_part *part, const char *boundary)
{
    struct read_tree *tree = walk->tree;
    int self = (int)(part - tree->parts);
    const char *end = part->body + part->body_len;
    const char *open = NULL; // where the part that is being read began
    gsize boundary_len = strlen(boundary);
    guint position = 0;
    const char *line = part->body;
    while (line < end && !tree->size) {
        const char *lf = memchr(line, '\n', (gsize)(end - line));
        const char *stop = lf ? lf : end;
        enum delimiter kind = is_delimiter(line, (gsize)(stop - line), boundary, boundary_len);
        if (kind != NONE && open) {
            const char *close = line; // the line end before a delimiter belongs to it
            close -= close > open && close[-1] == '\n';
            close -= close > open && close[-1] == '\r';
            add_part(walk, self, position++, open, (gsize)(close - open));
        }
        if (kind == LAST)
            return;
        line = lf ? lf + 1 : end;
        if (kind == NEXT)
            open = line;
    }
    if (tree->size)
        return;
    note(&tree->trouble, "the closing boundary of a multipart never comes");
    if (open)
        add_part(walk, self, position, open, (gsize)(end - open));
}

static void start_tree(struct walk *walk, const char *bytes, gsize len,
                       const struct read_head *head)
{
    struct read_tree *tree = walk->tree;
    tree->count = 1;
    tree->size = NULL;
    tree->trouble = NULL;
    tree->parts[0] = (struct read_part){.raw = bytes,
                                        .raw_len = len,
                                        .body = bytes + head->body,
                                        .body_len = len - head->body,
                                        .parent = -1};
    walk_part(walk, &tree->parts[0], head);
}

// An attached mail is counted, and nothing else is known of it: its parts are in no tree but this.
static void count_attached(struct walk *walk, const struct read_part *part)
{
    g_autofree struct read_head *head = g_new(struct read_head, 1);
    g_autofree struct read_tree *tree = g_new(struct read_tree, 1);
    struct walk inside = *walk;
    inside.tree = tree;
    read_head_scan(part->body, part->body_len, head);
    if (head->size)
        return;
    start_tree(&inside, part->body, part->body_len, head);
    walk->tree->size = tree->size;
}

// What holds others: one level more.
static void walk_inside(struct walk *walk, struct read_part *part, const char *boundary)
{
    struct read_tree *tree = walk->tree;
    if (++walk->level > READ_TREE_LEVELS)
        tree->size = "parts are more than 10 levels deep";
    else if (!read_tree_is(part, "multipart/"))
        count_attached(walk, part);
    else if (!boundary || !*boundary || strlen(boundary) > 250)
        note(&tree->trouble, "a multipart doesn't name its boundary");
    else
        split(walk, part, boundary);
    walk->level--;
}

static void walk_part(struct walk *walk, struct read_part *part, const struct read_head *head)
{
    struct read_tree *tree = walk->tree;
    const struct read_part *around = part->parent >= 0 ? &tree->parts[part->parent] : NULL;
    g_autofree char *boundary = read_header(part, head, around);
    gboolean plain = part->encoding == READ_ENCODING_PLAIN;
    gboolean multipart = read_tree_is(part, "multipart/");
    gboolean mail = read_tree_is(part, "message/rfc822") || read_tree_is(part, "message/global");
    if (multipart && !plain)
        note(&part->trouble, "a multipart claims a transfer encoding");
    if (multipart || (mail && plain))
        walk_inside(walk, part, boundary);
    else if (++*walk->leaves > READ_TREE_PARTS)
        tree->size = TOO_MANY;
}

void read_tree_walk(const char *bytes, gsize len, const struct read_head *head,
                    struct read_tree *out)
{
    guint seen = 1;
    guint leaves = 0;
    struct walk walk = {.tree = out, .seen = &seen, .leaves = &leaves};
    start_tree(&walk, bytes, len, head);
}
