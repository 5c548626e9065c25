// SPDX-License-Identifier: MIT
// Files of keys, as minisign, ssh-keygen, player23 and gpg write them.
//
// Decides what in such a file is the public key. Whether it is a good one is looked at by others.
// Pure.
#ifndef REFEREE_KEY_FILE_H
#define REFEREE_KEY_FILE_H

#include "referee/words/command.h"

// What `key KIND` would have behind it (struct command, text), out of a public key's file; NULL
// when the text is no such file. The caller owns it.
char *key_file_public(enum command_key kind, const char *text);

// Whether there is a secret key in a text.
gboolean key_file_is_secret(const char *text);

#endif
