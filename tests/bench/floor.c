// SPDX-License-Identifier: MIT
// The least that anybody could do with a Maildir full of mails on this disk, for bench_turn to
// stand beside: each mail is parsed (GMime), a row of it is stored, and answers of the usual size
// are written; all as durable as the referee does it. It understands nothing.
//
//   floor MAILDIR-IN MAILDIR-OUT DATABASE ANSWERS BATCH
//
// ANSWERS files are written for each mail, and BATCH mails share a transaction and the syncs of the
// folders. Prints how many mails.
#include <dirent.h>
#include <fcntl.h>
#include <gmime/gmime.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANSWER_BYTES = 24 * 1024 };

static sqlite3 *db;
static sqlite3_stmt *insert;

static void must(gboolean good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "floor: %s\n", what);
    exit(1);
}

static void run(const char *sql)
{
    must(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, sql);
}

static void open_database(const char *path)
{
    must(sqlite3_open(path, &db) == SQLITE_OK, path);
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE mail (id INTEGER PRIMARY KEY, message_id TEXT, text TEXT)");
    must(sqlite3_prepare_v2(db, "INSERT INTO mail (message_id, text) VALUES (?1, ?2)", -1, &insert,
                            NULL) == SQLITE_OK,
         "insert");
}

static void take(const char *path)
{
    g_autofree char *bytes = NULL;
    gsize len = 0;
    must(g_file_get_contents(path, &bytes, &len, NULL), path);
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, len);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    must(message != NULL, "a mail can't be parsed");
    GMimeObject *body = g_mime_message_get_body(message);
    g_autofree char *text =
        body && GMIME_IS_TEXT_PART(body) ? g_mime_text_part_get_text(GMIME_TEXT_PART(body)) : NULL;
    sqlite3_bind_text(insert, 1, g_mime_message_get_message_id(message), -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(insert, 2, text ? text : "", -1, SQLITE_TRANSIENT);
    must(sqlite3_step(insert) == SQLITE_DONE, "insert");
    sqlite3_reset(insert);
    g_object_unref(message);
    g_object_unref(parser);
    g_object_unref(stream);
}

static void answer(const char *out, guint number)
{
    static char bytes[ANSWER_BYTES];
    g_autofree char *from = g_strdup_printf("%s/tmp/%u", out, number);
    g_autofree char *to = g_strdup_printf("%s/new/%u", out, number);
    memset(bytes, 'x', sizeof bytes);
    int fd = open(from, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    must(fd >= 0 && write(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes && fsync(fd) == 0,
         from);
    close(fd);
    must(rename(from, to) == 0, to);
}

static void sync_folder(const char *maildir, const char *name)
{
    g_autofree char *path = g_build_filename(maildir, name, NULL);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    must(fd >= 0 && fsync(fd) == 0, path);
    close(fd);
}

static void do_some(char *const *argv, const GPtrArray *names, guint from, guint to)
{
    static guint answers;
    run("BEGIN IMMEDIATE");
    for (guint i = from; i < to; i++) {
        g_autofree char *path = g_build_filename(argv[1], "new", names->pdata[i], NULL);
        take(path);
    }
    run("COMMIT");
    for (guint i = from; i < to; i++) {
        g_autofree char *path = g_build_filename(argv[1], "new", names->pdata[i], NULL);
        g_autofree char *cur = g_build_filename(argv[1], "cur", names->pdata[i], NULL);
        must(rename(path, cur) == 0, path);
        for (guint k = 0; k < (guint)strtoul(argv[4], NULL, 10); k++)
            answer(argv[2], ++answers);
    }
    sync_folder(argv[1], "cur");
    sync_folder(argv[2], "new");
}

int main(int argc, char **argv)
{
    must(argc == 6, "MAILDIR-IN MAILDIR-OUT DATABASE ANSWERS BATCH");
    g_mime_init();
    open_database(argv[3]);
    g_autofree char *new = g_build_filename(argv[1], "new", NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    GDir *dir = g_dir_open(new, 0, NULL);
    must(dir != NULL, new);
    for (const char *name; (name = g_dir_read_name(dir));)
        g_ptr_array_add(names, g_strdup(name));
    g_dir_close(dir);
    const guint batch = (guint)strtoul(argv[5], NULL, 10);
    for (guint i = 0; i < names->len; i += batch)
        do_some(argv, names, i, MIN(names->len, i + batch));
    sqlite3_finalize(insert);
    sqlite3_close(db);
    printf("%u\n", names->len);
    return 0;
}
