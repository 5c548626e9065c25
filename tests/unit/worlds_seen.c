// SPDX-License-Identifier: MIT
// See worlds_seen.h.
#include "tests/unit/worlds_seen.h"

#include "referee/rules/notation.h"
#include "referee/setup/options.h"

#include <fcntl.h>
#include <gmime/gmime.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

// ---- masks -------------------------------------------------------------------------------------

static gboolean is_hash(gsize digits)
{
    return digits == 16 || digits == 64;
}

static void append_masked(GString *out, const char *text)
{
    for (const char *p = text; *p;) {
        gsize digits = strspn(p, "0123456789abcdef");
        gboolean inside = p > text && g_ascii_isalnum(p[-1]);
        if (digits == 0) {
            g_string_append_c(out, *p++);
            continue;
        }
        gboolean hash = !inside && is_hash(digits) && !g_ascii_isalnum(p[digits]);
        for (gsize i = 0; i < digits; i++)
            g_string_append_c(out, hash ? '#' : p[i]);
        p += digits;
    }
}

char *worlds_seen_text(const struct club *club, const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, club->dir, -1);
    g_autofree char *moved = g_strjoinv("DIR", parts);
    GString *out = g_string_new(NULL);
    append_masked(out, moved);
    return g_string_free(out, FALSE);
}

// ---- mails -------------------------------------------------------------------------------------

static void append_headers(GString *out, GMimeObject *object)
{
    GMimeHeaderList *list = g_mime_object_get_header_list(object);
    for (int i = 0; i < g_mime_header_list_get_count(list); i++) {
        GMimeHeader *header = g_mime_header_list_get_header_at(list, i);
        const char *name = g_mime_header_get_name(header);
        const char *value = g_mime_header_get_raw_value(header);
        gboolean is_signed = g_ascii_strcasecmp(name, "X-23-Signature") == 0;
        g_string_append_printf(out, "%s:%s", name, is_signed ? "" : value);
        if (is_signed)
            g_string_append_printf(out, " %u bytes\n", (guint)strlen(value));
    }
}

static void append_part(GMimeObject *parent, GMimeObject *part, gpointer data)
{
    GString *out = data;
    (void)parent;
    append_headers(out, part);
    if (!GMIME_IS_PART(part))
        return;
    GMimeStream *stream = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(GMIME_PART(part)), stream);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    g_autofree char *text = g_strndup((const char *)bytes->data, bytes->len);
    append_masked(out, text);
    g_object_unref(stream);
}

char *worlds_seen_mail(const struct club_mail *mail)
{
    GString *out = g_string_new(NULL);
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(mail->raw, mail->len);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    g_string_append_printf(out, "%u bytes\n", (guint)mail->len);
    append_headers(out, GMIME_OBJECT(message));
    g_mime_message_foreach(message, append_part, out);
    g_object_unref(message);
    g_object_unref(parser);
    g_object_unref(stream);
    return g_string_free(out, FALSE);
}

// ---- the database ------------------------------------------------------------------------------

static int add_value(void *data, int n, char **values, char **names)
{
    (void)names;
    for (int i = 0; i < n; i++)
        g_string_append_printf(data, "%s|", values[i] ? values[i] : "");
    g_string_append_c(data, '\n');
    return 0;
}

static void run(sqlite3 *db, const char *sql, GString *out)
{
    char *wrong = NULL;
    if (sqlite3_exec(db, sql, add_value, out, &wrong) != SQLITE_OK)
        fail_msg("%s: %s", sql, wrong);
}

// Each column as it is, but for blobs, of which the length.
static char *query_of(sqlite3 *db, const char *table)
{
    GString *columns = g_string_new(NULL);
    g_autofree char *ask = g_strdup_printf("SELECT name FROM pragma_table_info('%s')", table);
    run(db, ask, columns);
    g_auto(GStrv) names = g_strsplit(columns->str, "|\n", -1);
    GString *query = g_string_new("SELECT ");
    for (char **name = names; *name && **name; name++)
        g_string_append_printf(query, "%siif(typeof(%s)='blob', length(%s) || ' bytes', quote(%s))",
                               name == names ? "" : ", ", *name, *name, *name);
    g_string_append_printf(query, " FROM %s ORDER BY %s, %s", table, names[0], names[1]);
    g_string_free(columns, TRUE);
    return g_string_free(query, FALSE);
}

char *worlds_seen_rows(const struct club *club)
{
    sqlite3 *db = NULL;
    g_autoptr(GString) tables = g_string_new(NULL);
    GString *rows = g_string_new(NULL);
    assert_int_equal(
        sqlite3_open_v2(club_path(club, "referee.db"), &db, SQLITE_OPEN_READWRITE, NULL),
        SQLITE_OK);
    run(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", tables);
    g_auto(GStrv) names = g_strsplit(tables->str, "|\n", -1);
    for (char **name = names; *name && **name; name++) {
        g_autofree char *query = query_of(db, *name);
        g_string_append_printf(rows, "-- %s\n", *name);
        run(db, query, rows);
    }
    sqlite3_close(db);
    return g_string_free(rows, FALSE);
}

char *worlds_seen_database(const struct club *club)
{
    g_autofree char *rows = worlds_seen_rows(club);
    return worlds_seen_text(club, rows);
}

// ---- commands ----------------------------------------------------------------------------------

static int capture(int fd, const char *path)
{
    int saved = dup(fd);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(saved >= 0 && file >= 0);
    dup2(file, fd);
    close(file);
    return saved;
}

static void release(int fd, int saved)
{
    dup2(saved, fd);
    close(saved);
}

char *worlds_seen_command(const struct club *club, worlds_command *command, const char *words)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    int argc = (int)g_strv_length(list);
    g_autofree char **argv = g_memdup2(list, sizeof *list * ((gsize)argc + 1));
    g_autofree char *path = g_strconcat(club->dir, ".said", NULL);
    g_autofree char *said = NULL;
    struct options options = {.dir = club->dir, .dir_given = TRUE, .now = club->now};
    options_set(&options);
    fflush(stdout);
    int out = capture(STDOUT_FILENO, path);
    int err = capture(STDERR_FILENO, path);
    int status = command(argc, argv);
    fflush(stdout);
    release(STDOUT_FILENO, out);
    release(STDERR_FILENO, err);
    assert_true(g_file_get_contents(path, &said, NULL, NULL));
    unlink(path);
    g_autofree char *all = g_strdup_printf("%s: %d\n%s", words, status, said);
    return worlds_seen_text(club, all);
}

// ---- files -------------------------------------------------------------------------------------

// The cards in the forms in which they might be written down.
static GPtrArray *forms_of(const struct hand *hand)
{
    static const char *const between[] = {" ", ",", ", ", "] [", "\0"};
    GPtrArray *forms = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    for (gsize i = 0; i < G_N_ELEMENTS(between); i++) {
        GByteArray *form = g_byte_array_new();
        for (unsigned value = 1; value <= RULES_VALUE_MAX; value++) {
            for (unsigned k = 0; k < hand->count[value]; k++) {
                g_autofree char *text = g_strdup_printf("%s%u", form->len ? between[i] : "", value);
                guint8 byte = (guint8)value;
                if (*between[i])
                    g_byte_array_append(form, (const guint8 *)text, (guint)strlen(text));
                else
                    g_byte_array_append(form, &byte, 1);
            }
        }
        g_ptr_array_add(forms, g_byte_array_free_to_bytes(form));
    }
    g_ptr_array_add(forms, g_bytes_new(hand->count + 1, RULES_VALUE_MAX));
    return forms;
}

static void scan_for(const char *path, const char *bytes, gsize len, const struct hand *hand,
                     const char *what)
{
    // Few cards stand everywhere by chance.
    if (hand->cards < RULES_DISCARD_MAX + 2)
        return;
    g_autoptr(GPtrArray) forms = forms_of(hand);
    for (guint i = 0; i < forms->len; i++) {
        gsize size;
        const void *form = g_bytes_get_data(forms->pdata[i], &size);
        if (memmem(bytes, len, form, size))
            fail_msg("%s holds %s (form %u)", path, what, i);
    }
}

static void scan_file(const char *path, const struct worlds *worlds, unsigned world)
{
    g_autofree char *bytes = NULL;
    gsize len;
    assert_true(g_file_get_contents(path, &bytes, &len, NULL));
    for (unsigned round = 0; round < WORLDS_ROUNDS; round++)
        for (unsigned seat = 0; seat < worlds->people + worlds->robots; seat++)
            scan_for(path, bytes, len, &worlds->dealt[world][round][seat], "what was dealt");
    for (guint i = 0; i <= worlds->plies->len; i++) {
        const struct table *table = worlds_table(worlds, world, i);
        for (unsigned seat = 0; seat < table->n_seats; seat++)
            scan_for(path, bytes, len, &table->seats[seat].hand, "a hand");
    }
    for (guint i = 0; i < worlds->plies->len; i++) {
        const struct worlds_ply *ply = worlds_ply(worlds, i);
        const guint8 *cards = ply->cards[world];
        g_autofree char *text =
            g_strdup_printf("%u %u %u", cards[0], cards[1], cards[2]); // sorted or not
        if (ply->is_discard && !ply->by_clock && memmem(bytes, len, text, strlen(text)))
            fail_msg("%s holds a discard: %s", path, text);
    }
}

guint worlds_scan(const struct club *club, const struct worlds *worlds, unsigned world)
{
    guint files = 0;
    GDir *dir = g_dir_open(club->dir, 0, NULL);
    assert_non_null(dir);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(club->dir, name, NULL);
        if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
            continue;
        scan_file(path, worlds, world);
        files++;
    }
    g_dir_close(dir);
    return files;
}
