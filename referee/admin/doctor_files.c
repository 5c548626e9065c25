// SPDX-License-Identifier: MIT
// `referee23 doctor`: who may read and write the files of a referee, and whether there is room.
//
// Decides what is too open, and too little. Knows nothing of what the files hold.
#include "referee/admin/doctor.h"
#include "referee/receive/spool.h"
#include "referee/setup/password.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

// What others may not do with a file: bits of its mode.
enum { NOTHING = 077, WRITING = 022 };

struct file {
    const char *path; // absolute
    mode_t forbidden;
    gboolean optional; // it need not be there
};

// Whether all is well with one file of the directory's owner.
static gboolean check_file(struct doctor *doctor, const struct file *file, uid_t owner)
{
    struct stat st;
    if (stat(file->path, &st) != 0) {
        if (errno == ENOENT && file->optional)
            return TRUE;
        doctor_bad(doctor, "permissions", "%s: %s", file->path, g_strerror(errno));
        return FALSE;
    }
    if (st.st_mode & file->forbidden) {
        doctor_bad(doctor, "permissions", "%s: others may %s it (mode %04o); chmod go-%s it",
                   file->path, file->forbidden == NOTHING ? "read" : "change",
                   (unsigned)(st.st_mode & 07777), file->forbidden == NOTHING ? "rwx" : "w");
        return FALSE;
    }
    if (st.st_uid != owner) {
        doctor_bad(doctor, "permissions",
                   "%s: it belongs to user %u, the directory to user %u; chown it to that, and run "
                   "referee23 as that user",
                   file->path, (unsigned)st.st_uid, (unsigned)owner);
        return FALSE;
    }
    return TRUE;
}

static gboolean check_in_dir(struct doctor *doctor, const struct config *config, uid_t owner)
{
    static const struct file files[] = {
        {"referee.conf", WRITING, FALSE},     {"keys", NOTHING, FALSE},
        {"keys/ticket.key", NOTHING, FALSE},  {"keys/database.key", NOTHING, FALSE},
        {"keys/referee.key", NOTHING, FALSE}, {"referee.db", NOTHING, FALSE},
        {"referee.db-wal", NOTHING, TRUE},    {"referee.db-shm", NOTHING, TRUE},
        {"tick.lock", NOTHING, TRUE},         {"mail", WRITING, TRUE},
    };
    gboolean fine = TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(config->dir, files[i].path, NULL);
        struct file file = {path, files[i].forbidden, files[i].optional};
        fine = check_file(doctor, &file, owner) && fine;
    }
    return fine;
}

// The password for sending is looked at when post is started (doctor_programs.c).
static gboolean check_password(struct doctor *doctor, const char *path)
{
    GError *error = NULL;
    char *password = *path ? password_read(path, &error) : NULL;
    password_free(password);
    if (error)
        doctor_error(doctor, "permissions", error);
    return password != NULL || *path == '\0';
}

void doctor_permissions(struct doctor *doctor, const struct config *config)
{
    struct stat st;
    if (stat(config->dir, &st) != 0) {
        doctor_bad(doctor, "permissions", "%s: %s", config->dir, g_strerror(errno));
        return;
    }
    struct file dir = {config->dir, WRITING, FALSE};
    gboolean fine = check_file(doctor, &dir, st.st_uid);
    if (access(config->dir, R_OK | W_OK | X_OK) != 0) {
        doctor_bad(doctor, "permissions", "%s: this user can't write to it; run as user %u",
                   config->dir, (unsigned)st.st_uid);
        fine = FALSE;
    }
    fine = check_in_dir(doctor, config, st.st_uid) && fine;
    fine = check_password(doctor, config->receive_password_file) && fine;
    if (fine)
        doctor_ok(doctor, "permissions", "secrets are read by their owner alone");
}

// ---- room to write -----------------------------------------------------------------------------

enum { ROOM_MEGABYTES = 64 };

void doctor_disk(struct doctor *doctor, const struct config *config)
{
    struct statvfs disk;
    if (statvfs(config->dir, &disk) != 0) {
        doctor_bad(doctor, "disk", "%s: %s", config->dir, g_strerror(errno));
        return;
    }
    guint64 megabytes = (guint64)disk.f_bavail * disk.f_frsize >> 20;
    if (megabytes < ROOM_MEGABYTES)
        doctor_bad(doctor, "disk",
                   "%" G_GUINT64_FORMAT " MB are free for %s; make room: runs end early when none "
                   "is left, and go on when there is",
                   megabytes, config->dir);
    else if (disk.f_files > 0 && disk.f_favail == 0)
        doctor_bad(doctor, "disk", "no file can be made in %s any more; take some away",
                   config->dir);
    else
        doctor_ok(doctor, "disk", "there is room for more");
}

void doctor_journal(struct doctor *doctor, const struct config *config)
{
    const char *to = config->journal;
    if (!g_path_is_absolute(to)) {
        doctor_ok(doctor, "journal", "%s",
                  g_str_equal(to, "none") ? "not written"
                  : g_str_equal(to, "stderr")
                      ? "on standard error"
                      : "kept where systemd runs the referee, else nowhere; "
                        "a file is named with to in [journal]");
        return;
    }
    g_autofree char *folder = g_path_get_dirname(to);
    gboolean there = g_file_test(to, G_FILE_TEST_EXISTS);
    if (access(there ? to : folder, W_OK) != 0)
        doctor_bad(doctor, "journal", "%s: %s; let this user write to it, or say another one", to,
                   g_strerror(errno));
    else
        doctor_ok(doctor, "journal", "in %s", to);
}

// ---- Maildirs ----------------------------------------------------------------------------------

// Whether everything that waits in it is a mail, and can be read by the user whose directory it is.
static gboolean check_waiting(struct doctor *doctor, const char *what, const char *maildir,
                              uid_t owner)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) names = NULL;
    if (!spool_list(maildir, &names, &error)) {
        doctor_error(doctor, what, error);
        return FALSE;
    }
    gboolean fine = TRUE;
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *path = g_build_filename(maildir, "new", names->pdata[i], NULL);
        struct stat st;
        if (lstat(path, &st) != 0)
            continue; // a run took it meanwhile
        gboolean may = st.st_mode & (st.st_uid == owner ? 0400 : 044);
        if (S_ISREG(st.st_mode) && may)
            continue;
        fine = FALSE;
        if (!S_ISREG(st.st_mode))
            doctor_bad(doctor, what,
                       "%s: it is no file, so it can't be a mail; take it out of there", path);
        else
            doctor_bad(doctor, what,
                       "%s: user %u may not read it (mode %04o); chown it to that user, or take it "
                       "out of there",
                       path, (unsigned)owner, (unsigned)(st.st_mode & 07777));
    }
    return fine;
}

// Whether its folders are there, and can be written.
static gboolean check_folders(struct doctor *doctor, const char *what, const char *path)
{
    static const char *const parts[] = {"tmp", "new", "cur"};
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *part = g_build_filename(path, parts[i], NULL);
        if (!g_file_test(part, G_FILE_TEST_IS_DIR)) {
            doctor_bad(doctor, what, "%s: it isn't there; make the folder, or name another Maildir",
                       part);
            return FALSE;
        }
        if (access(part, R_OK | W_OK | X_OK) != 0) {
            doctor_bad(doctor, what, "%s: this user can't write to it", part);
            return FALSE;
        }
    }
    return TRUE;
}

void doctor_maildirs(struct doctor *doctor, const struct config *config)
{
    struct stat st;
    uid_t owner = stat(config->dir, &st) == 0 ? st.st_uid : geteuid();
    if (config->receive == CONFIG_RECEIVE_MAILDIR &&
        check_folders(doctor, "receiving", config->receive_url) &&
        check_waiting(doctor, "receiving", config->receive_url, owner))
        doctor_ok(doctor, "receiving", "the Maildir %s", config->receive_url);
    if (config->send == CONFIG_SEND_MAILDIR && check_folders(doctor, "sending", config->send_url))
        doctor_ok(doctor, "sending", "the Maildir %s", config->send_url);
}
