/* cases.h: acceptance cases, JSON files that give a position, steps and what must then be so (docs/cases.md). One
 * format for all games; what only a game can say comes from game->read->cases. */
#ifndef OCHRE_TABLE_CASES_H
#define OCHRE_TABLE_CASES_H

#include <stdio.h>

#include "rules/game.h"
#include "rules/read.h"
#include "table/opening.h"

enum { CASE_SIZE_MAX = 1024 * 1024 };

struct case_tally {
    int passed, failed;
    int unreadable; /* among the failed: not a case at all */
    FILE *out;      /* what differs; NULL: say nothing */
    bool is_wordy;  /* name those that pass, too */
};

/* Runs a file, or all *.json files under a directory in the order of their names. */
void cases_run(const char *path, struct case_tally *tally);

/* Runs the case (or the list of cases) in a text. `name` stands in messages and gives the directory of pack files;
 * the name of its last folder is the game where a case names none. */
void cases_run_text(const char *name, const char *text, size_t length, struct case_tally *tally);

/* Do these facts hold of a state? What differs is written to `out`, a line each; NULL: say nothing. */
bool cases_hold(struct opening *opening, const struct ochre_state *state, struct json facts, FILE *out);

/* 0 all passed, 1 something failed, 2 something was unreadable. */
int cases_exit_code(const struct case_tally *tally);

#endif
