// SPDX-License-Identifier: MIT
// See gpg_mail.h.
#include "tests/unit/gpg_mail.h"

#include "tests/unit/gpg.h"

#include <string.h>

char *gpg_mail_crlf(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return g_strjoinv("\r\n", lines);
}

static char *base64(const char *text)
{
    g_autofree char *all = g_base64_encode((const guint8 *)text, strlen(text));
    GString *out = g_string_new(NULL);
    for (gsize i = 0; i < strlen(all); i += 72)
        g_string_append_printf(out, "%.72s\n", all + i);
    return g_string_free(out, FALSE);
}

static char *quoted_printable(const char *text)
{
    GString *out = g_string_new(NULL);
    for (guint column = 0; *text; text++, column++) {
        if (*text == '\n') {
            g_string_append_c(out, '\n');
            column = 0;
            continue;
        }
        if (column % 20 == 19)
            g_string_append(out, "=\n");
        g_string_append_printf(out, g_ascii_isalnum(*text) ? "%c" : "=%02X", (guint8)*text);
    }
    return g_string_free(out, FALSE);
}

char *gpg_mail_part(const char *words, enum gpg_mail_packing packing)
{
    static const char type[] = "Content-Type: text/plain; charset=utf-8\n"
                               "Content-Transfer-Encoding: ";
    g_autofree char *quoted = quoted_printable(words);
    g_autofree char *in64 = base64(words);
    switch (packing) {
    case GPG_MAIL_QUOTED:
        return g_strconcat(type, "quoted-printable\n\n", quoted, NULL);
    case GPG_MAIL_BASE64:
        return g_strconcat(type, "base64\n\n", in64, NULL);
    case GPG_MAIL_NESTED:
        return g_strconcat("Content-Type: multipart/mixed; boundary=\"in\";\n"
                           " protected-headers=\"v1\"\nSubject: my move\n\n--in\n",
                           type, "base64\n\n", in64, "\n--in--\n", NULL);
    case GPG_MAIL_PLAIN:
    case GPG_MAIL_PACKINGS:
        break;
    }
    return g_strconcat(type, "7bit\n\n", words, NULL);
}

char *gpg_mail_around(const char *part, const char *signature, const char *more)
{
    return g_strconcat(GPG_MAIL_HEAD, more,
                       "Content-Type: multipart/signed; micalg=pgp-sha512;\n"
                       " protocol=\"application/pgp-signature\"; boundary=\"out\"\n\n"
                       "This is an OpenPGP/MIME signed message\n--out\n",
                       part,
                       "\n--out\nContent-Type: application/pgp-signature; name=\"s.asc\"\n"
                       "Content-Disposition: attachment; filename=\"s.asc\"\n\n",
                       signature, "\n--out--\n", NULL);
}

char *gpg_mail_signed(const char *home, const char *name, const char *words,
                      enum gpg_mail_packing packing, gint64 now, const char *options)
{
    g_autofree char *part = gpg_mail_part(words, packing);
    g_autofree char *canonical = gpg_mail_crlf(part);
    g_autofree char *signature = gpg_detached(home, name, canonical, now, options);
    return gpg_mail_around(part, signature, "");
}

void gpg_mail_drop(struct club *club, const char *mail)
{
    g_autofree char *id = g_strdup_printf("Message-ID: <%u@there>\n", club->written);
    g_autofree char *whole = g_strconcat(id, mail, NULL);
    club_drop(club, whole, strlen(whole));
    club_tick(club);
}

void gpg_mail_registers(struct club *club, const char *home, const char *name)
{
    g_autofree char *public = gpg_public(home, name, club->now);
    g_autofree char *print = gpg_fingerprint(home, name, club->now);
    g_autofree char *words = g_strconcat("key openpgp\n\n", public, NULL);
    g_autofree char *wanted = g_strconcat("- [key openpgp ", print, "]", NULL);
    g_autofree char *told = g_strdup_printf("Your key %s is registered.", print);
    club_move(club, BRUNO, words);
    club_expect(club, BRUNO, "ask", wanted);
    club_move(club, BRUNO, "yes");
    club_expect(club, BRUNO, "answer", told);
}
