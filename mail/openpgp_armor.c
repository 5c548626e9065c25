// SPDX-License-Identifier: MIT
// See openpgp_armor.h. What is read here in another way than GnuPG reads it would be a hole: so all
// that is unusual is refused.
#include "mail/openpgp_armor.h"

#include <string.h>

#include "base/base64.h"

#define DASHES "-----"

// Packets by their tags (RFC 4880, 4.3), a bit for each.
#define TAG(n) (G_GUINT64_CONSTANT(1) << (n))
static const guint64 of_signatures = TAG(2);
// Signatures, keys and parts of them, secret ones too, trust, names, pictures.
static const guint64 of_keys =
    TAG(2) | TAG(5) | TAG(6) | TAG(7) | TAG(12) | TAG(13) | TAG(14) | TAG(17);

// ---- packets -----------------------------------------------------------------------------------

// The number of n bytes, the first highest.
static gsize number(const guint8 *bytes, gsize n)
{
    gsize value = 0;
    for (gsize i = 0; i < n; i++)
        value = value << 8 | bytes[i];
    return value;
}

// How long a packet of the new form is (RFC 4880, 4.2.2); FALSE where that isn't said. *at is
// behind that then.
static gboolean new_length(const guint8 *bytes, gsize len, gsize *at, gsize *out)
{
    const gsize left = len - *at;
    if (left >= 1 && bytes[*at] < 192) {
        *out = bytes[(*at)++];
    } else if (left >= 2 && bytes[*at] < 224) {
        *out = ((gsize)(bytes[*at] - 192) << 8) + bytes[*at + 1] + 192;
        *at += 2;
    } else if (left >= 5 && bytes[*at] == 255) {
        *out = number(bytes + *at + 1, 4);
        *at += 5;
    } else {
        return FALSE;
    }
    return TRUE;
}

// Of the old form (4.2.1).
static gboolean old_length(const guint8 *bytes, gsize len, guint type, gsize *at, gsize *out)
{
    const gsize n = (gsize)1 << type;
    if (type == 3 || len - *at < n)
        return FALSE;
    *out = number(bytes + *at, n);
    *at += n;
    return TRUE;
}

static gboolean are_all(guint64 tags, const guint8 *bytes, gsize len)
{
    gsize at = 0;
    while (at < len) {
        const guint8 head = bytes[at++];
        const gboolean is_new = (head & 0x40) != 0;
        const guint tag = is_new ? head & 0x3f : head >> 2 & 0x0f;
        gsize size;
        if (!(head & 0x80) || !(tags & TAG(tag)) ||
            !(is_new ? new_length(bytes, len, &at, &size)
                     : old_length(bytes, len, head & 3, &at, &size)) ||
            size > len - at)
            return FALSE;
        at += size;
    }
    return len > 0;
}

// ---- lines -------------------------------------------------------------------------------------

// The index of the first line from i on that isn't blank.
static guint skip_blank(char **lines, guint i)
{
    while (lines[i] && !lines[i][0])
        i++;
    return i;
}

// Whether it is one armor that says it is such a thing, of such packets.
static gboolean holds(const char *armor, const char *what, guint64 tags)
{
    g_autofree char *begin = g_strconcat(DASHES "BEGIN PGP ", what, DASHES, NULL);
    g_autofree char *end = g_strconcat(DASHES "END PGP ", what, DASHES, NULL);
    g_auto(GStrv) lines = g_strsplit(armor, "\n", -1);
    g_autoptr(GString) base64 = g_string_new(NULL);
    guint8 checksum[3]; // GnuPG looks at it
    for (char **line = lines; *line; line++)
        g_strchomp(*line);
    guint i = skip_blank(lines, 0);
    if (!lines[i] || strcmp(lines[i], begin) != 0)
        return FALSE;
    for (i++; lines[i] && lines[i][0]; i++) // Version, Comment
        if (!strchr(lines[i], ':') || lines[i][0] == '-')
            return FALSE;
    for (i = skip_blank(lines, i); lines[i] && lines[i][0] && !strchr("=-", lines[i][0]); i++)
        g_string_append(base64, lines[i]);
    if (lines[i] && lines[i][0] == '=' && base64_read(lines[i] + 1, checksum, sizeof checksum))
        i++;
    if (!lines[i] || strcmp(lines[i], end) != 0 || lines[skip_blank(lines, i + 1)])
        return FALSE;
    g_autoptr(GBytes) bytes = base64_read_bytes(base64->str);
    return bytes && are_all(tags, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

gboolean openpgp_armor_signs(const char *armor)
{
    return holds(armor, "SIGNATURE", of_signatures);
}

gboolean openpgp_armor_is_key(const char *armor)
{
    return holds(armor, "PUBLIC KEY BLOCK", of_keys) || holds(armor, "PRIVATE KEY BLOCK", of_keys);
}

gboolean openpgp_armor_is_clear(const char *text)
{
    static const char begin[] = DASHES "BEGIN PGP SIGNED MESSAGE" DASHES;
    const char *signature = strstr(text, "\n" DASHES);
    return g_str_has_prefix(text, begin) && signature && openpgp_armor_signs(signature + 1);
}
