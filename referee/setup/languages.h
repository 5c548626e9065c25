// SPDX-License-Identifier: MIT
// Which languages there are: a folder in the folder of templates each, with phrases.ini in it.
//
// Decides which folders count, and teaches their words to the grammar. What is wrong with one,
// doctor says: the others work meanwhile.
#ifndef REFEREE_LANGUAGES_H
#define REFEREE_LANGUAGES_H

#include <glib.h>

// The names of all languages, sorted, but English first; NULL-terminated, freed by g_strfreev. None
// when the folder can't be read.
char **languages_list(const char *templates);

// Learns the words of one language (words_learn.h): those of its words.ini; without one it has none
// of its own. Errors: as words_learn, with the file's name; G_FILE_ERROR.
gboolean languages_learn(const char *templates, const char *language,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Learns all of them, in place of what was learned before, once a word is looked up. What can't be
// read is passed over.
void languages_load(const char *templates);

#endif
