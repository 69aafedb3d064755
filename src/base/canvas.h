/* canvas.h: a board as text. Games draw on it; the terminal shows it with or without colour. Meaning must never
 * hang on ink alone. Fixed size, no allocation, characters counted by columns. */
#ifndef OCHRE_BASE_CANVAS_H
#define OCHRE_BASE_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { CANVAS_WIDTH = 80, CANVAS_HEIGHT = 96, CANVAS_BANDS = 24 };

/* Inks: the four seats, some plain colours, and shades of attention. */
enum canvas_ink {
    INK_PLAIN,
    INK_SEAT_1,
    INK_SEAT_2,
    INK_SEAT_3,
    INK_SEAT_4,
    INK_RED,
    INK_GREEN,
    INK_YELLOW,
    INK_BLUE,
    INK_MAGENTA,
    INK_CYAN,
    INK_WHITE,
    INK_GREY,
    INK_BROWN,
    INK_DIM,
    INK_COUNT
};

/* Papers: what a cell is printed on. */
enum canvas_paper { PAPER_PLAIN, PAPER_LIGHT, PAPER_DARK, PAPER_MARK, PAPER_COUNT };

enum { CANVAS_BOLD = 1 };

/* A board may be taller than a screen. It is drawn in bands, rows that belong together, and each says how much it
 * matters to whoever looks now; a small screen shows what matters most and has the rest on another page. */
enum canvas_rank {
    BAND_ASKED,  /* what is chosen from now: always shown, so all of these together have at most CANVAS_ASKED_ROWS */
    BAND_OWN,    /* what one needs to choose well */
    BAND_TABLE,  /* what belongs to nobody */
    BAND_OTHERS, /* what others have, and what is seldom looked at */
};
enum { CANVAS_ASKED_ROWS = 18 };

struct canvas_band {
    int top; /* its first row; it ends where the next begins */
    enum canvas_rank rank;
};

struct canvas_cell {
    char glyph[8]; /* one character with its combining marks, UTF-8, or "" for blank */
    uint8_t ink, paper, flags;
};

struct canvas {
    struct canvas_cell cell[CANVAS_HEIGHT][CANVAS_WIDTH];
    int height;     /* rows used */
    int band_count; /* 0: all of it is one band */
    struct canvas_band band[CANVAS_BANDS];
    const struct ochre_tongue *tongue; /* language of the words on it */
    /* The brush. */
    uint8_t ink, paper, flags;
};

void canvas_clear(struct canvas *canvas, const struct ochre_tongue *tongue);

/* Sets the brush for what follows. */
void canvas_brush(struct canvas *canvas, enum canvas_ink ink, enum canvas_paper paper, int flags);

/* Writes from column x of row y; what does not fit is cut. Returns the column after the last character. */
int canvas_put(struct canvas *canvas, int x, int y, const char *string);

/* A band begins at row y, behind those that were begun before. One that takes no row is forgotten. */
void canvas_band(struct canvas *canvas, int y, enum canvas_rank rank);

/* The rows of a band without the blank ones at its ends; false when there is nothing else in it. */
bool canvas_band_rows(const struct canvas *canvas, int band, int *first, int *count);

/* The same, translated. */
int canvas_say(struct canvas *canvas, int x, int y, const char *english);

/* Columns a string takes (one per character, combining marks none). */
int canvas_columns(const char *string);

/* One row as plain text without trailing blanks. */
void canvas_row(const struct canvas *canvas, int y, struct ochre_text *text);

#endif
