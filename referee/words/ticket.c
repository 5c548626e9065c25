// SPDX-License-Identifier: MIT
// See ticket.h.
#include "referee/words/ticket.h"

#include <string.h>

enum { DIGITS_MAX = 12 }; // of a game or a turn

// The character of Crockford's base32 that c stands for, or 0 for none.
static char normal(char c)
{
    c = g_ascii_tolower(c);
    if (c == 'o')
        return '0';
    if (c == 'i' || c == 'l')
        return '1';
    return g_ascii_isalnum(c) && c != 'u' ? c : 0;
}

// A number followed by a dot; returns how many bytes both take, 0 for anything else.
static gsize number_and_dot(const char *text, gsize len, gint64 *out)
{
    gsize n = 0;
    *out = 0;
    while (n < len && n <= DIGITS_MAX && g_ascii_isdigit(text[n]))
        *out = *out * 10 + (text[n++] - '0');
    return n >= 1 && n <= DIGITS_MAX && n < len && text[n] == '.' ? n + 1 : 0;
}

gsize ticket_parse(const char *text, gssize length, struct ticket *out)
{
    gsize len = length < 0 ? strlen(text) : (gsize)length;
    gint64 seat;
    memset(out, 0, sizeof *out);
    gsize n = number_and_dot(text, len, &out->game);
    gsize more = n ? number_and_dot(text + n, len - n, &out->turn) : 0;
    gsize last = more ? number_and_dot(text + n + more, len - n - more, &seat) : 0;
    if (!last || seat > 3)
        return 0;
    out->seat = (int)seat;
    n += more + last;
    gsize end = n;
    gsize got = 0;
    for (gsize i = n; i < len; i++) {
        char c = normal(text[i]);
        if (text[i] == '-' && got > 0 && i + 1 < len && normal(text[i + 1]) && got < TICKET_MAC_LEN)
            continue;
        if (!c)
            break;
        if (got == TICKET_MAC_LEN)
            return 0; // goes on
        out->mac[got++] = c;
        end = i + 1;
    }
    return got == TICKET_MAC_LEN && !(end < len && g_ascii_isalnum(text[end])) ? end : 0;
}

void ticket_format(const struct ticket *ticket, char out[TICKET_TEXT_MAX])
{
    g_snprintf(out, TICKET_TEXT_MAX, "%" G_GINT64_FORMAT ".%" G_GINT64_FORMAT ".%d.%s",
               ticket->game, ticket->turn, ticket->seat, ticket->mac);
}

gboolean ticket_equal(const struct ticket *a, const struct ticket *b)
{
    return a->game == b->game && a->turn == b->turn && a->seat == b->seat &&
           strcmp(a->mac, b->mac) == 0;
}

GArray *ticket_list_new(void)
{
    return g_array_new(FALSE, FALSE, sizeof(struct ticket));
}

static void add(GArray *tickets, const struct ticket *ticket)
{
    if (tickets->len >= TICKET_FOUND_MAX)
        return;
    for (guint i = 0; i < tickets->len; i++)
        if (ticket_equal(&g_array_index(tickets, struct ticket, i), ticket))
            return;
    g_array_append_val(tickets, *ticket);
}

// The next ticket at or behind *pos; moves *pos behind it. A ticket doesn't begin in the middle of
// a word or number.
static gboolean next_ticket(const char *text, gsize len, gsize *pos, struct ticket *out)
{
    for (gsize i = *pos; i < len; i++) {
        if (!g_ascii_isdigit(text[i]))
            continue;
        gboolean inside = i > 0 && (g_ascii_isalnum(text[i - 1]) || text[i - 1] == '.');
        gsize taken = inside ? 0 : ticket_parse(text + i, (gssize)(len - i), out);
        if (taken) {
            *pos = i + taken;
            return TRUE;
        }
        while (i + 1 < len && g_ascii_isdigit(text[i + 1]))
            i++;
    }
    *pos = len;
    return FALSE;
}

void ticket_find_in_text(GArray *tickets, const char *text)
{
    gsize len = strlen(text);
    gsize pos = 0;
    struct ticket ticket;
    while (next_ticket(text, len, &pos, &ticket))
        add(tickets, &ticket);
}

void ticket_find_in_address(GArray *tickets, const char *address)
{
    const char *at = strrchr(address, '@');
    gsize local = at ? (gsize)(at - address) : strlen(address);
    const char *plus = memchr(address, '+', local);
    struct ticket ticket;
    while (plus) {
        gsize rest = local - (gsize)(plus + 1 - address);
        if (ticket_parse(plus + 1, (gssize)rest, &ticket) == rest && rest > 0) {
            add(tickets, &ticket);
            return;
        }
        plus = memchr(plus + 1, '+', rest);
    }
}

void ticket_find_in_id(GArray *tickets, const char *id)
{
    struct ticket ticket;
    const char *p = *id == '<' ? id + 1 : id;
    const char *at = strchr(p, '@');
    gsize taken = at ? ticket_parse(p, at - p, &ticket) : 0;
    if (!taken)
        return;
    const char *rest = p + taken;
    if (*rest == '.') {
        rest++;
        while (g_ascii_isdigit(*rest))
            rest++;
        if (rest[-1] == '.')
            return;
    }
    if (rest == at)
        add(tickets, &ticket);
}

gboolean ticket_is_in(const char *text)
{
    gsize pos = 0;
    struct ticket ticket;
    return next_ticket(text, strlen(text), &pos, &ticket);
}

gboolean ticket_is_line(const char *line)
{
    struct ticket ticket;
    const char *p = line + strspn(line, " \t>|");
    if (g_ascii_strncasecmp(p, "ticket", 6) == 0) {
        p += 6;
        p += strspn(p, ": \t");
        for (const char *nbsp = "\302\240"; g_str_has_prefix(p, nbsp);)
            p += strlen(nbsp);
    }
    gsize taken = ticket_parse(p, -1, &ticket);
    p += taken;
    return taken > 0 && p[strspn(p, " \t.\r")] == '\0';
}
