/* error.h: what a door says when it refuses. Knows nothing but words.
 *
 * A door (anything fed from outside) returns 0 or -1 and fills the error it was given: which input, where in it,
 * what was expected. The words are English and end without a full stop; callers put the name of the input in front.
 * Who reads another language is told the same by error_say. */
#ifndef OCHRE_BASE_ERROR_H
#define OCHRE_BASE_ERROR_H

#include "base/text.h"

struct ochre_error {
    char rule[12];   /* number of the rule that was broken ("PV3"), or "" */
    char words[256]; /* for a person, in English */

    /* What the words were made of. */
    const char *said;  /* the template, which lives as long as the program; NULL: the words are all there is */
    char before[128];  /* where it is, in front of it */
    char args[256];    /* each with its NUL */
    uint8_t arg_count; /* as far as they fit */
};

/* The words in the tongue of the text: template and arguments are looked up there. */
void error_say(const struct ochre_error *error, struct ochre_text *text);

/* Puts where it is in front of a refusal that was filled: "row 3: …". */
void error_put_before(struct ochre_error *error, const char *where);

/* Hands on what an inner door refused, with where it is in front of it; the error may be NULL. Always returns -1. */
int error_pass(struct ochre_error *error, const struct ochre_error *inner, const char *where);

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
