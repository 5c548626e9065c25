// SPDX-License-Identifier: MIT
// The events of a game as rows of a table.
//
// Decides how each event and each word said at the table is shown. Knows nothing of the page around
// it. Written here rather than by a template, since a site has millions of them. The columns are
// those of game.html: number, name, what, cost, time, and the tokens of each seat.
#ifndef REFEREE_PAGE_LOG_H
#define REFEREE_PAGE_LOG_H

#include "referee/archive/chronicle.h"
#include "referee/archive/page.h"
#include "referee/archive/people.h"

struct page_log_game {
    const struct chronicle *chronicle;
    const people *people;
    const GPtrArray *press; // struct press_row *, in the order in which it was said; NULL: none
    gboolean over;          // what was put aside may be seen
};

// The rows as HTML, what others wrote escaped; NULL on an error. The caller owns it.
char *page_log(const struct page *page, const struct page_log_game *game, GError **error);

#endif
