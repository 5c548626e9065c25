// SPDX-License-Identifier: MIT
// Mail out: what was noted is made into mails, and these are posted.
//
// Decides their order: what an earlier run couldn't send goes first, then each batch as soon as it
// is made. A mail that can't be made keeps none that is made from leaving, and a server that is
// down keeps none from being made.
#ifndef REFEREE_DISPATCH_H
#define REFEREE_DISPATCH_H

#include "referee/language/wording.h"
#include "referee/send/dispatch_post.h"

// All that is due. *out: how it went, also on an error. The first error of making is returned, else
// that of posting (dispatch_make.h, dispatch_post.h).
gboolean dispatch_run(struct desk *desk, wording *words, struct dispatch_result *out,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
