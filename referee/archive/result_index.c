// SPDX-License-Identifier: MIT
// See result_index.h.
#include "referee/archive/result_index.h"

#include "storage/results.h"

gboolean result_index_put(struct store *store, gint64 game, const struct result *result,
                          GError **error)
{
    for (unsigned i = 0; result->counts && i < result->n_seats; i++) {
        const struct result_seat *seat = &result->seats[i];
        const struct result_row row = {
            .count = seat->count, .turns = seat->turns, .missed = seat->missed};
        if (!results_put(store, game, (int)i, &row, error))
            return FALSE;
    }
    return TRUE;
}

gboolean result_index_check(struct store *store, gint64 game, const struct result *result,
                            gboolean *out_right, GError **error)
{
    struct result_row rows[RESULTS_SEATS_MAX];
    guint n;
    if (!results_find(store, game, rows, &n, error))
        return FALSE;
    *out_right = n == (result->counts ? result->n_seats : 0);
    for (guint i = 0; i < n && *out_right; i++) {
        const struct result_seat *seat = &result->seats[i];
        *out_right = rows[i].count == seat->count && rows[i].turns == seat->turns &&
                     rows[i].missed == seat->missed;
    }
    return TRUE;
}
