// SPDX-License-Identifier: MIT
// What becomes of mails on the IMAP server once they are safe here: moved, deleted, or marked.
//
// All of it can be said again without harm, since an answer may be lost. RFC 6851 (MOVE), 4315
// (UIDPLUS).
#include "mail/fetch_imap.h"

#include "base/fault.h"

#include <string.h>

// ---- the folder for done mails -----------------------------------------------------------------

static gboolean handle_list(struct fetch_imap *self, gpointer data, GError **error)
{
    const char *text = fetch_answer_after(self->answer.line->str, "* LIST");
    (void)error;
    if (!text)
        return TRUE;
    const char *end = strchr(text, ')');
    g_autofree char *flags = g_ascii_strdown(text, end ? end - text : -1);
    *(gboolean *)data = !strstr(flags, "\\nonexistent") && !strstr(flags, "\\noselect");
    return TRUE;
}

gboolean fetch_imap_check(gpointer data, gboolean *out_there, GError **error)
{
    struct fetch_imap *self = data;
    *out_there = FALSE;
    g_autofree char *command = g_strdup_printf("LIST \"\" %s", self->done_folder);
    return fetch_imap_must(self, command, handle_list, out_there, FETCH_ERROR_LATER, error);
}

static gboolean make_done_folder(struct fetch_imap *self, const char *why, GError **error)
{
    gboolean ok;
    g_autofree char *cause = g_strdup(why);
    g_autofree char *create = g_strdup_printf("CREATE %s", self->done_folder);
    g_autofree char *subscribe = g_strdup_printf("SUBSCRIBE %s", self->done_folder);
    fault_step("fetch:create-before");
    if (!fetch_imap_ask(self, create, 0, NULL, NULL, &ok, error))
        return FALSE;
    fault_step("fetch:create-after");
    if (!ok)
        return fetch_fail(error, FETCH_ERROR_FOLDER,
                          "mails can't be moved to %s (%s), nor can that folder be made (%s)",
                          self->config->done_folder, cause, self->words);
    // So that mail programs show it; where they can't, it is there all the same.
    return fetch_imap_ask(self, subscribe, 0, NULL, NULL, &ok, error);
}

// MOVE or COPY of a set; the folder is made when the server won't have it otherwise.
static gboolean carry(struct fetch_imap *self, const char *verb, const char *set, GError **error)
{
    gboolean ok;
    g_autofree char *command = g_strdup_printf("UID %s %s %s", verb, set, self->done_folder);
    if (!fetch_imap_ask(self, command, 0, NULL, NULL, &ok, error))
        return FALSE;
    if (ok)
        return TRUE;
    gboolean there;
    g_autofree char *why = g_strdup(self->words);
    if (!fetch_imap_check(self, &there, error))
        return FALSE;
    if (there)
        return fetch_fail(error, FETCH_ERROR_FOLDER, "mails can't be moved to %s: %s",
                          self->config->done_folder, why);
    return make_done_folder(self, why, error) &&
           fetch_imap_must(self, command, NULL, NULL, FETCH_ERROR_FOLDER, error);
}

// ---- mails -------------------------------------------------------------------------------------

static gboolean mark(struct fetch_imap *self, const char *set, const char *flag, GError **error)
{
    g_autofree char *command = g_strdup_printf("UID STORE %s +FLAGS.SILENT (%s)", set, flag);
    return fetch_imap_must(self, command, NULL, NULL, FETCH_ERROR_FOLDER, error);
}

// Without UIDPLUS there is only the old way, which takes along what somebody else has marked as
// deleted in this folder.
static gboolean expunge(struct fetch_imap *self, const char *set, GError **error)
{
    g_autofree char *command = g_strdup_printf("UID EXPUNGE %s", set);
    return mark(self, set, "\\Deleted", error) &&
           fetch_imap_must(self, self->uidplus ? command : "EXPUNGE", NULL, NULL,
                           FETCH_ERROR_FOLDER, error);
}

static gboolean done_set(struct fetch_imap *self, const char *set, GError **error)
{
    switch (self->config->keep) {
    case FETCH_KEEP_MOVE:
        if (self->move)
            return carry(self, "MOVE", set, error);
        return carry(self, "COPY", set, error) && expunge(self, set, error);
    case FETCH_KEEP_DELETE:
        return expunge(self, set, error);
    case FETCH_KEEP_KEEP:
        return self->read_only || mark(self, set, "\\Seen", error);
    }
    g_assert_not_reached();
}

gboolean fetch_imap_done(gpointer data, const struct fetch_mail *const *mails, gsize count,
                         GError **error)
{
    struct fetch_imap *self = data;
    while (count > 0) {
        gsize n;
        g_autofree char *set = fetch_imap_set(mails, count, &n);
        fault_step("fetch:done-before");
        if (!done_set(self, set, error))
            return FALSE;
        fault_step("fetch:done-after");
        mails += n;
        count -= n;
    }
    return TRUE;
}
