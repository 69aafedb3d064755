/* case_inner.h: a case under way. Only the case runner includes it. */
#ifndef OCHRE_TABLE_CASE_INNER_H
#define OCHRE_TABLE_CASE_INNER_H

#include "table/cases.h"

enum { CASE_LINE_SIZE = 1024, CASE_DRAWS_MAX = 100000 };

struct case_run {
    struct case_tally *tally;
    const char *name; /* of the file */
    char id[64];
    struct opening *opening;
    const struct ochre_setup *setup;
    struct ochre_state state;
    ochre_action *list;  /* scratch for legal moves */
    ochre_action *drawn; /* what chance has done so far */
    int drawn_count, drawn_max;
    int step;                 /* from 1; 0 before the first */
    char did[CASE_LINE_SIZE]; /* the step in words, for messages */
    bool chance_follows;      /* the next step says what chance does */
    bool has_failed, is_unreadable;
    bool is_plain; /* complaints stand without a head: they are about facts alone */
};

/* Something differs; the first complaint names case and step. */
void case_complain(struct case_run *run, const char *const said[]);
#define case_differs(run, ...) case_complain((run), (const char *const[]){__VA_ARGS__, NULL})

/* The seat that "2", "p2", "*" or the game's own letter means, -1 when it is none. */
int case_seat(const struct case_run *run, const char *name);

/* The seat to act: the only one pending (chance included), OCHRE_NOBODY at the end, -1 when there are several. */
int case_acting(const struct case_run *run);

/* What the seat sees when it moves: chance sees all. */
void case_view(const struct case_run *run, int seat, struct ochre_view *view);

/* Splits "p3>recall:CH1" into seat and move; without a prefix *seat stays as it is. */
const char *case_split(const struct case_run *run, const char *text, int *seat);

/* Compares all facts with the position. */
void case_expect(struct case_run *run, struct json facts);

#endif
