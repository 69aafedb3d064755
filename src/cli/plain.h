/* plain.h: a terminal that knows no letters but those of ASCII (LC_ALL=C) gets no others: accents are left out, signs
 * are replaced by others that look like them. */
#ifndef OCHRE_CLI_PLAIN_H
#define OCHRE_CLI_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Does the locale of the environment write something else than UTF-8? */
bool plain_is_asked_for(void);

/* From now on standard output and standard error are plain. To be called once, before anything is printed. */
void plain_begin(void);
bool plain_has_begun(void);

/* Where a program that wants the terminal itself writes (a line editor). */
FILE *plain_terminal(void);

/* The whole text in plain letters, when they are asked for. */
void plain_text(const char *text, char *out, size_t size);

/* The first character of the text in plain letters ("e", "oe"), and its length in bytes. */
const char *plain_letter(const char *text, size_t *length);

/* How many columns more the text takes in plain letters. */
int plain_growth(const char *text);

#endif
