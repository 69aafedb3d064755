/* room_clock.c: the clocks of a room run for people who are asked; when one has run out a computer stands in. */
#include <assert.h>

#include "server/room_inner.h"
#include "server/room_play.h"
#include "server/room_seats.h"

/* Clocks run for people who are asked. */
void room_run_clocks(struct room *room)
{
    if (room->clock.kind == CLOCK_NONE)
        return;
    int64_t now = hall_now(room->hall);
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct clock *clock = &room->seat[seat].clock;
        if (room_is_asked(room, seat) && !room_has_computer(room, seat)) {
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
        if (clock_left(clock, now) == 0) {
            clock_stop(clock, &room->clock, false, now);
            room_stand_in(room, seat, STAND_IN);
        }
    }
    return is_running;
}
