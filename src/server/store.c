/* store.c: the thread that commits, and what the loop sees of it (store.h). */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/store_inner.h"

const double store_bucket[STORE_BUCKETS] = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, INFINITY};

/* Larger databases are not looked through at every start after a crash; --check does that. */
enum {
    LOOK_SECONDS = 5,
    ROOM_SUSPECT = 1024 * 1024,
    PROBE_SECONDS = 1,
    CHECK_SIZE_MAX = 256 * 1024 * 1024,
    HEADER_SIZE = 100
};

struct queue {
    struct store_batch *first, *last;
    int count;
};

struct store {
    struct store_config config;
    int lock; /* the file that says that we are here; -1: only reading */
    bool had_database;
    struct db reader; /* of the loop's thread */
    struct db writer; /* of the other one */
    int64_t last_number;

    pthread_t thread;
    bool has_thread;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    struct queue waiting, ended;
    bool is_closing;
    enum store_result health;
    char why[160];
    struct store_metrics metrics;
};

/* ---- the thread ---- */

static void push(struct queue *queue, struct store_batch *batch)
{
    if (queue->last)
        queue->last->next = batch;
    else
        queue->first = batch;
    queue->last = batch;
    queue->count++;
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
        has_durable |= group->result == STORE_DURABLE;
        push(&store->ended, group);
        group = next;
    }
    if (has_durable)
        measure_commit(store, seconds);
}

/* Is there so little room that the next move may not find any? */
static bool is_suspect(const struct store *store)
{
    int64_t room;
    int64_t used;
    store_space(store, &room, &used);
    return room >= 0 && room < ROOM_SUSPECT;
}

/* Waits for work, at most until it is time to see whether the disk has recovered, or has filled up while nobody moved.
 * With the mutex held. */
static void wait_for_work(struct store *store)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += store->health == STORE_DURABLE ? LOOK_SECONDS : PROBE_SECONDS;
    if (pthread_cond_timedwait(&store->changed, &store->mutex, &until) != ETIMEDOUT)
        return;
    bool is_well = store->health == STORE_DURABLE;
    (void)pthread_mutex_unlock(&store->mutex);
    char why[160] = "";
    enum store_result result = STORE_DURABLE;
    if (!is_well || is_suspect(store))
        result = write_probe(&store->writer, why, sizeof why);
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
        store->waiting = (struct queue){0};
        (void)pthread_mutex_unlock(&store->mutex);
        double began = now_seconds();
        write_group(&store->writer, group);
        double seconds = now_seconds() - began;
        (void)pthread_mutex_lock(&store->mutex);
        finish_group(store, group, seconds);
        (void)pthread_mutex_unlock(&store->mutex);
        if (store->config.wake)
            store->config.wake(store->config.waker);
        (void)pthread_mutex_lock(&store->mutex);
        bool is_busy = store->waiting.first != NULL;
        (void)pthread_mutex_unlock(&store->mutex);
        fold_some(&store->writer);
        db_tidy(&store->writer, is_busy);
        (void)pthread_mutex_lock(&store->mutex);
    }
    (void)pthread_mutex_unlock(&store->mutex);
    return NULL;
}

/* A disk that was full when the last server stopped may still be: who starts says so before anybody has to find out. */
static void probe_at_start(struct store *store)
{
    char why[160] = "";
    enum store_result result = write_probe(&store->writer, why, sizeof why);
    note_health(store, result, why);
}

static int begin_thread(struct store *store, struct ochre_error *error)
{
    pthread_condattr_t attributes;
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&store->mutex, NULL);
    (void)pthread_cond_init(&store->changed, &attributes);
    (void)pthread_condattr_destroy(&attributes);
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

static char *path_in(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = must_alloc(size);
    struct ochre_text text = text_on(path, size);
    text_add(&text, folder);
    text_char(&text, '/');
    text_add(&text, name);
    return path;
}

/* Secrets lie here: what we make is for its owner alone. */
static int make_folder(const char *folder, struct ochre_error *error)
{
    struct stat about;
    if (mkdir(folder, 0700) < 0 && errno != EEXIST)
        return error_set(error, "", "the folder cannot be made: {0}", strerror(errno));
    if (stat(folder, &about) < 0)
        return error_set(error, "", "{0}", strerror(errno));
    if (!S_ISDIR(about.st_mode))
        return error_set(error, "", "this is not a folder");
    if (access(folder, W_OK | X_OK) < 0)
        return error_set(error, "", "the folder cannot be written to: {0}", strerror(errno));
    return 0;
}

/* Who has the lock, as far as it can be said. */
static int locked(int file, struct ochre_error *error)
{
    char process[16] = "";
    ssize_t count = read(file, process, sizeof process - 1);
    process[count > 0 ? strcspn(process, "\n") : 0] = '\0';
    return error_set(error, "", "another server is using this folder (process {0})", process[0] ? process : "unknown");
}

static const char lock_mark[] = "ochre.db\n"; /* behind the process: there is a database, or was */

/* A full disk is no reason not to start: the lock is ours without a name on it. */
static int sign_lock(struct store *store, bool has_database, struct ochre_error *error)
{
    char words[32];
    int length = snprintf(words, sizeof words, "%ld\n%s", (long)getpid(), has_database ? lock_mark : "");
    bool is_written = pwrite(store->lock, words, (size_t)length, 0) == length && ftruncate(store->lock, length) == 0;
    if (is_written || errno == ENOSPC || errno == EDQUOT)
        return 0;
    return error_set(error, "", "the folder cannot be written to: {0}", strerror(errno));
}

static bool has_mark(int lock)
{
    char words[64] = "";
    ssize_t count = pread(lock, words, sizeof words - 1, 0);
    return count > 0 && strstr(words, lock_mark) != NULL;
}

static int take_lock(struct store *store, const char *folder, struct ochre_error *error)
{
    char *path = path_in(folder, "ochre.lock");
    store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int reason = errno;
    free(path);
    if (store->lock < 0)
        return error_set(error, "", "the folder cannot be written to: {0}", strerror(reason));
    if (flock(store->lock, LOCK_EX | LOCK_NB) < 0)
        return errno == EWOULDBLOCK ? locked(store->lock, error)
                                    : error_set(error, "", "the folder cannot be locked: {0}", strerror(errno));
    store->had_database = has_mark(store->lock);
    return sign_lock(store, store->had_database, error);
}

static bool is_shorter(const char *path, off_t size)
{
    struct stat about;
    return stat(path, &about) < 0 || about.st_size < size;
}

/* A server that finds no database makes one, but not where one has been: that would hide the loss, and SQLite throws a
 * log of changes away that belongs to nothing. */
static bool is_gone(const struct store *store, const char *path)
{
    char *log = path_in(store->config.folder, "ochre.db-wal");
    bool has_log = !is_shorter(log, 1);
    free(log);
    return (has_log || store->had_database) && is_shorter(path, HEADER_SIZE);
}

/* Was the last server killed? Then its log of changes still lies there. */
static bool is_unclean(const struct store *store, const char *path)
{
    struct stat about;
    char *log = path_in(store->config.folder, "ochre.db-wal");
    bool has_log = !is_shorter(log, 1);
    free(log);
    return has_log && stat(path, &about) == 0 && about.st_size <= CHECK_SIZE_MAX;
}

static int open_writing(struct store *store, const char *path, struct ochre_error *error)
{
    if (is_gone(store, path))
        return error_set(error, "", "the database is gone: ochre.db is missing or empty, but there was one");
    bool was_killed = is_unclean(store, path);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600); /* SQLite would let others read it */
    if (file < 0)
        return error_set(error, "", "the database cannot be opened: {0}", strerror(errno));
    (void)close(file);
    if (db_open_writing(&store->writer, path, store->config.is_fast, error) < 0)
        return -1;
    if (was_killed && db_check(&store->writer, error) < 0)
        return -1;
    if (sign_lock(store, true, error) < 0)
        return -1;
    fold_moves(&store->writer);
    return 0;
}

static int open_all(struct store *store, struct ochre_error *error)
{
    const char *folder = store->config.folder;
    bool is_reading_only = store->config.is_reading_only;
    if (!is_reading_only && (make_folder(folder, error) < 0 || take_lock(store, folder, error) < 0))
        return -1;
    char *path = db_path(folder);
    int result = is_reading_only ? 0 : open_writing(store, path, error);
    if (result == 0)
        result = db_open_reading(&store->reader, path, error);
    if (result == 0)
        result = db_pretend(&store->reader, error);
    if (result == 0)
        result = db_is_whole(is_reading_only ? &store->reader : &store->writer, !is_reading_only, error);
    if (result == 0)
        result = read_last_number(&store->reader, &store->last_number, error);
    free(path);
    return result < 0 ? -1 : begin_thread(store, error);
}

static void take_down(struct store *store)
{
    db_close(&store->reader);
    db_close(&store->writer);
    if (store->lock >= 0)
        (void)close(store->lock);
    free(store);
}

struct store *store_open(const struct store_config *config, struct ochre_error *error)
{
    struct store *store = must_alloc(sizeof *store);
    *store = (struct store){.config = *config, .lock = -1};
    struct ochre_error inner = {0};
    if (open_all(store, &inner) == 0)
        return store;
    error_set(error, inner.rule, "{0}: {1}", config->folder, inner.words);
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
        (void)pthread_cond_signal(&store->changed);
        (void)pthread_mutex_unlock(&store->mutex);
        (void)pthread_join(store->thread, NULL);
        store->has_thread = false;
        fold_moves(&store->writer);
    }
    while (store_deliver(store) > 0)
        ;
    (void)pthread_cond_destroy(&store->changed);
    (void)pthread_mutex_destroy(&store->mutex);
    take_down(store);
}

bool store_is_address(const char *place)
{
    return place && (text_starts(place, "postgres://", NULL) || text_starts(place, "postgresql://", NULL));
}

bool store_is_shared(const struct store *store)
{
    (void)store;
    return false;
}

int64_t store_server(const struct store *store)
{
    (void)store;
    return 0;
}

int64_t store_time(const struct store *store)
{
    (void)store;
    return 0;
}

/* ---- what the loop does ---- */

int64_t store_next_number(struct store *store)
{
    assert(store->last_number >= 0);
    return ++store->last_number;
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
        (void)pthread_cond_signal(&store->changed);
    } else {
        refuse(batch);
        push(&store->ended, batch);
    }
    (void)pthread_mutex_unlock(&store->mutex);
}

int store_deliver(struct store *store)
{
    (void)pthread_mutex_lock(&store->mutex);
    struct store_batch *batch = store->ended.first;
    store->ended = (struct queue){0};
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

int store_each(struct store *store, store_found *found, void *who, struct ochre_error *error)
{
    return read_each(&store->reader, found, who, error);
}

int store_look(struct store *store, const char *id, store_found *found, void *who, struct ochre_error *error)
{
    return read_row_of(&store->reader, id, found, who, error);
}

int store_each_memo(struct store *store, store_memo *found, void *who, struct ochre_error *error)
{
    return read_memos(&store->reader, found, who, error);
}

int store_load(struct store *store, int64_t number, struct stored_play *play, struct ochre_error *error)
{
    return read_play(&store->reader, number, NULL, play, error);
}

int store_find(struct store *store, const char *id, struct stored_play *play, struct ochre_error *error)
{
    return read_play(&store->reader, 0, id, play, error);
}

/* Nobody else makes tables here. */
int store_each_of(struct store *store, const int64_t *numbers, int count, store_found *found, void *who,
                  struct ochre_error *error)
{
    (void)store, (void)numbers, (void)count, (void)found, (void)who, (void)error;
    return 0;
}

int store_load_since(struct store *store, int64_t number, int moves, int lost_asks, struct stored_play *play,
                     struct ochre_error *error)
{
    (void)moves;
    (void)lost_asks;
    return store_load(store, number, play, error);
}

struct db *store_reader(struct store *store)
{
    return &store->reader;
}

const char *store_folder(const struct store *store)
{
    return store->config.folder;
}
