/* room_chance.c: the showing, in which pledged shares are opened, and what is told of chance (docs/fair.md). A room is
 * in the showing while it still waits, every seat is taken and somebody has yet to open: then nothing of it can be
 * changed.
 */
#include <assert.h>
#include <string.h>

#include "server/room_inner.h"
#include "server/room_seats.h"
#include "server/room_tell.h"

enum {
    OPENING_MS = 2 * 60 * 1000,         /* so long play waits for a share */
    OPENING_DAYS_MS = 24 * 3600 * 1000, /* the same where people have days for a move */
};

static int64_t patience(const struct room *room)
{
    return room->clock.kind == CLOCK_DAYS ? OPENING_DAYS_MS : OPENING_MS;
}

/* Seats that have yet to open their share. */
static ochre_seats unopened(const struct room *room)
{
    ochre_seats seats = 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct stored_seat *kept = &room->seat[seat].kept;
        if (kept->kind == STORED_PERSON && kept->chance.has_pledge && !kept->chance.share_size)
            seats |= SEAT_BIT(seat);
    }
    return seats;
}

/* ---- pledging ---- */

bool room_may_pledge(const struct room *room, int seat, const unsigned char *pledge)
{
    const struct fair_part *chance = &room->seat[seat].kept.chance;
    return pledge && room->status == STORED_WAITING && !room->is_showing &&
           !(chance->has_pledge && memcmp(chance->pledge, pledge, FAIR_SIZE) == 0);
}

void room_pledge(struct room *room, int seat, const unsigned char *pledge)
{
    assert(seat >= 0 && seat < room->seat_count && room->status == STORED_WAITING && !room->is_showing);
    struct fair_part *chance = &room->seat[seat].kept.chance;
    *chance = (struct fair_part){.has_pledge = pledge != NULL};
    if (pledge)
        memcpy(chance->pledge, pledge, FAIR_SIZE);
    if (room->table) /* asleep: it is made from what is stored */
        (void)table_pledge(room->table, seat, pledge);
}

/* ---- the showing ---- */

bool room_may_open(const struct room *room, int seat, struct against *against)
{
    if (room->status != STORED_WAITING)
        *against = (struct against){NO_OFF, N_("Play has begun; its chance is fixed.")};
    else if (!room->is_showing)
        *against =
            (struct against){NO_WAITING, N_("Not everybody sits yet; keep your share until the table asks for it.")};
    else if (!room->seat[seat].kept.chance.has_pledge)
        *against = (struct against){NO_OFF, N_("This seat has pledged nothing.")};
    else
        return true;
    return false;
}

void room_run_showing(struct room *room)
{
    assert(room->is_showing);
    room->showing_until = hall_now(room->hall) + patience(room);
    room_tick_later(room);
}

bool room_waits_for_shares(struct room *room)
{
    if (!unopened(room))
        return false;
    if (!room->is_showing) {
        room->is_showing = true;
        room_run_showing(room);
        room_change(room);
        room_tell_table(room);
    }
    return true;
}

int room_open(struct room *room, int seat, const unsigned char share[FAIR_SIZE])
{
    assert(room->is_showing && seat >= 0 && seat < room->seat_count);
    struct fair_part *chance = &room->seat[seat].kept.chance;
    if (!room_table(room) || table_open(room->table, seat, share) < 0)
        return -1;
    memcpy(chance->share, share, FAIR_SIZE);
    chance->share_size = FAIR_SIZE;
    room_change(room);
    room_tell_table(room);
    room_begin_if_full(room);
    return 0;
}

void room_check_showing(struct room *room)
{
    const char *why;
    if (!room->is_showing || room->status != STORED_WAITING || !room_table(room))
        return;
    if (hall_now(room->hall) < room->showing_until || !hall_keeps(room->hall, &why) || !room_holds(room)) {
        room_tick_later(room);
        return;
    }
    room_fence(room);
    room_begin(room);
}

/* ---- what is told ---- */

static void write_hex(struct json_writer *writer, const char *name, const unsigned char *bytes, size_t count)
{
    char hex[FAIR_HEX_SIZE];
    fair_to_hex(bytes, count, hex);
    json_field_string(writer, name, hex);
}

static void write_pledges(const struct fair *fair, struct json_writer *writer)
{
    json_name(writer, "pledges");
    json_open(writer, '{');
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        if (fair->part[seat].has_pledge)
            write_hex(writer, seat_code(seat), fair->part[seat].pledge, FAIR_SIZE);
    json_close(writer, '}');
}

static void write_shares(const struct fair *fair, struct json_writer *writer)
{
    json_name(writer, "shares");
    json_open(writer, '{');
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        if (fair->part[seat].share_size)
            write_hex(writer, seat_code(seat), fair->part[seat].share, fair->part[seat].share_size);
    json_close(writer, '}');
}

/* Shares stay closed until play has begun: then none of them can be chosen any more. */
void room_write_fair(const struct room *room, struct json_writer *writer)
{
    assert(room->table);
    const struct fair *fair = table_fair(room->table);
    bool has_begun = table_has_begun(room->table);
    json_name(writer, "fair");
    json_open(writer, '{');
    json_field_int(writer, "version", fair->version);
    write_hex(writer, "commitment", fair->commitment, FAIR_SIZE);
    write_pledges(fair, writer);
    if (fair->version != 1 && (room->is_showing || has_begun))
        write_hex(writer, "seal", fair->seal, FAIR_SIZE);
    if (room->is_showing) {
        int64_t left = room->showing_until - hall_now(room->hall);
        json_name(writer, "unopened");
        seats_write(unopened(room), writer);
        json_field_double(writer, "left", (double)(left > 0 ? left : 0) / 1000.0, 1);
    }
    if (has_begun) {
        write_shares(fair, writer);
        json_name(writer, "withheld");
        seats_write(fair_unopened(fair), writer);
    }
    if (room->status == STORED_OVER && table_is_over(room->table))
        write_hex(writer, "seed", fair->seed, FAIR_SIZE);
    json_close(writer, '}');
}
