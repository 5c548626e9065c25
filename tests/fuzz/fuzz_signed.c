// SPDX-License-Identifier: MIT
// Any bytes as a text in which signed blocks, signatures of other tools and tickets may stand; the
// first byte chooses the languages. Whatever was found in it holds what its header promises.
#include "referee/words/minisign.h"
#include "referee/words/signed.h"
#include "referee/words/sshsig.h"
#include "referee/words/ticket.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static guint lines_in(const char *text)
{
    guint lines = 1;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void check_native(const char *text, unsigned languages)
{
    guint8 key[32] = {1};
    guint n = lines_in(text);
    struct signed_block block;
    GArray *taken = g_array_sized_new(FALSE, TRUE, sizeof(gboolean), n);
    g_array_set_size(taken, n);
    unsigned found = signed_find(text, languages, 40, &block, taken);
    if (found == 1 && block.fault == SIGNED_FINE) {
        g_assert(block.words && block.seat && block.game >= 0 && block.turn >= 0);
        g_assert(block.commands->len > 0 && block.commands->len <= 40);
        g_assert(!strchr(block.words, '\n') && !strstr(block.words, "  "));
        g_assert(!signed_verify(block.words, "00", block.signature, key));
    }
    g_assert(found > 0 || !block.words);
    signed_clear(&block);
    g_array_unref(taken);
}

// The same lines read by both: what is read points into them, and is nobody's signature.
static void check_tool(const char *text, const char *lines)
{
    guint8 key[32] = {1};
    struct minisign minisign;
    struct sshsig sshsig;
    if (minisign_read(lines, &minisign)) {
        g_assert(minisign.comment >= lines && minisign.comment_len <= MINISIGN_COMMENT_MAX);
        g_assert(minisign.comment + minisign.comment_len <= lines + strlen(lines));
        g_assert(!memchr(minisign.comment, '\n', minisign.comment_len));
    }
    (void)sshsig_read(lines, &sshsig);
    g_assert(!minisign_verify(text, lines, key) && !sshsig_verify(text, lines, key));
}

static void check_keys(const char *text)
{
    guint8 key[32];
    guint64 number;
    char shown[SSHSIG_FINGERPRINT_MAX];
    g_auto(GStrv) words = g_strsplit_set(text, " \n", 100);
    for (char **word = words; *word; word++) {
        (void)minisign_key_read(*word, key, &number);
        if (sshsig_key_read(*word, key, shown))
            g_assert(strlen(shown) == 7 + 43);
    }
}

static void check_foreign(const char *text)
{
    struct signed_foreign foreign;
    signed_find_foreign(text, &foreign);
    if (foreign.kind != SIGNED_NO) {
        guint n = lines_in(text);
        g_assert(foreign.first < n && foreign.last < n && foreign.end <= n);
        g_assert(foreign.text && foreign.signature);
        check_tool(foreign.text, foreign.signature);
    }
    check_tool(text, text);
    signed_foreign_clear(&foreign);
}

static void check_tickets(const char *text)
{
    GArray *tickets = ticket_list_new();
    ticket_find_in_text(tickets, text);
    ticket_find_in_address(tickets, text);
    ticket_find_in_id(tickets, text);
    g_assert(tickets->len <= TICKET_FOUND_MAX);
    for (guint i = 0; i < tickets->len; i++) {
        const struct ticket *ticket = &g_array_index(tickets, struct ticket, i);
        struct ticket again;
        char form[TICKET_TEXT_MAX];
        ticket_format(ticket, form);
        g_assert(ticket_parse(form, -1, &again) == strlen(form) && ticket_equal(ticket, &again));
    }
    g_assert(ticket_is_in(text) || !ticket_is_line(text));
    g_array_unref(tickets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    g_autofree char *text = g_utf8_make_valid((const char *)data + 1, (gssize)size - 1);
    check_native(text, data[0] & 7 ? data[0] & 7U : WORDS_ALL);
    check_foreign(text);
    check_keys(text);
    check_tickets(text);
    return 0;
}
