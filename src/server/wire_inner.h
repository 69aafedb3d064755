/* wire_inner.h: messages from clients (docs/wire.md §2). Only wire*.c includes it. Bytes become (peer, table, seat,
 * words); what they mean is the room's.
 *
 *     wire.c          the door: which message it is, whether it may be sent, what it costs
 *     wire_answer.c   refusing and accepting
 *     wire_talk.c     hello, chat, ping
 *     wire_seats.c    sit, rise, name, ready, open, standin, begin, rematch
 *     wire_play.c     move, why, undo, consent, resign, look
 *     wire_hint.c     hint */
#ifndef OCHRE_SERVER_WIRE_INNER_H
#define OCHRE_SERVER_WIRE_INNER_H

#include "server/house.h"
#include "server/peer.h"
#include "server/sit.h"
#include "server/slip.h"
#include "server/store.h"
#include "server/wire.h"

struct table_no;

/* One message being answered. */
struct heard {
    struct peer *peer;
    struct hall *hall;
    struct json message;
    const char *of;           /* its "t" */
    char id[MESSAGE_ID_SIZE]; /* JSON of its "id"; "" */
    char table[STORE_ID_SIZE];
    int64_t ask;     /* -1: none was sent */
    struct sit *sit; /* at the table it names, when the peer sits there */
    struct room *room;
};

/* ---- refusing (`english` is N_("…")) ---- */

void wire_refuse(const struct heard *heard, enum no_code code, const char *english);
void wire_refuse_often(const struct heard *heard, int64_t again,
                       const char *english);                                    /* in `again` milliseconds it may */
void wire_refuse_for(const struct heard *heard, const struct against *against); /* what the room has against it */
void wire_refuse_no(const struct heard *heard, const struct table_no *no);      /* what the table has against it */
bool wire_can_store(const struct heard *heard);                                 /* or it is refused */

/* ---- accepting ---- */

/* Answered with `ok` when what this beat changes is stored. */
void wire_accept(const struct heard *heard);

/* The next step answers; if it cannot be stored, a refusal does. */
void wire_accept_with_step(const struct heard *heard);

/* The next step of this listener carries the id, or the table where there is no step. An id that no step will carry any
 * more is not forgotten: it is answered at once. */
void wire_answer_with_step(const struct heard *heard, struct sit *sit);
void wire_answer_at_once(const struct heard *heard, struct sit *sit);

/* Refused when what this beat changes cannot be stored; else nothing is said. */
void wire_expect(const struct heard *heard);

/* The id of the message, for a slip; NULL: it has none. */
const char *wire_id(const struct heard *heard);

/* Until which step the sender of a `sit` says to know the story that is told now; 0: nothing of it. */
int64_t wire_known_steps(const struct heard *heard);

/* ---- the messages ---- */

void wire_hello(struct heard *heard);
void wire_chat(struct heard *heard);
void wire_ping(struct heard *heard);

void wire_sit(struct heard *heard);
void wire_rise(struct heard *heard);
void wire_name(struct heard *heard);
void wire_ready(struct heard *heard);
void wire_open(struct heard *heard);
void wire_standin(struct heard *heard);
void wire_computer(struct heard *heard);
void wire_begin(struct heard *heard);
void wire_rematch(struct heard *heard);

void wire_move(struct heard *heard);
void wire_why(struct heard *heard);
void wire_undo(struct heard *heard);
void wire_consent(struct heard *heard);
void wire_resign(struct heard *heard);
void wire_look(struct heard *heard);

void wire_hint(struct heard *heard);

#endif
