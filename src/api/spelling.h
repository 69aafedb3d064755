/* spelling.h: terms as one line of text, cut into words. */
#ifndef OCHRE_API_SPELLING_H
#define OCHRE_API_SPELLING_H

#include "rules/game.h"

struct spelling {
    char *text;           /* a copy of our own, cut into words */
    char *next;           /* the next word */
    const char *position; /* NULL: none */
    char *position_json;
    struct json_node *nodes;
    struct json_doc doc;
};

/* Reads the line, and the position where one is given beside it, into terms without a pack. 0, or -1 and an error; to
 * be freed either way. */
int spelling_read(struct spelling *spelling, const char *line, const char *position, struct ochre_terms *terms,
                  struct ochre_error *error);
void spelling_free(struct spelling *spelling);

#endif
