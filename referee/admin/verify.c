// SPDX-License-Identifier: MIT
// `referee23 verify`: whether records are what the rules, the seed and the signature say.
//
// Decides how it is told. What is checked is record.c's; needs no configuration and no database.
#include "base/plain.h"
#include "referee/commands.h"
#include "referee/evidence/evidence_verify.h"
#include "referee/record/record.h"
#include "referee/record/records.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "verify FILE... [--key HEX] [--evidence FILE] [--openpgp FILE] [--public OLD] [--json]\n"
    "\n"
    "Checks records of finished games: every line, deal, move, score, the chain and the "
    "signature.\n"
    "Prints `FILE: ok`, or `FILE: line N: REASON` for the first line that fails; of a FILE of "
    "many\n"
    "records, as export writes it, for the first line of each that fails.\n"
    "\n"
    "  --key HEX      the referee's public key; else each record's own, which proves that the\n"
    "                 record is whole, but not whose it is\n"
    "  --public OLD   FILE must also continue OLD, a public record kept from an earlier time; a\n"
    "                 FILE that is public itself is only compared\n"
    "  --evidence FILE\n"
    "                 the evidence of the one record in FILE, of a game in which everybody signs: "
    "that\n"
    "                 each move was signed by whose it is. Behind a record it is checked, too\n"
    "  --openpgp FILE a public key of OpenPGP, armored, of somebody who signs with it; may be "
    "said\n"
    "                 several times. Evidence names such keys by their fingerprints alone\n"
    "  --json         one JSON object a record, and one for its evidence\n"
    "\n"
    "Exit status: 1 when any fails, else 75 when any can't be read, or not be checked for want of "
    "gpg.\n";

struct wishes {
    char *key_text, *public_path, *evidence_path;
    char **openpgp_paths;
    GPtrArray *openpgp; // their texts, and a NULL
    gboolean json;
    bool has_key; // else each record's own
    uint8_t key[CHAIN_KEY];
    GBytes *old;      // NULL without --public
    GBytes *evidence; // NULL without --evidence
};

struct outcome {
    const char *path;
    gsize first; // the number of its first line in the file
    bool one_of_many;
    bool ok;
    bool compared_only;
    struct record_fault fault;
    gint64 game;
    uint8_t key[CHAIN_KEY];
};

// What a file has shown so far: how many of each, and of the newest record what its evidence is
// held against.
struct progress {
    gsize records, proven;
    bool failed, unchecked;
    bool has_game; // the newest record holds
    struct game game;
    GString *record;
};

// ---- telling -----------------------------------------------------------------------------------

static void print_json(json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT);
    puts(text);
    free(text);
    json_decref(object);
}

static void tell_json(const struct wishes *wishes, const struct outcome *outcome, const char *shown)
{
    json_t *object = json_pack("{s:s, s:b}", "file", shown, "ok", outcome->ok);
    if (outcome->one_of_many)
        json_object_set_new(object, "first", json_integer((json_int_t)outcome->first));
    if (!outcome->ok) {
        json_object_set_new(object, "line", json_integer((json_int_t)outcome->fault.line));
        json_object_set_new(object, "reason", json_string(outcome->fault.reason));
    } else if (outcome->compared_only) {
        json_object_set_new(object, "compared_only", json_true());
    } else {
        char hex[2 * CHAIN_KEY + 1];
        sodium_bin2hex(hex, sizeof hex, outcome->key, sizeof outcome->key);
        json_object_set_new(object, "game", json_integer(outcome->game));
        json_object_set_new(object, "key", json_string(hex));
        json_object_set_new(object, "own_key", json_boolean(!wishes->has_key));
    }
    print_json(object);
}

// Of many records only those are told that fail; their file's line comes behind them.
static void tell_text(const struct outcome *outcome, const char *shown)
{
    if (!outcome->ok)
        printf("%s: line %" G_GSIZE_FORMAT ": %s\n", shown, outcome->fault.line,
               outcome->fault.reason);
    else if (outcome->compared_only)
        printf("%s: continues the old one; not finished, so nothing else was checked\n", shown);
    else if (!outcome->one_of_many)
        printf("%s: ok\n", shown);
}

static void tell(const struct wishes *wishes, const struct outcome *outcome)
{
    g_autofree char *shown = plain_line(outcome->path, -1);
    if (wishes->json)
        tell_json(wishes, outcome, shown);
    else
        tell_text(outcome, shown);
}

// What is said of a whole file, once.
static void tell_file(const struct wishes *wishes, const char *path, gsize count, gsize proven,
                      bool ok)
{
    g_autofree char *shown = plain_line(path, -1);
    if (ok && (count > 1 || proven > 0))
        printf("%s: ok, %" G_GSIZE_FORMAT " record%s", shown, count, count == 1 ? "" : "s");
    if (ok && proven > 0)
        printf(", %" G_GSIZE_FORMAT " with evidence", proven);
    if (ok && (count > 1 || proven > 0))
        putchar('\n');
    if (!wishes->has_key)
        fprintf(stderr, "%s: checked against the %s; to know whose %s, give --key\n", shown,
                count > 1 ? "records' own keys" : "record's own key",
                count > 1 ? "they are" : "it is");
}

static void tell_unread(const struct wishes *wishes, const char *path, const GError *error)
{
    g_autofree char *shown = plain_line(path, -1);
    g_autofree char *why = plain_line(error->message, -1);
    if (wishes->json)
        print_json(json_pack("{s:s, s:b, s:s}", "file", shown, "ok", 0, "error", why));
    fprintf(stderr, "%s: %s; it was not checked\n", shown, why);
}

// ---- checking ----------------------------------------------------------------------------------

// The lower of the two lines that failed is the one to name.
static void compare(const struct wishes *wishes, const char *text, gsize len,
                    struct outcome *outcome)
{
    gsize old_len;
    const char *old = g_bytes_get_data(wishes->old, &old_len);
    struct record_fault fault;
    if (record_continues(old ? old : "", old_len, text, len, &fault))
        return;
    if (outcome->ok || fault.line < outcome->fault.line)
        outcome->fault = fault;
    outcome->ok = false;
}

// Begins *game, which the caller clears.
static void check(const struct wishes *wishes, const char *text, gsize len, struct game *game,
                  struct outcome *outcome)
{
    game_init(game, GAME_VERIFY);
    outcome->compared_only = wishes->old && record_is_public(text, len);
    outcome->ok = true;
    if (!outcome->compared_only) {
        outcome->ok =
            record_verify(game, text, len, wishes->has_key ? wishes->key : NULL, &outcome->fault);
        outcome->game = game->id;
        memcpy(outcome->key, game->key, sizeof outcome->key);
    }
    if (wishes->old)
        compare(wishes, text, len, outcome);
}

// What became of a record on its way, where that can be seen; NULL: nothing that is known.
static const char *known_trouble(const char *text, gsize len)
{
    if (len >= 3 && memcmp(text, "\357\273\277", 3) == 0)
        return "it begins with a byte order mark, which an editor has put there; save it as UTF-8 "
               "without one";
    if (memmem(text, len, "\r\n", 2))
        return "its lines end as on Windows (CR LF), which a mail program or editor has done; take "
               "the CRs out, as with tr -d '\\r'";
    if (record_is_public(text, len))
        return "this is the public form of a game that goes on, its cards are sealed: it can only "
               "be "
               "compared with an older one, with --public OLD";
    if (len < 3 || memcmp(text, "23 ", 3) != 0)
        return "this is no record; a record is attached to the mail that ends a game, or printed "
               "by "
               "referee23 record";
    return NULL;
}

static void tell_trouble(const char *path, const char *text, gsize len)
{
    g_autofree char *shown = plain_line(path, -1);
    const char *trouble = known_trouble(text, len);
    if (trouble)
        fprintf(stderr, "%s: %s\n", shown, trouble);
}

static void forget_record(struct progress *progress)
{
    if (progress->has_game)
        game_clear(&progress->game);
    progress->has_game = false;
}

static void check_record(const struct wishes *wishes, const char *path,
                         const struct records_part *part, struct progress *progress)
{
    struct outcome outcome = {
        .path = path, .first = part->line, .one_of_many = part->line > 1 || !part->last};
    forget_record(progress);
    progress->records++;
    if (part->too_large) {
        outcome.fault.line = 1;
        g_strlcpy(outcome.fault.reason, "too large for a record", sizeof outcome.fault.reason);
    } else {
        check(wishes, part->text, part->len, &progress->game, &outcome);
        progress->has_game = true;
    }
    outcome.fault.line += part->line - 1;
    tell(wishes, &outcome);
    if (!outcome.ok && !part->too_large && !wishes->json)
        tell_trouble(path, part->text, part->len);
    g_string_truncate(progress->record, 0);
    g_string_append_len(progress->record, part->text, (gssize)part->len);
    if (!outcome.ok)
        forget_record(progress);
    progress->failed = progress->failed || !outcome.ok;
}

// Evidence, from where it stands, against the newest record.
static void check_evidence(const struct wishes *wishes, const char *path, gsize line,
                           const char *text, gsize len, struct progress *progress)
{
    g_autofree char *shown = plain_line(path, -1);
    const struct evidence_case evidence = {.path = shown,
                                           .first = line,
                                           .text = text,
                                           .len = len,
                                           .record = progress->record->str,
                                           .record_len = progress->record->len,
                                           .game = &progress->game,
                                           .json = wishes->json,
                                           .quiet = !wishes->evidence,
                                           .openpgp = (const char *const *)wishes->openpgp->pdata};
    if (!progress->has_game) {
        fprintf(stderr, "%s: without a record that holds, its evidence was not checked\n", shown);
        progress->failed = true;
        return;
    }
    const int status = evidence_verify(&evidence);
    progress->proven += status == EXIT_DONE;
    progress->unchecked = progress->unchecked || status == EXIT_LATER;
    progress->failed = progress->failed || status == EXIT_NO;
    forget_record(progress); // it has one, and no more
}

static void check_given_evidence(const struct wishes *wishes, struct progress *progress)
{
    gsize len;
    const char *text = g_bytes_get_data(wishes->evidence, &len);
    check_evidence(wishes, wishes->evidence_path, 1, text ? text : "", len, progress);
    progress->proven = 0; // it isn't in the file
}

// One after another, so that a file of all records ever needs no more memory than one.
static int check_file(const struct wishes *wishes, const char *path, GError **error)
{
    struct records *records = records_open(path, error);
    if (!records)
        return EXIT_LATER;
    struct records_part part;
    struct progress progress = {.record = g_string_new(NULL)};
    GError *failed = NULL;
    while (records_next(records, &part, &failed))
        if (part.is_evidence)
            check_evidence(wishes, path, part.line, part.text, part.len, &progress);
        else
            check_record(wishes, path, &part, &progress);
    records_close(records);
    if (!failed && wishes->evidence)
        check_given_evidence(wishes, &progress);
    forget_record(&progress);
    g_string_free(progress.record, TRUE);
    if (failed) {
        g_propagate_error(error, failed);
        return EXIT_LATER;
    }
    if (!wishes->json)
        tell_file(wishes, path, progress.records, progress.proven,
                  !progress.failed && !progress.unchecked);
    return progress.failed ? EXIT_NO : progress.unchecked ? EXIT_LATER : EXIT_DONE;
}

// A record held against an old one is one record, whatever is in it.
static int check_against_old(const struct wishes *wishes, const char *path, GError **error)
{
    g_autoptr(GBytes) bytes = record_read(path, error);
    if (!bytes)
        return EXIT_LATER;
    gsize len;
    const char *text = g_bytes_get_data(bytes, &len);
    struct outcome outcome = {.path = path};
    struct game game;
    check(wishes, text ? text : "", len, &game, &outcome);
    game_clear(&game);
    tell(wishes, &outcome);
    if (!wishes->json && !outcome.compared_only)
        tell_file(wishes, path, 1, 0, false);
    return outcome.ok ? EXIT_DONE : EXIT_NO;
}

static int check_all(const struct wishes *wishes, char **paths, int n)
{
    bool failed = false;
    bool unread = false;
    for (int i = 0; i < n; i++) {
        g_autoptr(GError) error = NULL;
        const int status = wishes->old ? check_against_old(wishes, paths[i], &error)
                                       : check_file(wishes, paths[i], &error);
        if (error)
            tell_unread(wishes, paths[i], error);
        unread = unread || error || status == EXIT_LATER;
        failed = failed || (!error && status == EXIT_NO);
    }
    if (failed)
        return EXIT_NO;
    return unread ? EXIT_LATER : EXIT_DONE;
}

// ---- the command line --------------------------------------------------------------------------

static bool read_key(struct wishes *wishes)
{
    if (!wishes->key_text)
        return true;
    g_autofree char *lower = g_ascii_strdown(wishes->key_text, -1);
    wishes->has_key = field_hash((struct field){lower, strlen(lower)}, wishes->key);
    return wishes->has_key;
}

// A file that is named by an option; path NULL: none is.
static bool read_beside(const struct wishes *wishes, const char *path, GBytes **out)
{
    g_autoptr(GError) error = NULL;
    if (!path)
        return true;
    *out = record_read(path, &error);
    if (!*out)
        tell_unread(wishes, path, error);
    return *out != NULL;
}

static bool read_openpgp(struct wishes *wishes)
{
    for (char **path = wishes->openpgp_paths; path && *path; path++) {
        g_autoptr(GBytes) bytes = NULL;
        gsize len;
        if (!read_beside(wishes, *path, &bytes))
            return false;
        const char *text = g_bytes_get_data(bytes, &len);
        g_ptr_array_add(wishes->openpgp, g_strndup(text ? text : "", len));
    }
    g_ptr_array_add(wishes->openpgp, NULL);
    return true;
}

static int run(struct wishes *wishes, char **paths, int n)
{
    if (n == 0)
        return arguments_wrong("verify: which FILE? see verify --help");
    if (!read_key(wishes))
        return arguments_wrong("verify: --key takes 64 hexadecimal digits");
    if (wishes->public_path && n > 1)
        return arguments_wrong("verify: --public goes with one FILE");
    if (wishes->evidence_path && (n > 1 || wishes->public_path))
        return arguments_wrong("verify: --evidence goes with one FILE, and without --public");
    if (!read_beside(wishes, wishes->public_path, &wishes->old) ||
        !read_beside(wishes, wishes->evidence_path, &wishes->evidence) || !read_openpgp(wishes))
        return EXIT_LATER;
    return check_all(wishes, paths, n);
}

int verify_command(int argc, char **argv)
{
    struct wishes wishes = {.openpgp = g_ptr_array_new_with_free_func(g_free)};
    const GOptionEntry entries[] = {
        {"key", 0, 0, G_OPTION_ARG_FILENAME, &wishes.key_text, NULL, NULL},
        {"public", 0, 0, G_OPTION_ARG_FILENAME, &wishes.public_path, NULL, NULL},
        {"evidence", 0, 0, G_OPTION_ARG_FILENAME, &wishes.evidence_path, NULL, NULL},
        {"openpgp", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &wishes.openpgp_paths, NULL, NULL},
        {"json", 0, 0, G_OPTION_ARG_NONE, &wishes.json, NULL, NULL},
        {0}};
    int status;
    if (arguments_parse(&argc, argv, entries, help, &status))
        status = run(&wishes, argv + 1, argc - 1);
    if (wishes.old)
        g_bytes_unref(wishes.old);
    g_free(wishes.key_text);
    if (wishes.evidence)
        g_bytes_unref(wishes.evidence);
    g_free(wishes.public_path);
    g_free(wishes.evidence_path);
    g_strfreev(wishes.openpgp_paths);
    g_ptr_array_unref(wishes.openpgp);
    return status;
}
