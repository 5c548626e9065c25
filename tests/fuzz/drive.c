// SPDX-License-Identifier: MIT
// Runs a fuzz target over its corpus, without a fuzzer: what was found once is tried for ever. The
// program's name, corpus_NAME, says which; the corpus is tests/fuzz/corpus/NAME, and some targets
// have folders of other tests besides. Prints TAP.
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
    const char *name, *folder;
} more[] = {
    {"read", "tests/mail"},       {"read", "tests/post"},          {"newtext", "tests/mail"},
    {"record", "tests/vectors"},  {"record", "tests/vectors/bad"}, {"mailfile", "tests/mail"},
    {"mailfile", "tests/player"}, {"post", "tests/post"},
};

static unsigned run_file(const char *path)
{
    FILE *file = fopen(path, "rbe");
    uint8_t *data;
    long size;
    if (!file || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 ||
        fseek(file, 0, SEEK_SET) != 0) {
        perror(path);
        exit(1);
    }
    data = malloc((size_t)size + 1); // no longer than it is, so that reading beyond is seen
    if (!data || fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    fprintf(stderr, "%s\n", path); // the last one, when it dies
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return 1;
}

static unsigned run_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    unsigned count = 0;
    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[1024];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
            count += run_file(path);
    }
    if (dir)
        closedir(dir);
    return count;
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    const char *name = strchr(slash ? slash : argv[0], '_');
    char folder[256];
    unsigned count = 0;
    if (!name)
        return 2;
    snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", name + 1);
    for (int i = 1; i < argc; i++)
        count += run_file(argv[i]);
    if (argc == 1) {
        count = run_folder(folder);
        for (size_t i = 0; i < sizeof more / sizeof *more; i++)
            if (strcmp(more[i].name, name + 1) == 0)
                count += run_folder(more[i].folder);
    }
    printf("1..1\n%s 1 - %s: %u inputs\n", count > 0 ? "ok" : "not ok", name + 1, count);
    return count > 0 ? 0 : 1;
}
