// SPDX-License-Identifier: MIT
// Getting mails over IMAP: many with one command, of each the first bytes, none of them marked.
#include "mail/fetch_imap.h"

#include "mail/fetch.h"

#include <string.h>

struct getting {
    const struct fetch_mail *const *mails;
    gsize count;
    GBytes **texts;  // of each; NULL as long as there is none
    gboolean *empty; // the server has the mail, and no text for it
    gsize bytes;     // kept so far
    gboolean full;   // something was left out
};

static gssize find(const struct getting *getting, gint64 number)
{
    gsize low = 0, high = getting->count;
    while (low < high) {
        gsize middle = low + (high - low) / 2;
        if (getting->mails[middle]->number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < getting->count && getting->mails[low]->number == number ? (gssize)low : -1;
}

static gboolean handle_text(struct fetch_imap *self, gpointer data, GError **error)
{
    struct getting *getting = data;
    struct fetch_answer_mail said;
    enum fetch_answer_kind kind = fetch_answer_mail(&self->answer, &said);
    if (kind == FETCH_ANSWER_BROKEN)
        return fetch_imap_nonsense(self, error);
    gssize i = kind == FETCH_ANSWER_MAIL && said.has_text ? find(getting, said.uid) : -1;
    if (i < 0 || getting->texts[i])
        return TRUE; // not asked for, or twice
    if (!said.text) {
        getting->empty[i] = TRUE;
        return TRUE;
    }
    // A server whose sizes were wrong sends more than there is room for: that is asked for again.
    if (getting->bytes > 0 && getting->bytes + said.text->len > 2 * FETCH_GET_BYTES) {
        getting->full = TRUE;
        return TRUE;
    }
    getting->bytes += said.text->len;
    getting->texts[i] = g_bytes_new(said.text->data, said.text->len);
    return TRUE;
}

// How many of the mails fit into one answer, if their sizes are true; and into one command.
static gsize plan(const struct fetch_imap *self, const struct fetch_mail *const *mails, gsize count)
{
    gint64 bytes = 0;
    gsize n = 0;
    for (; n < count; n++) {
        bytes += MIN(mails[n]->size, (gint64)self->config->bytes + 1);
        if (n > 0 && bytes > FETCH_GET_BYTES)
            break;
    }
    gsize fit;
    g_free(fetch_imap_set(mails, n, &fit));
    return fit;
}

static gboolean ask(struct fetch_imap *self, struct getting *getting, gboolean *out_ok,
                    GError **error)
{
    gsize keep = self->config->bytes + 1;
    gsize all;
    g_autofree char *set = fetch_imap_set(getting->mails, getting->count, &all);
    g_assert(all == getting->count);
    g_autofree char *command =
        g_strdup_printf("UID FETCH %s (UID BODY.PEEK[]<0.%" G_GSIZE_FORMAT ">)", set, keep);
    return fetch_imap_ask(self, command, keep, handle_text, getting, out_ok, error);
}

static void tell_one(const struct fetch_imap *self, struct getting *getting, gsize i, gboolean ok,
                     struct fetch_got *got)
{
    *got = (struct fetch_got){.mail = getting->mails[i], .what = FETCH_GOT_GONE};
    if (getting->texts[i]) {
        got->what = FETCH_GOT_TEXT;
        got->text = g_steal_pointer(&getting->texts[i]);
    } else if (!ok || getting->empty[i]) {
        got->what = FETCH_GOT_UNREADABLE;
        got->detail = g_strdup(ok ? "the server has no text for it" : self->words);
    }
}

// What became of the mails, in their order, up to the first that was left out.
static void tell(const struct fetch_imap *self, struct getting *getting, gboolean ok, GArray *out)
{
    for (gsize i = 0; i < getting->count; i++) {
        if (getting->full && ok && !getting->texts[i] && !getting->empty[i])
            return;
        g_array_set_size(out, out->len + 1);
        tell_one(self, getting, i, ok, &g_array_index(out, struct fetch_got, out->len - 1));
    }
}

static gboolean get(struct fetch_imap *self, const struct fetch_mail *const *mails, gsize count,
                    GArray *out, GError **error)
{
    gboolean ok;
    struct getting getting = {mails, count, g_new0(GBytes *, count), g_new0(gboolean, count),
                              0,     FALSE};
    gboolean asked = ask(self, &getting, &ok, error);
    // When the server can't give one of many, each has to be asked for alone.
    if (asked && (ok || count == 1))
        tell(self, &getting, ok, out);
    for (gsize i = 0; i < count; i++)
        g_bytes_unref(getting.texts[i]);
    g_free(getting.texts);
    g_free(getting.empty);
    return asked;
}

gboolean fetch_imap_get(gpointer data, const struct fetch_mail *const *mails, gsize count,
                        GArray *out, GError **error)
{
    struct fetch_imap *self = data;
    if (!get(self, mails, plan(self, mails, count), out, error))
        return FALSE;
    return out->len > 0 || get(self, mails, 1, out, error);
}
