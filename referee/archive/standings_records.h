// SPDX-License-Identifier: MIT
// Standings from records alone, as anybody can compute them who has a file of them.
//
// Players are known by the nick with which a game began, without regard to case: a referee's nicks
// are unique, but whoever took another one in between is two players here. Records of two referees
// make no standings together, since nobody is known to have played with both.
#ifndef REFEREE_STANDINGS_RECORDS_H
#define REFEREE_STANDINGS_RECORDS_H

#include "referee/archive/result.h"
#include "referee/archive/standings.h"

struct standings_records;
struct standings_records *standings_records_new(void);
void standings_records_free(struct standings_records *records); // takes NULL

// Another record, in any order, which has been checked; each once. A cancelled game is passed over.
void standings_records_add(struct standings_records *records, const struct result *result);

// All lines, best first, as standings_order gives them; the records are used up and freed.
GArray *standings_records_order(struct standings_records *records);

#endif
