// SPDX-License-Identifier: MIT
// See answer.h.
#include "referee/receive/answer.h"

#include "referee/letter/reasons.h"
#include "referee/match/notes.h"
#include "referee/orders/ask.h"
#include "referee/orders/limits.h"
#include "referee/orders/orders_run.h"
#include "referee/words/command_text.h"
#include "storage/games.h"
#include "storage/inbox.h"

#include <sodium.h>
#include <string.h>

static void set_verdict(struct gates_verdict *verdict, enum gates_gate gate,
                        enum gates_outcome outcome, const char *reason)
{
    gates_clear(verdict);
    *verdict = (struct gates_verdict){gate, outcome, g_strdup(reason)};
}

// ---- players -----------------------------------------------------------------------------------

// The game that an answer is about: that of the ticket, if the player still sits there; else 0.
static gboolean answer_game(struct desk *desk, const struct speaker *speaker, gint64 *out_game,
                            GError **error)
{
    gint64 game = speaker->has_matter ? speaker->matter.game : speaker->game;
    gboolean sits = FALSE;
    if (game && !games_sits(desk->store, game, speaker->player.id, &sits, error))
        return FALSE;
    *out_game = sits ? game : 0;
    return TRUE;
}

// One sentence to the player, about the game of the ticket.
static gboolean tell(struct desk *desk, const struct speaker *speaker, const char *kind,
                     json_t *note, GError **error)
{
    json_auto_t *notes = json_pack("[o]", note);
    gint64 game;
    return answer_game(desk, speaker, &game, error) &&
           notes_to_player(desk, speaker->player.id, game, kind, notes, error);
}

static gboolean tell_unclear(struct desk *desk, const struct speaker *speaker,
                             const struct newtext *text, const struct gates_verdict *verdict,
                             gboolean *out_silent, GError **error)
{
    gboolean last;
    if (!limits_unclear(desk, speaker, out_silent, &last, error))
        return FALSE;
    if (*out_silent)
        return TRUE;
    json_t *note =
        verdict->gate == GATES_SIZE ? json_pack("{s:s}", "why", "too-big") : reasons_note(text);
    json_object_set_new(note, "say", json_string("unclear"));
    json_object_set_new(note, "last_answer", json_boolean(last));
    return tell(desk, speaker, NOTES_UNCLEAR, note, error);
}

static const char *fault_phrase(enum speaker_fault fault)
{
    switch (fault) {
    case SPEAKER_TWO_PLACES:
        return "two-tickets";
    case SPEAKER_UNKNOWN_SIGNER:
        return "signer-unknown";
    case SPEAKER_WRONG_SIGNATURE:
        return "signature-wrong";
    case SPEAKER_OTHER_REFEREE:
        return "signature-elsewhere";
    case SPEAKER_KEY_EXPIRED:
        return "signer-expired";
    case SPEAKER_KEY_REVOKED:
        return "signer-revoked";
    case SPEAKER_SIGNATURE_EXPIRED:
        return "signature-expired";
    case SPEAKER_SIGNATURE_WEAK:
        return "signature-weak";
    case SPEAKER_UNCHECKED:
        return "signature-unchecked";
    case SPEAKER_TOO_MANY:
        return "openpgp-many";
    case SPEAKER_FINE:
        break;
    }
    g_assert_not_reached();
}

static gboolean only_asks(const GPtrArray *commands)
{
    for (guint i = 0; i < commands->len; i++) {
        if (!command_only_asks(g_ptr_array_index(commands, i)))
            return FALSE;
    }
    return TRUE;
}

// Whether all it says is yes or no: words that need the ticket of what was asked.
static gboolean only_answers(const GPtrArray *commands)
{
    for (guint i = 0; i < commands->len; i++) {
        const struct command *command = g_ptr_array_index(commands, i);
        if (command->verb != COMMAND_YES && command->verb != COMMAND_NO)
            return FALSE;
    }
    return TRUE;
}

static gboolean acted(const struct session *session)
{
    for (guint i = 0; i < session->matches->len; i++) {
        const struct match *match = g_ptr_array_index(session->matches, i);
        if (match->changed)
            return TRUE;
    }
    return FALSE;
}

// The commands, where no more answers are due: what they do at a table is done and told; anything
// else is as if it had not been said.
static gboolean run_quietly(struct desk *desk, struct session *session, const GPtrArray *commands,
                            gboolean *out_silent, GError **error)
{
    struct speaker *speaker = session->speaker;
    gboolean known = speaker->known;
    if (!store_savepoint(desk->store, error))
        return FALSE;
    const gsize told = journal_mark(desk->journal);
    gboolean done = orders_run(session, commands, error);
    *out_silent = done && !acted(session);
    if (done && !*out_silent)
        return store_release(desk->store, error);
    store_undo(desk->store);
    journal_drop_from(desk->journal, told);
    speaker->known = known; // whoever was made known isn't any more
    return done;
}

static gboolean run(struct desk *desk, struct speaker *speaker, const GPtrArray *commands,
                    gboolean *out_silent, GError **error)
{
    struct session session;
    gboolean enough;
    if (!limits_answers(desk, speaker, &enough, error))
        return FALSE;
    *out_silent = enough && only_asks(commands);
    if (*out_silent)
        return TRUE;
    session_init(&session, desk, speaker);
    gboolean done = enough ? run_quietly(desk, &session, commands, out_silent, error)
                           : orders_run(&session, commands, error);
    session_clear(&session);
    return done;
}

// A signed block acts once, whatever brings it again.
static gboolean run_signed(struct desk *desk, struct speaker *speaker, const struct newtext *text,
                           gboolean *out_silent, GError **error)
{
    guint8 hash[32];
    gboolean is_new;
    g_autofree char *words = newtext_signed(text);
    crypto_generichash(hash, sizeof hash, (const guint8 *)words, strlen(words), speaker->player.key,
                       sizeof speaker->player.key);
    if (!inbox_sign_once(desk->store, hash, speaker->player.id, desk->now, &is_new, error))
        return FALSE;
    if (is_new)
        return run(desk, speaker, text->commands, out_silent, error);
    if (!limits_answers(desk, speaker, out_silent, error))
        return FALSE;
    return *out_silent ||
           tell(desk, speaker, NOTES_REFUSED, json_pack("{s:s}", "say", "signed-again"), error);
}

// Whether this is the yes, or no, to the question whether a mail from this very address was theirs.
// Who can answer it has read the player's own mail.
static gboolean is_word_from_there(const struct speaker *speaker, const GPtrArray *commands)
{
    if (speaker->how != SPEAKER_ELSEWHERE || !speaker->has_matter || !only_answers(commands) ||
        !g_str_equal(speaker->matter.kind, ASK_ELSEWHERE))
        return FALSE;
    g_autofree char *from = ask_from(&speaker->matter);
    return from && g_ascii_strcasecmp(from, speaker->address) == 0;
}

static gboolean ask_back(struct desk *desk, struct speaker *speaker, const GPtrArray *commands,
                         struct gates_verdict *verdict, gboolean *out_silent, GError **error)
{
    gboolean asked = FALSE;
    gboolean enough;
    if (!limits_unclear(desk, speaker, &enough, NULL, error) ||
        (!enough && !ask_mail(desk, speaker, commands, &asked, error)))
        return FALSE;
    *out_silent = !asked;
    set_verdict(verdict, GATES_IDENTITY, GATES_ASK, "it waits for a yes");
    return TRUE;
}

// Whether it answers a mail that asked this very address whether a player's mail shall go there.
static gboolean is_word_of_new_place(const struct speaker *speaker, const GPtrArray *commands)
{
    return speaker->how == SPEAKER_TICKET && speaker->has_matter &&
           g_str_equal(speaker->matter.kind, ASK_NEW_PLACE) && only_answers(commands);
}

// Whether it begins with the word that lifts a block.
static gboolean unblocks(const GPtrArray *commands)
{
    const struct command *first = commands->len ? g_ptr_array_index(commands, 0) : NULL;
    return first && first->verb == COMMAND_UNBLOCK;
}

// Whether nothing is said to whoever speaks, nor read of them but that they want mail again.
static gboolean is_shut(struct desk *desk, const struct speaker *speaker, const GPtrArray *commands,
                        gboolean *out_is, GError **error)
{
    const char *own = speaker->known ? speaker->player.address : speaker->address;
    enum players_block block, there;
    if (!players_block_of(desk->store, own, &block, error) ||
        !players_block_of(desk->store, speaker->address, &there, error))
        return FALSE;
    *out_is = block == PLAYERS_BLOCK_OPERATOR || there == PLAYERS_BLOCK_OPERATOR ||
              (block == PLAYERS_BLOCK_OWN && !unblocks(commands));
    return TRUE;
}

// Whether somebody with an OpenPGP key sends that key again: with a later end, or revoked. It
// proves itself, and could not sign any more; that it is the same is seen by order_key.
static gboolean renews_key(const struct speaker *speaker, const GPtrArray *commands)
{
    const struct command *first = commands->len ? g_ptr_array_index(commands, 0) : NULL;
    return first && commands->len == 1 && first->verb == COMMAND_KEY &&
           first->key == COMMAND_KEY_OPENPGP && speaker->how == SPEAKER_TICKET &&
           speaker->player.has_key && g_str_equal(speaker->player.key_kind, "openpgp");
}

// Whether it is signed with OpenPGP, but nothing that is signed says what for.
static gboolean is_unbound(const struct speaker *speaker, const struct newtext *text)
{
    return text->signature == SIGNED_OPENPGP && g_str_equal(speaker->player.key_kind, "openpgp");
}

static gboolean answer_player(struct desk *desk, struct speaker *speaker,
                              const struct newtext *text, struct gates_verdict *verdict,
                              gboolean *out_silent, GError **error)
{
    gboolean unproven = speaker->how == SPEAKER_ADDRESS || speaker->how == SPEAKER_ELSEWHERE;
    if (speaker->fault != SPEAKER_FINE) {
        set_verdict(verdict, GATES_IDENTITY, GATES_ASK, fault_phrase(speaker->fault));
        if (!limits_unclear(desk, speaker, out_silent, NULL, error))
            return FALSE;
        return *out_silent || tell(desk, speaker, NOTES_REFUSED,
                                   json_pack("{s:s}", "say", fault_phrase(speaker->fault)), error);
    }
    if (verdict->outcome != GATES_ACT)
        return tell_unclear(desk, speaker, text, verdict, out_silent, error);
    if (speaker->how == SPEAKER_SIGNED)
        return run_signed(desk, speaker, text, out_silent, error);
    gboolean free = only_asks(text->commands) || is_word_of_new_place(speaker, text->commands) ||
                    (unblocks(text->commands) && text->commands->len == 1 && !unproven);
    if (free)
        return run(desk, speaker, text->commands, out_silent, error);
    if (renews_key(speaker, text->commands))
        return run(desk, speaker, text->commands, out_silent, error);
    if (speaker->player.has_key) {
        const char *say = is_unbound(speaker, text) ? "signature-unbound" : "key-needed";
        g_autofree char *what = command_format(g_ptr_array_index(text->commands, 0));
        if (!limits_answers(desk, speaker, out_silent, error))
            return FALSE;
        return *out_silent || tell(desk, speaker, NOTES_REFUSED,
                                   json_pack("{s:s, s:s}", "say", say, "what", what), error);
    }
    if (unproven && !only_answers(text->commands))
        return ask_back(desk, speaker, text->commands, verdict, out_silent, error);
    if (unproven && speaker->has_matter)
        speaker->has_matter = is_word_from_there(speaker, text->commands);
    return run(desk, speaker, text->commands, out_silent, error);
}

// ---- strangers ---------------------------------------------------------------------------------

// Whether all of it is answered to anybody.
static gboolean only_asks_in_general(const GPtrArray *commands)
{
    for (guint i = 0; i < commands->len; i++) {
        const struct command *command = g_ptr_array_index(commands, i);
        if (command->verb != COMMAND_HELP && command->verb != COMMAND_RULES &&
            command->verb != COMMAND_OPEN)
            return FALSE;
    }
    return TRUE;
}

// What was understood and can't be; NULL where there is nothing of that kind. Nobody's words go to
// an address that isn't confirmed: it is said without them.
static json_t *reason_for_stranger(const struct newtext *text)
{
    if (text->outcome == NEWTEXT_ACT || text->reason != NEWTEXT_WRONG)
        return NULL;
    json_t *note = reasons_note(text);
    json_object_set_new(note, "say", json_string("unclear"));
    json_object_set_new(note, "word", json_string(""));
    json_object_set_new(note, "near", json_string(""));
    json_object_set_new(note, "read", json_string(""));
    json_object_set_new(note, "meant", json_array());
    return json_pack("[o]", note);
}

static gboolean answer_stranger(struct desk *desk, struct speaker *speaker,
                                const struct newtext *text, struct gates_verdict *verdict,
                                gboolean *out_silent, GError **error)
{
    gboolean clear = verdict->outcome == GATES_ACT && speaker->fault == SPEAKER_FINE;
    gboolean asks = clear && only_asks_in_general(text->commands);
    gboolean acts = clear && !only_asks(text->commands) && !only_answers(text->commands);
    const char *kind = asks ? NOTES_ANSWER : acts ? NOTES_CONFIRM : NOTES_STRANGER;
    if (!limits_stranger(desk, speaker->address, kind, out_silent, error))
        return FALSE;
    if (*out_silent)
        return TRUE;
    if (asks)
        return run(desk, speaker, text->commands, out_silent, error);
    if (acts)
        return ask_back(desk, speaker, text->commands, verdict, out_silent, error);
    if (verdict->outcome == GATES_ACT)
        set_verdict(verdict, GATES_IDENTITY, GATES_ASK, "nobody here is known by this address");
    json_auto_t *notes = reason_for_stranger(text);
    return notes_to_address(desk, speaker->address, NOTES_STRANGER, notes, error);
}

// ------------------------------------------------------------------------------------------------

// Takes notes, or NULL, and returns those to be told in the language in which the matter was.
static json_t *in_language_of(const struct matter_row *matter, json_t *notes)
{
    json_auto_t *data = matter->data ? json_loads(matter->data, 0, NULL) : NULL;
    json_t *language = json_object_get(data, "language");
    if (!language)
        return notes;
    if (!notes)
        notes = json_pack("[{}]");
    json_object_set(json_array_get(notes, 0), "language", language);
    return notes;
}

// The language of the first command word that no other language has; NULL when there is none.
static const char *language_of(const GPtrArray *commands)
{
    for (guint i = 0; i < commands->len; i++) {
        const struct command *command = g_ptr_array_index(commands, i);
        const char *code = words_code(command->written);
        if (code)
            return code;
    }
    return NULL;
}

gboolean answer_mail(struct desk *desk, struct speaker *speaker, const struct newtext *text,
                     struct gates_verdict *verdict, gboolean *out_silent, GError **error)
{
    *out_silent = FALSE;
    speaker->language = language_of(text->commands);
    if (!is_shut(desk, speaker, text->commands, out_silent, error))
        return FALSE;
    if (*out_silent)
        return TRUE;
    if (speaker->known)
        return answer_player(desk, speaker, text, verdict, out_silent, error);
    // Somebody not known yet who answers what was sent to this very address; however long ago that
    // was, they may want mail again.
    gboolean waits = speaker->has_matter || unblocks(text->commands);
    if (speaker->how == SPEAKER_TICKET && waits && speaker->fault == SPEAKER_FINE) {
        if (verdict->outcome == GATES_ACT)
            return run(desk, speaker, text->commands, out_silent, error);
        if (!limits_unclear(desk, speaker, out_silent, NULL, error))
            return FALSE;
        json_auto_t *notes = in_language_of(&speaker->matter, reason_for_stranger(text));
        return *out_silent || notes_about_matter(desk, speaker->matter.id, 0, speaker->address,
                                                 speaker->matter.game, NOTES_UNCLEAR, notes, error);
    }
    return answer_stranger(desk, speaker, text, verdict, out_silent, error);
}
