// SPDX-License-Identifier: MIT
// The table in the browser: one HTML file that needs no server and no network, for players who
// would rather tap than type (templates/page).
//
// Decides how it is put together: scripts, styles and the words of all languages stand in it, and
// its own head forbids it everything else. Knows no game, no player and no referee: it is the same
// for all of them.
#ifndef REFEREE_PAGE_TABLE_H
#define REFEREE_PAGE_TABLE_H

#include <glib.h>

#define PAGE_TABLE_FILE "table.html"

// The page from the folder of all templates. The caller owns it. Errors: G_FILE_ERROR,
// MUSTACHE_ERROR.
GString *page_table_render(const char *templates, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
