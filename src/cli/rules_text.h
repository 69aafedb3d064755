/* rules_text.h: the rules of the games as documents, built into the program (docs/rules). */
#ifndef OCHRE_CLI_RULES_TEXT_H
#define OCHRE_CLI_RULES_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/* The document in the language of the program, or in English when that is all there is; NULL: none. */
const char *rules_text(const char *game);

/* Gives it to the reader's pager; false when there is none or none is wanted. */
bool rules_text_page(const char *document);

/* Prints it for the terminal. */
void rules_text_print(FILE *out, const char *markdown);

/* Shows it, through $PAGER when the output is a terminal. False when there is none. */
bool rules_text_show(const char *game);

#endif
