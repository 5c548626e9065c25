// SPDX-License-Identifier: MIT
// See webmail.h.
#include "tests/bench/webmail.h"

#include <string.h>

// ---- quoted-printable --------------------------------------------------------------------------

enum { QP_LINE = 75 };

static void put_encoded(GString *out, const char *text)
{
    gsize length = 0;
    for (const char *c = text; *c; c++) {
        char token[4] = {*c, 0};
        const guchar byte = (guchar)*c;
        const gboolean ends = c[1] == '\n' || c[1] == '\0';
        if (*c == '\n') {
            g_string_append(out, "\r\n");
            length = 0;
            continue;
        }
        if (byte == '=' || byte > '~' || (byte < ' ' && byte != '\t') || (byte == ' ' && ends))
            g_snprintf(token, sizeof token, "=%02X", byte);
        if (length + strlen(token) > QP_LINE) {
            g_string_append(out, "=\r\n");
            length = 0;
        }
        g_string_append(out, token);
        length += strlen(token);
    }
}

// ---- the quoted mail ---------------------------------------------------------------------------

// Its text cut or filled up to so many lines; the ticket stands in the last.
static GPtrArray *quoted_lines(const struct webmail *reply)
{
    static const char *const filling[] = {
        "One step up is free, and so is the same value once more.",
        "A gap costs penalty tokens, once, however many cards are laid down.",
        "Passing costs one token; passing and forcing the next one costs two.",
        "Whoever lays down the last card gives back up to three tokens.",
    };
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) all = g_strsplit(reply->quoted, "\n", -1);
    guint n = g_strv_length(all);
    while (n > 0 && !all[n - 1][0])
        n--;
    for (guint i = 0; i < WEBMAIL_LINES - 1; i++)
        g_ptr_array_add(lines, g_strdup(i < n ? all[i] : filling[i % G_N_ELEMENTS(filling)]));
    g_ptr_array_add(lines, g_strdup_printf("ticket %s", reply->ticket));
    return lines;
}

static void put_text(GString *out, const struct webmail *reply, const GPtrArray *quoted,
                     const char *day)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "%s\n\nOn %s 23 by mail <\n%s> wrote:\n\n", reply->words, day,
                           reply->to);
    for (guint i = 0; i < quoted->len; i++) {
        const char *line = quoted->pdata[i];
        g_string_append_printf(text, "%s%s\n", *line ? "> " : ">", line);
    }
    put_encoded(out, text->str);
}

static void put_html(GString *out, const struct webmail *reply, const GPtrArray *quoted,
                     const char *day)
{
    g_autoptr(GString) html = g_string_new(NULL);
    g_string_append_printf(
        html,
        "<div dir=\"ltr\">%s</div><br><div class=\"gmail_quote gmail_quote_container\"><div "
        "dir=\"ltr\" class=\"gmail_attr\">On %s 23 by mail &lt;<a href=\"mailto:%s\">%s</a>&gt; "
        "wrote:<br></div><blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px "
        "0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex\">",
        reply->words, day, reply->to, reply->to);
    for (guint i = 0; i < quoted->len; i++) {
        g_autofree char *line = g_markup_escape_text(quoted->pdata[i], -1);
        g_string_append_printf(html, "%s<br>\n", line);
    }
    g_string_append(html, "</blockquote></div>\n");
    put_encoded(out, html->str);
}

// ---- the whole ---------------------------------------------------------------------------------

static void put_head(GString *out, const struct webmail *reply, const char *id, const char *date)
{
    const char *host = strchr(reply->from, '@') + 1;
    g_string_append_printf(out, "Return-Path: <%s>\r\nDelivered-To: %s\r\n", reply->from,
                           reply->to);
    g_string_append_printf(out,
                           "Received: from mail-sor-f41.example.net (mail-sor-f41.example.net "
                           "[192.0.2.41])\r\n\tby mx.example.org (Postfix) with ESMTPS id "
                           "4XkQ%.6s\r\n\tfor <%s>; %s\r\n",
                           id, reply->to, date);
    g_string_append_printf(out,
                           "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n        d=%s; "
                           "s=20260311; darn=example.org;\r\n        h=to:subject:message-id:date:"
                           "from:in-reply-to:references:mime-version;\r\n        bh=%.43s=;\r\n"
                           "        b=%.60s\r\n         %.60s\r\n         %.60s==\r\n",
                           host, id, id, id + 1, id + 2);
    g_string_append_printf(
        out,
        "MIME-Version: 1.0\r\nReferences: %s\r\nIn-Reply-To: %s\r\nFrom: A player "
        "<%s>\r\nDate: %s\r\nMessage-ID: <CA+%.43s@%s>\r\nSubject: Re: %s\r\n"
        "To: 23 by mail <%s>\r\n",
        reply->answers, reply->answers, reply->from, date, id, host, reply->subject, reply->to);
}

static void put_part(GString *out, const char *boundary, const char *type)
{
    g_string_append_printf(out,
                           "--%s\r\nContent-Type: %s; charset=\"UTF-8\"\r\n"
                           "Content-Transfer-Encoding: quoted-printable\r\n\r\n",
                           boundary, type);
}

GString *webmail_write(const struct webmail *reply)
{
    g_autofree char *name = g_strdup_printf("%u %s", reply->number, reply->ticket);
    g_autofree char *id = g_compute_checksum_for_string(G_CHECKSUM_SHA256, name, -1);
    g_autofree char *boundary = g_strdup_printf("0000000000%.18s", id);
    g_autoptr(GDateTime) when = g_date_time_new_from_unix_utc(reply->date);
    g_autofree char *date = g_date_time_format(when, "%a, %d %b %Y %H:%M:%S +0000");
    g_autofree char *day = g_date_time_format(when, "%a, %b %d, %Y at %H:%M\u202fPM");
    g_autoptr(GPtrArray) quoted = quoted_lines(reply);
    GString *out = g_string_new(NULL);
    put_head(out, reply, id, date);
    g_string_append_printf(out, "Content-Type: multipart/alternative; boundary=\"%s\"\r\n\r\n",
                           boundary);
    put_part(out, boundary, "text/plain");
    put_text(out, reply, quoted, day);
    g_string_append(out, "\r\n");
    put_part(out, boundary, "text/html");
    put_html(out, reply, quoted, day);
    g_string_append_printf(out, "\r\n--%s--\r\n", boundary);
    return out;
}
