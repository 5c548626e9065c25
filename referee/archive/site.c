// SPDX-License-Identifier: MIT
// See site.h. SITE/.published lists the files, each with its stamp; SITE/.new holds what is on its
// way, numbered.
#include "referee/archive/site.h"

#include "base/fault.h"
#include "base/write_all.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIST     ".published"
#define LIST_NEW ".published.new"
#define ASIDE    ".new"
static const char title[] = "23 site v1";

enum { FOLDER_MODE = 0755, FILE_MODE = 0644, ASIDE_NAME = 32 };

struct move {
    guint number; // in .new
    char *name;
};

struct site {
    char *path;
    int fd;           // of the folder, locked
    char *stamp;      // of the last finished run; "" when there is none
    GHashTable *was;  // name → stamp, as listed
    GHashTable *now;  // the same, for the list to come
    GArray *moves;    // struct move
    guint written;    // files laid aside so far
    GHashTable *made; // folders that are there
};

static gboolean fail(const site *self, const char *name, const char *what, GError **error)
{
    int code = errno;
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s%s%s: %s: %s",
                self->path, *name ? "/" : "", name, what, g_strerror(code));
    return FALSE;
}

// A name that leads nowhere but into this folder, and hides nothing.
static gboolean is_name(const char *name)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_@/";
    return *name && *name != '/' && *name != '.' && strspn(name, plain) == strlen(name) &&
           !strstr(name, "/.") && !strstr(name, "//") && !g_str_has_suffix(name, "/");
}

// ---- opening -----------------------------------------------------------------------------------

static void clear_move(gpointer move)
{
    g_free(((struct move *)move)->name);
}

// Lines "STAMP NAME" below the title and the stamp of the whole.
static gboolean read_list(site *self, GError **error)
{
    g_autofree char *path = g_build_filename(self->path, LIST, NULL);
    g_autofree char *text = NULL;
    GError *fault = NULL;
    if (!g_file_get_contents(path, &text, NULL, &fault)) {
        if (g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT)) {
            g_clear_error(&fault);
            return TRUE;
        }
        g_propagate_error(error, fault);
        return FALSE;
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    if (!lines[0] || !lines[1] || strcmp(lines[0], title) != 0)
        return TRUE; // of another version: all is written again
    g_free(self->stamp);
    self->stamp = g_strdup(lines[1]);
    for (char **line = lines + 2; *line; line++) {
        char *blank = strchr(*line, ' ');
        if (blank && is_name(blank + 1)) {
            *blank = '\0';
            g_hash_table_insert(self->was, g_strdup(blank + 1), g_strdup(*line));
        }
    }
    return TRUE;
}

// A folder that nobody published to holds nothing that we could write over.
static gboolean is_ours(const site *self, GError **error)
{
    g_autofree char *list = g_build_filename(self->path, LIST, NULL);
    if (g_file_test(list, G_FILE_TEST_EXISTS))
        return TRUE;
    g_autoptr(GDir) dir = g_dir_open(self->path, 0, error);
    if (!dir)
        return FALSE;
    const char *name;
    while ((name = g_dir_read_name(dir)) && strcmp(name, ASIDE) == 0)
        ;
    if (!name)
        return TRUE;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_EXIST,
                "%s has other files in it; name a new or an empty folder", self->path);
    return FALSE;
}

static void remove_aside(const site *self)
{
    g_autofree char *path = g_build_filename(self->path, ASIDE, NULL);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        (void)g_unlink(file);
    }
    (void)g_rmdir(path);
}

static gboolean lock(site *self, GError **error)
{
    self->fd = open(self->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (self->fd < 0)
        return fail(self, "", "can't be opened", error);
    if (flock(self->fd, LOCK_EX | LOCK_NB) == 0)
        return TRUE;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_AGAIN,
                "%s: somebody else is publishing there just now", self->path);
    return FALSE;
}

static gboolean make_folder(site *self, const char *name, GError **error)
{
    if (g_hash_table_contains(self->made, name))
        return TRUE;
    g_autofree char *path = g_build_filename(self->path, name, NULL);
    if (!g_file_test(path, G_FILE_TEST_IS_DIR) &&
        (mkdir(path, FOLDER_MODE) < 0 || chmod(path, FOLDER_MODE) < 0))
        return fail(self, name, "can't be made", error);
    g_hash_table_add(self->made, g_strdup(name));
    return TRUE;
}

site *site_open(const char *path, GError **error)
{
    g_autoptr(site) self = g_new0(site, 1);
    self->path = g_strdup(path);
    self->fd = -1;
    self->stamp = g_strdup("");
    self->was = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->now = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    g_array_set_clear_func(self->moves, clear_move);
    gboolean is_new = !g_file_test(path, G_FILE_TEST_EXISTS);
    if (g_mkdir_with_parents(path, FOLDER_MODE) < 0 || (is_new && chmod(path, FOLDER_MODE) < 0)) {
        fail(self, "", "can't be made", error);
        return NULL;
    }
    if (!lock(self, error) || !is_ours(self, error))
        return NULL;
    remove_aside(self);
    return read_list(self, error) ? g_steal_pointer(&self) : NULL;
}

void site_close(site *self)
{
    if (!self)
        return;
    if (self->written > 0)
        remove_aside(self);
    if (self->fd >= 0)
        close(self->fd);
    g_hash_table_unref(self->was);
    g_hash_table_unref(self->now);
    g_hash_table_unref(self->made);
    g_array_unref(self->moves);
    g_free(self->stamp);
    g_free(self->path);
    g_free(self);
}

// ---- files -------------------------------------------------------------------------------------

static gboolean is_there(const site *self, const char *name)
{
    return faccessat(self->fd, name, F_OK, 0) == 0;
}

gboolean site_is_as(const site *self, const char *stamp)
{
    GHashTableIter all;
    gpointer name;
    if (strcmp(self->stamp, stamp) != 0)
        return FALSE;
    g_hash_table_iter_init(&all, self->was);
    while (g_hash_table_iter_next(&all, &name, NULL)) {
        if (!is_there(self, name))
            return FALSE;
    }
    return TRUE;
}

static void list(site *self, const char *name, const char *stamp)
{
    g_hash_table_insert(self->now, g_strdup(name), g_strdup(stamp));
}

gboolean site_keep(site *self, const char *name, const char *stamp)
{
    const char *was = g_hash_table_lookup(self->was, name);
    if (!was || strcmp(was, stamp) != 0 || !is_there(self, name))
        return FALSE;
    list(self, name, stamp);
    return TRUE;
}

// Whether the file has these very bytes.
static gboolean is_same(const site *self, const char *name, const void *bytes, gsize len)
{
    g_autofree char *path = g_build_filename(self->path, name, NULL);
    struct stat found;
    if (stat(path, &found) < 0 || !S_ISREG(found.st_mode) || (gsize)found.st_size != len)
        return FALSE;
    g_autofree char *text = NULL;
    gsize size = 0;
    return g_file_get_contents(path, &text, &size, NULL) && size == len &&
           memcmp(text, bytes, len) == 0;
}

// Writes a file of that very name below the folder.
static gboolean write_file(site *self, const char *name, const void *bytes, gsize len,
                           GError **error)
{
    int fd = openat(self->fd, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, FILE_MODE);
    if (fd < 0)
        return fail(self, name, "can't be written", error);
    gboolean fine = fchmod(fd, FILE_MODE) == 0 && write_all(fd, bytes, len);
    if (!fine)
        fail(self, name, "can't be written", error);
    if (close(fd) != 0 && fine)
        fine = fail(self, name, "can't be written", error);
    return fine;
}

// A place for the next file, aside.
static gboolean next_aside(site *self, char out[ASIDE_NAME], GError **error)
{
    if (!make_folder(self, ASIDE, error))
        return FALSE;
    self->written++;
    g_snprintf(out, ASIDE_NAME, ASIDE "/%u", self->written);
    return TRUE;
}

gboolean site_put(site *self, const char *name, const char *stamp, const void *bytes, gsize len,
                  GError **error)
{
    g_assert(is_name(name));
    list(self, name, stamp ? stamp : "-");
    if (is_same(self, name, bytes, len))
        return TRUE;
    char aside[ASIDE_NAME];
    if (!next_aside(self, aside, error) || !write_file(self, aside, bytes, len, error))
        return FALSE;
    struct move move = {self->written, g_strdup(name)};
    g_array_append_val(self->moves, move);
    return TRUE;
}

// ---- long files --------------------------------------------------------------------------------

struct site_file {
    site *site;
    guint number; // in .new
    char *name, *stamp;
    FILE *out;
};

site_file *site_begin(site *self, const char *name, const char *stamp, GError **error)
{
    char aside[ASIDE_NAME];
    g_assert(is_name(name));
    if (!next_aside(self, aside, error))
        return NULL;
    const int fd = openat(self->fd, aside, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, FILE_MODE);
    if (fd < 0 || fchmod(fd, FILE_MODE) < 0) {
        fail(self, name, "can't be written", error);
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    site_file *file = g_new(site_file, 1);
    *file = (site_file){.site = self,
                        .number = self->written,
                        .name = g_strdup(name),
                        .stamp = g_strdup(stamp ? stamp : "-"),
                        .out = fdopen(fd, "w+")};
    g_assert(file->out);
    return file;
}

gboolean site_add(site_file *file, const void *bytes, gsize len, GError **error)
{
    return fwrite(bytes, 1, len, file->out) == len ||
           fail(file->site, file->name, "can't be written", error);
}

void site_drop(site_file *file)
{
    if (!file)
        return;
    fclose(file->out);
    g_free(file->name);
    g_free(file->stamp);
    g_free(file);
}

// Whether what was written is what is there, block by block.
static gboolean is_as_before(const site_file *file)
{
    enum { BLOCK = 1 << 16 };
    const int fd = openat(file->site->fd, file->name, O_RDONLY | O_CLOEXEC);
    FILE *was = fd < 0 ? NULL : fdopen(fd, "r");
    if (!was)
        return FALSE;
    g_autofree char *blocks = g_malloc((gsize)2 * BLOCK);
    gsize n, m;
    rewind(file->out);
    do {
        n = fread(blocks, 1, BLOCK, file->out);
        m = fread(blocks + BLOCK, 1, BLOCK, was);
    } while (n > 0 && n == m && memcmp(blocks, blocks + BLOCK, n) == 0);
    const gboolean same = n == 0 && m == 0 && !ferror(file->out) && !ferror(was);
    fclose(was);
    return same;
}

gboolean site_end(site_file *file, GError **error)
{
    site *self = file->site;
    const gboolean fine =
        fflush(file->out) == 0 || fail(self, file->name, "can't be written", error);
    if (fine && !is_as_before(file)) {
        struct move move = {file->number, g_strdup(file->name)};
        g_array_append_val(self->moves, move);
    } else if (fine) { // it needn't go to the disk
        char aside[ASIDE_NAME];
        g_snprintf(aside, sizeof aside, ASIDE "/%u", file->number);
        (void)unlinkat(self->fd, aside, 0);
    }
    if (fine)
        list(self, file->name, file->stamp);
    site_drop(file);
    return fine;
}

// ---- finishing ---------------------------------------------------------------------------------

// All that was written so far is on the disk.
static gboolean sync_all(const site *self, GError **error)
{
    return syncfs(self->fd) == 0 || fail(self, "", "can't be synced", error);
}

static gboolean move_all(site *self, GError **error)
{
    for (guint i = 0; i < self->moves->len; i++) {
        const struct move *move = &g_array_index(self->moves, struct move, i);
        char aside[ASIDE_NAME];
        g_snprintf(aside, sizeof aside, ASIDE "/%u", move->number);
        for (const char *slash = strchr(move->name, '/'); slash; slash = strchr(slash + 1, '/')) {
            g_autofree char *folder = g_strndup(move->name, (gsize)(slash - move->name));
            if (!make_folder(self, folder, error))
                return FALSE;
        }
        if (renameat(self->fd, aside, self->fd, move->name) < 0)
            return fail(self, move->name, "can't be written", error);
    }
    return TRUE;
}

static gboolean remove_old(site *self, guint *out_removed, GError **error)
{
    GHashTableIter all;
    gpointer name;
    g_hash_table_iter_init(&all, self->was);
    while (g_hash_table_iter_next(&all, &name, NULL)) {
        if (g_hash_table_contains(self->now, name))
            continue;
        if (unlinkat(self->fd, name, 0) < 0 && errno != ENOENT)
            return fail(self, name, "can't be removed", error);
        (*out_removed)++;
    }
    return TRUE;
}

static gboolean write_list(site *self, const char *stamp, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    GHashTableIter all;
    gpointer name, value;
    g_string_append_printf(text, "%s\n%s\n", title, stamp);
    g_hash_table_iter_init(&all, self->now);
    while (g_hash_table_iter_next(&all, &name, &value))
        g_string_append_printf(text, "%s %s\n", (char *)value, (char *)name);
    return write_file(self, LIST_NEW, text->str, text->len, error) && sync_all(self, error) &&
           (renameat(self->fd, LIST_NEW, self->fd, LIST) == 0 ||
            fail(self, LIST, "can't be written", error));
}

// Until the last file has its place the list names what was there before and what comes: so nothing
// is lost sight of when this is cut short.
static gboolean write_both(site *self, GError **error)
{
    GHashTableIter all;
    gpointer name;
    g_autoptr(GHashTable) kept = g_hash_table_ref(self->now);
    self->now = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_hash_table_iter_init(&all, self->was);
    while (g_hash_table_iter_next(&all, &name, NULL))
        list(self, name, "-");
    g_hash_table_iter_init(&all, kept);
    while (g_hash_table_iter_next(&all, &name, NULL))
        list(self, name, "-");
    gboolean fine = write_list(self, "unfinished", error);
    g_hash_table_unref(self->now);
    self->now = g_hash_table_ref(kept);
    return fine;
}

gboolean site_finish(site *self, const char *stamp, struct site_count *out_count, GError **error)
{
    *out_count = (struct site_count){g_hash_table_size(self->now), self->moves->len, 0};
    fault_step("site:before-list");
    if (!write_both(self, error))
        return FALSE;
    fault_step("site:before-moves");
    if (!move_all(self, error))
        return FALSE;
    fault_step("site:between-moves");
    if (!remove_old(self, &out_count->removed, error))
        return FALSE;
    fault_step("site:after-moves");
    if (!write_list(self, stamp, error))
        return FALSE;
    fault_step("site:after-list");
    return TRUE;
}
