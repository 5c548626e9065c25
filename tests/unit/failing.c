// SPDX-License-Identifier: MIT
// See failing.h. A VFS that hands everything on to the usual one, but for what is to fail.
#include "tests/unit/failing.h"

#include <sqlite3.h>
#include <string.h>

struct file {
    sqlite3_file base;
    sqlite3_file *real; // behind it, in the same memory
};

static sqlite3_vfs *usual;
static sqlite3_vfs failing;
static guint counts[FAILING_ACTS];
static enum failing_act fails;
static guint fails_at; // 0: never
static int fails_with;
static gboolean fails_for_good, happened;

void failing_heal(void)
{
    memset(counts, 0, sizeof counts);
    fails_at = 0;
    happened = FALSE;
}

void failing_at(enum failing_act act, guint n, int code, gboolean for_good)
{
    failing_heal();
    fails = act;
    fails_at = n;
    fails_with = code;
    fails_for_good = for_good;
}

guint failing_count(enum failing_act act)
{
    return counts[act];
}

gboolean failing_happened(void)
{
    return happened;
}

static int take(enum failing_act act)
{
    guint n = ++counts[act];
    if (act != fails || fails_at == 0 || n < fails_at || (n > fails_at && !fails_for_good))
        return SQLITE_OK;
    happened = TRUE;
    return fails_with;
}

// ---- files -------------------------------------------------------------------------------------

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct file *)file)->real;
}

static int do_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int do_read(sqlite3_file *file, void *out, int n, sqlite3_int64 at)
{
    int code = take(FAILING_READ);
    return code ? code : real_of(file)->pMethods->xRead(real_of(file), out, n, at);
}

static int do_write(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at)
{
    int code = take(FAILING_WRITE);
    if (code && n > 1) // half of it was written
        (void)real_of(file)->pMethods->xWrite(real_of(file), bytes, n / 2, at);
    return code ? code : real_of(file)->pMethods->xWrite(real_of(file), bytes, n, at);
}

static int do_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int do_sync(sqlite3_file *file, int flags)
{
    int code = take(FAILING_SYNC);
    return code ? code : real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int do_size(sqlite3_file *file, sqlite3_int64 *out)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), out);
}

static int do_lock(sqlite3_file *file, int lock)
{
    return real_of(file)->pMethods->xLock(real_of(file), lock);
}

static int do_unlock(sqlite3_file *file, int lock)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), lock);
}

static int do_check_lock(sqlite3_file *file, int *out)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}

static int do_control(sqlite3_file *file, int op, void *arg)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), op, arg);
}

static int do_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int do_device(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int do_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, out);
}

static int do_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, n, flags);
}

static void do_shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int do_shm_unmap(sqlite3_file *file, int remove)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = do_close,
    .xRead = do_read,
    .xWrite = do_write,
    .xTruncate = do_truncate,
    .xSync = do_sync,
    .xFileSize = do_size,
    .xLock = do_lock,
    .xUnlock = do_unlock,
    .xCheckReservedLock = do_check_lock,
    .xFileControl = do_control,
    .xSectorSize = do_sector,
    .xDeviceCharacteristics = do_device,
    .xShmMap = do_shm_map,
    .xShmLock = do_shm_lock,
    .xShmBarrier = do_shm_barrier,
    .xShmUnmap = do_shm_unmap,
};

// ---- the disk ----------------------------------------------------------------------------------

static int do_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    struct file *own = (struct file *)file;
    own->base.pMethods = NULL;
    own->real = (sqlite3_file *)(own + 1);
    int code = take(FAILING_OPEN);
    if (!code)
        code = usual->xOpen(usual, name, own->real, flags, out);
    if (!code)
        own->base.pMethods = &methods;
    return code;
}

void failing_install(void)
{
    if (usual)
        return;
    usual = sqlite3_vfs_find(NULL);
    g_assert(usual);
    failing = *usual;
    failing.iVersion = 1;
    failing.zName = "failing";
    failing.szOsFile = (int)sizeof(struct file) + usual->szOsFile;
    failing.xOpen = do_open;
    g_assert(sqlite3_vfs_register(&failing, 1) == SQLITE_OK);
    failing_heal();
}
