/* wire.h: the messages that clients may send (docs/wire.md §2). The door is peer_heard (hall.h). */
#ifndef OCHRE_SERVER_WIRE_H
#define OCHRE_SERVER_WIRE_H

#include <stdint.h>

enum { WIRE_NUMBER = 5 /* of the messages' form: it grows when one of them changes */ };

struct heard;

/* What has to be so before a message is looked at further; refused in this order. */
enum wire_needs {
    WIRE_TABLE = 1,  /* it names a table */
    WIRE_SEAT = 2,   /* from somebody with a seat there */
    WIRE_OPENER = 4, /* from who opened the table */
    WIRE_PLAY = 8,   /* play is going on */
    WIRE_STORE = 16  /* it changes something: that can be stored */
};

struct wire_message {
    const char *kind;    /* its "t" */
    const char *members; /* that it may have, beside "t" and "id" */
    unsigned needs;
    void (*act)(struct heard *heard);
    int64_t (*work)(const struct heard *heard); /* so many messages more does it count as; NULL: none */
};
extern const struct wire_message wire_messages[]; /* a NULL kind after the last */

#endif
