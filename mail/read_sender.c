// SPDX-License-Identifier: MIT
// See read_sender.h. A From is read twice: by a small strict reader here, which knows one
// mailbox and nothing else, and by GMime, which must find the same address and nothing to
// warn about (H103–H113).
#include "mail/read_sender.h"

#include <gmime/gmime.h>
#include <string.h>

#include "mail/read_address.h"
#include "mail/read_show.h"

enum { NAME = 200, FROMS = 40, LOCAL = 64 * 4 };

static const char ODD[] = "the From header can be read in more than one way";

// ---- the strict reader -------------------------------------------------------------------------

struct mailbox {
    GString *name; // words before the brackets, or the comment behind a bare address; still encoded
    char *address; // what stands in brackets or bare
    gboolean angle; // it stood in brackets
    gboolean empty; // the brackets are empty and nothing else is there
};

// A quoted string at p, its quotes taken off into out; behind it, or NULL when it never ends.
static const char *take_quoted(const char *p, GString *out)
{
    for (p++; *p && *p != '"'; p++) {
        if (*p == '\\' && p[1])
            p++;
        g_string_append_c(out, *p);
    }
    return *p == '"' ? p + 1 : NULL;
}

static const char *take_comment(const char *p, GString *out)
{
    guint depth = 0;
    for (; *p; p++) {
        if (*p == '\\' && p[1])
            p++;
        else if (*p == '(' && ++depth > 10)
            return NULL;
        else if (*p == ')' && --depth == 0)
            return p + 1;
        if (depth > 1 || *p != '(')
            g_string_append_c(out, *p);
    }
    return NULL;
}

static gboolean is_atom(char c)
{
    return c != '\0' && !strchr(" \t\"(),:;<>@[]\\", c);
}

// The address in brackets at p, behind which only comments and blanks may stand. What looked like a
// bare address before it was a name.
static const char *take_angle(const char *p, struct mailbox *box)
{
    const char *end = strchr(p, '>');
    if (!end || box->angle)
        return NULL;
    if (box->address)
        g_string_append(box->name, box->address);
    g_free(box->address);
    box->angle = TRUE;
    box->address = g_strstrip(g_strndup(p + 1, (gsize)(end - p) - 1));
    return end + 1;
}

// A bare address at p: an atom, `@`, an atom. p when there is none.
static const char *take_bare(const char *p, struct mailbox *box)
{
    const char *at = p;
    while (is_atom(*at))
        at++;
    if (*at != '@' || at == p)
        return p;
    const char *end = at + 1;
    while (is_atom(*end))
        end++;
    box->address = g_strndup(p, (gsize)(end - p));
    return end;
}

// A word of a name. An `@` in it is no syntax, but everywhere: whether it makes an address,
// name_lies looks.
static const char *take_word(const char *p, struct mailbox *box)
{
    while (is_atom(*p) || *p == '@')
        g_string_append_c(box->name, *p++);
    return p;
}

// One mailbox and nothing else: `words <address>`, or `address`, comments anywhere between.
static gboolean read_mailbox(const char *p, struct mailbox *box)
{
    gboolean words = FALSE;
    while (*p) {
        const char *start = p;
        if (*p == ' ' || *p == '\t') {
            g_string_append_c(box->name, *p++);
        } else if (*p == '(') {
            p = take_comment(p, box->name);
        } else if (*p == '<') {
            p = take_angle(p, box);
        } else if (!box->address && *p == '"') {
            p = take_quoted(p, box->name);
            words = TRUE;
        } else if (!box->address) {
            p = words ? p : take_bare(p, box);
            words = words || p == start;
            p = p == start ? take_word(p, box) : p;
        }
        if (!p || p == start)
            return FALSE;
    }
    box->empty = box->angle && !words && *box->address == '\0';
    return box->address != NULL && (box->angle || !words);
}

// ---- the shape of an address -------------------------------------------------------------------

// Letters of any script (with the marks that belong to them), digits, and `. _ % + - = ~ '`; no dot
// first, last or doubled.
static gboolean is_plain_local(const char *local)
{
    if (!g_utf8_validate(local, -1, NULL) || strlen(local) > LOCAL || *local == '.' || !*local)
        return FALSE;
    gboolean letter = FALSE;
    for (const char *p = local; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (*p == '.' && (p[1] == '.' || p[1] == '\0'))
            return FALSE;
        gboolean mark = letter && c > 127 && g_unichar_ismark(c);
        letter = mark || g_unichar_isalpha(c);
        if (!letter && !g_unichar_isdigit(c) && !(c < 128 && strchr("._%+-=~'", (int)c)))
            return FALSE;
    }
    return TRUE;
}

static const char *check_address(const char *address, char **out)
{
    const char *at = strchr(address, '@');
    if (!at || !at[1])
        return "the sender's address has no domain";
    if (strchr(at + 1, '@'))
        return ODD;
    g_autofree char *local = g_strndup(address, (gsize)(at - address));
    if (!is_plain_local(local))
        return "the sender's address holds characters that are not taken";
    *out = read_address_canonical(address);
    return *out ? NULL : "the domain of the sender's address is none";
}

// ---- the second opinion ------------------------------------------------------------------------

static void warned(gint64 offset, GMimeParserWarning code, const char *item, gpointer data)
{
    (void)offset;
    (void)item;
    if (code == GMIME_WARN_INVALID_ADDRESS_LIST)
        *(gboolean *)data = TRUE;
}

static gboolean gmime_agrees(const char *value, const char *address)
{
    gboolean warning = FALSE;
    GMimeParserOptions *options = g_mime_parser_options_new();
    g_mime_parser_options_set_warning_callback(options, warned, &warning);
    g_autofree char *valid = g_utf8_make_valid(value, -1);
    InternetAddressList *list = internet_address_list_parse(options, valid);
    g_mime_parser_options_free(options);
    gboolean agrees = FALSE;
    if (list && internet_address_list_length(list) == 1) {
        InternetAddress *only = internet_address_list_get_address(list, 0);
        const char *found = INTERNET_ADDRESS_IS_MAILBOX(only)
                                ? internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(only))
                                : NULL;
        g_autofree char *canonical = found ? read_address_canonical(found) : NULL;
        agrees = !warning && canonical && strcmp(canonical, address) == 0;
    }
    if (list)
        g_object_unref(list);
    return agrees;
}

// ---- addresses in the name ---------------------------------------------------------------------

static gboolean is_around_at(gunichar c)
{
    return g_unichar_isalnum(c) || (c > 32 && c < 127 && strchr("._%+-=~!#$&*/?^`{|}", (int)c));
}

// Whether the name holds something like an address that isn't this one (H103).
static gboolean name_lies(const char *name, const char *address)
{
    g_autofree char *folded = g_utf8_normalize(name, -1, G_NORMALIZE_ALL_COMPOSE);
    g_autofree char *lower = g_utf8_strdown(folded ? folded : "", -1); // a full-width @ is one too
    g_autofree char *own = g_utf8_strdown(address, -1);
    for (const char *at = strchr(lower, '@'); at; at = strchr(at + 1, '@')) {
        const char *from = at;
        const char *to = at + 1;
        while (from > lower && is_around_at(g_utf8_get_char(g_utf8_prev_char(from))))
            from = g_utf8_prev_char(from);
        while (*to && is_around_at(g_utf8_get_char(to)))
            to = g_utf8_next_char(to);
        while (to > at + 1 && strchr(".-_!?", to[-1])) // the end of a sentence
            to--;
        if (from == at || to == at + 1)
            continue;
        g_autofree char *found = g_strndup(from, (gsize)(to - from));
        g_autofree char *canonical = read_address_canonical(found);
        if (strcmp(own, canonical ? canonical : found) != 0)
            return TRUE;
    }
    return FALSE;
}

void read_sender_parse(const char *value, char **out_address, char **out_name,
                       const char **out_hold)
{
    *out_address = NULL;
    *out_hold = NULL;
    struct mailbox box = {.name = g_string_new(NULL)};
    gboolean one = read_mailbox(value, &box);
    g_autofree char *raw = g_string_free(box.name, FALSE);
    g_autofree char *inside = box.address;
    g_autofree char *address = NULL;
    *out_name = read_show_header(g_strstrip(raw), NAME);
    if (*value == '\0' || (one && box.empty))
        return;
    if (!one)
        *out_hold = ODD;
    else
        *out_hold = check_address(inside, &address);
    if (!*out_hold && name_lies(*out_name, address))
        *out_hold = "another address stands in the sender's name";
    if (!*out_hold && !gmime_agrees(value, address))
        *out_hold = ODD;
    if (!*out_hold)
        *out_address = g_steal_pointer(&address);
}

// ---- the facts ---------------------------------------------------------------------------------

static void put_sender(json_t *facts, const struct read_head *head)
{
    gsize index = 0;
    const struct read_field *field = read_head_next(head, "From", &index);
    gboolean second = field && read_head_next(head, "From", &index);
    g_autofree char *value = field ? read_head_value(field) : g_strdup("");
    g_autofree char *address = NULL;
    g_autofree char *name = NULL;
    const char *hold = NULL;
    read_sender_parse(value, &address, &name, &hold);
    gboolean absent = !second && !address && !hold;
    if (second)
        hold = "there is more than one From header";
    json_object_set_new(facts, "sender",
                        json_pack("{s:o, s:s, s:o, s:b}", "address",
                                  address && !hold ? json_string(address) : json_null(), "name",
                                  name, "hold", hold ? json_string(hold) : json_null(), "absent",
                                  absent));
}

static json_t *return_path(const struct read_head *head)
{
    const struct read_field *field = read_head_find(head, "Return-Path");
    g_autofree char *value = field ? read_head_value(field) : NULL;
    if (!value)
        return json_null();
    char *inside = *value == '<' ? value + 1 : value;
    char *end = strchr(inside, '>');
    if (end)
        *end = '\0';
    g_autofree char *canonical = read_address_canonical(g_strstrip(inside));
    return *inside == '\0' ? json_string("") : canonical ? json_string(canonical) : json_null();
}

void read_sender_put(json_t *facts, const struct read_head *head)
{
    static const char *const FIELDS[] = {"From", "Sender", "Resent-From", "Resent-Sender",
                                         "Return-Path"};
    put_sender(facts, head);
    json_object_set_new(facts, "froms",
                        read_address_list(head, FIELDS, G_N_ELEMENTS(FIELDS), FROMS));
    json_object_set_new(facts, "return_path", return_path(head));
}
