// SPDX-License-Identifier: MIT
// How fast mails leave over SMTP on one connection: through the program post, and by libcurl alone
// with bytes of the same size, which somebody made before. In turns, into the same server.
//
//   posting [--json] POST HOST:PORT      POST is libexec/post; the server takes all (smtp-sink)
#include "tests/bench/bench.h"
#include "tests/bench/must.h"

#include <curl/curl.h>
#include <glib.h>
#include <jansson.h>

#include "base/parcel.h"
#include "referee/programs/poster.h"

enum { MAILS = 300, ROUNDS = 5, LINES = 300, BYTES = 24 * 1024 };

static char *mail_text(gint64 id)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < LINES; i++)
        g_string_append_printf(text, "Line %d of what a mail about a game says, or one like it.\n",
                               i);
    json_auto_t *mail = json_pack(
        "{s:I, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:n, s:[], s:i, s:s, s:[[ss]], s:s, s:n, s:[]}",
        "id", (json_int_t)id, "to", "anna@example.org", "to_name", "Anna", "from",
        "referee@play.example.org", "from_name", "23 by mail", "reply_to",
        "referee+14.37.2.k7xqa9m2pd4ht0v3c8we@play.example.org", "envelope_from",
        "referee+b.12.k7xq@play.example.org", "message_id", "<14.37.2.1@play.example.org>",
        "in_reply_to", "references", "date", 1796025600, "subject", "Game 14: your turn", "headers",
        "Auto-Submitted", "auto-generated", "text", text->str, "html", "attachments");
    must(mail != NULL, NULL);
    return parcel_pack(mail, NULL);
}

static double by_post(poster *post, const char *mail)
{
    const double start = bench_now();
    for (int i = 0; i < MAILS; i++) {
        enum poster_status status = POSTER_NEVER;
        g_autofree char *detail = NULL;
        MUST(poster_send_parcel(post, 1, mail, &status, &detail, &error));
        must(status == POSTER_SENT, NULL);
    }
    return MAILS / (bench_now() - start);
}

struct bytes {
    const char *text;
    size_t left;
};

static size_t give(char *out, size_t size, size_t n, void *data)
{
    struct bytes *bytes = data;
    const size_t len = MIN(size * n, bytes->left);
    memcpy(out, bytes->text, len);
    bytes->text += len;
    bytes->left -= len;
    return len;
}

static double by_libcurl(CURL *curl, const char *text)
{
    const double start = bench_now();
    for (int i = 0; i < MAILS; i++) {
        struct bytes bytes = {text, strlen(text)};
        curl_easy_setopt(curl, CURLOPT_READDATA, &bytes);
        must(curl_easy_perform(curl) == CURLE_OK, NULL);
    }
    return MAILS / (bench_now() - start);
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    if (argc < 3)
        return 2;
    g_autofree char *url = g_strdup_printf("smtp://%s", argv[argc - 1]);
    json_auto_t *config = json_pack("{s:s s:s s:s s:s s:i}", "transport", "smtp", "url", url, "tls",
                                    "none", "host", "play.example.org", "seconds", 20);
    g_autoptr(poster) post = NULL;
    MUST((post = poster_start(argv[argc - 2], config, &error)) != NULL);
    g_autofree char *mail = mail_text(1);
    GString *text = g_string_new("From: <referee@play.example.org>\r\nSubject: Game 14\r\n\r\n");
    while (text->len < BYTES)
        g_string_append(text,
                        "Line of what a mail about a game says, or one like it, so long.\r\n");
    CURL *curl = curl_easy_init();
    struct curl_slist *to = curl_slist_append(NULL, "<anna@example.org>");
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, "<referee@play.example.org>");
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, to);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    double ours[ROUNDS];
    double bare[ROUNDS];
    for (int i = -1; i < ROUNDS; i++) {
        const double a = by_post(post, mail);
        const double b = by_libcurl(curl, text->str);
        if (i >= 0) {
            ours[i] = a;
            bare[i] = b;
        }
    }
    const double rate = bench_median(ours, ROUNDS);
    const double alone = bench_median(bare, ROUNDS);
    g_autofree char *against = g_strdup_printf("libcurl alone (%.0f/s)", alone);
    bench_print_row((struct bench_row){.name = "posting: into smtp-sink, one connection",
                                       .value = rate,
                                       .unit = "mails/s",
                                       .against = against,
                                       .ratio = rate / alone,
                                       .limit = BENCH_AT_LEAST,
                                       .must = 0.8,
                                       .of_ratio = true});
    curl_slist_free_all(to);
    curl_easy_cleanup(curl);
    g_string_free(text, TRUE);
    return 0;
}
