/* thinkers_work.c: the threads' side of the thinkers: taking a job, thinking, keeping time (thinkers_inner.h). */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "rules/rules.h"
#include "server/thinkers_inner.h"

enum { DEEP_NICENESS = 5, LIGHT_NICENESS = 2 };

/* ---- jobs; with the mutex held ---- */

static struct job *job_at(struct rota_job *place)
{
    return place ? (struct job *)((char *)place - offsetof(struct job, place)) : NULL;
}

/* The first of these lanes that has something to begin. */
static struct job *take_from(struct thinkers *thinkers, const enum thinkers_lane *lanes, int count)
{
    struct rota_job *place = NULL;
    for (int i = 0; i < count && !place; i++)
        place = rota_take(&thinkers->rota[lanes[i]]);
    struct job *job = job_at(place);
    assert(!job || job->state == JOB_WAITING);
    if (job)
        job->state = JOB_THINKING;
    return job;
}

/* Threads for light thoughts do nothing else, so that one of them is always about to be free. The others help them
 * when they have nothing of their own, think for tables that nobody watches when nobody else wants anything, and do
 * errands when no table does. */
static struct job *take_job(struct thinkers *thinkers, bool is_light)
{
    static const enum thinkers_lane lanes[] = {THINKERS_DEEP, THINKERS_LIGHT, THINKERS_UNWATCHED, THINKERS_ERRAND};
    return is_light ? take_from(thinkers, lanes + 1, 1) : take_from(thinkers, lanes, THINKERS_LANES);
}

/* Put off, or a slice of several: it waits again, and others may come first. */
static void line_up_again(struct thinkers *thinkers, struct job *job)
{
    thinkers->metrics.put_off += job->is_put_off;
    job->is_put_off = false;
    atomic_store(&job->stop, false);
    thinkers_line_up(thinkers, job);
}

/* False: it waits again. */
static bool end_job(struct thinkers *thinkers, struct job *job)
{
    assert(job->state == JOB_THINKING || job->state == JOB_KEEPING_TIME);
    struct rota *rota = &thinkers->rota[job->lane];
    thinkers->metrics.lane[job->lane].seconds += job->seconds;
    thinkers->metrics.seconds += job->seconds;
    rota_end(rota, &job->place, job->seconds);
    if ((job->is_put_off || job->has_more) && !job->is_cancelled && !thinkers->is_closing) {
        line_up_again(thinkers, job);
        return false;
    }
    job->state = JOB_ENDED;
    if (thinkers->last_ended)
        thinkers->last_ended->next = job;
    else
        thinkers->first_ended = job;
    thinkers->last_ended = job;
    (void)pthread_cond_broadcast(&thinkers->changed); /* its table may begin with the next */
    return true;
}

/* ---- thinking ---- */

static double now_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void think(const struct thinkers *thinkers, struct job *job)
{
    const struct thinkers_config *config = &thinkers->config;
    const struct ochre_setup *setup = &job->opening->setup;
    struct ochre_rng rng;
    rng_seed(&rng, job->seed);
    job->thoughts = (struct bot_thoughts){.stop = &job->stop};
    job->began = now_seconds();
    if (config->pretend) {
        job->action =
            config->pretend(config->pretender, bot_name(job->bot), setup, &job->view, job->seat, &job->seconds);
    } else {
        job->action = bot_think(job->bot, setup, &job->view, job->seat, &rng, &job->thoughts);
        job->seconds = now_seconds() - job->began;
    }
    bot_forget(job->bot); /* its trees are large, and the loop has no time for them */
}

static void do_slice(struct job *job)
{
    job->began = now_seconds();
    job->has_more = job->errand.slice(job->errand.what);
    job->seconds = now_seconds() - job->began;
}

/* ---- keeping time ---- */

/* Hints are for the ears of the one who asks. */
static bool keeps_time(const struct job *job)
{
    return !is_errand(job) && job->opening->setup.game->rules->redact && !job->is_hint;
}

/* How long the thought is to have taken: the pace of its bot, or the next multiple. */
static double time_to_keep(const struct job *job)
{
    double pace = bot_pace(job->bot);
    return pace * ceil(job->seconds > 0 ? job->seconds / pace : 1);
}

/* With the mutex held: nothing happens until the time is up, or nobody wants the answer any more. */
static void wait_until(struct thinkers *thinkers, const struct job *job, double until)
{
    struct timespec end = {.tv_sec = (time_t)until, .tv_nsec = (long)((until - floor(until)) * 1e9)};
    int reason = 0;
    while (!job->is_cancelled && !thinkers->is_closing && reason != ETIMEDOUT)
        reason = pthread_cond_timedwait(&thinkers->stopped, &thinkers->mutex, &end);
}

/* With the mutex held. The thought is thought through; its time is not over yet. */
static void keep_time(struct thinkers *thinkers, struct job *job)
{
    if (!keeps_time(job) || job->is_cancelled || job->is_put_off)
        return;
    double seconds = time_to_keep(job);
    job->state = JOB_KEEPING_TIME;
    if (!thinkers->config.pretend)
        wait_until(thinkers, job, job->began + seconds);
    job->seconds = seconds;
}

/* ---- the threads ---- */

/* Signals are for the loop, and so is the processor when both want it. The name is for whoever looks at the threads. */
static void step_back(int niceness)
{
    (void)prctl(PR_SET_NAME, "thinker");
    sigset_t all;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, NULL);
    (void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), niceness);
}

/* Thinks about one question after the other, until the end. */
static void work(struct thinkers *thinkers, bool is_light)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    for (;;) {
        struct job *job = NULL;
        thinkers->idle += !is_light;
        while (!thinkers->is_closing && !(job = take_job(thinkers, is_light)))
            (void)pthread_cond_wait(&thinkers->changed, &thinkers->mutex);
        thinkers->idle -= !is_light;
        assert(thinkers->idle >= 0);
        if (!job)
            break;
        (void)pthread_mutex_unlock(&thinkers->mutex);
        if (is_errand(job))
            do_slice(job);
        else
            think(thinkers, job);
        (void)pthread_mutex_lock(&thinkers->mutex);
        keep_time(thinkers, job);
        bool is_over = end_job(thinkers, job);
        (void)pthread_mutex_unlock(&thinkers->mutex);
        if (is_over && thinkers->config.wake)
            thinkers->config.wake(thinkers->config.waker);
        (void)pthread_mutex_lock(&thinkers->mutex);
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

void *thinkers_work_deeply(void *who)
{
    step_back(DEEP_NICENESS);
    work(who, false);
    return NULL;
}

void *thinkers_work_lightly(void *who)
{
    step_back(LIGHT_NICENESS);
    work(who, true);
    return NULL;
}
