// SPDX-License-Identifier: MIT
// `referee23 doctor`: whether the standings count what the records of finished games say.
#include "referee/admin/doctor.h"
#include "referee/archive/result_index.h"
#include "storage/games.h"
#include "storage/results.h"

#include <string.h>

struct checking {
    struct store *store;
    GArray *wrong; // gint64: games
    guint games;
};

static gboolean check_record(gint64 game, const char *text, gpointer data, GError **error)
{
    struct checking *checking = data;
    const struct result result = result_read(text, strlen(text));
    gboolean right;
    if (!result_index_check(checking->store, game, &result, &right, error))
        return FALSE;
    checking->games++;
    if (!right)
        g_array_append_val(checking->wrong, game);
    return TRUE;
}

static gboolean mend_all(struct store *store, const GArray *games, GError **error)
{
    if (!store_begin(store, error))
        return FALSE;
    for (guint i = 0; i < games->len; i++) {
        gint64 game = g_array_index(games, gint64, i);
        g_autofree char *text = NULL;
        gboolean done = results_clear(store, game, error) && records_get(store, game, &text, error);
        const struct result result =
            text ? result_read(text, strlen(text)) : (struct result){.game = game};
        if (!done || !result_index_put(store, game, &result, error)) {
            store_rollback(store);
            return FALSE;
        }
    }
    return store_commit(store, error);
}

gboolean doctor_results(struct doctor *doctor, struct store *store, GError **error)
{
    g_autoptr(GArray) wrong = g_array_new(FALSE, FALSE, sizeof(gint64));
    struct checking checking = {.store = store, .wrong = wrong};
    if (!records_each(store, check_record, &checking, error))
        return FALSE;
    if (wrong->len == 0) {
        doctor_ok(doctor, "standings", "they count what the records of %u ended games say",
                  checking.games);
    } else if (!doctor->mend) {
        doctor_bad(doctor, "standings",
                   "%u of %u ended games aren't counted as their records say, the first of them "
                   "%" G_GINT64_FORMAT "; say referee23 doctor --mend",
                   wrong->len, checking.games, g_array_index(wrong, gint64, 0));
    } else {
        if (!mend_all(store, wrong, error))
            return FALSE;
        doctor_ok(doctor, "standings", "%u games were set anew from their records", wrong->len);
    }
    return TRUE;
}
