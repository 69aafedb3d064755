/* admin_tables.c: listing, looking into, ending and deleting tables (admin_inner.h). */
#include <stdlib.h>

#include "server/admin_inner.h"
#include "server/read.h"
#include "server/room.h"
#include "server/room_list.h"
#include "server/room_news.h"
#include "server/room_tell.h"

enum { LISTED_USUALLY = 50, LISTED_MOST = 1000 * 1000, HOURS_MAX = 24 * 365 * 100 };

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

static bool fits_age(const struct listing *listing, int64_t made)
{
    int64_t hours = (hall_date(listing->hall) - made) / (3600 * 1000);
    return (listing->older < 0 || hours >= listing->older) && (listing->newer < 0 || hours < listing->newer);
}

static void list_room(struct listing *listing, const struct room *room)
{
    bool is_meant = !room_is_gone(room) && (listing->status < 0 || (int)room_status(room) == listing->status) &&
                    fits_age(listing, room_made(room)) &&
                    (!listing->has_address || room_has_visitor(room, &listing->address));
    if (is_meant && listing->found++ < listing->most)
        room_write_line(room, listing->writer);
}

/* One that is over and only in the store (a store_found). */
static bool list_stored(void *who, const struct stored_table *stored)
{
    struct listing *listing = who;
    if (stored->status != STORED_OVER || rooms_has(listing->hall, stored->id))
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
    rooms_learn(listing->hall);
    listing->writer = writer;
    listing->found = 0;
    json_name(writer, "tables");
    json_open(writer, '[');
    for (const struct room *room = rooms_newest(listing->hall); room; room = room_older(room))
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
    for (int i = 0; i <= STORED_ASIDE; i++)
        if (json_is(value, room_statuses[i]))
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
    struct room *room = rooms_find(hall, id);
    if (room)
        return room;
    if (hall->config.store && store_is_archived(hall->config.store, id))
        order_refuse(order, 409, "archived", N_("this table is over and has become a file of the archive"));
    else
        order_refuse(order, 404, "table", N_("there is no such table"));
    return NULL;
}

static void write_room(void *what, struct json_writer *writer)
{
    room_write_report(what, writer);
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
    struct ochre_text text = text_on(ending->table, sizeof ending->table);
    text_add(&text, room_id(room));
    ending->status = room_statuses[room_status(room)];
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
    if (room_status(room) == STORED_OVER || room_status(room) == STORED_ASIDE) {
        order_refuse(order, 409, room_statuses[room_status(room)],
                     room_status(room) == STORED_OVER ? N_("the play is over already")
                                                      : N_("the table is set aside; it can be deleted"));
        return;
    }
    struct ending *ending = new_ending(room);
    if (!order_text(order, "why", WHY_CHARACTERS, WHY_TOO_LONG, ending->why, sizeof ending->why) ||
        !order_may_change(order)) {
        free(ending);
        return;
    }
    room_end_because(room, ending->why[0] ? ending->why : N_("The host of this server has ended the play."));
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
    if (room_status(room) == STORED_RUNNING && !order_flag(order, "force")) {
        order_refuse(order, 409, "running", N_("play is going on; end it first, or use force"));
        return;
    }
    if (!order_may_change(order))
        return;
    struct ending *ending = new_ending(room);
    room_drop(room);
    order_promise(order, deleted, ending);
}
