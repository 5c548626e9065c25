// SPDX-License-Identifier: MIT
// See walls.h. seccomp(2) and landlock(7); the numbers of Landlock's system calls are those of the
// kernel's headers, since Debian 12's C library doesn't wrap them.
#include "mail/walls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static gboolean fail(const char *what, int code)
{
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, g_strerror(code));
    return FALSE;
}

gboolean walls_begin(void)
{
    // What the caller had in its environment is nobody's business in here.
    for (char **entry = environ; entry && *entry; entry++)
        explicit_bzero(*entry, strlen(*entry));
    clearenv();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return fail("no_new_privs", errno);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    return TRUE;
}

gboolean walls_limit(__rlimit_resource_t what, rlim_t most)
{
    struct rlimit limits = {most, most};
    return setrlimit(what, &limits) == 0 || fail("can't set limits", errno);
}

// ---- files -------------------------------------------------------------------------------------

static long landlock_version(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

gboolean walls_has_landlock(void)
{
    return landlock_version() >= 1;
}

// Every right that the kernel's version knows.
static guint64 all_rights(long version)
{
    guint64 rights = (1ULL << 13) - 1;
    if (version >= 2)
        rights |= 1ULL << 13; // refer
    if (version >= 3)
        rights |= 1ULL << 14; // truncate
    return rights;
}

static guint64 rights_of(unsigned wanted, gboolean folder, guint64 all)
{
    const guint64 of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                             LANDLOCK_ACCESS_FS_READ_FILE | 1ULL << 14;
    guint64 rights = 0;
    if (wanted & WALLS_READ)
        rights |= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    if (wanted & WALLS_WRITE)
        rights |= LANDLOCK_ACCESS_FS_WRITE_FILE;
    if (wanted & WALLS_RUN)
        rights |= LANDLOCK_ACCESS_FS_EXECUTE;
    if (wanted & WALLS_ALL)
        rights = all & ~(guint64)LANDLOCK_ACCESS_FS_EXECUTE;
    return rights & all & (folder ? ~0ULL : of_files);
}

static gboolean grant(int rules, const struct walls_path *path, guint64 all)
{
    struct stat about;
    int fd = open(path->path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT || fail(path->path, errno);
    gboolean folder = fstat(fd, &about) == 0 && S_ISDIR(about.st_mode);
    struct landlock_path_beneath_attr rule = {
        .allowed_access = rights_of(path->rights, folder, all), .parent_fd = fd};
    long added = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    int code = errno;
    close(fd);
    return added == 0 || fail(path->path, code);
}

gboolean walls_close_files(const struct walls_path *paths, gsize n)
{
    long version = landlock_version();
    if (version < 1)
        return errno == ENOSYS || errno == EOPNOTSUPP || fail("Landlock", errno);
    struct landlock_ruleset_attr rights = {.handled_access_fs = all_rights(version)};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0);
    if (rules < 0)
        return fail("Landlock", errno);
    gboolean good = TRUE;
    for (gsize i = 0; good && i < n; i++)
        good = grant(rules, &paths[i], rights.handled_access_fs);
    long closed = good ? syscall(SYS_landlock_restrict_self, rules, 0) : 0;
    int code = errno;
    close(rules);
    return good && (closed == 0 || fail("Landlock", code));
}

// ---- system calls ------------------------------------------------------------------------------

static gboolean allow(scmp_filter_ctx filter, const int *allowed, gsize n, gboolean code)
{
    for (gsize i = 0; i < n; i++) {
        int fault = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
        if (fault < 0)
            return fail("seccomp", -fault);
    }
    const struct scmp_arg_cmp not_run = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    static const int mapping[] = {SCMP_SYS(mmap), SCMP_SYS(mprotect)};
    int fault = 0;
    for (gsize i = 0; !fault && i < G_N_ELEMENTS(mapping); i++)
        fault = code ? seccomp_rule_add(filter, SCMP_ACT_ALLOW, mapping[i], 0)
                     : seccomp_rule_add(filter, SCMP_ACT_ALLOW, mapping[i], 1, not_run);
    return fault == 0 || fail("seccomp", -fault);
}

gboolean walls_close_calls(const int *allowed, gsize n, gboolean code)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        return fail("seccomp", ENOMEM);
    gboolean good = allow(filter, allowed, n, code);
    int fault = good ? seccomp_load(filter) : 0;
    seccomp_release(filter);
    return good && (fault == 0 || fail("seccomp", -fault));
}
