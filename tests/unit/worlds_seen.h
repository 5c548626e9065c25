// SPDX-License-Identifier: MIT
// What somebody sees of a world (worlds.h), as text in which only that is left out which hashes,
// signs or is drawn by chance (spec: fairness.md): two worlds that look the same give the same
// text.
#ifndef TESTS_WORLDS_SEEN_H
#define TESTS_WORLDS_SEEN_H

#include "tests/unit/worlds.h"

typedef int worlds_command(int argc, char **argv);

// A mail: its length, its headers, and all its parts, decoded. The caller owns it.
char *worlds_seen_mail(const struct club_mail *mail);

// The whole database as somebody sees it who has a copy, but no key: of what is sealed, its size.
char *worlds_seen_database(const struct club *club);

// The same with all hashes: two runs of one story give the same rows.
char *worlds_seen_rows(const struct club *club);

// Runs a command of the operator's in this process (its words split at blanks): its exit status and
// all that it prints.
char *worlds_seen_command(const struct club *club, worlds_command *command, const char *words);

// Runs of 16 and of 64 hexadecimal digits, and the directory's name, made the same.
char *worlds_seen_text(const struct club *club, const char *text);

// Fails when any of the cards that seats hold, were dealt or put aside stands in a file of the
// directory that isn't a key or a mail: as text in any of its forms, or as bytes. Returns how many
// files there were.
guint worlds_scan(const struct club *club, const struct worlds *worlds, unsigned world);

#endif
