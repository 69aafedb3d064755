/* link.h: WebSocket clients by the thousand in one thread, on plain sockets and epoll. Knows frames, not what is in
 * them. */
#ifndef BENCH_WIRE_LINK_H
#define BENCH_WIRE_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct links;

struct link {
    struct links *links;
    int fd;
    int number; /* 0 for the first */
    char *in;   /* what has come and is not a whole message yet */
    size_t in_size, in_room;
    size_t message_size; /* bytes of a message gathered from fragments, at the front of `in` */
    char *out;           /* what could not be sent at once */
    size_t out_size, out_room;
    bool is_closed;
    void *owner;
};

/* A whole text message has come. The bytes hold during the call. */
typedef void link_heard(struct link *link, char *text, size_t size);

struct links {
    int epoll;
    int count;
    struct link *all;
    link_heard *heard;
    int closed; /* how many the server has ended */
};

/* Room for as many files as the system allows. */
void links_raise_limits(void);

/* Opens `count` connections with the subprotocol ochre.1; false and a line on standard error when one is refused. */
bool links_open(struct links *links, int port, int count, link_heard *heard);
/* The same, dealt out over several servers: the first connection to the first of them. */
bool links_open_over(struct links *links, const int *ports, int servers, int count, link_heard *heard);
void links_close(struct links *links);

/* Waits up to so many seconds (less than one) and hands out what has come. */
void links_serve(struct links *links, double wait);

/* Sends one text message, masked. */
void link_send(struct link *link, const char *text, size_t size);

/* One HTTP request on a connection of its own; the body of the answer. Returns the status, 0 when there was none. */
int http_post(int port, const char *path, const char *body, char *answer, size_t size);

/* Seconds, from some beginning. */
double now(void);

#endif
