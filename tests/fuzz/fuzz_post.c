// SPDX-License-Identifier: MIT
// Any bytes as a mail that the hub describes, as if a game's name or a player's could say anything:
// what is accepted becomes a message whose header has our lines alone, and no line too long.
#include "base/parcel.h"
#include "mail/post_compose.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINE_MAX_BYTES = 998 }; // RFC 5322, 2.1.1

// Lines of the header that begin a field; every name is one that we write, or was asked for.
static void check_header(const struct post_mail *mail, const char *text)
{
    static const char *const ours[] = {"Date",
                                       "From",
                                       "To",
                                       "Reply-To",
                                       "Subject",
                                       "Message-ID",
                                       "In-Reply-To",
                                       "References",
                                       "MIME-Version",
                                       "Content-Type",
                                       "Content-Transfer-Encoding"};
    for (const char *line = text; *line && *line != '\n'; line += strcspn(line, "\n") + 1) {
        gsize name = strcspn(line, ":\n");
        gboolean known = *line == ' ' || *line == '\t';
        for (gsize i = 0; i < G_N_ELEMENTS(ours); i++)
            known = known || (strlen(ours[i]) == name && memcmp(line, ours[i], name) == 0);
        for (guint i = 0; i < mail->n_headers; i++)
            known = known || (strlen(mail->headers[i].name) == name &&
                              memcmp(line, mail->headers[i].name, name) == 0);
        g_assert(known);
    }
}

static void check_message(const struct post_mail *mail)
{
    g_autoptr(GBytes) bytes = post_compose(mail);
    gsize len;
    const char *data = g_bytes_get_data(bytes, &len);
    g_autofree char *text = g_strndup(data, len);
    g_assert(strlen(text) == len && len > 0 && text[len - 1] == '\n');
    check_header(mail, text);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        g_assert(strcspn(line, "\n") <= LINE_MAX_BYTES);
    g_assert(!strchr(text, '\r'));
}

// What came out of a parcel comes out of one of ours again.
static void check_parcel(const json_t *object)
{
    gsize len;
    g_autofree char *parcel = parcel_pack(object, &len);
    json_auto_t *again = parcel_unpack(parcel, len);
    g_assert(json_equal(object, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *object = parcel_unpack(data, size);
    struct post_mail mail;
    char *wrong;
    if (!object)
        return 0;
    check_parcel(object);
    gboolean good = post_mail_read(object, &mail, &wrong);
    g_assert(good == !wrong);
    if (good)
        check_message(&mail);
    post_mail_clear(&mail);
    g_free(wrong);
    json_decref(object);
    return 0;
}
