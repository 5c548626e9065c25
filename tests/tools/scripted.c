// SPDX-License-Identifier: MIT
// A server that says what a script says: for tests of clients that meet a bad one.
//
//   scripted DIR
//
// Listens on a free port of 127.0.0.1, writes its number to DIR/port, and serves one client after
// the other with the script in DIR/script, read anew each time. Its lines:
//
//   say TEXT       TEXT and CR LF; %t in it is the first word of the line heard last
//   bytes TEXT     TEXT alone
//   fill N TEXT    TEXT, N times
//   hear TEXT      reads a line, which must hold TEXT
//   endless TEXT   TEXT until the client hangs up
//   drip TEXT      one byte of TEXT each 100 ms, over and over, until the client hangs up
//   hang           nothing until the client hangs up
//   drop           hang up
//
// In TEXT \r, \n and \\ stand for what they do in C. At the script's end it hangs up. What it hears
// is appended to DIR/log, a line each, and "?" and the script's line when that wanted another. It
// ends when whoever started it does.
#include <glib.h>

#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct client {
    int fd;
    FILE *in;
    FILE *log;
    char *tag;
};

static gboolean put(const struct client *client, const char *bytes, gsize len)
{
    while (len > 0) {
        ssize_t n = send(client->fd, bytes, len, MSG_NOSIGNAL);
        if (n <= 0)
            return FALSE;
        bytes += n;
        len -= (gsize)n;
    }
    return TRUE;
}

static gboolean say(struct client *client, const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, "%t", -1);
    g_autofree char *all = g_strjoinv(client->tag ? client->tag : "", parts);
    g_autofree char *line = g_strconcat(all, "\r\n", NULL);
    return put(client, line, strlen(line));
}

static gboolean bytes(struct client *client, const char *text)
{
    return put(client, text, strlen(text));
}

static gboolean fill(struct client *client, const char *text)
{
    char *rest;
    gint64 count = g_ascii_strtoll(text, &rest, 10);
    GString *all = g_string_new(NULL);
    for (; count > 0; count--)
        g_string_append(all, *rest ? rest + 1 : "");
    gboolean good = put(client, all->str, all->len);
    g_string_free(all, TRUE);
    return good;
}

static gboolean hear(struct client *client, const char *text)
{
    g_autofree char *line = NULL;
    size_t size = 0;
    char *read = NULL;
    if (getline(&read, &size, client->in) > 0)
        line = g_strchomp(g_strdup(read));
    free(read);
    if (!line)
        return FALSE;
    g_free(client->tag);
    client->tag = g_strndup(line, strcspn(line, " "));
    fprintf(client->log, "%s\n", line);
    if (!strstr(line, text)) {
        fprintf(client->log, "? %s\n", text);
        return FALSE;
    }
    return TRUE;
}

static gboolean endless(struct client *client, const char *text)
{
    while (put(client, text, strlen(text))) {
    }
    return FALSE;
}

// Whether the client has hung up within ms.
static gboolean gone(const struct client *client, int ms)
{
    char rest[4096];
    struct pollfd end = {.fd = client->fd, .events = POLLIN};
    return poll(&end, 1, ms) > 0 && recv(client->fd, rest, sizeof rest, 0) <= 0;
}

static gboolean drip(struct client *client, const char *text)
{
    for (gsize i = 0; !gone(client, 100) && put(client, text + i, 1);)
        i = (i + 1) % strlen(text);
    return FALSE;
}

static gboolean hang(struct client *client, const char *text)
{
    (void)text;
    while (!gone(client, -1)) {
    }
    return FALSE;
}

static gboolean drop(struct client *client, const char *text)
{
    (void)client;
    (void)text;
    return FALSE;
}

// FALSE: it is over with this client.
static gboolean act(struct client *client, const char *line)
{
    static const struct {
        const char *name;
        gboolean (*act)(struct client *client, const char *text);
    } table[] = {{"say", say},         {"bytes", bytes}, {"fill", fill}, {"hear", hear},
                 {"endless", endless}, {"drip", drip},   {"hang", hang}, {"drop", drop}};
    gsize len = strcspn(line, " ");
    g_autofree char *text = g_strcompress(line[len] ? line + len + 1 : "");
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
        if (strlen(table[i].name) == len && strncmp(table[i].name, line, len) == 0)
            return table[i].act(client, text);
    fprintf(client->log, "? %s\n", line);
    return FALSE;
}

static void serve(int fd, const char *dir)
{
    g_autofree char *script = g_build_filename(dir, "script", NULL);
    g_autofree char *log = g_build_filename(dir, "log", NULL);
    g_autofree char *text = NULL;
    struct client client = {fd, fdopen(fd, "r"), fopen(log, "a"), NULL};
    if (!client.in || !client.log || !g_file_get_contents(script, &text, NULL, NULL))
        g_error("%s", dir);
    setvbuf(client.log, NULL, _IOLBF, 0);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        if (**line && !act(&client, *line))
            break;
    fclose(client.in);
    fclose(client.log);
    g_free(client.tag);
}

int main(int argc, char **argv)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof here;
    if (argc != 2) {
        fprintf(stderr, "usage: %s DIR\n", argv[0]);
        return 2;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&here, len) != 0 || listen(fd, 10) != 0 ||
        getsockname(fd, (struct sockaddr *)&here, &len) != 0) {
        perror(argv[0]);
        return 1;
    }
    g_autofree char *path = g_build_filename(argv[1], "port", NULL);
    g_autofree char *port = g_strdup_printf("%d\n", ntohs(here.sin_port));
    if (!g_file_set_contents(path, port, -1, NULL))
        g_error("%s", path);
    for (;;) {
        int client = accept(fd, NULL, NULL);
        if (client < 0)
            return 1;
        serve(client, argv[1]);
    }
}
