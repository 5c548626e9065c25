// SPDX-License-Identifier: MIT
// Handing over to a program that speaks like sendmail: the envelope as arguments, the mail on its
// standard input, its exit status the answer (sysexits.h).
//
// No shell, and -- before the recipient: an address is never an option. Such a program may leave
// one behind that keeps our pipe open, so its own end counts, not the pipe's.
#include "base/fault.h"
#include "mail/post_transport.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
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

// A running program and our ends of its pipes (-1: closed).
struct run {
    pid_t pid;
    int in, out;
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

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

// Starts argv with in as its standard input and out for all it says, in a group of its own.
static int spawn(struct run *run, char *const *argv, int in, int out)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t normal;
    sigemptyset(&normal);
    sigaddset(&normal, SIGPIPE); // we ignore it; the program must not
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigdefault(&how, &normal);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int problem = posix_spawn(&run->pid, argv[0], &files, &how, argv, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return problem;
}

// 0, or an errno.
static int start(struct run *run, char *const *argv)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    int problem = 0;
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 ||
        fcntl(in[1], F_SETFL, O_NONBLOCK) != 0 || fcntl(out[0], F_SETFL, O_NONBLOCK) != 0)
        problem = errno;
    else
        problem = spawn(run, argv, in[0], out[1]);
    close_end(&in[0]);
    close_end(&out[1]);
    run->in = in[1];
    run->out = out[0];
    if (problem) {
        close_end(&run->in);
        close_end(&run->out);
    }
    return problem;
}

static void feed(struct run *run)
{
    ssize_t n = write(run->in, run->bytes, run->len);
    if (n > 0) {
        run->bytes += n;
        run->len -= (gsize)n;
    }
    if (run->len == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        close_end(&run->in);
}

static void drain(struct run *run)
{
    char buffer[1024];
    ssize_t n = read(run->out, buffer, sizeof buffer);
    if (n > 0 && run->output->len < OUTPUT_MAX)
        g_string_append_len(run->output, buffer, n);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        close_end(&run->out);
}

static gboolean has_ended(struct run *run)
{
    pid_t pid = waitpid(run->pid, &run->status, WNOHANG);
    if (pid < 0 && errno != EINTR)
        run->status = EX_OSERR << 8; // somebody else reaped it: nothing is known
    return pid == run->pid || (pid < 0 && errno != EINTR);
}

// Feeds it and listens until it has ended; FALSE: it took too long and was killed.
static gboolean wait_for(struct run *run, gint64 seconds)
{
    const gint64 until = g_get_monotonic_time() + seconds * G_USEC_PER_SEC;
    int nap = 1; // milliseconds; only where the pipes don't wake us
    while (!has_ended(run)) {
        if (g_get_monotonic_time() >= until) {
            kill(-run->pid, SIGKILL);
            while (waitpid(run->pid, &run->status, 0) < 0 && errno == EINTR)
                continue;
            return FALSE;
        }
        struct pollfd ends[2] = {{.fd = run->in, .events = POLLOUT},
                                 {.fd = run->out, .events = POLLIN}};
        int n = poll(ends, 2, nap);
        nap = n > 0 ? 1 : MIN(nap * 2, 100);
        if (ends[0].revents)
            feed(run);
        if (ends[1].revents)
            drain(run);
    }
    for (int i = 0; i < 8 && run->out >= 0; i++)
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

    struct run run = {.pid = -1};
    run.bytes = g_bytes_get_data(letter->bytes, &run.len);
    fault_step("post:sendmail-before");
    int problem = start(&run, (char *const *)argv->pdata);
    if (problem) {
        *out_detail = g_strdup_printf("%s: %s", to->words[0], g_strerror(problem));
        return POST_DOWN;
    }
    run.output = g_string_new(NULL);
    gboolean in_time = wait_for(&run, to->seconds);
    close_end(&run.in);
    close_end(&run.out);
    fault_step("post:sendmail-after");
    enum post_outcome outcome = judge(&run, in_time, out_detail);
    g_string_free(run.output, TRUE);
    return outcome;
}

const struct post_transport post_sendmail = {
    .name = "sendmail", .open = sendmail_open, .send = sendmail_send, .close = sendmail_close};
