// SPDX-License-Identifier: MIT
// The settings of [send] as `post` wants to be told them (mail/post.h, first frame).
//
// Knows both forms, and decides nothing.
#ifndef REFEREE_POSTER_CONFIG_H
#define REFEREE_POSTER_CONFIG_H

#include "referee/setup/config.h"

#include <jansson.h>

// A new object for poster_start; the caller owns a reference. It may hold the password, so it is to
// be shown to nobody. What post can't do, it refuses itself. Errors: CONFIG_ERROR_WRONG (the
// password can't be read).
json_t *poster_config(const struct config *config, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
