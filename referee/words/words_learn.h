// SPDX-License-Identifier: MIT
// Words from the text of a words.ini: the three built-in ones, and those that are learned.
//
// Decides what such a file may say: the words of words_list.h, and [sentences], whole lines that
// say the same as one of them. English, French and German are built in, from
// templates/LANG/words.ini; others are learned when the program starts, and never after. Doesn't
// know where the files lie, nor who looks words up. Pure.
#ifndef REFEREE_WORDS_LEARN_H
#define REFEREE_WORDS_LEARN_H

#include <glib.h>

// Learns a language from the text of its words.ini, or learns it anew; the built-in ones too, so
// that an operator can give them more words. code: the folder's name. Errors: G_KEY_FILE_ERROR,
// which names the key that is wrong and what to do; nothing is learned then.
gboolean words_learn(const char *code, const char *text, gsize len,
                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
// Back to what is built in.
void words_unlearn(void);
// Has learn called, with this folder, when a word is looked up for the first time: a run that reads
// no mail needs none. In place of what was learned, or was to be, before.
typedef void words_teacher(const char *folder);
void words_learn_later(words_teacher *learn, const char *folder);

#endif
