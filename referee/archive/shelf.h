// SPDX-License-Identifier: MIT
// All games of the archive in short, and what they come to for each who played: for the lists.
//
// Decides what counts: a result is whose name stood on the seat when the game began; the time taken
// is theirs who took it; a game of another referee is kept beside, and counts for nobody here,
// whose names are others' there. Knows no page.
#ifndef REFEREE_SHELF_H
#define REFEREE_SHELF_H

#include "referee/archive/chronicle.h"
#include "referee/archive/people.h"

enum { SHELF_REFEREE = 2 * CHAIN_KEY + 1 };

struct shelf_seat {
    char nick[LINE_NICK_MAX + 1]; // who began here
    char now[LINE_NICK_MAX + 1];  // who sits here, or did at the end
    GStrv later;                  // who sat here after nick, in the order of coming; NULL: nobody
    int32_t result;               // of a running game: tokens so far
    gboolean won;
};

struct shelf_game {
    char referee[SHELF_REFEREE]; // the key of the referee whose game it is; "": this one's
    gint64 id, started, ended;   // 0: not yet
    char *name;                  // NULL: none
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
    GArray *games;                // guint: places on the shelf of games they sat in, ascending
    GHashTable *pairs;            // name in small letters → struct shelf_pair
    guint settled, won;           // games with a result
    gint64 tokens;                // in those
    guint own, missed;            // turns, also in somebody's place
    gint64 thought;
};

struct shelf {
    GArray *games;       // struct shelf_game, in the order in which they were put there
    GHashTable *players; // name in small letters → struct shelf_player
};

struct shelf *shelf_new(void);
void shelf_free(struct shelf *self); // takes NULL

// referee: as in struct shelf_game.
void shelf_add(struct shelf *self, const struct chronicle *chronicle, const char *referee);

// The player of that name; NULL: none has a game that is over.
const struct shelf_player *shelf_find(const struct shelf *self, const char *nick);
// Whom a player met most often, the most frequent first, of those who may be shown; at most n.
GPtrArray *shelf_opponents(const struct shelf_player *player, const people *who, guint n);

#endif
