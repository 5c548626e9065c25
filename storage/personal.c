// SPDX-License-Identifier: MIT
// See personal.h. Times are written as in records; "" stands for what is not.
#include "storage/personal.h"

#include "storage/statement.h"

enum { COLUMNS_MAX = 6 };

#define AT(column)  "coalesce(strftime('%Y-%m-%dT%H:%M:%SZ', " column ", 'unixepoch'), '')"
#define DAY(column) "date(" column " * 86400, 'unixepoch')"
#define GAME        "coalesce(CAST(game AS TEXT), '')"

static const struct kind {
    const char *name;
    const char *columns[COLUMNS_MAX + 1];
    const char *sql;
} kinds[] = {
    {"addresses",
     {"address", "main", "confirmed", "refused", "suspended", NULL},
     "SELECT address, CAST(main AS TEXT), " AT("confirmed_at") ", " AT("refused_at") ", " AT(
         "suspended_at") " FROM address WHERE player = ?1 ORDER BY main DESC, address"},
    {"blocked",
     {"address", "since", NULL},
     "SELECT address, " AT(
         "blocked_at") " FROM blocked"
                       " WHERE address IN (SELECT address FROM address WHERE player = ?1)"},
    {"keys",
     {"kind", "public", "added", "dropped", NULL},
     "SELECT kind, public, " AT("added_at") ", " AT("dropped_at") " FROM key WHERE player = ?1"
                                                                  " ORDER BY id"},
    {"vacation",
     {"first", "last", "zone", NULL},
     "SELECT " DAY("first") ", " DAY("last") ", zone FROM vacation_days WHERE player = ?1"
                                             " ORDER BY first"},
    {"vacation_charged",
     {"year", "seconds", NULL},
     "SELECT CAST(year AS TEXT), CAST(seconds AS TEXT) FROM vacation WHERE player = ?1"
     " ORDER BY year"},
    {"games",
     {"game", "name", "state", "seat", "nick", "joined", NULL},
     "SELECT CAST(game.id AS TEXT), game.name, game.state, CAST(seat.seat AS TEXT), seat.nick, " AT(
         "seat.joined_at") " FROM seat JOIN game ON game.id = seat.game WHERE seat.player = ?1"
                           " ORDER BY game.id"},
    {"watched",
     {"game", "since", NULL},
     "SELECT " GAME ", " AT("since") " FROM watcher WHERE player = ?1 ORDER BY game"},
    {"invited_to",
     {"game", "state", "when", NULL},
     "SELECT " GAME ", state, " AT("created_at") " FROM invitation WHERE player = ?1"
                                                 " ORDER BY id"},
    {"invited_others_to",
     {"game", "state", "when", NULL},
     "SELECT " GAME ", state, " AT("created_at") " FROM invitation WHERE inviter = ?1"
                                                 " ORDER BY id"},
    {"said",
     {"game", "when", NULL},
     "SELECT " GAME ", " AT("said_at") " FROM press WHERE player = ?1 ORDER BY id"},
    {"calendar",
     {"game", "turn", "due", NULL},
     "SELECT " GAME ", CAST(turn AS TEXT), " AT("due_at") " FROM calendar WHERE player = ?1"
                                                          " ORDER BY game"},
    {"asked_back",
     {"kind", "game", "when", "until", "settled", NULL},
     "SELECT kind, " GAME ", " AT("created_at") ", " AT("expires_at") ", " AT(
         "settled_at") " FROM matter WHERE player = ?1 ORDER BY id"},
    {"mails_from_you",
     {"received", "outcome", "game", "message_id", NULL},
     "SELECT " AT("received_at") ", outcome, " GAME ", message_id FROM inbound WHERE player = ?1"
                                 " ORDER BY id"},
    {"mails_to_you",
     {"kind", "game", "noted", "state", "settled", "address", NULL},
     "SELECT kind, " GAME ", " AT("created_at") ", state, " AT(
         "settled_at") ", address"
                       " FROM outbound WHERE player = ?1 ORDER BY id"},
};

guint personal_kinds(void)
{
    return G_N_ELEMENTS(kinds);
}

const char *personal_name(guint kind)
{
    return kinds[kind].name;
}

const char *const *personal_columns(guint kind)
{
    return kinds[kind].columns;
}

// As many texts as the statement has columns.
static void read_texts(struct row *row, gpointer out)
{
    GStrvBuilder *texts = g_strv_builder_new();
    int n = sqlite3_column_count(row->statement);
    for (int i = 0; i < n; i++) {
        g_autofree char *text = row_dup(row);
        g_strv_builder_add(texts, text);
    }
    *(char ***)out = g_strv_builder_end(texts);
    g_strv_builder_unref(texts);
}

static void clear_texts(gpointer value)
{
    g_strfreev(*(char ***)value);
}

gboolean personal_rows(struct store *store, guint kind, gint64 player, GPtrArray **out_rows,
                       GError **error)
{
    static const struct row_type type = {
        .size = sizeof(char **), .read = read_texts, .clear = clear_texts};
    g_autoptr(GArray) rows = NULL;
    if (!statement_list(store, kinds[kind].sql, BINDS(bind_int(player)), &type, &rows, error))
        return FALSE;
    *out_rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    for (guint i = 0; i < rows->len; i++)
        g_ptr_array_add(*out_rows, g_steal_pointer(&g_array_index(rows, char **, i)));
    return TRUE;
}
