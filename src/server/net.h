/* net.h: sockets. HTTP requests come in whole, WebSocket messages come in whole, and messages go out one by one when
 * the other side can take them. Knows what is underneath (a libuv loop, llhttp, wslay) and hides it; knows no table.
 * Everything happens on the thread of the loop. */
#ifndef OCHRE_SERVER_NET_H
#define OCHRE_SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct diary;
struct net;
struct net_line; /* one WebSocket */

enum {
    NET_BODY_MAX = 64 * 1024, /* of a request */
    NET_MESSAGE_MAX = 4096,   /* from a client */
    NET_ROOM = 64,            /* bytes that must be free in front of what is written */
    NET_ADDRESS_SIZE = 48,
    NET_FILES_MIN = 64, /* that the process must be allowed to open */
};

/* ---- HTTP ---- */

enum net_method { NET_GET, NET_HEAD, NET_POST, NET_DELETE, NET_OTHER };

/* A whole request. Texts hold until it is answered. */
struct net_request {
    enum net_method method;
    char *path;          /* decoded, without the query; begins with a slash */
    char *query;         /* "lang=fr", "" */
    char *key;           /* behind "Authorization: Bearer ", "" */
    char *origin, *host; /* "" when not sent */
    char *etag;          /* If-None-Match, "" */
    bool takes_gzip;
    bool is_foreign; /* sent by a page of another origin */
    char address[NET_ADDRESS_SIZE];
    char *body; /* NUL behind it; NULL: none */
    size_t body_length;
    bool is_too_long; /* the body was; it is not there */
};

struct net_answer {
    int status;
    const char *type; /* "application/json" */
    const char *body; /* copied unless is_static */
    size_t length;
    bool is_static;    /* the body outlives everything */
    bool is_gzip;      /* the body is compressed */
    const char *etag;  /* NULL: none */
    const char *cache; /* Cache-Control; NULL: no-store */
    int again;         /* Retry-After in seconds; 0: none */
};

/* Answers, now or later, and takes the request. */
void net_answer(struct net_request *request, const struct net_answer *answer);

/* ---- what happens ---- */

struct net_handlers {
    void *who;
    /* A request is there. Must lead to net_answer one day. */
    void (*request)(void *who, struct net_request *request);
    /* A WebSocket wants in: what it will carry, or NULL to refuse. */
    void *(*opened)(void *who, struct net_line *line, const char *address);
    /* A whole text message, or one that is too long or not text (then text is NULL). */
    void (*message)(void *carried, const char *text, size_t length);
    /* The other side can take a message: the next one, with NET_ROOM bytes free in front of it; NULL: nothing to say.
     * It is used up when the function is called again. */
    char *(*next)(void *carried, size_t *length);
    void (*closed)(void *carried);
};

/* Somebody has something to say: `next` will be called, in net_flush or when the other side is ready. */
void net_wake(struct net_line *line);

/* Writes what woken lines have to say. At the end of every turn. */
void net_flush(struct net *net);

/* Closes, after what is queued: 1000 normal, 1001 going away, 1008 breaks the rules, 1013 too slow. */
void net_close(struct net_line *line, int code);

/* ---- the server ---- */

struct net_config {
    void *loop;         /* uv_loop_t */
    const char *listen; /* address; NULL or "": all */
    int port;
    bool trusts_proxy; /* the address of a client is the last one in X-Forwarded-For */
    int idle_seconds;  /* a silent WebSocket is asked for a sign of life, and closed after half as long again; 0: 60 */
    int peers_per_address;         /* connections of one address that are no WebSockets; 0: 200 */
    const char *const *host_names; /* that it answers to beside its own, NULL after the last; NULL: none */
    struct diary *diary;           /* for the host; NULL: nobody reads */
    struct net_handlers handlers;
};

/* NULL and one clear sentence when the port cannot be had. */
struct net *net_new(const struct net_config *config, struct ochre_error *error);

/* Closes everything. The loop lets go of each connection when it runs on, so: run it until it is empty, and only then
 * delete. NULL is let pass. */
void net_close_all(struct net *net);
void net_delete(struct net *net);

int net_lines(const struct net *net); /* open WebSockets */

#endif
