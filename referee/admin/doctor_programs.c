// SPDX-License-Identifier: MIT
// `referee23 doctor`: the program that reads mails. The one that sends them is asked in
// doctor_send.c.
//
// Decides whether it is there and shut in. Reads no mail.
#include "referee/admin/doctor.h"
#include "referee/setup/place.h"

#include <string.h>
#include <sys/wait.h>

// `read` tries from inside its sandbox what that forbids, and ends with 0 when all was refused.
static void check_read(struct doctor *doctor)
{
    g_autofree char *program = place_program("read");
    char *argv[] = {program, (char *)"--self-test", NULL};
    g_autofree char *said = NULL;
    GError *error = NULL;
    int status = 0;
    if (!g_spawn_sync(NULL, argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &said, NULL,
                      &status, &error)) {
        doctor_error(doctor, "read", error);
        return;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        doctor_ok(doctor, "read", "%s is shut in as it should be%s", program,
                  strstr(said, "Landlock: this kernel has none")
                      ? ", though by seccomp alone: this kernel has no Landlock"
                      : "");
        return;
    }
    g_strchomp(said);
    const char *last = strrchr(said, '\n');
    doctor_bad(doctor, "read", "%s --self-test fails (%s); is it built for this kernel?", program,
               last ? last + 1 : said);
}

void doctor_programs(struct doctor *doctor)
{
    check_read(doctor);
}
