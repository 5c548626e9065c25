// SPDX-License-Identifier: MIT
// See boundary_lines.h.
#include "tests/unit/boundary_lines.h"

#include <stddef.h>

const char *const boundary_attributions[] = {
    "On Tue, 13 Jan 2026 at 20:05, Referee <referee@play.example.org> wrote:",
    "On Tue, Jan 13, 2026 at 8:05 PM Referee <referee@play.example.org> wrote:",
    "On 13 Jan 2026, at 20:05, Referee <referee@play.example.org> wrote:",
    "On 13/01/2026 20:05, Referee wrote:",
    "On Tuesday, January 13, 2026 at 8:05:11 PM GMT+1, Referee <referee@play.example.org> wrote:",
    "On 13 January 2026 20:05:11 CET, Referee <referee@play.example.org> wrote:",
    "Referee <referee@play.example.org> writes:",
    "Referee said on Tuesday, 13 January 2026 at 20:05:",
    "At 1/13/2026 8:05 PM, you wrote:",
    "In a message dated 1/13/2026 8:05:11 PM Central European Time, referee@play.example.org "
    "writes:",
    "Le mar. 13 janv. 2026 à 20:05, L'arbitre <referee@play.example.org> a écrit :",
    "Le mar. 13 janv. 2026 à 20:05, L'arbitre <referee@play.example.org> a écrit\302\240:",
    "Le 13/01/2026 à 20:05, L'arbitre a écrit\342\200\257:",
    "Am Di., 13. Jan. 2026 um 20:05 Uhr schrieb Schiedsstelle <referee@play.example.org>:",
    "Am 13.01.26 um 20:05 schrieb Schiedsstelle:",
    "Schiedsstelle <referee@play.example.org> schrieb am Di., 13. Jan. 2026 um 20:05 Uhr:",
    "El mar, 13 ene 2026 a las 20:05, Referee (<referee@play.example.org>) escribió:",
    "Il giorno mar 13 gen 2026 alle ore 20:05 Referee <referee@play.example.org> ha scritto:",
    "Op di 13 jan 2026 om 20:05 schreef Referee <referee@play.example.org>:",
    "Op 13 jan. 2026 om 20:05 heeft Referee <referee@play.example.org> het volgende geschreven:",
    "wt., 13 sty 2026 o 20:05 Referee <referee@play.example.org> napisał(a):",
    "W dniu 13.01.2026 o 20:05, Referee pisze:",
    "Dnia 13 stycznia 2026 20:05 Referee <referee@play.example.org> napisał(a):",
    "вт, 13 янв. 2026 г. в 20:05, Referee <referee@play.example.org>:",
    "13.01.2026 20:05, Referee пишет:",
    "Вторник, 13 января 2026, 20:05 +03:00 от Referee <referee@play.example.org>:",
    "вт, 13 січ. 2026 р. о 20:05 Referee <referee@play.example.org> пише:",
    "2026年1月13日(火) 20:05 Referee <referee@play.example.org>:",
    "2026/01/13 20:05、Referee <referee@play.example.org>のメール:",
    "Referee <referee@play.example.org> 于2026年1月13日周二 20:05写道：",
    "在 2026年1月13日，20:05，Referee <referee@play.example.org> 写道：",
    "Referee <referee@play.example.org> 於 2026年1月13日 週二 下午8:05寫道：",
    "2026년 1월 13일 (화) 오후 8:05, Referee <referee@play.example.org>님이 작성:",
    "Den tis 13 jan. 2026 kl 20:05 skrev Referee <referee@play.example.org>:",
    "tir. 13. jan. 2026 kl. 20.05 skrev Referee <referee@play.example.org>:",
    "ti 13. tammik. 2026 klo 20.05 Referee (referee@play.example.org) kirjoitti:",
    "út 13. 1. 2026 v 20:05 odesílatel Referee <referee@play.example.org> napsal:",
    "Dne 13. 01. 26 v 20:05 Referee napsal(a):",
    "ut 13. 1. 2026 o 20:05 Referee <referee@play.example.org> napísal(a):",
    "Referee <referee@play.example.org> ezt írta (időpont: 2026. jan. 13., K, 20:05):",
    "Referee <referee@play.example.org>, 13 Oca 2026 Sal, 20:05 tarihinde şunu yazdı:",
    "Em ter., 13 de jan. de 2026 às 20:05, Referee <referee@play.example.org> escreveu:",
    "Στις Τρί 13 Ιαν 2026 στις 8:05 μ.μ., ο χρήστης Referee <referee@play.example.org> έγραψε:",
    "mar., 13 ian. 2026 la 20:05, Referee <referee@play.example.org> a scris:",
    "Em 13/01/2026 20:05, Referee escreveu:",
    "\342\200\217\342\200\253בתאריך יום ג׳, 13 בינו׳ 2026 ב-20:05 מאת Referee "
    "<referee@play.example.org>:\342\200\254",
    "في الثلاثاء، 13 يناير 2026 في 8:05 م تمت كتابة ما يلي بواسطة Referee "
    "<referee@play.example.org>:",
    "uto, 13. sij 2026. u 20:05 Referee <referee@play.example.org> napisao je:",
    "El mar., 13 gen. 2026, 20:05, Referee <referee@play.example.org> va escriure:",
    "Vào Th 3, 13 thg 1, 2026 vào lúc 20:05 Referee <referee@play.example.org> đã viết:",
    "---- On Tue, 13 Jan 2026 20:05:11 +0100 Referee <referee@play.example.org> wrote ----",
    "*On Tue, 13 Jan 2026 at 20:05, Referee <referee@play.example.org> wrote:*",
    NULL};

const char *const boundary_blocks[] = {
    "From: Referee <referee@play.example.org>\nSent: Tuesday, January 13, 2026 8:05 PM\n"
    "To: Clara Winter <clara@example.org>\nSubject: [23] Game 14, round 1: your turn",
    "*From:* Referee <referee@play.example.org>\n*Sent:* Tuesday, January 13, 2026 8:05 PM\n"
    "*To:* Clara Winter <clara@example.org>\n*Subject:* [23] Game 14, round 1: your turn",
    "Subject: [23] Game 14, round 1: your turn\nFrom: Referee <referee@play.example.org>\n"
    "To: Clara Winter <clara@example.org>\nDate: Tue, 13 Jan 2026 20:05:11 +0100",
    "Von: Schiedsstelle <referee@play.example.org>\nGesendet: Dienstag, 13. Januar 2026 20:05\n"
    "An: Clara Winter <clara@example.org>\nBetreff: [23] Spiel 14, Runde 1: du bist dran",
    "De : L'arbitre <referee@play.example.org>\nEnvoyé : mardi 13 janvier 2026 20:05\n"
    "À : Clara Winter <clara@example.org>\nObjet : [23] Partie 14, manche 1 : à vous",
    "De: Referee <referee@play.example.org>\nEnviado: martes, 13 de enero de 2026 20:05\n"
    "Para: Clara Winter <clara@example.org>\nAsunto: [23] Game 14, round 1: your turn",
    "Da: Referee <referee@play.example.org>\nInviato: martedì 13 gennaio 2026 20:05\n"
    "A: Clara Winter <clara@example.org>\nOggetto: [23] Game 14, round 1: your turn",
    "Van: Referee <referee@play.example.org>\nVerzonden: dinsdag 13 januari 2026 20:05\n"
    "Aan: Clara Winter <clara@example.org>\nOnderwerp: [23] Game 14, round 1: your turn",
    "Od: Referee <referee@play.example.org>\nWysłano: wtorek, 13 stycznia 2026 20:05\n"
    "Do: Clara Winter <clara@example.org>\nTemat: [23] Game 14, round 1: your turn",
    "От: Referee <referee@play.example.org>\nОтправлено: вторник, 13 января 2026 г. 20:05\n"
    "Кому: Clara Winter <clara@example.org>\nТема: [23] Game 14, round 1: your turn",
    "差出人: Referee <referee@play.example.org>\n送信日時: 2026年1月13日 20:05\n"
    "宛先: Clara Winter <clara@example.org>\n件名: [23] Game 14, round 1: your turn",
    "发件人: Referee <referee@play.example.org>\n发送时间: 2026年1月13日 20:05\n"
    "收件人: Clara Winter <clara@example.org>\n主题: [23] Game 14, round 1: your turn",
    "发件人：Referee <referee@play.example.org>\n时间：2026年1月13日 20:05\n"
    "收件人：Clara Winter <clara@example.org>\n主题：[23] Game 14, round 1: your turn",
    "Från: Referee <referee@play.example.org>\nSkickat: den 13 januari 2026 20:05\n"
    "Till: Clara Winter <clara@example.org>\nÄmne: [23] Game 14, round 1: your turn",
    "Fra: Referee <referee@play.example.org>\nSendt: 13. januar 2026 20:05\n"
    "Til: Clara Winter <clara@example.org>\nEmne: [23] Game 14, round 1: your turn",
    "Lähettäjä: Referee <referee@play.example.org>\nLähetetty: tiistai 13. tammikuuta 2026 20.05\n"
    "Vastaanottaja: Clara Winter <clara@example.org>\nAihe: [23] Game 14, round 1: your turn",
    "Od: Referee <referee@play.example.org>\nOdesláno: úterý 13. ledna 2026 20:05\n"
    "Komu: Clara Winter <clara@example.org>\nPředmět: [23] Game 14, round 1: your turn",
    "Feladó: Referee <referee@play.example.org>\nElküldve: 2026. január 13., kedd 20:05\n"
    "Címzett: Clara Winter <clara@example.org>\nTárgy: [23] Game 14, round 1: your turn",
    "Kimden: Referee <referee@play.example.org>\nGönderildi: 13 Ocak 2026 Salı 20:05\n"
    "Kime: Clara Winter <clara@example.org>\nKonu: [23] Game 14, round 1: your turn",
    "De: Referee <referee@play.example.org>\nEnviada em: terça-feira, 13 de janeiro de 2026 20:05\n"
    "Para: Clara Winter <clara@example.org>\nAssunto: [23] Game 14, round 1: your turn",
    "Από: Referee <referee@play.example.org>\nΣτάλθηκε: Τρίτη, 13 Ιανουαρίου 2026 20:05\n"
    "Προς: Clara Winter <clara@example.org>\nΘέμα: [23] Game 14, round 1: your turn",
    "보낸 사람: Referee <referee@play.example.org>\n보낸 날짜: 2026년 1월 13일 화요일 오후 8:05\n"
    "받는 사람: Clara Winter <clara@example.org>\n제목: [23] Game 14, round 1: your turn",
    "Vun: Referee <referee@play.example.org>\nGeschéckt: Dënschdeg, 13. Januar 2026 20:05\n"
    "Fir: Clara Winter <clara@example.org>\nSujet: [23] Game 14, round 1: your turn",
    NULL};

const char *const boundary_markers[] = {"-----Original Message-----",
                                        "------- Original Message -------",
                                        "-------- Original message --------",
                                        "-----Ursprüngliche Nachricht-----",
                                        "-------- Original-Nachricht --------",
                                        "-----Message d'origine-----",
                                        "----- Mail original -----",
                                        "-----Mensaje original-----",
                                        "-----Messaggio originale-----",
                                        "-----Oorspronkelijk bericht-----",
                                        "-----Original-Nachricht-----",
                                        "-----Wiadomość oryginalna-----",
                                        "-----Исходное сообщение-----",
                                        "-----元のメッセージ-----",
                                        "-----原始邮件-----",
                                        "------------------ 原始邮件 ------------------",
                                        "-----Ursprungligt meddelande-----",
                                        "---------- Forwarded message ---------",
                                        "Begin forwarded message:",
                                        "Anfang der weitergeleiteten Nachricht:",
                                        "Début du message réexpédié :",
                                        "Inicio del mensaje reenviado:",
                                        "Inizio messaggio inoltrato:",
                                        "Begin doorgestuurd bericht:",
                                        "Początek przekazywanej wiadomości:",
                                        "-------- Weitergeleitete Nachricht --------",
                                        "-------- Message transféré --------",
                                        "-------- Пересылаемое сообщение --------",
                                        "________________________________",
                                        "Message du 13/01/26 20:05",
                                        "***** what you sent *****",
                                        NULL};

const char *const boundary_phones[] = {
    "Sent from my iPhone",
    "Sent from my Galaxy",
    "Sent from Outlook for Android",
    "Sent from Yahoo Mail on Android",
    "Sent from Mail for Windows",
    "Sent with Proton Mail secure email.",
    "Get Outlook for iOS",
    "Get Outlook for Android<https://example.com/x>",
    "Von meinem iPhone gesendet",
    "Von meinem Samsung Galaxy Smartphone gesendet.",
    "Gesendet von Mail für Windows",
    "Gesendet mit der GMX Mail App",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Holen Sie sich Outlook für iOS",
    "Envoyé de mon iPhone",
    "Envoyé depuis mon téléphone",
    "Envoyé à partir de Outlook pour Android",
    "Télécharger Outlook pour iOS",
    "Enviado desde mi iPhone",
    "Inviato da iPhone",
    "Verstuurd vanaf mijn iPhone",
    "Wysłane z iPhone'a",
    "Отправлено с iPhone",
    "iPhoneから送信",
    "发自我的iPhone",
    "傳送自我的 iPhone",
    "나의 iPhone에서 보냄",
    "Sendt fra min iPhone",
    "Skickat från min iPhone",
    "Lähetetty iPhonesta",
    "Odesláno z iPhonu",
    "iPhone'umdan gönderildi",
    "Enviado do meu iPhone",
    "Στάλθηκε από το iPhone μου",
    "Надіслано з iPhone",
    "*Sent from my iPad*",
    NULL};
