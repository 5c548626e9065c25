// SPDX-License-Identifier: MIT
// Lines that the referee wrote to a player, kept as keyed hashes only, each player's under its own
// scope. See players.h. A quote may change white space, and nothing else, without hiding a line.
//
// How many lines a mail had depends on the hand: each legal move is one. So every mail adds equally
// many rows: what lacks is made up with numbers that are nothing's hash, also in the place of a
// line that was told before and is newer now. Whoever has the file alone can count mails, and no
// more.
#include "storage/players.h"

#include <sodium.h>

#include "storage/statement.h"

// When there are more than MOST, the oldest go until LEFT are there: finding them means sorting
// all, which isn't worth it for every mail.
enum { SHORTEST = 8, A_MAIL = 128, MOST = 100 * A_MAIL, LEFT = 90 * A_MAIL };

// The next character of text, of *out_len bytes; a byte that is no UTF-8 is one for itself.
static gunichar next_character(const char *text, gsize *out_len)
{
    gunichar character = g_utf8_get_char_validated(text, -1);
    gboolean is_bad = character == (gunichar)-1 || character == (gunichar)-2;
    *out_len = is_bad ? 1 : (gsize)(g_utf8_next_char(text) - text);
    return is_bad ? 0xfffd : character;
}

// White space collapsed to single blanks, none at the ends; NULL for a line that is too short to be
// known again. The caller owns the result.
static char *normalise(const char *line, gsize *out_len)
{
    GString *text = g_string_new(NULL);
    guint characters = 0;
    gboolean is_between = FALSE;
    for (gsize len; *line; line += len) {
        if (g_unichar_isspace(next_character(line, &len))) {
            is_between = text->len > 0;
            continue;
        }
        if (is_between) {
            g_string_append_c(text, ' ');
            characters++;
        }
        g_string_append_len(text, line, (gssize)len);
        characters++;
        is_between = FALSE;
    }
    *out_len = text->len;
    return g_string_free(text, characters < SHORTEST);
}

// The hash of a line in *out_hash; FALSE when it is too short to be known.
static gboolean hash_line(struct store *store, gint64 player, const char *line, gint64 *out_hash)
{
    gsize len;
    g_autofree char *text = normalise(line, &len);
    if (text)
        *out_hash = seal_hash(store->key, player, text, len);
    return text != NULL;
}

// What keyed hashes look like, and aren't.
static void make_no_hashes(gint64 *out, guint n)
{
    randombytes_buf(out, n * sizeof *out);
    for (guint i = 0; i < n; i++)
        out[i] &= G_MAXINT64;
}

static gboolean add_row(struct store *store, gint64 player, gint64 hash, gint64 at, GError **error)
{
    return statement_change(store,
                            "INSERT INTO known_line (player, hash, at) VALUES (?1, ?2, ?3)"
                            " ON CONFLICT (player, hash) DO UPDATE SET at = max(at, excluded.at)",
                            BINDS(bind_int(player), bind_int(hash), bind_int(at)), error);
}

static void read_time(struct row *row, gpointer out)
{
    *(gint64 *)out = row_int(row);
}

// Adds one line, unless it was told at this very time before; counts it.
static gboolean add_line(struct store *store, gint64 player, gint64 hash, gint64 now, guint *count,
                         GError **error)
{
    static const struct row_type type = {.size = sizeof(gint64), .read = read_time};
    gint64 before = 0;
    gboolean found;
    if (!statement_find(store, "SELECT at FROM known_line WHERE player = ?1 AND hash = ?2",
                        BINDS(bind_int(player), bind_int(hash)), &type, &before, &found, error))
        return FALSE;
    if (found && before >= now)
        return TRUE;
    gint64 instead;
    make_no_hashes(&instead, 1);
    (*count)++;
    return add_row(store, player, hash, now, error) &&
           (!found || add_row(store, player, instead, before, error));
}

// Eight rows at once: most of what a row costs is the statement.
static gboolean add_eight(struct store *store, gint64 player, const gint64 hashes[8], gint64 at,
                          GError **error)
{
    return statement_run(
        store,
        "INSERT INTO known_line (player, at, hash) VALUES (?1, ?2, ?3), (?1, ?2, ?4),"
        " (?1, ?2, ?5), (?1, ?2, ?6), (?1, ?2, ?7), (?1, ?2, ?8), (?1, ?2, ?9), (?1, ?2, ?10)"
        " ON CONFLICT (player, hash) DO UPDATE SET at = max(at, excluded.at)",
        BINDS(bind_int(player), bind_int(at), bind_int(hashes[0]), bind_int(hashes[1]),
              bind_int(hashes[2]), bind_int(hashes[3]), bind_int(hashes[4]), bind_int(hashes[5]),
              bind_int(hashes[6]), bind_int(hashes[7])),
        NULL, error);
}

static gboolean fill_up(struct store *store, gint64 player, gint64 now, guint count, GError **error)
{
    gint64 hashes[A_MAIL];
    guint n = count > 0 && count % A_MAIL == 0 ? 0 : A_MAIL - count % A_MAIL;
    guint i = 0;
    make_no_hashes(hashes, A_MAIL); // as many each time: what is drawn tells nothing either
    for (; i + 8 <= n; i += 8)
        if (!add_eight(store, player, hashes + i, now, error))
            return FALSE;
    for (; i < n; i++)
        if (!add_row(store, player, hashes[i], now, error))
            return FALSE;
    return TRUE;
}

static gboolean drop_oldest(struct store *store, gint64 player, GError **error)
{
    guint count;
    if (!statement_count(store, "SELECT count(*) FROM known_line WHERE player = ?1",
                         BINDS(bind_int(player)), &count, error))
        return FALSE;
    return count <= MOST ||
           statement_run(store,
                         "DELETE FROM known_line WHERE player = ?1 AND hash IN"
                         " (SELECT hash FROM known_line WHERE player = ?1 ORDER BY at LIMIT ?2)",
                         BINDS(bind_int(player), bind_int(count - LEFT)), NULL, error);
}

gboolean players_add_known_lines(struct store *store, gint64 player, const char *const *lines,
                                 gint64 now, GError **error)
{
    guint count = 0;
    for (guint i = 0; lines[i]; i++) {
        gint64 hash;
        if (hash_line(store, player, lines[i], &hash) &&
            !add_line(store, player, hash, now, &count, error))
            return FALSE;
    }
    return fill_up(store, player, now, count, error) && drop_oldest(store, player, error);
}

gboolean players_knows_line(struct store *store, gint64 player, const char *line,
                            gboolean *out_known, GError **error)
{
    gint64 hash;
    *out_known = FALSE;
    return !hash_line(store, player, line, &hash) ||
           statement_truth(
               store, "SELECT EXISTS (SELECT 1 FROM known_line WHERE player = ?1 AND hash = ?2)",
               BINDS(bind_int(player), bind_int(hash)), out_known, error);
}
