/* room_list.h: all rooms of a hall: by id, in the order they were made, and those that have something to do. */
#ifndef OCHRE_SERVER_ROOM_LIST_H
#define OCHRE_SERVER_ROOM_LIST_H

#include "server/room.h"

struct rooms *rooms_new(void);
void rooms_delete(struct rooms *rooms); /* with all that is in it; NULL is let pass */

/* Headers of what is stored; tables are restored when somebody needs them. */
int rooms_read(struct hall *hall, struct ochre_error *error);

/* In memory or in the store; NULL: no such table. rooms_is_blind: the store could not be read just then, and nobody
 * knows whether there is one. */
struct room *rooms_find(struct hall *hall, const char *id);
bool rooms_is_blind(const struct hall *hall);
bool rooms_has(struct hall *hall, const char *id); /* in memory, whatever becomes of it */

/* for (room = rooms_newest(hall); room; room = room_older(room)) */
struct room *rooms_newest(const struct hall *hall);
struct room *room_older(const struct room *room);

struct room_counts {
    int all; /* in memory */
    int by_status[STORED_ASIDE + 1];
    int awake, resting, listeners;
    int leases; /* held, where several servers share a store */
};
void rooms_count(const struct hall *hall, struct room_counts *counts);

/* ---- what is to be done (room_care.c) ---- */

bool rooms_work(struct hall *hall); /* true: there is more */
void rooms_tick(struct hall *hall);
void rooms_keep_clocks(struct hall *hall); /* the server stops: as they stand now */
void rooms_go_on(struct hall *hall);       /* computers that were not asked any more are asked again */

/* Has somebody moved within this time who is still there, and not by letter? */
bool rooms_are_lively(const struct hall *hall, int64_t quiet);

#endif
