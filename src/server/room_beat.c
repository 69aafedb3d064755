/* room_beat.c: what becomes of a room while what it changed is being stored (room_beat.h). */
#include <assert.h>
#include <stdlib.h>

#include "server/beat.h"
#include "server/peer.h"
#include "server/request.h"
#include "server/room_inner.h"
#include "server/room_tell.h"
#include "server/sit.h"

void room_touch(struct room *room)
{
    if (room->is_touched)
        return;
    beat_add_room(room->hall, &(struct room_mark){.room = room, .epoch = room->epoch});
    room->is_touched = true;
}

/* Every batch that changes the table gives it a version of its own: what builds on a batch that was refused fits
 * nothing that is ever stored. */
void room_build(struct room *room)
{
    struct hall *hall = room->hall;
    room_touch(room);
    if (room->is_built || !hall_is_shared(hall))
        return;
    int64_t after = store_server(hall->config.store) << 32 | (int64_t)++hall->rooms->tags;
    store_build_on(beat_batch(hall), room->number, room->version, after);
    room->version = after;
    room->is_built = true;
}

void room_change(struct room *room)
{
    room_build(room);
    room->is_changed = true;
}

bool room_is_quiet(const struct room *room)
{
    return room->undurable == 0 && !room->is_touched && !room->is_stale;
}

bool room_is_touched(const struct room *room)
{
    return room->is_touched;
}

struct deferred **room_deferred(struct room *room)
{
    return &room->deferred;
}

/* What is told of when it is durable, where others may be faster. True: the room was made anew, and has settled. */
static bool settle_shared(struct room *room)
{
    if (room->has_cut) { /* so that questions have the same numbers everywhere */
        room_renew(room);
        return true;
    }
    if (room->is_checking)
        room_check_sits(room);
    room_tell_wishes(room);
    if (room->is_behind)
        room_work_later(room);
    return false;
}

void room_settled(struct room *room)
{
    assert(room->undurable == 0 && !room->is_touched);
    free(room->pack);
    room->pack = NULL;
    if (room->is_dead)
        return;
    if (room->table)
        room_play_settled(room);
    if (hall_is_shared(room->hall) && settle_shared(room))
        return;
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        peer_wake(sit->peer);
    struct deferred *deferred = room->deferred;
    room->deferred = NULL;
    request_retry(room->hall, deferred);
    if (room->status == STORED_RUNNING && room->table && table_pending(room->table) && !room->is_touched)
        room_work_later(room);
}

/* Nothing of the turn was stored: the room is made anew from what is. Until that can be read nobody is told anything.
 * One that was to be set aside stays so, for as long as the program runs. */
static void roll_back(struct room *room)
{
    room->is_going = room->is_checking = false;
    room->wish.is_open = false;
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        sit->table_due = sit->step_due = true;
    room_renew(room);
}

/* The host, or on a page of one's own whoever plays, has deleted it, and that is durable. */
static void be_gone(struct room *room)
{
    room->is_dead = true;
    room_dismiss(room, OCHRE_EVERYBODY,
                 room->hall->config.is_own ? N_("This table is no longer here.")
                                           : N_("The host of this server has deleted this table."));
}

/* ---- for beat.c ---- */

void room_hand_in(struct room_mark *mark, struct store_batch *batch)
{
    struct room *room = mark->room;
    assert(room->is_touched);
    mark->is_going = room->is_going;
    if (batch && room->is_fenced)
        store_need_lease(batch, room->number);
    if (batch && room->is_going)
        store_drop_table(batch, room->number);
    else if (batch && room->is_changed)
        room_put(room, batch);
    room->is_changed = room->is_built = room->is_fenced = false;
    room->is_touched = false;
    room->undurable++;
    room->beats++;
}

/* A room that was made anew since knows nothing of this beat. */
void room_stored(const struct room_mark *mark, enum store_result result)
{
    struct room *room = mark->room;
    assert(room->undurable > 0);
    room->undurable--;
    if (result != STORE_DURABLE && room->epoch == mark->epoch)
        roll_back(room);
    else if (mark->is_going && result == STORE_DURABLE)
        be_gone(room);
    if (room->undurable == 0 && !room->is_touched)
        room_settled(room);
}

void room_let_go(const struct room_mark *mark)
{
    struct room *room = mark->room;
    assert(room->beats > 0);
    if (--room->beats == 0 && room->is_dead && !room->is_touched) {
        rooms_remove(room->hall, room);
        room_free(room);
    }
}
