// SPDX-License-Identifier: MIT
// Lines that end new text by themselves: quote marks, rules, the lines that phones and programs put
// below a mail, markers of original and forwarded messages, in the languages that mail programs
// speak.
#include "referee/words/body.h"

#include "referee/words/phrase.h"

#include <string.h>

enum body_kind boundary_quote(const struct fold *line)
{
    gunichar c = line->fold[line->from];
    if (c == '>')
        return BODY_QUOTE;
    if (c == '|' || c == 0xa6 || c == 0xbb || c == 0x203a || c == 0x2502 || c == 0x2503 ||
        c == 0x2551 || c == 0x258c || c == 0x258f || c == 0x2595)
        return BODY_BAR;
    // RA> as some programs put the initials of who wrote it
    gsize i = line->from;
    while (i < line->to && i - line->from < 4 && g_unichar_isalpha(line->fold[i]))
        i++;
    return i > line->from && i < line->to && line->fold[i] == '>' ? BODY_BAR : BODY_TEXT;
}

gboolean boundary_is_rule(const struct fold *line)
{
    for (gsize i = line->from; i < line->to; i++)
        if (line->fold[i] != ' ' && !fold_punctuation(line->fold[i]) &&
            !fold_invisible(line->fold[i]))
            return FALSE;
    return line->to > line->from;
}

// What phones and mail programs say about themselves begins so …
static const char phone_begins[] =
    "sent from|sent via|sent with|sent by|sent using|get outlook|get bluemail|"
    "download outlook|yahoo mail:|gesendet von|gesendet mit|gesendet über|gesendet aus|"
    "gesendet vom|diese nachricht wurde von|outlook für|holen sie sich outlook|"
    "outlook beziehen|mobil gesendet|von unterwegs gesendet|envoyé de|envoyé depuis|"
    "envoyé à partir|envoyé avec|envoyé via|envoyé par|envoyé du|envoye de|envoye depuis|"
    "télécharger outlook|obtenir outlook|obtenez outlook|provenance : courrier|"
    "enviado desde|enviado con|enviado mediante|obtener outlook|obtenga outlook|"
    "enviado do|enviado a partir|enviado pelo|enviado via|enviado por|obter o outlook|"
    "baixe o outlook|inviato da|inviato dal|inviato con|inviato tramite|scarica outlook|"
    "ottieni outlook|verstuurd vanaf|verstuurd via|verzonden vanaf|verzonden via|"
    "verzonden met|verzonden vanuit|outlook voor|download outlook|haal outlook|wysłane z|"
    "wysłano z|wysłane przy|pobierz program outlook|pobierz aplikację outlook|"
    "отправлено с|отправлено из|надіслано з|sendt fra|sendt med|sendt via|skickat från|"
    "skickades från|skickat med|hämta outlook|hent outlook|få outlook|lähetetty|"
    "hanki outlook|odesláno z|odeslané z|odoslané z|trimis de pe|trimis din|poslano s|"
    "poslano z|στάλθηκε από|发自|發自|傳送自|从我的|從我的|獲取 outlook|获取 outlook|outlook for "
    "|נשלח מ|"
    "أرسلت من";
// … or so, when they name a thing that sends mail.
static const char phone_may_begin[] = "von meinem|von meiner";
// … or end so, then too.
static const char phone_ends[] = " gesendet|から送信|에서 보냄|gönderildi|küldve|を入手|发送|發送";
static const char phone_things[] =
    "iphone|ipad|android|samsung|galaxy|huawei|xiaomi|pixel|outlook|smartphone|handy|"
    "mobil|tablet|mail|yahoo|nokia|windows|gmx|web.de|blackberry|手机|手機";

gboolean boundary_is_phone(const struct fold *line)
{
    enum { LONGEST = 120 };
    if (line->to - line->from > LONGEST)
        return FALSE;
    g_autofree char *text = phrase_plain(line, line->from, line->to);
    if (phrase_begins(text, phone_begins))
        return TRUE;
    if (phrase_begins(text, phone_may_begin) && phrase_in(text, phone_things))
        return TRUE;
    gsize len = strlen(text);
    while (len > 0 && (text[len - 1] == '.' || text[len - 1] == ' '))
        text[--len] = '\0';
    return phrase_ends(text, phone_ends) && phrase_in(text, phone_things);
}

// Dashes and the like at both ends, words between; or so many in front that the rest of them must
// have been wrapped.
static gboolean is_between_dashes(const struct fold *line)
{
    static const gunichar dashes[] = {'-', '_', '=', '*', '~', 0x2500, 0x2501, 0x2550, 0};
    enum { FEW = 2, MANY = 4 };
    gsize from = line->from;
    gsize to = line->to;
    for (gsize side = 0; side < 2; side++) {
        gsize n = 0;
        while (from < to) {
            gunichar c = line->fold[side == 0 ? from : to - 1];
            gsize k = 0;
            while (dashes[k] && dashes[k] != c)
                k++;
            if (!dashes[k])
                break;
            n++;
            if (side == 0)
                from++;
            else
                to--;
        }
        if (side == 0 && n >= MANY)
            break;
        if (n < FEW)
            return FALSE;
    }
    return from < to;
}

// Words of markers that stand without dashes, the whole line or its beginning.
static const char marker_begins[] =
    "begin forwarded message|forwarded message|original message|"
    "start of forwarded message|anfang der weitergeleiteten|weitergeleitete nachricht|"
    "ursprüngliche nachricht|original-nachricht|originalnachricht|"
    "beginn der weitergeleiteten|début du message|message transféré|message d'origine|"
    "message d’origine|message original|mail original|inicio del mensaje reenviado|"
    "mensaje original|mensaje reenviado|inizio messaggio inoltrato|"
    "inizio del messaggio inoltrato|messaggio originale|messaggio inoltrato|"
    "begin doorgestuurd bericht|doorgestuurd bericht|oorspronkelijk bericht|"
    "początek przekazywanej|początek przekazanej|wiadomość oryginalna|"
    "wiadomość przekazana|начало пере|исходное сооб|пересланное|vidarebefordrat|"
    "ursprungligt meddelande|videresendt|oprindelig meddelelse|opprinnelig melding|"
    "início da mensagem|mensagem original|mensagem encaminhada|välitetty viesti|"
    "alkuperäinen viesti|začátek přepos|původní zpráva|továbbított üzenet|eredeti üzenet|"
    "iletilen ileti|orijinal ileti|転送された|元のメ|原始邮件|原始郵件|下面是被转发|开始转发|원본 "
    "메시지|"
    "untrusted comment:|in a message dated";
static const char forward_words[] =
    "forward|weitergeleit|transfér|réexpédi|reenviad|inoltrat|doorgestuurd|przekaz|"
    "переад|пересл|vidarebefordr|videresend|encaminhad|reencaminhad|välitetty|přepos|転送|"
    "转发|轉寄";

gboolean boundary_is_marker(const struct fold *line)
{
    enum { LONGEST = 120 };
    if (is_between_dashes(line))
        return TRUE;
    if (line->to - line->from > LONGEST)
        return FALSE;
    g_autofree char *text = phrase_plain(line, line->from, line->to);
    if (phrase_begins(text, marker_begins))
        return TRUE;
    const char *day = strstr(text, "message du "); // `Message du 13/01/26 20:05`
    return day && day - text <= 3 && g_ascii_isdigit(day[strlen("message du ")]);
}

gboolean boundary_is_forward(const struct fold *line)
{
    g_autofree char *text = phrase_plain(line, line->from, line->to);
    return phrase_in(text, forward_words) > 0;
}
