// SPDX-License-Identifier: MIT
// See evidence_check.h. The record is folded once more, and the evidence read beside it.
#include "referee/evidence/evidence_check.h"

#include "referee/evidence/evidence_says.h"

#include <string.h>

struct seat {
    enum signed_kind kind; // of its key
    const char *public;    // points into the file; NULL: none known
    gsize changed;         // the line with which whoever sits here sat down; 0: the first one
    struct evidence_says says;
};

struct checking {
    const struct evidence_file *file;
    const struct game *game;                // the whole one, verified
    const struct evidence_openpgp *openpgp; // may be NULL
    gint64 now;                             // the time of the line at hand
    guint at;                               // the next entry
    struct seat seats[RULES_SEATS_MAX];
    GHashTable *keys;    // of names in small letters: the newest entry, for who comes back
    struct table before; // the line at hand
    GArray *makers;
    gboolean failed;
    struct evidence_outcome *outcome;
    struct record_fault *fault;
};

static void fail(struct checking *checking, gsize line, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static void fail(struct checking *checking, gsize line, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    checking->failed = TRUE;
    checking->fault->line = line;
    g_vsnprintf(checking->fault->reason, sizeof checking->fault->reason, format, values);
    va_end(values);
}

static const struct evidence_entry *next_entry(const struct checking *checking)
{
    const GArray *entries = checking->file->entries;
    return checking->at < entries->len
               ? &g_array_index(entries, struct evidence_entry, checking->at)
               : NULL;
}

// ---- a testimony -------------------------------------------------------------------------------

// The entry below which the testimony of this one stands: its own, or an earlier proof of the seat.
static const struct evidence_entry *said_at(const struct checking *checking,
                                            const struct evidence_entry *entry)
{
    const GArray *entries = checking->file->entries;
    for (guint i = 0; entry->as && i < checking->at; i++) {
        const struct evidence_entry *earlier = &g_array_index(entries, struct evidence_entry, i);
        if (!earlier->is_key && earlier->number == entry->as && earlier->text)
            return earlier;
    }
    return entry->as ? NULL : entry;
}

static enum testimony_verdict verdict_of(const struct checking *checking, const struct seat *seat,
                                         const struct testimony *testimony)
{
    if (testimony->kind == SIGNED_OPENPGP && checking->openpgp)
        return checking->openpgp->check(testimony, seat->public, checking->now,
                                        checking->openpgp->data);
    return testimony_check(testimony, seat->public);
}

// Takes the testimony of an entry, which must be the one sealed and signed with this seat's key.
static gboolean take(struct checking *checking, const struct evidence_entry *entry,
                     const struct seat *seat, struct testimony *out)
{
    guint8 seal[DEAL_HASH];
    const struct evidence_entry *said = said_at(checking, entry);
    *out = (struct testimony){0};
    if (!said) {
        fail(checking, entry->line + 1, "nothing was signed for line %u of the record", entry->as);
        return FALSE;
    }
    if (!seat->public) {
        fail(checking, entry->line, "no key of `%s` is known here", entry->name);
        return FALSE;
    }
    if (!testimony_parse(seat->kind, said->text, said->sign, out)) {
        fail(checking, said->line + 1, "not the base64 of a text and of its signature");
        return FALSE;
    }
    evidence_seal(checking->game->seed, entry->before, strlen(entry->before), out, seal);
    if (memcmp(seal, entry->seal, sizeof seal) != 0) {
        fail(checking, entry->line, "what stands below was not what is sealed here");
        return FALSE;
    }
    switch (verdict_of(checking, seat, out)) {
    case TESTIMONY_HOLDS:
        return TRUE;
    case TESTIMONY_UNCHECKED:
        checking->outcome->unchecked++;
        return TRUE;
    case TESTIMONY_FAILS:
        break;
    }
    fail(checking, said == entry ? entry->line + 2 : entry->line + 1,
         "this is no signature of that text by the key of `%s`", entry->name);
    return FALSE;
}

// Whether a testimony is for this referee, and for this game or none.
static gboolean is_for_us(const struct checking *checking, const struct signed_block *block,
                          const char *referee, gboolean of_game)
{
    return referee && g_ascii_strcasecmp(referee, checking->file->referee) == 0 &&
           (block->game == checking->game->id || (!of_game && block->game == 0));
}

// ---- moves and discards ------------------------------------------------------------------------

static void prove(struct checking *checking, gsize number, const char *name,
                  const struct evidence_deed *deed)
{
    const struct evidence_entry *entry = next_entry(checking);
    struct seat *seat = &checking->seats[deed->seat];
    if (!entry || entry->is_key || entry->number != number || strcmp(entry->name, name) != 0) {
        fail(checking, entry ? entry->line : checking->file->end,
             "line %" G_GSIZE_FORMAT " of the record, of `%s`, should be proven here", number,
             name);
        return;
    }
    struct testimony testimony;
    if (take(checking, entry, seat, &testimony)) {
        g_autofree char *referee = NULL;
        struct signed_block block;
        const gboolean read = testimony_read(&testimony, &block, &referee);
        const char *wrong = evidence_says_it(&seat->says, &testimony, deed);
        if (!wrong && read && !is_for_us(checking, &block, referee, TRUE))
            wrong = "what was signed is for another game, or another referee";
        if (!wrong && read && g_ascii_strcasecmp(block.seat, name) != 0)
            wrong = "what was signed is for another seat";
        if (wrong)
            fail(checking, entry->line + 1, "%s", wrong);
        signed_clear(&block);
    }
    testimony_clear(&testimony);
    checking->outcome->proofs++;
    checking->at++;
}

static void take_move(struct checking *checking, const struct game *game, gsize number)
{
    const unsigned seat = game->last_seat;
    const gboolean opening =
        game->last_move.kind == MOVE_PLAY && game->last_move.value == 1; // nobody says it
    const struct evidence_deed deed = {.table = &checking->before,
                                       .seat = seat,
                                       .move = game->last_move,
                                       .makers = checking->makers};
    if (game->last_mark == LINE_PLAYER && !opening)
        prove(checking, number, game->seats[seat].nick, &deed);
    const guint8 maker = (guint8)seat;
    g_array_append_val(checking->makers, maker);
}

static void take_discard(struct checking *checking, const struct game *game, gsize number,
                         struct line *line)
{
    struct field name, time, rest;
    if (!line_field(line, &name) || !line_field(line, &time) || !line_rest(line, &rest) ||
        field_take_mark(&rest) != LINE_PLAYER)
        return;
    const unsigned seat = game_find_seat(game, name);
    const struct evidence_deed deed = {.table = &checking->before,
                                       .seat = seat,
                                       .is_discard = TRUE,
                                       .cards = &game->table.seats[seat].aside,
                                       .makers = checking->makers};
    prove(checking, number, game->seats[seat].nick, &deed);
}

// Who sits down has the key that was named for them, if any was; never that of who sat there.
static void take_seat_change(struct checking *checking, const struct game *game, gsize number,
                             struct line *line)
{
    struct field old, time, name;
    if (!line_field(line, &old) || !line_field(line, &time) || !line_field(line, &name))
        return;
    struct seat *seat = &checking->seats[game_find_seat(game, name)];
    g_autofree char *nick = g_ascii_strdown(name.text, (gssize)name.len);
    const struct evidence_entry *known = g_hash_table_lookup(checking->keys, nick);
    seat->changed = number;
    seat->kind = known ? known->kind : SIGNED_NATIVE;
    seat->public = known ? known->public : NULL;
    evidence_says_clear(&seat->says);
}

static void take_round(struct checking *checking)
{
    const guint8 nobody = RULES_NOBODY;
    g_array_append_val(checking->makers, nobody);
    for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
        evidence_says_round(&checking->seats[i].says);
}

// ---- keys --------------------------------------------------------------------------------------

// Whether a command names this key. Of OpenPGP it says the fingerprint, or has the whole key below.
static enum testimony_verdict names_key(const struct checking *checking,
                                        const struct command *command,
                                        const struct evidence_entry *entry)
{
    const gboolean openpgp = entry->kind == SIGNED_OPENPGP;
    const char *said = openpgp ? command->who : command->text;
    if (said)
        return (openpgp ? g_ascii_strcasecmp(said, entry->public) : strcmp(said, entry->public))
                   ? TESTIMONY_FAILS
                   : TESTIMONY_HOLDS;
    if (!openpgp || !command->text)
        return TESTIMONY_FAILS;
    return checking->openpgp ? checking->openpgp->is_of(entry->public, command->text, checking->now,
                                                        checking->openpgp->data)
                             : TESTIMONY_UNCHECKED;
}

// Whether the testimony registers this key, and nothing else.
static enum testimony_verdict registers(const struct checking *checking,
                                        const struct testimony *testimony,
                                        const struct evidence_entry *entry)
{
    g_autofree char *referee = NULL;
    struct signed_block block;
    gboolean fine = testimony_read(testimony, &block, &referee) &&
                    is_for_us(checking, &block, referee, FALSE) && block.commands->len == 1;
    const struct command *command = fine ? g_ptr_array_index(block.commands, 0) : NULL;
    static const enum signed_kind kinds[] = {[COMMAND_KEY_ED25519] = SIGNED_NATIVE,
                                             [COMMAND_KEY_MINISIGN] = SIGNED_MINISIGN,
                                             [COMMAND_KEY_SSH] = SIGNED_SSH,
                                             [COMMAND_KEY_OPENPGP] = SIGNED_OPENPGP};
    fine = fine && command->verb == COMMAND_KEY && command->key < G_N_ELEMENTS(kinds) &&
           kinds[command->key] == entry->kind;
    const enum testimony_verdict verdict =
        fine ? names_key(checking, command, entry) : TESTIMONY_FAILS;
    signed_clear(&block);
    return verdict;
}

// The word of the key before this one for it.
static void take_word(struct checking *checking, const struct evidence_entry *entry,
                      const struct seat *seat)
{
    struct testimony testimony;
    if (take(checking, entry, seat, &testimony)) {
        const enum testimony_verdict verdict = registers(checking, &testimony, entry);
        if (verdict == TESTIMONY_FAILS)
            fail(checking, entry->line + 1, "what was signed does not register this key");
        checking->outcome->unchecked += verdict == TESTIMONY_UNCHECKED;
    }
    testimony_clear(&testimony);
}

static void take_key(struct checking *checking, const struct game *game,
                     const struct evidence_entry *entry)
{
    const unsigned s = game_find_seat(game, (struct field){entry->name, strlen(entry->name)});
    if (s == RULES_NOBODY) {
        fail(checking, entry->line, "nobody is called `%s` behind line %u of the record",
             entry->name, entry->number);
        return;
    }
    struct seat *seat = &checking->seats[s];
    const gboolean same = seat->changed == entry->number && seat->public &&
                          seat->kind == entry->kind && g_str_equal(seat->public, entry->public);
    if (entry->by == EVIDENCE_FIRST && seat->public && !same)
        fail(checking, entry->line, "`%s` had a key before, which did not sign this", entry->name);
    else if (entry->by == EVIDENCE_BY_KEY)
        take_word(checking, entry, seat);
    checking->outcome->by_operator += entry->by == EVIDENCE_BY_OPERATOR;
    seat->kind = entry->kind;
    seat->public = entry->public;
    g_hash_table_replace(checking->keys, g_ascii_strdown(entry->name, -1), (gpointer)entry);
    checking->at++;
}

// ---- line by line ------------------------------------------------------------------------------

static void visit(const struct game *game, gsize number, const char *text, gsize len, void *data)
{
    struct checking *checking = data;
    struct line line = line_start(text, len);
    struct field word;
    if (checking->failed || !line_field(&line, &word))
        return;
    checking->now = game->last_time;
    if (field_is(word, "move"))
        take_move(checking, game, number);
    else if (field_is(word, "discard"))
        take_discard(checking, game, number, &line);
    else if (field_is(word, "seat-change"))
        take_seat_change(checking, game, number, &line);
    else if (field_is(word, "round"))
        take_round(checking);
    checking->before = game->table;
    const struct evidence_entry *entry = NULL;
    while (!checking->failed && (entry = next_entry(checking)) && entry->is_key &&
           entry->number == number)
        take_key(checking, game, entry);
    if (!checking->failed && entry && entry->number <= number)
        fail(checking, entry->line,
             entry->is_key ? "line %u of the record is above what came before"
                           : "line %u of the record is nothing that a player did unmarked",
             entry->number);
}

// ---- the whole ---------------------------------------------------------------------------------

// The lines of the evidence that name the game.
static void bind(struct checking *checking)
{
    const struct evidence_file *file = checking->file;
    const struct game *game = checking->game;
    if (file->end > 2 && (file->game != game->id || file->created != game->created))
        fail(checking, 2, "the record is of another game");
    else if (file->end > 3 && memcmp(file->referee_key, game->key, CHAIN_KEY) != 0)
        fail(checking, 3, "the record is signed by another referee");
    else if (file->end > 4 && memcmp(file->commit, game->commit, DEAL_HASH) != 0)
        fail(checking, 4, "the record has another commitment");
}

static void check(struct checking *checking, const char *record, gsize len)
{
    struct game again;
    struct record_fault none;
    bind(checking);
    const gboolean replays = record_replay(&again, record, len, visit, checking, &none);
    g_assert(replays); // it was verified
    game_clear(&again);
    const struct evidence_entry *left = next_entry(checking);
    if (!checking->failed && left)
        fail(checking, left->line, "the record has no line %u", left->number);
}

gboolean evidence_check(const char *text, gsize len, const char *record, gsize record_len,
                        const struct game *game, const struct evidence_openpgp *openpgp,
                        struct evidence_outcome *out, struct record_fault *out_fault)
{
    struct evidence_file file;
    struct record_fault shape = {0};
    struct checking checking = {.file = &file,
                                .game = game,
                                .openpgp = openpgp,
                                .keys =
                                    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                                .makers = g_array_new(FALSE, FALSE, sizeof(guint8)),
                                .outcome = out,
                                .fault = out_fault};
    *out = (struct evidence_outcome){0};
    const gboolean whole = evidence_read(text, len, &file, &shape);
    check(&checking, record, record_len);
    if (whole && !checking.failed && memcmp(file.record_chain, game->chain, CHAIN_HASH) != 0)
        fail(&checking, file.end,
             "the record's chain is another: it isn't the one that was proven");
    if (!whole && (!checking.failed || shape.line <= out_fault->line)) {
        *out_fault = shape;
        checking.failed = TRUE;
    }
    for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
        evidence_says_clear(&checking.seats[i].says);
    g_array_unref(checking.makers);
    g_hash_table_unref(checking.keys);
    evidence_file_clear(&file);
    return !checking.failed;
}
