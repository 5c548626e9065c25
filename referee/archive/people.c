// SPDX-License-Identifier: MIT
// See people.h.
#include "referee/archive/people.h"

#include "referee/archive/result.h"

#include <string.h>

struct people {
    GHashTable *marks; // name in small letters → marks, of those who have some
};

enum { HIDDEN = 1, OPERATOR = 2 };

people *people_new(const GArray *rows)
{
    people *self = g_new0(people, 1);
    self->marks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < rows->len; i++) {
        const struct archive_person *row = &g_array_index(rows, struct archive_person, i);
        const int marks = (row->hidden ? HIDDEN : 0) | (row->is_operator ? OPERATOR : 0);
        g_hash_table_insert(self->marks, g_ascii_strdown(row->nick, -1), GINT_TO_POINTER(marks));
    }
    return self;
}

void people_free(people *self)
{
    if (!self)
        return;
    g_hash_table_unref(self->marks);
    g_free(self);
}

static int marks_of(const people *self, const char *nick)
{
    g_autofree char *small = g_ascii_strdown(nick, -1);
    return GPOINTER_TO_INT(g_hash_table_lookup(self->marks, small));
}

gboolean people_hidden(const people *self, const char *nick)
{
    return (marks_of(self, nick) & HIDDEN) != 0;
}

// Names differ only without regard to case, and so do files in some places. The @ keeps a name from
// being `index` or beginning with a point.
char *people_page(const char *nick)
{
    g_autofree char *small = g_ascii_strdown(nick, -1);
    return g_strdup_printf("players/@%s.html", small);
}

json_t *people_person(const people *self, const char *nick, gboolean in_folder, gboolean in_list)
{
    const int marks = marks_of(self, nick);
    const gboolean hidden = (marks & HIDDEN) != 0;
    g_autofree char *page = people_page(nick);
    g_autofree char *href = g_strconcat(in_folder ? "../" : "", page, NULL);
    return json_pack("{s:s, s:s, s:b}", "nick", hidden && in_list ? "" : nick, "href",
                     hidden || result_is_robot(nick) ? "" : href, "operator",
                     !hidden && (marks & OPERATOR) != 0);
}

json_t *people_foreigner(const people *self, const char *nick, gboolean in_list)
{
    const gboolean hidden = in_list && people_hidden(self, nick);
    return json_pack("{s:s, s:s, s:b}", "nick", hidden ? "" : nick, "href", "", "operator", FALSE);
}
