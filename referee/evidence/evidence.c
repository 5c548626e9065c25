// SPDX-License-Identifier: MIT
// See evidence.h.
#include "referee/evidence/evidence.h"

#include <sodium.h>
#include <string.h>

static void hex_of(const guint8 bytes[DEAL_HASH], char out[2 * DEAL_HASH + 1])
{
    sodium_bin2hex(out, 2 * DEAL_HASH + 1, bytes, DEAL_HASH);
}

void evidence_head(const struct game *game, const char *referee, GPtrArray *lines)
{
    char hex[2 * DEAL_HASH + 1];
    hex_of(game->commit, hex);
    g_ptr_array_add(lines, g_strdup("23 evidence v1"));
    g_ptr_array_add(lines, line_game(game->id, game->created));
    g_ptr_array_add(lines, g_strdup_printf("referee %s", referee));
    g_ptr_array_add(lines, g_strdup_printf("commit %s", hex));
}

void evidence_seal(const guint8 seed[DEAL_SEED], const char *before, gsize len,
                   const struct testimony *testimony, guint8 out[DEAL_HASH])
{
    g_autofree char *lines = testimony_lines(testimony);
    crypto_generichash_state state;
    crypto_generichash_init(&state, seed, DEAL_SEED, DEAL_HASH);
    crypto_generichash_update(&state, (const guint8 *)CHAIN_EVIDENCE, strlen(CHAIN_EVIDENCE));
    crypto_generichash_update(&state, (const guint8 *)before, len);
    crypto_generichash_update(&state, (const guint8 *)"\n", 1);
    crypto_generichash_update(&state, (const guint8 *)lines, strlen(lines));
    crypto_generichash_update(&state, (const guint8 *)"\n", 1);
    crypto_generichash_final(&state, out, DEAL_HASH);
}

// Takes what stands before the seal over.
static char *sealed_line(const guint8 seed[DEAL_SEED], char *before,
                         const struct testimony *testimony)
{
    guint8 seal[DEAL_HASH];
    char hex[2 * DEAL_HASH + 1];
    evidence_seal(seed, before, strlen(before), testimony, seal);
    hex_of(seal, hex);
    char *line = g_strconcat(before, " ", hex, NULL);
    g_free(before);
    return line;
}

char *evidence_key_line(const guint8 seed[DEAL_SEED], const struct evidence_key *key,
                        const struct testimony *testimony)
{
    static const char *const ends[] = {[EVIDENCE_FIRST] = "",
                                       [EVIDENCE_BY_KEY] = " signed",
                                       [EVIDENCE_BY_OPERATOR] = " by operator"};
    char *line = g_strdup_printf("key %u %s %s %s%s", key->after, key->name, key->kind, key->public,
                                 ends[key->by]);
    return key->by == EVIDENCE_BY_KEY ? sealed_line(seed, line, testimony) : line;
}

char *evidence_proof_line(const guint8 seed[DEAL_SEED], guint number, const char *name,
                          const struct testimony *testimony)
{
    return sealed_line(seed, g_strdup_printf("proof %u %s", number, name), testimony);
}

// ---- the whole ---------------------------------------------------------------------------------

static gboolean is_same(const struct testimony *a, const struct testimony *b)
{
    return a->kind == b->kind && strcmp(a->text, b->text) == 0 &&
           strcmp(a->signature, b->signature) == 0;
}

// The number of the record's line that an earlier proof by the same testimony is about; 0: none is.
static guint said_before(const GPtrArray *lines, const GPtrArray *testimonies, guint i)
{
    for (guint k = 0; k < i; k++) {
        const char *line = g_ptr_array_index(lines, k);
        const struct testimony *testimony = g_ptr_array_index(testimonies, k);
        if (testimony && g_str_has_prefix(line, "proof ") &&
            is_same(testimony, g_ptr_array_index(testimonies, i)))
            return (guint)g_ascii_strtoull(line + strlen("proof "), NULL, 10);
    }
    return 0;
}

static void add_opened(GString *out, const GPtrArray *lines, const GPtrArray *testimonies, guint i)
{
    const struct testimony *testimony = g_ptr_array_index(testimonies, i);
    if (!testimony)
        return;
    const gboolean is_proof = g_str_has_prefix(g_ptr_array_index(lines, i), "proof ");
    const guint before = is_proof ? said_before(lines, testimonies, i) : 0;
    if (before) {
        g_string_append_printf(out, "as %u\n", before);
        return;
    }
    g_autofree char *opened = testimony_lines(testimony);
    g_string_append_printf(out, "%s\n", opened);
}

static void add_end(GString *out, guint8 chain[CHAIN_HASH], const guint8 record_chain[CHAIN_HASH],
                    const guint8 secret[CHAIN_SECRET])
{
    char hex[2 * DEAL_HASH + 1];
    guint8 signature[CHAIN_SIGNATURE];
    hex_of(record_chain, hex);
    g_autofree char *record = g_strdup_printf("record %s", hex);
    chain_add(chain, record, strlen(record));
    chain_sign(CHAIN_EVIDENCE, chain, secret, signature);
    g_autofree char *sum = line_chain(chain);
    g_autofree char *signed_by = line_signature(signature);
    g_string_append_printf(out, "%s\n%s\n%s\n", record, sum, signed_by);
}

char *evidence_whole(const GPtrArray *lines, const GPtrArray *testimonies,
                     const guint8 record_chain[CHAIN_HASH], const guint8 secret[CHAIN_SECRET])
{
    guint8 chain[CHAIN_HASH] = {0};
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < lines->len; i++) {
        const char *line = g_ptr_array_index(lines, i);
        chain_add(chain, line, strlen(line));
        g_string_append_printf(out, "%s\n", line);
        add_opened(out, lines, testimonies, i);
    }
    add_end(out, chain, record_chain, secret);
    return g_string_free(out, FALSE);
}
