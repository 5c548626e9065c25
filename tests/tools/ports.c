// SPDX-License-Identifier: MIT
// Prints free TCP ports of loopback, as many as its argument says, on one line. Each was free a
// moment ago; who takes one must be ready to find it taken.
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

enum { PORTS_MAX = 64 };

static int open_port(void)
{
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof any;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&any, len) != 0 ||
        getsockname(fd, (struct sockaddr *)&any, &len) != 0)
        return -1;
    return ntohs(any.sin_port); // stays open to the end, so that none comes twice
}

int main(int argc, char **argv)
{
    long count = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (count < 1 || count > PORTS_MAX) {
        fprintf(stderr, "usage: %s COUNT\n", argv[0]);
        return 2;
    }
    for (long i = 0; i < count; i++) {
        int port = open_port();
        if (port < 0) {
            perror(argv[0]);
            return 1;
        }
        printf("%s%d", i > 0 ? " " : "", port);
    }
    printf("\n");
    return 0;
}
