/* roster_inner.h: the roster from inside: its list and its plays (roster.c), its threads (roster_crew.c). */
#ifndef OCHRE_LAB_ROSTER_INNER_H
#define OCHRE_LAB_ROSTER_INNER_H

#include <pthread.h>

#include "lab/arena_bytes.h"
#include "lab/roster.h"

/* So far ahead of the play to be taken next others are played: what waits is in memory. */
enum { ROSTER_WINDOW = 8192 };

/* A plan with the number of its first play in the run. */
struct roster_plan {
    struct arena_plan plan;
    int number;
};

/* A play that is there. */
struct roster_play {
    const unsigned char *bytes; /* in a shard, or our own */
    unsigned char *own;         /* to be freed; NULL: in a shard */
    uint32_t length;
    bool is_there;
};

/* Numbers, or bytes, in a row. */
struct roster_row {
    int *number;
    int first, count, max;
};

struct roster {
    struct roster_wish wish;
    struct roster_plan *plan;
    int plans, plan_max;
    bool is_listed;
    int64_t plays;
    int taking; /* plan that is taken next */

    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t ready; /* a play is there, or something failed */
    pthread_cond_t work;  /* there may be something to play */
    struct roster_play *play;
    int next;  /* first number that nobody has drawn */
    int taken; /* first number that was not taken */
    int mine, there;
    struct shard *keep;
    bool has_failed;
    struct ochre_error error;
    atomic_bool is_over;

    struct arena_words words;
    double seconds_before;

    bool is_helper;
    struct roster_row given;
    unsigned char *sent; /* bytes to be collected */
    size_t sent_used, sent_size;

    pthread_t thread[ARENA_THREADS_MAX];
    int threads;
};

/* The plan that a number belongs to. */
const struct roster_plan *roster_plan_of(const struct roster *roster, int number);

bool roster_is_stopped(const struct roster *roster);

/* The lock is held: the next number to be played, -1 for none now; a play that is over. */
int roster_next(struct roster *roster);
void roster_take_in(struct roster *roster, int number, unsigned char *bytes, size_t length);
void roster_fail_locked(struct roster *roster, const struct ochre_error *error);

#endif
