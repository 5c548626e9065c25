// SPDX-License-Identifier: MIT
// `referee23 doctor`: every kind of mail is made once in each language, and every page of the site,
// from sample games in a directory of its own that is removed again; nothing is posted.
//
// Decides which scenes show all templates. The mails are made by the same code as real ones, so a
// template that asks for what isn't there is found before a player would have found it.
#include "referee/admin/doctor.h"
#include "referee/archive/archive.h"
#include "referee/match/match_load.h"
#include "referee/match/match_save.h"
#include "referee/match/notes.h"
#include "referee/match/play.h"
#include "referee/orders/ask.h"
#include "referee/orders/orders_run.h"
#include "referee/send/dispatch_make.h"
#include "referee/setup/options.h"
#include "referee/time/deadline.h"
#include "referee/words/command_text.h"
#include "storage/database.h"
#include "storage/outbox.h"
#include "storage/players.h"

#include <glib/gstdio.h>

#include <string.h>

struct stage {
    struct desk desk;
    struct config config; // the real one's strings, but for the language; freed by nobody
    struct player host, guest;
    gint64 game; // about which the host writes; 0: none
};

// ---- the stage ---------------------------------------------------------------------------------

static gboolean add_player(struct stage *stage, struct player *player, const char *nick,
                           const char *address, GError **error)
{
    *player = (struct player){.quiet_from = 23, .quiet_to = 8};
    g_strlcpy(player->nick, nick, sizeof player->nick);
    g_strlcpy(player->address, address, sizeof player->address);
    g_strlcpy(player->language, stage->config.language, sizeof player->language);
    g_strlcpy(player->timezone, "UTC", sizeof player->timezone);
    g_strlcpy(player->mail, "all", sizeof player->mail);
    return players_add(stage->desk.store, player, stage->desk.now, error);
}

static void close_stage(struct stage *stage)
{
    database_close(stage->desk.store);
    keys_free(stage->desk.keys);
}

static gboolean open_stage(struct stage *stage, const char *dir, gint64 now, GError **error)
{
    g_autofree char *path = g_build_filename(dir, "referee.db", NULL);
    stage->desk = (struct desk){.config = &stage->config, .now = now};
    if (!keys_create(dir, error) || !(stage->desk.keys = keys_load(dir, error)) ||
        !database_create(path, error) ||
        !(stage->desk.store = database_open(path, stage->desk.keys->seal, error)) ||
        !store_begin(stage->desk.store, error))
        return FALSE;
    return add_player(stage, &stage->host, "anna", "anna@example.org", error) &&
           add_player(stage, &stage->guest, "bruno", "bruno@example.org", error) &&
           store_commit(stage->desk.store, error);
}

static void remove_all(const char *path)
{
    g_autoptr(GDir) list = g_dir_open(path, 0, NULL);
    for (const char *name; list && (name = g_dir_read_name(list));) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        remove_all(full);
    }
    (void)g_remove(path);
}

// ---- scenes ------------------------------------------------------------------------------------

typedef gboolean scene(struct stage *stage, GError **error);

// Lines that the host writes, as if in one mail with every proof.
static gboolean say(struct stage *stage, const char *const *lines, GError **error)
{
    g_autoptr(GPtrArray) commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    for (; *lines; lines++) {
        struct command *command = g_new0(struct command, 1);
        enum command_line kind = command_parse_text(*lines, WORDS_EN, command, NULL);
        g_assert(kind == COMMAND_LINE_COMMAND);
        g_ptr_array_add(commands, command);
    }
    struct speaker speaker = {
        .how = SPEAKER_TICKET, .known = TRUE, .player = stage->host, .game = stage->game};
    speaker.address = g_strdup(stage->host.address);
    struct session session;
    session_init(&session, &stage->desk, &speaker);
    gboolean done = orders_run(&session, commands, error);
    session_clear(&session);
    speaker_clear(&speaker);
    return done;
}

static gboolean scene_lobby(struct stage *stage, GError **error)
{
    static const char *const lines[] = {"new name=Tea", "invite bruno", NULL};
    return say(stage, lines, error);
}

static gboolean scene_stranger(struct stage *stage, GError **error)
{
    return notes_to_address(&stage->desk, "eve@example.org", NOTES_STRANGER, NULL, error);
}

static gboolean scene_confirm(struct stage *stage, GError **error)
{
    struct speaker speaker = {.how = SPEAKER_STRANGER};
    speaker.address = g_strdup("eve@example.org");
    struct command help;
    gboolean asked;
    command_init(&help, COMMAND_HELP);
    g_autoptr(GPtrArray) commands = g_ptr_array_new();
    g_ptr_array_add(commands, &help);
    gboolean done = ask_mail(&stage->desk, &speaker, commands, &asked, error);
    command_clear(&help);
    speaker_clear(&speaker);
    return done;
}

static gboolean scene_ask(struct stage *stage, GError **error)
{
    static const char *const lines[] = {"resign", NULL};
    return say(stage, lines, error);
}

static gboolean scene_pages(struct stage *stage, GError **error)
{
    static const char *const lines[] = {"help", "rules", "games", NULL};
    return say(stage, lines, error);
}

static gboolean scene_unclear(struct stage *stage, GError **error)
{
    json_auto_t *notes = json_pack("[{s:s, s:s}]", "say", "unclear", "why", "empty");
    return notes_to_player(&stage->desk, stage->host.id, 0, NOTES_UNCLEAR, notes, error);
}

// A game against a robot, dealt: its mail is that of the first discard.
static gboolean scene_deal(struct stage *stage, GError **error)
{
    static const char *const lines[] = {"new robots=1 name=Tea", NULL};
    return say(stage, lines, error);
}

static gboolean scene_history(struct stage *stage, GError **error)
{
    static const char *const lines[] = {"history", NULL};
    g_autoptr(GArray) games = NULL;
    if (!games_in_state(stage->desk.store, "running", 1, &games, error))
        return FALSE;
    stage->game = games->len ? g_array_index(games, gint64, 0) : 0;
    return say(stage, lines, error);
}

// The host does what the clock would do for somebody absent: always legal.
static void act(struct stage *stage, struct match *match, unsigned seat)
{
    const struct table *table = &match->game.table;
    struct verdict verdict;
    if (table->phase == RULES_PHASE_DISCARD) {
        uint8_t cards[RULES_DISCARD_MAX];
        deadline_missed_discard(&table->seats[seat].hand, cards);
        verdict = play_discard(&stage->desk, match, seat, cards, LINE_PLAYER);
    } else {
        verdict = play_move(&stage->desk, match, seat, deadline_missed_move(table), LINE_PLAYER);
    }
    g_assert(verdict.reason == RULES_LEGAL);
}

// Goes on with the running game: one turn of the host, or all that are left.
static gboolean go_on(struct stage *stage, gboolean to_the_end, GError **error)
{
    g_autoptr(GArray) games = NULL;
    struct match *match = NULL;
    if (!games_in_state(stage->desk.store, "running", 1, &games, error))
        return FALSE;
    if (games->len == 0)
        return TRUE;
    if (!match_load(&stage->desk, g_array_index(games, gint64, 0), &match, error))
        return FALSE;
    unsigned seat = (unsigned)match_seat_of(match, stage->host.id)->seat;
    while (match_waits_for(match, seat)) {
        act(stage, match, seat);
        if (!to_the_end)
            break;
    }
    gboolean done = match_save(&stage->desk, match, error) &&
                    notes_to_table(&stage->desk, match, 0, NOTES_STATE, NULL, error);
    match_free(match);
    return done;
}

static gboolean scene_turn(struct stage *stage, GError **error)
{
    return go_on(stage, FALSE, error);
}

static gboolean scene_end(struct stage *stage, GError **error)
{
    return go_on(stage, TRUE, error);
}

static scene *const scenes[] = {
    scene_lobby, scene_stranger, scene_confirm, scene_pages, scene_unclear, scene_deal,
    scene_turn,  scene_turn,     scene_history, scene_ask,   scene_end,
};

// ---- the rehearsal -----------------------------------------------------------------------------

// Mails that couldn't be made must not spoil the next scene.
static gboolean clear(struct stage *stage, GError **error)
{
    g_autoptr(GPtrArray) rows = NULL;
    if (!outbox_list(stage->desk.store, "", G_MAXINT, &rows, error) ||
        !store_begin(stage->desk.store, error))
        return FALSE;
    for (guint i = 0; i < rows->len; i++) {
        const struct outbound_row *row = g_ptr_array_index(rows, i);
        if (!outbox_settle(stage->desk.store, row->id, "dropped", "", stage->desk.now, error))
            return FALSE;
    }
    return store_commit(stage->desk.store, error);
}

static gboolean play_scene(struct stage *stage, scene *play, GError **error)
{
    if (!store_begin(stage->desk.store, error))
        return FALSE;
    if (play(stage, error))
        return store_commit(stage->desk.store, error);
    store_rollback(stage->desk.store);
    return FALSE;
}

// All scenes in the stage's language; how many failed. Errors are those of the stage alone.
static guint play_all(struct doctor *doctor, struct stage *stage, const char *dir, const char *what,
                      GError **error)
{
    (void)dir;
    g_autoptr(wording) words = wording_new(stage->config.templates);
    g_autoptr(GHashTable) told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(scenes) && !*error; i++) {
        g_autoptr(GError) fault = NULL;
        if (!play_scene(stage, scenes[i], error))
            break;
        // One template is in many mails.
        if (!dispatch_make(&stage->desk, words, NULL, NULL, &fault) &&
            g_hash_table_add(told, g_strdup(fault->message)))
            doctor_error(doctor, what, g_steal_pointer(&fault));
        (void)clear(stage, error);
    }
    return g_hash_table_size(told);
}

// Opens a stage, does something on it, and takes it away again.
static guint rehearse(struct doctor *doctor, const struct config *config, const char *language,
                      const char *what,
                      guint (*act_out)(struct doctor *doctor, struct stage *stage, const char *dir,
                                       const char *what, GError **error))
{
    GError *error = NULL;
    struct stage stage = {.config = *config};
    stage.config.language = (char *)language;
    g_autofree char *dir = g_dir_make_tmp("referee23-XXXXXX", &error);
    guint wrong = 0;
    if (dir && open_stage(&stage, dir, options_get()->now, &error))
        wrong = act_out(doctor, &stage, dir, what, &error);
    if (error) {
        doctor_error(doctor, what, error);
        wrong++;
    }
    close_stage(&stage);
    if (dir)
        remove_all(dir);
    return wrong;
}

guint doctor_rehearse(struct doctor *doctor, const struct config *config, const char *language)
{
    g_autofree char *what = g_strdup_printf("mails in %s", language);
    return rehearse(doctor, config, language, what, play_all);
}

// ---- the site ----------------------------------------------------------------------------------

// Does something to the one game that runs, which ends it.
static gboolean end_running(struct stage *stage,
                            gboolean (*end)(struct stage *stage, struct match *match),
                            GError **error)
{
    g_autoptr(GArray) games = NULL;
    struct match *match = NULL;
    if (!games_in_state(stage->desk.store, "running", 1, &games, error) ||
        !match_load(&stage->desk, g_array_index(games, gint64, 0), &match, error))
        return FALSE;
    g_assert(end(stage, match) && match->game.over);
    const gboolean done = match_save(&stage->desk, match, error);
    match_free(match);
    return done;
}

static gboolean robot_sits(struct stage *stage, struct match *match)
{
    const unsigned seat = (unsigned)match_seat_of(match, stage->host.id)->seat;
    return play_robot_sits(&stage->desk, match, seat, FALSE);
}

// A robot takes the player's seat, and two robots soon are done.
static gboolean scene_robot(struct stage *stage, GError **error)
{
    return end_running(stage, robot_sits, error);
}

static gboolean cancel(struct stage *stage, struct match *match)
{
    return play_cancel(&stage->desk, match, PLAY_AGREED);
}

static gboolean scene_cancel(struct stage *stage, GError **error)
{
    return end_running(stage, cancel, error);
}

static gboolean scene_said(struct stage *stage, GError **error)
{
    static const char *const lines[] = {"say Hello", NULL};
    return say(stage, lines, error);
}

// The record of the first game that is over once more, as another referee's.
static gboolean scene_foreign(struct stage *stage, GError **error)
{
    static const guint8 key[RECORD_KEY_BYTES];
    g_autofree char *text = NULL;
    gboolean is_new, is_same;
    if (!records_get(stage->desk.store, 1, &text, error))
        return FALSE;
    g_assert(text);
    return records_put_foreign(stage->desk.store, key, 1, stage->desk.now, text, &is_new, &is_same,
                               error);
}

// A game played to its end, one that was cancelled, one that runs, and one of another referee.
static guint play_site(struct doctor *doctor, struct stage *stage, const char *dir,
                       const char *what, GError **error)
{
    static scene *const site_scenes[] = {
        scene_deal, scene_history, scene_said, scene_robot, scene_foreign,
        scene_deal, scene_cancel,  scene_deal, scene_turn,
    };
    for (gsize i = 0; i < G_N_ELEMENTS(site_scenes); i++) {
        if (!play_scene(stage, site_scenes[i], error))
            return 0;
    }
    g_autofree char *path = g_build_filename(dir, "site", NULL);
    struct archive_outcome outcome;
    GError *fault = NULL;
    if (archive_publish(&stage->desk, path, &outcome, &fault))
        return 0;
    doctor_error(doctor, what, fault);
    return 1;
}

guint doctor_rehearse_site(struct doctor *doctor, const struct config *config)
{
    return rehearse(doctor, config, "en", "pages", play_site);
}
