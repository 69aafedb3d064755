/* room_care.c: what is done in rooms from time to time: computers asked, clocks looked at, tables put to sleep. */
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>

#include "server/admin.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "server/room_tell.h"

enum {
    WAKES_PER_BEAT = 16,
    SLEEP_MS = 60 * 1000,
    SLEEP_OVER_MS = 10 * 1000,
    ABANDONED_MS = 24 * 3600 * 1000,
    WAITING_DAYS = 7, /* a table that nobody comes to is closed */
};

void room_work_later(struct room *room)
{
    if (room->is_busy || room->is_dead)
        return;
    room->is_busy = true;
    room->next_busy = room->hall->rooms->busy;
    room->hall->rooms->busy = room;
}

void room_tick_later(struct room *room)
{
    if (room->is_ticking || room->is_dead)
        return;
    room->is_ticking = true;
    room->tick = room->hall->rooms->ticking;
    room->hall->rooms->ticking = room;
}

static bool has_job(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].job)
            return true;
    return false;
}

/* Is there anything to do for this server, where several share a store? For its listeners, or in the name of the lease,
 * which goes to where people are. */
static bool is_ours(struct room *room)
{
    if (room->sits && room_needs_holder(room))
        (void)room_holds(room);
    if (!room->sits && room->lease == LEASE_HELD && room_is_elsewhere(room) && !has_job(room) && room_is_quiet(room))
        room_drop_lease(room);
    if (room->sits || room->is_stale || room->lease == LEASE_HELD)
        return true;
    return room_needs_holder(room) && !room_is_elsewhere(room) && room_holds(room);
}

static void take_care(struct room *room, int64_t now)
{
    if (room->is_going)
        return;
    room_tell_crowd(room);
    if (hall_is_shared(room->hall) && !is_ours(room))
        return;
    if (room->status != STORED_RUNNING) {
        if (room->sits || room->is_stale)
            (void)room_table(room); /* it could not be read when it was needed */
        room_check_showing(room);
        return;
    }
    if (room->abandoned && now - room->abandoned > ABANDONED_MS && room_holds(room)) {
        room_fence(room);
        room_end(room);
        return;
    }
    if (room->abandoned)
        room_tick_later(room);
    if (!room_table(room))
        return;
    if (room_is_quiet(room))
        room_ask_computers(room);
    if (room_check_clocks(room))
        room_tick_later(room);
}

/* The list is walked once: whoever has more to do is put on the next one. Rooms that sleep are woken a few at a time.
 */
bool rooms_work(struct hall *hall)
{
    struct rooms *rooms = hall->rooms;
    int64_t now = hall_now(hall);
    struct room *list = rooms->busy;
    rooms->busy = NULL;
    int wakes = 0;
    while (list) {
        struct room *room = list;
        assert(room->is_busy);
        list = room->next_busy;
        room->next_busy = NULL;
        room->is_busy = false;
        if (!room->table && wakes++ >= WAKES_PER_BEAT)
            room_work_later(room);
        else
            take_care(room, now);
    }
    return rooms->busy != NULL;
}

/* The library keeps what was freed unless it is told: after a busy evening that is most of it. */
static void give_memory_back(void)
{
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}

/* May it leave the memory? Play is over, nobody looks at it, and the list does not show it: rooms_find brings it back.
 */
bool room_may_go(const struct room *room, int64_t now)
{
    return room->status == STORED_OVER && !room->table && now - room->used > SLEEP_MS && !room_is_needed(room) &&
           !(room->is_public && room_is_recent(room));
}

/* Rooms that nobody needs go to sleep, and go altogether when they are over; those that nobody has come to for days are
 * closed. */
static void sweep(struct hall *hall, int64_t now)
{
    struct rooms *rooms = hall->rooms;
    const int64_t patience = (int64_t)WAITING_DAYS * 24 * 3600 * 1000;
    bool has_slept = false;
    rooms->swept = now;
    for (struct room *room = rooms->newest, *next; room; room = next) {
        next = room->older;
        if (room_may_go(room, now) || (room->is_dead && room->beats == 0 && !room->is_touched)) {
            rooms_remove(hall, room);
            room_free(room);
            continue;
        }
        if (room->status == STORED_WAITING && !room->sits && now - room->since > patience)
            room_end(room);
        if (room->table && now - room->used > (room->status == STORED_OVER ? SLEEP_OVER_MS : SLEEP_MS)) {
            room_sleep(room);
            has_slept = has_slept || !room->table;
        }
    }
    if (has_slept)
        give_memory_back();
    admin_expire_bans(hall);
}

void rooms_tick(struct hall *hall)
{
    struct rooms *rooms = hall->rooms;
    int64_t now = hall_now(hall);
    struct room *list = rooms->ticking;
    rooms->ticking = NULL;
    while (list) {
        struct room *room = list;
        assert(room->is_ticking);
        list = room->tick;
        room->tick = NULL;
        room->is_ticking = false;
        take_care(room, now);
    }
    if (now - rooms->swept > SLEEP_MS / 2)
        sweep(hall, now);
}

void rooms_keep_clocks(struct hall *hall)
{
    for (struct room *room = hall->rooms->newest; room; room = room->older)
        if (room->table && room->status == STORED_RUNNING && room->clock.kind != CLOCK_NONE && room_is_held(room))
            room_change(room);
}

void rooms_go_on(struct hall *hall)
{
    for (struct room *room = hall->rooms->newest; room; room = room->older)
        if (room->table && room->status == STORED_RUNNING)
            room_work_later(room);
}

static bool is_lively(const struct room *room, int64_t now, int64_t quiet)
{
    bool is_here = false;
    for (int seat = 0; seat < room->seat_count; seat++)
        is_here = is_here || (room->seat[seat].kept.kind == STORED_PERSON && room->seat[seat].here > 0);
    return is_here && room->status == STORED_RUNNING && room->clock.kind != CLOCK_DAYS && now - room->moved < quiet;
}

bool rooms_are_lively(const struct hall *hall, int64_t quiet)
{
    int64_t now = hall_now(hall);
    for (const struct room *room = hall->rooms->newest; room; room = room->older)
        if (is_lively(room, now, quiet))
            return true;
    return false;
}
