/* room_lease.c: where several servers share a store, one of them lets the computers of a table think and its clocks run
 * out: whoever has its lease. The store grants it when nobody alive has it, and refuses what a server does in its name
 * that has lost it without knowing (room_fence). */
#include <assert.h>
#include <stdlib.h>

#include "server/beat.h"
#include "server/memory.h"
#include "server/room_inner.h"
#include "server/room_news.h"

enum {
    LEASE_AGAIN_MS = 20 * 1000, /* somebody has it: the news of its end may have been missed */
    LEASES_AT_ONCE = 16,        /* asked for; when a server has gone, all others want what it had */
};

bool room_is_held(const struct room *room)
{
    return room->lease == LEASE_HELD || !hall_is_shared(room->hall);
}

bool room_needs_holder(const struct room *room)
{
    if (room->is_dead || room->is_going)
        return false;
    if (room->status == STORED_WAITING)
        return room->is_showing;
    bool has_computer = false;
    for (int seat = 0; seat < room->seat_count; seat++)
        has_computer = has_computer || room->seat[seat].kept.bot[0] || room->seat[seat].is_covered;
    return room->status == STORED_RUNNING && (has_computer || room->clock.kind != CLOCK_NONE || room->abandoned);
}

static void set_lease(struct room *room, enum lease lease)
{
    struct rooms *rooms = room->hall->rooms;
    rooms->leases += (lease == LEASE_HELD) - (room->lease == LEASE_HELD);
    rooms->leases_asked += (lease == LEASE_ASKED) - (room->lease == LEASE_ASKED);
    room->lease = lease;
}

void room_lose_lease(struct room *room)
{
    if (!hall_is_shared(room->hall) || room->lease != LEASE_HELD)
        return;
    set_lease(room, LEASE_NONE);
    room_cancel_computers(room);
    room->holder = -1;
    room->lease_again = hall_now(room->hall) + LEASE_AGAIN_MS;
}

void room_drop_lease(struct room *room)
{
    if (!hall_is_shared(room->hall) || room->lease != LEASE_HELD)
        return;
    struct store_batch *batch = store_batch_new();
    room_cancel_computers(room);
    set_lease(room, LEASE_NONE);
    room->holder = 0;
    store_drop_lease(batch, room->number);
    store_add_word(batch, room->number, WORD_LEASE);
    store_submit(room->hall->config.store, batch, NULL, NULL);
}

/* ---- asking for it ---- */

struct lease_wait {
    struct hall *hall;
    int64_t number;
};

/* It is ours, or it is not (a store_done). The room may have gone meanwhile, or have been told that it has not got it.
 */
static void lease_done(void *who, enum store_result result, const char *why)
{
    (void)why;
    struct lease_wait *wait = who;
    struct room *room = rooms_numbered(wait->hall, wait->number);
    free(wait);
    if (!room || room->lease != LEASE_ASKED)
        return;
    if (result != STORE_DURABLE) {
        set_lease(room, LEASE_NONE);
        room->holder = result == STORE_STALE ? -1 : 0;
        room->lease_again = hall_now(room->hall) + (result == STORE_STALE ? LEASE_AGAIN_MS : LEASE_AGAIN_MS / 20);
        room_tick_later(room);
        return;
    }
    set_lease(room, LEASE_HELD);
    room->holder = store_server(room->hall->config.store);
    if (!room->sits) /* what was said of its listeners before we knew of it was said to nobody here */
        room_wonder_later(room);
    if (room->table && room->status == STORED_RUNNING && room->clock.kind != CLOCK_NONE)
        room_change(room); /* from here on they run as we know them */
    room_work_later(room);
}

static void want_lease(struct room *room)
{
    struct hall *hall = room->hall;
    const char *why;
    bool is_taken = room->holder != 0 && room->holder != store_server(hall->config.store);
    if (room->lease != LEASE_NONE || hall->is_closing || room->is_dead || room->is_stale || !room_is_quiet(room) ||
        (is_taken && hall_now(hall) < room->lease_again) || !hall_keeps(hall, &why))
        return;
    if (hall->rooms->leases_asked >= LEASES_AT_ONCE) {
        room_tick_later(room);
        return;
    }
    struct lease_wait *wait = new_memory(sizeof *wait);
    struct store_batch *batch = store_batch_new();
    *wait = (struct lease_wait){hall, room->number};
    set_lease(room, LEASE_ASKED);
    store_take_lease(batch, room->number);
    store_submit(hall->config.store, batch, lease_done, wait);
}

bool room_holds(struct room *room)
{
    if (!room_is_held(room))
        want_lease(room);
    return room_is_held(room);
}

/* ---- what is done in its name ---- */

void room_fence(struct room *room)
{
    if (!hall_is_shared(room->hall))
        return;
    assert(room->lease == LEASE_HELD);
    room_touch(room);
    room->is_fenced = true;
}

/* A new table is its maker's. */
void room_take_lease(struct room *room)
{
    if (!hall_is_shared(room->hall) || !room_needs_holder(room))
        return;
    store_take_lease(beat_batch(room->hall), room->number);
    set_lease(room, LEASE_HELD);
    room->holder = store_server(room->hall->config.store);
}
