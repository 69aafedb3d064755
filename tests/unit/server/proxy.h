/* proxy.h: a Unix socket between a store and its PostgreSQL, which can be cut at the worst moments. */
#ifndef SERVER_TEST_PROXY_H
#define SERVER_TEST_PROXY_H

enum proxy_mode {
    PROXY_PASS,
    PROXY_DEAF,   /* what the client says arrives; it is not answered any more */
    PROXY_MUTE,   /* what the client says does not arrive, but is kept */
    PROXY_CLOSED, /* nobody may come in */
};

struct proxy;

/* Listens in a new folder below `folder`, for the database at PGHOST, which is that folder from now on. */
struct proxy *proxy_new(const char *folder);
void proxy_delete(struct proxy *proxy); /* PGHOST is what it was */

/* For connections that are there; new ones pass, unless CLOSED. */
void proxy_set(struct proxy *proxy, enum proxy_mode mode);

/* Cuts the clients off; the server's ends stay open (it does not know). */
void proxy_cut(struct proxy *proxy);

/* Gives the server what was kept, and waits until it has closed all connections that were cut off. */
void proxy_release(struct proxy *proxy);

/* Waits until a client has sent moves to no avail. */
void proxy_wait_kept(struct proxy *proxy);

#endif
