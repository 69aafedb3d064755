/* thinkers.c: see thinkers.h. One mutex guards the lanes and the jobs' places; a job's own view, setup and thoughts
 * belong to the thread that thinks about it until it has ended. */
#include "server/thinkers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "server/arena.h"

enum { THREADS_MAX = 64, LANE_BUCKETS = 1024, THINKER_NICENESS = 5 };

struct lane;

enum job_state { JOB_FREE, JOB_WAITING, JOB_THINKING, JOB_ENDED };

struct job {
    struct ochre_view view;
    uint64_t number;
    enum job_state state;
    bool is_cancelled, is_hint;
    atomic_bool stop;
    struct lane *lane;
    struct opening *opening;
    struct bot *bot;
    int seat;
    uint64_t seed;
    thought_done *done;
    void *who;
    ochre_action action;
    double seconds;
    struct bot_thoughts thoughts;
    struct job *next; /* in its lane, or among the ended */
};

/* The jobs of one table. */
struct lane {
    int64_t table;
    struct job *first, *last; /* waiting */
    int jobs;                 /* all that exist, so that the lane goes with the last */
    int working;              /* being thought about */
    bool is_ready;            /* stands in the queue of lanes */
    struct lane *next_ready;
    struct lane *next; /* in its bucket */
};

struct thinkers {
    struct thinkers_config config;
    pthread_t thread[THREADS_MAX];
    int thread_count;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool is_closing;
    struct job **place; /* where jobs live; a job's number says which */
    int place_max, next_place;
    uint64_t round; /* grows with every job, so that numbers are not used twice */
    struct lane *bucket[LANE_BUCKETS];
    struct lane *first_ready, *last_ready; /* lanes with a job that may be begun, taking turns */
    struct job *first_ended, *last_ended;
    struct thinkers_metrics metrics;
};

/* ---- lanes; with the mutex held ---- */

static struct lane **lane_place(struct thinkers *thinkers, int64_t table)
{
    struct lane **at = &thinkers->bucket[hash_mix((uint64_t)table) % LANE_BUCKETS];
    while (*at && (*at)->table != table)
        at = &(*at)->next;
    return at;
}

static struct lane *lane_of(struct thinkers *thinkers, int64_t table)
{
    struct lane **place = lane_place(thinkers, table);
    if (!*place) {
        *place = must_alloc(sizeof **place);
        **place = (struct lane){.table = table};
    }
    return *place;
}

/* The lane takes its turn if it has something to begin. */
static void line_up(struct thinkers *thinkers, struct lane *lane)
{
    if (lane->is_ready || !lane->first || lane->working >= thinkers->config.per_table)
        return;
    lane->is_ready = true;
    lane->next_ready = NULL;
    if (thinkers->last_ready)
        thinkers->last_ready->next_ready = lane;
    else
        thinkers->first_ready = lane;
    thinkers->last_ready = lane;
    (void)pthread_cond_signal(&thinkers->changed);
}

static void leave_line(struct thinkers *thinkers, struct lane *lane)
{
    struct lane *before = NULL;
    for (struct lane *at = thinkers->first_ready; at; before = at, at = at->next_ready) {
        if (at != lane)
            continue;
        if (before)
            before->next_ready = lane->next_ready;
        else
            thinkers->first_ready = lane->next_ready;
        if (thinkers->last_ready == lane)
            thinkers->last_ready = before;
        lane->is_ready = false;
        return;
    }
}

/* The next job, of the lane whose turn it is. */
static struct job *take_job(struct thinkers *thinkers)
{
    struct lane *lane = thinkers->first_ready;
    leave_line(thinkers, lane);
    struct job *job = lane->first;
    lane->first = job->next;
    if (!lane->first)
        lane->last = NULL;
    job->next = NULL;
    job->state = JOB_THINKING;
    lane->working++;
    thinkers->metrics.waiting--;
    thinkers->metrics.thinking++;
    line_up(thinkers, lane);
    return job;
}

static void end_job(struct thinkers *thinkers, struct job *job)
{
    job->state = JOB_ENDED;
    job->lane->working--;
    thinkers->metrics.thinking--;
    thinkers->metrics.seconds += job->seconds;
    if (thinkers->last_ended)
        thinkers->last_ended->next = job;
    else
        thinkers->first_ended = job;
    thinkers->last_ended = job;
    line_up(thinkers, job->lane);
}

/* ---- the threads ---- */

static double now_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void think(struct job *job)
{
    struct ochre_rng rng;
    rng_seed(&rng, job->seed);
    job->thoughts = (struct bot_thoughts){.stop = &job->stop};
    double began = now_seconds();
    job->action = bot_think(job->bot, &job->opening->setup, &job->view, job->seat, &rng, &job->thoughts);
    job->seconds = now_seconds() - began;
    bot_delete(job->bot); /* its trees are large, and the loop has no time for them */
    job->bot = NULL;
}

static void *work(void *who)
{
    struct thinkers *thinkers = who;
    /* Signals are for the loop, and so is the processor when both want it. */
    sigset_t all;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, NULL);
    (void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), THINKER_NICENESS);
    (void)pthread_mutex_lock(&thinkers->mutex);
    for (;;) {
        while (!thinkers->first_ready && !thinkers->is_closing)
            (void)pthread_cond_wait(&thinkers->changed, &thinkers->mutex);
        if (thinkers->is_closing)
            break;
        struct job *job = take_job(thinkers);
        (void)pthread_mutex_unlock(&thinkers->mutex);
        think(job);
        (void)pthread_mutex_lock(&thinkers->mutex);
        end_job(thinkers, job);
        (void)pthread_mutex_unlock(&thinkers->mutex);
        if (thinkers->config.wake)
            thinkers->config.wake(thinkers->config.waker);
        (void)pthread_mutex_lock(&thinkers->mutex);
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
    return NULL;
}

/* ---- making and ending ---- */

static void fill_in(struct thinkers_config *config)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (config->threads <= 0)
        config->threads = processors > 2 ? (int)processors - 1 : 1;
    if (config->threads > THREADS_MAX)
        config->threads = THREADS_MAX;
    if (config->queue_max <= 0)
        config->queue_max = 4096;
    if (config->per_table <= 0)
        config->per_table = 2;
    if (config->memory == 0)
        config->memory = (size_t)64 << 20;
}

struct thinkers *thinkers_new(const struct thinkers_config *config, struct ochre_error *error)
{
    struct thinkers *thinkers = must_alloc(sizeof *thinkers);
    *thinkers = (struct thinkers){.config = *config};
    fill_in(&thinkers->config);
    /* Those that wait, those that are thought about, and as many again that the loop has not fetched yet. */
    thinkers->place_max = 2 * thinkers->config.queue_max + 2 * thinkers->config.threads;
    thinkers->place = calloc((size_t)thinkers->place_max, sizeof(struct job *));
    (void)pthread_mutex_init(&thinkers->mutex, NULL);
    (void)pthread_cond_init(&thinkers->changed, NULL);
    int reason = thinkers->place ? 0 : ENOMEM;
    while (!reason && thinkers->thread_count < thinkers->config.threads) {
        reason = pthread_create(&thinkers->thread[thinkers->thread_count], NULL, work, thinkers);
        thinkers->thread_count += !reason;
    }
    thinkers->metrics.threads = thinkers->thread_count;
    if (!reason)
        return thinkers;
    error_set(error, "", "threads for computer players cannot be started: {0}", strerror(reason));
    thinkers_delete(thinkers);
    return NULL;
}

/* On the loop's thread, for a job that no other thread knows any more. */
static void forget(struct thinkers *thinkers, struct job *job)
{
    thinkers->place[(job->number - 1) % (uint64_t)thinkers->place_max] = NULL;
    if (--job->lane->jobs == 0) {
        struct lane *lane = job->lane;
        *lane_place(thinkers, lane->table) = lane->next;
        free(lane);
    }
    bot_delete(job->bot);
    opening_delete(job->opening);
    free(job);
}

void thinkers_delete(struct thinkers *thinkers)
{
    if (!thinkers)
        return;
    (void)pthread_mutex_lock(&thinkers->mutex);
    thinkers->is_closing = true;
    for (int i = 0; thinkers->place && i < thinkers->place_max; i++)
        if (thinkers->place[i])
            atomic_store(&thinkers->place[i]->stop, true);
    (void)pthread_cond_broadcast(&thinkers->changed);
    (void)pthread_mutex_unlock(&thinkers->mutex);
    for (int i = 0; i < thinkers->thread_count; i++)
        (void)pthread_join(thinkers->thread[i], NULL);
    for (int i = 0; thinkers->place && i < thinkers->place_max; i++)
        if (thinkers->place[i])
            forget(thinkers, thinkers->place[i]);
    (void)pthread_cond_destroy(&thinkers->changed);
    (void)pthread_mutex_destroy(&thinkers->mutex);
    free(thinkers->place);
    free(thinkers);
}

/* ---- asking ---- */

/* A free place; -1 when there is none. */
static int find_place(struct thinkers *thinkers)
{
    for (int tried = 0; tried < thinkers->place_max; tried++) {
        int place = thinkers->next_place;
        thinkers->next_place = (place + 1) % thinkers->place_max;
        if (!thinkers->place[place])
            return place;
    }
    return -1;
}

static struct job *job_new(const struct thinking *thinking, struct bot *bot)
{
    struct job *job = aligned_alloc(64, (sizeof *job + 63) / 64 * 64);
    if (!job)
        abort();
    memset(job, 0, sizeof *job);
    memcpy(&job->view, thinking->view, thinking->opening->setup.state_size);
    atomic_init(&job->stop, false);
    job->state = JOB_WAITING;
    job->opening = opening_share(thinking->opening);
    job->bot = bot;
    job->seat = thinking->seat;
    job->seed = thinking->seed;
    job->is_hint = thinking->is_hint;
    job->done = thinking->done;
    job->who = thinking->who;
    return job;
}

static void enqueue(struct thinkers *thinkers, struct job *job, int64_t table, int place)
{
    thinkers->place[place] = job;
    job->number = ++thinkers->round * (uint64_t)thinkers->place_max + (uint64_t)place + 1;
    job->lane = lane_of(thinkers, table);
    job->lane->jobs++;
    if (job->lane->last)
        job->lane->last->next = job;
    else
        job->lane->first = job;
    job->lane->last = job;
    thinkers->metrics.waiting++;
    line_up(thinkers, job->lane);
}

uint64_t thinkers_ask(struct thinkers *thinkers, const struct thinking *thinking, struct ochre_error *error)
{
    struct bot *bot = bot_new(thinking->bot, error);
    if (!bot)
        return 0;
    bot_limit_memory(bot, thinkers->config.memory);
    (void)pthread_mutex_lock(&thinkers->mutex);
    int place = thinkers->metrics.waiting < thinkers->config.queue_max ? find_place(thinkers) : -1;
    uint64_t number = 0;
    if (place >= 0) {
        struct job *job = job_new(thinking, bot);
        enqueue(thinkers, job, thinking->table, place);
        thinkers->metrics.hints += thinking->is_hint;
        number = job->number;
    } else {
        thinkers->metrics.refused++;
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
    if (number == 0) {
        bot_delete(bot);
        error_set(error, "busy", "too many computer players are thinking; try again in a moment");
    }
    return number;
}

/* ---- cancelling ---- */

static void unlink_waiting(struct thinkers *thinkers, struct job *job)
{
    struct lane *lane = job->lane;
    struct job *before = NULL;
    for (struct job *at = lane->first; at != job; at = at->next)
        before = at;
    if (before)
        before->next = job->next;
    else
        lane->first = job->next;
    if (lane->last == job)
        lane->last = before;
    if (!lane->first && lane->is_ready)
        leave_line(thinkers, lane);
    thinkers->metrics.waiting--;
}

/* With the mutex held. */
static void cancel(struct thinkers *thinkers, struct job *job)
{
    if (job->is_cancelled)
        return;
    job->is_cancelled = true;
    thinkers->metrics.cancelled++;
    if (job->state == JOB_WAITING) {
        unlink_waiting(thinkers, job);
        forget(thinkers, job);
    } else {
        atomic_store(&job->stop, true);
    }
}

void thinkers_cancel(struct thinkers *thinkers, uint64_t number)
{
    if (number == 0)
        return;
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct job *job = thinkers->place[(number - 1) % (uint64_t)thinkers->place_max];
    if (job && job->number == number)
        cancel(thinkers, job);
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

void thinkers_cancel_table(struct thinkers *thinkers, int64_t table)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    if (*lane_place(thinkers, table))
        for (int i = 0; i < thinkers->place_max; i++) {
            struct job *job = thinkers->place[i];
            if (job && job->lane->table == table)
                cancel(thinkers, job);
        }
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

/* ---- delivering ---- */

/* The next that has ended, out of the queue. Its place stays known, so that it can still be cancelled. */
static struct job *fetch_ended(struct thinkers *thinkers)
{
    struct job *job = thinkers->first_ended;
    thinkers->first_ended = job->next;
    if (!thinkers->first_ended)
        thinkers->last_ended = NULL;
    return job;
}

int thinkers_deliver(struct thinkers *thinkers)
{
    int count = 0;
    (void)pthread_mutex_lock(&thinkers->mutex);
    /* What ends meanwhile is for the next time: the loop has other things to do. */
    const struct job *last = thinkers->last_ended;
    bool has_more = last != NULL;
    while (has_more) {
        struct job *job = fetch_ended(thinkers);
        has_more = job != last;
        bool is_wanted = !job->is_cancelled;
        struct thought thought = {.job = job->number,
                                  .table = job->lane->table,
                                  .seat = job->seat,
                                  .action = job->action,
                                  .thoughts = &job->thoughts,
                                  .view = &job->view,
                                  .setup = &job->opening->setup,
                                  .seconds = job->seconds};
        if (is_wanted) {
            /* From here on it is done: cancelling it from within has no meaning any more. */
            job->is_cancelled = true;
            thinkers->metrics.done++;
            (void)pthread_mutex_unlock(&thinkers->mutex);
            if (job->done)
                job->done(job->who, &thought);
            (void)pthread_mutex_lock(&thinkers->mutex);
            count++;
        }
        forget(thinkers, job);
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
    return count;
}

bool thinkers_is_quick(const char *bot)
{
    return text_same(bot, "random");
}

void thinkers_measure(struct thinkers *thinkers, struct thinkers_metrics *metrics)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    *metrics = thinkers->metrics;
    (void)pthread_mutex_unlock(&thinkers->mutex);
}
