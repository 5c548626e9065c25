// SPDX-License-Identifier: MIT
// See dispatch.h.
#include "referee/send/dispatch.h"

#include "referee/send/dispatch_make.h"

struct leaving {
    dispatch_post *post;
    gboolean sent; // all that could be
    GError *unsent;
};

static void post_made(const GPtrArray *rows, gpointer data)
{
    struct leaving *leaving = data;
    leaving->sent = leaving->sent && dispatch_post_made(leaving->post, rows, &leaving->unsent);
}

gboolean dispatch_run(struct desk *desk, wording *words, struct dispatch_result *out,
                      GError **error)
{
    struct leaving leaving = {.post = dispatch_post_new(desk)};
    GError *unmade = NULL;
    leaving.sent = dispatch_post_due(leaving.post, &leaving.unsent);
    gboolean made = dispatch_make(desk, words, post_made, &leaving, &unmade);
    *out = dispatch_post_end(leaving.post);
    if (made && leaving.sent)
        return TRUE;
    if (unmade)
        g_clear_error(&leaving.unsent);
    g_propagate_error(error, unmade ? unmade : leaving.unsent);
    return FALSE;
}
