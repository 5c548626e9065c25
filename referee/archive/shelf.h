// SPDX-License-Identifier: MIT
// All games of the archive in short, and what they come to for each who played: for the lists.
//
// Decides what counts: a result is whose name stood on the seat when the game began. Knows no page.
#ifndef REFEREE_SHELF_H
#define REFEREE_SHELF_H

#include "referee/archive/chronicle.h"
#include "referee/archive/people.h"

struct shelf_seat {
    char nick[LINE_NICK_MAX + 1];
    int32_t result; // of a running game: tokens so far
    gboolean won;
    guint place, own, missed;
    gint64 thought;
};

struct shelf_game {
    gint64 id, started, ended; // 0: not yet
    char *name;                // NULL: none
    gboolean cancelled, settled;
    guint n_seats, round;
    enum rules_phase phase;
    unsigned to_move;
    struct shelf_seat seats[RULES_SEATS_MAX];
};

// What two of them came to against each other.
struct shelf_pair {
    char nick[LINE_NICK_MAX + 1];
    guint games, ahead, behind;
};

struct shelf_player {
    char nick[LINE_NICK_MAX + 1]; // as in the newest of the games
    GArray *games;                // guint: places on the shelf, ascending
    GHashTable *pairs;            // name in small letters → struct shelf_pair
    guint settled, won;           // games with a result
    gint64 tokens;                // in those
    guint own, missed;            // turns
    gint64 thought;
};

struct shelf {
    GArray *games;       // struct shelf_game, in the order in which they were put there
    GHashTable *players; // name in small letters → struct shelf_player
};

struct shelf *shelf_new(void);
void shelf_free(struct shelf *self); // takes NULL

void shelf_add(struct shelf *self, const struct chronicle *chronicle);

// The player of that name; NULL: none has a game that is over.
const struct shelf_player *shelf_find(const struct shelf *self, const char *nick);
// Whom a player met most often, the most frequent first, of those who may be shown; at most n.
GPtrArray *shelf_opponents(const struct shelf_player *player, const people *who, guint n);

#endif
