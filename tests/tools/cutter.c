// SPDX-License-Identifier: MIT
// A wire between a client and a real mail server that can be cut: for tests of connections that
// break, and for counting what goes over it.
//
//   cutter DIR PORT
//
// Listens on a free port of 127.0.0.1, writes its number to DIR/port, and carries every connection
// to PORT, one after the other, line by line of the client. At each connection it reads DIR/rule:
//
//   before N    cut when the client has sent its Nth line, which the server doesn't get
//   after N     the server gets it, and the client not a byte of the answer
//
// Else, or without that file, nothing is cut. After each connection a line is appended to DIR/log:
// the client's lines and the server's bytes. It ends when whoever started it does.
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct wire {
    int client, server;
    long lines, bytes;
    char rule[16];
    long at; // 0: never
};

static char path[4096];

static const char *in_dir(const char *dir, const char *name)
{
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return path;
}

static int die(const char *what)
{
    perror(what);
    exit(1);
}

static int listen_somewhere(const char *dir)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof here;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&here, len) != 0 || listen(fd, 10) != 0 ||
        getsockname(fd, (struct sockaddr *)&here, &len) != 0)
        return die("listen");
    FILE *file = fopen(in_dir(dir, "port"), "w");
    if (!file || fprintf(file, "%d\n", ntohs(here.sin_port)) < 0 || fclose(file) != 0)
        return die(path);
    return fd;
}

static int connect_to(long port)
{
    struct sockaddr_in there = {.sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                .sin_port = htons((unsigned short)port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&there, sizeof there) != 0) {
        perror("connect");
        close(fd);
        return -1;
    }
    return fd;
}

static void read_rule(const char *dir, struct wire *wire)
{
    FILE *file = fopen(in_dir(dir, "rule"), "r");
    char line[64] = "";
    if (file && fgets(line, sizeof line, file)) {
        char *blank = strchr(line, ' ');
        if (blank) {
            wire->at = strtol(blank + 1, NULL, 10);
            snprintf(wire->rule, sizeof wire->rule, "%.*s", (int)(blank - line), line);
        }
    }
    if (file)
        fclose(file);
}

static int put(int fd, const char *bytes, ssize_t len)
{
    while (len > 0) {
        ssize_t n = send(fd, bytes, (size_t)len, MSG_NOSIGNAL);
        if (n <= 0)
            return 0;
        bytes += n;
        len -= n;
    }
    return 1;
}

// Lets the server do what it was told, and swallows its answer.
static int wait_and_cut(struct wire *wire)
{
    struct pollfd end = {.fd = wire->server, .events = POLLIN};
    poll(&end, 1, 5000);
    return 0;
}

// Bytes of the client up to the end of a line, or what there is of it. 0: the wire is cut or gone.
static int carry_line(struct wire *wire)
{
    char bytes[65536];
    ssize_t n = recv(wire->client, bytes, sizeof bytes, MSG_PEEK);
    if (n <= 0)
        return 0;
    const char *lf = memchr(bytes, '\n', (size_t)n);
    n = recv(wire->client, bytes, lf ? (size_t)(lf + 1 - bytes) : (size_t)n, 0);
    if (n <= 0)
        return 0;
    wire->lines += lf != NULL;
    int now = lf && wire->lines == wire->at;
    if (now && strcmp(wire->rule, "before") == 0)
        return 0;
    if (!put(wire->server, bytes, n))
        return 0;
    return now && strcmp(wire->rule, "after") == 0 ? wait_and_cut(wire) : 1;
}

static int carry_back(struct wire *wire)
{
    char bytes[65536];
    ssize_t n = recv(wire->server, bytes, sizeof bytes, 0);
    if (n <= 0)
        return 0;
    wire->bytes += n;
    return put(wire->client, bytes, n);
}

static void carry(struct wire *wire)
{
    for (;;) {
        struct pollfd ends[2] = {{.fd = wire->client, .events = POLLIN},
                                 {.fd = wire->server, .events = POLLIN}};
        if (poll(ends, 2, -1) < 0)
            return;
        // What the server has said before comes before what the client says now.
        if (ends[1].revents && !carry_back(wire))
            return;
        if (!ends[1].revents && ends[0].revents && !carry_line(wire))
            return;
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s DIR PORT\n", argv[0]);
        return 2;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int fd = listen_somewhere(argv[1]);
    for (;;) {
        struct wire wire = {.client = accept(fd, NULL, NULL)};
        if (wire.client < 0)
            return die("accept");
        wire.server = connect_to(strtol(argv[2], NULL, 10));
        read_rule(argv[1], &wire);
        if (wire.server >= 0)
            carry(&wire);
        close(wire.client);
        close(wire.server);
        FILE *log = fopen(in_dir(argv[1], "log"), "a");
        if (!log || fprintf(log, "%ld %ld\n", wire.lines, wire.bytes) < 0 || fclose(log) != 0)
            return die(path);
    }
}
