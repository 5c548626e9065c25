// SPDX-License-Identifier: MIT
// See openpgp_walls.h.
#include "mail/openpgp_walls.h"

#include <link.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>

#include "mail/walls.h"
#include "mail/walls_try.h"

enum {
    MEMORY = 512 * 1024 * 1024, // of each process
    FILES = 16 * 1024 * 1024,   // bytes of one
    SECONDS = 5,                // of processor time
    OPEN = 64
};

static const char *home_folder, *gpg_program;

// The program that starts dynamically linked ones: this one was, and so is gpg.
static int find_loader(struct dl_phdr_info *info, size_t size, void *out)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_INTERP)
            *(const char **)out = (const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    return 1; // only of this program itself, which comes first
}

static gboolean close_files(void)
{
    const char *loader = "";
    dl_iterate_phdr(find_loader, &loader);
    const struct walls_path paths[] = {
        {home_folder, WALLS_ALL},
        {gpg_program, WALLS_READ | WALLS_RUN},
        {loader, WALLS_READ | WALLS_RUN},
        {"/lib", WALLS_READ},
        {"/lib64", WALLS_READ},
        {"/usr/lib", WALLS_READ},
        {"/usr/lib64", WALLS_READ},
        {"/usr/local/lib", WALLS_READ},
        {"/usr/share/gnupg", WALLS_READ},
        {"/etc/ld.so.cache", WALLS_READ},
        {"/etc/gcrypt", WALLS_READ},
        {"/etc/gnupg", WALLS_READ}, // the operator's own rules
        {"/dev/null", WALLS_READ | WALLS_WRITE},
        {"/dev/urandom", WALLS_READ},
        {"/dev/random", WALLS_READ},
    };
    return walls_close_files(paths, G_N_ELEMENTS(paths));
}

// What GPGME and gpg use, and nothing by which they could reach anybody.
static const int allowed_calls[] = {
    SCMP_SYS(access),
    SCMP_SYS(alarm),
    SCMP_SYS(arch_prctl),
    SCMP_SYS(brk),
    SCMP_SYS(chdir),
    SCMP_SYS(chmod),
    SCMP_SYS(clock_getres),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(clone),
    SCMP_SYS(clone3),
    SCMP_SYS(close),
    SCMP_SYS(close_range),
    SCMP_SYS(dup),
    SCMP_SYS(dup2),
    SCMP_SYS(dup3),
    SCMP_SYS(execve),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(fadvise64),
    SCMP_SYS(fchmod),
    SCMP_SYS(fcntl),
    SCMP_SYS(fdatasync),
    SCMP_SYS(flock),
    SCMP_SYS(fork),
    SCMP_SYS(fstat),
    SCMP_SYS(fsync),
    SCMP_SYS(ftruncate),
    SCMP_SYS(futex),
    SCMP_SYS(getcwd),
    SCMP_SYS(getdents64),
    SCMP_SYS(getegid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getpgrp),
    SCMP_SYS(getpid),
    SCMP_SYS(getppid),
    SCMP_SYS(getrandom),
    SCMP_SYS(getresgid),
    SCMP_SYS(getresuid),
    SCMP_SYS(getrlimit),
    SCMP_SYS(getrusage),
    SCMP_SYS(gettid),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(getuid),
    SCMP_SYS(ioctl),
    SCMP_SYS(link),
    SCMP_SYS(linkat),
    SCMP_SYS(lseek),
    SCMP_SYS(lstat),
    SCMP_SYS(madvise),
    SCMP_SYS(mkdir),
    SCMP_SYS(mlock),
    SCMP_SYS(mremap),
    SCMP_SYS(munlock),
    SCMP_SYS(munmap),
    SCMP_SYS(nanosleep),
    SCMP_SYS(newfstatat),
    SCMP_SYS(open),
    SCMP_SYS(openat),
    SCMP_SYS(pipe),
    SCMP_SYS(pipe2),
    SCMP_SYS(poll),
    SCMP_SYS(pread64),
    SCMP_SYS(prlimit64),
    SCMP_SYS(pselect6),
    SCMP_SYS(read),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(rename),
    SCMP_SYS(renameat),
    SCMP_SYS(renameat2),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(rseq),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_yield),
    SCMP_SYS(select),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(set_tid_address),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(stat),
    SCMP_SYS(statfs),
    SCMP_SYS(statx),
    SCMP_SYS(sysinfo),
    SCMP_SYS(tgkill),
    SCMP_SYS(time),
    SCMP_SYS(times),
    SCMP_SYS(umask),
    SCMP_SYS(uname),
    SCMP_SYS(unlink),
    SCMP_SYS(unlinkat),
    SCMP_SYS(utime),
    SCMP_SYS(utimensat),
    SCMP_SYS(vfork),
    SCMP_SYS(wait4),
    SCMP_SYS(waitid),
    SCMP_SYS(write),
    SCMP_SYS(writev),
};

static gboolean close_calls(void)
{
    return walls_close_calls(allowed_calls, G_N_ELEMENTS(allowed_calls), TRUE);
}

static gboolean set_limits(void)
{
#ifndef WALLS_UNDER_ASAN
    if (!walls_limit(RLIMIT_AS, MEMORY))
        return FALSE;
#endif
    return walls_limit(RLIMIT_CORE, 0) && walls_limit(RLIMIT_FSIZE, FILES) &&
           walls_limit(RLIMIT_CPU, SECONDS) && walls_limit(RLIMIT_NOFILE, OPEN);
}

gboolean openpgp_walls_close(const char *home, const char *gpg)
{
    home_folder = home;
    gpg_program = gpg;
    return walls_begin() && setenv("LC_ALL", "C", 1) == 0 && setenv("HOME", home, 1) == 0 &&
           close_files() && set_limits() && close_calls();
}

gboolean openpgp_walls_test(const char *home, const char *gpg)
{
    const unsigned seccomp = WALLS_TRY_NETWORK | WALLS_TRY_OTHERS;
    const unsigned landlock = WALLS_TRY_FILES | WALLS_TRY_PROGRAM;
    gboolean good = TRUE, files = walls_has_landlock();
    home_folder = home;
    gpg_program = gpg;
    if (files)
        good = walls_try_alone("Landlock", close_files, landlock);
    else
        puts("Landlock: this kernel has none");
    good = walls_try_alone("seccomp", close_calls, seccomp) && good;
    return good && openpgp_walls_close(home, gpg) &&
           walls_try("together", files ? seccomp | landlock : seccomp);
}
