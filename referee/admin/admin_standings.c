// SPDX-License-Identifier: MIT
// `referee23 standings`: who plays how well, for the operator and for programs.
//
// Decides how it is printed. The figures are referee/archive's.
#include "referee/admin/admin.h"
#include "referee/archive/standings_read.h"
#include "referee/archive/standings_records.h"
#include "referee/commands.h"
#include "referee/record/record.h"
#include "referee/record/records.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <sodium.h>
#include <string.h>

static const char help[] =
    "referee23 standings [--all] [--from FILE] [--key HEX] [--json]\n"
    "\n"
    "Who plays how well, from the finished games of this referee: what somebody's strength is at\n"
    "least (the list is in its order), the best guess, how far that may be off, the games, and "
    "how\n"
    "many turns the clock made. The method is that of Weng and Lin (2011), as OpenSkill has it.\n"
    "\n"
    "  --all        players who are private or forgotten, too, whom nobody but the operator sees\n"
    "  --from FILE  from the records in FILE instead, as export writes them, each of which is\n"
    "               checked: whoever has the file finds the same figures. Players are known by\n"
    "               their nicks there\n"
    "  --key HEX    from the imported records of the referee with this public key; with --from,\n"
    "               from that referee's alone\n"
    "  --json       an array of objects\n";

struct wish {
    gboolean all, json;
    char *from;
    char *key; // lower case; NULL: none
};

static json_t *line_json(const struct standing *line, guint rank)
{
    json_t *value = json_pack("{s:i, s:s, s:b, s:f, s:f, s:f, s:i, s:i, s:I, s:i, s:i}", "rank",
                              (int)rank, "nick", line->nick, "robot", line->who == STANDING_ROBOT,
                              "least", rating_floor(line->rating), "mean", line->rating.mean,
                              "deviation", line->rating.deviation, "games", (int)line->games, "won",
                              (int)line->won, "tokens", (json_int_t)line->tokens, "turns",
                              (int)line->turns, "missed", (int)line->missed);
    if (line->hidden)
        json_object_set_new(value, "hidden", json_true());
    return value;
}

static void say_line(const struct standing *line, guint rank)
{
    if (rank == 1)
        admin_say("%5s %-20s  %6s  %11s  %6s %6s  %s", "", "", "least", "guess", "games", "won",
                  "missed turns");
    admin_say("%4u. %-20s  %6.1f  %5.1f ± %3.1f  %6u %6u  %u of %u%s", rank, line->nick,
              rating_floor(line->rating), line->rating.mean, line->rating.deviation, line->games,
              line->won, line->missed, line->turns, line->hidden ? "  hidden" : "");
}

static void print(const GArray *lines, const struct wish *wish)
{
    json_t *all = json_array();
    guint rank = 0;
    for (guint i = 0; i < lines->len; i++) {
        const struct standing *line = &g_array_index(lines, struct standing, i);
        if (line->hidden && !wish->all)
            continue;
        rank++;
        if (wish->json)
            json_array_append_new(all, line_json(line, rank));
        else
            say_line(line, rank);
    }
    if (wish->json)
        admin_print_json(json_incref(all));
    else if (rank == 0)
        admin_say("no game is finished yet");
    json_decref(all);
}

// ---- where from --------------------------------------------------------------------------------

static int own_work(struct desk *desk, gpointer user, GError **error)
{
    g_autoptr(GArray) lines = NULL;
    if (!standings_read_store(desk->store, &lines, error))
        return EXIT_NO;
    print(lines, user);
    return EXIT_DONE;
}

static gboolean add_text(gint64 game, const char *text, gpointer data, GError **error)
{
    const struct result result = result_read(text, strlen(text));
    (void)game;
    (void)error;
    standings_records_add(data, &result);
    return TRUE;
}

static int imported_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    struct standings_records *records = standings_records_new();
    if (!records_each_foreign(desk->store, wish->key, add_text, records, error)) {
        standings_records_free(records);
        return EXIT_NO;
    }
    g_autoptr(GArray) lines = standings_records_order(records);
    print(lines, wish);
    return EXIT_DONE;
}

// Everything of a file must hold, be there once, and be signed by one referee.
struct file {
    const struct wish *wish;
    struct standings_records *records;
    GHashTable *seen; // gint64 * (owned): the games so far
    gboolean has_key;
    guint8 key[CHAIN_KEY];
};

static int refuse(const struct file *file, gsize line, const char *why)
{
    return arguments_no("%s: line %" G_GSIZE_FORMAT ": %s", file->wish->from, line, why);
}

static int add_game(struct file *file, const struct records_part *part, const struct game *game)
{
    char hex[2 * CHAIN_KEY + 1];
    sodium_bin2hex(hex, sizeof hex, game->key, sizeof game->key);
    if (file->wish->key && strcmp(hex, file->wish->key) != 0)
        return EXIT_DONE;
    if (file->has_key && memcmp(file->key, game->key, sizeof file->key) != 0)
        return refuse(file, part->line, "a record of another referee; choose one with --key");
    file->has_key = TRUE;
    memcpy(file->key, game->key, sizeof file->key);
    if (!g_hash_table_add(file->seen, g_memdup2(&game->id, sizeof game->id)))
        return refuse(file, part->line, "a second record of this game");
    const struct result result = result_read(part->text, part->len);
    standings_records_add(file->records, &result);
    return EXIT_DONE;
}

static int add_part(struct file *file, const struct records_part *part)
{
    struct game game;
    struct record_fault fault;
    if (part->too_large)
        return refuse(file, part->line, "too large for a record");
    int status = record_verify(&game, part->text, part->len, NULL, &fault)
                     ? add_game(file, part, &game)
                     : refuse(file, part->line + fault.line - 1, fault.reason);
    game_clear(&game);
    return status;
}

static int read_file(struct file *file)
{
    g_autoptr(GError) error = NULL;
    struct records_part part;
    int status = EXIT_DONE;
    struct records *records = records_open(file->wish->from, &error);
    while (records && status == EXIT_DONE && records_next(records, &part, &error))
        status = part.is_evidence ? EXIT_DONE : add_part(file, &part);
    records_close(records);
    if (error) {
        (void)arguments_no("%s: %s", file->wish->from, error->message);
        return EXIT_LATER;
    }
    return status;
}

static int from_file(const struct wish *wish)
{
    struct file file = {.wish = wish,
                        .records = standings_records_new(),
                        .seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL)};
    int status = read_file(&file);
    g_hash_table_unref(file.seen);
    g_autoptr(GArray) lines = standings_records_order(file.records);
    if (status == EXIT_DONE)
        print(lines, wish);
    return status;
}

// ---- the command line --------------------------------------------------------------------------

static gboolean read_key(struct wish *wish)
{
    guint8 key[CHAIN_KEY];
    if (!wish->key)
        return TRUE;
    char *lower = g_ascii_strdown(wish->key, -1);
    g_free(wish->key);
    wish->key = lower;
    return field_hash((struct field){lower, strlen(lower)}, key);
}

static int run(struct wish *wish)
{
    if (!read_key(wish))
        return arguments_wrong("standings: --key takes 64 hexadecimal digits");
    if (wish->from)
        return from_file(wish);
    return admin_with_desk(wish->key ? imported_work : own_work, wish);
}

int standings_command(int argc, char **argv)
{
    struct wish wish = {0};
    const GOptionEntry entries[] = {{"all", 0, 0, G_OPTION_ARG_NONE, &wish.all, NULL, NULL},
                                    {"from", 0, 0, G_OPTION_ARG_FILENAME, &wish.from, NULL, NULL},
                                    {"key", 0, 0, G_OPTION_ARG_FILENAME, &wish.key, NULL, NULL},
                                    {"json", 0, 0, G_OPTION_ARG_NONE, &wish.json, NULL, NULL},
                                    {0}};
    int status;
    if (arguments_parse(&argc, argv, entries, help, &status))
        status =
            argc == 1
                ? run(&wish)
                : arguments_wrong("standings takes no arguments; see referee23 standings --help");
    g_free(wish.from);
    g_free(wish.key);
    return status;
}
