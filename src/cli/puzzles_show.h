/* puzzles_show.h: books of puzzles on the terminal. */
#ifndef OCHRE_CLI_PUZZLES_SHOW_H
#define OCHRE_CLI_PUZZLES_SHOW_H

#include <stdio.h>

#include "lab/puzzle.h"

/* Every puzzle in a line, and how many there are of every level and theme. */
void puzzles_show(const struct puzzle_book *book);

/* As JSON (docs/puzzles.md), themes and levels in words; -1 without memory. */
int puzzles_print_json(const struct puzzle_book *book);

/* What came of the decisions that were looked at. */
void puzzles_show_fates(FILE *out, const struct puzzle_plan *plan, int plays, int count);

#endif
