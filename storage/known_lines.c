// SPDX-License-Identifier: MIT
// See known_lines.h. How many lines a mail has depends on the hand: each legal move is one; and two
// mails with the same hand have the same lines. So what is kept of a mail is sealed, and of one
// size. Whoever has the file alone can count mails, and no more.
#include "storage/known_lines.h"

#include <string.h>

#include "storage/statement.h"

enum { SHORTEST = 8, MAILS = 100 };

static const char column[] = "known_lines.hashes";

struct known_lines {
    const struct seal_key *key; // not owned
    gint64 player;
    GArray *hashes; // gint64
};

// ---- hashes -----------------------------------------------------------------------------------

// The next character of text, of *out_len bytes; a byte that is no UTF-8 is one for itself.
static gunichar next_character(const char *text, gsize *out_len)
{
    *out_len = 1;
    if ((guchar)*text < 0x80)
        return (guchar)*text;
    gunichar character = g_utf8_get_char_validated(text, -1);
    if (character == (gunichar)-1 || character == (gunichar)-2)
        return 0xfffd;
    *out_len = (gsize)(g_utf8_next_char(text) - text);
    return character;
}

static gboolean is_space(gunichar character)
{
    return character < 0x80 ? g_ascii_isspace((char)character) : g_unichar_isspace(character);
}

// White space collapsed to single blanks, none at the ends; NULL for a line that is too short to be
// known again. The caller owns the result.
static char *normalise(const char *line, gsize *out_len)
{
    char *text = g_malloc(strlen(line) + 1);
    gboolean gap = FALSE;
    guint characters = 0;
    gsize len = 0;
    for (gsize bytes; *line; line += bytes) {
        if (is_space(next_character(line, &bytes))) {
            gap = len > 0;
            continue;
        }
        characters += gap ? 2 : 1;
        if (gap)
            text[len++] = ' ';
        gap = FALSE;
        for (gsize i = 0; i < bytes; i++)
            text[len++] = line[i];
    }
    text[len] = '\0';
    *out_len = len;
    if (characters < SHORTEST)
        g_clear_pointer(&text, g_free);
    return text;
}

// The hash of a line in *out_hash; FALSE when it is too short to be known.
static gboolean hash_line(const struct seal_key *key, gint64 player, const char *line,
                          gint64 *out_hash)
{
    gsize len;
    g_autofree char *text = normalise(line, &len);
    if (text)
        *out_hash = seal_hash(key, player, text, len);
    return text != NULL;
}

// ---- keeping them -----------------------------------------------------------------------------

GBytes *known_lines_seal(const struct seal_key *key, gint64 player, const gint64 *hashes, guint n)
{
    gint64 bytes[KNOWN_LINES_ROW] = {0};
    char place[ROW_PLACE_MAX];
    g_assert(n <= KNOWN_LINES_ROW);
    for (guint i = 0; i < n; i++)
        bytes[i] = GINT64_TO_LE(hashes[i]);
    row_place(place, column, player);
    return seal_close(key, place, bytes, n * sizeof *bytes, SEAL_STEP_LINES);
}

// The number of the newest mail, 0 when there is none.
static gboolean find_newest(struct store *store, gint64 player, gint64 *out_number, GError **error)
{
    return statement_number(store,
                            "SELECT coalesce(max(number), 0) FROM known_lines WHERE player = ?1",
                            BINDS(bind_int(player)), out_number, error);
}

static gboolean add_row(struct store *store, gint64 player, gint64 number, const gint64 *hashes,
                        guint n, GError **error)
{
    g_autoptr(GBytes) sealed = known_lines_seal(store->key, player, hashes, n);
    return statement_change(store,
                            "INSERT INTO known_lines (player, number, hashes) VALUES (?1, ?2, ?3)",
                            BINDS(bind_int(player), bind_int(number), bind_bytes(sealed)), error);
}

// Numbers have no gaps: each mail drops one. (Asked for a range, SQLite makes a list of it first.)
static gboolean drop_oldest(struct store *store, gint64 player, gint64 newest, GError **error)
{
    return statement_run(store, "DELETE FROM known_lines WHERE player = ?1 AND number = ?2",
                         BINDS(bind_int(player), bind_int(newest - MAILS)), NULL, error);
}

gboolean known_lines_add(struct store *store, gint64 player, const char *const *lines,
                         GError **error)
{
    gint64 hashes[KNOWN_LINES_ROW];
    guint n = 0;
    gint64 newest;
    for (; *lines && n < KNOWN_LINES_ROW; lines++)
        n += hash_line(store->key, player, *lines, &hashes[n]) ? 1 : 0;
    return find_newest(store, player, &newest, error) &&
           add_row(store, player, newest + 1, hashes, n, error) &&
           drop_oldest(store, player, newest + 1, error);
}

// ---- recognising them -------------------------------------------------------------------------

static void read_hashes(struct row *row, gpointer out)
{
    gint64 player = row_int(row);
    *(GBytes **)out = row_open(row, column, player);
}

static void clear_hashes(gpointer value)
{
    g_clear_pointer((GBytes **)value, g_bytes_unref);
}

static gboolean take_hashes(gconstpointer value, gpointer data)
{
    struct known_lines *known = data;
    gsize len;
    const void *bytes = g_bytes_get_data(*(GBytes *const *)value, &len);
    g_array_append_vals(known->hashes, bytes, (guint)(len / sizeof(gint64)));
    return TRUE;
}

struct known_lines *known_lines_load(struct store *store, gint64 player, GError **error)
{
    static const struct row_type type = {
        .size = sizeof(GBytes *), .read = read_hashes, .clear = clear_hashes};
    struct known_lines *known = g_new(struct known_lines, 1);
    *known = (struct known_lines){store->key, player, g_array_new(FALSE, FALSE, sizeof(gint64))};
    if (statement_each(store, "SELECT player, hashes FROM known_lines WHERE player = ?1",
                       BINDS(bind_int(player)), &type, take_hashes, known, error))
        return known;
    known_lines_free(known);
    return NULL;
}

void known_lines_free(struct known_lines *known)
{
    if (!known)
        return;
    g_array_unref(known->hashes);
    g_free(known);
}

gboolean known_lines_has(const struct known_lines *known, const char *line)
{
    gint64 hash;
    if (!hash_line(known->key, known->player, line, &hash))
        return FALSE;
    for (guint i = 0; i < known->hashes->len; i++)
        if (g_array_index(known->hashes, gint64, i) == GINT64_TO_LE(hash))
            return TRUE;
    return FALSE;
}
