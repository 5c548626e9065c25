// SPDX-License-Identifier: MIT
// `referee23 mail`: what waits to be sent, and what became of the mails that came.
//
// Decides nothing about mails but when they are tried again. Ids are written out-12 and in-7, so
// that none is taken for the other.
#include "base/plain.h"
#include "referee/admin/admin.h"
#include "referee/commands.h"
#include "referee/setup/arguments.h"
#include "referee/setup/options.h"
#include "storage/inbox.h"
#include "storage/outbox.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "referee23 mail COMMAND\n"
    "\n"
    "  list [--all] [--json]       mails not sent yet, or in vain, mails that came and are held, "
    "and\n"
    "                              players whom no mail reaches;\n"
    "                              --all: the newest 1000 of every kind\n"
    "  show ID [--json] [--raw]    one of them, with its text where it is still kept; --raw: the "
    "mail\n"
    "                              that came, byte for byte, not to a terminal\n"
    "  retry ID                    send it in the next run; or act again on a held one\n"
    "  drop ID                     never send it; or be done with a held one\n"
    "\n"
    "An ID is out-12 for a mail to be sent, in-7 for one that came.\n";

enum { ALL_MAX = 1000 };

struct wish {
    gboolean is_out;
    gint64 id;
    gboolean all, json, raw;
};

// ---- the two kinds of rows ---------------------------------------------------------------------

static json_t *id_json(const char *kind, gint64 id)
{
    return json_sprintf("%s-%" G_GINT64_FORMAT, kind, id);
}

static json_t *optional(gint64 id)
{
    return id ? json_integer(id) : json_null();
}

static json_t *out_json(const struct outbound_row *row)
{
    return json_pack("{s:o s:s s:s s:o s:s s:o s:o s:o s:i s:s}", "id", id_json("out", row->id),
                     "state", row->state, "kind", row->kind, "player", optional(row->player),
                     "address", row->address, "game", optional(row->game), "created",
                     admin_json_time(row->created_at), "next", admin_json_time(row->next_at),
                     "tries", row->tries, "detail", row->detail);
}

static json_t *in_json(const struct inbound_row *row)
{
    return json_pack("{s:o s:s s:s s:s s:s s:s s:o s:o s:o s:b}", "id", id_json("in", row->id),
                     "state", row->state, "outcome", row->outcome, "gate", row->gate, "reason",
                     row->reason, "sender", row->sender, "received",
                     admin_json_time(row->received_at), "player", optional(row->player), "game",
                     optional(row->game), "kept", row->has_body);
}

// Whom a mail is for: an address, or a player's nick.
static gboolean out_line(struct desk *desk, const struct outbound_row *row, GError **error)
{
    struct player player = {0};
    gboolean found = FALSE;
    if (row->player && !players_find(desk->store, row->player, &player, &found, error))
        return FALSE;
    admin_say("out-%-6" G_GINT64_FORMAT " %-8s %-10s to %s  since %s  tries %d%s%s", row->id,
              row->state, row->kind, found ? player.nick : row->address,
              admin_time(row->created_at), row->tries, *row->detail ? "  " : "", row->detail);
    return TRUE;
}

static void in_line(const struct inbound_row *row)
{
    admin_say("in-%-6" G_GINT64_FORMAT "  %-8s %-10s from %s  at %s%s%s", row->id,
              *row->outcome ? row->outcome : row->state, row->gate,
              *row->sender ? row->sender : "?", admin_time(row->received_at),
              *row->reason ? "  " : "", row->reason);
}

// ---- list --------------------------------------------------------------------------------------

// Players whose mail server doesn't take our mails.
static void unreached_line(const struct player *player)
{
    if (player->suspended_at)
        admin_say("%s is sent nothing since %s, because it came back%s%s", player->nick,
                  admin_time(player->suspended_at), *player->refused ? ": " : "", player->refused);
    else
        admin_say("%s was refused a mail at %s: %s", player->nick, admin_time(player->refused_at),
                  player->refused);
}

static json_t *unreached_json(const struct player *player)
{
    return json_pack("{s:s s:o s:o s:s}", "nick", player->nick, "refused",
                     admin_json_time(player->refused_at), "suspended",
                     admin_json_time(player->suspended_at), "detail", player->refused);
}

static gboolean list_text(struct desk *desk, GPtrArray *out, GPtrArray *in, GArray *unreached,
                          GError **error)
{
    for (guint i = 0; i < out->len; i++)
        if (!out_line(desk, g_ptr_array_index(out, i), error))
            return FALSE;
    for (guint i = 0; i < in->len; i++)
        in_line(g_ptr_array_index(in, i));
    for (guint i = 0; i < unreached->len; i++)
        unreached_line(&g_array_index(unreached, struct player, i));
    if (out->len + in->len + unreached->len == 0)
        admin_say("nothing waits, nothing is held");
    return TRUE;
}

static void list_json(GPtrArray *out, GPtrArray *in, GArray *unreached)
{
    json_t *players = json_array();
    json_t *out_list = json_array();
    json_t *in_list = json_array();
    for (guint i = 0; i < out->len; i++)
        json_array_append_new(out_list, out_json(g_ptr_array_index(out, i)));
    for (guint i = 0; i < in->len; i++)
        json_array_append_new(in_list, in_json(g_ptr_array_index(in, i)));
    for (guint i = 0; i < unreached->len; i++)
        json_array_append_new(players, unreached_json(&g_array_index(unreached, struct player, i)));
    admin_print_json(
        json_pack("{s:o s:o s:o}", "out", out_list, "in", in_list, "unreached", players));
}

// Rows of all states, which the list of unsent and failed ones leaves out.
static gboolean add_settled(struct desk *desk, GPtrArray *out, GError **error)
{
    static const char *const states[] = {"sent", "dropped", "replaced"};
    for (gsize i = 0; i < G_N_ELEMENTS(states); i++) {
        g_autoptr(GPtrArray) more = NULL;
        if (!outbox_list(desk->store, states[i], ALL_MAX, &more, error))
            return FALSE;
        g_ptr_array_extend_and_steal(out, g_steal_pointer(&more));
    }
    return TRUE;
}

static int list_work(struct desk *desk, gpointer user, GError **error)
{
    const struct wish *wish = user;
    g_autoptr(GPtrArray) out = NULL;
    g_autoptr(GPtrArray) in = NULL;
    g_autoptr(GArray) unreached = NULL;
    if (!outbox_list(desk->store, "", ALL_MAX, &out, error) ||
        !players_unreached(desk->store, &unreached, error) ||
        (wish->all && !add_settled(desk, out, error)) ||
        !inbox_list(desk->store, wish->all ? "" : "hold", ALL_MAX, &in, error))
        return EXIT_NO;
    if (wish->json)
        list_json(out, in, unreached);
    else if (!list_text(desk, out, in, unreached, error))
        return EXIT_NO;
    return EXIT_DONE;
}

// ---- show --------------------------------------------------------------------------------------

static int show_out(struct desk *desk, const struct outbound_row *row, const struct wish *wish,
                    GError **error)
{
    if (wish->raw)
        return arguments_no("--raw is for mails that came");
    if (wish->json) {
        admin_print_json(out_json(row));
        return EXIT_DONE;
    }
    if (!out_line(desk, row, error))
        return EXIT_NO;
    // The body is what post gets; a hand may be in it, as in the mail itself. Nothing is kept of it
    // once the mail has left.
    admin_say("%s", strcmp(row->state, "ready") == 0
                        ? "it is written, and kept sealed until it has left"
                    : strcmp(row->state, "noted") == 0 ? "it is noted, and written when it is sent"
                                                       : "its text isn't kept any more");
    return EXIT_DONE;
}

static int print_raw(GBytes *body)
{
    if (isatty(STDOUT_FILENO))
        return arguments_no("--raw isn't for terminals: send it to a file");
    gsize len;
    const void *bytes = g_bytes_get_data(body, &len);
    fwrite(bytes, 1, len, stdout);
    return EXIT_DONE;
}

static int show_in(struct desk *desk, const struct inbound_row *row, const struct wish *wish,
                   GError **error)
{
    g_autoptr(GBytes) body = NULL;
    if (wish->json) {
        admin_print_json(in_json(row));
        return EXIT_DONE;
    }
    if (row->has_body && !inbox_body(desk->store, row->id, &body, error))
        return EXIT_NO;
    if (wish->raw)
        return body ? print_raw(body)
                    : arguments_no("in-%" G_GINT64_FORMAT " isn't kept any more", row->id);
    in_line(row);
    if (!body)
        return EXIT_DONE;
    gsize len;
    const char *bytes = g_bytes_get_data(body, &len);
    g_autofree char *text = plain_text(bytes, (gssize)len);
    printf("\n%s%s", text, g_str_has_suffix(text, "\n") ? "" : "\n");
    return EXIT_DONE;
}

// ---- retry and drop ----------------------------------------------------------------------------

static gboolean is_unsent(const struct outbound_row *row)
{
    return strcmp(row->state, "noted") == 0 || strcmp(row->state, "ready") == 0;
}

static int retry_out(struct desk *desk, const struct outbound_row *row, const struct wish *wish,
                     GError **error)
{
    (void)wish;
    if (!is_unsent(row))
        return arguments_no("out-%" G_GINT64_FORMAT " is %s, and its text isn't kept; the player "
                            "can ask for the newest with resend",
                            row->id, row->state);
    if (!outbox_later(desk->store, row->id, desk->now, row->detail, error))
        return EXIT_NO;
    admin_say("out-%" G_GINT64_FORMAT ": goes with the next run", row->id);
    return EXIT_DONE;
}

static int drop_out(struct desk *desk, const struct outbound_row *row, const struct wish *wish,
                    GError **error)
{
    (void)wish;
    if (!is_unsent(row))
        return arguments_no("out-%" G_GINT64_FORMAT " is %s already", row->id, row->state);
    if (!outbox_settle(desk->store, row->id, "dropped", "by the operator", desk->now, error))
        return EXIT_NO;
    admin_say("out-%" G_GINT64_FORMAT ": dropped", row->id);
    return EXIT_DONE;
}

// Puts new text in the place of an owned one.
static void set(char **string, const char *text)
{
    g_free(*string);
    *string = g_strdup(text);
}

static gboolean is_held(const struct inbound_row *row)
{
    return strcmp(row->outcome, "hold") == 0 && row->has_body;
}

static int settle_in(struct desk *desk, const struct inbound_row *row, gboolean again,
                     GError **error)
{
    if (!is_held(row))
        return arguments_no("in-%" G_GINT64_FORMAT " isn't held: %s", row->id,
                            *row->outcome ? row->outcome : row->state);
    struct inbound_row changed = *row; // borrows the texts, but for the reason
    changed.reason = NULL;
    set(&changed.reason, again ? "" : "dropped by the operator");
    g_strlcpy(changed.state, again ? "waiting" : "done", sizeof changed.state);
    g_strlcpy(changed.outcome, again ? "" : "drop", sizeof changed.outcome);
    if (again)
        changed.gate[0] = '\0';
    gboolean fine = inbox_settle(desk->store, &changed, again, error);
    g_free(changed.reason);
    if (!fine)
        return EXIT_NO;
    admin_say("in-%" G_GINT64_FORMAT ": %s", row->id,
              again ? "looked at again in the next run" : "dropped");
    return EXIT_DONE;
}

static int retry_in(struct desk *desk, const struct inbound_row *row, const struct wish *wish,
                    GError **error)
{
    (void)wish;
    return settle_in(desk, row, TRUE, error);
}

static int drop_in(struct desk *desk, const struct inbound_row *row, const struct wish *wish,
                   GError **error)
{
    (void)wish;
    return settle_in(desk, row, FALSE, error);
}

// ---- one row -----------------------------------------------------------------------------------

struct act {
    const char *word;
    int (*out)(struct desk *desk, const struct outbound_row *row, const struct wish *wish,
               GError **error);
    int (*in)(struct desk *desk, const struct inbound_row *row, const struct wish *wish,
              GError **error);
};

static const struct act acts[] = {
    {"show", show_out, show_in}, {"retry", retry_out, retry_in}, {"drop", drop_out, drop_in}};

struct job {
    const struct act *act;
    struct wish wish;
};

static int not_there(const struct wish *wish)
{
    return arguments_no("there is no mail %s-%" G_GINT64_FORMAT "; see referee23 mail list",
                        wish->is_out ? "out" : "in", wish->id);
}

static int act_work(struct desk *desk, gpointer user, GError **error)
{
    const struct job *job = user;
    gboolean found = FALSE;
    int status = EXIT_NO;
    if (job->wish.is_out) {
        struct outbound_row row = {0};
        if (outbox_find(desk->store, job->wish.id, &row, &found, error))
            status = found ? job->act->out(desk, &row, &job->wish, error) : not_there(&job->wish);
        outbound_row_clear(&row);
    } else {
        struct inbound_row row = {0};
        if (inbox_find(desk->store, job->wish.id, &row, &found, error))
            status = found ? job->act->in(desk, &row, &job->wish, error) : not_there(&job->wish);
        inbound_row_clear(&row);
    }
    return status;
}

static gboolean read_id(const char *text, struct wish *wish)
{
    wish->is_out = g_str_has_prefix(text, "out-");
    if (!wish->is_out && !g_str_has_prefix(text, "in-"))
        return FALSE;
    return arguments_id(strchr(text, '-') + 1, &wish->id);
}

static int act(int argc, char **argv)
{
    struct job job = {0};
    for (gsize i = 0; i < G_N_ELEMENTS(acts); i++)
        if (strcmp(acts[i].word, argv[0]) == 0)
            job.act = &acts[i];
    g_assert(job.act);
    gboolean looks = job.act->out == show_out;
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &job.wish.json, NULL, NULL},
                                    {"raw", 0, 0, G_OPTION_ARG_NONE, &job.wish.raw, NULL, NULL},
                                    {0}};
    int status;
    if (!arguments_parse(&argc, argv, looks ? entries : NULL, help, &status))
        return status;
    if (argc != 2 || !read_id(argv[1], &job.wish))
        return arguments_wrong("mail %s wants an id, such as out-12 or in-7; see mail list",
                               argv[0]);
    return looks ? admin_with_desk(act_work, &job) : admin_with_transaction(act_work, &job);
}

static int list(int argc, char **argv)
{
    struct wish wish = {0};
    const GOptionEntry entries[] = {{"all", 0, 0, G_OPTION_ARG_NONE, &wish.all, NULL, NULL},
                                    {"json", 0, 0, G_OPTION_ARG_NONE, &wish.json, NULL, NULL},
                                    {0}};
    int status;
    if (!arguments_parse(&argc, argv, entries, help, &status))
        return status;
    if (argc != 1)
        return arguments_wrong("mail list: what is %s? see mail --help", argv[1]);
    return admin_with_desk(list_work, &wish);
}

int mail_command(int argc, char **argv)
{
    static const struct arguments_verb verbs[] = {
        {"list", list}, {"show", act}, {"retry", act}, {"drop", act}};
    return arguments_dispatch(argc, argv, verbs, G_N_ELEMENTS(verbs), help);
}
