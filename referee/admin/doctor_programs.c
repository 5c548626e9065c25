// SPDX-License-Identifier: MIT
// `referee23 doctor`: the programs that read what strangers wrote: mails, and what is signed with
// OpenPGP. The one that sends mails is asked in doctor_send.c.
//
// Decides whether they are there and shut in. Reads no mail.
#include "referee/admin/doctor.h"
#include "referee/setup/place.h"

#include <string.h>
#include <sys/wait.h>

// The program tries from inside its walls what they forbid, and ends with 0 when all was refused.
static void check(struct doctor *doctor, const char *name, const char *failed)
{
    g_autofree char *program = place_program(name);
    char *argv[] = {program, (char *)"--self-test", NULL};
    g_autofree char *said = NULL;
    GError *error = NULL;
    int status = 0;
    if (!g_spawn_sync(NULL, argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &said, NULL,
                      &status, &error)) {
        doctor_bad(doctor, name,
                   "%s; it comes with referee23, and belongs in libexec: install that again",
                   error->message);
        g_error_free(error);
        return;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        doctor_ok(doctor, name, "%s is shut in as it should be%s", program,
                  strstr(said, "Landlock: this kernel has none")
                      ? ", though by seccomp alone: this kernel has no Landlock"
                      : "");
        return;
    }
    g_strchomp(said);
    const char *last = strrchr(said, '\n');
    doctor_bad(doctor, name, "%s --self-test fails (%s); %s", program, last ? last + 1 : said,
               failed);
}

void doctor_programs(struct doctor *doctor)
{
    static const char built[] = "is it built for this kernel?";
    g_autofree char *gpg = g_find_program_in_path("gpg");
    check(doctor, "read", built);
    if (gpg)
        check(doctor, "openpgp", built);
    else if (doctor->openpgp)
        doctor_bad(
            doctor, "openpgp",
            "there is no gpg, and so many players have a key of OpenPGP: %u; their signatures "
            "can't be checked, nor their mails encrypted; say: apt-get install gnupg",
            doctor->openpgp);
    else
        doctor_ok(doctor, "openpgp",
                  "there is no gpg, so nobody can use OpenPGP here; all else "
                  "works. To change that: apt-get install gnupg");
}
