// SPDX-License-Identifier: MIT
// A run of commands: lines one below another that match the grammar in full, and the free text that
// the last of them may take.
//
// Decides where a run ends and what makes it unclear by itself (spec: mail.md, gate 7). Doesn't
// know which run of a mail counts: that is newtext_read.c. Pure.
#ifndef REFEREE_RUN_H
#define REFEREE_RUN_H

#include "referee/words/body.h"
#include "referee/words/command.h"
#include "referee/words/newtext_reason.h"

struct run_options {
    unsigned languages;
    unsigned limit;     // commands
    gboolean signature; // the lines `referee`, `game`, `turn` and `seat` may stand among them
    enum body_sent (*known)(const char *line, gpointer data);
    gpointer known_data;
};

// reason is NEWTEXT_FINE when nothing is wrong, whether or not there are commands.
struct run {
    GPtrArray *commands; // of struct command, each once
    unsigned count;      // how many were typed
    gboolean comments;   // there were comments
    guint next;          // the first line that doesn't belong to it
    gboolean touching;   // that line stands right below a command
    enum newtext_reason reason;
    guint at; // the line it is about
    struct command_wrong wrong;
    // Of a foreign signature's text; NULL or -1 when not said.
    char *referee, *seat;
    gint64 game, turn;
};

// Reads the run that begins at line start, blank lines before it skipped. The caller clears it.
void run_read(const struct body *body, guint start, const struct run_options *options,
              struct run *run);
void run_clear(struct run *run); // takes a zeroed one

// Whether line i alone would be a command (not a comment), or says cards that can't be.
gboolean run_would_match(const struct body *body, guint i, unsigned languages);

// Reads free text that began in line i into command->text and returns the first line behind it
// (press.c). Sets run->reason when it is unclear.
guint press_read(const struct body *body, guint i, const struct run_options *options,
                 struct command *command, struct run *run);

#endif
