/* beat.c: what a turn of the loop changed, and who waits for it to be durable (beat.h). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/again.h"
#include "server/beat.h"
#include "server/house.h"
#include "server/memory.h"
#include "server/peer.h"
#include "server/room_beat.h"
#include "server/sit.h"

/* Somebody to be told how it went. */
struct waiter {
    struct waiter *next;
    /* A message that was accepted: refused after all when it cannot be stored. */
    struct peer *peer;
    bool says_ok; /* nothing else answers it: `ok` does */
    bool is_older;
    char table[STORE_ID_SIZE];
    const char *of;
    uint32_t ask;
    char id[MESSAGE_ID_SIZE];
    /* A request: its answer when all is well. */
    hall_answer *answer;
    void *who;
    int status;
    char *body;
    struct again *again; /* what it was, should another server have been first; NULL: there is none */
};

struct beat {
    struct hall *hall;
    struct store_batch *batch; /* NULL: nothing is kept */
    struct room_mark *rooms;
    int room_count, room_max;
    struct waiter *waiters;
    int64_t began;
};

struct beats {
    struct beat *now; /* what happens now; NULL: nothing yet */
    int stored;       /* handed to the store and not come back */
};

struct beats *beats_new(void)
{
    return new_memory(sizeof(struct beats));
}

void beats_delete(struct beats *beats)
{
    assert(beats->stored == 0);
    free(beats);
}

bool hall_is_settled(const struct hall *hall)
{
    return !hall->beats->now && hall->beats->stored == 0;
}

/* The beat that is under way. */
static struct beat *beat_of(struct hall *hall)
{
    struct beats *beats = hall->beats;
    if (!beats->now) {
        beats->now = new_memory(sizeof *beats->now);
        beats->now->hall = hall;
        beats->now->began = hall_now(hall);
        beats->now->batch = hall->config.store ? store_batch_new() : NULL;
    }
    return beats->now;
}

struct store_batch *beat_batch(struct hall *hall)
{
    return beat_of(hall)->batch;
}

void beat_add_room(struct hall *hall, const struct room_mark *mark)
{
    assert(mark->room && room_hall(mark->room) == hall);
    struct beat *beat = beat_of(hall);
    if (beat->room_count == beat->room_max) {
        beat->room_max = beat->room_max ? 2 * beat->room_max : 16;
        beat->rooms = realloc(beat->rooms, (size_t)beat->room_max * sizeof *beat->rooms);
        if (!beat->rooms)
            abort();
    }
    beat->rooms[beat->room_count++] = *mark;
}

/* ---- who waits ---- */

static void waiter_free(struct waiter *waiter)
{
    if (waiter->peer)
        peer_release(waiter->peer);
    again_free(waiter->again);
    free(waiter->body);
    free(waiter);
}

void beat_wait_message(struct hall *hall, const struct accepted *accepted)
{
    assert(accepted->peer && accepted->of && accepted->table);
    struct beat *beat = beat_of(hall);
    struct waiter *waiter = new_memory(sizeof *waiter);
    *waiter = (struct waiter){.next = beat->waiters,
                              .peer = accepted->peer,
                              .of = accepted->of,
                              .ask = accepted->ask,
                              .says_ok = accepted->says_ok,
                              .is_older = accepted->is_older,
                              .again = accepted->is_older ? NULL : again_keep(hall)};
    peer_hold(accepted->peer);
    struct ochre_text text = text_on(waiter->table, sizeof waiter->table);
    text_add(&text, accepted->table);
    text = text_on(waiter->id, sizeof waiter->id);
    text_add(&text, accepted->id);
    beat->waiters = waiter;
}

void beat_wait_answer(struct hall *hall, hall_answer *answer, void *who, int status, char *body)
{
    assert(answer && body);
    struct beat *beat = beat_of(hall);
    struct waiter *waiter = new_memory(sizeof *waiter);
    *waiter = (struct waiter){.next = beat->waiters, .answer = answer, .who = who, .status = status};
    waiter->body = body;
    waiter->again = again_keep(hall);
    beat->waiters = waiter;
}

/* No step answers it any more. */
static void forget_answer(const struct waiter *waiter)
{
    struct sit *sit = waiter->peer ? peer_sit_at(waiter->peer, waiter->table) : NULL;
    if (sit && text_same(sit->answers, waiter->id))
        sit->answers[0] = '\0';
}

static void tell_failed(const struct waiter *waiter, const char *why)
{
    assert(waiter->peer || waiter->answer);
    forget_answer(waiter); /* this is the answer */
    if (waiter->peer) {
        const struct ochre_text words = {.tongue = peer_tongue(waiter->peer)};
        peer_refuse(waiter->peer, &(struct refusal){.code = NO_KEEP,
                                                    .id = waiter->id[0] ? waiter->id : NULL,
                                                    .table = waiter->table,
                                                    .of = waiter->of,
                                                    .ask = waiter->ask,
                                                    .why = text_word(&words, why)});
        return;
    }
    char body[512];
    struct ochre_text text = text_on(body, sizeof body);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_name(&writer, "error");
    json_open(&writer, '{');
    json_field_string(&writer, "code", "keep");
    json_field_string(&writer, "why", why);
    json_close(&writer, '}');
    json_close(&writer, '}');
    waiter->answer(waiter->who,
                   &(struct hall_reply){.status = 503, .type = "application/json", .body = body, .length = text.used});
}

/* Who gave the message no id does not wait for a word. */
static void tell_ok(const struct waiter *waiter)
{
    struct slip slip;
    if (!waiter->says_ok || !waiter->id[0])
        return;
    slip_begin(&slip, "ok", waiter->id, waiter->table);
    json_field_string(&slip.writer, "of", waiter->of);
    slip_post(&slip, waiter->peer);
}

static void tell_done(const struct waiter *waiter)
{
    if (waiter->peer)
        tell_ok(waiter);
    else
        waiter->answer(waiter->who, &(struct hall_reply){.status = waiter->status,
                                                         .type = "application/json",
                                                         .body = waiter->body,
                                                         .length = strlen(waiter->body)});
}

/* Another server was first: what was asked is asked again, of what there is now. One message may wait twice. */
static bool ask_again(struct hall *hall, struct waiter *waiter, enum store_result result)
{
    struct again *again = waiter->again;
    if (!hall_is_shared(hall) || result != STORE_STALE || !again || hall->is_closing)
        return false;
    forget_answer(waiter);
    if (again_is_order(again))
        waiter->answer(waiter->who, &(struct hall_reply){.status = HALL_ASKED_AGAIN});
    waiter->again = NULL;
    again_ask(hall, again);
    return true;
}

static void tell_waiters(struct beat *beat, enum store_result result, const char *why)
{
    struct waiter *in_order = NULL;
    for (struct waiter *waiter = beat->waiters, *next; waiter; waiter = next) {
        next = waiter->next;
        waiter->next = in_order;
        in_order = waiter;
    }
    beat->waiters = NULL;
    for (struct waiter *waiter = in_order, *next; waiter; waiter = next) {
        next = waiter->next;
        bool is_well = result == STORE_DURABLE || (result == STORE_STALE && waiter->is_older);
        if (is_well)
            tell_done(waiter);
        else if (!ask_again(beat->hall, waiter, result))
            tell_failed(waiter, why);
        waiter_free(waiter);
    }
}

/* ---- its end ---- */

static void beat_done(void *who, enum store_result result, const char *why)
{
    struct beat *beat = who;
    struct hall *hall = beat->hall;
    assert(hall->beats->stored > 0 && hall->beats->now != beat);
    hall->beats->stored--;
    if (result != STORE_DURABLE)
        hall_check_disk(hall);
    for (int i = 0; i < beat->room_count; i++)
        room_stored(&beat->rooms[i], result);
    tell_waiters(beat, result, why);
    if (result == STORE_DURABLE)
        measure_latency(&hall->measures, (double)(hall_now(hall) - beat->began) / 1000.0);
    for (int i = 0; i < beat->room_count; i++)
        room_let_go(&beat->rooms[i]);
    free(beat->rooms);
    free(beat);
}

void hall_end_beat(struct hall *hall)
{
    struct beat *beat = hall->beats->now;
    if (!beat)
        return;
    hall->beats->now = NULL;
    hall->beats->stored++;
    for (int i = 0; i < beat->room_count; i++)
        room_hand_in(&beat->rooms[i], beat->batch);
    struct store_batch *batch = beat->batch;
    beat->batch = NULL;
    if (!batch || store_batch_is_empty(batch)) {
        store_batch_delete(batch);
        beat_done(beat, STORE_DURABLE, "");
        return;
    }
    store_submit(hall->config.store, batch, beat_done, beat);
}
