/* arena.c: see arena.h. Workers play, the caller's thread takes the records in order. A worker is never further ahead
 * than the window, so that one long play does not fill the memory with short ones. */
#include "lab/arena.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lab/arena_play.h"
#include "lab/roster.h"

enum { WINDOW = 512 };

struct arena {
    const struct arena_plan *plan;
    pthread_mutex_t lock;
    pthread_cond_t ready; /* a record has come in, or a worker has failed */
    pthread_cond_t room;  /* the window has moved on */
    int next;             /* play to be played next, counted from 0 */
    int taken;            /* plays handed over */
    int running;          /* workers */
    struct arena_record *record[WINDOW];
    atomic_bool is_over; /* nobody wants more */
    bool has_failed;
    struct ochre_error error;
};

uint64_t arena_seed(uint64_t seed, int game)
{
    uint64_t mixed = hash_mix(seed + 0x9E3779B97F4A7C15u) ^ hash_mix((uint64_t)game + 0xD1B54A32D192ED03u);
    return hash_mix(mixed);
}

int arena_player(const struct arena_plan *plan, int game, int seat)
{
    return plan->rotates ? (seat + game) % plan->opening->setup.seats : seat;
}

static bool is_stopped(const struct arena *arena)
{
    return atomic_load(&arena->is_over) || (arena->plan->stop && atomic_load(arena->plan->stop));
}

static void fail(struct arena *arena, const struct ochre_error *error)
{
    pthread_mutex_lock(&arena->lock);
    if (!arena->has_failed)
        arena->error = *error;
    arena->has_failed = true;
    atomic_store(&arena->is_over, true);
    pthread_cond_broadcast(&arena->ready);
    pthread_cond_broadcast(&arena->room);
    pthread_mutex_unlock(&arena->lock);
}

/* The next play to be played, -1 when there is none. */
static int claim(struct arena *arena)
{
    pthread_mutex_lock(&arena->lock);
    while (!is_stopped(arena) && arena->next < arena->plan->games && arena->next >= arena->taken + WINDOW)
        pthread_cond_wait(&arena->room, &arena->lock);
    int play = is_stopped(arena) || arena->next >= arena->plan->games ? -1 : arena->next++;
    pthread_mutex_unlock(&arena->lock);
    return play;
}

static void hand_in(struct arena *arena, int play, struct arena_record *record)
{
    pthread_mutex_lock(&arena->lock);
    arena->record[play % WINDOW] = record;
    pthread_cond_signal(&arena->ready);
    pthread_mutex_unlock(&arena->lock);
}

static void *work(void *who)
{
    struct arena *arena = who;
    struct ochre_error error = {0};
    struct arena_player *player = arena_player_new(arena->plan, &arena->is_over, &error);
    int play;
    while (player && (play = claim(arena)) >= 0) {
        struct arena_record *record = NULL;
        int status = arena_player_play(player, arena->plan->first + play, &record, &error);
        if (status < 0)
            fail(arena, &error);
        if (status != 0)
            break;
        hand_in(arena, play, record);
    }
    if (!player)
        fail(arena, &error);
    arena_player_delete(player);
    pthread_mutex_lock(&arena->lock);
    arena->running--;
    pthread_cond_signal(&arena->ready);
    pthread_mutex_unlock(&arena->lock);
    return NULL;
}

static void wait_a_moment(struct arena *arena)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&arena->ready, &arena->lock, &until);
}

/* Takes the records in order until all are in or the workers have gone. The lock is held on entry and exit. */
static void take_all(struct arena *arena)
{
    const struct arena_plan *plan = arena->plan;
    while (arena->taken < plan->games) {
        struct arena_record *record = arena->record[arena->taken % WINDOW];
        if (!record && arena->running == 0)
            break;
        if (!record)
            wait_a_moment(arena);
        if (record) {
            arena->record[arena->taken % WINDOW] = NULL;
            arena->taken++;
            pthread_cond_broadcast(&arena->room);
        } else if (is_stopped(arena)) {
            pthread_cond_broadcast(&arena->room); /* those who wait for room shall see that it is over */
        }
        pthread_mutex_unlock(&arena->lock);
        bool is_enough = record && !plan->take(plan->who, record);
        arena_record_delete(record);
        if (plan->progress)
            plan->progress(plan->who, arena->taken);
        pthread_mutex_lock(&arena->lock);
        if (is_enough)
            break;
    }
    atomic_store(&arena->is_over, true);
    pthread_cond_broadcast(&arena->room);
}

int arena_run(const struct arena_plan *plan, int *done, struct ochre_error *error)
{
    if (plan->roster)
        return roster_run(plan->roster, plan, done, error);
    struct arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        return error_set(error, "", "out of memory");
    arena->plan = plan;
    pthread_mutex_init(&arena->lock, NULL);
    pthread_cond_init(&arena->ready, NULL);
    pthread_cond_init(&arena->room, NULL);
    pthread_t thread[ARENA_THREADS_MAX];
    int threads = 0;
    pthread_mutex_lock(&arena->lock);
    for (; threads < plan->threads && threads < ARENA_THREADS_MAX; threads++) {
        if (pthread_create(&thread[threads], NULL, work, arena) != 0)
            break;
        arena->running++;
    }
    if (threads > 0)
        take_all(arena);
    pthread_mutex_unlock(&arena->lock);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    int status = 0;
    if (threads == 0)
        status = error_set(error, "", "no thread could be started");
    else if (arena->has_failed) {
        *error = arena->error;
        status = -1;
    }
    *done = arena->taken;
    for (int i = 0; i < WINDOW; i++)
        arena_record_delete(arena->record[i]);
    pthread_cond_destroy(&arena->room);
    pthread_cond_destroy(&arena->ready);
    pthread_mutex_destroy(&arena->lock);
    free(arena);
    return status;
}
