/* sit.h: a peer that hears a room: what it is due to be told, and what it is waiting for. */
#ifndef OCHRE_SERVER_SIT_H
#define OCHRE_SERVER_SIT_H

#include "server/keys.h"
#include "server/rate.h"

struct hint;
struct peer;
struct room;

enum {
    SITS_MAX = 32,        /* tables that one peer may hear */
    MESSAGE_ID_SIZE = 48, /* JSON of a message's id */
};

struct sit {
    struct peer *peer;
    struct room *room;
    struct sit *next_of_peer, *next_of_room;
    int seat; /* OCHRE_NOBODY: a watcher */
    bool table_due, step_due, is_undone;
    bool knows_printed; /* it was told what does not change, in its language */
    bool wish_due;      /* somebody wished to take back before this listener came */
    int told;           /* the last step it was told of */
    int chat_told;      /* the last line of chat */
    struct bucket chat;
    struct hint *hint; /* being thought out; NULL: none */
    uint64_t hint_job;
    char answers[MESSAGE_ID_SIZE]; /* id of the message that the next step answers; "": none */
    const char *answers_of;        /* its kind */
    char key[KEY_SIZE];            /* what it showed; "" for watchers */
};

struct sit *peer_sit(struct peer *peer, struct room *room, int seat, const char *key);
void peer_rise(struct sit *sit);
struct sit *peer_sit_at(const struct peer *peer, const char *table);

#endif
