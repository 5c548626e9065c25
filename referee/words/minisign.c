// SPDX-License-Identifier: MIT
// See minisign.h.
#include "referee/words/minisign.h"

#include "base/base64.h"

#include <sodium.h>
#include <string.h>

enum { NUMBER_BYTES = 8 };

static const char untrusted[] = "untrusted comment:";
static const char trusted[] = "trusted comment: ";

gboolean minisign_key_read(const char *base64, guint8 out_key[MINISIGN_KEY_BYTES],
                           guint64 *out_number)
{
    guint8 bytes[2 + NUMBER_BYTES + MINISIGN_KEY_BYTES];
    if (!base64_read(base64, bytes, sizeof bytes) || memcmp(bytes, "Ed", 2) != 0)
        return FALSE;
    *out_number = 0;
    for (int i = NUMBER_BYTES; i > 0; i--) // the lowest byte comes first
        *out_number = *out_number << 8 | bytes[1 + i];
    memcpy(out_key, bytes + 2 + NUMBER_BYTES, MINISIGN_KEY_BYTES);
    return TRUE;
}

// Takes a line off the front, without what a mail may have left at its end. FALSE at the end.
static gboolean take_line(const char **lines, const char **out, gsize *out_len)
{
    const char *end = strchr(*lines, '\n');
    gsize len = end ? (gsize)(end - *lines) : strlen(*lines);
    if (!end && len == 0)
        return FALSE;
    *out = *lines;
    *lines += end ? len + 1 : len;
    while (len > 0 && (*out)[len - 1] == '\r')
        len--;
    *out_len = len;
    return TRUE;
}

static gboolean take_bytes(const char **lines, guint8 *out, gsize size)
{
    const char *line;
    gsize len, got;
    if (!take_line(lines, &line, &len))
        return FALSE;
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\t'))
        len--;
    return sodium_base642bin(out, size, line, len, NULL, &got, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           got == size;
}

gboolean minisign_read(const char *lines, struct minisign *out)
{
    guint8 bytes[2 + NUMBER_BYTES + sizeof out->signature];
    const char *line;
    gsize len;
    if (!take_line(&lines, &line, &len) || len < sizeof untrusted - 1 ||
        memcmp(line, untrusted, sizeof untrusted - 1) != 0 ||
        !take_bytes(&lines, bytes, sizeof bytes) || bytes[0] != 'E' ||
        (bytes[1] != 'd' && bytes[1] != 'D'))
        return FALSE;
    out->hashed = bytes[1] == 'D';
    memcpy(out->signature, bytes + 2 + NUMBER_BYTES, sizeof out->signature);
    if (!take_line(&lines, &line, &len) || len < sizeof trusted - 1 ||
        len > sizeof trusted - 1 + MINISIGN_COMMENT_MAX ||
        memcmp(line, trusted, sizeof trusted - 1) != 0)
        return FALSE;
    out->comment = line + sizeof trusted - 1;
    out->comment_len = len - (sizeof trusted - 1);
    return take_bytes(&lines, out->whole, sizeof out->whole) && *lines == '\0';
}

gboolean minisign_verify(const char *text, const char *lines, const guint8 key[MINISIGN_KEY_BYTES])
{
    struct minisign read;
    guint8 hash[64];
    guint8 both[sizeof read.signature + MINISIGN_COMMENT_MAX];
    if (!minisign_read(lines, &read))
        return FALSE;
    const guint8 *message = (const guint8 *)text;
    gsize len = strlen(text);
    if (read.hashed) {
        crypto_generichash(hash, sizeof hash, message, len, NULL, 0);
        message = hash;
        len = sizeof hash;
    }
    memcpy(both, read.signature, sizeof read.signature);
    memcpy(both + sizeof read.signature, read.comment, read.comment_len);
    return crypto_sign_verify_detached(read.signature, message, len, key) == 0 &&
           crypto_sign_verify_detached(read.whole, both, sizeof read.signature + read.comment_len,
                                       key) == 0;
}
