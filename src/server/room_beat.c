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

void room_change(struct room *room)
{
    room_touch(room);
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

void room_settled(struct room *room)
{
    assert(room->undurable == 0 && !room->is_touched);
    free(room->pack);
    room->pack = NULL;
    if (room->is_dead)
        return;
    if (room->table)
        room_play_settled(room);
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
    room->epoch++;
    room->is_going = false;
    room_cancel_computers(room);
    table_delete(room->table);
    room->table = NULL;
    room->wish.is_open = false;
    room->again = 0;
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        sit->table_due = sit->step_due = true;
    room->is_stale = room->status != STORED_ASIDE;
    (void)room_table(room);
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
    if (batch && room->is_going)
        store_drop_table(batch, room->number);
    else if (batch && room->is_changed)
        room_put(room, batch);
    room->is_changed = false;
    room->is_touched = false;
    room->undurable++;
    room->beats++;
}

/* A room that was made anew since knows nothing of this beat. */
void room_stored(const struct room_mark *mark, bool is_durable)
{
    struct room *room = mark->room;
    assert(room->undurable > 0);
    room->undurable--;
    if (!is_durable && room->epoch == mark->epoch)
        roll_back(room);
    else if (mark->is_going)
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
