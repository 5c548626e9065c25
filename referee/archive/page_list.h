// SPDX-License-Identifier: MIT
// The pages that list games and players: the front page, months, standings, a player; and the page
// that checks any record.
//
// Decides what stands in which list. Each returns a page as bytes, NULL on an error.
#ifndef REFEREE_PAGE_LIST_H
#define REFEREE_PAGE_LIST_H

#include "referee/archive/page.h"
#include "referee/archive/shelf.h"
#include "referee/archive/standings.h"

struct page_list {
    const struct page *page;
    const struct shelf *shelf;
    const people *people;
    const GArray *standings; // struct standing, best first
    const GArray *ended; // guint: places on the shelf of games that are over, the latest end first
};

GString *page_list_front(const struct page_list *list, GError **error) G_GNUC_WARN_UNUSED_RESULT;
GString *page_list_standings(const struct page_list *list,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
GString *page_list_check(const struct page_list *list, GError **error) G_GNUC_WARN_UNUSED_RESULT;
GString *page_list_player(const struct page_list *list, const struct shelf_player *player,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
// The games from ended[from] to before ended[until], which ended in one month.
GString *page_list_month(const struct page_list *list, guint from, guint until,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Where the month after ended[from] begins in the list.
guint page_list_next_month(const struct page_list *list, guint from);
// "months/2026-11.html". The caller owns it.
char *page_list_month_path(const struct page_list *list, guint from);

#endif
