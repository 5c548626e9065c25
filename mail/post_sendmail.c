// SPDX-License-Identifier: MIT
// Handing over to a program that speaks like sendmail: the envelope as arguments, the mail on its
// standard input, its exit status the answer (sysexits.h).
//
// No shell, and -- before the recipient: an address is never an option. Such a program may leave
// one behind that keeps our pipe open, so its own end counts, not the pipe's.
#include "base/fault.h"
#include "base/spawn.h"
#include "mail/post_transport.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

enum { SECONDS_DEFAULT = 60, SECONDS_MAX = 240, WORDS_MAX = 32, OUTPUT_MAX = 1000 };

enum { NOT_STARTED = 126, NOT_FOUND = 127 }; // what shells and env end with

struct sendmail {
    char *words[WORDS_MAX + 1];
    gint64 seconds;
};

// A running program.
struct run {
    struct spawn at;
    const guint8 *bytes; // still to be written
    gsize len;
    GString *output;
    int status; // once it has ended
};

static void sendmail_close(gpointer self)
{
    struct sendmail *to = self;
    for (guint i = 0; to->words[i]; i++)
        g_free(to->words[i]);
    g_free(to);
}

static gboolean read_command(struct sendmail *to, const json_t *command)
{
    gsize n = json_array_size(command);
    if (n == 0 || n > WORDS_MAX)
        return FALSE;
    for (gsize i = 0; i < n; i++) {
        const char *word = json_string_value(json_array_get(command, i));
        if (!word)
            return FALSE;
        to->words[i] = g_strdup(word);
    }
    return to->words[0][0] == '/';
}

static gpointer sendmail_open(const json_t *config, const char *host, GError **error)
{
    (void)host;
    struct sendmail *to = g_new0(struct sendmail, 1);
    const json_t *seconds = json_object_get(config, "seconds");
    to->seconds = seconds ? json_integer_value(seconds) : SECONDS_DEFAULT;
    if (!read_command(to, json_object_get(config, "command")))
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                            "\"command\" must be an absolute path and its arguments");
    else if (to->seconds < 1 || to->seconds > SECONDS_MAX)
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "\"seconds\" is out of range");
    else if (access(to->words[0], X_OK) != 0)
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "%s: %s", to->words[0],
                    g_strerror(errno));
    else
        return to;
    sendmail_close(to);
    return NULL;
}

static void feed(struct run *run)
{
    ssize_t n = write(run->at.in, run->bytes, run->len);
    if (n > 0) {
        run->bytes += n;
        run->len -= (gsize)n;
    }
    if (run->len == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        spawn_close(&run->at.in);
}

static void drain(struct run *run)
{
    char buffer[1024];
    ssize_t n = read(run->at.out, buffer, sizeof buffer);
    if (n > 0 && run->output->len < OUTPUT_MAX)
        g_string_append_len(run->output, buffer, n);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        spawn_close(&run->at.out);
}

static gboolean has_ended(struct run *run)
{
    pid_t pid = waitpid(run->at.pid, &run->status, WNOHANG);
    if (pid < 0 && errno != EINTR)
        run->status = EX_OSERR << 8; // somebody else reaped it: nothing is known
    return pid == run->at.pid || (pid < 0 && errno != EINTR);
}

// Feeds it and listens until it has ended; FALSE: it took too long and was killed.
static gboolean wait_for(struct run *run, gint64 seconds)
{
    const gint64 until = g_get_monotonic_time() + seconds * G_USEC_PER_SEC;
    int nap = 1; // milliseconds; only where the pipes don't wake us
    while (!has_ended(run)) {
        if (g_get_monotonic_time() >= until) {
            kill(-run->at.pid, SIGKILL);
            while (waitpid(run->at.pid, &run->status, 0) < 0 && errno == EINTR)
                continue;
            return FALSE;
        }
        struct pollfd ends[2] = {{.fd = run->at.in, .events = POLLOUT},
                                 {.fd = run->at.out, .events = POLLIN}};
        int n = poll(ends, 2, nap);
        nap = n > 0 ? 1 : MIN(nap * 2, 100);
        if (ends[0].revents)
            feed(run);
        if (ends[1].revents)
            drain(run);
    }
    for (int i = 0; i < 8 && run->at.out >= 0; i++)
        drain(run); // what is still in the pipe, at most
    return TRUE;
}

// What a status says of the mail, or of the program itself.
static enum post_outcome outcome_of(int code)
{
    switch (code) {
    case EX_NOUSER:
        return POST_REFUSED;
    case EX_DATAERR:
        return POST_NEVER;
    case EX_TEMPFAIL: // its queue can't be written
    case EX_OSERR:
    case EX_OSFILE:
    case EX_CANTCREAT:
    case EX_IOERR:
    case EX_NOPERM:
    case EX_CONFIG:
    case NOT_STARTED:
    case NOT_FOUND:
        return POST_DOWN;
    default:
        return POST_LATER;
    }
}

static enum post_outcome judge(const struct run *run, gboolean in_time, char **out_detail)
{
    const char *said = run->output->str;
    const char *part = run->output->len > 0 ? ": " : "";
    if (!in_time) {
        *out_detail = g_strdup_printf("the program took too long%s%s", part, said);
        return POST_LATER;
    }
    if (!WIFEXITED(run->status)) {
        *out_detail = g_strdup_printf("the program was ended by signal %d%s%s",
                                      WTERMSIG(run->status), part, said);
        return POST_LATER;
    }
    int code = WEXITSTATUS(run->status);
    if (code == EX_OK && run->len == 0)
        return POST_SENT;
    *out_detail =
        g_strdup_printf("the program ended with %d%s%s%s", code,
                        code == EX_OK ? " before it had read the whole mail" : "", part, said);
    return code == EX_OK ? POST_LATER : outcome_of(code);
}

static enum post_outcome sendmail_send(gpointer self, const struct post_letter *letter,
                                       char **out_detail)
{
    const struct sendmail *to = self;
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    for (guint i = 0; to->words[i]; i++)
        g_ptr_array_add(argv, to->words[i]);
    const char *const more[] = {"-i", "-f", letter->from, "--", letter->to, NULL};
    for (guint i = 0; i < G_N_ELEMENTS(more); i++)
        g_ptr_array_add(argv, (gpointer)more[i]);

    struct run run = {0};
    run.bytes = g_bytes_get_data(letter->bytes, &run.len);
    fault_step("post:sendmail-before");
    int problem = spawn_start(&run.at, (const char *const *)argv->pdata, SPAWN_STRANGE);
    if (problem) {
        *out_detail = g_strdup_printf("%s: %s", to->words[0], g_strerror(problem));
        return POST_DOWN;
    }
    run.output = g_string_new(NULL);
    gboolean in_time = wait_for(&run, to->seconds);
    spawn_close(&run.at.in);
    spawn_close(&run.at.out);
    fault_step("post:sendmail-after");
    enum post_outcome outcome = judge(&run, in_time, out_detail);
    g_string_free(run.output, TRUE);
    return outcome;
}

const struct post_transport post_sendmail = {
    .name = "sendmail", .open = sendmail_open, .send = sendmail_send, .close = sendmail_close};
