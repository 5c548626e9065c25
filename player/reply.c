// SPDX-License-Identifier: MIT
// `player23 play`, `discard`, `plan`, `join` and `sign`: a command, checked, signed, and sent or
// printed.
//
// Decides the order of things: nothing is signed that isn't legal, and on a terminal nothing
// without a yes. What an answer looks like is answer.h's.
#include "base/address.h"
#include "player/answer.h"
#include "player/checked.h"
#include "player/choice.h"
#include "player/commands.h"
#include "player/draw.h"
#include "player/keyfile.h"
#include "player/known.h"
#include "player/passphrase.h"
#include "player/send.h"
#include "player/submit.h"
#include "player/unlock.h"
#include "player/view.h"
#include "referee/record/line.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define OPTIONS_HELP                                                                               \
    "  --mail MAIL             the mail that is answered: a file, - for standard input, or a\n"    \
    "                          Maildir, of which the newest is taken\n"                            \
    "  --game N                of a Maildir, the newest about that game\n"                         \
    "  --key FILE              the key to sign with; else ~/.config/player23/key, if it is "       \
    "there\n"                                                                                      \
    "  --ticket-only           sign nothing: the ticket of the mail has to do\n"                   \
    "  --from ADDRESS          who answers; else whom the mail was sent to\n"                      \
    "  --referee HEX           the public key that the referee must have\n"                        \
    "  --passphrase-file FILE  its first line is the passphrase of the key\n"                      \
    "  --passphrase-fd N       the same from an open file descriptor\n"                            \
    "  --send                  send it rather than print it: to the server that smtp= names in\n"  \
    "                          player.conf, or else with sendmail\n"                               \
    "  --smtp URL              send it to that server: smtps://USER@HOST, smtp://USER@HOST:587\n"  \
    "  --sendmail              send it with sendmail\n"                                            \
    "  --yes                   don't ask before signing\n"                                         \
    "\n"                                                                                           \
    "Exit status: 1 when it is illegal now, or the mail isn't the referee's.\n"

static const char play_help[] =
    "play MOVE... [OPTION...]\n"
    "\n"
    "Checks a move against the table of the referee's mail, signs it, and prints the answer as a\n"
    "complete mail. A move is `7 7`, `7x2 bonus`, `pass`, `pass force` or `leave`.\n"
    "\n" OPTIONS_HELP;

static const char discard_help[] = "discard A B C [OPTION...]\n"
                                   "\n"
                                   "The same for the three cards to put aside.\n"
                                   "\n" OPTIONS_HELP;

static const char plan_help[] =
    "plan LINE[; LINE]... [OPTION...]\n"
    "\n"
    "The same for moves to be made when your turn comes: the first line that is legal then, and\n"
    "whose conditions hold, is played. `plan off` takes the plan back. A line is a move and, if "
    "you\n"
    "like, `if top A..B`, `if cost <= N`, `if forced`; the shell wants quotes around it all:\n"
    "\n"
    "  player23 plan '8 8 if cost <= 0; pass if top 1..6'\n"
    "\n"
    "Checked is that you hold the cards.\n"
    "\n" OPTIONS_HELP;

static const char join_help[] =
    "join [GAME] [--nick NAME] [--luck TEXT] [OPTION...]\n"
    "\n"
    "Answers an invitation. --luck is a line of your own that stirs the deck. Sign only when the\n"
    "referee knows your key already; it has to know you by --nick then, or by nick= in\n"
    "player.conf.\n"
    "\n"
    "  --nick NAME             what you want to be called\n"
    "  --luck TEXT             any words\n" OPTIONS_HELP;

static const char sign_help[] =
    "sign COMMAND... [OPTION...]\n"
    "\n"
    "Signs any command that the referee understands (23-mail(7)), and prints the answer as a\n"
    "complete mail: `sign say Well played`, `sign resign`, `sign nick clara`, `sign vacation\n"
    "2026-12-24 2026-12-31`, `sign mail daily`, `sign block`. One command a mail; for plans there "
    "is `plan`.\n"
    "Whether it can be done now is judged by the referee; what it asks back from others is done\n"
    "at once, since it is signed. In answer to a mail about a game it is about that game; to any\n"
    "other mail it needs --nick, or nick= in player.conf.\n"
    "\n"
    "  --nick NAME             what the referee calls you\n" OPTIONS_HELP;

enum { LUCK_MAX = 200, ID_BYTES = 12 };

struct reply {
    enum choice_kind kind;
    struct settings settings;
    // the options
    char *where, *key_path, *from, *referee, *passphrase_file, *nick, *luck, *smtp;
    gint64 game;
    gboolean ticket_only, send, sendmail, yes;
    // what comes of them
    struct mailfile *mail;
    GPtrArray *commands; // char *, and a NULL at the end
    struct unlock unlock;
    const struct keyfile *key; // NULL: not signed
    char referee_hex[KNOWN_KEY];
};

// ---- what is said ------------------------------------------------------------------------------

static gboolean luck_fits(const char *luck)
{
    return *luck && strlen(luck) <= LUCK_MAX && line_is_clean(luck, strlen(luck)) &&
           g_utf8_validate(luck, -1, NULL);
}

// The lines of a plan: they are parted again in whichever way it is sent.
static void add_lines(GPtrArray *commands, const char *plan)
{
    g_auto(GStrv) lines = g_strsplit(plan, "; ", -1);
    for (char **line = lines; *line; line++)
        g_ptr_array_add(commands, g_strdup(*line));
}

static int read_commands(struct reply *reply, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *first = choice_read(reply->kind, words, &error);
    if (!first) {
        gboolean usage = g_error_matches(error, CHOICE_ERROR, CHOICE_ERROR_WORDS);
        return usage ? arguments_wrong("%s", error->message)
                     : checked_report(g_steal_pointer(&error));
    }
    if (reply->kind == CHOICE_PLAN)
        add_lines(reply->commands, first);
    else
        g_ptr_array_add(reply->commands, g_strdup(first));
    if (reply->luck) {
        g_strstrip(reply->luck);
        if (!luck_fits(reply->luck))
            return arguments_wrong("--luck takes one line of 1 to %d bytes", LUCK_MAX);
        g_ptr_array_add(reply->commands, g_strdup_printf("luck: %s", reply->luck));
    }
    return EXIT_DONE;
}

static char *said_of(const struct reply *reply)
{
    return g_strjoinv("; ", (char **)reply->commands->pdata);
}

// Whether the table allows it; if not, what it would allow is told as well.
static int judge(const struct reply *reply, int *out_cost)
{
    g_autoptr(GError) error = NULL;
    *out_cost = 0;
    if (reply->kind == CHOICE_JOIN || reply->kind == CHOICE_ANY)
        return EXIT_DONE;
    const json_t *table = reply->mail->table;
    g_autofree char *said = said_of(reply);
    gboolean fine = reply->kind == CHOICE_PLAN ? choice_judge_plan(table, said, &error)
                                               : choice_judge(table, said, out_cost, &error);
    if (fine)
        return EXIT_DONE;
    int status = arguments_no("not now: %s", error->message);
    if (reply->kind == CHOICE_PLAN)
        return status;
    g_autofree char *moves = draw_moves(table, (struct draw_style){0});
    fputs(moves, stderr);
    return status;
}

// ---- who says it -------------------------------------------------------------------------------

static int find_sender(struct reply *reply)
{
    const char *why = NULL;
    g_autofree char *given = g_steal_pointer(&reply->from);
    if (given)
        reply->from = address_canonical(given, &why);
    else
        reply->from = g_strdup(reply->settings.from ? reply->settings.from : reply->mail->to);
    if (reply->from)
        return EXIT_DONE;
    return given ? arguments_wrong("--from: %s", why)
                 : arguments_wrong("who are you? say --from ADDRESS, or from= in player.conf");
}

static int ask_first(const struct reply *reply, int cost)
{
    if (reply->yes || !isatty(STDERR_FILENO) || !passphrase_can_ask())
        return EXIT_DONE;
    g_autofree char *said = said_of(reply);
    const json_t *table = reply->mail->table;
    g_autofree char *where =
        table ? g_strdup_printf(" in game %d, turn %d", view_number(table, "game"),
                                view_number(table, "turn"))
              : g_strdup("");
    g_autofree char *price =
        reply->kind == CHOICE_PLAY
            ? g_strdup_printf(", for %d penalty token%s", cost, cost == 1 ? "" : "s")
            : g_strdup("");
    g_autofree char *question = g_strdup_printf("Sign \"%s\"%s%s?", said, where, price);
    return passphrase_confirm(question) ? EXIT_DONE : arguments_no("nothing was signed");
}

// Outside a game the mail doesn't say who signs for whom.
static int check_outside(struct reply *reply, const struct checked_wishes *wishes)
{
    int status = checked_referee(&reply->settings, wishes, reply->mail, reply->referee_hex);
    if (status != EXIT_DONE || reply->mail->table)
        return status;
    if (!reply->referee_hex[0])
        return arguments_no("this referee's key is not known yet: say --referee HEX, or "
                            "--ticket-only; the mail that registered your key shows HEX");
    if (!reply->nick && !reply->settings.nick)
        return arguments_wrong("as whom? say --nick NAME to sign this, or --ticket-only");
    return EXIT_DONE;
}

static int find_key(struct reply *reply, const struct checked_wishes *wishes, int cost)
{
    gboolean is_there = reply->key_path || g_file_test(reply->unlock.path, G_FILE_TEST_EXISTS);
    if (reply->ticket_only || !is_there)
        return EXIT_DONE;
    int status = check_outside(reply, wishes);
    if (status == EXIT_DONE)
        status = ask_first(reply, cost);
    if (status != EXIT_DONE)
        return status;
    g_autoptr(GError) error = NULL;
    reply->key = unlock_key(&reply->unlock, &error);
    return reply->key ? EXIT_DONE : checked_report(g_steal_pointer(&error));
}

// ---- the answer --------------------------------------------------------------------------------

static char *new_id(const char *from)
{
    guint8 bytes[ID_BYTES];
    char hex[2 * ID_BYTES + 1];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(hex, sizeof hex, bytes, sizeof bytes);
    return g_strdup_printf("<%s.player23%s>", hex, strrchr(from, '@'));
}

// Where there is a name to log in with, its password: from the file of the settings, or asked for.
static gboolean get_password(const struct reply *reply, const struct submit_server *server,
                             char **out, GError **error)
{
    const char *path = reply->settings.smtp_password_file;
    *out = NULL;
    if (!server->user)
        return TRUE;
    g_autofree char *prompt =
        g_strdup_printf("The password of %s at %s: ", server->user, server->host);
    *out = path ? passphrase_from(path, -1, error) : passphrase_ask(prompt, FALSE, error);
    return *out != NULL;
}

static gboolean submit(const struct reply *reply, const char *url, const char *to, const char *text,
                       GError **error)
{
    struct submit_server server;
    char *password = NULL;
    const char *why = submit_read(url, &server); // it was read before
    g_assert(!why);
    gboolean sent = get_password(reply, &server, &password, error) &&
                    submit_mail(&server, password, reply->from, to, text, error);
    passphrase_free(password);
    submit_clear(&server);
    return sent;
}

static int send_or_print(const struct reply *reply, const char *text)
{
    const char *url = reply->smtp ? reply->smtp : reply->send ? reply->settings.smtp : NULL;
    if (!url && !reply->sendmail && !reply->send) {
        fputs(text, stdout);
        return EXIT_DONE;
    }
    g_autoptr(GError) error = NULL;
    g_autofree char *to = answer_address(reply->mail);
    const char *const *program = (const char *const *)reply->settings.sendmail;
    gboolean sent = url ? submit(reply, url, to, text, &error)
                        : send_mail(program, reply->from, to, text, &error);
    if (!sent)
        return checked_report(g_steal_pointer(&error));
    fprintf(stderr, "player23: sent to %s\n", to);
    return EXIT_DONE;
}

static int answer(const struct reply *reply)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *id = new_id(reply->from);
    const struct answer what = {.mail = reply->mail,
                                .commands = (const char *const *)reply->commands->pdata,
                                .secret = reply->key ? reply->key->secret : NULL,
                                .referee_hex = reply->referee_hex,
                                .nick = reply->nick ? reply->nick : reply->settings.nick,
                                .from = reply->from,
                                .message_id = id,
                                .now = g_get_real_time() / G_USEC_PER_SEC};
    g_autofree char *text = answer_compose(&what, &error);
    return text ? send_or_print(reply, text) : checked_report(g_steal_pointer(&error));
}

// Whether the mail need not be about a game that runs.
static gboolean is_outside(const struct reply *reply)
{
    return reply->kind == CHOICE_JOIN || reply->kind == CHOICE_ANY;
}

static int run(struct reply *reply, const char *words)
{
    int cost = 0;
    struct checked_wishes wishes = {
        reply->where,   reply->referee, is_outside(reply) ? MAILBOX_ANY : MAILBOX_TABLE,
        &reply->unlock, reply->game,    FALSE};
    reply->unlock.path = reply->key_path ? reply->key_path : reply->settings.key;
    int status = read_commands(reply, words);
    g_ptr_array_add(reply->commands, NULL);
    if (status == EXIT_DONE)
        status = checked_open(&reply->settings, &wishes, &reply->mail);
    if (status == EXIT_DONE)
        status = judge(reply, &cost);
    if (status == EXIT_DONE)
        status = find_sender(reply);
    if (status == EXIT_DONE)
        status = find_key(reply, &wishes, cost);
    return status == EXIT_DONE ? answer(reply) : status;
}

// ---- the command line --------------------------------------------------------------------------

static char *words_of(const struct reply *reply, int argc, char **argv)
{
    GString *out = g_string_new(reply->kind == CHOICE_DISCARD ? "discard"
                                : reply->kind == CHOICE_JOIN  ? "join"
                                                              : "");
    for (int i = 1; i < argc; i++)
        g_string_append_printf(out, "%s%s", out->len ? " " : "", argv[i]);
    if (reply->kind == CHOICE_JOIN && reply->nick)
        g_string_append_printf(out, " nick=%s", reply->nick);
    return g_string_free(out, FALSE);
}

static void clear(struct reply *reply)
{
    settings_clear(&reply->settings);
    char *texts[] = {reply->where,           reply->key_path, reply->from, reply->referee,
                     reply->passphrase_file, reply->nick,     reply->luck, reply->smtp};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
    mailfile_free(reply->mail);
    g_ptr_array_unref(reply->commands);
    unlock_clear(&reply->unlock);
}

static const char *wrong_server(const char *url)
{
    struct submit_server server;
    const char *why = submit_read(url, &server);
    submit_clear(&server);
    return why;
}

static int command(enum choice_kind kind, const char *help, int argc, char **argv)
{
    struct reply reply = {.kind = kind,
                          .unlock = {.passphrase_fd = -1},
                          .commands = g_ptr_array_new_with_free_func(g_free)};
    gint joins = kind == CHOICE_JOIN ? 0 : G_OPTION_FLAG_HIDDEN;
    gint named = kind == CHOICE_ANY ? 0 : joins;
    const GOptionEntry entries[] = {
        {"mail", 0, 0, G_OPTION_ARG_FILENAME, &reply.where, NULL, NULL},
        {"game", 0, 0, G_OPTION_ARG_INT64, &reply.game, NULL, NULL},
        {"key", 0, 0, G_OPTION_ARG_FILENAME, &reply.key_path, NULL, NULL},
        {"ticket-only", 0, 0, G_OPTION_ARG_NONE, &reply.ticket_only, NULL, NULL},
        {"from", 0, 0, G_OPTION_ARG_FILENAME, &reply.from, NULL, NULL},
        {"referee", 0, 0, G_OPTION_ARG_FILENAME, &reply.referee, NULL, NULL},
        {"passphrase-file", 0, 0, G_OPTION_ARG_FILENAME, &reply.passphrase_file, NULL, NULL},
        {"passphrase-fd", 0, 0, G_OPTION_ARG_INT, &reply.unlock.passphrase_fd, NULL, NULL},
        {"send", 0, 0, G_OPTION_ARG_NONE, &reply.send, NULL, NULL},
        {"smtp", 0, 0, G_OPTION_ARG_FILENAME, &reply.smtp, NULL, NULL},
        {"sendmail", 0, 0, G_OPTION_ARG_NONE, &reply.sendmail, NULL, NULL},
        {"yes", 0, 0, G_OPTION_ARG_NONE, &reply.yes, NULL, NULL},
        {"nick", 0, named, G_OPTION_ARG_FILENAME, &reply.nick, NULL, NULL},
        {"luck", 0, joins, G_OPTION_ARG_FILENAME, &reply.luck, NULL, NULL},
        {0}};
    g_autoptr(GError) error = NULL;
    const char *why;
    int status;
    if (arguments_parse(&argc, argv, entries, help, &status)) {
        reply.unlock.passphrase_file = reply.passphrase_file;
        g_autofree char *words = words_of(&reply, argc, argv);
        if (kind != CHOICE_JOIN && ((reply.nick && kind != CHOICE_ANY) || reply.luck))
            status = arguments_wrong("--luck goes with join, --nick with join and sign");
        else if (reply.game < 0)
            status = arguments_wrong("--game takes the number of a game");
        else if (reply.smtp && (why = wrong_server(reply.smtp)))
            status = arguments_wrong("--smtp: %s", why);
        else if ((kind == CHOICE_PLAY || kind == CHOICE_PLAN || kind == CHOICE_ANY) && argc < 2)
            status = arguments_wrong("%s what? see player23 %s --help", argv[0], argv[0]);
        else if (!settings_load(&reply.settings, NULL, &error))
            status = checked_report(g_steal_pointer(&error));
        else
            status = run(&reply, words);
    }
    clear(&reply);
    return status;
}

int play_command(int argc, char **argv)
{
    return command(CHOICE_PLAY, play_help, argc, argv);
}

int discard_command(int argc, char **argv)
{
    return command(CHOICE_DISCARD, discard_help, argc, argv);
}

int plan_command(int argc, char **argv)
{
    return command(CHOICE_PLAN, plan_help, argc, argv);
}

int join_command(int argc, char **argv)
{
    return command(CHOICE_JOIN, join_help, argc, argv);
}

int sign_command(int argc, char **argv)
{
    return command(CHOICE_ANY, sign_help, argc, argv);
}
