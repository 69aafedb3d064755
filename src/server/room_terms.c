/* room_terms.c: what the terms of a table allow (hints, stand-ins, taking back), who has to be ready before play, and
 * whether play rests because nobody is here. */
#include <assert.h>

#include "server/room_inner.h"
#include "server/room_play.h"
#include "server/room_seats.h"
#include "server/room_tell.h"
#include "server/room_terms.h"

const char *const room_term_words[] = {"usual", "allow", "never", "kept", NULL};

/* Seats that are not a computer's: open and reserved ones wait for people. */
static int count_people(const struct room *room)
{
    int people = 0;
    for (int seat = 0; seat < room->seat_count; seat++)
        people += room->seat[seat].kept.kind != STORED_BOT;
    return people;
}

/* ---- help ---- */

static bool has_rival(const struct room *room)
{
    return count_people(room) > 1;
}

/* Against people, help is there only when it was agreed; against people and time, never. */
static bool allows(const struct room *room, enum room_term term, bool is_usual, bool is_timeless)
{
    if (term == TERM_KEPT || term == TERM_NEVER)
        return term == TERM_KEPT;
    if (is_timeless && has_rival(room) && room->clock.kind != CLOCK_NONE)
        return false;
    return term == TERM_ALLOW || is_usual;
}

bool room_may_hint(const struct room *room)
{
    return allows(room, room->hints, !has_rival(room), true);
}

bool room_may_stand_in(const struct room *room)
{
    return allows(room, room->standins, !has_rival(room), false);
}

bool room_may_undo(const struct room *room)
{
    return allows(room, room->takeback, true, true);
}

/* ---- ready ---- */

bool room_is_ready(const struct room *room, int seat)
{
    assert(seat >= 0 && seat < room->seat_count);
    const struct room_seat *at = &room->seat[seat];
    return at->kept.kind == STORED_BOT || at->is_ready;
}

bool room_is_everybody_ready(const struct room *room)
{
    if (room->is_showing || count_people(room) <= 1)
        return true;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (!room_is_ready(room, seat))
            return false;
    return true;
}

void room_set_ready(struct room *room, int seat, bool is_ready)
{
    assert(room->status == STORED_WAITING && seat >= 0 && seat < room->seat_count);
    if (room->seat[seat].is_ready == is_ready)
        return;
    room->seat[seat].is_ready = is_ready;
    room_change(room);
    room_tell_table(room);
    room_begin_if_full(room);
}

/* ---- rest ---- */

bool room_is_away(const struct room *room, int seat)
{
    assert(seat >= 0 && seat < room->seat_count);
    return room->seat[seat].is_away;
}

static bool is_live(const struct clock_terms *clock)
{
    return clock->kind == CLOCK_MOVE || clock->kind == CLOCK_GAME;
}

/* Who has days for a move need not be here, but must not be away. */
bool room_is_paused(const struct room *room)
{
    if (room->status != STORED_RUNNING || !room->has_persons)
        return false;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_seat *at = &room->seat[seat];
        if (at->kept.kind == STORED_PERSON &&
            (room->clock.kind == CLOCK_DAYS ? !at->is_away : room_is_here(room, seat)))
            return false;
    }
    return true;
}

static void lose_readiness(struct room *room, struct room_seat *at)
{
    if (at->is_ready && hall_is_shared(room->hall) && !room->is_stale && !room->hall->is_closing)
        room_change(room); /* the other servers must know */
    at->is_ready = false;
}

static bool has_running_clock(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].clock.since)
            return true;
    return false;
}

void room_look_who_is_here(struct room *room, int seat)
{
    assert(seat >= 0 && seat < room->seat_count);
    struct room_seat *at = &room->seat[seat];
    bool is_here = room_is_here(room, seat);
    if (room->status == STORED_WAITING && !is_here && !room->is_showing && is_live(&room->clock))
        lose_readiness(room, at); /* its time would run */
    if (room->status != STORED_RUNNING || !room->table)
        return;
    bool was_running = has_running_clock(room);
    room_run_clocks(room);
    if (hall_is_shared(room->hall) && room_is_held(room) && has_running_clock(room) != was_running && !room->is_stale &&
        !room->hall->is_closing)
        room_change(room); /* whoever takes over, or comes to another server, finds them so */
    if (room_is_paused(room))
        room_cancel_computers(room);
    else if (is_here)
        room_work_later(room); /* perhaps it goes on */
}
