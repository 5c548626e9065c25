// SPDX-License-Identifier: MIT
// See openpgp_gpg.h.
#include "mail/openpgp_gpg.h"

#include <string.h>

enum { RSA_MIN = 2048 };

static gboolean failed(gpgme_error_t fault, const char *what, GError **error)
{
    if (gpgme_err_code(fault) == GPG_ERR_NO_ERROR)
        return FALSE;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", what, gpgme_strerror(fault));
    return TRUE;
}

gboolean openpgp_ring_open(struct openpgp_ring *ring, const char *gpg, const char *home,
                           GError **error)
{
    *ring = (struct openpgp_ring){0};
    gpgme_set_global_flag("disable-gpgconf", "1"); // which is one program more to be run
    gpgme_check_version(NULL);
    if (failed(gpgme_set_engine_info(GPGME_PROTOCOL_OpenPGP, gpg, home), gpg, error) ||
        failed(gpgme_new(&ring->ctx), "GPGME", error) ||
        failed(gpgme_engine_check_version(GPGME_PROTOCOL_OpenPGP), gpg, error))
        return FALSE;
    gpgme_set_offline(ring->ctx, 1);
    gpgme_set_armor(ring->ctx, 0);
    return TRUE;
}

void openpgp_ring_close(struct openpgp_ring *ring)
{
    g_clear_pointer(&ring->key, gpgme_key_unref);
    g_clear_pointer(&ring->ctx, gpgme_release);
}

static gpgme_data_t data_of(GBytes *bytes)
{
    gpgme_data_t data = NULL;
    gsize len = 0;
    const char *from = bytes ? g_bytes_get_data(bytes, &len) : NULL;
    gpgme_error_t fault =
        from ? gpgme_data_new_from_mem(&data, from, len, 0) : gpgme_data_new(&data);
    g_assert(gpgme_err_code(fault) == GPG_ERR_NO_ERROR);
    return data;
}

// Takes the data over.
static GBytes *bytes_of(gpgme_data_t data)
{
    size_t len = 0;
    char *bytes = gpgme_data_release_and_get_mem(data, &len);
    GBytes *copy = g_bytes_new(bytes, bytes ? len : 0);
    gpgme_free(bytes);
    return copy;
}

// ---- keys --------------------------------------------------------------------------------------

const char *openpgp_ring_add(struct openpgp_ring *ring, const void *bytes, gsize len)
{
    g_autoptr(GBytes) all = g_bytes_new_static(bytes, len);
    gpgme_data_t data = data_of(all);
    gpgme_error_t fault = gpgme_op_import(ring->ctx, data);
    gpgme_data_release(data);
    gpgme_import_result_t result = gpgme_op_import_result(ring->ctx);
    if (result && result->secret_read > 0)
        return "secret";
    if (gpgme_err_code(fault) != GPG_ERR_NO_ERROR || !result || result->considered != 1)
        return "broken";
    // Of a key that nothing holds together, gpg finds no name. Names signed with SHA-1 are none.
    if (result->no_user_id > 0)
        return "weak";
    if (!result->imports || !result->imports->fpr || result->not_imported > 0)
        return "broken";
    gpgme_key_t key = NULL;
    if (gpgme_err_code(gpgme_get_key(ring->ctx, result->imports->fpr, &key, 0)) != GPG_ERR_NO_ERROR)
        return "broken";
    gboolean other = ring->key && strcmp(ring->key->fpr, key->fpr) != 0;
    if (ring->key)
        gpgme_key_unref(ring->key);
    ring->key = key;
    return other ? "other" : NULL;
}

static gboolean is_strong(const struct _gpgme_subkey *part)
{
    switch ((int)part->pubkey_algo) {
    case GPGME_PK_RSA:
    case GPGME_PK_RSA_E:
    case GPGME_PK_RSA_S:
    case GPGME_PK_ELG_E:
        return part->length >= RSA_MIN;
    case GPGME_PK_ECDSA:
    case GPGME_PK_ECDH:
    case GPGME_PK_EDDSA:
        return TRUE;
    default:
        return FALSE;
    }
}

static gboolean is_usable(const struct _gpgme_subkey *part)
{
    return !part->revoked && !part->expired && !part->disabled && !part->invalid && is_strong(part);
}

const char *openpgp_ring_fault(const struct openpgp_ring *ring, gboolean *out_encrypts)
{
    gboolean signs = FALSE;
    *out_encrypts = FALSE;
    if (ring->key->revoked)
        return "revoked";
    if (ring->key->expired)
        return "expired";
    if (ring->key->invalid || !is_strong(ring->key->subkeys))
        return "weak";
    for (const struct _gpgme_subkey *part = ring->key->subkeys; part; part = part->next) {
        signs = signs || (part->can_sign && is_usable(part));
        *out_encrypts = *out_encrypts || (part->can_encrypt && is_usable(part));
    }
    return signs ? NULL : "mute";
}

GBytes *openpgp_ring_export(const struct openpgp_ring *ring)
{
    gpgme_data_t data = data_of(NULL);
    gpgme_key_t keys[] = {ring->key, NULL};
    gpgme_error_t fault = gpgme_op_export_keys(ring->ctx, keys, GPGME_EXPORT_MODE_MINIMAL, data);
    GBytes *bytes = bytes_of(data);
    if (gpgme_err_code(fault) == GPG_ERR_NO_ERROR && g_bytes_get_size(bytes) > 0)
        return bytes;
    g_bytes_unref(bytes);
    return NULL;
}

// ---- signatures --------------------------------------------------------------------------------

// The part of the key that signed; NULL when it was none of this key.
static const struct _gpgme_subkey *signer(const struct openpgp_ring *ring, const char *fingerprint)
{
    for (const struct _gpgme_subkey *part = ring->key->subkeys; part && fingerprint;
         part = part->next)
        if (g_strcmp0(part->fpr, fingerprint) == 0)
            return part;
    return NULL;
}

static const char *judge(const struct openpgp_ring *ring, const struct _gpgme_signature *signature)
{
    const struct _gpgme_subkey *part = signer(ring, signature->fpr);
    switch ((int)gpgme_err_code(signature->status)) {
    case GPG_ERR_NO_ERROR:
        break;
    case GPG_ERR_SIG_EXPIRED:
        return "past";
    case GPG_ERR_KEY_EXPIRED:
        return "expired";
    case GPG_ERR_CERT_REVOKED:
        return "revoked";
    case GPG_ERR_DIGEST_ALGO:
        return "weak";
    default:
        return "wrong";
    }
    if (!part)
        return "wrong";
    if (ring->key->revoked || part->revoked || signature->summary & GPGME_SIGSUM_KEY_REVOKED)
        return "revoked";
    if (ring->key->expired || part->expired || signature->summary & GPGME_SIGSUM_KEY_EXPIRED)
        return "expired";
    gboolean old = signature->hash_algo == GPGME_MD_MD5 || signature->hash_algo == GPGME_MD_SHA1 ||
                   signature->hash_algo == GPGME_MD_RMD160;
    return old || !is_usable(part) || !part->can_sign ? "weak" : NULL;
}

const char *openpgp_ring_verify(const struct openpgp_ring *ring, GBytes *signature, GBytes *data,
                                GBytes **out_text)
{
    gpgme_data_t of = data_of(signature);
    gpgme_data_t over = data ? data_of(data) : NULL;
    gpgme_data_t plain = data ? NULL : data_of(NULL);
    gpgme_error_t fault = gpgme_op_verify(ring->ctx, of, over, plain);
    gpgme_data_release(of);
    if (over)
        gpgme_data_release(over);
    *out_text = plain ? bytes_of(plain) : NULL;
    gpgme_verify_result_t result = gpgme_op_verify_result(ring->ctx);
    if (!result || !result->signatures || result->signatures->next)
        return "wrong";
    const char *why = judge(ring, result->signatures);
    if (!why && gpgme_err_code(fault) != GPG_ERR_NO_ERROR)
        return "wrong";
    return why;
}

// ---- encrypting --------------------------------------------------------------------------------

const char *openpgp_ring_encrypt(const struct openpgp_ring *ring, GBytes *plain, char **out_armor)
{
    gboolean encrypts;
    const char *why = openpgp_ring_fault(ring, &encrypts);
    *out_armor = NULL;
    if (!encrypts)
        return why ? why : "mute";
    gpgme_key_t keys[] = {ring->key, NULL};
    gpgme_data_t from = data_of(plain);
    gpgme_data_t to = data_of(NULL);
    gpgme_set_armor(ring->ctx, 1);
    gpgme_error_t fault = gpgme_op_encrypt(
        ring->ctx, keys,
        GPGME_ENCRYPT_ALWAYS_TRUST | GPGME_ENCRYPT_NO_ENCRYPT_TO | GPGME_ENCRYPT_NO_COMPRESS, from,
        to);
    gpgme_set_armor(ring->ctx, 0);
    gpgme_data_release(from);
    g_autoptr(GBytes) bytes = bytes_of(to);
    gsize len;
    const char *text = g_bytes_get_data(bytes, &len);
    if (gpgme_err_code(fault) != GPG_ERR_NO_ERROR || len == 0 || memchr(text, '\0', len))
        return "broken";
    *out_armor = g_strndup(text, len);
    return NULL;
}
