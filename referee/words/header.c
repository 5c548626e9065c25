// SPDX-License-Identifier: MIT
// Header blocks of older mails in a text: From:, Sent:, To:, Subject: in the languages of mail
// programs.
//
// A single line of that shape may be anybody's words; two close together are a header.
#include "referee/words/body.h"

#include "referee/words/phrase.h"

#include <string.h>

static const char names[] =
    // English, German, French
    "from|sent|date|to|cc|bcc|subject|reply-to|reply to|importance|attachments|sender|"
    "von|gesendet|datum|an|betreff|kopie|cc an|antwort an|wichtigkeit|anlagen|absender|empfänger|"
    "de|envoyé|envoyé le|envoye|à|a|objet|sujet|copie|copie à|copie a|cci|répondre à|expéditeur|"
    "destinataire|destinataires|pièces jointes|date d'envoi|"
    // Spanish, Portuguese, Catalan, Italian, Romanian
    "enviado|enviado el|enviada em|enviado em|fecha|data|para|asunto|assunto|responder a|enviat|"
    "per a|assumpte|da|inviato|oggetto|ogg|mittente|destinatario|de la|trimis|către|subiect|"
    // Dutch, Swedish, Danish, Norwegian, Finnish, Estonian
    "van|verzonden|verstuurd|aan|onderwerp|beantwoorden|från|skickat|till|kopia|ämne|fra|sendt|til|"
    "emne|dato|kopi|lähettäjä|lähetetty|vastaanottaja|aihe|päivämäärä|päiväys|kopio|saatja|"
    "saadetud|"
    "adressaat|teema|"
    // Polish, Czech, Slovak, Hungarian, Croatian, Slovene, Lithuanian, Latvian
    "od|wysłano|wysłane|do|dw|temat|odesláno|komu|předmět|kopie|odoslané|predmet|dátum|feladó|"
    "elküldve|küldve|címzett|tárgy|másolatot kap|šalje|poslano|prima|za|zadeva|nuo|išsiųsta|kam|"
    "tema|no|nosūtīts|"
    // Russian, Ukrainian, Bulgarian, Serbian, Greek
    "от|от кого|отправлено|дата|кому|копия|тема|від|надіслано|копія|изпратено|до|относно|шаље|"
    "послато|прима|από|στάλθηκε|προς|θέμα|ημερομηνία|κοιν|"
    // Turkish, Hebrew, Arabic, Vietnamese, Indonesian
    "kimden|gönderen|gönderildi|gönderilme|gönderme tarihi|kime|alıcı|konu|tarih|bilgi|מאת|נשלח|אל|"
    "נושא|תאריך|من|تم الإرسال|إلى|الموضوع|التاريخ|từ|đã gửi|tới|chủ đề|dari|dikirim|kepada|perihal|"
    "subjek|"
    // Japanese, Chinese, Korean
    "差出人|送信日時|送信者|宛先|件名|日時|送信日|发件人|发送时间|收件人|抄送|主题|日期|时间|"
    "寄件者|"
    "寄件人|寄件日期|收件者|副本|主旨|傳送日期|發件人|發送時間|主題|보낸 사람|보낸사람|보낸 날짜|"
    "받는 사람|받는사람|참조|제목|날짜";

enum { LABEL_MAX = 30, GAP_MAX = 3 };

// Where the label of `Label: value` ends, the colon's place into *colon; FALSE for another shape.
static gboolean label(const struct fold *line, gsize *colon)
{
    gsize words = 1;
    for (gsize i = line->from; i < line->to && i - line->from <= LABEL_MAX; i++) {
        gunichar c = line->fold[i];
        if (c == ':') {
            *colon = i;
            return i > line->from;
        }
        if (g_unichar_isdigit(c) || c == '<' || c == '@' || (c == ' ' && ++words > 5))
            return FALSE;
    }
    return FALSE;
}

static gboolean is_known(const struct fold *line)
{
    gsize colon;
    if (!label(line, &colon))
        return FALSE;
    g_autofree char *name = phrase_plain(line, line->from, colon);
    return phrase_is(name, names) > 0;
}

static gboolean holds_address(const struct fold *line)
{
    for (gsize i = line->from + 1; i + 1 < line->to; i++)
        if (line->fold[i] == '@' && g_unichar_isalnum(line->fold[i - 1]) &&
            g_unichar_isalnum(line->fold[i + 1]))
            return TRUE;
    return FALSE;
}

static gboolean holds_digits(const struct fold *line)
{
    for (gsize i = line->from; i < line->to; i++)
        if (g_unichar_isdigit(line->fold[i]))
            return TRUE;
    return FALSE;
}

// Two lines of the shape in a language that isn't in the list: one holds an address, one a date.
static gboolean is_unknown_pair(const struct fold *a, const struct fold *b)
{
    gsize colon;
    return label(a, &colon) && label(b, &colon) &&
           ((holds_address(a) && holds_digits(b)) || (holds_address(b) && holds_digits(a)));
}

// Marks the first line of each pair: a second header line within three lines (long ones are
// wrapped, and HTML turned to text leaves blank lines between).
void header_mark(struct body *body)
{
    for (guint i = 0; i < body->n; i++) {
        struct body_line *line = &body->lines[i];
        gsize colon;
        if (line->kind != BODY_TEXT || !label(&line->fold, &colon))
            continue;
        gboolean known = is_known(&line->fold);
        for (guint k = i + 1; k < body->n && k <= i + GAP_MAX && line->kind == BODY_TEXT; k++) {
            const struct body_line *next = &body->lines[k];
            if ((known && is_known(&next->fold)) ||
                (k == i + 1 && is_unknown_pair(&line->fold, &next->fold)))
                line->kind = BODY_HEADER;
        }
        // the last of a block has none below it
        if (line->kind == BODY_TEXT && known && i > 0 && body->lines[i - 1].kind == BODY_HEADER)
            line->kind = BODY_HEADER;
    }
}
