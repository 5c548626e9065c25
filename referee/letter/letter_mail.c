// SPDX-License-Identifier: MIT
// See letter_parts.h: subject, headers, attachments and thread of a mail whose words are known.
#include "referee/letter/letter_parts.h"

#include "base/address.h"
#include "referee/identity/tag.h"
#include "referee/letter/letter_attach.h"
#include "referee/match/notes.h"

enum { THREAD_MAX = 20 };

gboolean letter_is_watch(const struct letter *letter)
{
    return letter->match && letter->seat < 0 && letter->watcher.player &&
           g_str_equal(letter->row->kind, NOTES_WATCH);
}

// Whether it belongs to the conversation about a game.
static gboolean is_of_game(const struct letter *letter)
{
    return letter->match && letter->row->matter == 0 &&
           (letter->seat >= 0 || letter_is_watch(letter));
}

char *letter_tagged(const struct letter *letter, const char *tag)
{
    const struct config *config = letter->desk->config;
    return config->subaddress && tag[0] ? address_tagged(config->address, tag)
                                        : g_strdup(config->address);
}

char *letter_subject(const struct letter *letter, GError **error)
{
    if (is_of_game(letter))
        return wording_sayf(letter->language, error, "subject-game", "{s:I, s:s}", "game",
                            (json_int_t)letter->match->row.id, "title", letter->match->row.name);
    g_autofree char *phrase = g_strconcat("subject-", letter->template, NULL);
    const char *inviter = json_string_value(json_object_get(letter->data, "inviter"));
    return wording_sayf(letter->language, error, phrase, "{s:s}", "inviter",
                        inviter ? inviter : "");
}

// What ends all mails to whom this one goes. A server that keeps no tags gets what a person would
// write: the word, and the ticket.
static char *leave_link(const struct letter *letter)
{
    g_autofree char *to = tag_address(letter->desk, TAG_UNSUBSCRIBE, letter->row->matter);
    return g_strdup_printf("<mailto:%s?subject=block&body=block%%0D%%0A%%0D%%0Aticket%%20%s>", to,
                           letter->ticket);
}

// For what nobody asked for, and for what one may have enough of; else NULL.
static char *unsubscribe_link(const struct letter *letter)
{
    if (g_str_equal(letter->kind, NOTES_INVITATION) || g_str_equal(letter->kind, NOTES_CONFIRM) ||
        g_str_equal(letter->kind, NOTES_NEW_ADDRESS) || g_str_equal(letter->kind, NOTES_SUBSTITUTE))
        return leave_link(letter);
    if (!letter->match || !g_str_equal(letter->kind, NOTES_WATCH))
        return NULL;
    g_autofree char *to = letter_tagged(letter, letter->ticket);
    return g_strdup_printf("<mailto:%s?body=unwatch%%20%" G_GINT64_FORMAT
                           "%%0D%%0A%%0D%%0Aticket%%20%s>",
                           to, letter->match->row.id, letter->ticket);
}

static json_t *headers(const struct letter *letter)
{
    gboolean answered =
        g_str_equal(letter->kind, NOTES_ANSWER) || g_str_equal(letter->kind, NOTES_REFUSED) ||
        g_str_equal(letter->kind, NOTES_UNCLEAR) || g_str_equal(letter->kind, NOTES_CONFIRM) ||
        g_str_equal(letter->kind, NOTES_STRANGER) || g_str_equal(letter->kind, NOTES_BLOCKED) ||
        g_str_equal(letter->kind, NOTES_FAREWELL);
    json_t *list =
        json_pack("[[s,s],[s,s],[s,s],[s,s]]", "Auto-Submitted",
                  answered ? "auto-replied" : "auto-generated", "X-Auto-Response-Suppress", "All",
                  "X-23-Referee", letter->desk->config->address, "X-23-Kind", letter->kind);
    if (letter->match) {
        g_autofree char *game = g_strdup_printf("%" G_GINT64_FORMAT, letter->match->row.id);
        g_autofree char *turn = g_strdup_printf("%u", letter->match->game.turn);
        json_array_append_new(list, json_pack("[s,s]", "X-23-Game", game));
        json_array_append_new(list, json_pack("[s,s]", "X-23-Turn", turn));
    }
    g_autofree char *link = unsubscribe_link(letter);
    if (link)
        json_array_append_new(list, json_pack("[s,s]", "List-Unsubscribe", link));
    return list;
}

static gboolean attachments(const struct letter *letter, json_t **out, GError **error)
{
    struct desk *desk = letter->desk;
    *out = json_array();
    const json_t *asked = letter->asked ? letter->asked : letter->notes;
    if (letter->known && (!letter->only_open || letter->sealed) &&
        !letter_attach_data(desk, &letter->player, asked, *out, error))
        return FALSE;
    if (!letter_attach_page(desk, asked, *out, error))
        return FALSE;
    if (letter->table)
        letter_attach_table(desk, letter->table, *out);
    gboolean over = letter->table ? g_str_equal(letter->kind, "game-over") ||
                                        g_str_equal(letter->kind, "cancelled")
                                  : (letter_is_watch(letter) || letter->only_open) &&
                                        letter->match && letter->match->game.stage == GAME_DONE;
    return !over || letter_attach_record(desk, letter->match->row.id, *out, error);
}

static gboolean thread(const struct letter *letter, json_t *mail, GError **error)
{
    json_t *references = json_array();
    json_object_set_new(mail, "references", references);
    json_object_set_new(mail, "in_reply_to", json_null());
    if (!letter->known || !is_of_game(letter))
        return TRUE;
    g_autoptr(GPtrArray) ids = NULL;
    if (!outbox_thread(letter->desk->store, letter->player.id, letter->row->game, THREAD_MAX, &ids,
                       error))
        return FALSE;
    for (guint i = 0; i < ids->len; i++)
        json_array_append_new(references, json_string(g_ptr_array_index(ids, i)));
    if (ids->len)
        json_object_set_new(mail, "in_reply_to", json_string(g_ptr_array_index(ids, ids->len - 1)));
    return TRUE;
}

json_t *letter_compose(struct letter *letter, const char *text, const char *html, GError **error)
{
    const struct config *config = letter->desk->config;
    g_autofree char *envelope = tag_address(letter->desk, TAG_BOUNCE, letter->row->id);
    json_t *parts = NULL;
    if (!attachments(letter, &parts, error)) {
        json_decref(parts);
        return NULL;
    }
    // The words were looked at when they were rendered (folder.h).
    json_auto_t *mail = json_pack(
        "{s:I, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:s, s:o, s:o, s:o, s:o}", "id",
        (json_int_t)letter->row->id, "to", letter->to, "to_name",
        letter->known ? letter->player.nick : "", "from", config->send_from, "from_name",
        config->name, "reply_to", letter->reply_to, "envelope_from", envelope, "message_id",
        letter->row->message_id, "date", (json_int_t)letter->desk->now, "subject", letter->subject,
        "headers", headers(letter), "text", json_string_nocheck(text), "html",
        json_string_nocheck(html), "attachments", parts);
    g_assert(mail);
    if (json_array_size(letter->images) > 0)
        json_object_set(mail, "images", letter->images);
    if (json_array_size(letter->calendar) > 0)
        json_object_set(mail, "calendar", letter->calendar);
    return thread(letter, mail, error) ? g_steal_pointer(&mail) : NULL;
}
