/* batch_inner.h: what a batch is made of; for its files. */
#ifndef OCHRE_API_BATCH_INNER_H
#define OCHRE_API_BATCH_INNER_H

#include <pthread.h>
#include <sys/types.h>

#include "ai/bot.h"
#include "api/api_inner.h"

/* What belongs to one thread. */
struct batch_hand {
    struct ochre_batch *batch;
    size_t filled;                    /* of the lists: where the next one goes */
    struct bot *bot[OCHRE_SEATS_MAX]; /* who plays inside; NULL: from outside */
    ochre_seats outside;              /* seats whose actions come from outside */
    ochre_action *list;               /* scratch */
    uint64_t seen;                    /* tasks that were given before its thread was there */
    pthread_t thread;                 /* of all but the first, which is the caller's */
};

/* One play beside its state and its list: a line of the cache. */
struct batch_play {
    _Alignas(64) struct ochre_rng rng;
    int32_t moves; /* so far, chance included */
    int32_t seat;  /* whose action is wanted; OCHRE_OVER: nobody outside is ever asked */
    int32_t count; /* its legal actions; BATCH_UNLISTED: nobody has wanted to know yet */
    size_t list;   /* where they begin in the batch's lists */
};

enum { BATCH_UNLISTED = -1, BATCH_UNDRAWN = -1 };
enum { BATCH_AHEAD = 2 }; /* plays by which states are fetched ahead; there is room for so many behind the last */

/* What is done with every play. */
enum batch_task { TASK_RESET, TASK_STEP, TASK_LIST, TASK_RANDOM, TASK_ROLL };

struct ochre_batch {
    ochre_setup *setup; /* a share */
    uint32_t plays, threads, hands_ready;
    unsigned char *states; /* one behind the other */
    ochre_action *lists;   /* of each piece of plays room for legal_max times its plays, filled from the front */
    size_t spare;          /* where in the lists there is room for one more */
    struct batch_play *play;
    struct batch_hand *hand;
    int32_t *drawn;      /* [plays] a legal action that was drawn, or BATCH_UNDRAWN */
    bool is_far;         /* the states do not stay in a near cache: they are fetched ahead */
    bool is_drawn_ahead; /* all of them, by the last step, and nobody has asked for them yet */

    /* The task under way. */
    enum batch_task task;
    const int32_t *actions;
    uint32_t steps;   /* of a rollout */
    int32_t *rolled;  /* [steps][plays] where it writes what was played; NULL: not wanted */
    bool draws_ahead; /* whoever plays what was drawn will want the next ones: the states are at hand now */
    uint64_t seed;
    ochre_batch_arrays arrays;

    /* The crew: threads besides the caller's. */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    uint64_t round;   /* tasks so far */
    uint32_t busy;    /* threads that have not finished this one */
    bool is_over;     /* they are to go home */
    pid_t process;    /* where they are */
    atomic_uint next; /* the next play that nobody has taken */
};

/* Does the task for one play alone, whose list then stands behind all others; or for those from `from` to before `to`,
 * which are a piece. */
void batch_one_task(struct batch_hand *hand, uint32_t number);
void batch_piece_task(struct batch_hand *hand, uint32_t from, uint32_t to);
/* Plays of a piece. */
uint32_t batch_piece(const struct ochre_batch *batch);

static inline ochre_state *batch_state_of(const struct ochre_batch *batch, uint32_t number)
{
    return (ochre_state *)(batch->states + (size_t)number * shared_of(batch->setup)->size);
}

static inline ochre_action *batch_list_of(const struct ochre_batch *batch, uint32_t number)
{
    return batch->lists + batch->play[number].list;
}

/* The task for all plays, on all threads; returns when it is done. */
void batch_run(struct ochre_batch *batch);
/* What a crew needs before it is started or ended. Starts the threads that are not there: 0, or -1 without all of them.
 * Ends them. */
void batch_crew_init(struct ochre_batch *batch);
int batch_crew_start(struct ochre_batch *batch);
void batch_crew_end(struct ochre_batch *batch);

#endif
