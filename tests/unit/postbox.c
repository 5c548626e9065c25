// SPDX-License-Identifier: MIT
// See postbox.h.
#include "tests/unit/postbox.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *postbox_program(void)
{
    const char *build = g_getenv("BUILD");
    return g_build_filename(build ? build : "build", "libexec", "post", NULL);
}

void postbox_make(struct postbox *box)
{
    static const char *const folders[] = {"tmp", "new", "cur"};
    box->dir = g_dir_make_tmp("post-XXXXXX", NULL);
    g_assert_nonnull(box->dir);
    box->maildir = g_build_filename(box->dir, "out", NULL);
    g_assert_cmpint(mkdir(box->maildir, 0700), ==, 0);
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_build_filename(box->maildir, folders[i], NULL);
        g_assert_cmpint(mkdir(path, 0700), ==, 0);
    }
    box->post = NULL;
}

json_t *postbox_maildir(const struct postbox *box)
{
    return json_pack("{s:s, s:s, s:s}", "transport", "maildir", "path", box->maildir, "host",
                     "referee.example.org");
}

void postbox_start(struct postbox *box, json_t *config)
{
    g_autofree char *program = postbox_program();
    const char *const argv[] = {program, NULL};
    g_autoptr(GError) error = NULL;
    box->post = child_start(argv, &error);
    g_assert_no_error(error);
    char *text = json_dumps(config, 0);
    g_autoptr(GBytes) answer = child_ask(box->post, text, strlen(text), 4096, 20, &error);
    g_assert_no_error(error);
    gsize len;
    const char *bytes = g_bytes_get_data(answer, &len);
    g_assert_true(g_strstr_len(bytes, (gssize)len, "\"ready\"") != NULL);
    free(text);
    json_decref(config);
}

static void remove_all(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        if (g_file_test(full, G_FILE_TEST_IS_DIR))
            remove_all(full);
        else
            unlink(full);
    }
    if (dir)
        g_dir_close(dir);
    rmdir(path);
}

void postbox_close(struct postbox *box)
{
    child_stop(box->post, 20);
    remove_all(box->dir);
    g_free(box->dir);
    g_free(box->maildir);
}

json_t *postbox_mail(gint64 id)
{
    return json_pack(
        "{s:I, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:[s], s:i, s:s, s:[[ss]], s:s, s:n, s:[]}",
        "id", (json_int_t)id, "to", "anna@example.org", "to_name", "Anna", "from",
        "referee@host.example", "from_name", "23 by mail", "reply_to",
        "referee+14.37.2.k7xqa9m2pd4ht0v3c8we@host.example", "envelope_from",
        "referee+b.12.k7xq@host.example", "message_id",
        "<14.37.2.k7xqa9m2pd4ht0v3c8we.1@host.example>", "in_reply_to",
        "<14.36.2.aaaa.1@host.example>", "references", "<14.36.2.aaaa.1@host.example>", "date",
        1700000000, "subject", "Game 14: your turn", "headers", "Auto-Submitted", "auto-generated",
        "text", "It is your turn.\n", "html", "attachments");
}

char *postbox_send(struct postbox *box, json_t *mail)
{
    char *text = json_dumps(mail, 0);
    g_autoptr(GBytes) bytes = child_ask(box->post, text, strlen(text), 4096, 60, NULL);
    free(text);
    if (!bytes) {
        json_decref(mail);
        return g_strdup("");
    }
    gsize len;
    const char *data = g_bytes_get_data(bytes, &len);
    json_t *answer = json_loadb(data, len, 0, NULL);
    const json_t *id = json_object_get(mail, "id");
    if (json_is_integer(id))
        g_assert_true(json_equal(json_object_get(answer, "id"), id));
    else
        g_assert_true(json_is_null(json_object_get(answer, "id")));
    const char *status = json_string_value(json_object_get(answer, "status"));
    const char *detail = json_string_value(json_object_get(answer, "detail"));
    g_assert_true(status && detail && json_object_size(answer) == 3);
    char *result = *detail ? g_strdup_printf("%s %s", status, detail) : g_strdup(status);
    json_decref(answer);
    json_decref(mail);
    return result;
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *postbox_files(const struct postbox *box, const char *folder, GPtrArray **out_names)
{
    g_autofree char *path = g_build_filename(box->maildir, folder, NULL);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, by_name);
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *file = g_build_filename(path, names->pdata[i], NULL);
        char *text = NULL;
        g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
        g_ptr_array_add(texts, text);
    }
    if (out_names)
        *out_names = names;
    else
        g_ptr_array_unref(names);
    return texts;
}
