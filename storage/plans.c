// SPDX-License-Identifier: MIT
// See plans.h.
#include "storage/plans.h"

#include "storage/statement.h"

enum { SEATS = 4 };

// The place that a plan is sealed for.
static gint64 place_of(gint64 game, int seat)
{
    return game * SEATS + seat;
}

static void read_plan(struct row *row, gpointer out)
{
    struct plan_row *plan = out;
    gint64 game = row_int(row);
    plan->seat = row_small(row);
    plan->lines = row_open_text(row, "plan.lines", place_of(game, plan->seat));
    plan->word =
        row_is_null(row) ? NULL : row_open_text(row, "plan.word", place_of(game, plan->seat));
}

static void free_plan(gpointer row)
{
    struct plan_row *plan = row;
    g_free(plan->lines);
    g_free(plan->word);
    g_free(plan);
}

gboolean plans_load(struct store *store, gint64 game, GPtrArray **out_plans, GError **error)
{
    static const struct row_type type = {.size = sizeof(struct plan_row), .read = read_plan};
    return statement_pointers(
        store, "SELECT game, seat, lines, word FROM plan WHERE game = ?1 ORDER BY seat",
        BINDS(bind_int(game)), &type, free_plan, out_plans, error);
}

gboolean plans_put(struct store *store, gint64 game, int seat, const char *lines, const char *word,
                   GError **error)
{
    if (!lines)
        return statement_run(store, "DELETE FROM plan WHERE game = ?1 AND seat = ?2",
                             BINDS(bind_int(game), bind_int(seat)), NULL, error);
    g_autoptr(GBytes) sealed =
        statement_seal_text(store, "plan.lines", place_of(game, seat), lines, SEAL_STEP_LARGE);
    g_autoptr(GBytes) sealed_word =
        word ? statement_seal_text(store, "plan.word", place_of(game, seat), word, SEAL_STEP_LARGE)
             : NULL;
    return statement_run(
        store,
        "INSERT INTO plan (game, seat, lines, word) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT (game, seat)"
        " DO UPDATE SET lines = excluded.lines, word = excluded.word",
        BINDS(bind_int(game), bind_int(seat), bind_bytes(sealed), bind_bytes(sealed_word)), NULL,
        error);
}
