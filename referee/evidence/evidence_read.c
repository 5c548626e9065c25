// SPDX-License-Identifier: MIT
// See evidence_read.h.
#include "referee/evidence/evidence_read.h"

#include "base/utc.h"

#include <string.h>

// Which line is awaited.
enum stage {
    AT_TITLE,
    AT_GAME,
    AT_REFEREE,
    AT_COMMIT,
    AT_ENTRY,
    AT_TEXT, // or `as`, below a proof
    AT_SIGN,
    AT_CHAIN,
    AT_SIGNATURE,
    AT_END
};

struct reader {
    struct evidence_file *file;
    enum stage stage;
    gsize number;
    guint8 chain[CHAIN_HASH];
    struct record_fault *fault;
};

static gboolean fail(struct reader *reader, const char *reason)
{
    reader->fault->line = reader->number;
    g_strlcpy(reader->fault->reason, reason, sizeof reader->fault->reason);
    return FALSE;
}

// ---- fields ------------------------------------------------------------------------------------

static gboolean take_word(struct line *line, const char *word)
{
    struct field field;
    return line_field(line, &field) && field_is(field, word);
}

static gboolean take_hash(struct line *line, guint8 out[DEAL_HASH])
{
    struct field field;
    return line_field(line, &field) && field_hash(field, out) && line_done(line);
}

// The number of a line of a record.
static gboolean take_number(struct line *line, guint *out)
{
    struct field field;
    gint64 number;
    if (!line_field(line, &field) || !field_number(field, &number) || number < 1 ||
        number > G_MAXINT)
        return FALSE;
    *out = (guint)number;
    return TRUE;
}

static char *take_text(struct line *line)
{
    struct field field;
    return line_field(line, &field) ? g_strndup(field.text, field.len) : NULL;
}

static gboolean take_name(struct line *line, char out[LINE_NICK_MAX + 1])
{
    struct field field;
    if (!line_field(line, &field) || !field_is_nick(field))
        return FALSE;
    memcpy(out, field.text, field.len);
    out[field.len] = '\0';
    return TRUE;
}

// The seal at the end of an entry, and what stands before it.
static gboolean take_seal(struct line *line, const char *begin, struct evidence_entry *entry)
{
    const gsize len = (gsize)(line->at - begin);
    if (!take_hash(line, entry->seal))
        return FALSE;
    entry->before = g_strndup(begin, len - 1); // without the blank
    return TRUE;
}

// ---- the head ----------------------------------------------------------------------------------

static gboolean read_game(struct reader *reader, struct line *line)
{
    struct field number, time;
    if (!take_word(line, "game") || !line_field(line, &number) ||
        !field_number(number, &reader->file->game) || !line_field(line, &time) ||
        !utc_parse(time.text, time.len, &reader->file->created) || !line_done(line))
        return fail(reader, "`game`, its number and a time should stand here");
    return TRUE;
}

static gboolean read_referee(struct reader *reader, struct line *line)
{
    struct line again = *line;
    struct field hex;
    if (!take_word(line, "referee") || !take_hash(line, reader->file->referee_key))
        return fail(reader, "`referee` and 64 lowercase hexadecimal digits should stand here");
    (void)line_field(&again, &hex);
    (void)line_field(&again, &hex);
    memcpy(reader->file->referee, hex.text, hex.len);
    return TRUE;
}

static gboolean read_commit(struct reader *reader, struct line *line)
{
    return (take_word(line, "commit") && take_hash(line, reader->file->commit)) ||
           fail(reader, "`commit` and 64 lowercase hexadecimal digits should stand here");
}

// ---- entries -----------------------------------------------------------------------------------

static gboolean read_key(struct reader *reader, struct line *line, const char *begin,
                         struct evidence_entry *entry)
{
    struct field word;
    g_autofree char *kind = NULL;
    entry->is_key = TRUE;
    if (!take_number(line, &entry->number) || !take_name(line, entry->name) ||
        !(kind = take_text(line)) || !(entry->public = take_text(line)))
        return fail(reader, "`key`, a line's number, a name, a kind and a key should stand here");
    entry->kind = testimony_kind(kind);
    if (entry->kind == SIGNED_NO)
        return fail(reader, "not a kind of key that signs");
    if (line_done(line))
        return TRUE;
    if (line_field(line, &word) && field_is(word, "signed")) {
        entry->by = EVIDENCE_BY_KEY;
        return take_seal(line, begin, entry) || fail(reader, "a seal should follow `signed`");
    }
    entry->by = EVIDENCE_BY_OPERATOR;
    return (field_is(word, "by") && take_word(line, "operator") && line_done(line)) ||
           fail(reader, "something stands at the end of the line");
}

static gboolean read_proof(struct reader *reader, struct line *line, const char *begin,
                           struct evidence_entry *entry)
{
    return (take_number(line, &entry->number) && take_name(line, entry->name) &&
            take_seal(line, begin, entry)) ||
           fail(reader, "`proof`, a line's number, a name and a seal should stand here");
}

static gboolean read_record(struct reader *reader, struct line *line)
{
    if (!take_hash(line, reader->file->record_chain))
        return fail(reader, "64 lowercase hexadecimal digits should follow `record`");
    reader->file->end = reader->number;
    reader->stage = AT_CHAIN;
    return TRUE;
}

static gboolean read_entry(struct reader *reader, struct line *line, const char *begin)
{
    struct evidence_entry entry = {.line = reader->number};
    struct field word;
    gboolean fine = FALSE;
    if (!line_field(line, &word))
        return fail(reader, "a blank line");
    if (field_is(word, "record"))
        return read_record(reader, line);
    if (field_is(word, "key"))
        fine = read_key(reader, line, begin, &entry);
    else if (field_is(word, "proof"))
        fine = read_proof(reader, line, begin, &entry);
    else
        (void)fail(reader, "`key`, `proof` or `record` should stand here");
    if (fine && entry.before)
        reader->stage = AT_TEXT;
    g_array_append_val(reader->file->entries, entry);
    return fine;
}

static struct evidence_entry *last(const struct reader *reader)
{
    const GArray *entries = reader->file->entries;
    return &g_array_index(entries, struct evidence_entry, entries->len - 1);
}

static gboolean read_text(struct reader *reader, struct line *line)
{
    struct evidence_entry *entry = last(reader);
    struct field word;
    if (!line_field(line, &word))
        return fail(reader, "a blank line");
    if (field_is(word, "as") && !entry->is_key && take_number(line, &entry->as) &&
        line_done(line)) {
        reader->stage = AT_ENTRY;
        return TRUE;
    }
    reader->stage = AT_SIGN;
    return (field_is(word, "text") && (entry->text = take_text(line)) && line_done(line)) ||
           fail(reader, entry->is_key ? "`text` and base64 should stand here"
                                      : "`text` and base64, or `as` and a number, should stand "
                                        "here");
}

static gboolean read_sign(struct reader *reader, struct line *line)
{
    reader->stage = AT_ENTRY;
    return (take_word(line, "sign") && (last(reader)->sign = take_text(line)) && line_done(line)) ||
           fail(reader, "`sign` and base64 should stand here");
}

// ---- the end -----------------------------------------------------------------------------------

static gboolean read_chain(struct reader *reader, struct line *line)
{
    guint8 chain[CHAIN_HASH];
    reader->stage = AT_SIGNATURE;
    if (!take_word(line, "chain") || !take_hash(line, chain))
        return fail(reader, "`chain` and 64 lowercase hexadecimal digits should stand here");
    return memcmp(chain, reader->chain, sizeof chain) == 0 ||
           fail(reader, "the chain over the lines above is another: one was changed");
}

static gboolean read_signature(struct reader *reader, struct line *line)
{
    struct field base64;
    guint8 signature[CHAIN_SIGNATURE];
    reader->stage = AT_END;
    if (!take_word(line, "signature") || !line_field(line, &base64) ||
        !field_signature(base64, signature) || !line_done(line))
        return fail(reader, "`signature` and the base64 of 64 bytes should stand here");
    return chain_verify(CHAIN_EVIDENCE, reader->chain, reader->file->referee_key, signature) ||
           fail(reader, "the signature is not that of the referee named above");
}

// ---- the file ----------------------------------------------------------------------------------

static gboolean read_line(struct reader *reader, const char *text, gsize len)
{
    struct line line = line_start(text, len);
    if (!line_is_clean(text, len))
        return fail(reader, "the line is not UTF-8 without control characters");
    if (reader->stage == AT_END)
        return fail(reader, "nothing can follow the signature");
    if (reader->stage <= AT_ENTRY)
        chain_add(reader->chain, text, len);
    switch (reader->stage) {
    case AT_TITLE:
        reader->stage = AT_GAME;
        return evidence_is(text, len + 1) || fail(reader, "`23 evidence v1` should stand here");
    case AT_GAME:
        reader->stage = AT_REFEREE;
        return read_game(reader, &line);
    case AT_REFEREE:
        reader->stage = AT_COMMIT;
        return read_referee(reader, &line);
    case AT_COMMIT:
        reader->stage = AT_ENTRY;
        return read_commit(reader, &line);
    case AT_ENTRY:
        return read_entry(reader, &line, text);
    case AT_TEXT:
        return read_text(reader, &line);
    case AT_SIGN:
        return read_sign(reader, &line);
    case AT_CHAIN:
        return read_chain(reader, &line);
    case AT_SIGNATURE:
        return read_signature(reader, &line);
    case AT_END:
        break;
    }
    return FALSE;
}

static void clear_entry(gpointer value)
{
    struct evidence_entry *entry = value;
    g_free(entry->public);
    g_free(entry->before);
    g_free(entry->text);
    g_free(entry->sign);
}

// Of an entry that failed, or whose testimony did, nothing is kept.
static void drop_half(struct evidence_file *file, gsize failed)
{
    const guint n = file->entries->len;
    const struct evidence_entry *entry =
        n ? &g_array_index(file->entries, struct evidence_entry, n - 1) : NULL;
    if (file->end == 0)
        file->end = failed;
    if (entry && (entry->line == failed || (entry->before && !entry->as && !entry->sign)))
        g_array_set_size(file->entries, n - 1);
}

gboolean evidence_read(const char *text, gsize len, struct evidence_file *out,
                       struct record_fault *out_fault)
{
    struct reader reader = {.file = out, .fault = out_fault};
    const char *end = text + len;
    *out =
        (struct evidence_file){.entries = g_array_new(FALSE, TRUE, sizeof(struct evidence_entry))};
    g_array_set_clear_func(out->entries, clear_entry);
    gboolean fine = TRUE;
    while (fine && text < end) {
        const char *newline = memchr(text, '\n', (gsize)(end - text));
        reader.number++;
        fine = newline ? read_line(&reader, text, (gsize)(newline - text))
                       : fail(&reader, "the file ends within this line");
        text = newline ? newline + 1 : end;
    }
    if (fine && reader.stage != AT_END) {
        reader.number++;
        fine = fail(&reader, "the file ends before its signature");
    }
    if (!fine)
        drop_half(out, out_fault->line);
    return fine;
}

void evidence_file_clear(struct evidence_file *file)
{
    g_array_unref(file->entries);
}

gboolean evidence_is(const char *text, gsize len)
{
    static const char title[] = CHAIN_EVIDENCE;
    return len >= sizeof title - 1 && memcmp(text, title, sizeof title - 1) == 0;
}
