// SPDX-License-Identifier: MIT
// See words_learn.h and words_table.h.
#include "referee/words/words_learn.h"

#include "base/nearest.h"
#include "referee/words/words_table.h"
#include "words_de.h"
#include "words_en.h"
#include "words_fr.h"

#include <string.h>

// The table, as a list of what was learned from each language. It is filled before the first mail
// is read and stays as it is: no state of a run.
static struct words_table known;

static gboolean fail(GError **error, const char *key, const char *what)
{
    g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "%s: %s", key, what);
    return FALSE;
}

static enum word word_named(const char *key, GError **error)
{
    const char *names[WORD_COUNT] = {""};
    for (enum word word = WORD_NONE + 1; word < WORD_COUNT; word++) {
        names[word] = words_name(word);
        if (strcmp(names[word], key) == 0)
            return word;
    }
    g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_KEY_NOT_FOUND,
                "%s: there is no such key; the nearest is %s", key,
                nearest_find(key, names + 1, WORD_COUNT - 1));
    return WORD_NONE;
}

// ---- one language ------------------------------------------------------------------------------

static gboolean read_word(const char *key, const char *text, struct words_entry *out,
                          GError **error)
{
    g_autofree char *spelt = g_str_is_ascii(text) ? NULL : fold_spell_out(text);
    gboolean fits = fold_key_of(text, out->plain);
    if (spelt)
        fits = fits && fold_key_of(spelt, out->spelt);
    else
        g_strlcpy(out->spelt, out->plain, sizeof out->spelt);
    if (!fits)
        return fail(error, key,
                    "a word has Latin letters and - alone, not too many; write another");
    out->shown = g_strdup(text);
    return TRUE;
}

static void clear_entry(gpointer entry)
{
    g_clear_pointer(&((struct words_entry *)entry)->shown, g_free);
}

static GArray *new_entries(void)
{
    GArray *entries = g_array_new(FALSE, TRUE, sizeof(struct words_entry));
    g_array_set_clear_func(entries, clear_entry);
    return entries;
}

static gboolean read_key(GKeyFile *file, const char *key, GArray *out, GError **error)
{
    enum word word = word_named(key, error);
    g_autofree char *value = word ? g_key_file_get_string(file, "words", key, error) : NULL;
    if (!value)
        return FALSE;
    g_auto(GStrv) texts = g_strsplit_set(value, " \t", -1);
    for (char **text = texts; *text; text++) {
        struct words_entry entry = {.word = word};
        if (!**text)
            continue;
        if (!read_word(key, *text, &entry, error))
            return FALSE;
        g_array_append_val(out, entry);
    }
    return TRUE;
}

static gboolean read_list(GKeyFile *file, const char *key, char ***out, GError **error)
{
    g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *value = g_key_file_get_string(file, "language", key, NULL);
    g_auto(GStrv) texts = g_strsplit_set(value ? value : "", " \t", -1);
    for (char **text = texts; *text; text++) {
        struct words_entry entry = {0};
        if (!**text)
            continue;
        if (!read_word(key, *text, &entry, error))
            return FALSE;
        g_ptr_array_add(keys, g_strdup(entry.plain));
        if (strcmp(entry.spelt, entry.plain) != 0)
            g_ptr_array_add(keys, g_strdup(entry.spelt));
        clear_entry(&entry);
    }
    g_ptr_array_add(keys, NULL);
    *out = (char **)g_ptr_array_free(g_steal_pointer(&keys), FALSE);
    return TRUE;
}

// ---- sentences ---------------------------------------------------------------------------------

// Of two that are the same the first is taken.
static gboolean add_sentence(GHashTable *out, enum word word, const char *text)
{
    char plain[FOLD_SENTENCE_MAX];
    gboolean asks;
    struct fold line;
    fold_init(&line, text, -1);
    gboolean fits = fold_sentence(&line, line.from, line.to, plain, &asks);
    fold_clear(&line);
    if (fits && !g_hash_table_contains(out, plain))
        g_hash_table_insert(out, g_strdup(plain), GUINT_TO_POINTER((guint)word));
    return fits;
}

// What stands behind one key, parted by commas.
static gboolean read_sentences_of(GKeyFile *file, const char *key, GHashTable *out, GError **error)
{
    enum word word = word_named(key, error);
    g_autofree char *value = word ? g_key_file_get_string(file, "sentences", key, error) : NULL;
    if (!value)
        return FALSE;
    if (word >= WORD_END)
        return fail(error, key, "no command begins with this word; a sentence can't mean it");
    g_auto(GStrv) texts = g_strsplit(value, ",", -1);
    for (char **text = texts; *text; text++) {
        g_strstrip(*text);
        g_autofree char *spelt = g_str_is_ascii(*text) ? NULL : fold_spell_out(*text);
        if (**text &&
            (!add_sentence(out, word, *text) || (spelt && !add_sentence(out, word, spelt))))
            return fail(error, key,
                        "a sentence has Latin letters alone, not too many; write another");
    }
    return TRUE;
}

// NULL where the file has none.
static gboolean read_sentences(GKeyFile *file, GHashTable **out, GError **error)
{
    g_auto(GStrv) keys = g_key_file_get_keys(file, "sentences", NULL, NULL);
    *out = NULL;
    if (!keys)
        return TRUE;
    *out = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (char **key = keys; *key; key++)
        if (!read_sentences_of(file, *key, *out, error)) {
            g_clear_pointer(out, g_hash_table_unref);
            return FALSE;
        }
    return TRUE;
}

// ---- the table ---------------------------------------------------------------------------------

static gboolean has_word(const GArray *entries, enum word word)
{
    for (guint i = 0; i < entries->len; i++)
        if (g_array_index(entries, struct words_entry, i).word == word)
            return TRUE;
    return FALSE;
}

static void index_entry(const char *key, struct words_entry *entry)
{
    GPtrArray *same = g_hash_table_lookup(known.by_key, key);
    if (!same) {
        same = g_ptr_array_new();
        g_hash_table_insert(known.by_key, (gpointer)key, same);
    }
    g_ptr_array_add(same, entry);
}

static void free_index(gpointer entries)
{
    g_ptr_array_unref(entries);
}

static void index_openings(void)
{
    known.openings = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < known.n; i++) {
        GHashTableIter iter;
        gpointer text;
        if (!known.languages[i].sentences)
            continue;
        g_hash_table_iter_init(&iter, known.languages[i].sentences);
        while (g_hash_table_iter_next(&iter, &text, NULL))
            g_hash_table_add(known.openings, g_strndup(text, strcspn(text, " ")));
    }
}

static void drop_index(void)
{
    g_clear_pointer(&known.by_key, g_hash_table_unref);
    g_clear_pointer(&known.openings, g_hash_table_unref);
}

static void index_entries(void)
{
    index_openings();
    known.by_key = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_index);
    for (guint i = 0; i < known.n_entries; i++) {
        struct words_entry *entry = &known.entries[i];
        entry->plain_len = strlen(entry->plain);
        entry->spelt_len = strlen(entry->spelt);
        index_entry(entry->plain, entry);
        if (strcmp(entry->plain, entry->spelt) != 0)
            index_entry(entry->spelt, entry);
    }
}

// Puts the entries of a language in place of those that it has. Words that a newer grammar has and
// an older file hasn't stay as they are.
static void replace_entries(guint place, GArray *entries)
{
    GArray *all = g_array_new(FALSE, TRUE, sizeof(struct words_entry));
    for (guint i = 0; i < known.n_entries; i++) {
        struct words_entry *old = &known.entries[i];
        if (old->language == 1U << place && has_word(entries, old->word))
            clear_entry(old);
        else
            g_array_append_val(all, *old);
    }
    g_array_set_clear_func(entries, NULL); // theirs go over
    for (guint i = 0; i < entries->len; i++) {
        struct words_entry *entry = &g_array_index(entries, struct words_entry, i);
        entry->language = 1U << place;
        g_array_append_val(all, *entry);
    }
    g_free(known.entries);
    known.n_entries = all->len;
    known.entries = (struct words_entry *)(void *)g_array_free(all, FALSE);
    drop_index(); // made anew when it is needed
}

static guint place_of(const char *code)
{
    guint place = 0;
    while (place < known.n && strcmp(known.languages[place].code, code) != 0)
        place++;
    return place;
}

static gboolean learn(const char *code, const char *text, gsize len, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GArray) entries = new_entries();
    g_autoptr(GHashTable) sentences = NULL;
    g_auto(GStrv) tongue_names = NULL;
    g_auto(GStrv) before = NULL;
    g_auto(GStrv) keys = NULL;
    if (!g_key_file_load_from_data(file, text, len, G_KEY_FILE_NONE, error) ||
        !(keys = g_key_file_get_keys(file, "words", NULL, error)) ||
        !read_list(file, "names", &tongue_names, error) ||
        !read_list(file, "before", &before, error) || !read_sentences(file, &sentences, error))
        return FALSE;
    for (char **key = keys; *key; key++)
        if (!read_key(file, *key, entries, error))
            return FALSE;
    guint place = place_of(code);
    if (place == WORDS_LANGUAGES_MAX)
        return fail(error, code, "there are too many languages; remove a folder");
    struct words_tongue *tongue = &known.languages[place];
    g_strfreev(tongue->names);
    g_strfreev(tongue->before);
    tongue->names = g_steal_pointer(&tongue_names);
    tongue->before = g_steal_pointer(&before);
    if (sentences) {
        g_clear_pointer(&tongue->sentences, g_hash_table_unref);
        tongue->sentences = g_steal_pointer(&sentences);
    }
    g_strlcpy(tongue->code, code, sizeof tongue->code);
    replace_entries(place, entries);
    known.n = MAX(known.n, place + 1);
    return TRUE;
}

// They take the first places, in this order.
static const struct {
    const char *code, *text;
} built_in[] = {{"en", words_en}, {"fr", words_fr}, {"de", words_de}};

static gboolean unchanged[G_N_ELEMENTS(built_in)]; // as they were built in

static void learn_built_in(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(built_in); i++) {
        GError *error = NULL;
        if (!learn(built_in[i].code, built_in[i].text, strlen(built_in[i].text), &error))
            g_error("templates/%s/words.ini: %s", built_in[i].code, error->message);
        unchanged[i] = TRUE;
    }
}

// Whether a language is known from the very same text: its file is, mostly, what was built in.
static gboolean is_learned(guint place, const char *text, gsize len)
{
    return place < G_N_ELEMENTS(built_in) && unchanged[place] &&
           len == strlen(built_in[place].text) && memcmp(text, built_in[place].text, len) == 0;
}

// What is to be learned once a word is needed.
static struct {
    words_teacher *learn; // NULL: nothing
    char *folder;
} later;

static void learn_now(void)
{
    g_autofree char *folder = g_steal_pointer(&later.folder);
    words_teacher *learn_all = later.learn;
    later.learn = NULL; // it looks words up itself
    learn_all(folder);
}

// What comes before anything else that is learned.
static void learn_first(void)
{
    if (known.n == 0)
        learn_built_in();
    if (later.learn)
        learn_now();
}

const struct words_table *words_table(void)
{
    learn_first();
    if (!known.by_key)
        index_entries();
    return &known;
}

gboolean words_learn(const char *code, const char *text, gsize len, GError **error)
{
    gsize letters = strspn(code, "abcdefghijklmnopqrstuvwxyz-");
    if (letters < 2 || letters > WORDS_CODE_MAX || code[letters])
        return fail(error, code, "a language's name is two to eight small letters");
    learn_first();
    guint place = place_of(code);
    if (is_learned(place, text, len))
        return TRUE;
    if (place < G_N_ELEMENTS(built_in))
        unchanged[place] = FALSE;
    return learn(code, text, len, error);
}

void words_unlearn(void)
{
    for (guint i = 0; i < known.n_entries; i++)
        clear_entry(&known.entries[i]);
    for (guint i = 0; i < known.n; i++) {
        g_strfreev(known.languages[i].names);
        g_strfreev(known.languages[i].before);
        g_clear_pointer(&known.languages[i].sentences, g_hash_table_unref);
    }
    drop_index();
    g_free(known.entries);
    memset(&known, 0, sizeof known);
    memset(unchanged, 0, sizeof unchanged);
    later.learn = NULL;
    g_clear_pointer(&later.folder, g_free);
}

void words_learn_later(words_teacher *learn_all, const char *folder)
{
    words_unlearn();
    later.learn = learn_all;
    later.folder = g_strdup(folder);
}
