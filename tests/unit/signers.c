// SPDX-License-Identifier: MIT
// See signers.h.
#include "tests/unit/signers.h"

#include "tests/unit/tools.h"

static const struct {
    const char *address, *nick;
    enum tools_way way; // TOOLS_WAYS: as player23 does
} people[SIGNERS_MAX] = {
    {ANNA, "anna", TOOLS_WAYS}, {BRUNO, "bruno", TOOLS_MINISIGN}, {CLARA, "clara", TOOLS_SSH}};

const char *signers_address(unsigned who)
{
    return people[who].address;
}

static void register_key(struct signers *signers, unsigned who)
{
    g_autofree char *public = people[who].way == TOOLS_WAYS
                                  ? g_strdup_printf("ed25519 %s", club_key(1, signers->secret))
                                  : tools_public(signers->keys, people[who].nick, people[who].way);
    g_autofree char *words = g_strconcat("key ", public, NULL);
    club_move(signers->club, people[who].address, words);
    club_move(signers->club, people[who].address, "yes");
    club_expect(signers->club, people[who].address, "answer", "is registered.");
}

void signers_sign(const struct signers *signers, unsigned who, const char *place,
                  const char *commands)
{
    const struct club *club = signers->club;
    g_autofree char *body = NULL;
    if (people[who].way == TOOLS_WAYS) {
        g_autofree char *folded = g_strdup(place);
        g_auto(GStrv) lines = g_strsplit(commands, "\n", -1);
        g_autofree char *said = g_strjoinv(" ; ", lines);
        g_autofree char *words = g_strconcat(g_strdelimit(folded, "\n", ' '), " ", said, NULL);
        body = club_block(club, signers->secret, words);
    } else {
        g_autofree char *lines =
            g_strdup_printf("referee %s\n%s\n%s\n", signers->referee, place, commands);
        g_autofree char *signature =
            tools_sign(signers->keys, people[who].nick, people[who].way, lines, NULL);
        body = g_strconcat(lines, signature, NULL);
    }
    club_says(signers->club, people[who].address, body);
}

void signers_begin(struct signers *signers, struct club *club, unsigned n, unsigned sit,
                   const char *options)
{
    *signers = (struct signers){.club = club, .n = sit};
    signers->keys = g_dir_make_tmp("signers-XXXXXX", NULL);
    club_begin(club);
    club_game(club, n, "discard=0");
    g_strlcpy(signers->referee, club_text(club_last(club, ANNA), "key"), sizeof signers->referee);
    for (unsigned i = 0; i < n; i++) {
        tools_make_keys(signers->keys, people[i].nick);
        register_key(signers, i);
    }
    g_autofree char *wish = g_strdup_printf("new security=signed seats=%u %s", sit, options);
    g_autoptr(GString) words = g_string_new(wish);
    for (unsigned i = 1; i < sit; i++)
        g_string_append_printf(words, "\ninvite %s", people[i].nick);
    signers_sign(signers, 0, "game 0\nturn 0\nseat anna", words->str);
    club_tick(club);
    for (unsigned i = 1; i < sit; i++) {
        g_autofree char *place =
            g_strdup_printf("game 0\nturn %s\nseat %s",
                            club_sql(club,
                                     "SELECT matter.id FROM matter JOIN address USING (player)"
                                     " WHERE kind = 'invitation' AND game = 2"
                                     " AND address.address = '%s'",
                                     people[i].address),
                            people[i].nick);
        signers_sign(signers, i, place, "join 2");
        club_tick(club);
    }
    assert_string_equal(club_sql(club, "SELECT state FROM game WHERE id = 2"), "running");
}

void signers_end(struct signers *signers)
{
    tools_drop(signers->keys);
    g_clear_pointer(&signers->keys, g_free);
}

const json_t *signers_table(const struct signers *signers, unsigned who)
{
    const GPtrArray *mails = signers->club->mails;
    for (guint i = mails->len; i-- > 0;) {
        const struct club_mail *mail = g_ptr_array_index(mails, i);
        if (g_str_equal(mail->to, people[who].address) && mail->parts->table &&
            club_number(mail, "game") == SIGNERS_GAME)
            return mail->parts->table;
    }
    fail_msg("no table went to %s", people[who].nick);
    return NULL;
}

void signers_play(const struct signers *signers, unsigned who, const char *commands)
{
    const json_t *table = signers_table(signers, who);
    const char *nick = json_string_value(json_object_get(json_object_get(table, "you"), "nick"));
    g_autofree char *place =
        g_strdup_printf("game %d\nturn %d\nseat %s", SIGNERS_GAME,
                        (int)json_integer_value(json_object_get(table, "turn")), nick);
    signers_sign(signers, who, place, commands);
    club_tick(signers->club);
}

static gboolean discard(const struct signers *signers, unsigned who)
{
    const json_t *table = signers_table(signers, who);
    if (!json_is_true(json_object_get(table, "discard")))
        return FALSE;
    const json_t *hand = json_object_get(json_object_get(table, "you"), "hand");
    const gsize n = json_array_size(hand);
    g_autofree char *words =
        g_strdup_printf("discard %d %d %d", (int)json_integer_value(json_array_get(hand, n - 1)),
                        (int)json_integer_value(json_array_get(hand, n - 2)),
                        (int)json_integer_value(json_array_get(hand, n - 3)));
    signers_play(signers, who, words);
    return TRUE;
}

gboolean signers_move_of(const struct signers *signers, unsigned who)
{
    const json_t *legal = json_object_get(signers_table(signers, who), "legal");
    if (json_array_size(legal) == 0)
        return FALSE;
    const char *move = json_string_value(json_array_get(json_array_get(legal, 0), 0));
    g_autofree char *words = g_strconcat(g_ascii_isdigit(move[0]) ? "play " : "", move, NULL);
    signers_play(signers, who, words);
    return TRUE;
}

gboolean signers_move(const struct signers *signers)
{
    for (unsigned i = 0; i < signers->n; i++)
        if (signers_move_of(signers, i))
            return TRUE;
    return FALSE;
}

void signers_finish(const struct signers *signers)
{
    gboolean acted = TRUE;
    for (guint left = 300; acted; left--) {
        assert_true(left > 0);
        acted = FALSE;
        for (unsigned i = 0; i < signers->n && !acted; i++)
            acted = discard(signers, i);
        acted = acted || signers_move(signers);
    }
}
