// SPDX-License-Identifier: MIT
// `referee23 doctor`: the programs that work beside the referee.
//
// Decides whether they are there and start. Sends and reads no mail.
#include "referee/admin/doctor.h"
#include "referee/setup/place.h"
#include "referee/poster.h"
#include "referee/poster_config.h"

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
        doctor_ok(doctor, "read", "%s is shut in as it should be", program);
        return;
    }
    g_strchomp(said);
    const char *last = strrchr(said, '\n');
    doctor_bad(doctor, "read", "%s --self-test fails (%s); is it built for this kernel?", program,
               last ? last + 1 : said);
}

static void check_post(struct doctor *doctor, const struct config *config)
{
    g_autofree char *program = place_program("post");
    GError *error = NULL;
    json_t *settings = poster_config(config, &error);
    g_autoptr(poster) post = settings ? poster_start(program, settings, &error) : NULL;
    json_decref(settings);
    if (post)
        doctor_ok(doctor, "post", "%s takes the settings of [send]", program);
    else
        doctor_error(doctor, "post", error);
}

void doctor_programs(struct doctor *doctor, const struct config *config)
{
    check_read(doctor);
    check_post(doctor, config);
}
