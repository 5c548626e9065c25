// SPDX-License-Identifier: MIT
// See gates.h.
#include "referee/receive/gates.h"

#include <string.h>

// ---- facts -------------------------------------------------------------------------------------

static const char *string_of(const json_t *facts, const char *key)
{
    return json_string_value(json_object_get(facts, key));
}

static const char *inner_string(const json_t *facts, const char *key, const char *inner)
{
    return json_string_value(json_object_get(json_object_get(facts, key), inner));
}

static gboolean inner_true(const json_t *facts, const char *key, const char *inner)
{
    return json_is_true(json_object_get(json_object_get(facts, key), inner));
}

static const char **strings_of(const json_t *facts, const char *key)
{
    const json_t *array = json_object_get(facts, key);
    size_t n = json_array_size(array);
    const char **out = g_new0(const char *, n + 1);
    size_t filled = 0;
    for (size_t i = 0; i < n; i++) {
        const char *value = json_string_value(json_array_get(array, i));
        if (value)
            out[filled++] = value;
    }
    return out;
}

// ---- the referee's own mail --------------------------------------------------------------------

// The address without the tag behind its +. The caller owns it.
static char *untagged(const char *address)
{
    const char *at = strrchr(address, '@');
    const char *plus = strchr(address, '+');
    if (!at || !plus || plus > at || plus == address)
        return g_strdup(address);
    return g_strdup_printf("%.*s%s", (int)(plus - address), address, at);
}

static gboolean has_ticket(const char *address)
{
    g_autoptr(GArray) tickets = ticket_list_new();
    ticket_find_in_address(tickets, address);
    return tickets->len > 0;
}

// Whether an address that the mail came from is the referee's own.
static gboolean is_own(const json_t *facts, const char *own, const char *from)
{
    g_autofree char *plain = untagged(from);
    if (own)
        return g_ascii_strcasecmp(plain, own) == 0;
    if (has_ticket(from))
        return TRUE;
    gboolean tagged = FALSE;
    gboolean all = TRUE; // came to nobody but its sender: our mailbox, since we have it
    const char **to = strings_of(facts, "to");
    for (const char **p = to; *p; p++) {
        g_autofree char *base = untagged(*p);
        gboolean same = g_ascii_strcasecmp(base, plain) == 0;
        tagged = tagged || (same && has_ticket(*p));
        all = all && same;
    }
    all = all && *to;
    g_free(to);
    return tagged || all;
}

// A Message-ID of ours holds a ticket; nobody else's does.
static gboolean has_own_id(const json_t *facts)
{
    const char *id = string_of(facts, "message_id");
    g_autoptr(GArray) tickets = ticket_list_new();
    if (id)
        ticket_find_in_id(tickets, id);
    return tickets->len > 0;
}

static gboolean comes_back(const json_t *facts, const char *own)
{
    gboolean found = has_own_id(facts);
    const char **froms = strings_of(facts, "froms");
    for (const char **p = froms; *p && !found; p++)
        found = is_own(facts, own, *p);
    g_free(froms);
    return found;
}

// ---- the walk ----------------------------------------------------------------------------------

static gboolean stop(struct gates_verdict *out, enum gates_gate gate, enum gates_outcome outcome,
                     const char *reason)
{
    out->gate = gate;
    out->outcome = outcome;
    out->reason = g_strdup_printf("%c%s.", g_ascii_toupper(reason[0]), reason + 1);
    return FALSE;
}

gboolean gates_walk(const json_t *facts, const char *own, struct gates_verdict *out)
{
    const char *reason;
    memset(out, 0, sizeof *out);
    if ((reason = string_of(facts, "size")) && *reason)
        return stop(out, GATES_SIZE, GATES_HOLD, reason);
    if ((reason = string_of(facts, "loop")) && *reason)
        return stop(out, GATES_LOOP, GATES_DROP, reason);
    if (comes_back(facts, own))
        return stop(out, GATES_LOOP, GATES_DROP, "the referee's own mail came back");
    if ((reason = string_of(facts, "automatic")) && *reason)
        return stop(out, GATES_AUTOMATIC, GATES_DROP, reason);
    if ((reason = inner_string(facts, "sender", "hold")) && *reason)
        return stop(out, GATES_SENDER, GATES_HOLD, reason);
    if (inner_true(facts, "sender", "absent"))
        return stop(out, GATES_SENDER, GATES_DROP, "it says no sender");
    if (!inner_string(facts, "sender", "address"))
        return stop(out, GATES_SENDER, GATES_HOLD, "its sender can't be read");
    return TRUE;
}

gboolean gates_size(const json_t *facts, struct gates_verdict *out)
{
    memset(out, 0, sizeof *out);
    if (json_is_true(json_object_get(facts, "too_big")))
        return stop(out, GATES_SIZE, GATES_ASK, "the mail is too large to be read");
    return TRUE;
}

void gates_clear(struct gates_verdict *verdict)
{
    g_free(verdict->reason);
    memset(verdict, 0, sizeof *verdict);
}

// ---- gate 7 ------------------------------------------------------------------------------------

void gates_input(const json_t *facts, struct newtext_input *input, struct gates_strings *strings)
{
    strings->addresses = strings_of(facts, "to");
    strings->ids = strings_of(facts, "ids");
    strings->attached = strings_of(facts, "attached");
    input->addresses = strings->addresses;
    input->ids = strings->ids;
    input->attached = strings->attached;
    input->text = inner_string(facts, "text", "body");
    input->flowed = inner_true(facts, "text", "flowed");
    input->delsp = inner_true(facts, "text", "delsp");
    input->text_signed = inner_true(facts, "text", "signed");
    input->html = inner_string(facts, "html", "body");
    input->trouble = string_of(facts, "trouble");
    input->openpgp = g_strcmp0(string_of(facts, "signature"), "openpgp") == 0;
    input->openpgp_data = inner_string(facts, "openpgp", "data");
    input->openpgp_armor = inner_string(facts, "openpgp", "armor");
}

void gates_strings_clear(struct gates_strings *strings)
{
    g_free(strings->addresses);
    g_free(strings->ids);
    g_free(strings->attached);
    memset(strings, 0, sizeof *strings);
}

void gates_text(const struct newtext *text, struct gates_verdict *out)
{
    gboolean act = text->outcome == NEWTEXT_ACT;
    *out = (struct gates_verdict){act ? GATES_NONE : GATES_TEXT, act ? GATES_ACT : GATES_ASK,
                                  g_strdup(text->sentence)};
}

const char *gates_gate_name(enum gates_gate gate)
{
    static const char *const names[GATES_COUNT] = {"size",     "loop",      "automatic", "sender",
                                                   "identity", "duplicate", "text",      "none"};
    g_assert(gate < GATES_COUNT);
    return names[gate];
}

const char *gates_outcome_name(enum gates_outcome outcome)
{
    static const char *const names[] = {"act", "ask", "drop", "hold"};
    g_assert(outcome < G_N_ELEMENTS(names));
    return names[outcome];
}
