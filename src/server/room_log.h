/* room_log.h: a table that goes on from a log: a play that was begun elsewhere, on a page without a server or on
 * another one. */
#ifndef OCHRE_SERVER_ROOM_LOG_H
#define OCHRE_SERVER_ROOM_LOG_H

#include "server/room.h"
#include "table/log.h"

/* Reads the log of a request and plays it: every move legal, every draw proved. The seed must be in it where chance
 * takes part. NULL and what is wrong; the log is to be freed when it is not NULL. */
struct table *room_log_play(const struct room_request *request, struct log *log, struct ochre_error *error);

/* The seats of a new room as the log's play needs them, and its moves into the batch of this beat. */
void room_log_seat(struct room *room, const struct log *log);
void room_log_put(struct room *room, const struct log *log);

#endif
