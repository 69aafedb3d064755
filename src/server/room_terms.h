/* room_terms.h: what the terms of a table allow, who is ready, and whether play rests. */
#ifndef OCHRE_SERVER_ROOM_TERMS_H
#define OCHRE_SERVER_ROOM_TERMS_H

#include "server/room.h"

/* Do the terms allow it at this moment? Who leaves may make an opponent's table one that somebody has for themselves.
 */
bool room_may_hint(const struct room *room);
bool room_may_stand_in(const struct room *room); /* by wish; who misses moves is stood in for anyway */
bool room_may_undo(const struct room *room);

/* Before play: a computer always is, a person who has said so; where only one person plays nobody is asked. */
bool room_is_ready(const struct room *room, int seat);
bool room_is_everybody_ready(const struct room *room);
void room_set_ready(struct room *room, int seat, bool is_ready);

/* Has missed so many moves that a computer stands in until the person is back. */
bool room_is_away(const struct room *room, int seat);

/* Nobody is here for whom to play: clocks stand and computers do not think. */
bool room_is_paused(const struct room *room);
void room_look_who_is_here(struct room *room, int seat); /* somebody has come to the seat, or gone */

#endif
