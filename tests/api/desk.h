/* desk.h: a setup with the memory that its plays need, each piece as long as the library asks for and not a byte
 * longer, so that a sanitizer sees who writes beyond it. */
#ifndef OCHRE_TESTS_API_DESK_H
#define OCHRE_TESTS_API_DESK_H

#include <ochre/ochre.h>

struct desk {
    ochre_setup *setup;
    ochre_about about;
    ochre_state *state, *other;
    ochre_view *view;
    int32_t *list, *more;
    double *chances;
    uint8_t *mask;
    float *numbers;
    char *text; /* DESK_TEXT bytes */
    ochre_lot lot;
};

enum { DESK_TEXT = 64 * 1024 };

/* The terms that most tests go through: every game, with the numbers of seats that differ. */
extern const char *const desk_terms[];

struct desk desk_new(const char *terms, uint64_t seed);
void desk_free(struct desk *desk);

#endif
