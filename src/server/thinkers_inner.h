/* thinkers_inner.h: what thinkers are made of. Only thinkers*.c includes it. One mutex guards the rotas and the jobs'
 * places; a job's own view, setup and thoughts belong to the thread that thinks about it until it has ended.
 *
 *     thinkers.c        the loop's side: making, asking, cancelling, delivering
 *     thinkers_work.c   the threads' side: taking a job, thinking, keeping time */
#ifndef OCHRE_SERVER_THINKERS_INNER_H
#define OCHRE_SERVER_THINKERS_INNER_H

#include <pthread.h>

#include "server/rota.h"
#include "server/thinkers.h"

enum { THREADS_MAX = 64, LIGHT_THREADS = 4 };

enum job_state { JOB_WAITING, JOB_THINKING, JOB_KEEPING_TIME, JOB_ENDED };

struct job {
    struct ochre_view view;
    struct rota_job place; /* in the rota of its lane */
    uint64_t number;
    enum job_state state;
    enum thinkers_lane lane;
    bool is_cancelled, is_hint;
    bool is_watched;
    bool is_put_off; /* told to stop for others; waits again afterwards */
    bool has_more;   /* of an errand: this was not its last slice */
    atomic_bool stop;
    uint64_t person;
    int64_t table;
    struct opening *opening;
    struct bot *bot;
    int seat;
    uint64_t seed;
    thought_done *done;
    void *who;
    ochre_action action;
    double began, seconds;
    struct bot_thoughts thoughts;
    struct errand errand; /* without a slice: it is a question, else it has no view, opening or bot */
    struct job *next;     /* among the ended */
};

struct thinkers {
    struct thinkers_config config;
    pthread_t thread[THREADS_MAX + LIGHT_THREADS];
    int thread_count, idle; /* threads for deep thoughts that wait for something to do */
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* there may be something to begin */
    pthread_cond_t stopped; /* a job was cancelled, or all of them */
    bool is_closing;
    struct job **place; /* where jobs live; a job's number says which */
    int place_max, next_place;
    uint64_t asked; /* grows with every job, so that numbers are not used twice */
    struct rota rota[THINKERS_LANES];
    struct job *first_ended, *last_ended;
    struct thinkers_metrics metrics;
};

static inline bool is_errand(const struct job *job)
{
    return job->errand.slice != NULL;
}

/* With the mutex held: the job waits in the rota of its lane. */
void thinkers_line_up(struct thinkers *thinkers, struct job *job);

/* What a thread for deep or light thoughts does until the end; `who` are the thinkers. */
void *thinkers_work_deeply(void *who);
void *thinkers_work_lightly(void *who);

#endif
