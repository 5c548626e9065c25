// SPDX-License-Identifier: MIT
// See letter_seal.h.
#include "referee/letter/letter_seal.h"

#include "referee/letter/letter_attach.h"
#include "referee/letter/letter_open.h"
#include "referee/seal/age.h"
#include "referee/seal/box.h"
#include "referee/seal/seal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

// How long a thing is tells something of what is in it: a hand, the moves that it allows. So it is
// filled up with what nobody minds at the end of a text, to a multiple of this.
enum { STEP = 4096, CHANCE = 256 };

gboolean letter_seal_wanted(const struct letter *letter)
{
    return letter->table && letter->known && letter->player.seal &&
           !seal_can_mail(&letter->player) && letter->match->game.stage != GAME_DONE;
}

static char *filled(const char *text, char with)
{
    const gsize len = strlen(text);
    const gsize more = STEP - len % STEP;
    g_autofree char *filling = g_strnfill(more, with);
    return g_strconcat(text, filling, NULL);
}

// The table is signed as it is sealed, and the signature stands outside. So that nobody can try
// with it whether they have guessed a hand, there are blanks by chance in what is signed.
static char *filled_table(const char *table)
{
    guint8 chance[CHANCE];
    char blanks[CHANCE + 1] = "";
    randombytes_buf(chance, sizeof chance);
    for (guint i = 0; i < CHANCE; i++)
        blanks[i] = chance[i] & 1 ? '\t' : ' ';
    g_autofree char *more = g_strconcat(table, blanks, NULL);
    return filled(more, ' ');
}

static void add(json_t *parts, const char *name, const char *text)
{
    json_array_append_new(parts, json_pack("{s:s, s:s, s:s}", "type", "application/octet-stream",
                                           "name", name, "text", text));
}

static void add_box(const struct letter *letter, const char *table, json_t *parts)
{
    g_autofree char *box = box_close(letter->player.key, table);
    g_autofree char *signature = letter_attach_signature(letter->desk, table);
    if (!box)
        return;
    add(parts, BOX_TABLE, box);
    json_object_set_new(json_array_get(parts, json_array_size(parts) - 1), "headers",
                        json_pack("[[s,s]]", "X-23-Signature", signature));
}

static void add_age(const struct letter *letter, const char *table, const char *text, json_t *parts)
{
    guint8 key[AGE_KEY_BYTES];
    if (!age_recipient_read(letter->player.age, key))
        return;
    g_autofree char *whole = filled(text, '\n');
    g_autofree char *mail = age_encrypt(key, whole);
    g_autofree char *file = age_encrypt(key, table);
    add(parts, "mail.txt.age", mail);
    add(parts, AGE_TABLE, file);
}

json_t *letter_seal_parts(const struct letter *letter, const char *text)
{
    json_t *parts = json_array();
    char *bare = json_dumps(letter->table, JSON_COMPACT);
    g_autofree char *table = filled_table(bare);
    free(bare);
    if (seal_can_box(&letter->player))
        add_box(letter, table, parts);
    if (letter->player.age[0])
        add_age(letter, table, text, parts);
    return parts;
}

json_t *letter_seal_notes(const struct letter *letter)
{
    json_t *notes = letter_open_notes(letter->notes, TRUE);
    const gboolean box = seal_can_box(&letter->player);
    const gboolean age = letter->player.age[0] != '\0';
    if (box)
        json_array_append_new(notes, json_pack("{s:s}", "say", "sealed-box"));
    if (age)
        json_array_append_new(notes, json_pack("{s:s}", "say", "sealed-age"));
    if (!box && !age)
        json_array_append_new(notes, json_pack("{s:s}", "say", "sealed-lost"));
    return notes;
}
