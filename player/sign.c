// SPDX-License-Identifier: MIT
// See sign.h. The checking side of a command's signature is the referee's (referee/words/signed.h);
// the two are held together by a test.
#include "player/sign.h"

#include "base/base64.h"

#include <sodium.h>
#include <string.h>

enum { BASE64_LINE = 64 };

static gboolean is_fit(const char *command)
{
    return *command && !strpbrk(command, ";#>\n") && !strstr(command, "-----");
}

// Runs of blanks become one: that is all that is left of them after the way through the mail.
static void append_words(GString *out, const char *text)
{
    for (const char *p = text; *p; p++) {
        gboolean blank = *p == ' ' || *p == '\t';
        if (!blank)
            g_string_append_c(out, *p);
        else if (p[1] && p[1] != ' ' && p[1] != '\t')
            g_string_append_c(out, ' ');
    }
}

static GString *lines_of(const struct sign_words *what)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "game %" G_GINT64_FORMAT "\nturn %" G_GINT64_FORMAT "\nseat %s\n",
                           what->game, what->turn, what->seat);
    for (gsize i = 0; what->commands[i]; i++) {
        if (!is_fit(what->commands[i])) {
            g_string_free(out, TRUE);
            return NULL;
        }
        append_words(out, what->commands[i]);
        g_string_append(out, what->commands[i + 1] ? ";\n" : "\n");
    }
    return out;
}

static char *joined(const GString *lines)
{
    char *words = g_strndup(lines->str, lines->len - 1);
    return g_strdelimit(words, "\n", ' ');
}

char *sign_words(const struct sign_words *what)
{
    GString *lines = lines_of(what);
    if (!lines)
        return NULL;
    char *words = joined(lines);
    g_string_free(lines, TRUE);
    return words;
}

static void append_signature(GString *out, const guint8 signature[SIGN_BYTES])
{
    char base64[sodium_base64_ENCODED_LEN(SIGN_BYTES, sodium_base64_VARIANT_ORIGINAL)];
    sodium_bin2base64(base64, sizeof base64, signature, SIGN_BYTES, sodium_base64_VARIANT_ORIGINAL);
    gsize len = strlen(base64);
    for (gsize at = 0; at < len; at += BASE64_LINE)
        g_string_append_printf(out, "%.*s\n", BASE64_LINE, base64 + at);
}

char *sign_block(const struct sign_words *what, const char *referee_hex,
                 const guint8 secret[SIGN_SECRET])
{
    GString *lines = lines_of(what);
    if (!lines)
        return NULL;
    g_autofree char *words = joined(lines);
    g_autofree char *message = g_strconcat("23 command v1\n", referee_hex, "\n", words, NULL);
    guint8 signature[SIGN_BYTES];
    crypto_sign_detached(signature, NULL, (const guint8 *)message, strlen(message), secret);
    g_string_prepend(lines, "-----BEGIN 23 COMMAND-----\n");
    g_string_append(lines, "-----BEGIN 23 SIGNATURE-----\n");
    append_signature(lines, signature);
    g_string_append(lines, "-----END 23 COMMAND-----\n");
    return g_string_free(lines, FALSE);
}

gboolean sign_table_ok(const char *bytes, gsize len, const char *base64,
                       const guint8 key[SIGN_PUBLIC])
{
    static const char prefix[] = "23 table v1\n";
    g_autoptr(GString) signature = g_string_new(NULL); // of a header, which may have been folded
    if (!base64_read_mail(base64, strlen(base64), signature) || signature->len != SIGN_BYTES)
        return FALSE;
    g_autofree guint8 *message = g_malloc(sizeof prefix - 1 + len);
    memcpy(message, prefix, sizeof prefix - 1);
    memcpy(message + sizeof prefix - 1, bytes, len);
    return crypto_sign_verify_detached((const guint8 *)signature->str, message,
                                       sizeof prefix - 1 + len, key) == 0;
}
