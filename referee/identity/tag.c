// SPDX-License-Identifier: MIT
// See tag.h. The MAC is that of a ticket of a game that can't be.
#include "referee/identity/tag.h"

#include "base/address.h"
#include "referee/identity/identity.h"
#include "referee/words/ticket.h"

#include <string.h>

static const struct {
    const char *name;
    gint64 game;
} kinds[] = {[TAG_BOUNCE] = {"b", -1}, [TAG_UNSUBSCRIBE] = {"off", -2}};

static struct identity_place place_of(enum tag_kind kind, gint64 number)
{
    return (struct identity_place){.game = kinds[kind].game, .turn = number};
}

char *tag_address(const struct desk *desk, enum tag_kind kind, gint64 number)
{
    struct identity_place place = place_of(kind, number);
    char ticket[IDENTITY_TICKET_MAX];
    if (!desk->config->subaddress)
        return g_strdup(desk->config->address);
    identity_ticket(desk->keys->ticket, &place, ticket);
    g_autofree char *tag = g_strdup_printf("%s.%" G_GINT64_FORMAT ".%s", kinds[kind].name, number,
                                           strrchr(ticket, '.') + 1);
    return address_tagged(desk->config->address, tag);
}

static gint64 number_of(const struct desk *desk, enum tag_kind kind, const char *address)
{
    g_autofree char *begin = g_strconcat("+", kinds[kind].name, ".", NULL);
    const char *at = strrchr(address, '@');
    const char *plus = strchr(address, '+');
    if (!at || !plus || plus > at || g_ascii_strncasecmp(plus, begin, strlen(begin)) != 0)
        return 0;
    g_autofree char *plain = g_strdup_printf("%.*s%s", (int)(plus - address), address, at);
    if (g_ascii_strcasecmp(plain, desk->config->address) != 0)
        return 0;
    // As a ticket, whose MAC is forgiven its letters' case and the like.
    const char *from = plus + strlen(begin);
    g_autofree char *tag = g_strndup(from, (gsize)(at - from));
    const char *mac = strchr(tag, '.');
    if (!mac)
        return 0;
    g_autofree char *text = g_strdup_printf("0.%.*s.0%s", (int)(mac - tag), tag, mac);
    struct ticket ticket;
    if (ticket_parse(text, -1, &ticket) != strlen(text))
        return 0;
    struct identity_place place = place_of(kind, ticket.turn);
    return identity_check(desk->keys->ticket, &place, ticket.mac) ? ticket.turn : 0;
}

gint64 tag_find(const struct desk *desk, enum tag_kind kind, const json_t *facts)
{
    gsize i;
    const json_t *to;
    gint64 number = 0;
    json_array_foreach(json_object_get(facts, "to"), i, to)
    {
        const char *address = json_string_value(to);
        number = number || !address ? number : number_of(desk, kind, address);
    }
    return number;
}
