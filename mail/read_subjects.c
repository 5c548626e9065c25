// SPDX-License-Identifier: MIT
// The beginnings of subjects that mail programs give to what they send by themselves (H46, H93).
// Part of read_automatic.h. A subject that only speaks of an absence, or that answers such a mail
// ("Re: …"), begins otherwise and is a person's.
#include <string.h>

#include "mail/read_automatic.h"

// In small letters, composed. What ends in a colon is taken to the letter (a blank may stand before
// the colon); anything else must end at the end of a word.
static const char *const BEGINNINGS[] = {
    // English
    "automatic reply",
    "auto reply",
    "auto-reply",
    "autoreply",
    "auto: ",
    "automatic response",
    "auto response",
    "auto-response",
    "autoresponse",
    "automated reply",
    "automated response",
    "automatically generated",
    "out of office reply",
    "out of office:",
    "out of office autoreply",
    "out of office auto-reply",
    "out of office message",
    "out of office notification",
    "out of office re:",
    "out of the office:",
    "out of the office reply",
    "out-of-office",
    "i am out of the office",
    "i'm out of the office",
    "away from the office",
    "away from my mail",
    "away from my desk",
    "away from mail",
    "away:",
    "ooo:",
    "vacation reply",
    "vacation response",
    "vacation message",
    "vacation:",
    "on vacation:",
    "on holiday:",
    "on leave:",
    "absence notice",
    "absence:",
    "notice of absence",
    // German
    "automatische antwort",
    "automatische rückantwort",
    "automatische rueckantwort",
    "automatische nachricht",
    "automatische e-mail-antwort",
    "automatische abwesenheitsnotiz",
    "autom. antwort",
    "auto-antwort",
    "autoantwort",
    "abwesenheitsnotiz",
    "abwesenheitsmeldung",
    "abwesenheitsbenachrichtigung",
    "abwesenheitsnachricht",
    "abwesenheitsassistent",
    "abwesenheitsagent",
    "abwesenheit:",
    "abwesend:",
    "abwesend bis",
    "außer haus:",
    "nicht im büro",
    "nicht im haus",
    "urlaubsnotiz",
    "urlaubsmeldung",
    "urlaubsbenachrichtigung",
    "im urlaub:",
    "urlaub:",
    "ich bin nicht im büro",
    "eingangsbestätigung",
    // French
    "réponse automatique",
    "reponse automatique",
    "réponse d'absence",
    "réponse d’absence",
    "message automatique",
    "message d'absence",
    "message d’absence",
    "notification d'absence",
    "notification d’absence",
    "avis d'absence",
    "avis d’absence",
    "absence du bureau",
    "absent du bureau",
    "absent(e) du bureau",
    "absente du bureau",
    "en dehors du bureau",
    "absent:",
    "absente:",
    "en congé:",
    "en congés:",
    "en vacances:",
    // Spanish, Portuguese, Catalan, Italian, Romanian
    "respuesta automática",
    "respuesta automatica",
    "mensaje automático",
    "autorespuesta",
    "fuera de la oficina",
    "fuera de oficina",
    "aviso de ausencia",
    "ausencia:",
    "resposta automática",
    "resposta automatica",
    "resposta automàtica",
    "mensagem automática",
    "fora do escritório",
    "ausência temporária",
    "ausência:",
    "risposta automatica",
    "messaggio automatico",
    "fuori ufficio",
    "fuori sede",
    "assente dall'ufficio",
    "assenza:",
    "răspuns automat",
    "raspuns automat",
    // Dutch, Nordic, Baltic
    "automatisch antwoord",
    "automatische beantwoording",
    "automatisch bericht",
    "afwezigheidsbericht",
    "afwezigheidsmelding",
    "afwezig:",
    "niet aanwezig:",
    "buiten kantoor",
    "autosvar",
    "automatiskt svar",
    "automatisk svar",
    "automatisk besvarelse",
    "frånvaro:",
    "frånvaromeddelande",
    "frånvarande:",
    "fraværsmelding",
    "fraværsbesked",
    "fravær:",
    "ikke på kontoret",
    "ikke til stede",
    "ej på kontoret",
    "automaattinen vastaus",
    "automaattivastaus",
    "poissaoloilmoitus",
    "poissa:",
    "sjálfvirkt svar",
    "automaatvastus",
    "automātiskā atbilde",
    "automātiska atbilde",
    "automatinis atsakymas",
    // Slavic, Hungarian, Turkish, Greek
    "automatyczna odpowiedź",
    "automatyczna odpowiedz",
    "odpowiedź automatyczna",
    "odpowiedz automatyczna",
    "autoodpowiedź",
    "autoresponder:",
    "nieobecność:",
    "poza biurem:",
    "automatická odpověď",
    "automatická odpoveď",
    "automaticka odpoved",
    "mimo kancelář",
    "nepřítomnost:",
    "automatski odgovor",
    "samodejni odgovor",
    "automatikus válasz",
    "házon kívül",
    "otomatik yanıt",
    "otomatik yanit",
    "otomatik cevap",
    "αυτόματη απάντηση",
    "автоответ",
    "автоматический ответ",
    "автоматическое сообщение",
    "нет на месте",
    "автовідповідь",
    "автоматична відповідь",
    "автоматичен отговор",
    "аутоматски одговор",
    // elsewhere: no blanks between words, so these stand as they are
    "自動返信",
    "自動応答",
    "自動回信",
    "不在通知",
    "不在のお知らせ",
    "不在返信",
    "自动回复",
    "自动答复",
    "自動回覆",
    "自動回復",
    "자동 회신",
    "자동회신",
    "자동 응답",
    "자동응답",
    "부재중",
    "رد تلقائي",
    "الرد التلقائي",
    "מענה אוטומטי",
    "תשובה אוטומטית",
    "trả lời tự động",
    "ตอบกลับอัตโนมัติ",
    "balasan otomatis",
    // receipts
    "read:",
    "not read:",
    "read receipt",
    "return receipt",
    "displayed:",
    "gelesen:",
    "nicht gelesen:",
    "ungelesen gelöscht:",
    "lesebestätigung",
    "empfangsbestätigung",
    "lu:",
    "non lu:",
    "accusé de lecture",
    "accusé de réception",
    "confirmation de lecture",
    "leído:",
    "no leído:",
    "letto:",
    "lida:",
    "lido:",
    "gelezen:",
    "leesbevestiging",
    "läst:",
    "læst:",
    "lest:",
    "przeczytano:",
    "přečteno:",
    "прочтено:",
    "прочитано:",
    "開封済み:",
    "已读:",
    "已讀:",
    "읽음:",
    // help desks
    "request received",
    "ticket received",
    "ticket created",
    "support ticket opened",
    "anfrage erhalten",
    "ihre anfrage ist eingegangen",
    "demande reçue",
    // recalls and voting buttons
    "recall:",
    "message recall",
    "recall success:",
    "recall failure:",
    "rückruf:",
    "rückruf erfolgreich:",
    "rückruf fehlgeschlagen:",
    "rappel de message",
    "approve:",
    "reject:",
    "genehmigen:",
    "ablehnen:",
    "approuver:",
    "rejeter:",
    // bounces
    "undeliverable:",
    "undelivered mail returned to sender",
    "mail delivery failed",
    "mail delivery failure",
    "delivery status notification",
    "delivery failure",
    "failure notice",
    "returned mail:",
    "unzustellbar:",
    "nicht zustellbar:",
    "non remis:",
    "non distribuable:",
    "mailbox full",
    "warning: message",
    "mail system error",
};

static gboolean ends_word(const char *rest)
{
    return !g_unichar_isalnum(g_utf8_get_char(rest));
}

static gboolean begins(const char *subject, const char *with)
{
    gsize len = strlen(with);
    if (with[len - 1] == ':') {
        if (strncmp(subject, with, len - 1) != 0)
            return FALSE;
        const char *rest = subject + len - 1;
        while (g_unichar_isspace(g_utf8_get_char(rest)))
            rest = g_utf8_next_char(rest);
        return *rest == ':' || g_str_has_prefix(rest, "：");
    }
    if (strncmp(subject, with, len) != 0)
        return FALSE;
    // Han, kana and Hangul have no word ends that could be seen here.
    return ends_word(subject + len) || (guchar)with[0] >= 0xe0;
}

// Behind what servers put first: `[EXT]`, `***SPAM***`, blanks.
static const char *skip_tags(const char *p)
{
    for (;;) {
        p += strspn(p, " ");
        const char *end = NULL;
        if (*p == '[')
            end = strchr(p, ']');
        else if (*p == '*')
            end = strchr(p + strspn(p, "*"), '*');
        if (!end || end - p > 24)
            return p;
        p = end + (*p == '[' ? 1 : strspn(end, "*"));
    }
}

gboolean read_subjects_absent(const char *subject)
{
    g_autofree char *lower = g_utf8_strdown(subject, -1);
    g_autofree char *composed = g_utf8_normalize(lower, -1, G_NORMALIZE_NFC);
    const char *start = skip_tags(composed ? composed : "");
    for (gsize i = 0; i < G_N_ELEMENTS(BEGINNINGS); i++)
        if (begins(start, BEGINNINGS[i]))
            return TRUE;
    return FALSE;
}
