// SPDX-License-Identifier: MIT
// See unlock.h.
#include "player/unlock.h"

#include "player/passphrase.h"

const struct keyfile *unlock_key(struct unlock *unlock, GError **error)
{
    if (unlock->key)
        return unlock->key;
    char *text = keyfile_load(unlock->path, error);
    if (!text)
        return NULL;
    char *passphrase = NULL;
    gboolean asked = keyfile_is_encrypted(text);
    if (asked && (unlock->passphrase_file || unlock->passphrase_fd >= 0))
        passphrase = passphrase_from(unlock->passphrase_file, unlock->passphrase_fd, error);
    else if (asked)
        passphrase = passphrase_ask("The passphrase of your key: ", FALSE, error);
    if (!asked || passphrase)
        unlock->key = keyfile_parse(text, passphrase, error);
    passphrase_free(passphrase);
    keyfile_text_free(text);
    return unlock->key;
}

void unlock_clear(struct unlock *unlock)
{
    keyfile_free(unlock->key);
    unlock->key = NULL;
}
