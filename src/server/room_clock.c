/* room_clock.c: the clocks of a room run for people who are asked. When one has run out a computer answers that one
 * question; who misses several in a row is away, and the computer goes on until they are back. */
#include <assert.h>

#include "server/room_inner.h"
#include "server/room_play.h"
#include "server/room_seats.h"
#include "server/room_tell.h"
#include "server/room_terms.h"

enum { MISSED_MAX = 3 };

/* The question goes to a computer, and the seat stays the person's. Where the time of the whole play is used up, the
 * next question has a little. */
static void miss(struct room *room, int seat)
{
    struct room_seat *at = &room->seat[seat];
    assert(room_is_asked(room, seat) && at->missed < MISSED_MAX);
    room_fence(room);
    if (room->clock.kind == CLOCK_GAME)
        at->clock.left = CLOCK_AGAIN_MS;
    if (++at->missed >= MISSED_MAX) {
        at->is_away = true;
        room_stand_in(room, seat, STAND_IN);
        return;
    }
    at->is_covered = true;
    at->covered_ask = table_ask(room->table, seat);
    room_change(room);
    room_tell_table(room);
    room_tick_later(room);
    room_work_later(room);
}

/* Clocks run for people who are asked. */
void room_run_clocks(struct room *room)
{
    if (room->clock.kind == CLOCK_NONE)
        return;
    int64_t now = hall_now(room->hall);
    bool is_paused = room_is_paused(room);
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct clock *clock = &room->seat[seat].clock;
        bool is_due = room_is_asked(room, seat) && !room_has_computer(room, seat);
        if (is_due && (is_paused || room_is_covered(room, seat))) {
            clock_stop(clock, &room->clock, false, now);
        } else if (is_due) {
            uint32_t ask = table_ask(room->table, seat);
            if (clock->since && clock->ask != ask)
                clock_stop(clock, &room->clock, true, now);
            clock_start(clock, &room->clock, ask, now);
            room_tick_later(room);
        } else {
            clock_stop(clock, &room->clock, true, now);
        }
    }
}

bool room_check_clocks(struct room *room)
{
    bool is_running = false;
    int64_t now = hall_now(room->hall);
    if (room->clock.kind == CLOCK_NONE)
        return false;
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct clock *clock = &room->seat[seat].clock;
        if (!clock->since)
            continue;
        is_running = true;
        assert(clock->since <= now);
        if (clock_left(clock, now) == 0 && room_holds(room)) {
            clock_stop(clock, &room->clock, false, now);
            miss(room, seat);
        }
    }
    return is_running;
}
