/* hall.h: all tables of a server and whoever is connected to them. Bytes come in (messages, requests), bytes go out;
 * it knows tables, the store and the thinkers, but no socket and no loop, so that tests drive it without either.
 *
 * One thread. What happens between two calls of hall_end_beat is one turn: all that it changed is stored in one batch,
 * and nobody is told anything that depends on it before the store says that it is durable. Persist, then tell. */
#ifndef OCHRE_SERVER_HALL_H
#define OCHRE_SERVER_HALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

struct diary;
struct hall;
struct peer;
struct reviews;
struct routes;
struct store;
struct thinkers;

struct hall_config {
    struct store *store;                                      /* NULL: nothing is kept, every turn counts as durable */
    struct thinkers *thinkers;                                /* NULL: computer players answer on the spot */
    const struct routes *more;                                /* requests of a server alone (request.h); may be NULL */
    struct reviews *reviews;                                  /* for them (reviews.h) */
    const struct ochre_tongue *(*tongue)(const char *code);   /* NULL for an unknown language */
    const char *(*rules)(const char *game, const char *code); /* Markdown; NULL: none */
    const char *version;
    const char *name;        /* of this server among others; NULL: it has none */
    int tables_per_hour;     /* new ones per address; 0: 30 */
    int peers_per_address;   /* 0: 200 */
    int messages_per_second; /* from one peer; 0: 20 */
    int requests_per_second; /* from one address; 0: 50 */
    bool has_all_games;      /* those for programmers too */
    bool is_own; /* on a page of one's own: whoever has a seat may have the whole log with its seed at any time, and let
                    go of the table */
    const char *packs;   /* a folder of component packs (packs.h); NULL: the built-in ones alone */
    struct diary *diary; /* for the host (diary.h); NULL: nobody reads */
    int64_t (*now)(
        void); /* milliseconds that never go back, across starts too (timeline.h): what lasts is counted in them */
    int64_t (*date)(void); /* milliseconds since 1970: what people read; NULL: the same */
};

/* Reads what is stored: headers only, tables are restored when somebody needs them. */
struct hall *hall_new(const struct hall_config *config, struct ochre_error *error);
void hall_delete(struct hall *hall);

/* After every turn of the loop. */
void hall_end_beat(struct hall *hall);

/* Before the loop waits: what rooms have left to do (computers to be asked, tables to wake). True: there is more, so do
 * not wait long. */
bool hall_work(struct hall *hall);

/* Ten times a second: clocks, and computers that could not be asked. */
void hall_tick(struct hall *hall);

/* Says goodbye to everybody: `bye`, then closes. */
void hall_close(struct hall *hall, int again_seconds);

/* The table has been archived: whoever listens is told that it is gone. */
void hall_forget(struct hall *hall, const char *id);

/* What another server has done (a store_hear). */
struct store_news;
void hall_hear(struct hall *hall, const struct store_news *news);

/* Is everything that was accepted durable? */
bool hall_is_settled(const struct hall *hall);

/* ---- peers: whoever is connected ---- */

/* How a peer is reached; `line` is handed back. */
struct peer_line {
    void (*wake)(void *line);            /* peer_next has something to say */
    void (*close)(void *line, int code); /* after what is still to be said */
};

/* NULL when the address has too many already, or the hall is closing. */
struct peer *peer_new(struct hall *hall, const struct peer_line *how, void *line, const char *address);
void peer_gone(struct peer *peer);

/* A message; NULL when it was too long or not text. */
void peer_heard(struct peer *peer, const char *text, size_t length);

/* The next thing to say, with HALL_FRONT bytes free in front of it; NULL: nothing. Holds until the next call. */
enum { HALL_FRONT = 64 };
char *peer_next(struct peer *peer, size_t *length);

/* ---- the host's desk (docs/hosting.md, "Admin") ---- */

/* Nothing is answered yet: the order is carried out anew, because another server was first (again.h). */
enum { HALL_ASKED_AGAIN = 0 };

/* One order as JSON; answered once, now or when it is durable, on the hall's thread. Whoever calls is the host. */
struct hall_reply;
typedef void hall_answer(void *who, const struct hall_reply *reply);
void hall_admin(struct hall *hall, const char *text, size_t length, hall_answer *answer, void *who);

/* The host has ordered to stop when play is quiet, and it is. */
bool hall_wants_stop(struct hall *hall);

/* ---- requests ---- */

enum hall_method { HALL_GET, HALL_POST, HALL_DELETE, HALL_OTHER };

struct hall_request {
    enum hall_method method;
    const char *path;    /* "/api/tables" */
    const char *query;   /* "lang=fr" */
    const char *key;     /* bearer, "" */
    const char *address; /* of the client */
    const char *origin;  /* of the page it comes from; NULL or "": no page */
    bool is_foreign;     /* from a page of another origin */
    bool is_too_long;
    const char *body; /* NUL behind it; may be NULL */
    size_t body_length;
    void *who; /* handed back with the answer */
};

struct hall_reply {
    int status;
    const char *type; /* "application/json" */
    const char *body;
    size_t length;
    int again; /* too often: come back in so many seconds; 0: nothing to say about it */
};

/* Is the path one of the hall's (/api/…, /health, /metrics)? If so it will be answered once, now or later, on the
 * hall's thread. */
bool hall_request(struct hall *hall, const struct hall_request *request, hall_answer *answer);

#endif
