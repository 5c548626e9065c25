// SPDX-License-Identifier: MIT
// See testimony.h.
#include "referee/evidence/testimony.h"

#include "base/base64.h"
#include "referee/words/minisign.h"
#include "referee/words/sshsig.h"
#include "referee/words/tool_block.h"

#include <sodium.h>
#include <string.h>

// What a native block signs before its words.
static const char native[] = "23 command v1\n";
enum { NATIVE = sizeof native - 1, REFEREE_HEX = 64, BYTES_MAX = 128 * 1024 };

// ---- taking it ---------------------------------------------------------------------------------

// A mail may have left a CR, or blanks; a tool leaves none, but for those in a comment of
// minisign's, which it signs.
static char *as_made(const char *lines)
{
    g_auto(GStrv) all = g_strsplit(lines, "\n", -1);
    for (char **line = all; *line; line++) {
        gsize len = strlen(*line);
        gboolean comment = strstr(*line, "comment:") != NULL;
        while (len > 0 && ((*line)[len - 1] == '\r' ||
                           (!comment && ((*line)[len - 1] == ' ' || (*line)[len - 1] == '\t'))))
            (*line)[--len] = '\0';
    }
    return g_strjoinv("\n", all);
}

gboolean testimony_take(const struct newtext *text, const char *referee, struct testimony *out)
{
    *out = (struct testimony){0};
    if (text->signature == SIGNED_OPENPGP && text->signed_text)
        *out = (struct testimony){SIGNED_OPENPGP, g_strdup(text->signed_text),
                                  as_made(text->signature_text)};
    if (text->signature == SIGNED_OPENPGP || !newtext_has_block(text))
        return out->kind != SIGNED_NO;
    out->kind = text->signature;
    if (out->kind == SIGNED_NATIVE) {
        out->text = g_strconcat(native, referee, "\n", text->block.words, NULL);
        out->signature = g_base64_encode(text->block.signature, sizeof text->block.signature);
    } else {
        out->text = g_strdup(text->block.words);
        out->signature = as_made(text->signature_text);
    }
    return TRUE;
}

void testimony_clear(struct testimony *testimony)
{
    g_free(testimony->text);
    g_free(testimony->signature);
    *testimony = (struct testimony){0};
}

struct testimony *testimony_copy(const struct testimony *testimony)
{
    struct testimony *copy = g_new0(struct testimony, 1);
    *copy = (struct testimony){testimony->kind, g_strdup(testimony->text),
                               g_strdup(testimony->signature)};
    return copy;
}

void testimony_free(struct testimony *testimony)
{
    if (!testimony)
        return;
    testimony_clear(testimony);
    g_free(testimony);
}

// ---- kinds -------------------------------------------------------------------------------------

static const char *const kinds[] = {[SIGNED_NO] = "",
                                    [SIGNED_NATIVE] = "ed25519",
                                    [SIGNED_MINISIGN] = "minisign",
                                    [SIGNED_SSH] = "ssh",
                                    [SIGNED_OPENPGP] = "openpgp"};

const char *testimony_kind_name(enum signed_kind kind)
{
    return kinds[kind];
}

enum signed_kind testimony_kind(const char *name)
{
    for (enum signed_kind kind = SIGNED_NATIVE; kind < G_N_ELEMENTS(kinds); kind++)
        if (strcmp(kinds[kind], name) == 0)
            return kind;
    return SIGNED_NO;
}

// ---- checking ----------------------------------------------------------------------------------

static gboolean check_native(const struct testimony *testimony, const char *public)
{
    guint8 key[crypto_sign_PUBLICKEYBYTES];
    guint8 signature[crypto_sign_BYTES];
    return base64_read(public, key, sizeof key) &&
           base64_read(testimony->signature, signature, sizeof signature) &&
           crypto_sign_verify_detached(signature, (const guint8 *)testimony->text,
                                       strlen(testimony->text), key) == 0;
}

static gboolean check_minisign(const struct testimony *testimony, const char *public)
{
    guint8 key[MINISIGN_KEY_BYTES];
    guint64 number;
    return minisign_key_read(public, key, &number) &&
           minisign_verify(testimony->text, testimony->signature, key);
}

static gboolean check_ssh(const struct testimony *testimony, const char *public)
{
    guint8 key[SSHSIG_KEY_BYTES];
    char fingerprint[SSHSIG_FINGERPRINT_MAX];
    return sshsig_key_read(public, key, fingerprint) &&
           sshsig_verify(testimony->text, testimony->signature, key);
}

enum testimony_verdict testimony_check(const struct testimony *testimony, const char *public)
{
    gboolean holds = FALSE;
    switch (testimony->kind) {
    case SIGNED_NATIVE:
        holds = check_native(testimony, public);
        break;
    case SIGNED_MINISIGN:
        holds = check_minisign(testimony, public);
        break;
    case SIGNED_SSH:
        holds = check_ssh(testimony, public);
        break;
    case SIGNED_OPENPGP:
        return TESTIMONY_UNCHECKED;
    case SIGNED_NO:
        break;
    }
    return holds ? TESTIMONY_HOLDS : TESTIMONY_FAILS;
}

// ---- what it says ------------------------------------------------------------------------------

static gboolean read_native(const char *text, struct signed_block *out, char **out_referee)
{
    if (strncmp(text, native, NATIVE) != 0 ||
        strspn(text + NATIVE, "0123456789abcdef") != REFEREE_HEX ||
        text[NATIVE + REFEREE_HEX] != '\n')
        return FALSE;
    *out_referee = g_strndup(text + NATIVE, REFEREE_HEX);
    return signed_read_words(text + NATIVE + REFEREE_HEX + 1, WORDS_ALL, NEWTEXT_COMMANDS_MAX,
                             out) == SIGNED_FINE;
}

gboolean testimony_read(const struct testimony *testimony, struct signed_block *out,
                        char **out_referee)
{
    const struct run_options options = {.languages = WORDS_ALL, .limit = NEWTEXT_COMMANDS_MAX};
    *out = (struct signed_block){0};
    *out_referee = NULL;
    if (testimony->kind == SIGNED_NO)
        return FALSE;
    if (testimony->kind == SIGNED_NATIVE)
        return read_native(testimony->text, out, out_referee);
    return tool_block_read(testimony->text, &options, out, out_referee) == NEWTEXT_FINE;
}

// ---- as lines ----------------------------------------------------------------------------------

static char *encode(const struct testimony *testimony)
{
    // of a native one it is base64 already
    return testimony->kind == SIGNED_NATIVE ? g_strdup(testimony->signature)
                                            : g_base64_encode((const guint8 *)testimony->signature,
                                                              strlen(testimony->signature));
}

char *testimony_lines(const struct testimony *testimony)
{
    g_autofree char *text =
        g_base64_encode((const guint8 *)testimony->text, strlen(testimony->text));
    g_autofree char *sign = encode(testimony);
    return g_strconcat("text ", text, "\nsign ", sign, NULL);
}

// The text that canonical base64 stands for; NULL when it isn't that. The caller owns it.
static char *decode_text(const char *base64)
{
    const gsize room = strlen(base64) / 4 * 3 + 1;
    gsize len;
    if (room > BYTES_MAX)
        return NULL;
    g_autofree char *text = g_malloc(room + 1);
    if (sodium_base642bin((guint8 *)text, room, base64, strlen(base64), NULL, &len, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        len == 0)
        return NULL;
    text[len] = '\0';
    g_autofree char *again = g_base64_encode((const guint8 *)text, len);
    return strlen(text) == len && strcmp(again, base64) == 0 ? g_steal_pointer(&text) : NULL;
}

gboolean testimony_parse(enum signed_kind kind, const char *text, const char *sign,
                         struct testimony *out)
{
    guint8 bytes[SIGNED_SIGNATURE_BYTES];
    *out = (struct testimony){.kind = kind};
    out->text = decode_text(text);
    out->signature = kind != SIGNED_NATIVE                    ? decode_text(sign)
                     : base64_read(sign, bytes, sizeof bytes) ? g_strdup(sign)
                                                              : NULL;
    if (out->text && out->signature && g_utf8_validate(out->text, -1, NULL))
        return TRUE;
    testimony_clear(out);
    return FALSE;
}

char *testimony_close(const struct testimony *testimony)
{
    g_autofree char *lines = testimony_lines(testimony);
    return g_strconcat(testimony_kind_name(testimony->kind), "\n", lines, NULL);
}

struct testimony *testimony_open(const char *text)
{
    struct testimony testimony;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    if (g_strv_length(lines) != 3 || !g_str_has_prefix(lines[1], "text ") ||
        !g_str_has_prefix(lines[2], "sign ") ||
        !testimony_parse(testimony_kind(lines[0]), lines[1] + strlen("text "),
                         lines[2] + strlen("sign "), &testimony))
        return NULL;
    return g_memdup2(&testimony, sizeof testimony);
}
