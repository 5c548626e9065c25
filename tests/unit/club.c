// SPDX-License-Identifier: MIT
// See club.h. Here: the directory, mails in, runs. Mails out are in club_mail.c.
#include "tests/unit/club.h"

#include "referee/setup/config_file.h"
#include "storage/database.h"
#include "tests/unit/club_parts.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sodium.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- random numbers ----------------------------------------------------------------------------

// The same in every club: a test that fails once fails always. What is drawn in one size (the seeds
// of games) doesn't change when more is drawn in another (for seals), so nothing may be drawn in a
// size that depends on what real programs make anew each time. What is longer than any of those is
// no other's beginning.
static guint64 drawn[64];
enum { FIRST_SEED = 4 }; // in a game of two without discards Bruno moves first

static const char *random_name(void)
{
    return "club";
}

static void random_fill(void *const out, const size_t size)
{
    static const guint8 key[crypto_stream_chacha20_ietf_KEYBYTES] = "the same cards every evening";
    guint8 nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = {0};
    guint64 *count = &drawn[size % G_N_ELEMENTS(drawn)];
    ++*count;
    memcpy(nonce, count, sizeof *count);
    if (size >= G_N_ELEMENTS(drawn))
        memcpy(nonce + sizeof *count, &(guint32){(guint32)size}, sizeof(guint32));
    crypto_stream_chacha20_ietf(out, size, nonce, key);
}

static uint32_t random_word(void)
{
    uint32_t word;
    random_fill(&word, sizeof word);
    return word;
}

static void begin_random(void)
{
    static struct randombytes_implementation same = {
        .implementation_name = random_name, .random = random_word, .buf = random_fill};
    randombytes_set_implementation(&same);
    assert_true(sodium_init() >= 0);
    memset(drawn, 0, sizeof drawn); // the first sodium_init draws some
    drawn[32] = FIRST_SEED;
}

// ---- the directory -----------------------------------------------------------------------------

const char *club_path(const struct club *club, const char *name)
{
    static char *paths[3];
    static guint next;
    next = (next + 1) % G_N_ELEMENTS(paths);
    g_free(paths[next]);
    paths[next] = g_build_filename(club->dir, name, NULL);
    return paths[next];
}

static void write_file(const char *path, const char *text)
{
    assert_true(g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

// conf: "group.key=value", a line each.
static void write_conf(const struct club *club, const char *conf)
{
    g_autofree char *sample = config_sample("23 by mail", REFEREE, "play.example.org");
    g_autoptr(GKeyFile) file = g_key_file_new();
    assert_true(g_key_file_load_from_data(file, sample, (gsize)-1, G_KEY_FILE_NONE, NULL));
    g_key_file_set_value(file, "mail", "subaddress", "yes");
    g_auto(GStrv) lines = g_strsplit(conf ? conf : "", "\n", -1);
    for (char **line = lines; *line; line++) {
        char *dot = strchr(*line, '.');
        char *sign = strchr(*line, '=');
        if (!dot || !sign)
            continue;
        *dot = *sign = '\0';
        g_key_file_set_value(file, *line, dot + 1, sign + 1);
    }
    g_autofree char *text = g_key_file_to_data(file, NULL, NULL);
    write_file(club_path(club, "referee.conf"), text);
}

static void write_keys(const struct club *club)
{
    static const struct {
        const char *name;
        char digit;
    } keys[] = {{"ticket.key", 'a'}, {"database.key", 'b'}, {"referee.key", 'c'}};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        g_autofree char *name = g_build_filename("keys", keys[i].name, NULL);
        g_autofree char *hex = g_strnfill(64, keys[i].digit);
        g_autofree char *line = g_strconcat(hex, "\n", NULL);
        write_file(club_path(club, name), line);
    }
}

static char *temporary(void)
{
    g_autofree char *shared = g_strdup("/dev/shm/club-XXXXXX");
    if (g_mkdtemp(shared))
        return g_steal_pointer(&shared);
    char *other = g_dir_make_tmp("club-XXXXXX", NULL);
    assert_non_null(other);
    return other;
}

void club_begin_like(struct club *club, const char *conf)
{
    static const char *const folders[] = {"keys",         "mail",        "mail/in",  "mail/in/tmp",
                                          "mail/in/new",  "mail/in/cur", "mail/out", "mail/out/tmp",
                                          "mail/out/new", "mail/out/cur"};
    g_autoptr(GError) error = NULL;
    begin_random();
    club_deal(0, 0, NULL);
    *club = (struct club){.dir = temporary(), .now = CLUB_START};
    club->mails = g_ptr_array_new_with_free_func((GDestroyNotify)club_mail_free);
    club->told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    club->ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++)
        assert_int_equal(g_mkdir(club_path(club, folders[i]), 0700), 0);
    write_conf(club, conf);
    write_keys(club);
    if (!database_create(club_path(club, "referee.db"), &error))
        fail_msg("%s", error->message);
}

void club_begin(struct club *club)
{
    club_begin_like(club, NULL);
}

void club_copy(const struct club *club, struct club *out)
{
    *out = (struct club){
        .dir = temporary(), .now = club->now, .written = club->written, .unchecked = TRUE};
    out->mails = g_ptr_array_new_with_free_func((GDestroyNotify)club_mail_free);
    out->told = g_hash_table_new(g_str_hash, g_str_equal);
    out->ids = g_hash_table_new(g_str_hash, g_str_equal);
    g_autofree char *all = g_strconcat(club->dir, "/.", NULL);
    char *argv[] = {(char *)"cp", (char *)"-a", all, out->dir, NULL};
    int status = -1;
    assert_true(g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status,
                             NULL) &&
                status == 0);
}

static void remove_all(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        if (g_file_test(full, G_FILE_TEST_IS_DIR) && !g_file_test(full, G_FILE_TEST_IS_SYMLINK))
            remove_all(full);
        else
            unlink(full);
    }
    if (dir)
        g_dir_close(dir);
    rmdir(path);
}

void club_end(struct club *club)
{
    remove_all(club->dir);
    g_free(club->dir);
    g_ptr_array_unref(club->mails);
    g_hash_table_unref(club->told);
    g_hash_table_unref(club->ids);
    memset(club, 0, sizeof *club);
}

// ---- mails in ----------------------------------------------------------------------------------

void club_drop(struct club *club, const char *bytes, gsize len)
{
    g_autofree char *name =
        g_strdup_printf("mail/in/new/%" G_GINT64_FORMAT ".%05u", club->now, ++club->written);
    assert_true(g_file_set_contents(club_path(club, name), bytes, (gssize)len, NULL));
}

static void append_quote(GString *out, const struct club_mail *mail)
{
    g_auto(GStrv) lines = g_strsplit(mail->parts->text ? mail->parts->text : "", "\n", -1);
    g_string_append(out, "\nOn Mon, 30 Nov 2026 at 09:00, Referee wrote:\n");
    for (char **line = lines; *line; line++)
        g_string_append_printf(out, "> %s\n", *line);
}

static void append_ids(GString *out, const struct club_mail *mail)
{
    g_string_append_printf(out, "In-Reply-To: %s\nReferences:", mail->parts->message_id);
    for (guint i = 0; i < mail->parts->references->len; i++)
        g_string_append_printf(out, " %s", (char *)mail->parts->references->pdata[i]);
    g_string_append_printf(out, " %s\n", mail->parts->message_id);
}

void club_send(struct club *club, const struct club_letter *letter)
{
    const struct club_mail *reply = letter->reply;
    unsigned places = letter->places ? letter->places : CLUB_EVERYWHERE;
    gboolean tagged = reply && places & CLUB_TO && reply->parts->reply_to;
    g_autoptr(GString) out = g_string_new(NULL);
    g_string_append_printf(out, "From: <%s>\nTo: <%s>\nSubject: Re: 23\n", letter->from,
                           tagged ? reply->parts->reply_to : REFEREE);
    if (letter->id)
        g_string_append_printf(out, "Message-ID: %s\n", letter->id);
    else
        g_string_append_printf(out, "Message-ID: <%u.%s>\n", club->written + 1, letter->from);
    if (reply && places & CLUB_IDS)
        append_ids(out, reply);
    g_string_append_printf(out,
                           "Date: Mon, 30 Nov 2026 08:00:00 +0000\n%sMIME-Version: 1.0\n"
                           "Content-Type: %s\nContent-Transfer-Encoding: 8bit\n\n%s\n",
                           letter->headers ? letter->headers : "",
                           letter->type ? letter->type : "text/plain; charset=utf-8", letter->body);
    if (letter->quote)
        g_string_append_printf(out, "\n%s", letter->quote);
    else if (reply && places & CLUB_QUOTE)
        append_quote(out, reply);
    club_drop(club, out->str, out->len);
}

void club_says(struct club *club, const char *from, const char *body)
{
    club_letter(club, from, body);
}

void club_answers(struct club *club, const char *from, const char *body)
{
    club_letter(club, from, body, .reply = club_last(club, from));
}

// ---- runs --------------------------------------------------------------------------------------

gboolean club_try(struct club *club, GError **error)
{
    struct desk desk = {0};
    club->result = (struct tick_result){0};
    int lock = tick_lock(club->dir, error);
    gboolean done = lock >= 0 && desk_open(&desk, club->dir, club->now, error) &&
                    tick_run(&desk, &club->result, error);
    desk_close(&desk);
    if (lock >= 0)
        close(lock);
    club_gather(club);
    return done;
}

guint club_tick(struct club *club)
{
    g_autoptr(GError) error = NULL;
    guint before = club->mails->len;
    if (!club_try(club, &error))
        fail_msg("a run failed: %s", error ? error->message : "another one is under way");
    return club->mails->len - before;
}

void club_hours(struct club *club, guint hours)
{
    for (guint i = 0; i < hours; i++) {
        club->now += CLUB_HOUR;
        club_tick(club);
    }
}

void club_move(struct club *club, const char *from, const char *body)
{
    club_answers(club, from, body);
    club_tick(club);
}

void club_confirms(struct club *club, const char *from, const char *body)
{
    club_move(club, from, body);
    club_expect(club, from, "ask", "This can't be undone, so I ask once more.");
    club_move(club, from, "yes");
}

// ---- the program -------------------------------------------------------------------------------

GString *club_out, *club_err;

static GString *take_file(GString *old, const char *path)
{
    g_autofree char *text = NULL;
    gsize len = 0;
    if (old)
        g_string_free(old, TRUE);
    assert_true(g_file_get_contents(path, &text, &len, NULL));
    unlink(path);
    return g_string_new_len(text, (gssize)len);
}

// In the child: never returns.
static void become(char **argv, const char *in, const char *out, const char *err,
                   const char *environment)
{
    int fds[3] = {open(in, O_RDONLY), open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600),
                  open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600)};
    for (int i = 0; i < 3; i++)
        if (fds[i] < 0 || dup2(fds[i], i) < 0)
            _exit(126);
    g_auto(GStrv) pair = g_strsplit(environment ? environment : "", "=", 2);
    if (pair[0] && pair[1])
        g_setenv(pair[0], pair[1], TRUE);
    execv(argv[0], argv);
    _exit(127);
}

int club_program(struct club *club, const char *words, const char *input, gssize len,
                 const char *environment)
{
    const char *build = g_getenv("BUILD");
    char now[32];
    g_autoptr(GDateTime) when = g_date_time_new_from_unix_utc(club->now);
    g_autofree char *time = g_date_time_format(when, "%Y-%m-%dT%H:%M:%SZ");
    g_strlcpy(now, time, sizeof now);
    g_autofree char *all = g_strdup_printf("%s/referee23 -C %s --now %s %s",
                                           build ? build : "build", club->dir, now, words);
    g_autofree char *in = g_strconcat(club->dir, ".in", NULL);
    g_autofree char *out = g_strconcat(club->dir, ".out", NULL);
    g_autofree char *err = g_strconcat(club->dir, ".err", NULL);
    g_auto(GStrv) argv = g_strsplit(all, " ", -1);
    assert_true(g_file_set_contents(in, input ? input : "", input ? len : 0, NULL));
    int status;
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        become(argv, in, out, err, environment);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    unlink(in);
    club_out = take_file(club_out, out);
    club_err = take_file(club_err, err);
    club_gather(club);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
