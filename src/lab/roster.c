/* roster.c: see roster.h. */
#include "lab/roster.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

#include "base/hash.h"
#include "lab/arena_play.h"
#include "lab/roster_inner.h"

enum { PUMP_EVERY = 64 };

static const long A_MOMENT = 100000000; /* nanoseconds */
static const long A_BLINK = 1000000;    /* where others may send something */

struct roster *roster_new(const struct roster_wish *wish)
{
    assert(wish->shard >= 1 && wish->shard <= wish->shards);
    struct roster *roster = calloc(1, sizeof *roster);
    if (!roster)
        return NULL;
    roster->wish = *wish;
    pthread_mutex_init(&roster->lock, NULL);
    pthread_cond_init(&roster->ready, NULL);
    pthread_cond_init(&roster->work, NULL);
    return roster;
}

static void drop(struct roster_play *play)
{
    free(play->own);
    play->own = NULL;
    play->bytes = NULL;
}

void roster_delete(struct roster *roster)
{
    if (!roster)
        return;
    roster_end(roster);
    for (int64_t i = 0; roster->play && i < roster->plays; i++)
        drop(&roster->play[i]);
    free(roster->play);
    free(roster->plan);
    free(roster->given.number);
    free(roster->sent);
    arena_words_free(&roster->words);
    pthread_cond_destroy(&roster->work);
    pthread_cond_destroy(&roster->ready);
    pthread_mutex_destroy(&roster->lock);
    free(roster);
}

/* ---- the list ---- */

static int list_plan(struct roster *roster, const struct arena_plan *plan, struct ochre_error *error)
{
    if (roster->plans == roster->plan_max) {
        int max = roster->plan_max ? 2 * roster->plan_max : 16;
        struct roster_plan *more = realloc(roster->plan, (size_t)max * sizeof *more);
        if (!more)
            return error_set(error, "", "out of memory");
        roster->plan = more;
        roster->plan_max = max;
    }
    if (roster->plays + plan->games > INT32_MAX)
        return error_set(error, "", "too many games for one run");
    struct roster_plan *listed = &roster->plan[roster->plans++];
    *listed = (struct roster_plan){*plan, (int)roster->plays};
    listed->plan.take = NULL;
    listed->plan.progress = NULL;
    listed->plan.who = NULL;
    listed->plan.roster = NULL;
    roster->plays += plan->games;
    return 0;
}

bool roster_is_mine(const struct roster *roster, int number)
{
    return number % roster->wish.shards == roster->wish.shard - 1;
}

int roster_listed(struct roster *roster, struct ochre_error *error)
{
    assert(!roster->is_listed);
    roster->is_listed = true;
    roster->play = calloc((size_t)roster->plays + 1, sizeof *roster->play);
    if (!roster->play)
        return error_set(error, "", "out of memory");
    int64_t shards = roster->wish.shards;
    roster->mine = (int)((roster->plays - roster->wish.shard + shards) / shards);
    return 0;
}

int roster_plays(const struct roster *roster)
{
    return (int)roster->plays;
}

int roster_mine(const struct roster *roster)
{
    return roster->mine;
}

int roster_there(struct roster *roster)
{
    pthread_mutex_lock(&roster->lock);
    int there = roster->there;
    pthread_mutex_unlock(&roster->lock);
    return there;
}

const struct roster_plan *roster_plan_of(const struct roster *roster, int number)
{
    int low = 0;
    int high = roster->plans - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (roster->plan[middle].number <= number)
            low = middle;
        else
            high = middle - 1;
    }
    return &roster->plan[low];
}

static uint64_t hash_number(uint64_t hash, int64_t number)
{
    unsigned char bytes[8]; /* the same on every machine */
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)((uint64_t)number >> 8 * i);
    return hash_bytes(hash, bytes, sizeof bytes);
}

static uint64_t hash_word(uint64_t hash, const char *word)
{
    return hash_bytes(hash, word ? word : "", word ? strlen(word) : 0);
}

static uint64_t hash_opening(const struct opening *opening)
{
    const struct ochre_setup *setup = &opening->setup;
    uint64_t hash = hash_word(0, setup->game->id);
    hash = hash_number(hash, setup->game->rules_version);
    hash = hash_number(hash, setup->seats);
    for (int i = 0; setup->game->options && setup->game->options[i].name; i++) {
        hash = hash_number(hash, setup->option[i].number);
        hash = hash_word(hash, setup->option[i].word);
    }
    hash = hash_word(hash, setup->pack ? setup->pack->hash : "");
    return hash_word(hash, opening->position);
}

void roster_digest(const struct roster *roster, const char *program, char digest[17])
{
    uint64_t hash = hash_word(SHARD_FORMAT, program);
    const struct opening *last[2] = {NULL, NULL}; /* a comparison has two, in turns */
    uint64_t opened[2] = {0, 0};
    for (int i = 0; i < roster->plans; i++) {
        const struct arena_plan *plan = &roster->plan[i].plan;
        int which = last[1] && plan->opening == last[1];
        if (!last[which] || plan->opening != last[which]) {
            which = last[0] && !last[1];
            last[which] = plan->opening;
            opened[which] = hash_opening(plan->opening);
        }
        hash = hash_number(hash, (int64_t)opened[which]);
        for (int seat = 0; seat < plan->opening->setup.seats; seat++)
            hash = hash_word(hash, plan->player[seat]);
        hash = hash_number(hash, plan->rotates);
        hash = hash_number(hash, (int64_t)plan->seed);
        hash = hash_number(hash, plan->first);
        hash = hash_number(hash, plan->games);
    }
    for (int i = 15; i >= 0; i--, hash >>= 4)
        digest[i] = "0123456789abcdef"[hash & 15];
    digest[16] = '\0';
}

/* ---- plays ---- */

bool roster_is_stopped(const struct roster *roster)
{
    return atomic_load(&roster->is_over) || (roster->wish.stop && atomic_load(roster->wish.stop));
}

void roster_fail_locked(struct roster *roster, const struct ochre_error *error)
{
    if (!roster->has_failed)
        roster->error = *error;
    roster->has_failed = true;
    pthread_cond_broadcast(&roster->ready);
    pthread_cond_broadcast(&roster->work);
}

void roster_fail(struct roster *roster, const struct ochre_error *error)
{
    pthread_mutex_lock(&roster->lock);
    roster_fail_locked(roster, error);
    pthread_mutex_unlock(&roster->lock);
}

bool roster_add_shard(struct roster *roster, const struct shard *shard, int *number)
{
    const unsigned char *bytes;
    size_t length;
    for (size_t at = 0; shard_next(shard, &at, number, &bytes, &length);) {
        assert(*number < roster->plays);
        struct roster_play *play = &roster->play[*number];
        if (play->is_there)
            return false;
        *play = (struct roster_play){.bytes = bytes, .length = (uint32_t)length, .is_there = true};
        roster->there += roster_is_mine(roster, *number);
    }
    return true;
}

double roster_seconds_before(const struct roster *roster)
{
    return roster->seconds_before;
}

void roster_keep(struct roster *roster, struct shard *shard)
{
    roster->keep = shard;
}

int roster_next(struct roster *roster)
{
    int64_t end = roster->wish.is_only_kept ? roster->plays : roster->taken + (int64_t)ROSTER_WINDOW;
    end = end < roster->plays ? end : roster->plays;
    while (roster->next < end && (roster->play[roster->next].is_there || !roster_is_mine(roster, roster->next)))
        roster->next++;
    return roster->next < end && !roster->has_failed ? roster->next++ : -1;
}

int roster_draw(struct roster *roster, int number[], int max)
{
    int count = 0;
    pthread_mutex_lock(&roster->lock);
    while (count < max && (number[count] = roster_next(roster)) >= 0)
        count++;
    pthread_mutex_unlock(&roster->lock);
    return count;
}

int roster_left(struct roster *roster)
{
    pthread_mutex_lock(&roster->lock);
    int left = (int)((roster->plays - roster->next) / roster->wish.shards);
    pthread_mutex_unlock(&roster->lock);
    return left;
}

/* The bytes become the roster's. */
void roster_take_in(struct roster *roster, int number, unsigned char *bytes, size_t length)
{
    struct roster_play *play = &roster->play[number];
    struct ochre_error error = {0};
    if (play->is_there) { /* nobody does this twice */
        free(bytes);
        return;
    }
    *play = (struct roster_play){.bytes = bytes, .own = bytes, .length = (uint32_t)length, .is_there = true};
    roster->there++;
    if (roster->keep && shard_append(roster->keep, number, bytes, length, &error) < 0) {
        error_put_before(&error, shard_path(roster->keep));
        roster_fail_locked(roster, &error);
    }
    if (roster->wish.is_only_kept)
        drop(play);
    pthread_cond_signal(&roster->ready);
}

void roster_put(struct roster *roster, int number, const unsigned char *bytes, size_t length)
{
    unsigned char *copy = malloc(length);
    pthread_mutex_lock(&roster->lock);
    if (copy) {
        memcpy(copy, bytes, length);
        roster_take_in(roster, number, copy, length);
    } else {
        struct ochre_error error;
        error_set(&error, "", "out of memory");
        roster_fail_locked(roster, &error);
    }
    pthread_mutex_unlock(&roster->lock);
}

/* ---- taking ---- */

static void wait_a_moment(struct roster *roster, long nanoseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += nanoseconds;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&roster->ready, &roster->lock, &until);
}

/* Waits a little and lets others in. The lock is held on entry and exit. */
static void linger(struct roster *roster)
{
    wait_a_moment(roster, roster->wish.pump ? A_BLINK : A_MOMENT);
    if (!roster->wish.pump)
        return;
    pthread_mutex_unlock(&roster->lock);
    roster->wish.pump(roster->wish.who, roster);
    pthread_mutex_lock(&roster->lock);
}

static bool is_alone(const struct roster *roster)
{
    return roster->threads == 0 && !roster->wish.pump;
}

/* Waits for a play. False when it will not come: stopped, failed, or nobody plays. */
static bool await(struct roster *roster, int number, void (*progress)(void *who, int done), void *who, int done)
{
    pthread_mutex_lock(&roster->lock);
    while (!roster->play[number].is_there && !roster->has_failed && !roster_is_stopped(roster) && !is_alone(roster)) {
        linger(roster);
        if (progress) {
            pthread_mutex_unlock(&roster->lock);
            progress(who, done);
            pthread_mutex_lock(&roster->lock);
        }
    }
    bool is_there = roster->play[number].is_there;
    pthread_mutex_unlock(&roster->lock);
    return is_there;
}

/* Hands one play over. 1: no more are wanted; -1 and why. */
static int take_play(struct roster *roster, const struct arena_plan *plan, int number, struct ochre_error *error)
{
    struct roster_play *play = &roster->play[number];
    struct arena_record *record =
        arena_bytes_read(play->bytes, play->length, plan->opening->setup.seats, &roster->words);
    if (!record)
        return error_set(error, "", "game {0} of the run is damaged", NUM(number));
    for (int seat = 0; seat < plan->opening->setup.seats && !play->own; seat++)
        roster->seconds_before += record->seconds[seat];
    bool goes_on = plan->take(plan->who, record);
    arena_record_delete(record);
    pthread_mutex_lock(&roster->lock);
    drop(play);
    roster->taken = number + 1;
    pthread_cond_broadcast(&roster->work);
    pthread_mutex_unlock(&roster->lock);
    return goes_on ? 0 : 1;
}

static int why_not(struct roster *roster, int number, struct ochre_error *error)
{
    if (roster->has_failed) {
        *error = roster->error;
        return -1;
    }
    if (!is_alone(roster) || roster_is_stopped(roster))
        return 0;
    return error_set(error, "", "game {0} of the run is missing", NUM(number));
}

static int take_plan(struct roster *roster, const struct arena_plan *plan, int *done, struct ochre_error *error)
{
    assert(roster->taking < roster->plans && roster->plan[roster->taking].plan.games == plan->games);
    int first = roster->plan[roster->taking++].number;
    int status = 0;
    for (*done = 0; *done < plan->games && status == 0;) {
        if (roster->wish.pump && *done % PUMP_EVERY == 0)
            roster->wish.pump(roster->wish.who, roster);
        if (!await(roster, first + *done, plan->progress, plan->who, *done))
            return why_not(roster, first + *done, error);
        status = take_play(roster, plan, first + *done, error);
        *done += status >= 0;
        if (plan->progress)
            plan->progress(plan->who, *done);
    }
    return status < 0 ? -1 : 0;
}

int roster_run(struct roster *roster, const struct arena_plan *plan, int *done, struct ochre_error *error)
{
    if (roster->is_listed)
        return take_plan(roster, plan, done, error);
    *done = plan->games;
    return list_plan(roster, plan, error);
}

int roster_wait(struct roster *roster, void (*progress)(void *who, int done), void *who, struct ochre_error *error)
{
    pthread_mutex_lock(&roster->lock);
    while (roster->there < roster->mine && !roster->has_failed && !roster_is_stopped(roster) && !is_alone(roster)) {
        linger(roster);
        int there = roster->there;
        pthread_mutex_unlock(&roster->lock);
        if (progress)
            progress(who, there);
        pthread_mutex_lock(&roster->lock);
    }
    bool has_failed = roster->has_failed;
    if (has_failed)
        *error = roster->error;
    pthread_mutex_unlock(&roster->lock);
    return has_failed ? -1 : 0;
}
