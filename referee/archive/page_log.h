// SPDX-License-Identifier: MIT
// The events of a game as rows of a table, each in words: for page_game.c.
#ifndef REFEREE_PAGE_LOG_H
#define REFEREE_PAGE_LOG_H

#include "referee/archive/page_game.h"

// A new array of rows for game.html; NULL on an error.
json_t *page_log(const struct page *page, const struct page_game *game, GError **error);

#endif
