/* room_beat.h: a room and the beats that store what it changed. */
#ifndef OCHRE_SERVER_ROOM_BEAT_H
#define OCHRE_SERVER_ROOM_BEAT_H

#include "server/room.h"

/* What a beat knows of a room. */
struct room_mark {
    struct room *room;
    uint32_t epoch; /* of the room when the beat first changed it */
    bool is_going;  /* its row goes with this beat */
};

/* Part of this beat; its row has to be stored too. */
void room_touch(struct room *room);
void room_change(struct room *room);

/* Nothing that it knows is still to be stored. room_is_touched: this very beat has changed it. */
bool room_is_quiet(const struct room *room);
bool room_is_touched(const struct room *room);

/* Requests that wait until it is quiet. */
struct deferred **room_deferred(struct room *room);

/* ---- for beat.c ---- */

void room_hand_in(struct room_mark *mark, struct store_batch *batch);     /* the beat ends; NULL: nothing is kept */
void room_stored(const struct room_mark *mark, enum store_result result); /* tell and go on, or forget it */
void room_let_go(const struct room_mark *mark); /* a dead room goes with the last beat of it */

#endif
