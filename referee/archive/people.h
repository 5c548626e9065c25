// SPDX-License-Identifier: MIT
// Who the names in the records are, as far as a reader of the site may know.
//
// Decides who is shown: nobody who asked to be private or to be forgotten has a page, stands in a
// list, or is found. In a record the name stays, as it was signed.
#ifndef REFEREE_PEOPLE_H
#define REFEREE_PEOPLE_H

#include "storage/archive.h"

#include <jansson.h>

typedef struct people people;

// rows: struct archive_person.
people *people_new(const GArray *rows);
void people_free(people *self); // takes NULL
G_DEFINE_AUTOPTR_CLEANUP_FUNC(people, people_free)

gboolean people_hidden(const people *self, const char *nick);
// The file of a player's page below a language's folder: "players/@anna.html". The caller owns it.
char *people_page(const char *nick);

// {nick, href, operator} for person.html; href leads there from a page that lies in a folder of its
// own (or not). In a list, who is hidden has no name: nick is "".
json_t *people_person(const people *self, const char *nick, gboolean in_folder, gboolean in_list);
// The same of somebody at a table of another referee: who is called so there is nobody here, and
// has no page. In a list a name that hides here is hidden all the same, for it may be theirs.
json_t *people_foreigner(const people *self, const char *nick, gboolean in_list);

#endif
