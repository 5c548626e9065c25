// SPDX-License-Identifier: MIT
// See rating.h. The names are the paper's: c, A_q, Omega, Delta, gamma, kappa.
#include "referee/archive/rating.h"

#include <math.h>

static const double start_mean = 25.0;
static const double start_deviation = 25.0 / 3.0;
static const double beta = 25.0 / 6.0;  // how much a single game may differ from the strength
static const double kappa = 0.0001;     // a variance never shrinks to less than this part of it
static const double tau = 25.0 / 300.0; // strength changes between games: added to the deviation

struct rating rating_start(void)
{
    return (struct rating){start_mean, start_deviation};
}

double rating_floor(struct rating rating)
{
    return rating.mean - 3.0 * rating.deviation;
}

// What the updates of all seats need.
struct field {
    double variance[RATING_SEATS_MAX];
    double c;
    double strength[RATING_SEATS_MAX]; // exp(mean / c), all divided by the greatest
    double behind[RATING_SEATS_MAX];   // the sum of it over the seats not placed before this one
    double sharing[RATING_SEATS_MAX];  // A_q: how many have this seat's place
};

static void fill(struct field *field, const struct rating *ratings, const gint64 *counts,
                 unsigned n)
{
    double squares = 0.0;
    double best = ratings[0].mean;
    for (unsigned i = 0; i < n; i++) {
        field->variance[i] = ratings[i].deviation * ratings[i].deviation + tau * tau;
        squares += field->variance[i] + beta * beta;
        best = fmax(best, ratings[i].mean);
    }
    field->c = sqrt(squares);
    for (unsigned i = 0; i < n; i++)
        field->strength[i] = exp((ratings[i].mean - best) / field->c);
    for (unsigned q = 0; q < n; q++) {
        field->behind[q] = field->sharing[q] = 0.0;
        for (unsigned s = 0; s < n; s++) {
            field->behind[q] += counts[s] >= counts[q] ? field->strength[s] : 0.0;
            field->sharing[q] += counts[s] == counts[q] ? 1.0 : 0.0;
        }
    }
}

// Every place q that seat i could have had when it was given away moves what is believed of i:
// upwards when i took it, else downwards, by how likely i was to take it.
static struct rating updated(const struct field *field, const struct rating *ratings,
                             const gint64 *counts, unsigned n, unsigned i)
{
    double omega = 0.0;
    double delta = 0.0;
    for (unsigned q = 0; q < n; q++) {
        if (counts[q] > counts[i])
            continue;
        const double chance = field->strength[i] / field->behind[q];
        omega += ((q == i ? 1.0 : 0.0) - chance) / field->sharing[q];
        delta += chance * (1.0 - chance) / field->sharing[q];
    }
    const double variance = field->variance[i];
    const double gamma = sqrt(variance) / field->c;
    omega *= variance / field->c;
    delta *= gamma * variance / (field->c * field->c);
    return (struct rating){ratings[i].mean + omega, sqrt(variance * fmax(1.0 - delta, kappa))};
}

void rating_game(struct rating *ratings, const gint64 *counts, unsigned n)
{
    g_assert(n >= 2 && n <= RATING_SEATS_MAX);
    struct field field;
    struct rating after[RATING_SEATS_MAX];
    fill(&field, ratings, counts, n);
    for (unsigned i = 0; i < n; i++)
        after[i] = updated(&field, ratings, counts, n, i);
    for (unsigned i = 0; i < n; i++)
        ratings[i] = after[i];
}
