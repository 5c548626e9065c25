// SPDX-License-Identifier: MIT
// A partner for `referee23 demo`: a program that plays by mail as a person with a mail program
// would, and knows nothing but the mails that it gets.
//
// Its standard input brings frames (base/frame.h), each one raw mail of the referee; for each it
// writes a frame with a JSON object: "text" the words that it read, "answer" the mail that it sends
// back, or null when there is nothing to answer. It confirms, joins, registers its key if it has
// one, and lets the robot choose its moves from table.json. Options: --address ADDRESS --nick NICK
// [--sign].
#include "base/frame.h"
#include "player/answer.h"
#include "player/mailfile.h"
#include "referee/match/robot.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct partner {
    char *address, *nick;
    gboolean sign;
    guint8 public_key[crypto_sign_PUBLICKEYBYTES];
    guint8 secret[crypto_sign_SECRETKEYBYTES];
    guint sent;
};

// What kind of mail it is, as its header says; "" when it says nothing. The caller owns it.
static char *kind_of(const char *bytes, gsize len)
{
    static const char name[] = "\nX-23-Kind: ";
    const char *at = g_strstr_len(bytes, (gssize)len, name);
    const char *end =
        at ? memchr(at + strlen(name), '\n', len - (gsize)(at - bytes) - strlen(name)) : NULL;
    return end ? g_strndup(at + strlen(name), (gsize)(end - at) - strlen(name)) : g_strdup("");
}

// The line that registers this partner's key.
static char *key_line(const struct partner *partner)
{
    char base64[sodium_base64_ENCODED_LEN(crypto_sign_PUBLICKEYBYTES,
                                          sodium_base64_VARIANT_ORIGINAL)];
    sodium_bin2base64(base64, sizeof base64, partner->public_key, sizeof partner->public_key,
                      sodium_base64_VARIANT_ORIGINAL);
    return g_strdup_printf("key ed25519 %s", base64);
}

// What it says to a mail, a line each; an empty list for nothing. *out_signed: it can be signed.
static GStrv words_for(const struct partner *partner, const char *kind, const json_t *table,
                       gboolean *out_signed)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    char move[ROBOT_ANSWER_MAX];
    *out_signed = FALSE;
    if (g_str_equal(kind, "confirm") || g_str_equal(kind, "ask")) {
        g_strv_builder_add(words, "yes");
    } else if (g_str_equal(kind, "invitation")) {
        g_autofree char *join = g_strdup_printf("join nick=%s", partner->nick);
        g_autofree char *luck = g_strdup_printf("luck: %s shuffles too", partner->nick);
        g_autofree char *key = partner->sign ? key_line(partner) : NULL;
        g_strv_builder_add_many(words, join, luck, key, NULL);
    } else if (table && robot_answer(table, move)) {
        gboolean is_play = g_ascii_isdigit(move[0]);
        g_autofree char *command = g_strconcat(is_play ? "play " : "", move, NULL);
        g_strv_builder_add(words, command);
        *out_signed = partner->sign;
    }
    return g_strv_builder_end(words);
}

static json_t *read_and_answer(struct partner *partner, GBytes *raw, GError **error)
{
    gsize len;
    const char *bytes = g_bytes_get_data(raw, &len);
    g_autoptr(mailfile) mail = mailfile_parse(bytes, len, error);
    if (!mail)
        return NULL;
    g_autofree char *kind = kind_of(bytes, len);
    gboolean is_signed;
    g_auto(GStrv) words = words_for(partner, kind, mail->table, &is_signed);
    json_t *said = json_pack("{s:s?, s:n}", "text", mail->text, "answer");
    if (!words[0])
        return said;
    g_autofree char *id = g_strdup_printf("<%u.%s>", ++partner->sent, partner->address);
    struct answer answer = {.mail = mail,
                            .commands = (const char *const *)words,
                            .secret = is_signed ? partner->secret : NULL,
                            .from = partner->address,
                            .message_id = id,
                            .now = g_get_real_time() / G_USEC_PER_SEC};
    g_autofree char *text = answer_compose(&answer, error);
    if (!text) {
        json_decref(said);
        return NULL;
    }
    json_object_set_new(said, "answer", json_string(text));
    return said;
}

static int serve(struct partner *partner, GError **error)
{
    for (;;) {
        g_autoptr(GBytes) raw = frame_read(STDIN_FILENO, MAILFILE_MAX, error);
        if (!raw)
            return *error ? 1 : 0;
        json_auto_t *said = read_and_answer(partner, raw, error);
        if (!said)
            return 1;
        g_autofree char *text = json_dumps(said, JSON_COMPACT);
        if (!frame_write(STDOUT_FILENO, text, strlen(text), error))
            return 1;
    }
}

int main(int argc, char **argv)
{
    struct partner partner = {0};
    const GOptionEntry entries[] = {
        {"address", 0, 0, G_OPTION_ARG_STRING, &partner.address, "where it writes from", "ADDRESS"},
        {"nick", 0, 0, G_OPTION_ARG_STRING, &partner.nick, "what it wants to be called", "NICK"},
        {"sign", 0, 0, G_OPTION_ARG_NONE, &partner.sign, "register a key, and sign moves", NULL},
        {0}};
    g_autoptr(GOptionContext) context = g_option_context_new("- a partner for referee23 demo");
    g_autoptr(GError) error = NULL;
    g_option_context_add_main_entries(context, entries, NULL);
    if (sodium_init() < 0 || !g_option_context_parse(context, &argc, &argv, &error) ||
        !partner.address || !partner.nick) {
        fprintf(stderr, "partner: %s\n", error ? error->message : "--address and --nick, please");
        return 2;
    }
    crypto_sign_keypair(partner.public_key, partner.secret);
    int status = serve(&partner, &error);
    if (error)
        fprintf(stderr, "partner %s: %s\n", partner.nick, error->message);
    sodium_memzero(partner.secret, sizeof partner.secret);
    g_free(partner.address);
    g_free(partner.nick);
    return status;
}
