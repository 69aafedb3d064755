/* arena.h: many plays of one game between computer players, on several threads. What happens in a play depends only on
 * the plan's seed and the number of the play, and the plays are handed over in their order, so that everything made
 * from them is the same whatever the number of threads. Knows no statistics: tally.h adds up. */
#ifndef OCHRE_LAB_ARENA_H
#define OCHRE_LAB_ARENA_H

#include <stdatomic.h>

#include "table/opening.h"

enum {
    ARENA_GAMES_MAX = 1000000,
    ARENA_THREADS_MAX = 64,
    ARENA_NAME_SIZE = 32,
    ARENA_POINTS = 25,       /* places, evenly spread over a play, at which it is looked at */
    ARENA_SAYINGS_GAMES = 60 /* so many plays are listened to for the words about their events */
};

/* How often the seats did something: an event of one kind, or one kind and one component. */
struct arena_use {
    uint32_t key; /* ARENA_KEY */
    uint16_t count[OCHRE_SEATS_MAX];
};

/* An event kind alone, or with the component it is about. */
#define ARENA_KEY(kind) ((uint32_t)(kind) << 17)
#define ARENA_KEY_OF(kind, component) (ARENA_KEY(kind) | 1u << 16 | (uint16_t)(component))

/* A sentence that was told of such an event. */
struct arena_saying {
    uint32_t key;
    char words[160];
};

/* What remains of one play. */
struct arena_record {
    int game;                        /* from 0 */
    uint8_t player[OCHRE_SEATS_MAX]; /* which of the plan's players sat in the seat */
    struct ochre_outcome outcome;
    uint32_t moves;     /* all, chance included */
    uint32_t decisions; /* questions with at least two answers, put to a seat */
    uint32_t choices_max;
    uint64_t choices_sum;                           /* answers to all decisions */
    uint16_t choices[ARENA_POINTS];                 /* answers to the decision at each point of the play */
    ochre_seats leaders[ARENA_POINTS];              /* whom the game's own estimate favours there; none: nobody */
    uint32_t lead_changes;                          /* how often the lead passed to others */
    uint32_t thought[OCHRE_SEATS_MAX];              /* decisions of the seat */
    double seconds[OCHRE_SEATS_MAX];                /* it took for them; the only thing here that is not repeatable */
    char opening[OCHRE_SEATS_MAX][OCHRE_MOVE_SIZE]; /* its first decision; "" for none */
    int use_count;
    struct arena_use *uses; /* ascending by key */
    int saying_count;
    struct arena_saying *sayings;
};

struct roster;

struct arena_plan {
    const struct opening *opening;
    const struct opening_request *request; /* what it was made from; needed for logs */
    char player[OCHRE_SEATS_MAX][ARENA_NAME_SIZE];
    bool rotates; /* play n begins with player n: everybody sits everywhere equally often */
    uint64_t seed;
    int games, threads;
    int first;                         /* number of the first play */
    const char *logs;                  /* folder for a log of every play, or NULL */
    const struct ochre_tongue *tongue; /* of the sentences */
    struct roster *roster;             /* where the plays come from; NULL: the arena's own threads */

    atomic_bool *stop; /* when it becomes true, the plays under way are given up; may be NULL */
    /* Called in the caller's thread: a play, in order (false: no more plays are wanted); now and then, how far it is.
     */
    bool (*take)(void *who, const struct arena_record *record);
    void (*progress)(void *who, int done);
    void *who;
};

/* Plays. 0 when all plays were played, were no longer wanted or were stopped; -1 and why when something failed. What
 * was handed over before counts in any case. *done is how many that were. */
int arena_run(const struct arena_plan *plan, int *done, struct ochre_error *error);

/* The number all chance of a play comes from; `ochre play --seed` would draw the same. */
uint64_t arena_seed(uint64_t seed, int game);

/* The plan's player that sits in a seat. */
int arena_player(const struct arena_plan *plan, int game, int seat);

#endif
