// SPDX-License-Identifier: MIT
// How fast records are checked and replayed, in memory, on one core: the good vectors, over and
// over.
//
//   bench_record [--json]
#include "tests/bench/bench.h"

#include "referee/record/record.h"
#include "referee/record/replay.h"

#include <sodium.h>

enum { RECORDS = 34 };

struct text {
    char *bytes;
    gsize len;
};

static struct text texts[RECORDS];

static unsigned verify_all(void)
{
    for (unsigned i = 0; i < RECORDS; i++) {
        struct game game;
        struct record_fault fault;
        if (!record_verify(&game, texts[i].bytes, texts[i].len, NULL, &fault))
            g_error("record %u, line %" G_GSIZE_FORMAT ": %s", i + 1, fault.line, fault.reason);
        game_clear(&game);
    }
    return RECORDS;
}

struct states {
    GString *out;
    unsigned n;
};

static void add_state(const struct game *game, gsize number, const char *line, gsize len,
                      void *data)
{
    struct states *states = data;
    (void)len;
    if (line[0] != 'm' && strncmp(line, "discard ", strlen("discard ")) != 0)
        return;
    g_string_truncate(states->out, 0);
    replay_json(game, number, states->out);
    states->n++;
}

static unsigned replay_all(struct states *states)
{
    states->n = 0;
    for (unsigned i = 0; i < RECORDS; i++) {
        struct game game;
        struct record_fault fault;
        if (!record_replay(&game, texts[i].bytes, texts[i].len, add_state, states, &fault))
            g_error("record %u, line %" G_GSIZE_FORMAT ": %s", i + 1, fault.line, fault.reason);
        game_clear(&game);
    }
    return states->n;
}

int main(int argc, char **argv)
{
    struct states states = {.out = g_string_new(NULL)};
    if (sodium_init() < 0)
        return 1;
    for (unsigned i = 0; i < RECORDS; i++) {
        g_autofree char *path = g_strdup_printf("tests/vectors/%03u.record", i + 1);
        if (!g_file_get_contents(path, &texts[i].bytes, &texts[i].len, NULL))
            g_error("%s can't be read; this runs from the root of the repository", path);
    }
    bench_begin(argc, argv);
    bench_clock = CLOCK_PROCESS_CPUTIME_ID;
    BENCH_RATE_MUST("record: verified", "records/s", 5000, verify_all());
    BENCH_RATE("record: replayed as JSON", "states/s", replay_all(&states));
    for (unsigned i = 0; i < RECORDS; i++)
        g_free(texts[i].bytes);
    g_string_free(states.out, TRUE);
    return 0;
}
