// SPDX-License-Identifier: MIT
// HTML turned into lines of text: what a person would see, up to the old mail below it.
//
// Parsed by libxml2 as a stream, without a tree, without network. It knows the quote containers of
// the usual mail programs; it doesn't know what a command is.
#ifndef MAIL_READ_HTML_H
#define MAIL_READ_HTML_H

// The lines of a whole HTML text (UTF-8), as described for "html" in read.h. Never NULL; the caller
// frees it.
char *read_html_lines(const char *html);

#endif
