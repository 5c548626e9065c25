// SPDX-License-Identifier: MIT
// Questions and answers of openpgp.h, and what of GnuPG answers which.
#ifndef MAIL_OPENPGP_QUESTION_H
#define MAIL_OPENPGP_QUESTION_H

#include <jansson.h>

#include "mail/openpgp_gpg.h"

// Whether it is a question: one of the three, with all that it needs.
gboolean openpgp_question_holds(const json_t *question);

// The answer, out of an empty ring; never NULL. The caller owns it.
json_t *openpgp_question_answer(struct openpgp_ring *ring, const json_t *question);

#endif
