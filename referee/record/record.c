// SPDX-License-Identifier: MIT
// See record.h.
#include "referee/record/record.h"

#include "referee/record/game_apply.h"
#include "referee/record/sealed.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { READ_AT_ONCE = 1 << 16, READ_MAX = 256 << 20 };

// ---- bytes and lines ---------------------------------------------------------------------------

static bool file_error(GError **error, int number, const char *what)
{
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(number), "%s: %s", what,
                g_strerror(number));
    return false;
}

static bool read_all(int fd, GByteArray *bytes, GError **error)
{
    for (;;) {
        const guint before = bytes->len;
        if (before > READ_MAX)
            return file_error(error, EFBIG, "too large for a record");
        g_byte_array_set_size(bytes, before + READ_AT_ONCE);
        const ssize_t n = read(fd, bytes->data + before, READ_AT_ONCE);
        g_byte_array_set_size(bytes, before + (n > 0 ? (guint)n : 0));
        if (n == 0)
            return true;
        if (n < 0 && errno != EINTR)
            return file_error(error, errno, "can't be read");
    }
}

GBytes *record_read(const char *path, GError **error)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        file_error(error, errno, "can't be opened");
        return NULL;
    }
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    const bool done = read_all(fd, bytes, error);
    close(fd);
    return done ? g_byte_array_free_to_bytes(g_steal_pointer(&bytes)) : NULL;
}

// The next line of a text, without its newline; `whole` tells whether it has one. False at the end.
struct lines {
    const char *at;
    const char *end;
};

static bool next_line(struct lines *lines, struct field *out, bool *out_whole)
{
    if (lines->at == lines->end)
        return false;
    const gsize left = (gsize)(lines->end - lines->at);
    const char *newline = memchr(lines->at, '\n', left);
    out->text = lines->at;
    out->len = newline ? (gsize)(newline - lines->at) : left;
    *out_whole = newline != NULL;
    lines->at = newline ? newline + 1 : lines->end;
    return true;
}

static bool begins(struct field line, const char *start)
{
    return line.len >= strlen(start) && memcmp(line.text, start, strlen(start)) == 0;
}

static bool is_seed(struct field line, uint8_t out[DEAL_SEED])
{
    const gsize word = strlen("seed ");
    return begins(line, "seed ") &&
           field_hash((struct field){line.text + word, line.len - word}, out);
}

// The first line that is exactly `seed` and 64 digits, wherever it stands.
static bool find_seed(const char *text, gsize len, uint8_t out[DEAL_SEED])
{
    struct lines lines = {text, text + len};
    struct field line;
    bool whole;
    while (next_line(&lines, &line, &whole) && whole)
        if (is_seed(line, out))
            return true;
    return false;
}

// ---- checking ----------------------------------------------------------------------------------

static bool fault_at(struct record_fault *fault, gsize number, const char *reason)
{
    fault->line = number;
    g_strlcpy(fault->reason, reason, sizeof fault->reason);
    return false;
}

static bool fold_all(struct game *game, const char *text, gsize len, record_visit *visit,
                     void *data, struct record_fault *out_fault)
{
    struct lines lines = {text, text + len};
    struct field line;
    bool whole;
    char awaited[GAME_REASON];
    gsize number = 0;
    while (next_line(&lines, &line, &whole)) {
        number++;
        if (!whole)
            return fault_at(out_fault, number, "the file ends within this line");
        if (!game_apply(game, line.text, line.len))
            return fault_at(out_fault, number, game->reason);
        if (visit)
            visit(game, number, line.text, line.len, data);
    }
    if (game->stage == GAME_DONE)
        return true;
    game_awaited(game, awaited);
    g_snprintf(game->reason, sizeof game->reason, "the file ends before %.100s", awaited);
    return fault_at(out_fault, number + 1, game->reason);
}

bool record_verify(struct game *game, const char *text, gsize len, const uint8_t *key,
                   struct record_fault *out_fault)
{
    uint8_t seed[DEAL_SEED];
    game_init(game, GAME_VERIFY);
    game->wanted_key = key;
    if (find_seed(text, len, seed))
        game_open(game, seed, NULL);
    return fold_all(game, text, len, NULL, NULL, out_fault);
}

bool record_replay(struct game *game, const char *text, gsize len, record_visit *visit, void *data,
                   struct record_fault *out_fault)
{
    game_init(game, GAME_REPLAY);
    return fold_all(game, text, len, visit, data, out_fault);
}

bool record_key(const char *record, uint8_t out[CHAIN_KEY])
{
    const char *line = g_strrstr(record, "\nkey ");
    const char *hex = line ? line + strlen("\nkey ") : "";
    return field_hash((struct field){hex, strcspn(hex, "\n")}, out);
}

// ---- the public form ---------------------------------------------------------------------------

bool record_is_public(const char *text, gsize len)
{
    static const char sealed[] = " sealed";
    const gsize n = sizeof sealed - 1;
    struct lines lines = {text, text + len};
    struct field line;
    bool whole;
    while (next_line(&lines, &line, &whole) && whole)
        if (begins(line, "deal "))
            return line.len > n && memcmp(line.text + line.len - n, sealed, n) == 0;
    return false;
}

static bool add_public(GString *out, const uint8_t seed[DEAL_SEED], unsigned round,
                       struct field line)
{
    g_autofree char *public = sealed_public(seed, round, line.text, line.len);
    if (!public)
        return false;
    g_string_append(out, public);
    g_string_append_c(out, '\n');
    return true;
}

GString *record_public(const char *text, gsize len)
{
    uint8_t seed[DEAL_SEED];
    struct lines lines = {text, text + len};
    struct field line;
    bool whole;
    unsigned round = 0;
    if (record_is_public(text, len))
        return g_string_new_len(text, (gssize)len);
    if (!find_seed(text, len, seed))
        return NULL;
    GString *out = g_string_sized_new(len);
    while (next_line(&lines, &line, &whole) && whole) {
        if (begins(line, "result ") || begins(line, "cancelled ") || begins(line, "seed "))
            break;
        if (begins(line, "round "))
            round++;
        if (!add_public(out, seed, round, line)) {
            g_string_free(out, TRUE);
            return NULL;
        }
    }
    return out;
}

bool record_continues(const char *old, gsize old_len, const char *text, gsize len,
                      struct record_fault *out_fault)
{
    GString *public = record_public(text, len);
    if (!public)
        return fault_at(out_fault, 1,
                        "without its seed the record can't be compared with a public one");
    struct lines was = {old, old + old_len};
    struct lines is = {public->str, public->str + public->len};
    struct field before;
    struct field now;
    bool whole_before;
    bool whole_now;
    gsize number = 0;
    bool alike = true;
    while (alike && next_line(&was, &before, &whole_before)) {
        number++;
        alike = next_line(&is, &now, &whole_now) && whole_before && whole_now &&
                before.len == now.len && memcmp(before.text, now.text, now.len) == 0;
    }
    g_string_free(public, TRUE);
    if (number == 0)
        return fault_at(out_fault, 1, "the old record is empty");
    return alike || fault_at(out_fault, number, "the old public record has another line here");
}
