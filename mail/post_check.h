// SPDX-License-Identifier: MIT
// What a value must look like before it may come near a header, an envelope or a file name.
//
// The last gate before the wire: the hub checks what comes in, this checks what goes out, whatever
// the hub says. Whoever composes and sends writes what passes here as it is, so nothing passes that
// holds a line end. Knows nothing of mails as a whole.
#ifndef MAIL_POST_CHECK_H
#define MAIL_POST_CHECK_H

#include <glib.h>

enum {
    POST_CHECK_ADDRESS_MAX = 254,
    POST_CHECK_LOCAL_MAX = 64,
    POST_CHECK_ID_MAX = 252,
    POST_CHECK_NAME_MAX = 200,    // a display name
    POST_CHECK_SUBJECT_MAX = 500, // bytes, like all here
    POST_CHECK_VALUE_MAX = 900    // a header's value
};

// The address as it goes on the wire, its domain in ASCII and lower case (RFC 5321, 5891); NULL if
// it is none, or holds anything but a dot-atom, an @ and a host name. The caller frees it.
char *post_check_address(const char *text);

// The same for a host name alone.
char *post_check_host(const char *text);

// `<…>` of `!` to `~` but for `<` and `>` (RFC 5322 3.6.4, more widely).
gboolean post_check_id(const char *text);

// One line for people: no controls, no line or paragraph separators.
gboolean post_check_line(const char *text, gsize max);

// Lines for people: no controls but LF and tab.
gboolean post_check_text(const char *text);

// Whether NAME may stand among a mail's own headers, or those of an attachment.
gboolean post_check_header(const char *name, gboolean of_attachment);

// Printable ASCII, not empty, no blank at either end.
gboolean post_check_value(const char *text);

// A MIME type of ours (no multipart/, no message/), and an attachment's file name.
gboolean post_check_type(const char *text);
gboolean post_check_file(const char *text);

#endif
