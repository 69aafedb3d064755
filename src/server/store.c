/* store.c: the thread that commits, and what the loop sees of it (store.h). */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/store_engine.h"

const double store_bucket[STORE_BUCKETS] = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, INFINITY};

enum { LOOK_SECONDS = 5, PROBE_SECONDS = 1 };

/* ---- the thread ---- */

static void push(struct store_queue *queue, struct store_batch *batch)
{
    if (queue->last)
        queue->last->next = batch;
    else
        queue->first = batch;
    queue->last = batch;
}

static double now_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void measure_commit(struct store *store, double seconds)
{
    int bucket = 0;
    while (seconds > store_bucket[bucket])
        bucket++;
    store->metrics.took[bucket]++;
    store->metrics.seconds += seconds;
    store->metrics.commits++;
}

static void note_health(struct store *store, enum store_result result, const char *why)
{
    if (result == STORE_STALE)
        return; /* that is between two batches, not between us and the disk */
    store->health = result;
    struct ochre_text text = text_on(store->why, sizeof store->why);
    text_add(&text, why);
}

/* Moves the group to what has ended; with the mutex held. */
static void finish_group(struct store *store, struct store_batch *group, double seconds)
{
    bool has_durable = false;
    while (group) {
        struct store_batch *next = group->next;
        group->next = NULL;
        note_health(store, group->result, group->why);
        store->metrics.batches++;
        store->metrics.failed += group->result != STORE_DURABLE;
        store->metrics.stale += group->result == STORE_STALE && store->engine->is_shared;
        has_durable |= group->result == STORE_DURABLE;
        push(&store->ended, group);
        group = next;
    }
    if (has_durable)
        measure_commit(store, seconds);
}

static struct timespec in_seconds(double seconds)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t nanoseconds = until.tv_nsec + (int64_t)(1e9 * seconds);
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    return until;
}

/* Waits for work, at most until it is time to see whether the disk has recovered, or has filled up while nobody moved.
 * With the mutex held. */
static void wait_for_work(struct store *store)
{
    struct timespec until = in_seconds(store->health == STORE_DURABLE ? LOOK_SECONDS : PROBE_SECONDS);
    if (pthread_cond_timedwait(&store->changed, &store->mutex, &until) != ETIMEDOUT)
        return;
    bool is_well = store->health == STORE_DURABLE;
    (void)pthread_mutex_unlock(&store->mutex);
    char why[160] = "";
    enum store_result result = STORE_DURABLE;
    if (!is_well || store->engine->is_suspect(store))
        result = store->engine->probe(store, why, sizeof why);
    (void)pthread_mutex_lock(&store->mutex);
    note_health(store, result, why);
}

static void *work(void *who)
{
    struct store *store = who;
    (void)pthread_mutex_lock(&store->mutex);
    for (;;) {
        while (!store->waiting.first && !store->is_closing)
            wait_for_work(store);
        struct store_batch *group = store->waiting.first;
        if (!group)
            break;
        store->waiting = (struct store_queue){0};
        (void)pthread_mutex_unlock(&store->mutex);
        double began = now_seconds();
        store->engine->write(store, group);
        double seconds = now_seconds() - began;
        (void)pthread_mutex_lock(&store->mutex);
        finish_group(store, group, seconds);
        (void)pthread_mutex_unlock(&store->mutex);
        if (store->config.wake)
            store->config.wake(store->config.waker);
        (void)pthread_mutex_lock(&store->mutex);
        bool is_busy = store->waiting.first != NULL;
        (void)pthread_mutex_unlock(&store->mutex);
        store->engine->tidy(store, is_busy);
        (void)pthread_mutex_lock(&store->mutex);
    }
    (void)pthread_mutex_unlock(&store->mutex);
    return NULL;
}

/* A disk that was full when the last server stopped may still be: who starts says so before anybody has to find out. */
static void probe_at_start(struct store *store)
{
    char why[160] = "";
    enum store_result result = store->engine->probe(store, why, sizeof why);
    note_health(store, result, why);
}

static struct store *new_store(const struct store_config *config)
{
    struct store *store = must_alloc(sizeof *store);
    bool is_address = store_is_address(config->place);
    *store = (struct store){.config = *config, .engine = is_address ? &store_pg : &store_sqlite};
    store->heard_end = &store->heard;
    store->place = copy_text(config->place);
    store->config.place = store->place;
    if (!is_address && config->place)
        store->config.folder = store->place;
    pthread_condattr_t attributes;
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&store->mutex, NULL);
    (void)pthread_cond_init(&store->changed, &attributes);
    (void)pthread_condattr_destroy(&attributes);
    return store;
}

static void take_down(struct store *store)
{
    store->engine->close(store);
    for (struct heard *heard = store->heard; heard;) {
        struct heard *next = heard->next;
        free(heard);
        heard = next;
    }
    (void)pthread_cond_destroy(&store->changed);
    (void)pthread_mutex_destroy(&store->mutex);
    free(store->place);
    free(store);
}

static int begin_thread(struct store *store, struct ochre_error *error)
{
    if (store->config.is_reading_only)
        return 0;
    probe_at_start(store);
    int reason = pthread_create(&store->thread, NULL, work, store);
    if (reason)
        return error_set(error, "", "no thread could be started: {0}", strerror(reason));
    store->has_thread = true;
    return 0;
}

/* ---- opening ---- */

struct store *store_open(const struct store_config *config, struct ochre_error *error)
{
    struct store *store = new_store(config);
    struct ochre_error inner = {0};
    if (store->engine->open(store, &inner) == 0 && begin_thread(store, &inner) == 0)
        return store;
    char name[STORE_PLACE_SIZE];
    store_place_name(config->place ? config->place : config->folder, name, sizeof name);
    error_set(error, inner.rule, "{0}: {1}", name, inner.words);
    take_down(store);
    return NULL;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (store->has_thread) {
        (void)pthread_mutex_lock(&store->mutex);
        store->is_closing = true;
        (void)pthread_cond_broadcast(&store->changed);
        (void)pthread_mutex_unlock(&store->mutex);
        (void)pthread_join(store->thread, NULL);
        store->has_thread = false;
        store->engine->ended(store);
    }
    while (store_deliver(store) > 0)
        ;
    take_down(store);
}

bool store_is_address(const char *place)
{
    return place && (text_starts(place, "postgres://", NULL) || text_starts(place, "postgresql://", NULL));
}

bool store_is_shared(const struct store *store)
{
    return store->engine->is_shared;
}

int64_t store_server(const struct store *store)
{
    return store->server;
}

int64_t store_time(const struct store *store)
{
    return store->engine->time ? store->engine->time(store) : 0;
}

/* ---- what engines say ---- */

void store_note_health(struct store *store, enum store_result result, const char *why)
{
    (void)pthread_mutex_lock(&store->mutex);
    if (store->health != result) /* who waits for work looks at it every second now */
        (void)pthread_cond_broadcast(&store->changed);
    note_health(store, result, why);
    (void)pthread_mutex_unlock(&store->mutex);
}

void store_tell(struct store *store, const struct store_news *news)
{
    if (!store->config.hear)
        return; /* who does not want to hear is not told */
    size_t size = news->text ? strlen(news->text) + 1 : 0;
    struct heard *heard = must_alloc(sizeof *heard + size);
    *heard = (struct heard){.news = *news};
    if (news->text) {
        memcpy(heard->text, news->text, size);
        heard->news.text = heard->text;
    }
    (void)pthread_mutex_lock(&store->mutex);
    store->metrics.news++;
    *store->heard_end = heard;
    store->heard_end = &heard->next;
    (void)pthread_mutex_unlock(&store->mutex);
    if (store->config.wake)
        store->config.wake(store->config.waker);
}

void store_note_servers(struct store *store, int servers)
{
    (void)pthread_mutex_lock(&store->mutex);
    store->metrics.servers = servers;
    (void)pthread_mutex_unlock(&store->mutex);
}

bool store_is_closing(struct store *store)
{
    (void)pthread_mutex_lock(&store->mutex);
    bool is_closing = store->is_closing;
    (void)pthread_mutex_unlock(&store->mutex);
    return is_closing;
}

void store_rest(struct store *store, double seconds)
{
    struct timespec until = in_seconds(seconds);
    (void)pthread_mutex_lock(&store->mutex);
    while (!store->is_closing && pthread_cond_timedwait(&store->changed, &store->mutex, &until) != ETIMEDOUT)
        ;
    (void)pthread_mutex_unlock(&store->mutex);
}

/* ---- what the loop does ---- */

int64_t store_next_number(struct store *store)
{
    return store->engine->next_number(store);
}

/* A batch that comes after the thread has gone (from a `done` of store_close) cannot be kept. */
static void refuse(struct store_batch *batch)
{
    struct ochre_text why = text_on(batch->why, sizeof batch->why);
    text_add(&why, N_("the server is stopping"));
    batch->result = STORE_READONLY;
}

void store_submit(struct store *store, struct store_batch *batch, store_done *done, void *who)
{
    assert(!batch->next);
    batch->done = done;
    batch->who = who;
    batch->next = NULL;
    (void)pthread_mutex_lock(&store->mutex);
    store->metrics.queued++;
    if (store->has_thread) {
        push(&store->waiting, batch);
        (void)pthread_cond_broadcast(&store->changed);
    } else {
        refuse(batch);
        push(&store->ended, batch);
    }
    (void)pthread_mutex_unlock(&store->mutex);
}

static void tell_all(struct store *store, struct heard *heard)
{
    while (heard) {
        struct heard *next = heard->next;
        store->config.hear(store->config.hearer, &heard->news);
        free(heard);
        heard = next;
    }
}

int store_deliver(struct store *store)
{
    (void)pthread_mutex_lock(&store->mutex);
    struct store_batch *batch = store->ended.first;
    struct heard *heard = store->heard;
    store->ended = (struct store_queue){0};
    store->heard = NULL;
    store->heard_end = &store->heard;
    (void)pthread_mutex_unlock(&store->mutex);
    int count = 0;
    while (batch) {
        struct store_batch *next = batch->next;
        if (batch->done)
            batch->done(batch->who, batch->result, batch->why);
        store_batch_delete(batch);
        batch = next;
        count++;
    }
    (void)pthread_mutex_lock(&store->mutex);
    store->metrics.queued -= count;
    assert(store->metrics.queued >= 0);
    (void)pthread_mutex_unlock(&store->mutex);
    tell_all(store, heard);
    return count;
}

enum store_result store_health(struct store *store, char *why, size_t size)
{
    struct ochre_text text = text_on(why, size);
    (void)pthread_mutex_lock(&store->mutex);
    enum store_result health = store->health;
    text_add(&text, health == STORE_DURABLE ? "" : store->why);
    (void)pthread_mutex_unlock(&store->mutex);
    return health;
}

void store_measure(struct store *store, struct store_metrics *metrics)
{
    (void)pthread_mutex_lock(&store->mutex);
    *metrics = store->metrics;
    (void)pthread_mutex_unlock(&store->mutex);
}

/* ---- what the engine reads ---- */

int store_each(struct store *store, store_found *found, void *who, struct ochre_error *error)
{
    return store->engine->each(store, found, who, error);
}

int store_look(struct store *store, const char *id, store_found *found, void *who, struct ochre_error *error)
{
    return store->engine->look(store, id, found, who, error);
}

/* Where nobody else makes tables nobody has to ask. */
int store_each_of(struct store *store, const int64_t *numbers, int count, store_found *found, void *who,
                  struct ochre_error *error)
{
    return store->engine->each_of ? store->engine->each_of(store, numbers, count, found, who, error) : 0;
}

int store_each_memo(struct store *store, store_memo *found, void *who, struct ochre_error *error)
{
    return store->engine->each_memo(store, found, who, error);
}

int store_load(struct store *store, int64_t number, struct stored_play *play, struct ochre_error *error)
{
    return store->engine->load(store, &(struct store_wanted){.number = number}, play, error);
}

int store_find(struct store *store, const char *id, struct stored_play *play, struct ochre_error *error)
{
    return store->engine->load(store, &(struct store_wanted){.id = id}, play, error);
}

int store_load_since(struct store *store, int64_t number, int moves, int lost_asks, struct stored_play *play,
                     struct ochre_error *error)
{
    const struct store_wanted wanted = {.number = number, .moves = moves, .lost_asks = lost_asks};
    return store->engine->load(store, &wanted, play, error);
}

void store_play_free(struct stored_play *play)
{
    pool_free(&play->memory);
    *play = (struct stored_play){0};
}

bool store_is_archived(struct store *store, const char *id)
{
    return store->engine->is_archived(store, id);
}

char *store_archived(struct store *store, const char *id, size_t *length)
{
    return store->engine->archived(store, id, length);
}

int store_finished(struct store *store, int64_t before, struct store_place *place, int64_t *numbers, int most,
                   struct ochre_error *error)
{
    return store->engine->finished(store, before, place, numbers, most, error);
}

void store_space(const struct store *store, int64_t *free_bytes, int64_t *used_bytes)
{
    store->engine->space(store, free_bytes, used_bytes);
}

int store_verify(struct store *store, store_trouble *trouble, void *who)
{
    return store->engine->verify(store, trouble, who);
}
