/* thinkers.c: the loop's side of the thinkers (thinkers.h): making, asking, cancelling, delivering. The threads' side
 * is thinkers_work.c. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/memory.h"
#include "server/thinkers_inner.h"

const char *const thinkers_lanes[THINKERS_LANES] = {"light", "deep", "unwatched", "errand"};

/* ---- who waits; with the mutex held ---- */

static enum thinkers_lane lane_of(const struct job *job)
{
    if (is_errand(job))
        return THINKERS_ERRAND;
    assert(job->bot && job->opening && job->seat >= 0);
    return bot_is_light(job->bot) ? THINKERS_LIGHT : job->is_watched ? THINKERS_DEEP : THINKERS_UNWATCHED;
}

void thinkers_line_up(struct thinkers *thinkers, struct job *job)
{
    job->state = JOB_WAITING;
    job->lane = lane_of(job);
    rota_add(&thinkers->rota[job->lane], job->person, job->table, &job->place);
    (void)pthread_cond_broadcast(&thinkers->changed);
}

static int waiting(const struct thinkers *thinkers)
{
    int count = 0;
    for (int lane = 0; lane < THINKERS_LANES; lane++)
        count += thinkers->rota[lane].waiting;
    return count;
}

/* A question that somebody waits for, and no thread is free for it: the thought for a table that nobody watches is put
 * off. */
static void make_way(struct thinkers *thinkers)
{
    if (thinkers->idle >= thinkers->rota[THINKERS_DEEP].waiting || thinkers->rota[THINKERS_UNWATCHED].working == 0)
        return;
    for (int i = 0; i < thinkers->place_max; i++) {
        struct job *job = thinkers->place[i];
        if (!job || job->state != JOB_THINKING || job->lane != THINKERS_UNWATCHED || job->is_watched || job->is_put_off)
            continue;
        job->is_put_off = true;
        atomic_store(&job->stop, true);
        return;
    }
}

/* Whoever works on it is to come to an end. */
static void tell_to_stop(struct job *job)
{
    atomic_store(&job->stop, true);
    if (job->errand.stop)
        atomic_store(job->errand.stop, true);
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
    if (config->per_person <= 0)
        config->per_person = config->queue_max / 8 > 64 ? config->queue_max / 8 : 64;
    if (config->memory == 0)
        config->memory = (size_t)64 << 20;
}

static void init_monotonic(pthread_cond_t *condition)
{
    pthread_condattr_t how;
    (void)pthread_condattr_init(&how);
    (void)pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    (void)pthread_cond_init(condition, &how);
    (void)pthread_condattr_destroy(&how);
}

struct thinkers *thinkers_new(const struct thinkers_config *config, struct ochre_error *error)
{
    struct thinkers *thinkers = must_alloc(sizeof *thinkers);
    *thinkers = (struct thinkers){.config = *config};
    fill_in(&thinkers->config);
    /* Those that wait, those that are thought about, and as many again that the loop has not fetched yet. */
    int threads = thinkers->config.threads + LIGHT_THREADS;
    thinkers->place_max = 2 * thinkers->config.queue_max + 2 * threads;
    thinkers->place = calloc((size_t)thinkers->place_max, sizeof(struct job *));
    (void)pthread_mutex_init(&thinkers->mutex, NULL);
    (void)pthread_cond_init(&thinkers->changed, NULL);
    init_monotonic(&thinkers->stopped);
    for (int lane = 0; lane < THINKERS_LANES; lane++)
        thinkers->rota[lane].per_table = thinkers->config.per_table;
    int reason = thinkers->place ? 0 : ENOMEM;
    while (!reason && thinkers->thread_count < threads) {
        bool is_light = thinkers->thread_count < LIGHT_THREADS;
        reason = pthread_create(&thinkers->thread[thinkers->thread_count], NULL,
                                is_light ? thinkers_work_lightly : thinkers_work_deeply, thinkers);
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
    assert(thinkers->place[(job->number - 1) % (uint64_t)thinkers->place_max] == job);
    thinkers->place[(job->number - 1) % (uint64_t)thinkers->place_max] = NULL;
    if (is_errand(job)) {
        job->errand.ended(job->errand.what);
    } else {
        bot_delete(job->bot);
        opening_delete(job->opening);
    }
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
            tell_to_stop(thinkers->place[i]);
    (void)pthread_cond_broadcast(&thinkers->changed);
    (void)pthread_cond_broadcast(&thinkers->stopped);
    (void)pthread_mutex_unlock(&thinkers->mutex);
    for (int i = 0; i < thinkers->thread_count; i++)
        (void)pthread_join(thinkers->thread[i], NULL);
    for (int i = 0; thinkers->place && i < thinkers->place_max; i++)
        if (thinkers->place[i])
            forget(thinkers, thinkers->place[i]);
    for (int lane = 0; lane < THINKERS_LANES; lane++)
        rota_free(&thinkers->rota[lane]);
    (void)pthread_cond_destroy(&thinkers->changed);
    (void)pthread_cond_destroy(&thinkers->stopped);
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

static struct job *job_new(void)
{
    struct job *job = aligned_alloc(64, (sizeof *job + 63) / 64 * 64);
    if (!job)
        abort();
    memset(job, 0, sizeof *job);
    atomic_init(&job->stop, false);
    return job;
}

static struct job *question_new(const struct thinking *thinking, struct bot *bot)
{
    struct job *job = job_new();
    memcpy(&job->view, thinking->view, thinking->opening->setup.state_size);
    job->is_watched = !thinking->is_unwatched;
    job->person = thinking->person;
    job->table = thinking->table;
    job->opening = opening_share(thinking->opening);
    job->bot = bot;
    job->seat = thinking->seat;
    job->seed = thinking->seed;
    job->is_hint = thinking->is_hint;
    job->done = thinking->done;
    job->who = thinking->who;
    return job;
}

static struct job *errand_new(const struct errand *errand)
{
    assert(errand->slice && errand->ended);
    struct job *job = job_new();
    job->errand = *errand;
    job->person = errand->person;
    job->table = errand->number;
    job->is_watched = true;
    return job;
}

/* Nobody gets the whole queue, however many tables there are behind one address. */
static bool has_room(const struct thinkers *thinkers, uint64_t person)
{
    int count = 0;
    for (int lane = 0; lane < THINKERS_LANES; lane++)
        count += rota_waiting_of(&thinkers->rota[lane], person);
    return waiting(thinkers) < thinkers->config.queue_max && count < thinkers->config.per_person;
}

/* Its number; 0: there is no room, and the job is the caller's still. */
static uint64_t enqueue(struct thinkers *thinkers, struct job *job)
{
    int place = has_room(thinkers, job->person) ? find_place(thinkers) : -1;
    if (place < 0) {
        thinkers->metrics.refused++;
        return 0;
    }
    assert(!thinkers->place[place]);
    thinkers->place[place] = job;
    job->number = ++thinkers->asked * (uint64_t)thinkers->place_max + (uint64_t)place + 1;
    thinkers->metrics.hints += job->is_hint;
    thinkers_line_up(thinkers, job);
    if (job->lane == THINKERS_DEEP)
        make_way(thinkers);
    return job->number;
}

/* The same under the mutex; what there is no room for is said. */
static uint64_t hand_over(struct thinkers *thinkers, struct job *job, struct ochre_error *error)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    uint64_t number = enqueue(thinkers, job);
    (void)pthread_mutex_unlock(&thinkers->mutex);
    if (number == 0)
        error_set(error, "busy", "too many computer players are thinking; try again in a moment");
    return number;
}

uint64_t thinkers_ask(struct thinkers *thinkers, const struct thinking *thinking, struct ochre_error *error)
{
    struct bot *bot = bot_new(thinking->bot, error);
    if (!bot)
        return 0;
    bot_limit_memory(bot, thinkers->config.memory);
    struct job *job = question_new(thinking, bot);
    uint64_t number = hand_over(thinkers, job, error);
    if (number == 0) {
        bot_delete(bot);
        opening_delete(job->opening);
        free(job);
    }
    return number;
}

uint64_t thinkers_run(struct thinkers *thinkers, const struct errand *errand, struct ochre_error *error)
{
    struct job *job = errand_new(errand);
    uint64_t number = hand_over(thinkers, job, error);
    if (number == 0)
        free(job);
    return number;
}

/* With the mutex held: the job with this number, NULL when it is done. */
static struct job *find_job(struct thinkers *thinkers, uint64_t number)
{
    struct job *job = number ? thinkers->place[(number - 1) % (uint64_t)thinkers->place_max] : NULL;
    return job && job->number == number ? job : NULL;
}

void thinkers_hurry(struct thinkers *thinkers, uint64_t number)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct job *job = find_job(thinkers, number);
    if (job && !job->is_watched) {
        job->is_watched = true;
        if (job->state == JOB_WAITING) {
            rota_drop(&thinkers->rota[job->lane], &job->place);
            thinkers_line_up(thinkers, job);
            make_way(thinkers);
        }
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

/* ---- cancelling ---- */

/* With the mutex held. */
static void cancel(struct thinkers *thinkers, struct job *job)
{
    if (job->is_cancelled)
        return;
    job->is_cancelled = true;
    thinkers->metrics.cancelled++;
    if (job->state == JOB_WAITING) {
        rota_drop(&thinkers->rota[job->lane], &job->place);
        forget(thinkers, job);
    } else {
        tell_to_stop(job);
        (void)pthread_cond_broadcast(&thinkers->stopped);
    }
}

void thinkers_cancel(struct thinkers *thinkers, uint64_t number)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    struct job *job = find_job(thinkers, number);
    if (job)
        cancel(thinkers, job);
    (void)pthread_mutex_unlock(&thinkers->mutex);
}

void thinkers_cancel_table(struct thinkers *thinkers, int64_t table)
{
    (void)pthread_mutex_lock(&thinkers->mutex);
    for (int i = 0; i < thinkers->place_max; i++) {
        struct job *job = thinkers->place[i];
        if (job && !is_errand(job) && job->table == table)
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

static void tell(const struct job *job)
{
    struct thought thought = {.job = job->number,
                              .table = job->table,
                              .seat = job->seat,
                              .action = job->action,
                              .thoughts = &job->thoughts,
                              .view = &job->view,
                              .setup = &job->opening->setup,
                              .seconds = job->seconds};
    if (job->done)
        job->done(job->who, &thought);
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
        if (!job->is_cancelled && !is_errand(job)) {
            /* From here on it is done: cancelling it from within has no meaning any more. */
            job->is_cancelled = true;
            thinkers->metrics.done++;
            (void)pthread_mutex_unlock(&thinkers->mutex);
            tell(job);
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
    for (int lane = 0; lane < THINKERS_LANES; lane++) {
        const struct rota *rota = &thinkers->rota[lane];
        metrics->lane[lane].waiting = rota->waiting;
        metrics->lane[lane].persons = rota->person_count;
        metrics->waiting += rota->waiting;
        metrics->thinking += rota->working;
    }
    (void)pthread_mutex_unlock(&thinkers->mutex);
}
