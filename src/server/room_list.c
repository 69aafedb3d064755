/* room_list.c: all rooms of a hall (room_list.h). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "server/memory.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "server/sit.h"

/* ---- by their id ---- */

static struct room **chain_of(struct rooms *rooms, const char *id)
{
    return &rooms->chain[hash_bytes(0, id, strlen(id)) & (rooms->chains - 1)];
}

static struct room **chain_of_number(const struct rooms *rooms, int64_t number)
{
    return &rooms->number[hash_bytes(0, &number, sizeof number) & (rooms->chains - 1)];
}

static void chain_up(struct rooms *rooms, struct room *room)
{
    struct room **chain = chain_of(rooms, room->id);
    room->next = *chain;
    *chain = room;
    chain = chain_of_number(rooms, room->number);
    room->next_number = *chain;
    *chain = room;
}

static void grow_chains(struct rooms *rooms)
{
    rooms->chains = rooms->chains ? 2 * rooms->chains : 256;
    free(rooms->chain);
    free(rooms->number);
    rooms->chain = new_memory(rooms->chains * sizeof(void *));
    rooms->number = new_memory(rooms->chains * sizeof(void *));
    for (struct room *room = rooms->newest; room; room = room->older)
        chain_up(rooms, room);
}

void rooms_add(struct hall *hall, struct room *room)
{
    struct rooms *rooms = hall->rooms;
    assert(room->hall == hall);
    if (rooms->count >= rooms->chains)
        grow_chains(rooms);
    chain_up(rooms, room);
    room->older = rooms->newest;
    if (room->older)
        room->older->newer = room;
    rooms->newest = room;
    rooms->count++;
}

void rooms_remove(struct hall *hall, struct room *room)
{
    struct rooms *rooms = hall->rooms;
    assert(room->hall == hall && rooms->count > 0);
    for (struct room **at = chain_of(rooms, room->id); *at; at = &(*at)->next)
        if (*at == room) {
            *at = room->next;
            break;
        }
    for (struct room **at = chain_of_number(rooms, room->number); *at; at = &(*at)->next_number)
        if (*at == room) {
            *at = room->next_number;
            break;
        }
    if (room->newer)
        room->newer->older = room->older;
    else
        rooms->newest = room->older;
    if (room->older)
        room->older->newer = room->newer;
    for (struct room **at = &rooms->busy; *at; at = &(*at)->next_busy)
        if (*at == room) {
            *at = room->next_busy;
            break;
        }
    for (struct room **at = &rooms->ticking; *at; at = &(*at)->tick)
        if (*at == room) {
            *at = room->tick;
            break;
        }
    for (struct room **at = &rooms->told; *at; at = &(*at)->next_told)
        if (*at == room) {
            *at = room->next_told;
            break;
        }
    rooms->leases -= room->lease == LEASE_HELD;
    rooms->leases_asked -= room->lease == LEASE_ASKED;
    rooms->count--;
}

static struct room *find_here(struct rooms *rooms, const char *id)
{
    assert(rooms->chains > 0 && (rooms->chains & (rooms->chains - 1)) == 0); /* a power of two */
    for (struct room *room = *chain_of(rooms, id); room; room = room->next)
        if (strcmp(room->id, id) == 0)
            return room;
    return NULL;
}

struct room *rooms_numbered(const struct hall *hall, int64_t number)
{
    struct room *room = *chain_of_number(hall->rooms, number);
    while (room && room->number != number)
        room = room->next_number;
    return room;
}

bool rooms_has(struct hall *hall, const char *id)
{
    return find_here(hall->rooms, id) != NULL;
}

/* One that was over and out of memory (a store_found). */
static bool remember(void *who, const struct stored_table *stored)
{
    struct hall *hall = who;
    struct room *room = room_from_store(hall, stored);
    rooms_add(hall, room);
    if (room->status == STORED_ASIDE)
        room_say_aside(room);
    room_wonder_later(room);
    return true;
}

struct room *rooms_find(struct hall *hall, const char *id)
{
    struct room *room = find_here(hall->rooms, id);
    struct ochre_error error;
    int found = !room && hall->config.store ? store_look(hall->config.store, id, remember, hall, &error) : 0;
    hall->rooms->is_blind = found < 0;
    if (found == 1)
        room = find_here(hall->rooms, id);
    return room && !room->is_dead && !room->is_going ? room : NULL;
}

bool rooms_is_blind(const struct hall *hall)
{
    return hall->rooms->is_blind;
}

/* ---- all of them ---- */

struct room *rooms_newest(const struct hall *hall)
{
    return hall->rooms->newest;
}

struct room *room_older(const struct room *room)
{
    return room->older;
}

void rooms_count(const struct hall *hall, struct room_counts *counts)
{
    *counts = (struct room_counts){.all = (int)hall->rooms->count, .leases = hall->rooms->leases};
    for (const struct room *room = hall->rooms->newest; room; room = room->older) {
        counts->by_status[room->status] += !room->is_dead;
        counts->awake += room->table != NULL;
        counts->resting += room->status == STORED_RUNNING && room_rests(room);
        for (const struct sit *sit = room->sits; sit; sit = sit->next_of_room)
            counts->listeners++;
    }
}

/* ---- beginning and end ---- */

struct rooms *rooms_new(void)
{
    struct rooms *rooms = new_memory(sizeof *rooms);
    grow_chains(rooms);
    return rooms;
}

void rooms_add_stored(struct hall *hall, const struct stored_table *stored)
{
    struct room *room = room_from_store(hall, stored);
    if (room_may_go(room, hall_now(hall))) {
        room_free(room);
        return;
    }
    rooms_add(hall, room);
    if (room->status == STORED_ASIDE)
        room_say_aside(room);
    if (room_needs_holder(room)) /* where only people play nothing happens until one of them comes */
        room_work_later(room);
}

static bool add_stored(void *who, const struct stored_table *stored)
{
    rooms_add_stored(who, stored);
    return true;
}

int rooms_read(struct hall *hall, struct ochre_error *error)
{
    hall->rooms->is_wondering = hall_is_shared(hall);
    return hall->config.store ? store_each(hall->config.store, add_stored, hall, error) : 0;
}

void rooms_delete(struct rooms *rooms)
{
    while (rooms->newest) {
        struct room *room = rooms->newest;
        rooms_remove(room->hall, room);
        room_free(room);
    }
    assert(rooms->count == 0);
    free(rooms->chain);
    free(rooms->number);
    free(rooms->strange);
    free(rooms);
}
