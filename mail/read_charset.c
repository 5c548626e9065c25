// SPDX-License-Identifier: MIT
// See read_charset.h.
#include "mail/read_charset.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "charsets.h" // made by mk/charsets.sh

struct charset {
    const char *iconv;   // the C library's name
    const char *labels;  // what mail calls it, small letters, a blank around each
    const guint16 *high; // of one byte a letter: what bytes from 128 on are, 0 for none; else NULL
};

// Letters beyond ASCII that a label's owner meant, not what its oldest standard says: mail labelled
// ISO-8859-1, GB2312, Shift_JIS or KS C 5601 has long been written in the larger sets.
static const struct charset CHARSETS[] = {
    {"CP1252",
     " windows-1252 cp1252 cp-1252 x-ansi iso-8859-1 iso8859-1 iso_8859-1 iso8859_1 latin1 "
     "latin-1 l1 8859-1 iso-8859-1:1987 cp819 ibm819 ",
     charset_CP1252},
    {"ISO-8859-2", " iso-8859-2 iso8859-2 iso_8859-2 latin2 ", charset_ISO_8859_2},
    {"ISO-8859-3", " iso-8859-3 ", charset_ISO_8859_3},
    {"ISO-8859-4", " iso-8859-4 ", charset_ISO_8859_4},
    {"ISO-8859-5", " iso-8859-5 ", charset_ISO_8859_5},
    {"ISO-8859-6", " iso-8859-6 ", charset_ISO_8859_6},
    {"ISO-8859-7", " iso-8859-7 iso8859-7 ", charset_ISO_8859_7},
    {"ISO-8859-8", " iso-8859-8 iso-8859-8-i ", charset_ISO_8859_8},
    {"CP1254", " windows-1254 cp1254 iso-8859-9 iso8859-9 latin5 ", charset_CP1254},
    {"ISO-8859-10", " iso-8859-10 ", charset_ISO_8859_10},
    {"ISO-8859-13", " iso-8859-13 ", charset_ISO_8859_13},
    {"ISO-8859-14", " iso-8859-14 ", charset_ISO_8859_14},
    {"ISO-8859-15", " iso-8859-15 iso8859-15 iso_8859-15 latin9 latin-9 ", charset_ISO_8859_15},
    {"ISO-8859-16", " iso-8859-16 ", charset_ISO_8859_16},
    {"CP1250", " windows-1250 cp1250 ", charset_CP1250},
    {"CP1251", " windows-1251 cp1251 ", charset_CP1251},
    {"CP1253", " windows-1253 cp1253 ", charset_CP1253},
    {"CP1255", " windows-1255 cp1255 ", NULL},
    {"CP1256", " windows-1256 cp1256 ", charset_CP1256},
    {"CP1257", " windows-1257 cp1257 ", charset_CP1257},
    {"CP1258", " windows-1258 cp1258 ", NULL},
    {"CP874", " windows-874 tis-620 cp874 iso-8859-11 ", charset_CP874},
    {"CP850", " cp850 ibm850 ", charset_CP850},
    {"CP866", " cp866 ibm866 ", charset_CP866},
    {"MACINTOSH", " macintosh x-mac-roman mac ", charset_MACINTOSH},
    {"KOI8-R", " koi8-r koi8r ", charset_KOI8_R},
    {"KOI8-U", " koi8-u ", charset_KOI8_U},
    {"GB18030", " gb18030 gb2312 gbk cp936 x-gbk gb_2312-80 euc-cn windows-936 ", NULL},
    {"BIG5-HKSCS", " big5 big5-hkscs cn-big5 cp950 ", NULL},
    {"CP949", " euc-kr euckr ks_c_5601-1987 ks_c_5601 ksc5601 cp949 uhc windows-949 ", NULL},
    {"EUC-JP", " euc-jp eucjp ", NULL},
    {"CP932", " shift_jis shift-jis sjis x-sjis ms_kanji cp932 windows-31j ", NULL},
    {"ISO-2022-JP-2", " iso-2022-jp iso-2022-jp-2 iso-2022-jp-1 ", NULL},
    {"ISO-2022-KR", " iso-2022-kr ", NULL},
    {"UTF-16LE", "", NULL},
    {"UTF-16BE", "", NULL},
};
enum { COUNT = G_N_ELEMENTS(CHARSETS) };

static iconv_t converters[COUNT];

void read_charset_init(void)
{
    for (guint i = 0; i < COUNT; i++)
        if (!CHARSETS[i].high)
            converters[i] = iconv_open("UTF-8", CHARSETS[i].iconv);
}

// The converter, from its start; (iconv_t)-1 when this machine has none.
static iconv_t converter(guint i)
{
    if (!converters[i])
        read_charset_init();
    if (converters[i] != (iconv_t)-1)
        iconv(converters[i], NULL, NULL, NULL, NULL);
    return converters[i];
}

static int find_label(const char *label)
{
    g_autofree char *padded = g_strdup_printf(" %s ", label);
    if (strchr(label, ' '))
        return -1;
    for (guint i = 0; i < COUNT; i++)
        if (strstr(CHARSETS[i].labels, padded))
            return (int)i;
    return -1;
}

static int find_name(const char *name)
{
    for (guint i = 0; i < COUNT; i++)
        if (strcmp(CHARSETS[i].iconv, name) == 0)
            return (int)i;
    return -1;
}

// FALSE: the byte stands for none.
static gboolean add_letter(const guint16 *high, char byte, GString *out)
{
    const guint16 letter = (guchar)byte < 128 ? (guchar)byte : high[(guchar)byte - 128];
    if (letter == 0 && byte != '\0')
        return FALSE;
    if (letter < 128)
        g_string_append_c(out, (char)letter);
    else
        g_string_append_unichar(out, letter);
    return TRUE;
}

// instead: what stands for a byte that is none; NULL: nothing does, and such a text is NULL.
static GString *convert_bytes(const guint16 *high, const char *bytes, gsize len,
                              const char *instead)
{
    g_autoptr(GString) out = g_string_sized_new(len);
    for (gsize i = 0; i < len; i++) {
        gboolean fine = add_letter(high, bytes[i], out);
        if (!fine && !instead)
            return NULL;
        if (!fine)
            g_string_append(out, instead);
    }
    return g_steal_pointer(&out);
}

// NULL when a byte isn't allowed or the text ends within a character.
static char *convert(guint which, const char *bytes, gsize len, gsize *out_len)
{
    if (CHARSETS[which].high) {
        GString *out = convert_bytes(CHARSETS[which].high, bytes, len, NULL);
        *out_len = out ? out->len : 0;
        return out ? g_string_free(out, FALSE) : NULL;
    }
    iconv_t with = converter(which);
    if (with == (iconv_t)-1)
        return NULL;
    gsize room = len * 4 + 16; // no byte of these charsets becomes more than one character
    char *text = g_malloc(room + 1);
    char *in = (char *)bytes;
    char *out = text;
    gsize in_left = len;
    gsize out_left = room;
    gsize odd = iconv(with, &in, &in_left, &out, &out_left);
    if (odd == 0)
        odd = iconv(with, NULL, NULL, &out, &out_left);
    if (odd != 0 || in_left > 0) {
        g_free(text);
        return NULL;
    }
    *out = '\0';
    *out_len = (gsize)(out - text);
    return text;
}

// RFC 1468: a line ends in ASCII. The C library lets an open escape run on, and what follows it is
// then two readings in one (H65).
static gboolean escape_left_open(const char *bytes, gsize len)
{
    gboolean wide = FALSE;
    for (gsize i = 0; i < len; i++) {
        if (bytes[i] == '\n' && wide)
            return TRUE;
        if (bytes[i] == 27 && i + 1 < len)
            wide = bytes[i + 1] == '$';
    }
    return wide;
}

// UTF-16 needs its mark, and the mark must not contradict the label (H64).
static int find_utf16(const char *label, const char **bytes, gsize *len)
{
    const guchar *mark = (const guchar *)*bytes;
    if (*len < 2 || *len % 2 != 0)
        return -1;
    gboolean little = mark[0] == 0xff && mark[1] == 0xfe;
    gboolean big = mark[0] == 0xfe && mark[1] == 0xff;
    if ((!little && !big) || (little && strcmp(label, "utf-16be") == 0) ||
        (big && strcmp(label, "utf-16le") == 0))
        return -1;
    *bytes += 2;
    *len -= 2;
    return find_name(little ? "UTF-16LE" : "UTF-16BE");
}

static char *decode_utf8(const char *bytes, gsize len, gsize *out_len)
{
    if (!g_utf8_validate_len(bytes, len, NULL))
        return NULL;
    if (len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        bytes += 3;
        len -= 3;
    }
    *out_len = len;
    char *text = g_malloc(len + 1);
    memcpy(text, bytes, len);
    text[len] = '\0';
    return text;
}

static gboolean is_ascii(const char *bytes, gsize len)
{
    for (gsize i = 0; i < len; i++)
        if ((guchar)bytes[i] >= 128)
            return FALSE;
    return TRUE;
}

static const char BAD_BYTE[] = "there is a byte in the text that its charset doesn't allow";
static const char BAD_NUL[] = "there is a NUL in the text";
static const char BAD_LABEL[] = "the charset of the text is unknown";

static char *decode_listed(const char *label, const char *bytes, gsize len, gsize *out_len,
                           const char **reason)
{
    int which = -1;
    if (g_str_has_prefix(label, "utf-16") && strlen(label) <= 8) {
        which = find_utf16(label, &bytes, &len);
        *reason = which < 0 ? "UTF-16 text without its mark" : NULL;
    } else {
        which = find_label(label);
        *reason = which < 0 ? BAD_LABEL : NULL;
    }
    if (which < 0)
        return NULL;
    if (g_str_has_prefix(label, "iso-2022-jp") && escape_left_open(bytes, len)) {
        *reason = "an escape sequence in the text is left open";
        return NULL;
    }
    char *text = convert((guint)which, bytes, len, out_len);
    if (!text)
        *reason = BAD_BYTE;
    return text;
}

char *read_charset_decode(const char *label, const char *bytes, gsize len, gsize *out_len,
                          gboolean *guessed, const char **reason)
{
    g_autofree char *text = NULL;
    *guessed = FALSE;
    *reason = NULL;
    if (!*label || strcmp(label, "utf-8") == 0 || strcmp(label, "utf8") == 0) {
        text = decode_utf8(bytes, len, out_len);
        if (!text && !*label) {
            text = convert((guint)find_name("CP1252"), bytes, len, out_len);
            *guessed = TRUE;
        }
        *reason = text ? NULL : memchr(bytes, '\0', len) ? BAD_NUL : BAD_BYTE;
    } else if (strcmp(label, "us-ascii") == 0 || strcmp(label, "ascii") == 0 ||
               strcmp(label, "ansi_x3.4-1968") == 0) {
        text = is_ascii(bytes, len) ? decode_utf8(bytes, len, out_len) : NULL;
        *reason = text ? NULL : BAD_BYTE;
    } else {
        text = decode_listed(label, bytes, len, out_len, reason);
    }
    if (text && memchr(text, '\0', *out_len)) {
        *reason = BAD_NUL;
        return NULL;
    }
    return g_steal_pointer(&text);
}

// ---- wrong bytes marked ------------------------------------------------------------------------

static const char MARK[] = "\xef\xbf\xbd";

// Byte after byte through the converter; what it refuses becomes the mark.
static GString *convert_marked(guint which, const char *bytes, gsize len)
{
    if (CHARSETS[which].high)
        return convert_bytes(CHARSETS[which].high, bytes, len, MARK);
    GString *out = g_string_sized_new(len);
    iconv_t with = converter(which);
    char *in = (char *)bytes;
    gsize left = len;
    while (with != (iconv_t)-1 && left > 0) {
        char room[256];
        char *to = room;
        gsize room_left = sizeof room;
        gsize odd = iconv(with, &in, &left, &to, &room_left);
        int why = errno;
        g_string_append_len(out, room, to - room);
        if (odd == (gsize)-1 && why != E2BIG && left > 0) {
            g_string_append(out, MARK);
            in++;
            left--;
            iconv(with, NULL, NULL, NULL, NULL);
        }
    }
    return out;
}

// Copies what is UTF-8 (ascii: ASCII alone), marks the rest.
static GString *copy_marked(const char *bytes, gsize len, gboolean ascii)
{
    GString *out = g_string_sized_new(len);
    const char *end = bytes + len;
    if (len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        bytes += 3;
    while (bytes < end) {
        const char *stop = bytes;
        if (ascii)
            while (stop < end && (guchar)*stop < 128)
                stop++;
        else
            (void)g_utf8_validate_len(bytes, (gsize)(end - bytes), &stop);
        g_string_append_len(out, bytes, stop - bytes);
        if (stop < end)
            g_string_append(out, MARK);
        bytes = stop < end ? stop + 1 : end;
    }
    return out;
}

// A NUL as the mark too.
static char *without_nul(GString *text, gsize *out_len)
{
    GString *out = g_string_sized_new(text->len);
    for (gsize i = 0; i < text->len; i++) {
        if (text->str[i] == '\0')
            g_string_append(out, MARK);
        else
            g_string_append_c(out, text->str[i]);
    }
    g_string_free(text, TRUE);
    *out_len = out->len;
    return g_string_free(out, FALSE);
}

char *read_charset_decode_marked(const char *label, const char *bytes, gsize len, gsize *out_len,
                                 gboolean *guessed)
{
    gboolean utf8 = strcmp(label, "utf-8") == 0 || strcmp(label, "utf8") == 0;
    gboolean ascii = strcmp(label, "us-ascii") == 0 || strcmp(label, "ascii") == 0 ||
                     strcmp(label, "ansi_x3.4-1968") == 0;
    *guessed = !*label && !g_utf8_validate_len(bytes, len, NULL) && !memchr(bytes, '\0', len);
    if (utf8 || ascii || (!*label && !*guessed))
        return without_nul(copy_marked(bytes, len, ascii), out_len);
    int which = *guessed ? find_name("CP1252") : find_label(label);
    if (which < 0 || g_str_has_prefix(label, "iso-2022"))
        return NULL;
    return without_nul(convert_marked((guint)which, bytes, len), out_len);
}
