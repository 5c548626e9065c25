// SPDX-License-Identifier: MIT
// The settings of [send] as `post` wants to be told them (mail/post.h, first frame).
//
// Knows both forms, and decides nothing.
#ifndef REFEREE_POSTER_CONFIG_H
#define REFEREE_POSTER_CONFIG_H

#include "referee/config.h"

#include <jansson.h>

// A new object for poster_start; the caller owns a reference. What post can't do, it refuses
// itself.
json_t *poster_config(const struct config *config);

#endif
