// SPDX-License-Identifier: MIT
// What a player wants to do, read and held against the table before it is sent.
//
// Decides whether a move or a discard is legal now, as the referee would; the referee decides for
// good. Knows no mail.
#ifndef PLAYER_CHOICE_H
#define PLAYER_CHOICE_H

#include <glib.h>
#include <jansson.h>

#define CHOICE_ERROR (choice_error_quark())
GQuark choice_error_quark(void);
enum choice_error {
    CHOICE_ERROR_WORDS,  // it is no such command
    CHOICE_ERROR_ILLEGAL // it is one, and not now
};

enum choice_kind { CHOICE_PLAY, CHOICE_DISCARD, CHOICE_PLAN, CHOICE_JOIN, CHOICE_ANY };

// Reads words ("7 7 bonus", "pass force", "discard 3 17 23", "join 14 nick=clara"; in English,
// French or German) as a command of that kind and gives its canonical form, for the caller to free.
// A plan is read without its first word, its lines parted by `;` ("8x2 if cost <= 0; pass", "off"),
// and written with them ("plan; 8x2 if cost <= 0; pass; end").
// Errors: CHOICE_ERROR_WORDS; CHOICE_ERROR_ILLEGAL for cards that can't be.
char *choice_read(enum choice_kind kind, const char *words,
                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether a canonical move or discard is legal at a table that view_check accepted. *out_cost: the
// penalty tokens it adds, 0 for a discard. Errors: CHOICE_ERROR_ILLEGAL, which says why.
gboolean choice_judge(const json_t *table, const char *command, int *out_cost,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

// Whether a canonical plan could ever be played at such a table: the round goes on, each play has
// its cards in the hand. Errors: CHOICE_ERROR_ILLEGAL, which names the line.
gboolean choice_judge_plan(const json_t *table, const char *plan,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
