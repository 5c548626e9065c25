// SPDX-License-Identifier: MIT
// A mail server that does what it is told, also what none should: for tests of `post`.
//
//   smtpd DIR [RULE...]
//
// Listens on a free port of 127.0.0.1, writes its number to DIR/port, serves one client after the
// other, appends what it is told to DIR/log ("connect", then the commands), and keeps each mail it
// takes as DIR/N.eml: lines X-From and X-To with the envelope, then the message. It takes any
// password. It ends when whoever started it does.
//
// A rule is STEP[@WORDS][/SKIP[/COUNT]]=ACTION: at this step (connect, ehlo, auth, mail, rcpt,
// data, dot, rset, quit), where the command holds WORDS, after SKIP times, COUNT times (else
// always) not the usual answer, but
//
//   550 no such user    this reply; a | begins another line
//   drop                hang up
//   hang                say nothing until the client hangs up
//   endless             lines of a reply that never ends
//   long                a line that never ends
//   garbage             bytes that are no reply
//   noise               pieces of replies in any order, others each time, and hang up
//   twice               the usual answer, two times
//   keep-drop keep-hang (dot) keep the mail, and then
//
// The rule offer=WORD adds a line to the answer to EHLO. The first rule that fits counts.
#include <glib.h>

#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct rule {
    char *step, *words, *action;
    int skip, count; // count -1: always
};

struct server {
    const char *dir;
    GArray *rules;
    FILE *log, *in; // in: of this client
    int out;
    char *from, *to;
    guint mails;
};

// ---- rules -------------------------------------------------------------------------------------

static gboolean add_rule(struct server *server, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals)
        return FALSE;
    g_autofree char *head = g_strndup(text, (gsize)(equals - text));
    g_auto(GStrv) parts = g_strsplit(head, "/", 3);
    g_auto(GStrv) names = g_strsplit(parts[0], "@", 2);
    struct rule rule = {.step = g_strdup(names[0]),
                        .words = g_strdup(names[1] ? names[1] : ""),
                        .action = g_strdup(equals + 1),
                        .count = -1};
    if (parts[1])
        rule.skip = (int)g_ascii_strtoll(parts[1], NULL, 10);
    if (parts[1] && parts[2])
        rule.count = (int)g_ascii_strtoll(parts[2], NULL, 10);
    g_array_append_val(server->rules, rule);
    return TRUE;
}

// What is to be done at this step; NULL: the usual.
static const char *find_action(struct server *server, const char *step, const char *command)
{
    for (guint i = 0; i < server->rules->len; i++) {
        struct rule *rule = &g_array_index(server->rules, struct rule, i);
        if (strcmp(rule->step, step) != 0 || !strstr(command, rule->words) || rule->count == 0)
            continue;
        if (rule->skip > 0) {
            rule->skip--;
            continue;
        }
        rule->count -= rule->count > 0;
        return rule->action;
    }
    return NULL;
}

// ---- saying ------------------------------------------------------------------------------------

static gboolean put(const struct server *server, const char *bytes, gsize len)
{
    while (len > 0) {
        ssize_t n = write(server->out, bytes, len);
        if (n <= 0)
            return FALSE;
        bytes += n;
        len -= (gsize)n;
    }
    return TRUE;
}

static gboolean say(const struct server *server, const char *lines)
{
    g_auto(GStrv) parts = g_strsplit(lines, "|", -1);
    g_autofree char *joined = g_strjoinv("\r\n", parts);
    g_autofree char *text = g_strconcat(joined, "\r\n", NULL);
    return put(server, text, strlen(text));
}

static void wait_for_end(const struct server *server)
{
    while (fgetc(server->in) != EOF)
        continue;
}

static void keep(struct server *server, const GString *mail)
{
    g_autofree char *path = g_strdup_printf("%s/%u.eml", server->dir, ++server->mails);
    g_autofree char *text =
        g_strdup_printf("X-From: %s\nX-To: %s\n%s", server->from, server->to, mail->str);
    if (!g_file_set_contents(path, text, -1, NULL))
        perror(path);
}

// The same in every run of the program.
static void make_noise(const struct server *server)
{
    static const char *const pieces[] = {"250",  "354",  "220",  "235",  "5",  "99",      "-",
                                         " ",    "\r\n", "\r\n", "\n",   "\r", "2.1.5",   "5.1.1.",
                                         "\xff", "\x1b", "AUTH", "SIZE", ".",  "xxxxxxxx"};
    static GRand *chance;
    g_autoptr(GString) noise = g_string_new(NULL);
    if (!chance)
        chance = g_rand_new_with_seed(23);
    for (int n = g_rand_int_range(chance, 0, 40); n > 0; n--)
        g_string_append(noise, pieces[g_rand_int_range(chance, 0, G_N_ELEMENTS(pieces))]);
    if (g_rand_boolean(chance))
        g_string_append_c(noise, '\0');
    put(server, noise->str, noise->len);
}

// FALSE: the client is done with.
static gboolean act(struct server *server, const char *action, const char *usual)
{
    if (g_ascii_isdigit(action[0]))
        return say(server, action);
    if (strcmp(action, "twice") == 0)
        return say(server, usual) && say(server, usual);
    if (strcmp(action, "hang") == 0)
        wait_for_end(server);
    else if (strcmp(action, "garbage") == 0)
        return put(server, "\0\xff\x1b[2Jwhat?\r\n", 13);
    if (strcmp(action, "noise") == 0)
        make_noise(server);
    while (strcmp(action, "endless") == 0 && say(server, "250-and another thing"))
        continue;
    while (strcmp(action, "long") == 0 && put(server, "250 and on and on ", 18))
        continue;
    return FALSE; // drop
}

static gboolean answer(struct server *server, const char *step, const char *command,
                       const char *usual)
{
    const char *action = find_action(server, step, command);
    return action ? act(server, action, usual) : say(server, usual);
}

// ---- hearing -----------------------------------------------------------------------------------

// A line without its end; NULL: the client has hung up. The caller frees it.
static char *hear(struct server *server)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t len = getline(&line, &size, server->in);
    char *copy = len < 0 ? NULL : g_strndup(line, (gsize)len);
    free(line);
    if (copy)
        copy[strcspn(copy, "\r\n")] = '\0';
    return copy;
}

static void note(struct server *server, const char *what)
{
    fprintf(server->log, "%s\n", what);
    fflush(server->log);
}

static gboolean take_mail(struct server *server)
{
    g_autoptr(GString) mail = g_string_new(NULL);
    for (;;) {
        g_autofree char *line = hear(server);
        if (!line)
            return FALSE;
        if (strcmp(line, ".") == 0)
            break;
        g_string_append_printf(mail, "%s\n", line[0] == '.' ? line + 1 : line);
    }
    note(server, ".");
    const char *action = find_action(server, "dot", server->to);
    if (!action) {
        keep(server, mail);
        return say(server, "250 2.0.0 kept");
    }
    if (g_str_has_prefix(action, "keep-")) {
        keep(server, mail);
        action += strlen("keep-");
    }
    if (action[0] == '2' || strcmp(action, "twice") == 0)
        keep(server, mail);
    return act(server, action, "250 2.0.0 kept");
}

static gboolean answer_ehlo(struct server *server, const char *line)
{
    g_autoptr(GString) usual = g_string_new("250-a server for tests|250-SIZE 1000000|250-8BITMIME");
    for (guint i = 0; i < server->rules->len; i++) {
        const struct rule *rule = &g_array_index(server->rules, struct rule, i);
        if (strcmp(rule->step, "offer") == 0)
            g_string_append_printf(usual, "|250-%s", rule->action);
    }
    g_string_append(usual, "|250 AUTH PLAIN LOGIN");
    return answer(server, "ehlo", line, usual->str);
}

static gboolean take_password(struct server *server)
{
    g_autofree char *line = hear(server);
    if (!line)
        return FALSE;
    note(server, line);
    return answer(server, "auth", line, "235 2.7.0 welcome");
}

static void set_path(char **where, const char *line)
{
    const char *open = strchr(line, '<');
    g_free(*where);
    *where = open ? g_strndup(open + 1, strcspn(open + 1, ">")) : g_strdup("?");
}

static gboolean obey(struct server *server, const char *line)
{
    note(server, line);
    if (g_ascii_strncasecmp(line, "EHLO", 4) == 0)
        return answer_ehlo(server, line);
    if (g_ascii_strncasecmp(line, "AUTH", 4) == 0)
        return answer(server, "login", line, "334 ") && take_password(server);
    if (g_ascii_strncasecmp(line, "MAIL", 4) == 0) {
        set_path(&server->from, line);
        return answer(server, "mail", line, "250 2.1.0 ok");
    }
    if (g_ascii_strncasecmp(line, "RCPT", 4) == 0) {
        set_path(&server->to, line);
        return answer(server, "rcpt", line, "250 2.1.5 ok");
    }
    if (g_ascii_strncasecmp(line, "DATA", 4) == 0) {
        const char *action = find_action(server, "data", server->to);
        if (action && strcmp(action, "twice") != 0 && action[0] != '3')
            return act(server, action, "");
        return act(server, action ? action : "354 go on", "354 go on") && take_mail(server);
    }
    if (g_ascii_strncasecmp(line, "RSET", 4) == 0)
        return answer(server, "rset", line, "250 2.0.0 ok");
    if (g_ascii_strncasecmp(line, "QUIT", 4) == 0)
        return answer(server, "quit", line, "221 2.0.0 bye") && FALSE;
    return say(server, "500 5.5.1 what?");
}

static void serve(struct server *server, int client)
{
    server->out = client;
    server->in = fdopen(dup(client), "r");
    note(server, "connect");
    gboolean more = answer(server, "connect", "", "220 tests ESMTP");
    while (more) {
        g_autofree char *line = hear(server);
        more = line && obey(server, line);
    }
    fclose(server->in);
    close(client);
}

// ------------------------------------------------------------------------------------------------

static int listen_somewhere(const char *dir)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0 || bind(s, (struct sockaddr *)&at, len) != 0 || listen(s, 16) != 0 ||
        getsockname(s, (struct sockaddr *)&at, &len) != 0)
        return -1;
    g_autofree char *path = g_build_filename(dir, "port", NULL);
    g_autofree char *port = g_strdup_printf("%d\n", ntohs(at.sin_port));
    return g_file_set_contents(path, port, -1, NULL) ? s : -1;
}

int main(int argc, char **argv)
{
    struct server server = {.rules = g_array_new(FALSE, TRUE, sizeof(struct rule)),
                            .from = g_strdup(""),
                            .to = g_strdup("")};
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    signal(SIGPIPE, SIG_IGN);
    if (argc < 2)
        return 2;
    server.dir = argv[1];
    for (int i = 2; i < argc; i++) {
        if (!add_rule(&server, argv[i])) {
            fprintf(stderr, "smtpd: %s is no rule\n", argv[i]);
            return 2;
        }
    }
    g_autofree char *log = g_build_filename(server.dir, "log", NULL);
    server.log = fopen(log, "a");
    int s = server.log ? listen_somewhere(server.dir) : -1;
    if (s < 0) {
        perror(server.dir);
        return 1;
    }
    for (;;) {
        int client = accept(s, NULL, NULL);
        if (client >= 0)
            serve(&server, client);
    }
}
