// SPDX-License-Identifier: MIT
// See passphrase.h. The terminal is /dev/tty, whatever standard input and output are.
#include "player/passphrase.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { CTRL_C = 3 };

GQuark passphrase_error_quark(void)
{
    return g_quark_from_static_string("passphrase-error");
}

static void set_wrong(GError **error, enum passphrase_error code, const char *why)
{
    g_set_error_literal(error, PASSPHRASE_ERROR, (gint)code, why);
}

void passphrase_free(char *passphrase)
{
    if (passphrase)
        sodium_memzero(passphrase, strlen(passphrase));
    g_free(passphrase);
}

// Reads up to a line end or the end of input, byte by byte: what follows is another's. The line, or
// NULL with errno set, or 0 when it is too long or holds a NUL. *out_ended: no line end came.
static char *read_line(int fd, gboolean *out_ended)
{
    char line[PASSPHRASE_MAX + 2];
    gsize len = 0;
    char c = '\0';
    gssize n;
    *out_ended = TRUE;
    do {
        n = read(fd, &c, 1);
        *out_ended = n <= 0;
        if (n == 1 && c != '\n')
            line[len++] = c;
    } while ((n == 1 && c != '\n' && len <= PASSPHRASE_MAX) || (n < 0 && errno == EINTR));
    char *result = NULL;
    if (n >= 0) {
        errno = 0;
        if (len > 0 && line[len - 1] == '\r')
            len--;
        if (len <= PASSPHRASE_MAX && !memchr(line, '\0', len))
            result = g_strndup(line, len);
    }
    sodium_memzero(line, sizeof line);
    return result;
}

// ---- scripts -----------------------------------------------------------------------------------

char *passphrase_from(const char *path, int fd, GError **error)
{
    int from = path ? open(path, O_RDONLY | O_CLOEXEC) : fd;
    gboolean ended;
    char *line = from < 0 ? NULL : read_line(from, &ended);
    int saved = errno;
    if (path && from >= 0)
        close(from);
    if (line && *line)
        return line;
    if (line || saved == 0)
        set_wrong(error, PASSPHRASE_ERROR_WRONG, "no passphrase of 1 to 1023 bytes is there");
    else
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(saved),
                    "the passphrase can't be read: %s", g_strerror(saved));
    passphrase_free(line);
    return NULL;
}

// ---- the terminal ------------------------------------------------------------------------------

struct terminal {
    int fd;
    struct termios before;
    sigset_t mask;
};

// While nothing is echoed no signal may end the process: the keys that send one are plain keys then
// (Ctrl-C ends the line), and the others wait.
static gboolean make_silent(struct terminal *terminal)
{
    terminal->fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal->fd < 0 || tcgetattr(terminal->fd, &terminal->before) < 0) {
        if (terminal->fd >= 0)
            close(terminal->fd);
        return FALSE;
    }
    sigset_t late;
    sigemptyset(&late);
    sigaddset(&late, SIGINT);
    sigaddset(&late, SIGQUIT);
    sigaddset(&late, SIGTSTP);
    sigaddset(&late, SIGTERM);
    sigaddset(&late, SIGHUP);
    sigaddset(&late, SIGALRM);
    sigprocmask(SIG_BLOCK, &late, &terminal->mask);
    struct termios silent = terminal->before;
    silent.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL | ISIG);
    silent.c_lflag |= ICANON;
    silent.c_cc[VEOL] = CTRL_C;
    tcsetattr(terminal->fd, TCSAFLUSH, &silent);
    return TRUE;
}

static void make_as_before(struct terminal *terminal)
{
    tcsetattr(terminal->fd, TCSAFLUSH, &terminal->before);
    close(terminal->fd);
    sigprocmask(SIG_SETMASK, &terminal->mask, NULL);
}

static void say(int fd, const char *text)
{
    gssize n = write(fd, text, strlen(text));
    (void)n; // a question that can't be shown will not be answered
}

// Ctrl-C doesn't end the line that read_line reads, so the line is looked at as it comes.
static char *ask_once(const char *prompt, GError **error)
{
    struct terminal terminal;
    if (!make_silent(&terminal)) {
        set_wrong(error, PASSPHRASE_ERROR_NO_TERMINAL,
                  "there is no terminal to ask for the passphrase; use --passphrase-file");
        return NULL;
    }
    say(terminal.fd, prompt);
    char typed[PASSPHRASE_MAX + 1];
    gssize n;
    do
        n = read(terminal.fd, typed, sizeof typed);
    while (n < 0 && errno == EINTR);
    say(terminal.fd, "\n");
    make_as_before(&terminal);
    char *answer = NULL;
    if (n > 0 && typed[n - 1] == '\n')
        answer = g_strndup(typed, (gsize)n - 1);
    else if (n == (gssize)sizeof typed)
        set_wrong(error, PASSPHRASE_ERROR_WRONG, "that passphrase is too long");
    else
        set_wrong(error, PASSPHRASE_ERROR_CANCELLED, "cancelled");
    sodium_memzero(typed, sizeof typed);
    return answer;
}

char *passphrase_ask(const char *prompt, gboolean is_new, GError **error)
{
    char *first = ask_once(prompt, error);
    if (!first)
        return NULL;
    if (is_new && *first == '\0')
        set_wrong(error, PASSPHRASE_ERROR_WRONG,
                  "an empty passphrase protects nothing; --no-passphrase makes a key without one");
    if (!is_new)
        return first;
    char *second = *first ? ask_once("Once more: ", error) : NULL;
    gboolean same = second && strcmp(first, second) == 0;
    if (second && !same)
        set_wrong(error, PASSPHRASE_ERROR_WRONG, "the two are not the same");
    passphrase_free(second);
    if (same)
        return first;
    passphrase_free(first);
    return NULL;
}

gboolean passphrase_can_ask(void)
{
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

gboolean passphrase_confirm(const char *question)
{
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return FALSE;
    say(fd, question);
    say(fd, " [y/N] ");
    gboolean ended;
    char *answer = read_line(fd, &ended);
    close(fd);
    gboolean yes = answer && !ended &&
                   (g_ascii_strcasecmp(g_strstrip(answer), "y") == 0 ||
                    g_ascii_strcasecmp(answer, "yes") == 0);
    g_free(answer);
    return yes;
}
