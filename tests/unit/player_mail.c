// SPDX-License-Identifier: MIT
// See player_mail.h.
#include "tests/unit/player_mail.h"

#include <sodium.h>
#include <string.h>

#define TICKET "14.37.2.k7xqa9m2pd4ht0v3c8we"

static guint8 secret[crypto_sign_SECRETKEYBYTES];
static guint8 public_key[crypto_sign_PUBLICKEYBYTES];

const guint8 *player_mail_secret(guint8 seed)
{
    guint8 bytes[crypto_sign_SEEDBYTES];
    memset(bytes, seed, sizeof bytes);
    crypto_sign_seed_keypair(public_key, secret, bytes);
    return secret;
}

const char *player_mail_hex(guint8 seed)
{
    static char hex[2 * sizeof public_key + 1];
    player_mail_secret(seed);
    return sodium_bin2hex(hex, sizeof hex, public_key, sizeof public_key);
}

static const char turn[] =
    "{'v':1,'referee':'referee@play.example.org','key':'','game':14,'name':'Sunday league',"
    "'kind':'turn','turn':37,'lines':52,'head':'0123456789abcdef','ticket':'" TICKET "',"
    "'rules':{'gap':'difference','bonus':'window','discard':3,'stall':3},'commit':'','phase':'play'"
    ",'round':1,'top':12,'forced':false,'to_move':'clara','you':{'nick':'clara','seat':2,'hand':"
    "[9,12,12,13,17,21,21],'discarded':[19,22,23],'plan':[]},'seats':[{'nick':'anna','cards':5,"
    "'penalty':4,'bonus':2,'in':true,'robot':false,'discarded':true,'bank':604800,'vacation':30},"
    "{'nick':'bruno','cards':0,'penalty':1,'bonus':3,'in':false,'robot':false,'discarded':true,"
    "'bank':604800,'vacation':30},{'nick':'clara','cards':7,'penalty':3,'bonus':1,'in':true,"
    "'robot':false,'discarded':true,'bank':3600,'vacation':30},{'nick':'robot-1','cards':6,"
    "'penalty':2,'bonus':3,'in':true,'robot':true,'discarded':true,'bank':604800,'vacation':30}],"
    "'legal':[['9 bonus',0],['12',0],['12 bonus',0],['12x2',0],['12x2 bonus',0],['13',0],"
    "['13 bonus',0],['17',5],['17 bonus',0],['21',9],['21x2',9],['pass',1],['pass force',2],"
    "['leave',7]],'discard':false,'log':['move bruno 2026-11-29T20:01:02Z 11x2',"
    "'move robot-1 2026-11-30T07:00:00Z pass by robot','move anna 2026-11-30T08:12:44Z 12'],"
    "'deadline':'2026-12-02T08:12:44Z','scores':null,'winner':null,'seed':null}";

static json_t *load(guint8 seed)
{
    g_autofree char *text = g_strdelimit(g_strdup(turn), "'", '"');
    json_t *table = json_loads(text, 0, NULL);
    g_assert(table);
    g_autofree char *commit = g_strnfill(64, 'c');
    json_object_set_new(table, "key", json_string(player_mail_hex(seed)));
    json_object_set_new(table, "commit", json_string(commit));
    return table;
}

json_t *player_mail_table(guint8 seed)
{
    return load(seed);
}

json_t *player_mail_deal(guint8 seed)
{
    json_t *table = load(seed);
    json_t *you = json_object_get(table, "you");
    json_object_set_new(table, "kind", json_string("deal"));
    json_object_set_new(table, "phase", json_string("discard"));
    json_object_set_new(table, "top", json_integer(0));
    json_object_set_new(table, "to_move", json_null());
    json_object_set_new(table, "discard", json_true());
    json_object_set_new(table, "legal", json_array());
    json_object_set_new(you, "discarded", json_null());
    json_object_set_new(you, "hand",
                        json_pack("[i,i,i,i,i,i,i,i,i,i,i,i,i,i,i]", 1, 2, 3, 3, 5, 7, 8, 9, 9, 12,
                                  17, 20, 21, 23, 23));
    for (size_t i = 0; i < json_array_size(json_object_get(table, "seats")); i++) {
        json_t *seat = json_array_get(json_object_get(table, "seats"), i);
        json_object_set_new(seat, "cards", json_integer(15));
        json_object_set_new(seat, "in", json_true());
        json_object_set_new(seat, "discarded", json_boolean(i == 3));
    }
    return table;
}

static char *sign(const char *bytes, guint8 seed)
{
    g_autofree char *message = g_strconcat("23 table v1\n", bytes, NULL);
    guint8 signature[crypto_sign_BYTES];
    crypto_sign_detached(signature, NULL, (const guint8 *)message, strlen(message),
                         player_mail_secret(seed));
    return g_base64_encode(signature, sizeof signature);
}

static char *in_lines(const char *bytes)
{
    GString *out = g_string_new(NULL);
    for (gsize at = 0, len = strlen(bytes); at < len; at += 57) {
        g_autofree char *line =
            g_base64_encode((const guchar *)bytes + at, MIN(len - at, (gsize)57));
        g_string_append_printf(out, "%s\n", line);
    }
    return g_string_free(out, FALSE);
}

static void append_table(GString *out, const struct player_mail *mail)
{
    char *dumped = mail->table ? json_dumps(mail->table, JSON_COMPACT) : NULL;
    const char *bytes = mail->bytes ? mail->bytes : dumped;
    if (!bytes && !mail->encoded)
        return;
    g_autofree char *signature = sign(bytes ? bytes : "", mail->seed);
    g_autofree char *lines = in_lines(bytes ? bytes : "");
    g_string_append(out, "--=_23-m\nContent-Type: application/json; name=table.json\n"
                         "Content-Disposition: attachment; filename=table.json\n");
    const char *shown = mail->signature ? mail->signature : signature;
    if (*shown)
        g_string_append_printf(out, "X-23-Signature: %s\n", shown);
    g_string_append_printf(out, "Content-Transfer-Encoding: %s\n\n%s\n",
                           mail->encoding ? mail->encoding : "base64",
                           mail->encoded ? mail->encoded : lines);
    free(dumped);
}

char *player_mail_make(const struct player_mail *mail)
{
    GString *out = g_string_new(mail->head);
    const char *id = mail->message_id ? mail->message_id : "<" TICKET ".99@play.example.org>";
    g_string_append_printf(
        out,
        "Date: Mon, 30 Nov 2026 08:12:45 +0000\nFrom: \"23 by mail\" <referee@play.example.org>\n"
        "To: clara <clara@example.org>\nReply-To: %s\nSubject: %s\nMessage-ID: %s\n"
        "In-Reply-To: <14.36.2.2222222222222222222z.98@play.example.org>\n"
        "References: <14.35.2.1111111111111111111z.97@play.example.org>\n"
        " <14.36.2.2222222222222222222z.98@play.example.org>\n"
        "Auto-Submitted: auto-generated\nX-23-Referee: play.example.org\nX-23-Kind: turn\n"
        "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"=_23-m\"\n\n",
        mail->reply_to ? mail->reply_to : "referee+" TICKET "@play.example.org",
        mail->subject ? mail->subject : "[23] Game 14: your turn", id);
    g_string_append_printf(out, "--=_23-m\nContent-Type: text/plain; charset=utf-8\n\n%s\n",
                           mail->text ? mail->text : "It is your turn.\n\nticket " TICKET "\n");
    append_table(out, mail);
    g_string_append(out, mail->parts ? mail->parts : "");
    g_string_append(out, "--=_23-m--\n");
    return g_string_free(out, FALSE);
}
