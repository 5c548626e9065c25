// SPDX-License-Identifier: MIT
// How strong somebody plays: a belief of two numbers, moved by every finished game.
//
// The method is Algorithm 4 (Plackett-Luce) of R. C. Weng and C.-J. Lin, "A Bayesian Approximation
// Method for Online Ranking", Journal of Machine Learning Research 12 (2011) 267-300, for teams of
// one, with the numbers that OpenSkill begins with. Knows no records, names or places: who sat
// where, and in which order games count, is standings.h's.
#ifndef REFEREE_RATING_H
#define REFEREE_RATING_H

#include <glib.h>

enum { RATING_SEATS_MAX = 4 };

// A normal distribution over what the player's strength may be.
struct rating {
    double mean;
    double deviation;
};

// Somebody of whom nothing is known: 25, give or take 25/3.
struct rating rating_start(void);

// What one game of n seats (2 to RATING_SEATS_MAX) teaches: ratings[i] becomes the belief after it.
// counts are the results, of which the lowest is the best; equal ones share a place. The order of
// the seats is of no matter. Always the same doubles for the same doubles.
void rating_game(struct rating *ratings, const gint64 *counts, unsigned n);

// What the strength almost certainly is at least: the mean less three deviations. Standings are in
// its order, so that nobody leads them by one lucky game.
double rating_floor(struct rating rating);

#endif
