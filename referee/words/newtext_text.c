// SPDX-License-Identifier: MIT
// See newtext_parts.h. Here: the text of a mail as its sender wrote it, and how far an OpenPGP
// signature covers it, clear-signed or around the whole part.
#include "referee/words/newtext_parts.h"

#include <string.h>

// The commands of a reading, taken out of it.
static void take_commands(struct newtext *out, struct reading *reading)
{
    g_ptr_array_unref(out->commands);
    out->commands = g_steal_pointer(&reading->run.commands);
    out->signed_referee = g_steal_pointer(&reading->run.referee);
    out->signed_seat = g_steal_pointer(&reading->run.seat);
    out->signed_game = reading->run.game;
    out->signed_turn = reading->run.turn;
}

static void take_reading(struct newtext *out, struct reading *reading)
{
    if (reading->reason != NEWTEXT_FINE) {
        newtext_ask(out, reading->reason, reading->at + 1);
        out->wrong = reading->run.wrong;
    }
    take_commands(out, reading);
}

static void keep_signature(struct newtext *out, struct signed_foreign *foreign)
{
    out->signature = foreign->kind;
    out->signed_text = g_steal_pointer(&foreign->text);
    out->signature_text = g_steal_pointer(&foreign->signature);
}

// Reads the text inside of clear-signed armor that stands at the top: nothing else counts.
static void read_clear_signed(struct newtext_work *work, struct signed_foreign *foreign)
{
    struct body whole;
    struct body inner;
    struct reading reading;
    guint later;
    newtext_body(work, work->text, &whole);
    newtext_body(work, foreign->text, &inner);
    reading_init(&reading, &inner, work->input, &work->options);
    take_reading(work->out, &reading);
    if (reading_later(&whole, foreign->last + 1, work->options.languages, &later))
        newtext_ask(work->out, NEWTEXT_BLOCK_AND_MORE, later + 1);
    work->out->covered = TRUE;
    keep_signature(work->out, foreign);
    reading_clear(&reading);
    body_clear(&inner);
    body_clear(&whole);
}

// Whether clear-signed armor stands below commands, and has others inside.
static gboolean armor_adds_commands(struct newtext_work *work, const struct signed_foreign *foreign,
                                    const struct reading *reading)
{
    struct body inner;
    struct reading other;
    if (reading->run.count == 0)
        return FALSE;
    body_init(&inner, foreign->text, FALSE, FALSE, NULL, NULL);
    reading_init(&other, &inner, work->input, &work->options);
    gboolean adds = other.run.count > 0;
    reading_clear(&other);
    body_clear(&inner);
    return adds;
}

// The text as it stands; armor further down covers none of it.
static void read_plainly(struct newtext_work *work, const struct signed_foreign *foreign)
{
    struct body body;
    struct reading reading;
    newtext_body(work, work->text, &body);
    reading_init(&reading, &body, work->input, &work->options);
    guint boundary = body_boundary(&body, reading.run.next);
    if (foreign->kind != SIGNED_NO) {
        gboolean adds = armor_adds_commands(work, foreign, &reading) && boundary == foreign->first;
        if (adds && reading.reason == NEWTEXT_FINE)
            newtext_ask(work->out, NEWTEXT_BLOCK_AND_MORE, foreign->first + 1);
        work->out->signature = foreign->kind;
    }
    take_reading(work->out, &reading);
    reading_clear(&reading);
    body_clear(&body);
}

// What is signed says what for: by four lines, or by a ticket of the mail that is answered. Some of
// the lines are none.
static void find_purpose(const struct newtext_work *work, const char *covered)
{
    struct newtext *out = work->out;
    unsigned lines = (out->signed_referee != NULL) + (out->signed_seat != NULL) +
                     (out->signed_game >= 0) + (out->signed_turn >= 0);
    if (lines == 0) {
        ticket_find_in_text(out->signed_tickets, covered);
    } else if (lines < 4) {
        out->block.fault = SIGNED_FAULT_SHAPE;
        newtext_ask(out, NEWTEXT_BLOCK, 0);
    }
}

// Clear-signed text in a mail whose program wraps lines as it sends them.
static void unflow(struct newtext_work *work)
{
    struct signed_foreign foreign;
    if (!work->flowed)
        return;
    g_autofree char *text = signed_unflow(work->text, work->delsp);
    signed_find_foreign(text, &foreign);
    if (foreign.kind == SIGNED_OPENPGP) {
        work->text = work->unflowed = g_steal_pointer(&text);
        work->flowed = work->delsp = FALSE;
    }
    signed_foreign_clear(&foreign);
}

void newtext_read_text(struct newtext_work *work)
{
    struct signed_foreign foreign;
    unflow(work);
    signed_find_foreign(work->text, &foreign);
    work->options.signature = foreign.kind != SIGNED_NO || work->input->openpgp;
    gboolean armor = FALSE;
    if (foreign.kind == SIGNED_OPENPGP) {
        struct body body;
        newtext_body(work, work->text, &body);
        armor = reading_head(&body, work->input->banner) == foreign.first;
        body_clear(&body);
    }
    if (armor)
        read_clear_signed(work, &foreign);
    else
        read_plainly(work, &foreign);
    signed_foreign_clear(&foreign);
    struct newtext *out = work->out;
    if (out->signature == SIGNED_NO && work->input->openpgp) {
        out->signature = SIGNED_OPENPGP;
        out->covered = work->input->text_signed && work->text == work->input->text &&
                       work->input->openpgp_data;
        out->signed_data = out->covered ? g_strdup(work->input->openpgp_data) : NULL;
        out->signature_text = out->covered ? g_strdup(work->input->openpgp_armor) : NULL;
    }
    if (out->covered)
        find_purpose(work, out->signed_text ? out->signed_text : work->text);
}
