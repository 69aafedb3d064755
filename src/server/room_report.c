/* room_report.c: what the host of the server is shown of a room: what a watcher may know, and who is there; never a
 * hidden card, a key or a seed. */
#include "server/bans.h"
#include "server/peer.h"
#include "server/room_inner.h"
#include "server/room_tell.h"
#include "server/sit.h"

enum { LAST_MOVES = 10 };

static bool is_from(const char *address, const struct prefix *prefix)
{
    struct prefix whole;
    if (!prefix_read(address, &whole))
        return false;
    return prefix_covers(prefix, &whole) || prefix_covers(&whole, prefix);
}

bool room_has_visitor(const struct room *room, const struct prefix *prefix)
{
    if (is_from(room->maker, prefix))
        return true;
    for (const struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        if (is_from(peer_address(sit->peer)->name, prefix))
            return true;
    return false;
}

static void write_seats(const struct room *room, struct json_writer *writer)
{
    json_name(writer, "seats");
    json_open(writer, '[');
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct stored_seat *kept = &room->seat[seat].kept;
        json_open(writer, '{');
        json_field_string(writer, "seat", seat_code(seat));
        json_field_string(writer, "kind", room_seat_kinds[kept->kind]);
        json_field_string(writer, "name", kept->kind == STORED_BOT && !kept->name[0] ? kept->bot : kept->name);
        json_field_bool(writer, "here", room_is_here(room, seat));
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

void room_write_line(const struct room *room, struct json_writer *writer)
{
    json_open(writer, '{');
    json_field_string(writer, "table", room->id);
    json_field_string(writer, "game", room->game_id);
    json_field_string(writer, "status", room_statuses[room->status]);
    if (room->why)
        json_field_string(writer, "why", room->why);
    json_field_int(writer, "made", room->made / 1000);
    if (room->moved)
        json_field_int(writer, "moved", hall_date_of(room->hall, room->moved) / 1000);
    if (room->table || room->steps || room->status == STORED_WAITING)
        json_field_int(writer, "steps", room->steps);
    json_field_int(writer, "watchers", room->watchers + room->watchers_there);
    if (room->maker[0])
        json_field_string(writer, "maker", room->maker);
    write_seats(room, writer);
    json_close(writer, '}');
}

static void write_listeners(const struct room *room, struct json_writer *writer)
{
    json_name(writer, "listeners");
    json_open(writer, '[');
    for (const struct sit *sit = room->sits; sit; sit = sit->next_of_room) {
        json_open(writer, '{');
        if (sit->seat == OCHRE_NOBODY)
            json_field_null(writer, "seat");
        else
            json_field_string(writer, "seat", seat_code(sit->seat));
        json_field_string(writer, "address", peer_address(sit->peer)->name);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* The last moves, as somebody who watches would be told them. */
static void write_last(void *what, struct ochre_text *out)
{
    const struct room *room = what;
    int count = table_step_count(room->table);
    step_write(room->table, NULL,
               &(struct step_listener){.viewer = OCHRE_NOBODY,
                                       .is_ended = room->status == STORED_OVER,
                                       .from = count > LAST_MOVES ? count - LAST_MOVES : 0},
               out);
}

static void write_step(struct room *room, struct json_writer *writer)
{
    struct paper paper = {0};
    size_t length;
    const char *text = paper_fill(&paper, write_last, room, &length);
    if (text) {
        json_name(writer, "step");
        json_put_raw(writer, text);
    }
    paper_free(&paper);
}

void room_write_report(struct room *room, struct json_writer *writer)
{
    int64_t now = hall_now(room->hall);
    room_write(room, writer, NULL);
    json_field_int(writer, "watchers", room->watchers + room->watchers_there);
    if (room->moved)
        json_field_int(writer, "moved", hall_date_of(room->hall, room->moved) / 1000);
    if (room->ended)
        json_field_int(writer, "ended", room->ended / 1000);
    if (room->maker[0])
        json_field_string(writer, "maker", room->maker);
    json_name(writer, "clocks");
    json_open(writer, '{');
    for (int seat = 0; seat < room->seat_count && room->clock.kind != CLOCK_NONE; seat++)
        json_field_int(writer, seat_code(seat), clock_left(&room->seat[seat].clock, now) / 1000);
    json_close(writer, '}');
    room_write_thinking(room, writer);
    write_listeners(room, writer);
    if (room->table && room->status != STORED_WAITING)
        write_step(room, writer);
}
