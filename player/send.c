// SPDX-License-Identifier: MIT
// See send.h.
#include "player/send.h"

#include "base/fault.h"
#include "base/write_all.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

GQuark send_error_quark(void)
{
    return g_quark_from_static_string("send-error");
}

// The exit status of a program that reads a mail (sysexits.h): 75 asks to be tried again.
static gboolean judge(int status, gboolean fed, const char *program, GError **error)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == EX_OK && fed)
        return TRUE;
    gboolean refused =
        WIFEXITED(status) && WEXITSTATUS(status) != EX_OK && WEXITSTATUS(status) != EX_TEMPFAIL;
    if (refused)
        g_set_error(error, SEND_ERROR, SEND_ERROR_NEVER, "%s refuses the mail (its status is %d)",
                    program, WEXITSTATUS(status));
    else
        g_set_error(error, SEND_ERROR, SEND_ERROR_LATER,
                    "%s has not taken the mail; try again later", program);
    return FALSE;
}

static GPtrArray *command(const char *const *argv, const char *from, const char *to)
{
    GPtrArray *words = g_ptr_array_new();
    for (gsize i = 0; argv[i]; i++)
        g_ptr_array_add(words, (gpointer)argv[i]);
    const char *const rest[] = {"-i", "-f", from, "--", to, NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(rest); i++)
        g_ptr_array_add(words, (gpointer)rest[i]);
    return words;
}

gboolean send_mail(const char *const *argv, const char *from, const char *to, const char *mail,
                   GError **error)
{
    g_autoptr(GPtrArray) words = command(argv, from, to);
    g_autoptr(GError) failure = NULL;
    GPid pid;
    int in;
    fault_step("player:before-send");
    if (!g_spawn_async_with_pipes(NULL, (char **)words->pdata, NULL,
                                  G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
                                  NULL, &pid, &in, NULL, NULL, &failure)) {
        g_set_error(error, SEND_ERROR, SEND_ERROR_NEVER, "%s can't be run: %s", argv[0],
                    failure->message);
        return FALSE;
    }
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    gboolean fed = write_all(in, mail, strlen(mail));
    close(in);
    signal(SIGPIPE, before);
    int status;
    while (waitpid(pid, &status, 0) < 0)
        g_assert(errno == EINTR); // it is our child
    fault_step("player:after-send");
    return judge(status, fed, argv[0], error);
}
