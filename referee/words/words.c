// SPDX-License-Identifier: MIT
// See words.h. The table below is the whole language: who adds a word adds a line.
#include "referee/words/words.h"

#include <string.h>

// Of several words of a language for one thing the first is shown in mails.
struct entry {
    const char *plain; // small ASCII letters
    const char *spelt; // with ae, oe, ue where the word has an umlaut; else NULL
    const char *shown; // as it is written; NULL: as plain
    enum word word;
    unsigned char language;
};

enum { EN = WORDS_EN, FR = WORDS_FR, DE = WORDS_DE };

static const struct entry table[] = {
    {"new", NULL, NULL, WORD_NEW, EN},
    {"nouveau", NULL, NULL, WORD_NEW, FR},
    {"neu", NULL, NULL, WORD_NEW, DE},
    {"invite", NULL, NULL, WORD_INVITE, EN},
    {"inviter", NULL, NULL, WORD_INVITE, FR},
    {"einladen", NULL, NULL, WORD_INVITE, DE},
    {"join", NULL, NULL, WORD_JOIN, EN},
    {"rejoindre", NULL, NULL, WORD_JOIN, FR},
    {"mitspielen", NULL, NULL, WORD_JOIN, DE},
    {"decline", NULL, NULL, WORD_DECLINE, EN},
    {"refuser", NULL, NULL, WORD_DECLINE, FR},
    {"ablehnen", NULL, NULL, WORD_DECLINE, DE},
    {"luck", NULL, NULL, WORD_LUCK, EN},
    {"chance", NULL, NULL, WORD_LUCK, FR},
    {"gluck", "glueck", "glück", WORD_LUCK, DE},
    {"start", NULL, NULL, WORD_START, EN},
    {"commencer", NULL, NULL, WORD_START, FR},
    {"beginnen", NULL, NULL, WORD_START, DE},
    {"discard", NULL, NULL, WORD_DISCARD, EN},
    {"defausser", NULL, "défausser", WORD_DISCARD, FR},
    {"abwerfen", NULL, NULL, WORD_DISCARD, DE},
    {"play", NULL, NULL, WORD_PLAY, EN},
    {"jouer", NULL, NULL, WORD_PLAY, FR},
    {"legen", NULL, NULL, WORD_PLAY, DE},
    {"pass", NULL, NULL, WORD_PASS, EN},
    {"passer", NULL, NULL, WORD_PASS, FR},
    {"passen", NULL, NULL, WORD_PASS, DE},
    {"leave", NULL, NULL, WORD_LEAVE, EN},
    {"quitter", NULL, NULL, WORD_LEAVE, FR},
    {"aussteigen", NULL, NULL, WORD_LEAVE, DE},
    {"preview", NULL, NULL, WORD_PREVIEW, EN},
    {"essai", NULL, NULL, WORD_PREVIEW, FR},
    {"probe", NULL, NULL, WORD_PREVIEW, DE},
    {"plan", NULL, NULL, WORD_PLAN, EN | FR | DE},
    {"status", NULL, NULL, WORD_STATUS, EN},
    {"etat", NULL, "état", WORD_STATUS, FR},
    {"stand", NULL, NULL, WORD_STATUS, DE},
    {"hand", NULL, NULL, WORD_HAND, EN | DE},
    {"main", NULL, NULL, WORD_HAND, FR},
    {"resend", NULL, NULL, WORD_RESEND, EN},
    {"renvoyer", NULL, NULL, WORD_RESEND, FR},
    {"nochmal", NULL, NULL, WORD_RESEND, DE},
    {"history", NULL, NULL, WORD_HISTORY, EN},
    {"historique", NULL, NULL, WORD_HISTORY, FR},
    {"verlauf", NULL, NULL, WORD_HISTORY, DE},
    {"games", NULL, NULL, WORD_GAMES, EN},
    {"parties", NULL, NULL, WORD_GAMES, FR},
    {"spiele", NULL, NULL, WORD_GAMES, DE},
    {"open", NULL, NULL, WORD_OPEN, EN},
    {"ouvertes", NULL, NULL, WORD_OPEN, FR},
    {"offene", NULL, NULL, WORD_OPEN, DE},
    {"standings", NULL, NULL, WORD_STANDINGS, EN},
    {"classement", NULL, NULL, WORD_STANDINGS, FR},
    {"rangliste", NULL, NULL, WORD_STANDINGS, DE},
    {"rules", NULL, NULL, WORD_RULES, EN},
    {"regles", NULL, "règles", WORD_RULES, FR},
    {"regeln", NULL, NULL, WORD_RULES, DE},
    {"help", NULL, NULL, WORD_HELP, EN},
    {"aide", NULL, NULL, WORD_HELP, FR},
    {"hilfe", NULL, NULL, WORD_HELP, DE},
    {"say", NULL, NULL, WORD_SAY, EN},
    {"dire", NULL, NULL, WORD_SAY, FR},
    {"sagen", NULL, NULL, WORD_SAY, DE},
    {"tell", NULL, NULL, WORD_TELL, EN},
    {"watch", NULL, NULL, WORD_WATCH, EN},
    {"suivre", NULL, NULL, WORD_WATCH, FR},
    {"zuschauen", NULL, NULL, WORD_WATCH, DE},
    {"unwatch", NULL, NULL, WORD_UNWATCH, EN},
    {"delaisser", NULL, "délaisser", WORD_UNWATCH, FR},
    {"wegschauen", NULL, NULL, WORD_UNWATCH, DE},
    {"yes", NULL, NULL, WORD_YES, EN},
    {"oui", NULL, NULL, WORD_YES, FR},
    {"ja", NULL, NULL, WORD_YES, DE},
    {"no", NULL, NULL, WORD_NO, EN},
    {"non", NULL, NULL, WORD_NO, FR},
    {"nein", NULL, NULL, WORD_NO, DE},
    {"rematch", NULL, NULL, WORD_REMATCH, EN},
    {"revanche", NULL, NULL, WORD_REMATCH, FR | DE},
    {"pause", NULL, NULL, WORD_PAUSE, EN | FR | DE},
    {"substitute", NULL, NULL, WORD_SUBSTITUTE, EN},
    {"remplacant", NULL, "remplaçant", WORD_SUBSTITUTE, FR},
    {"ersatz", NULL, NULL, WORD_SUBSTITUTE, DE},
    {"nick", NULL, NULL, WORD_NICK, EN},
    {"surnom", NULL, NULL, WORD_NICK, FR},
    {"pseudo", NULL, NULL, WORD_NICK, FR},
    {"spitzname", NULL, NULL, WORD_NICK, DE},
    {"timezone", NULL, NULL, WORD_TIMEZONE, EN},
    {"fuseau", NULL, NULL, WORD_TIMEZONE, FR},
    {"zeitzone", NULL, NULL, WORD_TIMEZONE, DE},
    {"language", NULL, NULL, WORD_LANGUAGE, EN},
    {"langue", NULL, NULL, WORD_LANGUAGE, FR},
    {"sprache", NULL, NULL, WORD_LANGUAGE, DE},
    {"mail", NULL, NULL, WORD_MAIL, EN},
    {"courriel", NULL, NULL, WORD_MAIL, FR},
    {"courrier", NULL, NULL, WORD_MAIL, FR},
    {"post", NULL, NULL, WORD_MAIL, DE},
    {"quiet", NULL, NULL, WORD_QUIET, EN},
    {"calme", NULL, NULL, WORD_QUIET, FR},
    {"ruhe", NULL, NULL, WORD_QUIET, DE},
    {"vacation", NULL, NULL, WORD_VACATION, EN},
    {"vacances", NULL, NULL, WORD_VACATION, FR},
    {"urlaub", NULL, NULL, WORD_VACATION, DE},
    {"back", NULL, NULL, WORD_BACK, EN},
    {"retour", NULL, NULL, WORD_BACK, FR},
    {"zuruck", "zurueck", "zurück", WORD_BACK, DE},
    {"calendar", NULL, NULL, WORD_CALENDAR, EN},
    {"calendrier", NULL, NULL, WORD_CALENDAR, FR},
    {"kalender", NULL, NULL, WORD_CALENDAR, DE},
    {"private", NULL, NULL, WORD_PRIVATE, EN},
    {"prive", NULL, "privé", WORD_PRIVATE, FR},
    {"privat", NULL, NULL, WORD_PRIVATE, DE},
    {"address", NULL, NULL, WORD_ADDRESS, EN},
    {"adresse", NULL, NULL, WORD_ADDRESS, FR | DE},
    {"key", NULL, NULL, WORD_KEY, EN},
    {"cle", NULL, "clé", WORD_KEY, FR},
    {"clef", NULL, NULL, WORD_KEY, FR},
    {"schlussel", "schluessel", "schlüssel", WORD_KEY, DE},
    {"my", NULL, NULL, WORD_MY, EN},
    {"mes", NULL, NULL, WORD_MY, FR},
    {"meine", NULL, NULL, WORD_MY, DE},
    {"forget", NULL, NULL, WORD_FORGET, EN},
    {"oublie", NULL, NULL, WORD_FORGET, FR},
    {"oubliez", NULL, NULL, WORD_FORGET, FR},
    {"oublier", NULL, NULL, WORD_FORGET, FR},
    {"vergiss", NULL, NULL, WORD_FORGET, DE},
    {"vergesst", NULL, NULL, WORD_FORGET, DE},
    {"oublie-moi", NULL, NULL, WORD_FORGET_ME, FR},
    {"oubliez-moi", NULL, NULL, WORD_FORGET_ME, FR},
    {"resign", NULL, NULL, WORD_RESIGN, EN},
    {"abandonner", NULL, NULL, WORD_RESIGN, FR},
    {"aufgeben", NULL, NULL, WORD_RESIGN, DE},
    {"cancel", NULL, NULL, WORD_CANCEL, EN},
    {"annuler", NULL, NULL, WORD_CANCEL, FR},
    {"abbrechen", NULL, NULL, WORD_CANCEL, DE},
    {"agree", NULL, NULL, WORD_AGREE, EN},
    {"accord", NULL, NULL, WORD_AGREE, FR},
    {"einverstanden", NULL, NULL, WORD_AGREE, DE},
    {"block", NULL, NULL, WORD_BLOCK, EN},
    {"bloquer", NULL, NULL, WORD_BLOCK, FR},
    {"sperren", NULL, NULL, WORD_BLOCK, DE},
    {"unblock", NULL, NULL, WORD_UNBLOCK, EN},
    {"debloquer", NULL, "débloquer", WORD_UNBLOCK, FR},
    {"entsperren", NULL, NULL, WORD_UNBLOCK, DE},
    {"end", NULL, NULL, WORD_END, EN},
    {"fin", NULL, NULL, WORD_END, FR},
    {"ende", NULL, NULL, WORD_END, DE},
    {"bonus", NULL, NULL, WORD_BONUS, EN | FR | DE},
    {"force", NULL, NULL, WORD_FORCE, EN},
    {"forcer", NULL, NULL, WORD_FORCE, FR},
    {"zwingen", NULL, NULL, WORD_FORCE, DE},
    {"a", NULL, "à", WORD_TO, FR},
    {"an", NULL, NULL, WORD_TO, DE},
    {"data", NULL, NULL, WORD_DATA, EN},
    {"donnees", NULL, "données", WORD_DATA, FR},
    {"daten", NULL, NULL, WORD_DATA, DE},
    {"me", NULL, NULL, WORD_ME, EN},
    {"moi", NULL, NULL, WORD_ME, FR},
    {"mich", NULL, NULL, WORD_ME, DE},
    {"on", NULL, NULL, WORD_ON, EN},
    {"oui", NULL, NULL, WORD_ON, FR},
    {"an", NULL, NULL, WORD_ON, DE},
    {"ein", NULL, NULL, WORD_ON, DE},
    {"off", NULL, NULL, WORD_OFF, EN},
    {"non", NULL, NULL, WORD_OFF, FR},
    {"arret", NULL, "arrêt", WORD_OFF, FR},
    {"aus", NULL, NULL, WORD_OFF, DE},
    {"if", NULL, NULL, WORD_IF, EN},
    {"si", NULL, NULL, WORD_IF, FR},
    {"wenn", NULL, NULL, WORD_IF, DE},
    {"top", NULL, NULL, WORD_TOP, EN},
    {"haut", NULL, NULL, WORD_TOP, FR},
    {"oben", NULL, NULL, WORD_TOP, DE},
    {"cost", NULL, NULL, WORD_COST, EN},
    {"cout", NULL, "coût", WORD_COST, FR},
    {"kosten", NULL, NULL, WORD_COST, DE},
    {"forced", NULL, NULL, WORD_FORCED, EN},
    {"force", NULL, "forcé", WORD_FORCED, FR},
    {"gezwungen", NULL, NULL, WORD_FORCED, DE},
    {"all", NULL, NULL, WORD_ALL, EN},
    {"tout", NULL, NULL, WORD_ALL, FR},
    {"alles", NULL, NULL, WORD_ALL, DE},
    {"alle", NULL, NULL, WORD_ALL, DE},
    {"turn", NULL, NULL, WORD_TURN, EN},
    {"tour", NULL, NULL, WORD_TURN, FR},
    {"zug", NULL, NULL, WORD_TURN, DE},
    {"daily", NULL, NULL, WORD_DAILY, EN},
    {"quotidien", NULL, NULL, WORD_DAILY, FR},
    {"taglich", "taeglich", "täglich", WORD_DAILY, DE},
    {"en", NULL, NULL, WORD_ENGLISH, EN | FR | DE},
    {"english", NULL, NULL, WORD_ENGLISH, EN},
    {"anglais", NULL, NULL, WORD_ENGLISH, FR},
    {"englisch", NULL, NULL, WORD_ENGLISH, DE},
    {"fr", NULL, NULL, WORD_FRENCH, EN | FR | DE},
    {"french", NULL, NULL, WORD_FRENCH, EN},
    {"francais", NULL, "français", WORD_FRENCH, FR},
    {"franzosisch", "franzoesisch", "französisch", WORD_FRENCH, DE},
    {"de", NULL, NULL, WORD_GERMAN, EN | FR | DE},
    {"german", NULL, NULL, WORD_GERMAN, EN},
    {"allemand", NULL, NULL, WORD_GERMAN, FR},
    {"deutsch", NULL, NULL, WORD_GERMAN, DE},
};

unsigned words_languages(const char *language)
{
    if (g_strcmp0(language, "en") == 0)
        return WORDS_EN;
    if (g_strcmp0(language, "fr") == 0)
        return WORDS_EN | WORDS_FR;
    if (g_strcmp0(language, "de") == 0)
        return WORDS_EN | WORDS_DE;
    return WORDS_ALL;
}

static gboolean begins_command(enum word word)
{
    return word > WORD_NONE && word < WORD_BONUS;
}

static gboolean is_written(const struct entry *entry, const char *key, gboolean accented,
                           unsigned languages)
{
    unsigned common = entry->language & languages;
    if (accented)
        common &= ~(unsigned)WORDS_EN;
    return common != 0 &&
           (strcmp(entry->plain, key) == 0 || (entry->spelt && strcmp(entry->spelt, key) == 0));
}

enum word words_command(const char *key, gboolean accented, unsigned languages)
{
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
        if (begins_command(table[i].word) && is_written(&table[i], key, accented, languages))
            return table[i].word;
    return WORD_NONE;
}

unsigned words_written(const char *key)
{
    unsigned languages = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
        if (is_written(&table[i], key, FALSE, WORDS_ALL))
            languages |= table[i].language;
    return languages;
}

gboolean words_is(const char *key, gboolean accented, enum word word, unsigned languages)
{
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
        if (table[i].word == word && is_written(&table[i], key, accented, languages))
            return TRUE;
    return FALSE;
}

// Whether b is a with one letter changed, taken out or put in, or two neighbours exchanged; or a
// itself.
static gboolean one_letter_away(const char *a, const char *b)
{
    gsize la = strlen(a);
    gsize lb = strlen(b);
    if (la > lb + 1 || lb > la + 1)
        return FALSE;
    gsize i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    const char *ra = a + i;
    const char *rb = b + i;
    if (la > lb)
        return strcmp(ra + 1, rb) == 0;
    if (lb > la)
        return strcmp(ra, rb + 1) == 0;
    if (!*ra || strcmp(ra + 1, rb + 1) == 0)
        return TRUE;
    return ra[1] && ra[0] == rb[1] && ra[1] == rb[0] && strcmp(ra + 2, rb + 2) == 0;
}

// Of words with two letters every other is half another word; and `end` stands only in a plan,
// where its neighbours `and` and `find` are everyday words.
static gboolean near_word(const struct entry *entry, const char *key)
{
    if (strcmp(entry->plain, key) == 0 || (entry->spelt && strcmp(entry->spelt, key) == 0))
        return TRUE;
    if (strlen(entry->plain) < 3 || strlen(key) < 3 || entry->word == WORD_END)
        return FALSE;
    return one_letter_away(entry->plain, key) ||
           (entry->spelt && one_letter_away(entry->spelt, key));
}

static gboolean near_second(enum word word, const char *second, unsigned languages)
{
    for (gsize i = 0; second && i < G_N_ELEMENTS(table); i++)
        if (table[i].word == word && (table[i].language & languages) &&
            near_word(&table[i], second))
            return TRUE;
    return FALSE;
}

gboolean words_near_command(const char *key, const char *second, unsigned languages)
{
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        const struct entry *entry = &table[i];
        if (!begins_command(entry->word) || !(entry->language & languages) ||
            !near_word(entry, key))
            continue;
        if (entry->word != WORD_MY || near_second(WORD_DATA, second, languages))
            return TRUE;
    }
    return FALSE;
}

const char *words_show(enum word word, enum words_language language)
{
    const struct entry *english = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        const struct entry *entry = &table[i];
        if (entry->word != word)
            continue;
        if (entry->language & language)
            return entry->shown ? entry->shown : entry->plain;
        if (!english && (entry->language & WORDS_EN))
            english = entry;
    }
    g_assert(english || word == WORD_TO || word == WORD_FORGET_ME || word == WORD_NONE);
    return english ? (english->shown ? english->shown : english->plain) : "";
}
