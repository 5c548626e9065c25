// SPDX-License-Identifier: MIT
// Logic-less templates: the Mustache language over JSON values.
//
// Decides how a template and data become text. Knows no files (a callback finds partials), no mail,
// no game. Held to the official Mustache specification, but for its optional modules: no lambdas,
// no dynamic names, no inheritance.
//
//   {{name}}            the value, HTML-escaped or not as the way of rendering says; {{a.b}}; {{.}}
//   {{{name}}} {{&name}}  the value as it is
//   {{#name}}…{{/name}} once for a true value, once for each element of a list
//   {{^name}}…{{/name}} for a false one
//   {{> name}}          a partial   {{! … }} a comment   {{=<% %>=}} other delimiters
//
// False are: null, false, an empty list, an empty string. 0 is a number like others, thus true. A
// tag that stands alone on its line takes the whole line away. Names are [A-Za-z0-9_-]+, joined by
// dots.
//
// A template is parsed once and rendered often. Nothing here is shared between templates, so
// different threads may work on different ones.
#ifndef TEMPLATES_MUSTACHE_H
#define TEMPLATES_MUSTACHE_H

#include <glib.h>
#include <jansson.h>

enum {
    MUSTACHE_TEMPLATE_MAX = 256 * 1024,   // bytes of a template
    MUSTACHE_NAME_MAX = 128,              // bytes of a name with its dots
    MUSTACHE_DEPTH_MAX = 64,              // sections and partials within each other
    MUSTACHE_STEPS_MAX = 1000000,         // tags and texts that one rendering walks over
    MUSTACHE_OUTPUT_DEFAULT = 1024 * 1024 // bytes of output, where the caller names no limit
};

// All messages name the line of the template ("line 3: …"), those of partials the partial too.
#define MUSTACHE_ERROR mustache_error_quark()
GQuark mustache_error_quark(void);
enum mustache_error {
    MUSTACHE_ERROR_SYNTAX,  // the template is wrong
    MUSTACHE_ERROR_MISSING, // strict: a name or a partial that isn't there
    MUSTACHE_ERROR_VALUE,   // strict: a list or an object where a text was asked for
    MUSTACHE_ERROR_LIMIT    // too big, too deep, too long
};

// A compiled template. Never changes once parsed.
typedef struct mustache mustache;

// Compiles text, which need not end in NUL and may be freed afterwards. Returns NULL with
// MUSTACHE_ERROR_SYNTAX or _LIMIT. The caller frees the result.
mustache *mustache_parse(const char *text, gsize len, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void mustache_free(mustache *template); // takes NULL
G_DEFINE_AUTOPTR_CLEANUP_FUNC(mustache, mustache_free)

// Finds a partial: a template that its owner keeps at least until the rendering is over. NULL
// without an error: there is none. An error ends the rendering.
typedef const mustache *mustache_lookup(const char *name, gpointer user, GError **error);

enum mustache_escape {
    MUSTACHE_ESCAPE_HTML, // & < > " ' become entities in {{name}}
    MUSTACHE_ESCAPE_NONE  // plain text: {{name}} is as it is
};

// How to render. {0} renders HTML without partials, not strictly, up to MUSTACHE_OUTPUT_DEFAULT.
struct mustache_way {
    enum mustache_escape escape;
    gboolean
        strict; // what is missing is an error, in sections of both kinds too; null isn't missing
    mustache_lookup *partial; // NULL: there are none
    gpointer user;            // for partial
    gsize output_max;         // bytes added to out; 0: MUSTACHE_OUTPUT_DEFAULT
};

// Appends the template filled with data to out. Numbers that are whole print without a point or an
// exponent up to 2^53, others in the shortest form that reads back the same; true and false as
// words; null as nothing. Not strictly, what is missing prints nothing, lists and objects too. On
// an error out is as it was.
gboolean mustache_render(const mustache *template, const json_t *data,
                         const struct mustache_way *way, GString *out,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
