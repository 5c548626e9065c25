// SPDX-License-Identifier: MIT
// See fetch_error.h.
#include "mail/fetch_error.h"

GQuark fetch_error_quark(void)
{
    return g_quark_from_static_string("fetch-error");
}

const char *fetch_error_word(int code)
{
    static const char *const words[] = {"later",  "login",    "certificate",
                                        "folder", "protocol", "refused"};
    g_assert(code >= 0 && code < (int)G_N_ELEMENTS(words));
    return words[code];
}

gboolean fetch_fail(GError **error, enum fetch_error code, const char *format, ...)
{
    if (error && *error)
        return FALSE;
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, FETCH_ERROR, (int)code, message);
    return FALSE;
}
