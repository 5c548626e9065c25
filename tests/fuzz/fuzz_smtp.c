// SPDX-License-Identifier: MIT
// Any bytes as what a submission server says, in one go, from its greeting on; then it is gone. The
// first byte says how many mails are handed to it, and whether it has to be asked for a login. Each
// mail comes to an outcome, in time, and none is taken for sent that wasn't.
#include "mail/post_transport.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int port;
static struct {
    GMutex lock;
    const uint8_t *data;
    size_t size;
} said;

// Says it all, and listens to the end.
static void serve(int fd)
{
    char heard[4096];
    g_mutex_lock(&said.lock);
    for (size_t at = 0; at < said.size;) {
        ssize_t n = send(fd, said.data + at, said.size - at, MSG_NOSIGNAL);
        if (n <= 0)
            break;
        at += (size_t)n;
    }
    g_mutex_unlock(&said.lock);
    shutdown(fd, SHUT_WR);
    while (read(fd, heard, sizeof heard) > 0)
        ;
    close(fd);
}

static gpointer server(gpointer data)
{
    int listener = GPOINTER_TO_INT(data);
    for (;;) {
        int fd = accept(listener, NULL, NULL);
        if (fd >= 0)
            serve(fd);
    }
    return NULL;
}

static void start(void)
{
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof any;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    g_assert(fd >= 0 && bind(fd, (struct sockaddr *)&any, len) == 0 && listen(fd, 8) == 0);
    g_assert(getsockname(fd, (struct sockaddr *)&any, &len) == 0);
    port = ntohs(any.sin_port);
    g_thread_unref(g_thread_new("server", server, GINT_TO_POINTER(fd)));
}

static void set_said(const uint8_t *data, size_t size)
{
    g_mutex_lock(&said.lock);
    said.data = data;
    said.size = size;
    g_mutex_unlock(&said.lock);
}

static gboolean says_250(const uint8_t *data, size_t size)
{
    return memmem(data, size, "25", 2) != NULL;
}

static void hand_over(gpointer transport, guint mails, gboolean may_be_sent)
{
    static const char message[] = "Subject: x\n\n.\n..\nQUIT\n";
    g_autoptr(GBytes) bytes = g_bytes_new_static(message, sizeof message - 1);
    struct post_letter letter = {1, 0, "referee@play.example.org", "anna@example.org", bytes};
    for (guint i = 0; i < mails; i++) {
        g_autofree char *detail = NULL;
        enum post_outcome outcome = post_smtp.send(transport, &letter, &detail);
        g_assert(outcome != POST_SENT || may_be_sent);
        g_assert(outcome == POST_SENT || detail);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (port == 0)
        start();
    if (size < 1)
        return 0;
    g_autofree char *url = g_strdup_printf("smtp://127.0.0.1:%d", port);
    json_t *config = json_pack("{s:s, s:s, s:i}", "url", url, "tls", "none", "seconds", 2);
    if (data[0] & 4) {
        json_object_set_new(config, "user", json_string("u"));
        json_object_set_new(config, "password", json_string("p"));
    }
    set_said(data + 1, size - 1);
    gpointer transport = post_smtp.open(config, "play.example.org", NULL);
    g_assert(transport);
    hand_over(transport, 1 + (data[0] & 3U), says_250(data, size));
    post_smtp.close(transport);
    set_said(NULL, 0);
    json_decref(config);
    return 0;
}
