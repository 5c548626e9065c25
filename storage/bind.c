// SPDX-License-Identifier: MIT
// See bind.h. Nothing is copied: a statement is stepped and unbound before its values go.
#include "storage/bind.h"

struct bind bind_int(gint64 value)
{
    return (struct bind){.kind = BIND_INT, .integer = value};
}

struct bind bind_flag(gboolean value)
{
    return bind_int(value ? 1 : 0);
}

struct bind bind_id(gint64 id)
{
    struct bind value = bind_int(id);
    if (id == 0)
        value.kind = BIND_NULL;
    return value;
}

struct bind bind_text(const char *text)
{
    return (struct bind){.kind = BIND_TEXT, .bytes = text ? text : ""};
}

struct bind bind_blob(const void *bytes, gsize len)
{
    return (struct bind){.kind = bytes ? BIND_BLOB : BIND_NULL, .bytes = bytes, .len = len};
}

struct bind bind_bytes(GBytes *bytes)
{
    if (!bytes)
        return bind_blob(NULL, 0);
    gsize len;
    const void *data = g_bytes_get_data(bytes, &len);
    return bind_blob(data ? data : "", len); // empty isn't NULL
}

static int bind_one(sqlite3_stmt *statement, int place, const struct bind *value)
{
    switch (value->kind) {
    case BIND_NULL:
        return sqlite3_bind_null(statement, place);
    case BIND_INT:
        return sqlite3_bind_int64(statement, place, value->integer);
    case BIND_TEXT:
        return sqlite3_bind_text(statement, place, value->bytes, -1, SQLITE_STATIC);
    case BIND_BLOB:
        return sqlite3_bind_blob64(statement, place, value->bytes, value->len, SQLITE_STATIC);
    case BIND_END:
        break;
    }
    g_assert_not_reached();
}

int bind_all(sqlite3_stmt *statement, const struct bind *values)
{
    int places = sqlite3_bind_parameter_count(statement);
    int code = SQLITE_OK;
    int i = 0;
    for (; values[i].kind != BIND_END && code == SQLITE_OK; i++) {
        g_assert(i < places);
        code = bind_one(statement, i + 1, &values[i]);
    }
    g_assert(code != SQLITE_OK || i == places);
    return code;
}
