/* screen.h: what a terminal shows: widths, colours, filled lines, boards. Knows no game. */
#ifndef OCHRE_CLI_SCREEN_H
#define OCHRE_CLI_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

#include "base/canvas.h"

/* Columns and rows of the terminal (80 and 24 when there is none), asked for anew each time. */
int screen_columns(void);
int screen_rows(void);

/* Is colour wanted? `wish` is auto, always or never; auto looks at the terminal and at NO_COLOR. */
void screen_choose_colour(const char *wish);
bool screen_has_colour(void);

/* Columns a text takes on the screen; wide characters take two. */
int screen_width(const char *text);

/* Text filled to the width of the screen, every line indented. */
void screen_fill(FILE *out, const char *text, int indent);

/* The same for paragraphs separated by empty lines. */
void screen_paragraphs(FILE *out, const char *text, int indent);

/* An item of a list: the first line begins at `indent`, the others at `hang`. Colour codes take no room. */
void screen_item(FILE *out, const char *text, int indent, int hang);

/* The text filled in a column behind the prefix, which is printed as it is. */
void screen_behind(FILE *out, const char *prefix, const char *text);

/* A short text, and beside it a longer one that is filled: an entry of a list. */
void screen_entry(FILE *out, const char *left, const char *right, int indent, int left_width);

/* A board, or some rows of it. */
void screen_canvas(FILE *out, const struct canvas *canvas);
void screen_canvas_rows(FILE *out, const struct canvas *canvas, int first, int count);

/* Begins and ends a way of writing, where there is colour: 'b' bold, 'd' dim, 'r' red, 'y' yellow, 'c' cyan. */
void screen_style(FILE *out, char style);
void screen_plain(FILE *out);

/* Clears the screen; `all` also clears what was scrolled away, so that nobody can look back. */
void screen_clear(bool all);

/* Numbered words in columns, from words[first] on, at most `rows` rows (0: as many as it takes). Returns how many
 * were printed. */
int screen_columns_of(FILE *out, const char *const *words, int first, int count, int rows);

#endif
