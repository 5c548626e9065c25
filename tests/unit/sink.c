// SPDX-License-Identifier: MIT
// See sink.h.
#include "tests/unit/sink.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *read_file(const struct sink *sink, const char *name)
{
    g_autofree char *path = g_build_filename(sink->dir, name, NULL);
    char *text = NULL;
    return g_file_get_contents(path, &text, NULL, NULL) ? text : g_strdup("");
}

void sink_start(struct sink *sink, const char *dir, const char *rules)
{
    const char *build = g_getenv("BUILD");
    g_autofree char *program =
        g_build_filename(build ? build : "build", "tests", "tools", "smtpd", NULL);
    g_autofree char *port = g_build_filename(dir, "port", NULL);
    g_auto(GStrv) parts = g_strsplit(rules, "\n", -1);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    *sink = (struct sink){.dir = g_strdup(dir), .pid = -1};
    unlink(port);
    g_ptr_array_add(argv, program);
    g_ptr_array_add(argv, sink->dir);
    for (char **part = parts; *part; part++)
        if (**part)
            g_ptr_array_add(argv, *part);
    g_ptr_array_add(argv, NULL);
    assert_int_equal(posix_spawn(&sink->pid, program, NULL, NULL, (char **)argv->pdata, environ),
                     0);
    for (int i = 0; i < 1000; i++) {
        sink->port = g_strstrip(read_file(sink, "port"));
        if (*sink->port)
            return;
        g_free(sink->port);
        g_usleep(10000);
    }
    fail_msg("%s doesn't start", program);
}

void sink_stop(struct sink *sink)
{
    if (sink->pid <= 0)
        return;
    kill(sink->pid, SIGTERM);
    waitpid(sink->pid, NULL, 0);
    sink->pid = -1;
}

void sink_clear(struct sink *sink)
{
    sink_stop(sink);
    g_free(sink->dir);
    g_free(sink->port);
    memset(sink, 0, sizeof *sink);
}

char *sink_log(const struct sink *sink)
{
    return read_file(sink, "log");
}

char *sink_mail(const struct sink *sink, guint number)
{
    g_autofree char *name = g_strdup_printf("%u.eml", number);
    return read_file(sink, name);
}

guint sink_mails(const struct sink *sink)
{
    for (guint n = 0;; n++) {
        g_autofree char *mail = sink_mail(sink, n + 1);
        if (!*mail)
            return n;
    }
}

guint sink_count(const char *text, const char *words)
{
    guint n = 0;
    for (const char *at = text; (at = strstr(at, words)); at += strlen(words))
        n++;
    return n;
}
