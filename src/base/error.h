/* error.h: what a door says when it refuses. Knows nothing but words.
 *
 * A door (anything fed from outside) returns 0 or -1 and fills the error it was given: which input, where in it,
 * what was expected. The words are English and end without a full stop; callers put the name of the input in front. */
#ifndef OCHRE_BASE_ERROR_H
#define OCHRE_BASE_ERROR_H

#include "base/text.h"

struct ochre_error {
    char rule[12];   /* number of the rule that was broken ("PV3"), or "" */
    char words[256]; /* for a person */
};

/* Fills the error from a template with {0} … {9} (said[0]) and its arguments (the rest, up to NULL). Always returns
 * -1, so that a door can `return error_set(error, "PV3", "row {0} has {1} cells", …);` */
int error_fill(struct ochre_error *error, const char *rule, const char *const said[]);

/* Here rather than in error.c, so that compilers and analysers see the -1 too. */
static inline int error_refuse(struct ochre_error *error, const char *rule, const char *const said[])
{
    error_fill(error, rule, said);
    return -1;
}

#define error_set(error, rule, ...) error_refuse((error), (rule), (const char *const[]){__VA_ARGS__, NULL})

#endif
