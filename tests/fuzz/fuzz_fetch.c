// SPDX-License-Identifier: MIT
// Any bytes as what a mail server says, after the login: the first byte chooses IMAP or POP3, what
// becomes of done mails, and how the rest comes in pieces. For libFuzzer:
//
//   clang -fsanitize=fuzzer,address,undefined ... && fuzz_fetch CORPUS
#include "tests/unit/fetch_script.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct said {
    const uint8_t *data;
    size_t size, piece;
};

static gssize say(gpointer data, guint8 *bytes, gsize len, int ms, GError **error)
{
    struct said *said = data;
    gsize n = MIN(MIN(len, said->piece), said->size);
    (void)ms;
    (void)error;
    if (n > 0)
        memcpy(bytes, said->data, n);
    said->data += n;
    said->size -= n;
    return (gssize)n;
}

static gssize hear(gpointer data, const guint8 *bytes, gsize len, int ms, GError **error)
{
    (void)data;
    (void)bytes;
    (void)ms;
    (void)error;
    return (gssize)len;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct fetch_wire_ends ends = {say, hear, script_close};
    if (size < 1)
        return 0;
    struct said said = {data + 1, size - 1, 1 + (data[0] >> 3)};
    struct fetch_config config = {.pop3 = data[0] & 1,
                                  .folder = (char *)"INBOX",
                                  .done_folder = (char *)"Done",
                                  .keep = (enum fetch_keep)((data[0] >> 1) % 3),
                                  .bytes = 100,
                                  .seconds = 1};
    const struct fetch_mailbox *box = config.pop3 ? &fetch_pop3 : &fetch_imap;
    struct fetch_state state;
    fetch_wire *wire = fetch_wire_new(&ends, &said, config.seconds);
    GString *trace = g_string_new(NULL);
    GError *error = NULL;
    gpointer self = box->open(&config, wire, &state, &error);
    gboolean good = self && visit_all(box, self, 0, trace, &error);
    g_assert(good == !error);
    g_clear_error(&error);
    g_string_free(trace, TRUE);
    box->close(self);
    fetch_wire_free(wire);
    return 0;
}
