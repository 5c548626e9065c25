// SPDX-License-Identifier: MIT
// The page of one game: who, when, how it went, event by event; and of a running one, what anybody
// may see of it.
//
// Decides what is shown. Of a running game: no card of a hand, no discard, no word.
#ifndef REFEREE_PAGE_GAME_H
#define REFEREE_PAGE_GAME_H

#include "referee/archive/chronicle.h"
#include "referee/archive/page.h"
#include "referee/archive/people.h"

struct page_game {
    const struct chronicle *chronicle;
    const people *people;
    const char *record;     // the whole text; NULL: it runs
    const GPtrArray *press; // struct press_row *, in the order in which it was said; NULL: none
};

// The page as bytes; NULL on an error.
GString *page_game_render(const struct page *page, const struct page_game *game,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What a game is called on any page: its name, or "Game 12". The caller owns it.
char *page_game_title(const struct page *page, const struct chronicle *chronicle, GError **error);
// Where it lies below a language's folder. The caller owns it.
char *page_game_path(gint64 id);
// How a running game stands, in a sentence: who is to move ("": nobody). The caller owns it.
char *page_game_state(const struct page *page, enum rules_phase phase, const char *who, guint round,
                      GError **error);
// How it stands or ended, in a sentence. The caller owns it.
char *page_game_outcome(const struct page *page, const struct chronicle *chronicle, GError **error);

#endif
