/* roster_crew.c: the threads of a roster, and what they do for another machine's. */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "lab/arena_play.h"
#include "lab/roster_inner.h"

/* In front of a play that is sent: its number and its length. */
enum { SENT_HEAD = 8 };

/* ---- threads ---- */

/* The next play to be played, -1 when there will be none. */
static int claim(struct roster *roster)
{
    int number = -1;
    pthread_mutex_lock(&roster->lock);
    while (!roster_is_stopped(roster) && !roster->has_failed) {
        struct roster_row *given = &roster->given;
        if (roster->is_helper)
            number = given->first < given->count ? given->number[given->first++] : -1;
        else
            number = roster_next(roster);
        if (number >= 0 || (!roster->is_helper && roster->next >= roster->plays))
            break;
        pthread_cond_wait(&roster->work, &roster->lock);
    }
    pthread_mutex_unlock(&roster->lock);
    return number;
}

static void put_number(unsigned char *to, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(number >> 8 * i);
}

static uint32_t get_number(const unsigned char *at)
{
    uint32_t number = 0;
    for (int i = 0; i < 4; i++)
        number |= (uint32_t)at[i] << 8 * i;
    return number;
}

/* Puts a play with those to be collected; false when memory runs out. The lock is held. */
static bool lay_out(struct roster *roster, int number, const unsigned char *bytes, size_t length)
{
    if (roster->sent_used + SENT_HEAD + length > roster->sent_size) {
        size_t size = 2 * (roster->sent_used + SENT_HEAD + length);
        unsigned char *more = realloc(roster->sent, size);
        if (!more)
            return false;
        roster->sent = more;
        roster->sent_size = size;
    }
    unsigned char *to = roster->sent + roster->sent_used;
    put_number(to, (uint32_t)number);
    put_number(to + 4, (uint32_t)length);
    memcpy(to + SENT_HEAD, bytes, length);
    roster->sent_used += SENT_HEAD + length;
    roster->there++;
    return true;
}

static int hand_in(struct roster *roster, int number, const struct arena_record *record, int seats,
                   struct ochre_error *error)
{
    size_t length = 0;
    unsigned char *bytes = arena_bytes_write(record, seats, &length);
    if (!bytes)
        return error_set(error, "", "out of memory");
    int status = 0;
    pthread_mutex_lock(&roster->lock);
    if (!roster->is_helper)
        roster_take_in(roster, number, bytes, length);
    else if (!lay_out(roster, number, bytes, length))
        status = error_set(error, "", "out of memory");
    pthread_mutex_unlock(&roster->lock);
    if (roster->is_helper)
        free(bytes);
    return status;
}

/* A player for the plan: the one at hand, or a new one. */
static struct arena_player *player_for(struct roster *roster, const struct arena_plan *plan,
                                       const struct arena_plan **at_hand, struct arena_player *player,
                                       struct ochre_error *error)
{
    if (player && *at_hand == plan)
        return player;
    arena_player_delete(player);
    *at_hand = plan;
    return arena_player_new(plan, &roster->is_over, error);
}

static void *work(void *who)
{
    struct roster *roster = who;
    struct arena_player *player = NULL;
    const struct arena_plan *at_hand = NULL;
    int number;
    int status = 0;
    while (status == 0 && (number = claim(roster)) >= 0) {
        const struct roster_plan *listed = roster_plan_of(roster, number);
        struct arena_record *record = NULL;
        struct ochre_error error = {0};
        player = player_for(roster, &listed->plan, &at_hand, player, &error);
        status = player ? arena_player_play(player, listed->plan.first + number - listed->number, &record, &error) : -1;
        if (status == 0)
            status = hand_in(roster, number, record, listed->plan.opening->setup.seats, &error);
        arena_record_delete(record);
        if (status < 0)
            roster_fail(roster, &error);
    }
    arena_player_delete(player);
    return NULL;
}

int roster_begin(struct roster *roster, struct ochre_error *error)
{
    for (; roster->threads < roster->wish.threads && roster->threads < ARENA_THREADS_MAX; roster->threads++)
        if (pthread_create(&roster->thread[roster->threads], NULL, work, roster) != 0)
            break;
    return roster->threads == 0 && roster->wish.threads > 0 ? error_set(error, "", "no thread could be started") : 0;
}

void roster_end(struct roster *roster)
{
    pthread_mutex_lock(&roster->lock);
    atomic_store(&roster->is_over, true);
    pthread_cond_broadcast(&roster->work);
    pthread_mutex_unlock(&roster->lock);
    for (int i = 0; i < roster->threads; i++)
        pthread_join(roster->thread[i], NULL);
    roster->threads = 0;
}

/* ---- for another machine ---- */

void roster_help(struct roster *roster)
{
    roster->is_helper = true;
}

void roster_give(struct roster *roster, const int number[], int count)
{
    pthread_mutex_lock(&roster->lock);
    struct roster_row *given = &roster->given;
    if (given->first == given->count)
        given->first = given->count = 0;
    if (given->count + count > given->max) {
        int max = 2 * (given->count + count);
        int *more = realloc(given->number, (size_t)max * sizeof *more);
        if (!more) {
            struct ochre_error error;
            error_set(&error, "", "out of memory");
            roster_fail_locked(roster, &error);
            count = 0;
        } else {
            given->number = more;
            given->max = max;
        }
    }
    for (int i = 0; i < count; i++)
        if (number[i] >= 0 && number[i] < roster->plays)
            given->number[given->count++] = number[i];
    pthread_cond_broadcast(&roster->work);
    pthread_mutex_unlock(&roster->lock);
}

int roster_threads(const struct roster *roster)
{
    return roster->threads;
}

int roster_given(struct roster *roster)
{
    pthread_mutex_lock(&roster->lock);
    int given = roster->given.count - roster->given.first;
    pthread_mutex_unlock(&roster->lock);
    return given;
}

unsigned char *roster_collect(struct roster *roster, size_t *length)
{
    pthread_mutex_lock(&roster->lock);
    unsigned char *bytes = roster->sent;
    *length = roster->sent_used;
    roster->sent = NULL;
    roster->sent_used = roster->sent_size = 0;
    pthread_mutex_unlock(&roster->lock);
    return bytes;
}

bool roster_has_failed(struct roster *roster, struct ochre_error *error)
{
    pthread_mutex_lock(&roster->lock);
    bool has_failed = roster->has_failed;
    if (has_failed)
        *error = roster->error;
    pthread_mutex_unlock(&roster->lock);
    return has_failed;
}

bool roster_put_all(struct roster *roster, const unsigned char *bytes, size_t length)
{
    while (length > 0) {
        if (length < SENT_HEAD)
            return false;
        uint32_t number = get_number(bytes);
        uint32_t size = get_number(bytes + 4);
        if (number >= (uint32_t)roster->plays || size == 0 || size > length - SENT_HEAD)
            return false;
        roster_put(roster, (int)number, bytes + SENT_HEAD, size);
        bytes += SENT_HEAD + size;
        length -= SENT_HEAD + size;
    }
    return true;
}
