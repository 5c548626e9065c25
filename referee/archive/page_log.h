// SPDX-License-Identifier: MIT
// The events of a game as rows of a table: for page_game.c.
//
// Written here rather than by a template, since a site has millions of them. The columns are those
// of game.html: number, name, what, cost, time, and the tokens of each seat.
#ifndef REFEREE_PAGE_LOG_H
#define REFEREE_PAGE_LOG_H

#include "referee/archive/page_game.h"

// The rows as HTML, what others wrote escaped; NULL on an error. The caller owns it.
char *page_log(const struct page *page, const struct page_game *game, GError **error);

#endif
