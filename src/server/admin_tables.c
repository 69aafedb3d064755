/* admin_tables.c: listing, looking into, ending and deleting tables (admin.h). What is shown of a play is what a
 * watcher may know: never a hidden card, a key or a seed. */
#include <stdlib.h>
#include <string.h>

#include "server/admin.h"

enum { LISTED_USUALLY = 50, LISTED_MOST = 1000 * 1000, HOURS_MAX = 24 * 365 * 100, LAST_MOVES = 10 };

static const char *const statuses[] = {"waiting", "running", "over", "aside"};
enum { STATUSES = sizeof statuses / sizeof statuses[0] };

/* ---- listing ---- */

struct listing {
    struct hall *hall;
    int status; /* -1: all */
    bool has_address, is_all;
    struct prefix address;
    int older, newer; /* hours since it was made; -1: any */
    int most, found;
    struct json_writer *writer;
};

static bool is_from(const char *address, const struct prefix *prefix)
{
    struct prefix whole;
    if (!prefix_read(address, &whole))
        return false;
    return prefix_covers(prefix, &whole) || prefix_covers(&whole, prefix);
}

/* Has somebody from there made it, or is there now? */
static bool has_visitor(const struct room *room, const struct prefix *prefix)
{
    if (is_from(room->maker, prefix))
        return true;
    for (const struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        if (is_from(sit->peer->address->name, prefix))
            return true;
    return false;
}

static bool fits_age(const struct listing *listing, int64_t made)
{
    int64_t hours = (hall_date(listing->hall) - made) / (3600 * 1000);
    return (listing->older < 0 || hours >= listing->older) && (listing->newer < 0 || hours < listing->newer);
}

static void write_seats(const struct room *room, struct json_writer *writer)
{
    json_name(writer, "seats");
    json_open(writer, '[');
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct stored_seat *kept = &room->seat[seat].kept;
        static const char *const kinds[] = {"open", "reserved", "person", "bot"};
        json_open(writer, '{');
        json_field_string(writer, "seat", seat_code(seat));
        json_field_string(writer, "kind", kinds[kept->kind]);
        json_field_string(writer, "name", kept->kind == STORED_BOT && !kept->name[0] ? kept->bot : kept->name);
        json_field_bool(writer, "here", room->seat[seat].here > 0);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_line(const struct room *room, struct json_writer *writer)
{
    json_open(writer, '{');
    json_field_string(writer, "table", room->id);
    json_field_string(writer, "game", room->game_id);
    json_field_string(writer, "status", statuses[room->status]);
    if (room->why)
        json_field_string(writer, "why", room->why);
    json_field_int(writer, "made", room->made / 1000);
    if (room->moved)
        json_field_int(writer, "moved", hall_date_of(room->hall, room->moved) / 1000);
    if (room->table || room->steps || room->status == STORED_WAITING)
        json_field_int(writer, "steps", room->steps);
    json_field_int(writer, "watchers", room->watchers);
    if (room->maker[0])
        json_field_string(writer, "maker", room->maker);
    write_seats(room, writer);
    json_close(writer, '}');
}

static void list_room(struct listing *listing, const struct room *room)
{
    bool is_meant = !room->is_dead && !room->is_going &&
                    (listing->status < 0 || (int)room->status == listing->status) && fits_age(listing, room->made) &&
                    (!listing->has_address || has_visitor(room, &listing->address));
    if (is_meant && listing->found++ < listing->most)
        write_line(room, listing->writer);
}

/* One that is over and only in the store (a store_found). */
static bool list_stored(void *who, const struct stored_table *stored)
{
    struct listing *listing = who;
    if (stored->status != STORED_OVER || hall_has(listing->hall, stored->id))
        return true;
    struct room *room = room_from_store(listing->hall, stored);
    list_room(listing, room);
    room_free(room);
    return true;
}

static void write_list(void *what, struct json_writer *writer)
{
    struct listing *listing = what;
    struct ochre_error error;
    listing->writer = writer;
    listing->found = 0;
    json_name(writer, "tables");
    json_open(writer, '[');
    for (const struct room *room = listing->hall->newest; room; room = room->older)
        list_room(listing, room);
    if (listing->is_all && listing->hall->config.store)
        (void)store_each(listing->hall->config.store, list_stored, listing, &error);
    json_close(writer, ']');
    json_field_int(writer, "found", listing->found);
}

static bool read_status(const struct order *order, int *status)
{
    struct json value = json_get(order->words, "status");
    *status = -1;
    for (int i = 0; i < STATUSES; i++)
        if (json_is(value, statuses[i]))
            *status = i;
    if (*status >= 0 || !json_there(value))
        return true;
    order_refuse(order, 400, "form", N_("status is waiting, running, over or aside"));
    return false;
}

static bool read_address(const struct order *order, struct listing *listing)
{
    char text[64];
    struct json value = json_get(order->words, "address");
    listing->has_address = json_there(value);
    if (!listing->has_address || (json_string(value, text, sizeof text) && prefix_read(text, &listing->address)))
        return true;
    order_refuse(order, 400, "address", NO_ADDRESS);
    return false;
}

void order_list(struct order *order)
{
    struct listing listing = {.hall = order->hall, .older = -1, .newer = -1, .most = LISTED_USUALLY};
    listing.is_all = order_flag(order, "all");
    if (read_status(order, &listing.status) && read_address(order, &listing) &&
        order_number(order, "older", 0, HOURS_MAX, &listing.older) &&
        order_number(order, "newer", 0, HOURS_MAX, &listing.newer) &&
        order_number(order, "most", 0, LISTED_MOST, &listing.most))
        order_answer(order, write_list, &listing);
}

/* ---- one table ---- */

static struct room *find_room(const struct order *order)
{
    char id[STORE_ID_SIZE];
    struct hall *hall = order->hall;
    if (!read_id(json_get(order->words, "table"), id)) {
        order_refuse(order, 400, "form", N_("that is not the id of a table"));
        return NULL;
    }
    struct room *room = hall_find(hall, id);
    if (room)
        return room;
    char *path = hall->config.store ? store_archived(hall->config.store, id) : NULL;
    if (path)
        order_refuse(order, 409, "archived", N_("this table is over and has become a file of the archive"));
    else
        order_refuse(order, 404, "table", N_("there is no such table"));
    free(path);
    return NULL;
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
        json_field_string(writer, "address", sit->peer->address->name);
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

static void write_room(void *what, struct json_writer *writer)
{
    struct room *room = what;
    int64_t now = hall_now(room->hall);
    room_write(room, writer, NULL);
    json_field_int(writer, "watchers", room->watchers);
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
    json_name(writer, "thinking");
    json_open(writer, '[');
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].job)
            json_put_string(writer, seat_code(seat));
    json_close(writer, ']');
    write_listeners(room, writer);
    if (room->table && room->status != STORED_WAITING)
        write_step(room, writer);
}

void order_show(struct order *order)
{
    struct room *room = find_room(order);
    if (!room)
        return;
    (void)room_table(room);
    order_answer(order, write_room, room);
}

/* ---- ending and deleting ---- */

struct ending {
    char table[STORE_ID_SIZE];
    const char *status;
    char why[4 * WHY_CHARACTERS + 1];
};

static void write_ending(const struct ending *ending, struct json_writer *writer)
{
    json_field_string(writer, "table", ending->table);
    json_field_string(writer, "was", ending->status);
}

static struct ending *new_ending(const struct room *room)
{
    struct ending *ending = new_memory(sizeof *ending);
    memcpy(ending->table, room->id, sizeof ending->table);
    ending->status = statuses[room->status];
    return ending;
}

static void ended(struct hall *hall, void *what, struct json_writer *writer)
{
    const struct ending *ending = what;
    order_note(hall, "end", ending->table, ending->why);
    write_ending(ending, writer);
}

void order_end(struct order *order)
{
    struct room *room = find_room(order);
    if (!room)
        return;
    if (room->status == STORED_OVER || room->status == STORED_ASIDE) {
        order_refuse(order, 409, statuses[room->status],
                     room->status == STORED_OVER ? N_("the play is over already")
                                                 : N_("the table is set aside; it can be deleted"));
        return;
    }
    struct ending *ending = new_ending(room);
    if (!order_text(order, "why", WHY_CHARACTERS, WHY_TOO_LONG, ending->why, sizeof ending->why) ||
        !order_may_change(order)) {
        free(ending);
        return;
    }
    free(room->why);
    room->why = copy_text(ending->why[0] ? ending->why : N_("The host of this server has ended the play."));
    room_end(room);
    room_tell_step(room);
    order_promise(order, ended, ending);
}

static void deleted(struct hall *hall, void *what, struct json_writer *writer)
{
    const struct ending *ending = what;
    order_note(hall, "delete", ending->table, "");
    write_ending(ending, writer);
}

void order_delete(struct order *order)
{
    struct room *room = find_room(order);
    if (!room)
        return;
    if (room->status == STORED_RUNNING && !order_flag(order, "force")) {
        order_refuse(order, 409, "running", N_("play is going on; end it first, or use force"));
        return;
    }
    if (!order_may_change(order))
        return;
    struct ending *ending = new_ending(room);
    room_cancel_computers(room);
    room_touch(room);
    room->is_going = true;
    order_promise(order, deleted, ending);
}
