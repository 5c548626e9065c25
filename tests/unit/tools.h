// SPDX-License-Identifier: MIT
// For tests: keys and signatures made by the real programs, minisign and ssh-keygen.
#ifndef TESTS_TOOLS_H
#define TESTS_TOOLS_H

#include <glib.h>

// A way of signing, and its key in a directory of its own.
enum tools_way { TOOLS_MINISIGN_LEGACY, TOOLS_MINISIGN, TOOLS_SSH, TOOLS_SSH_SHA256, TOOLS_WAYS };

// Makes keys called NAME.minisign, NAME.minisign.pub, NAME.ssh, NAME.ssh.pub.
void tools_make_keys(const char *dir, const char *name);
// The line that registers the key, without "key ". The caller owns it.
char *tools_public(const char *dir, const char *name, enum tools_way way);
// The signature of a text, made for this purpose (NULL: 23-by-mail) where the tool knows any. The
// caller owns it.
char *tools_sign(const char *dir, const char *name, enum tools_way way, const char *text,
                 const char *purpose);
// What the tool shows of the key: number or fingerprint. The caller owns it.
char *tools_fingerprint(const char *dir, const char *name, enum tools_way way);
// Removes the directory.
void tools_drop(const char *dir);

#endif
