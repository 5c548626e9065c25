// SPDX-License-Identifier: MIT
// `referee23 export` and `import`: all records as one file, and those of others taken in.
//
// Decides what is taken in: what verifies, under the key that signed it. Both go through a file one
// record at a time, however long it is.
#include "base/fault.h"
#include "referee/admin/admin.h"
#include "referee/commands.h"
#include "referee/evidence/evidence_check.h"
#include "referee/record/record.h"
#include "referee/record/records.h"
#include "referee/setup/arguments.h"
#include "referee/setup/fresh.h"
#include "referee/setup/options.h"
#include "storage/evidence.h"

#include <stdio.h>
#include <string.h>

// ---- export ------------------------------------------------------------------------------------

static const char export_help[] =
    "referee23 export FILE [--own]\n"
    "\n"
    "Writes the records of all finished games, one after another, to FILE, which must not be\n"
    "there yet, each with its evidence behind it where there is any; - is standard output. First\n"
    "this referee's, then those that were brought here with import.\n"
    "\n"
    "  --own  this referee's alone\n";

struct leaving {
    const char *path;
    gboolean own;
    struct fresh *file; // NULL: standard output
    struct desk *desk;
    gboolean foreign; // those of other referees are at hand
    guint count;
};

static gboolean find_evidence(const struct leaving *leaving, gint64 game, const char *record,
                              char **out, GError **error)
{
    guint8 key[CHAIN_KEY];
    *out = NULL;
    if (!leaving->foreign)
        return evidence_get(leaving->desk->store, game, out, error);
    return !record_key(record, key) ||
           evidence_get_foreign(leaving->desk->store, key, game, out, error);
}

static gboolean write_text(struct leaving *leaving, const char *text, GError **error)
{
    if (leaving->file)
        return fresh_add(leaving->file, text, strlen(text), error);
    fputs(text, stdout); // main.c looks whether all arrived
    return TRUE;
}

static gboolean write_record(gint64 game, const char *text, gpointer data, GError **error)
{
    struct leaving *leaving = data;
    g_autofree char *evidence = NULL;
    leaving->count++;
    return find_evidence(leaving, game, text, &evidence, error) &&
           write_text(leaving, text, error) && (!evidence || write_text(leaving, evidence, error));
}

static gboolean write_all(struct desk *desk, struct leaving *leaving, GError **error)
{
    leaving->desk = desk;
    if (!records_each(desk->store, write_record, leaving, error))
        return FALSE;
    leaving->foreign = TRUE;
    return leaving->own || records_each_foreign(desk->store, "", write_record, leaving, error);
}

static int export_work(struct desk *desk, gpointer user, GError **error)
{
    struct leaving *leaving = user;
    const gboolean to_file = strcmp(leaving->path, "-") != 0;
    if (to_file && !(leaving->file = fresh_begin(leaving->path, error)))
        return EXIT_NO;
    if (!write_all(desk, leaving, error) || leaving->count == 0) {
        fresh_drop(leaving->file);
        return *error ? EXIT_NO : arguments_no("there is no finished game to export");
    }
    if (!to_file)
        return EXIT_DONE;
    if (!fresh_finish(leaving->file, error))
        return EXIT_NO;
    admin_say("%s: %u record%s", leaving->path, leaving->count, leaving->count == 1 ? "" : "s");
    return EXIT_DONE;
}

int export_command(int argc, char **argv)
{
    struct leaving leaving = {0};
    const GOptionEntry entries[] = {{"own", 0, 0, G_OPTION_ARG_NONE, &leaving.own, NULL, NULL},
                                    {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, export_help, &status))
        return status;
    if (argc != 2)
        return arguments_wrong("export wants the name of one new file, or -");
    leaving.path = argv[1];
    return admin_with_desk(export_work, &leaving);
}

// ---- import ------------------------------------------------------------------------------------

static const char import_help[] =
    "referee23 import FILE [--key HEX]\n"
    "\n"
    "Takes in the records of FILE, as export writes them: each is checked like verify does, and\n"
    "kept under the key of the referee who signed it, with the evidence behind it. What is here\n"
    "already is passed over; what fails is named with its line and left out. Games of this "
    "referee\n"
    "come from its own database alone.\n"
    "\n"
    "  --key HEX  take only records of the referee with this public key\n"
    "\n"
    "Exit status: 1 when any record was left out.\n";

// How much is checked between two transactions, so that the referee's runs needn't wait.
enum { BATCH_RECORDS = 200, BATCH_BYTES = 4 << 20 };

struct arrived {
    guint8 key[CHAIN_KEY];
    gint64 game, ended_at;
    gsize line;
    char *text;
    gsize evidence_line;
    char *evidence; // NULL: none
};

struct arrival {
    const char *path;
    char *key_text;
    gboolean has_key;
    guint8 key[CHAIN_KEY];
    GArray *batch;     // struct arrived
    gboolean has_game; // the newest of them may still get its evidence
    struct game game;  // what it folded
    gsize bytes;
    guint added, known, refused;
};

static void clear_arrived(gpointer value)
{
    struct arrived *arrived = value;
    g_free(arrived->text);
    g_free(arrived->evidence);
}

static void refuse(struct arrival *arrival, gsize line, const char *reason)
{
    arrival->refused++;
    admin_say("%s: line %" G_GSIZE_FORMAT ": %s", arrival->path, line, reason);
}

static gboolean compare_own_evidence(struct desk *desk, struct arrival *arrival,
                                     const struct arrived *arrived, GError **error)
{
    g_autofree char *ours = NULL;
    if (!evidence_get(desk->store, arrived->game, &ours, error))
        return FALSE;
    if (g_strcmp0(ours, arrived->evidence) != 0)
        refuse(arrival, arrived->evidence_line, "this referee's own evidence of the game is other");
    return TRUE;
}

// A game of our own is known by our own record, or not at all.
static gboolean compare_own(struct desk *desk, struct arrival *arrival,
                            const struct arrived *arrived, GError **error)
{
    g_autofree char *ours = NULL;
    if (!records_get(desk->store, arrived->game, &ours, error))
        return FALSE;
    if (ours && strcmp(ours, arrived->text) == 0)
        arrival->known++;
    else
        refuse(arrival, arrived->line,
               ours ? "this referee's own record of the game is another"
                    : "signed by this referee, but its database has no such game; "
                      "a backup would bring it back");
    return !arrived->evidence || compare_own_evidence(desk, arrival, arrived, error);
}

static gboolean keep_evidence(struct desk *desk, struct arrival *arrival,
                              const struct arrived *arrived, GError **error)
{
    gboolean is_new;
    gboolean is_same;
    if (!evidence_put_foreign(desk->store, arrived->key, arrived->game, arrived->evidence, &is_new,
                              &is_same, error))
        return FALSE;
    if (!is_same)
        refuse(arrival, arrived->evidence_line, "other evidence of this game is here already");
    return TRUE;
}

static gboolean keep(struct desk *desk, struct arrival *arrival, const struct arrived *arrived,
                     GError **error)
{
    gboolean is_new;
    gboolean is_same;
    if (memcmp(arrived->key, desk->keys->sign_public, sizeof arrived->key) == 0)
        return compare_own(desk, arrival, arrived, error);
    if (!records_put_foreign(desk->store, arrived->key, arrived->game, arrived->ended_at,
                             arrived->text, &is_new, &is_same, error))
        return FALSE;
    arrival->added += is_new;
    arrival->known += !is_new && is_same;
    if (!is_same)
        refuse(arrival, arrived->line, "another record of this game is here already");
    return !is_same || !arrived->evidence || keep_evidence(desk, arrival, arrived, error);
}

static gboolean keep_batch(struct desk *desk, struct arrival *arrival, GError **error)
{
    if (arrival->batch->len == 0)
        return TRUE;
    if (!store_begin(desk->store, error))
        return FALSE;
    for (guint i = 0; i < arrival->batch->len; i++)
        if (!keep(desk, arrival, &g_array_index(arrival->batch, struct arrived, i), error)) {
            store_rollback(desk->store);
            return FALSE;
        }
    fault_step("import:before-commit");
    if (!store_commit(desk->store, error))
        return FALSE;
    fault_step("import:after-commit");
    g_array_set_size(arrival->batch, 0);
    arrival->bytes = 0;
    return TRUE;
}

static void forget_game(struct arrival *arrival)
{
    if (arrival->has_game)
        game_clear(&arrival->game);
    arrival->has_game = FALSE;
}

static void take_record(struct arrival *arrival, const struct records_part *part)
{
    struct record_fault fault;
    forget_game(arrival);
    arrival->has_game = record_verify(&arrival->game, part->text, part->len,
                                      arrival->has_key ? arrival->key : NULL, &fault);
    if (!arrival->has_game) {
        game_clear(&arrival->game);
        refuse(arrival, part->line + fault.line - 1, fault.reason);
        return;
    }
    struct arrived arrived = {.game = arrival->game.id,
                              .ended_at = arrival->game.last_time,
                              .line = part->line,
                              .text = g_strndup(part->text, part->len)};
    memcpy(arrived.key, arrival->game.key, sizeof arrived.key);
    g_array_append_val(arrival->batch, arrived);
    arrival->bytes += part->len;
}

// It belongs to the record right before it. Signatures that can't be checked here may be elsewhere.
static void take_evidence(struct arrival *arrival, const struct records_part *part)
{
    struct evidence_outcome outcome;
    struct record_fault fault;
    if (!arrival->has_game) {
        refuse(arrival, part->line, "evidence without a record that holds before it");
        return;
    }
    struct arrived *arrived =
        &g_array_index(arrival->batch, struct arrived, arrival->batch->len - 1);
    if (!evidence_check(part->text, part->len, arrived->text, strlen(arrived->text), &arrival->game,
                        NULL, &outcome, &fault)) {
        refuse(arrival, part->line + fault.line - 1, fault.reason);
    } else {
        arrived->evidence = g_strndup(part->text, part->len);
        arrived->evidence_line = part->line;
        arrival->bytes += part->len;
    }
    forget_game(arrival);
}

static gboolean take_part(struct desk *desk, struct arrival *arrival,
                          const struct records_part *part, GError **error)
{
    const gboolean full = arrival->batch->len >= BATCH_RECORDS || arrival->bytes >= BATCH_BYTES;
    if (part->is_evidence) {
        take_evidence(arrival, part);
        return TRUE;
    }
    if (full && !keep_batch(desk, arrival, error))
        return FALSE;
    if (part->too_large)
        refuse(arrival, part->line, "too large for a record");
    else
        take_record(arrival, part);
    return TRUE;
}

static gboolean take_all(struct desk *desk, struct arrival *arrival, struct records *records,
                         GError **error)
{
    struct records_part part;
    GError *failed = NULL;
    while (records_next(records, &part, &failed))
        if (!take_part(desk, arrival, &part, error))
            return FALSE;
    if (failed) {
        g_propagate_prefixed_error(error, failed, "%s: ", arrival->path);
        return FALSE;
    }
    return keep_batch(desk, arrival, error);
}

static int import_work(struct desk *desk, gpointer user, GError **error)
{
    struct arrival *arrival = user;
    struct records *records = records_open(arrival->path, error);
    if (!records) {
        g_prefix_error(error, "%s: ", arrival->path);
        return EXIT_NO;
    }
    arrival->batch = g_array_new(FALSE, TRUE, sizeof(struct arrived));
    g_array_set_clear_func(arrival->batch, clear_arrived);
    gboolean done = take_all(desk, arrival, records, error);
    forget_game(arrival);
    g_array_unref(arrival->batch);
    records_close(records);
    if (!done)
        return EXIT_NO;
    admin_say("%s: %u records new, %u known already, %u left out", arrival->path, arrival->added,
              arrival->known, arrival->refused);
    return arrival->refused ? EXIT_NO : EXIT_DONE;
}

static gboolean read_key(struct arrival *arrival)
{
    if (!arrival->key_text)
        return TRUE;
    g_autofree char *lower = g_ascii_strdown(arrival->key_text, -1);
    arrival->has_key = field_hash((struct field){lower, strlen(lower)}, arrival->key);
    return arrival->has_key;
}

int import_command(int argc, char **argv)
{
    struct arrival arrival = {0};
    const GOptionEntry entries[] = {
        {"key", 0, 0, G_OPTION_ARG_FILENAME, &arrival.key_text, NULL, NULL}, {0}};
    int status;
    if (arguments_parse(&argc, argv, entries, import_help, &status)) {
        arrival.path = argc == 2 ? argv[1] : NULL;
        status = !arrival.path ? arguments_wrong("import wants the name of one file")
                 : !read_key(&arrival)
                     ? arguments_wrong("import: --key takes 64 hexadecimal digits")
                     : admin_with_desk(import_work, &arrival);
    }
    g_free(arrival.key_text);
    return status;
}
