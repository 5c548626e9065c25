// SPDX-License-Identifier: MIT
// See letter_tale.h.
#include "referee/letter/letter_tale.h"

#include "referee/archive/result.h"
#include "referee/archive/tale.h"

#include <string.h>

static gboolean began_here(const struct game_seat *seat)
{
    return strcmp(seat->nick, seat->old_nick) == 0 || result_is_robot(seat->nick);
}

static json_t *tell(const struct match *match, unsigned seat,
                    const struct wording_language *language, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < match->lines->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)g_ptr_array_index(match->lines, i));
    struct chronicle chronicle;
    json_t *tale = chronicle_read(&chronicle, text->str, text->len, TRUE, error)
                       ? tale_tell(&chronicle, seat, TALE_YOU, language, error)
                       : NULL;
    chronicle_clear(&chronicle);
    return tale;
}

gboolean letter_tale(const struct match *match, unsigned seat,
                     const struct wording_language *language, json_t *data, GError **error)
{
    json_t *sentences = json_array();
    json_t *dearest = json_array();
    json_object_set_new(data, "tale", sentences);
    json_object_set_new(data, "dearest", dearest);
    json_object_set_new(data, "dearest_title", json_string(""));
    json_object_set_new(data, "has_tale", json_false());
    json_object_set_new(data, "tale_title", json_string(""));
    if (match->game.stage != GAME_DONE || match->game.cancelled ||
        !began_here(&match->game.seats[seat]))
        return TRUE;
    json_auto_t *tale = tell(match, seat, language, error);
    g_autofree char *title = tale ? wording_say(language, "tale-title", NULL, error) : NULL;
    if (!title)
        return FALSE;
    json_array_extend(sentences, json_object_get(tale, "paragraphs"));
    gsize i;
    json_t *dear;
    json_array_foreach(json_object_get(tale, "dearest"), i, dear)
    {
        json_array_append(dearest, json_object_get(dear, "text"));
    }
    if (json_array_size(dearest) > 0)
        json_object_set(data, "dearest_title", json_object_get(tale, "dearest_title"));
    json_object_set_new(data, "has_tale", json_true());
    json_object_set_new(data, "tale_title", json_string(title));
    return TRUE;
}
