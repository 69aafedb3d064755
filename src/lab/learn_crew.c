/* learn_crew.c: many plays on several threads, kept in a shard. Which play is played by whom and when does not matter:
 * each depends on its number alone, and whoever reads them reads them in order. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/hash.h"
#include "lab/learn_inner.h"

struct crew {
    const struct learn_job *job;
    struct shard *shard;
    pthread_mutex_t lock;
    pthread_cond_t news;
    unsigned char **there; /* bytes of the plays by number; NULL: missing */
    int next;              /* the first that nobody has drawn */
    int whole;             /* none is missing before this */
    int done, working;
    bool is_over;
    struct ochre_error error;
    int status;
};

/* ---- what is there ---- */

static int put_play(struct crew *crew, int number, const unsigned char *bytes, size_t length)
{
    if (number >= crew->job->plays || crew->there[number])
        return 0;
    unsigned char *copy = malloc(length);
    if (!copy)
        return error_set(&crew->error, "", "out of memory");
    memcpy(copy, bytes, length);
    crew->there[number] = copy;
    crew->done++;
    const struct learn_job *job = crew->job;
    while (crew->whole < job->plays && crew->there[crew->whole] && !crew->is_over) {
        crew->is_over = job->is_enough && job->is_enough(job->who, crew->whole, crew->there[crew->whole]);
        crew->whole++;
    }
    crew->is_over = crew->is_over || crew->whole == job->plays;
    return 0;
}

static int read_plays(struct crew *crew)
{
    size_t at = 0;
    int number;
    const unsigned char *bytes;
    size_t length;
    while (shard_next(crew->shard, &at, &number, &bytes, &length))
        if (put_play(crew, number, bytes, length) < 0)
            return -1;
    return 0;
}

static bool is_stopped(const struct crew *crew)
{
    atomic_bool *stop = crew->job->plan->stop;
    return stop && atomic_load(stop);
}

/* ---- playing ---- */

/* The next play that is missing, or -1. */
static int draw(struct crew *crew)
{
    while (crew->next < crew->job->plays && crew->there[crew->next])
        crew->next++;
    if (crew->is_over || crew->status < 0 || is_stopped(crew) || crew->next == crew->job->plays)
        return -1;
    return crew->next++;
}

static void *work(void *argument)
{
    struct crew *crew = argument;
    const struct learn_job *job = crew->job;
    struct learn_hand hand;
    int number;
    learn_hand_init(&hand, job->plan);
    pthread_mutex_lock(&crew->lock);
    while ((number = draw(crew)) >= 0) {
        pthread_mutex_unlock(&crew->lock);
        bool is_played = job->is_match ? learn_play_match(&hand, job->mind, job->seed, number)
                                       : learn_play_self(&hand, job->mind[0], hash_mix(job->seed ^ (uint64_t)number));
        pthread_mutex_lock(&crew->lock);
        if (is_played && crew->status == 0 && !crew->is_over) {
            if (shard_append(crew->shard, number, hand.bytes.at, hand.bytes.used, &crew->error) < 0 ||
                put_play(crew, number, hand.bytes.at, hand.bytes.used) < 0)
                crew->status = -1;
        }
        pthread_cond_signal(&crew->news);
    }
    crew->working--;
    pthread_cond_signal(&crew->news);
    pthread_mutex_unlock(&crew->lock);
    learn_hand_free(&hand);
    return NULL;
}

static void wait_for(struct crew *crew)
{
    const struct learn_job *job = crew->job;
    while (crew->working > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 200000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&crew->news, &crew->lock, &until);
        int done = crew->done;
        pthread_mutex_unlock(&crew->lock);
        if (job->progress)
            job->progress(job->who, done);
        pthread_mutex_lock(&crew->lock);
    }
}

static void play_all(struct crew *crew)
{
    pthread_t thread[LEARN_THREADS_MAX];
    bool is_there[LEARN_THREADS_MAX] = {false};
    int wanted = crew->job->plan->threads;
    pthread_mutex_lock(&crew->lock);
    for (int i = 0; i < wanted && i < LEARN_THREADS_MAX && !crew->is_over; i++) {
        is_there[i] = pthread_create(&thread[i], NULL, work, crew) == 0;
        crew->working += is_there[i];
    }
    if (crew->working == 0 && !crew->is_over)
        crew->status = error_set(&crew->error, "", "no thread could be started");
    wait_for(crew);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < LEARN_THREADS_MAX; i++)
        if (is_there[i])
            pthread_join(thread[i], NULL);
}

int learn_crew_run(const struct learn_job *job, struct ochre_error *error)
{
    struct crew crew = {.job = job, .there = calloc((size_t)job->plays, sizeof *crew.there)};
    char program[] = "learn";
    struct ochre_error unheard;
    struct shard_terms terms = {.program = "learn",
                                .rules = job->plan->opening->setup.game->rules_version,
                                .language = "en",
                                .plays = job->plays,
                                .shard = 1,
                                .shards = 1,
                                .word_count = 2,
                                .word = {program, program}};
    memcpy(terms.run, job->run, sizeof terms.run);
    if (!crew.there)
        return error_set(error, "", "out of memory");
    crew.shard = shard_open(job->path, &terms, &crew.error);
    crew.status = crew.shard ? read_plays(&crew) : -1;
    if (crew.status == 0) {
        pthread_mutex_init(&crew.lock, NULL);
        pthread_cond_init(&crew.news, NULL);
        play_all(&crew);
        pthread_cond_destroy(&crew.news);
        pthread_mutex_destroy(&crew.lock);
    }
    if (crew.shard && shard_close(crew.shard, crew.status < 0 ? &unheard : &crew.error) < 0)
        crew.status = -1;
    for (int i = 0; i < job->plays; i++)
        free(crew.there[i]);
    free(crew.there);
    return crew.status < 0 ? error_pass(error, &crew.error, job->path) : 0;
}

/* ---- reading ---- */

int learn_book_open(struct learn_book *book, const char *path, int plays, struct ochre_error *error)
{
    struct ochre_error why = {0};
    size_t at = 0;
    int number;
    const unsigned char *bytes;
    size_t length;
    *book = (struct learn_book){.shard = shard_read(path, &why),
                                .bytes = calloc((size_t)plays, sizeof *book->bytes),
                                .length = calloc((size_t)plays, sizeof *book->length)};
    if (book->shard && (!book->bytes || !book->length)) {
        error_set(&why, "", "out of memory");
        (void)shard_close(book->shard, &why);
        book->shard = NULL;
    }
    if (!book->shard) {
        learn_book_close(book);
        return error_pass(error, &why, path);
    }
    while (shard_next(book->shard, &at, &number, &bytes, &length))
        if (number < plays && !book->bytes[number]) {
            book->bytes[number] = bytes;
            book->length[number] = length;
        }
    while (book->count < plays && book->bytes[book->count])
        book->count++;
    return 0;
}

void learn_book_close(struct learn_book *book)
{
    struct ochre_error why;
    (void)shard_close(book->shard, &why);
    free(book->bytes);
    free(book->length);
    *book = (struct learn_book){0};
}
