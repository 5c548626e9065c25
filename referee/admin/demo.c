// SPDX-License-Identifier: MIT
// `referee23 demo`: a whole game by mail before your eyes, in a directory of its own.
//
// Plays the part of the mail server between the referee and its partners (player/partner): it
// carries mails, looks at nothing but their headers, and prints what goes by. The partners are
// programs that get their own mails alone. With --postman real servers stand there
// (demo_servers.h).
#include "base/child.h"
#include "base/plain.h"
#include "referee/admin/demo_servers.h"
#include "referee/commands.h"
#include "referee/receive/spool.h"
#include "referee/record/record.h"
#include "referee/report.h"
#include "referee/setup/arguments.h"
#include "referee/setup/desk.h"
#include "referee/setup/fresh.h"
#include "referee/setup/options.h"
#include "referee/setup/place.h"
#include "referee/tick.h"
#include "storage/games.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { PLAYERS_MAX = 4, ROUNDS_MAX = 1000, ANSWER_MAX = 1024 * 1024, ANSWER_SECONDS = 20 };

static const char referee_address[] = "referee@23.example.org";

static const struct {
    const char *nick, *address;
} people[PLAYERS_MAX] = {{"anna", "anna@wellington.example.org"},
                         {"bruno", "bruno@lyon.example.net"},
                         {"clara", "clara@quito.example.com"},
                         {"dora", "dora@nairobi.example.org"}};

struct demo {
    int players, robots;
    struct desk desk;
    char *out, *in;           // Maildirs of the referee; or, where there are servers,
    char *boxes[PLAYERS_MAX]; // those of the players,
    char *postman, *settings; // the program, and the file of settings
    child *partners[PLAYERS_MAX];
    guint carried; // mails on their way to the referee, or put into its mailbox
    guint sent;    // mails on their way to the players
    guint read;    // mails that they got in this round
};

// ---- partners ----------------------------------------------------------------------------------

static gboolean start_partners(struct demo *demo, GError **error)
{
    g_autofree char *program = place_program("partner");
    for (int i = 0; i < demo->players; i++) {
        // The third signs every move; the others answer with the tickets in their mails.
        const char *argv[] = {program,  "--address",    people[i].address,
                              "--nick", people[i].nick, i == 2 ? "--sign" : NULL,
                              NULL};
        demo->partners[i] = child_start(argv, error);
        if (!demo->partners[i])
            return FALSE;
    }
    return TRUE;
}

static gboolean put_in(struct demo *demo, int who, const char *mail, GError **error)
{
    if (demo->postman) {
        demo->carried++;
        return demo_servers_submit(demo->postman, people[who].nick, demo->boxes[who], mail, error);
    }
    g_autofree char *name = g_strdup_printf("%08u.demo", ++demo->carried);
    g_autofree char *path = g_build_filename(demo->in, "new", name, NULL);
    return fresh_file(path, mail, strlen(mail), error);
}

// The first mail: somebody writes to the referee for the first time.
static gboolean open_game(struct demo *demo, GError **error)
{
    GString *mail = g_string_new(NULL);
    g_string_append_printf(mail,
                           "From: %s\nTo: %s\nSubject: a game?\nMessage-ID: <first.%s>\n\n"
                           "new nick=%s robots=%d name=The demo\n",
                           people[0].address, referee_address, people[0].address, people[0].nick,
                           demo->robots);
    for (int i = 1; i < demo->players; i++)
        g_string_append_printf(mail, "invite %s\n", people[i].address);
    printf("%s writes to %s for the first time:\n\n", people[0].nick, referee_address);
    fputs(strstr(mail->str, "\n\n") + 2, stdout);
    putchar('\n');
    gboolean done = put_in(demo, 0, mail->str, error);
    g_string_free(mail, TRUE);
    return done;
}

// ---- mails on their way ------------------------------------------------------------------------

// The value of a header that the referee wrote on one line; "" when it isn't there. The caller owns
// it.
static char *header(const char *bytes, gsize len, const char *name)
{
    const char *end = g_strstr_len(bytes, (gssize)len, "\n\n");
    g_autofree char *wanted = g_strconcat("\n", name, ": ", NULL);
    const char *at = g_strstr_len(bytes, end ? end - bytes : (gssize)len, wanted);
    if (!at)
        return g_strdup("");
    at += strlen(wanted);
    const char *stop = memchr(at, '\n', len - (gsize)(at - bytes));
    return g_strndup(at, stop ? (gsize)(stop - at) : 0);
}

static void print_indented(const char *text)
{
    g_autofree char *plain = plain_text(text, -1);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(plain), "\n", -1);
    for (char **line = lines; *line; line++)
        printf("    | %s\n", *line);
    putchar('\n');
}

static int whose(const char *address)
{
    for (int i = 0; i < PLAYERS_MAX; i++) {
        if (g_str_equal(people[i].address, address))
            return i;
    }
    return -1;
}

// What an answer says: all of its own lines, up to the ticket.
static void print_answer(const char *nick, const char *mail)
{
    const char *body = strstr(mail, "\n\n");
    g_auto(GStrv) lines = g_strsplit(body ? body + 2 : mail, "\n", -1);
    printf("  <- %-6s", nick);
    for (char **line = lines; *line && !g_str_has_prefix(*line, "ticket "); line++) {
        if ((*line)[0])
            printf("  %.60s", *line);
    }
    putchar('\n');
}

static gboolean hand_over(struct demo *demo, int who, GBytes *raw, GError **error)
{
    gsize len;
    const char *bytes = g_bytes_get_data(raw, &len);
    g_autofree char *kind = header(bytes, len, "X-23-Kind");
    g_autofree char *subject = header(bytes, len, "Subject");
    printf("  -> %-6s  %-10s %s\n", people[who].nick, kind, subject);
    g_autoptr(GBytes) said =
        child_ask(demo->partners[who], bytes, len, ANSWER_MAX, ANSWER_SECONDS, error);
    if (!said)
        return FALSE;
    gsize said_len;
    const char *said_bytes = g_bytes_get_data(said, &said_len);
    json_auto_t *object = json_loadb(said_bytes, said_len, 0, NULL);
    const char *text = json_string_value(json_object_get(object, "text"));
    const char *answer = json_string_value(json_object_get(object, "answer"));
    if (who == 0 && text) // one player's mails are shown whole
        print_indented(text);
    if (!answer)
        return TRUE;
    print_answer(people[who].nick, answer);
    return put_in(demo, who, answer, error);
}

static gboolean carry_one(struct demo *demo, const char *box, const char *name, GError **error)
{
    g_autoptr(GBytes) raw = spool_read(box, name, ANSWER_MAX, error);
    if (!raw)
        return FALSE;
    gsize len;
    const char *bytes = g_bytes_get_data(raw, &len);
    g_autofree char *to = header(bytes, len, "Delivered-To");
    int who = whose(to);
    if (who < 0 || who >= demo->players) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "a mail to nobody here: %s", to);
        return FALSE;
    }
    demo->read++;
    return hand_over(demo, who, raw, error) && spool_done(box, name, error);
}

static gboolean carry_box(struct demo *demo, const char *box, GError **error)
{
    g_autoptr(GPtrArray) names = NULL;
    if (!spool_list(box, &names, error))
        return FALSE;
    for (guint i = 0; i < names->len; i++) {
        if (!carry_one(demo, box, g_ptr_array_index(names, i), error))
            return FALSE;
    }
    return TRUE;
}

static gboolean carry_all(struct demo *demo, GError **error)
{
    gint64 until = 0;
    demo->read = 0;
    if (!demo->postman)
        return carry_box(demo, demo->out, error);
    for (;;) {
        for (int i = 0; i < demo->players && demo->read < demo->sent; i++) {
            if (!demo_servers_collect(demo->postman, people[i].nick, demo->boxes[i], error) ||
                !carry_box(demo, demo->boxes[i], error))
                return FALSE;
        }
        if (demo->read >= demo->sent)
            return TRUE;
        if (!demo_servers_wait(&until, "a mail to a player", error))
            return FALSE;
    }
}

// ---- the game ----------------------------------------------------------------------------------

// Runs of the referee until all that is on the way to it has come in: one, where there is no
// server.
static gboolean run_referee(struct demo *demo, GError **error)
{
    struct tick_result result;
    gint64 until = 0;
    guint taken = 0;
    demo->sent = 0;
    for (;;) {
        if (!tick_run(&demo->desk, &result, error))
            return FALSE;
        taken += result.mails;
        demo->sent += result.sent;
        if (!demo->postman)
            return TRUE;
        if (taken >= demo->carried) {
            demo->carried = 0;
            return TRUE;
        }
        if (!demo_servers_wait(&until, "a mail to the referee", error))
            return FALSE;
    }
}

static gboolean play(struct demo *demo, GError **error)
{
    demo->read = 1;
    for (int round = 0; round < ROUNDS_MAX && demo->read; round++) {
        if (!run_referee(demo, error) || !carry_all(demo, error))
            return FALSE;
        fflush(stdout);
    }
    return TRUE;
}

static gboolean print_scores(const char *record)
{
    g_auto(GStrv) lines = g_strsplit(record, "\n", -1);
    puts("\nIn the record of the game:\n");
    for (char **line = lines; *line; line++) {
        if (g_str_has_prefix(*line, "score ") || g_str_has_prefix(*line, "result ") ||
            g_str_has_prefix(*line, "winner "))
            printf("    %s\n", *line);
    }
    return TRUE;
}

// Writes the record beside the mails, and checks it as anybody can.
static gboolean finish(struct demo *demo, const char *dir, int *out_status, GError **error)
{
    g_autofree char *record = NULL;
    g_autofree char *path = g_build_filename(dir, "game-1.record", NULL);
    *out_status = EXIT_NO;
    if (!records_get(demo->desk.store, 1, &record, error))
        return FALSE;
    if (!record) {
        puts("\nThe game did not come to an end.");
        return TRUE;
    }
    if (!fresh_file(path, record, strlen(record), error))
        return FALSE;
    print_scores(record);
    printf("\nreferee23 verify %s --key %s\n    ", path, demo->desk.keys->sign_public_hex);
    fflush(stdout);
    const char *argv[] = {"verify", path, "--key", demo->desk.keys->sign_public_hex, NULL};
    *out_status = verify_command(4, (char **)argv);
    return TRUE;
}

static gboolean make_boxes(struct demo *demo, const char *dir, GError **error)
{
    for (int i = 0; demo->postman && i < demo->players; i++) {
        demo->boxes[i] = demo_servers_box(dir, people[i].nick, error);
        if (!demo->boxes[i])
            return FALSE;
    }
    return TRUE;
}

static gboolean run(struct demo *demo, const char *dir, int *out_status, GError **error)
{
    if (!demo_servers_configure(dir, demo->settings, error) || !make_boxes(demo, dir, error) ||
        !desk_open(&demo->desk, dir, options_get()->now, error))
        return FALSE;
    demo->in = g_strdup(demo->desk.config->receive_url);
    demo->out = g_strdup(demo->desk.config->send_url);
    return start_partners(demo, error) && open_game(demo, error) && play(demo, error) &&
           finish(demo, dir, out_status, error);
}

// As an operator begins.
static int init(const char *dir)
{
    struct options options = *options_get();
    options.dir = dir;
    options_set(&options);
    const char *argv[] = {"init", "--address", referee_address, "--name", "The demo", NULL};
    printf("referee23 -C %s init --address %s --name 'The demo'\n\n", dir, referee_address);
    int status = init_command(5, (char **)argv);
    putchar('\n');
    return status;
}

static void clear(struct demo *demo)
{
    for (int i = 0; i < PLAYERS_MAX; i++) {
        if (demo->partners[i])
            child_stop(demo->partners[i], 2);
        g_free(demo->boxes[i]);
    }
    g_free(demo->postman);
    g_free(demo->settings);
    desk_close(&demo->desk);
    g_free(demo->in);
    g_free(demo->out);
}

static const char help[] =
    "referee23 demo [--players N] [--robots N] [--keep DIR] [--settings FILE --postman PROGRAM]\n"
    "\n"
    "A whole game by mail before your eyes: a new directory, players that are programs and read\n"
    "nothing but their own mails (the third one signs its moves), and the referee between them. "
    "Ends\n"
    "with the scores and the check of the record.\n"
    "\n"
    "  --players N  1 to 4 (3)\n"
    "  --robots N   seats that the referee's own robots take (0)\n"
    "  --keep DIR   play in DIR, which must not be there yet (a new folder in the temporary one)\n"
    "\n"
    "Through mail servers (make demo MAIL=real starts some and says these):\n"
    "  --settings FILE    lines for referee.conf, with their [group]\n"
    "  --postman PROGRAM  the players' way to their mail, called as PROGRAM collect NICK MAILDIR "
    "and\n"
    "                     PROGRAM submit NICK FILE\n";

static gboolean is_possible(const struct demo *demo)
{
    int seats = demo->players + demo->robots;
    return demo->players >= 1 && demo->players <= PLAYERS_MAX && demo->robots >= 0 &&
           seats >= RULES_SEATS_MIN && seats <= RULES_SEATS_MAX;
}

static int play_in(struct demo *demo, const char *keep)
{
    GError *error = NULL;
    int status = EXIT_NO;
    g_autofree char *dir = keep ? g_strdup(keep) : g_dir_make_tmp("23-demo-XXXXXX", &error);
    if (dir && (status = init(dir)) != EXIT_DONE)
        return status;
    if (!dir || !run(demo, dir, &status, &error))
        return report_error(error);
    printf("\nEverything is in %s: referee.db, keys, the mails in %s,\nand the record.\n", dir,
           demo->postman ? "players" : "mail/in/cur and mail/out/cur");
    return status;
}

int demo_command(int argc, char **argv)
{
    struct demo demo = {.players = 3};
    g_autofree char *keep = NULL;
    int status;
    const GOptionEntry entries[] = {
        {"players", 0, 0, G_OPTION_ARG_INT, &demo.players, NULL, NULL},
        {"robots", 0, 0, G_OPTION_ARG_INT, &demo.robots, NULL, NULL},
        {"keep", 0, 0, G_OPTION_ARG_FILENAME, &keep, NULL, NULL},
        {"settings", 0, 0, G_OPTION_ARG_FILENAME, &demo.settings, NULL, NULL},
        {"postman", 0, 0, G_OPTION_ARG_FILENAME, &demo.postman, NULL, NULL},
        {0}};
    if (arguments_parse(&argc, argv, entries, help, &status)) {
        if (argc > 1 || !is_possible(&demo))
            status = arguments_wrong("a game has two to four seats, players and robots together; "
                                     "see referee23 demo --help");
        else
            status = play_in(&demo, keep);
    }
    clear(&demo);
    return status;
}
