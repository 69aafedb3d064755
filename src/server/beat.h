/* beat.h: one turn of the loop: what it changed is one batch for the store, and whoever waits for that to be durable is
 * told how it went. Rooms hear of it too (room_beat.h). */
#ifndef OCHRE_SERVER_BEAT_H
#define OCHRE_SERVER_BEAT_H

#include "server/hall.h"
#include "server/store.h"

struct room;
struct room_mark;

struct beats *beats_new(void);
void beats_delete(struct beats *beats);

/* What this beat stores; NULL: nothing is kept (a hall without a store). */
struct store_batch *beat_batch(struct hall *hall);
void beat_add_room(struct hall *hall, const struct room_mark *mark);

/* A message that was accepted. Refused after all when the beat cannot be stored; otherwise a step or the table answers
 * it, or `ok` when nothing else does. */
struct accepted {
    struct peer *peer;
    const char *table;
    const char *of, *id; /* id: its JSON, "" for none */
    uint32_t ask;
    bool says_ok;
    bool is_older; /* not the message that is being answered: what becomes of this beat is nothing to it */
};
void beat_wait_message(struct hall *hall, const struct accepted *accepted);

/* Answers when the beat is durable. Takes the body. */
void beat_wait_answer(struct hall *hall, hall_answer *answer, void *who, int status, char *body);

#endif
