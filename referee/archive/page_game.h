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
    const char *referee; // the key of the referee whose game it is; "": this one's
    const people *people;
    const char *record;     // the whole text; NULL: it runs
    const char *evidence;   // likewise; NULL: there is none
    const GPtrArray *press; // struct press_row *, in the order in which it was said; NULL: none
};

// The page as bytes; NULL on an error.
GString *page_game_render(const struct page *page, const struct page_game *game,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

// What a game is called on any page: its name (NULL: none), or "Game 12", another referee's "Game
// 12 of referee 1a2b3c4d". The caller owns it.
char *page_game_title(const struct page *page, const char *name, const char *referee, gint64 id,
                      GError **error);
// The same without a name.
char *page_game_number(const struct page *page, const char *referee, gint64 id, GError **error);
// What its files are called: "12", or "KEY-12"; and where its page lies below a language's folder.
// The caller owns them.
char *page_game_file(const char *referee, gint64 id);
char *page_game_path(const char *referee, gint64 id);
// As much of a key as names a referee to a reader. The caller owns it.
char *page_game_referee(const char *referee);
// How a running game stands, in a sentence: who is to move ("": nobody). The caller owns it.
char *page_game_state(const struct page *page, enum rules_phase phase, const char *who, guint round,
                      GError **error);
// How it stands or ended, in a sentence. The caller owns it.
char *page_game_outcome(const struct page *page, const struct chronicle *chronicle, GError **error);

#endif
