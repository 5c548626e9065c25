// SPDX-License-Identifier: MIT
// See ask.h. What waits is kept as canonical commands, sealed, and read again when the yes comes.
#include "referee/orders/ask.h"

#include "referee/match/match_load.h"
#include "referee/match/notes.h"
#include "referee/words/command_text.h"

static const gint64 day = 86400;

struct ask_place ask_place(const struct matter_row *matter)
{
    json_auto_t *data = matter->data ? json_loads(matter->data, 0, NULL) : NULL;
    return (struct ask_place){.game = json_integer_value(json_object_get(data, "game")),
                              .seat = (int)json_integer_value(json_object_get(data, "seat")),
                              .turn = json_integer_value(json_object_get(data, "turn")),
                              .matter = json_integer_value(json_object_get(data, "matter"))};
}

static json_t *words_of(const GPtrArray *commands)
{
    json_t *words = json_array();
    for (guint i = 0; i < commands->len; i++) {
        g_autofree char *text = command_format(g_ptr_array_index(commands, i));
        json_array_append_new(words, json_string(text));
    }
    return words;
}

// What stands below their first lines and is in no canonical form: keys of OpenPGP.
static json_t *texts_of(const GPtrArray *commands)
{
    json_t *texts = json_array();
    for (guint i = 0; i < commands->len; i++) {
        const struct command *command = g_ptr_array_index(commands, i);
        gboolean has = command->verb == COMMAND_KEY && command->key == COMMAND_KEY_OPENPGP;
        json_array_append_new(texts,
                              has && command->text ? json_string(command->text) : json_null());
    }
    return texts;
}

// Stores a matter that waits for a yes, and notes the mail that asks for it.
static gboolean ask(struct desk *desk, const struct speaker *speaker, const char *why,
                    const char *reason, struct ask_place place, const GPtrArray *commands,
                    GError **error)
{
    json_auto_t *words = words_of(commands);
    json_auto_t *data = json_pack(
        "{s:O, s:o, s:s, s:I, s:i, s:I, s:I, s:s*}", "commands", words, "texts", texts_of(commands),
        "from", speaker->address, "game", (json_int_t)place.game, "seat", place.seat, "turn",
        (json_int_t)place.turn, "matter", (json_int_t)place.matter, "language", speaker->language);
    struct matter_row row = {.kind = g_strdup(why),
                             .player = speaker->known ? speaker->player.id : 0,
                             .address = g_strdup(speaker->known ? "" : speaker->address),
                             .game = place.game,
                             .data = json_dumps(data, JSON_COMPACT),
                             .created_at = desk->now,
                             .expires_at = desk->now + ASK_DAYS * day};
    gboolean done = matters_add(desk->store, &row, error);
    if (done) {
        json_auto_t *notes = json_pack("[{s:s, s:O, s:s, s:s?}]", "ask", reason, "wanted", words,
                                       "from", speaker->address, "language", speaker->language);
        done = notes_about_matter(desk, row.id, row.player, row.address, 0,
                                  row.player ? NOTES_ASK : NOTES_CONFIRM, notes, error);
    }
    matter_row_clear(&row);
    return done;
}

// What there is to be thought of before a yes to this command: a phrase why-….
static const char *reason_of(const struct command *command)
{
    switch ((int)command->verb) {
    case COMMAND_KEY:
        return command->key == COMMAND_KEY_AGE ? "age" : "key";
    case COMMAND_ADDRESS:
        return "move";
    case COMMAND_BLOCK:
        return "block";
    case COMMAND_FORGET_ME:
        return "forget";
    default:
        return ASK_COMMAND;
    }
}

gboolean ask_one(struct session *session, const struct command *command, GError **error)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, (gpointer)command);
    if (session->speaker->player.has_key) {
        session_refuse(session, "key-change", NULL);
        return TRUE;
    }
    struct ask_place place = {
        .game = session->game, .seat = session->speaker->seat, .turn = session->speaker->turn};
    return ask(session->desk, session->speaker, ASK_COMMAND, reason_of(command), place, one, error);
}

gboolean ask_unless_proven(struct session *session, const struct command *command,
                           gboolean *out_sure, GError **error)
{
    *out_sure = session_is_proven(session);
    return *out_sure || ask_one(session, command, error);
}

// Whether the same is asked already: of a move, at this very turn.
static gboolean is_asked(struct desk *desk, const struct speaker *speaker, const char *why,
                         struct ask_place place, const GPtrArray *commands, gboolean *out_asked,
                         GError **error)
{
    json_auto_t *words = words_of(commands);
    json_auto_t *texts = texts_of(commands);
    struct matter_row open = {0};
    gboolean found;
    if (!matters_open(desk->store, why, speaker->known ? speaker->player.id : 0,
                      speaker->known ? "" : speaker->address, 0, desk->now, &open, &found, error))
        return FALSE;
    *out_asked = FALSE;
    if (found) {
        json_auto_t *data = open.data ? json_loads(open.data, 0, NULL) : NULL;
        struct ask_place before = ask_place(&open);
        *out_asked =
            before.game == place.game && before.turn == place.turn &&
            json_equal(json_object_get(data, "commands"), words) &&
            (!json_object_get(data, "texts") || json_equal(json_object_get(data, "texts"), texts));
        matter_row_clear(&open);
    }
    return TRUE;
}

// Where a mail without a ticket can only mean: the player's one game, as it stands.
static gboolean guess_place(struct desk *desk, gint64 player, struct ask_place *out, GError **error)
{
    g_autoptr(GArray) games = NULL;
    struct match *match = NULL;
    if (!games_of_player(desk->store, player, FALSE, &games, error))
        return FALSE;
    if (games->len != 1)
        return TRUE;
    if (!match_load(desk, g_array_index(games, gint64, 0), &match, error))
        return FALSE;
    out->game = match->row.id;
    out->seat = match_seat_of(match, player)->seat;
    out->turn = match->game.turn;
    match_free(match);
    return TRUE;
}

gboolean ask_mail(struct desk *desk, const struct speaker *speaker, const GPtrArray *commands,
                  gboolean *out_asked, GError **error)
{
    const char *why = !speaker->known                     ? ASK_CONFIRM
                      : speaker->how == SPEAKER_ELSEWHERE ? ASK_ELSEWHERE
                                                          : ASK_ADDRESS;
    struct ask_place place = {.game = speaker->game, .seat = speaker->seat, .turn = speaker->turn};
    gboolean already;
    if (speaker->has_matter) {
        place.game = speaker->matter.game;
        place.matter = speaker->matter.id;
    }
    if (speaker->how == SPEAKER_ADDRESS && !guess_place(desk, speaker->player.id, &place, error))
        return FALSE;
    if (!is_asked(desk, speaker, why, place, commands, &already, error))
        return FALSE;
    *out_asked = !already;
    return already || ask(desk, speaker, why, why, place, commands, error);
}

gboolean ask_new_address(struct desk *desk, const struct player *player, const char *address,
                         GError **error)
{
    const char *language = player->language[0] ? player->language : desk->config->language;
    json_auto_t *data = json_pack("{s:I}", "player", (json_int_t)player->id);
    json_auto_t *notes = json_pack("[{s:s, s:s}]", "nick", player->nick, "language", language);
    struct matter_row row = {.kind = g_strdup(ASK_NEW_PLACE),
                             .address = g_strdup(address),
                             .data = json_dumps(data, JSON_COMPACT),
                             .created_at = desk->now,
                             .expires_at = desk->now + ASK_DAYS * day};
    gboolean done =
        matters_add(desk->store, &row, error) &&
        notes_about_matter(desk, row.id, 0, address, 0, NOTES_NEW_ADDRESS, notes, error);
    matter_row_clear(&row);
    return done;
}

gint64 ask_of(const struct matter_row *matter)
{
    json_auto_t *data = matter->data ? json_loads(matter->data, 0, NULL) : NULL;
    return json_integer_value(json_object_get(data, "player"));
}

// A plan's lines, out of its canonical form; FALSE when there is none to be read.
static gboolean read_plan(const char *text, struct command *command)
{
    g_auto(GStrv) parts = g_strsplit(text, "; ", -1);
    guint n = g_strv_length(parts);
    if (n < 3 || !g_str_equal(parts[0], "plan") || !g_str_equal(parts[n - 1], "end"))
        return FALSE;
    command_init(command, COMMAND_PLAN);
    command->plan = g_array_new(FALSE, TRUE, sizeof(struct plan_line));
    for (guint i = 1; i + 1 < n; i++) {
        struct plan_line line;
        if (!plan_text_read(parts[i], &line)) {
            command_clear(command);
            return FALSE;
        }
        g_array_append_val(command->plan, line);
    }
    return TRUE;
}

// A canonical command read again.
static struct command *read_command(const char *text)
{
    struct command *command = g_new0(struct command, 1);
    if (text && read_plan(text, command))
        return command;
    if (text && command_parse_text(text, WORDS_EN, command, NULL) == COMMAND_LINE_COMMAND &&
        command->verb != COMMAND_PLAN)
        return command;
    command_free(command);
    return NULL;
}

static void free_command(gpointer command)
{
    command_free(command);
}

GPtrArray *ask_commands(const struct matter_row *matter)
{
    json_auto_t *data = matter->data ? json_loads(matter->data, 0, NULL) : NULL;
    const json_t *words = json_object_get(data, "commands");
    const json_t *texts = json_object_get(data, "texts");
    if (!json_is_array(words))
        return NULL;
    g_autoptr(GPtrArray) commands = g_ptr_array_new_with_free_func(free_command);
    gsize i;
    json_t *word;
    json_array_foreach(words, i, word)
    {
        struct command *command = read_command(json_string_value(word));
        if (!command)
            return NULL;
        if (!command->text)
            command->text = g_strdup(json_string_value(json_array_get(texts, i)));
        g_ptr_array_add(commands, command);
    }
    return g_steal_pointer(&commands);
}

char *ask_from(const struct matter_row *matter)
{
    json_auto_t *data = matter->data ? json_loads(matter->data, 0, NULL) : NULL;
    return g_strdup(json_string_value(json_object_get(data, "from")));
}
