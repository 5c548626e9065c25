// SPDX-License-Identifier: MIT
// The course of a finished game: everybody's tokens after each move, as a picture and in words.
//
// Decides what is drawn and said; how it looks is the business of libexec/chart (picture/chart.h).
// All of it is public: the game is over.
#ifndef REFEREE_LETTER_CHART_H
#define REFEREE_LETTER_CHART_H

#include "referee/language/wording.h"
#include "referee/match/match.h"

#include <jansson.h>

// Sets of data: "course", a sentence for each seat, and "chart": null, or the values of the picture
// that the HTML shows. *out_images: for the mail (mail/post.h), an empty array where there is no
// picture: the game isn't over, or it couldn't be drawn, which is no reason to send no mail. id: of
// the mail, "N@host".
gboolean letter_chart(const struct match *match, const char *id,
                      const struct wording_language *language, json_t *data, json_t **out_images,
                      GError **error);

#endif
