/* evening.h: a hall without sockets, a table in it, and people: two who may sit, one who may watch, a stranger. For
 * what counts the cost of what they send. */
#ifndef OCHRE_TESTS_EVENING_H
#define OCHRE_TESTS_EVENING_H

#include "../unit/server/party.h"

enum { GUESTS = 4 };

struct evening {
    struct hall *hall;
    struct guest guest[GUESTS];
    char table[24], key[2][32];
};

void evening_begin(struct evening *evening);
void evening_end(struct evening *evening);

/* Asks for another table to be at: "/api/tables {…}". Ends the program when there is none. */
void evening_change_table(struct evening *evening, char *line);

/* Puts ids, keys and questions where the text has $T, $A, $B, $1, $2. */
void evening_fill_in(const struct evening *evening, const char *from, struct ochre_text *to);

/* A message of guest '1' … '4' (0), or a request with the first seat's key: 'G' without a body, 'P' with one (its
 * status). */
int evening_act(struct evening *evening, char what, char *line);
void evening_listen(struct evening *evening);

#endif
