/* again.h: where several servers share a store, a turn of the loop may lose a race: another server was first, nothing
 * of it is stored, and its rooms are made anew. Whoever asked for something in it is heard again then, as if the
 * message had come after what the other server did: a move finds its question closed, a seat is taken, a line of chat
 * comes next. */
#ifndef OCHRE_SERVER_AGAIN_H
#define OCHRE_SERVER_AGAIN_H

#include "server/hall.h"

struct again;

/* What is being answered: a message of a peer, a request, or (neither) an order of the host. */
struct asked {
    struct peer *peer;
    const struct hall_request *request;
    const char *text;
    size_t length;
    hall_answer *answer;
    void *who;
    int tries; /* how often it has lost */
};

/* Between these two it is known what is being answered. What is heard again is known already: then nothing changes. */
void asked_begin(struct hall *hall, struct asked *asked);
void asked_end(struct hall *hall, const struct asked *asked);

/* It has been heard before: it counts as one message, one new table. */
bool asked_again(const struct hall *hall);

/* A copy of what is being answered; NULL: a server alone never loses, or it has lost too often. */
struct again *again_keep(const struct hall *hall);
bool again_is_order(const struct again *again);
void again_ask(struct hall *hall, struct again *again); /* hears it again, and frees it */
void again_free(struct again *again);                   /* NULL is let pass */

#endif
