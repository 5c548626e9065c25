// SPDX-License-Identifier: MIT
// See mailbox.h.
#include "player/mailbox.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOKED_AT_MAX = 500, PIECE = 64 * 1024 };

GQuark mailbox_error_quark(void)
{
    return g_quark_from_static_string("mailbox-error");
}

static void set_errno(GError **error, const char *what, const char *where)
{
    int saved = errno;
    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(saved), "%s can't be %s: %s",
                where, what, g_strerror(saved));
}

// ---- one mail ----------------------------------------------------------------------------------

// Everything from fd, but no more than is needed to see that it is too much.
static GString *read_all(int fd, const char *name, GError **error)
{
    GString *out = g_string_new(NULL);
    while (out->len <= MAILFILE_MAX) {
        gsize have = out->len;
        g_string_set_size(out, have + PIECE);
        gssize n = read(fd, out->str + have, PIECE);
        g_string_set_size(out, have + (gsize)MAX(n, 0));
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            return out;
        if (n < 0) {
            set_errno(error, "read", name);
            g_string_free(out, TRUE);
            return NULL;
        }
    }
    return out;
}

static struct mailfile *open_file(int fd, const char *name, GError **error)
{
    GString *bytes = read_all(fd, name, error);
    struct mailfile *mail = bytes ? mailfile_parse(bytes->str, bytes->len, error) : NULL;
    if (bytes)
        g_string_free(bytes, TRUE);
    if (bytes && !mail)
        g_prefix_error(error, "%s: ", name);
    return mail;
}

static struct mailfile *open_path(const char *path, GError **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        set_errno(error, "opened", path);
        return NULL;
    }
    struct mailfile *mail = open_file(fd, path, error);
    close(fd);
    return mail;
}

// ---- a Maildir ---------------------------------------------------------------------------------

struct entry {
    char *path;
    struct timespec written;
};

static void clear_entry(gpointer data)
{
    g_free(((struct entry *)data)->path);
}

static int newest_first(gconstpointer a, gconstpointer b)
{
    const struct entry *x = a, *y = b;
    if (x->written.tv_sec != y->written.tv_sec)
        return x->written.tv_sec < y->written.tv_sec ? 1 : -1;
    if (x->written.tv_nsec != y->written.tv_nsec)
        return x->written.tv_nsec < y->written.tv_nsec ? 1 : -1;
    return strcmp(strrchr(y->path, '/'), strrchr(x->path, '/'));
}

static void list(const char *maildir, const char *folder, GArray *entries)
{
    g_autofree char *path = g_build_filename(maildir, folder, NULL);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        struct entry entry = {.path = g_build_filename(path, name, NULL)};
        struct stat status;
        if (name[0] != '.' && stat(entry.path, &status) == 0 && S_ISREG(status.st_mode)) {
            entry.written = status.st_mtim;
            g_array_append_val(entries, entry);
        } else {
            g_free(entry.path);
        }
    }
}

static gboolean is_wanted(const struct mailfile *mail, enum mailbox_want want, gint64 game)
{
    gboolean has_table = mail && (mail->table || mail->sealed || mailfile_how(mail));
    return mail && mail->of_referee && (has_table || want == MAILBOX_ANY) &&
           (!game || mailfile_game(mail) == game);
}

static void set_none(GError **error, enum mailbox_want want, gint64 game, const char *maildir)
{
    g_autofree char *about =
        game ? g_strdup_printf(" about game %" G_GINT64_FORMAT, game) : g_strdup("");
    g_set_error(error, MAILBOX_ERROR, MAILBOX_ERROR_NONE,
                "no mail of a referee's with %s%s is in %s; name the file that holds it",
                want == MAILBOX_TABLE ? "a table" : "a ticket", about, maildir);
}

// A mail that can't be read is somebody else's: there are many of those in a mailbox.
static struct mailfile *open_newest(const char *maildir, enum mailbox_want want, gint64 game,
                                    GError **error)
{
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
    g_array_set_clear_func(entries, clear_entry);
    list(maildir, "cur", entries);
    list(maildir, "new", entries);
    g_array_sort(entries, newest_first);
    for (guint i = 0; i < entries->len && i < LOOKED_AT_MAX; i++) {
        struct mailfile *mail = open_path(g_array_index(entries, struct entry, i).path, NULL);
        if (is_wanted(mail, want, game))
            return mail;
        mailfile_free(mail);
    }
    set_none(error, want, game, maildir);
    return NULL;
}

struct mailfile *mailbox_open(const char *where, enum mailbox_want want, gint64 game,
                              GError **error)
{
    if (g_file_test(where, G_FILE_TEST_IS_DIR))
        return open_newest(where, want, game, error);
    struct mailfile *mail = strcmp(where, "-") == 0
                                ? open_file(STDIN_FILENO, "standard input", error)
                                : open_path(where, error);
    if (mail && game && mailfile_game(mail) != game) {
        g_set_error(error, MAILBOX_ERROR, MAILBOX_ERROR_NONE,
                    "this mail is not about game %" G_GINT64_FORMAT, game);
        g_clear_pointer(&mail, mailfile_free);
    }
    return mail;
}
