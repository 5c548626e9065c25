// SPDX-License-Identifier: MIT
// The pages that list games and players: the front page, months, standings, a player, what is here
// of another referee; and the page that checks any record.
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
    const char *referee;     // whose games these are, by key; "": this referee's
    const GArray *ended; // guint: places on the shelf of those that are over, the latest end first
    const GPtrArray *referees; // struct page_referee *: the others, in order of their keys
};

// Games that ended in one month; a month of very many has several parts.
struct page_month {
    guint from, until; // of the list, without the last
    guint part;        // counted from 1
};

struct page_referee {
    const char *key;
    GArray *ended; // as above
};

GString *page_list_front(const struct page_list *list, GError **error) G_GNUC_WARN_UNUSED_RESULT;
GString *page_list_standings(const struct page_list *list,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
GString *page_list_check(const struct page_list *list, GError **error) G_GNUC_WARN_UNUSED_RESULT;
GString *page_list_player(const struct page_list *list, const struct shelf_player *player,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
// What is here of list->referee, which isn't this one.
GString *page_list_referee(const struct page_list *list, GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Where that lies below a language's folder. The caller owns it.
char *page_list_referee_path(const char *referee);
GString *page_list_month(const struct page_list *list, const struct page_month *month,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// The month, or part of one, behind this one; the first of the list after one that is zeroed.
// FALSE: there is none.
gboolean page_list_next_month(const struct page_list *list, struct page_month *month);
// "months/2026-11.html", "months/2026-11-2.html"; of another referee "months/KEY-2026-11.html". The
// caller owns it.
char *page_list_month_path(const struct page_list *list, const struct page_month *month);

#endif
