// SPDX-License-Identifier: MIT
// `referee23 explain`: what would be made of a raw mail, without doing it.
//
// Decides how it is told (spec: interface.md). The walk is that of intake: the same gates, the same
// reading. Without a database nothing is known of players, tickets and keys, and identity lets
// everything through; with one (-C) it is checked whether tickets and signatures hold.
#include "base/plain.h"
#include "referee/commands.h"
#include "referee/identity/speaker.h"
#include "referee/programs/reader.h"
#include "referee/receive/gates.h"
#include "referee/report.h"
#include "referee/setup/arguments.h"
#include "referee/setup/desk.h"
#include "referee/setup/options.h"
#include "referee/setup/place.h"
#include "referee/words/command_text.h"
#include "referee/words/newtext_read.h"
#include "referee/words/words.h"

#include "mail/read.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FILE_MAX = 64 * 1024 * 1024, SECONDS = 30 };

static const char help[] =
    "explain FILE [--json]\n"
    "\n"
    "Tells what would be made of a raw mail, and does nothing. FILE may be - for standard input.\n"
    "Needs no data directory; with one (-C) it also tells whether tickets and signatures hold.\n"
    "\n"
    "Exit status: 0 whatever would be made of it; 1 when FILE can't be read.\n";

struct explained {
    struct gates_verdict verdict;
    struct newtext text;
};

// ---- reading -----------------------------------------------------------------------------------

// At most FILE_MAX bytes and one more, so that a larger mail is seen to be one.
static GBytes *read_all(FILE *file)
{
    GByteArray *bytes = g_byte_array_new();
    guint8 block[16384];
    size_t n;
    while (bytes->len <= FILE_MAX && (n = fread(block, 1, sizeof block, file)) > 0)
        g_byte_array_append(bytes, block, (guint)n);
    gboolean failed = ferror(file);
    GBytes *out = g_byte_array_free_to_bytes(bytes);
    return failed ? g_bytes_unref(out), NULL : out;
}

static GBytes *read_file(const char *path)
{
    if (strcmp(path, "-") == 0)
        return read_all(stdin);
    FILE *file = fopen(path, "rbe");
    GBytes *out = file ? read_all(file) : NULL;
    if (file)
        fclose(file);
    return out;
}

// ---- the walk ----------------------------------------------------------------------------------

static gboolean at_identity(struct gates_verdict *verdict, const char *reason)
{
    *verdict = (struct gates_verdict){GATES_IDENTITY, GATES_ASK, g_strdup(reason)};
    return FALSE;
}

static gboolean only_asks(const GPtrArray *commands)
{
    for (guint i = 0; i < commands->len; i++)
        if (!command_only_asks(commands->pdata[i]))
            return FALSE;
    return TRUE;
}

// Gate 5 with a database: whether somebody is proven to speak. TRUE when the mail passes.
static gboolean pass_identity(const struct speaker *speaker, const struct newtext *text,
                              struct gates_verdict *verdict)
{
    static const char *const faults[] = {
        [SPEAKER_TWO_PLACES] = "Good tickets of several seats or games are in it.",
        [SPEAKER_UNKNOWN_SIGNER] = "Nobody with a key is called as the signed block says.",
        [SPEAKER_WRONG_SIGNATURE] = "The signature doesn't hold.",
        [SPEAKER_OTHER_REFEREE] = "It is signed for another referee.",
        [SPEAKER_KEY_EXPIRED] = "It is signed with the player's OpenPGP key, which has expired.",
        [SPEAKER_KEY_REVOKED] = "It is signed with the player's OpenPGP key, which is revoked.",
        [SPEAKER_SIGNATURE_EXPIRED] = "The OpenPGP signature has expired.",
        [SPEAKER_SIGNATURE_WEAK] = "The OpenPGP signature is too weak.",
        [SPEAKER_UNCHECKED] = "There is no working GnuPG here that could check the signature.",
        [SPEAKER_TOO_MANY] = "An hour's OpenPGP signatures of this address have been checked."};
    if (speaker->fault != SPEAKER_FINE)
        return at_identity(verdict, faults[speaker->fault]);
    if (speaker->how == SPEAKER_STRANGER)
        return at_identity(verdict, "Nobody knows this address, and no good ticket is in it.");
    if (speaker->how == SPEAKER_ELSEWHERE)
        return at_identity(verdict, "The ticket is good, the address was never confirmed.");
    if (speaker->how == SPEAKER_ADDRESS && text->outcome == NEWTEXT_ACT &&
        !only_asks(text->commands))
        return at_identity(verdict,
                           "The address is known; neither ticket nor signature proves it.");
    return TRUE;
}

// Reads the text and asks who speaks, then reads it once more in that player's language.
static gboolean read_with_desk(struct desk *desk, const json_t *facts, struct newtext_input *input,
                               struct explained *out, gboolean *out_passed, GError **error)
{
    const char *address =
        json_string_value(json_object_get(json_object_get(facts, "sender"), "address"));
    struct speaker speaker = {0};
    input->banner = (const char *const *)desk->config->banner;
    input->limit = (unsigned)desk->config->commands;
    newtext_read(input, &out->text);
    if (!speaker_find(desk, address, &out->text, &speaker, error))
        return FALSE;
    if (speaker.known && *speaker.player.language) {
        newtext_clear(&out->text);
        input->language = speaker.player.language;
        newtext_read(input, &out->text);
    }
    *out_passed = pass_identity(&speaker, &out->text, &out->verdict);
    speaker_clear(&speaker);
    return TRUE;
}

// desk may be NULL.
static gboolean walk(struct desk *desk, const json_t *facts, struct explained *out, GError **error)
{
    struct newtext_input input = {0};
    struct gates_strings strings = {0};
    gboolean done = TRUE;
    gboolean passed = gates_walk(facts, desk ? desk->config->address : NULL, &out->verdict);
    gates_input(facts, &input, &strings);
    if (passed && desk)
        done = read_with_desk(desk, facts, &input, out, &passed, error);
    else
        newtext_read(&input, &out->text);
    if (done && passed && gates_size(facts, &out->verdict))
        gates_text(&out->text, &out->verdict);
    gates_strings_clear(&strings);
    return done;
}

// A mail that kills its reader is held; what else goes wrong is none of the mail's doing.
static gboolean explain(struct desk *desk, GBytes *raw, struct explained *out, GError **error)
{
    g_autofree char *program = place_program("read");
    struct reader_limits limits = {desk ? (gsize)desk->config->message_bytes : READ_LIMIT, SECONDS};
    g_autoptr(reader) eyes = reader_start(program, limits);
    g_autoptr(GError) problem = NULL;
    json_t *facts = NULL;
    reader_begin(eyes);
    (void)words_languages(NULL); // they are learned meanwhile
    if (reader_read(eyes, raw, &facts, &problem)) {
        gboolean done = walk(desk, facts, out, error);
        json_decref(facts);
        return done;
    }
    if (!g_error_matches(problem, READER_ERROR, READER_KILLED)) {
        g_propagate_error(error, g_steal_pointer(&problem));
        return FALSE;
    }
    struct newtext_input nothing = {0};
    newtext_read(&nothing, &out->text);
    out->verdict = (struct gates_verdict){GATES_SIZE, GATES_HOLD, g_strdup(problem->message)};
    return TRUE;
}

// ---- telling -----------------------------------------------------------------------------------

static const char *signature_name(enum signed_kind kind)
{
    static const char *const names[] = {"no", "native", "minisign", "ssh", "openpgp"};
    return names[kind];
}

static json_t *commands_json(const struct explained *explained)
{
    json_t *array = json_array();
    const GPtrArray *commands = explained->text.commands;
    for (guint i = 0; explained->verdict.outcome == GATES_ACT && i < commands->len; i++) {
        g_autofree char *text = command_format(commands->pdata[i]);
        json_array_append_new(array, json_string(text));
    }
    return array;
}

static json_t *tickets_json(const GArray *tickets)
{
    json_t *array = json_array();
    for (guint i = 0; i < tickets->len; i++) {
        char text[TICKET_TEXT_MAX];
        ticket_format(&g_array_index(tickets, struct ticket, i), text);
        json_array_append_new(array, json_string(text));
    }
    return array;
}

static json_t *to_json(const struct explained *explained)
{
    return json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:s}", "outcome", gates_outcome_name(explained->verdict.outcome),
        "gate", gates_gate_name(explained->verdict.gate), "reason", explained->verdict.reason,
        "commands", commands_json(explained), "tickets", tickets_json(explained->text.tickets),
        "signed", signature_name(explained->text.signature));
}

static void print_list(const char *name, const json_t *array)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        g_autofree char *shown = plain_line(json_string_value(json_array_get(array, i)), -1);
        printf("%-8s %s\n", i == 0 ? name : "", shown);
    }
}

static void print_text(const json_t *object)
{
    static const char *const meanings[] = {
        "act",  "acts on it",         "ask",  "would ask what was meant",
        "drop", "drops it, silently", "hold", "keeps it for the operator"};
    const char *outcome = json_string_value(json_object_get(object, "outcome"));
    const char *gate = json_string_value(json_object_get(object, "gate"));
    g_autofree char *reason = plain_line(json_string_value(json_object_get(object, "reason")), -1);
    for (gsize i = 0; i < G_N_ELEMENTS(meanings); i += 2)
        if (strcmp(outcome, meanings[i]) == 0)
            printf("%-8s %s: the referee %s\n", "outcome", outcome, meanings[i + 1]);
    printf("%-8s %s\n%-8s %s\n", "gate", strcmp(gate, "none") == 0 ? "none, it passed" : gate,
           "reason", reason);
    print_list("commands", json_object_get(object, "commands"));
    print_list("tickets", json_object_get(object, "tickets"));
    printf("%-8s %s\n", "signed", json_string_value(json_object_get(object, "signed")));
}

static void tell(const struct explained *explained, gboolean json)
{
    json_t *object = to_json(explained);
    if (json) {
        char *text = json_dumps(object, JSON_COMPACT);
        puts(text);
        free(text);
    } else {
        print_text(object);
    }
    json_decref(object);
}

static int run(const char *path, gboolean json)
{
    g_autofree char *shown = plain_line(path, -1);
    g_autoptr(GBytes) raw = read_file(path);
    GError *error = NULL;
    if (!raw)
        return arguments_no("explain: %s can't be read: %s", shown, g_strerror(errno));
    const struct options *options = options_get();
    struct desk desk = {0};
    if (options->dir_given && !desk_open(&desk, options->dir, options->now, &error))
        return report_error(error);
    struct explained explained = {0};
    gboolean done = explain(options->dir_given ? &desk : NULL, raw, &explained, &error);
    if (done)
        tell(&explained, json);
    gates_clear(&explained.verdict);
    newtext_clear(&explained.text);
    if (options->dir_given)
        desk_close(&desk);
    return done ? EXIT_DONE : report_error(error);
}

int explain_command(int argc, char **argv)
{
    gboolean json = FALSE;
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &json, NULL, NULL}, {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, help, &status))
        return status;
    if (argc != 2)
        return arguments_wrong("explain: one FILE, please, or -; see explain --help");
    return run(argv[1], json);
}
