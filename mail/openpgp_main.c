// SPDX-License-Identifier: MIT
// libexec/openpgp: a question comes in, an answer goes out. See openpgp.h.
//
// This process only passes both on: what reads them is a child of it, shut in, and killed with all
// that it started when it takes too long; then its folder is removed.
#include "mail/openpgp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/frame.h"
#include "base/write_all.h"
#include "mail/openpgp_gpg.h"
#include "mail/openpgp_home.h"
#include "mail/openpgp_question.h"
#include "mail/openpgp_walls.h"

static gboolean answer(const json_t *object)
{
    g_autoptr(GError) error = NULL;
    char *text = json_dumps(object, JSON_COMPACT);
    gboolean good = text && frame_write(STDOUT_FILENO, text, strlen(text), &error);
    free(text);
    return good;
}

static json_t *trouble(const char *what)
{
    return json_pack("{s:n, s:s}", "fault", "trouble", what);
}

// One that has a fault and nothing else, whatever was asked.
static json_t *no_answer(const char *fault)
{
    return json_pack("{s:s, s:s, s:s, s:b, s:s, s:s}", "fault", fault, "fingerprint", "", "public",
                     "", "encrypts", 0, "text", "", "armor", "");
}

// ---- shut in -----------------------------------------------------------------------------------

// In the child. What GnuPG would say on standard error is in the words of strangers.
static void work(const char *home, const char *gpg, const json_t *question, int out)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    if (!openpgp_walls_close(home, gpg))
        _exit(EX_OSERR);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, STDERR_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
        _exit(EX_OSERR);
    struct openpgp_ring ring;
    g_autoptr(GError) error = NULL;
    json_t *said = openpgp_ring_open(&ring, gpg, home, &error)
                       ? openpgp_question_answer(&ring, question)
                       : trouble(error->message);
    openpgp_ring_close(&ring);
    _exit(answer(said) ? EX_OK : EX_IOERR);
}

// All that comes until the other side ends; NULL when that takes too long, or it is too much.
static GByteArray *read_all(int fd)
{
    const gint64 until = g_get_monotonic_time() + (gint64)OPENPGP_SECONDS * G_USEC_PER_SEC;
    g_autoptr(GByteArray) all = g_byte_array_new();
    for (;;) {
        guint8 some[8192];
        gint64 left = (until - g_get_monotonic_time()) / 1000;
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        int n = left > 0 ? poll(&ready, 1, (int)left) : 0;
        if (n < 0 && errno == EINTR)
            continue;
        ssize_t got = n > 0 ? read(fd, some, sizeof some) : -1;
        if (got == 0)
            return g_steal_pointer(&all);
        if (got < 0 || all->len + (gsize)got > OPENPGP_FRAME_MAX)
            return NULL;
        g_byte_array_append(all, some, (guint)got);
    }
}

// What the child says, or that it said nothing: a whole frame, to be passed on as it is.
static GByteArray *ask(const char *home, const char *gpg, const json_t *question, int *out_status)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        work(home, gpg, question, ends[1]);
    close(ends[1]);
    GByteArray *said = pid > 0 ? read_all(ends[0]) : NULL;
    close(ends[0]);
    *out_status = -1;
    if (pid > 0) {
        if (!said)
            kill(pid, SIGKILL);
        kill(-pid, SIGKILL);
        waitpid(pid, out_status, 0);
    }
    return said;
}

// ------------------------------------------------------------------------------------------------

// A question that kills whoever reads it, or keeps it, is as wrong as one can be; what was asked
// about a mail of our own is another matter.
static json_t *unanswered(const json_t *question, int status)
{
    const char *asked = json_string_value(json_object_get(question, "ask"));
    if (WIFEXITED(status))
        return trouble("the walls around GnuPG can't be closed");
    if (g_strcmp0(asked, "encrypt") == 0)
        return trouble("GnuPG took too long");
    return no_answer(g_strcmp0(asked, "key") == 0 ? "broken" : "wrong");
}

static gboolean serve(const json_t *question, const char *gpg)
{
    g_autoptr(GError) error = NULL;
    json_int_t now = json_integer_value(json_object_get(question, "now"));
    g_autofree char *home = openpgp_home_make(now, &error);
    int status = 0;
    g_autoptr(GByteArray) said = home ? ask(home, gpg, question, &status) : NULL;
    if (home)
        openpgp_home_remove(home);
    if (said && said->len > 0)
        return write_all(STDOUT_FILENO, said->data, said->len);
    json_auto_t *none = error ? trouble(error->message) : unanswered(question, status);
    return answer(none);
}

// What the walls forbid, and what has to be possible within them.
static int test(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *gpg = g_find_program_in_path("gpg");
    g_autofree char *home = gpg ? openpgp_home_make(0, &error) : NULL;
    int status = 1;
    if (!home) {
        puts(error ? error->message : "there is no gpg");
        return 1;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        struct openpgp_ring ring = {0};
        gboolean good = openpgp_walls_test(home, gpg);
        gboolean works = good && openpgp_ring_open(&ring, gpg, home, &error) &&
                         g_strcmp0(openpgp_ring_add(&ring, "no key", 6), "broken") == 0;
        printf("gpg inside: %s\n", works ? "works" : error ? error->message : "doesn't work");
        fflush(stdout);
        _exit(works ? 0 : 1);
    }
    waitpid(pid, &status, 0);
    openpgp_home_remove(home);
    return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int count, char **arguments)
{
    (void)signal(SIGPIPE, SIG_IGN);
    if (count == 2 && strcmp(arguments[1], "--self-test") == 0)
        return test();
    if (count != 1) {
        fputs("openpgp is run by referee23; usage: openpgp [--self-test]\n", stderr);
        return EX_USAGE;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) frame = frame_read(STDIN_FILENO, OPENPGP_FRAME_MAX, &error);
    if (!frame) {
        fprintf(stderr, "openpgp: %s\n", error ? error->message : "nothing was asked");
        return EX_IOERR;
    }
    gsize len;
    const char *bytes = g_bytes_get_data(frame, &len);
    json_auto_t *question = json_loadb(bytes, len, JSON_REJECT_DUPLICATES, NULL);
    g_autofree char *gpg = g_find_program_in_path("gpg");
    if (!openpgp_question_holds(question)) {
        fputs("openpgp: this is no question\n", stderr);
        return EX_DATAERR;
    }
    json_auto_t *absent = no_answer("absent");
    return (gpg ? serve(question, gpg) : answer(absent)) ? EX_OK : EX_IOERR;
}
