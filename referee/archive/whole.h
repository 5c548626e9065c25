// SPDX-License-Identifier: MIT
// What is published for programs: all records as they are, each as a JSON object, the index that
// the front page searches, and the feed of games that ended.
#ifndef REFEREE_WHOLE_H
#define REFEREE_WHOLE_H

#include "referee/archive/page_list.h"

// A line of records.jsonl, with its newline; the record itself is in it. Appended to out.
void whole_add_json(const struct chronicle *chronicle, const char *record, GString *out);

// games.js: `const GAMES = [[id, date, title, cancelled, [[nick, result, won, [later, …]], …],
// key], …];`, of all games that ended, in this order of places on the shelf. Who is hidden has no
// name; later is whoever sat there after nick, when somebody did; key is that of another referee.
GString *whole_index(const struct page_list *list, const GArray *ended);

// The feed of a language. host: whose tags name the games for good.
GString *whole_feed(const struct page_list *list, const char *host,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
