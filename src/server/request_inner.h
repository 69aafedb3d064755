/* request_inner.h: the HTTP side of the hall (docs/wire.md §1). Only request*.c includes it.
 *
 *     request.c          which request it is, whether it may be made, health
 *     request_games.c    the games and their rules
 *     request_tables.c   looking at tables, their logs, making one
 *     request_seats.c    joining, leaving, keys
 *     request_take.c     taking a play along, letting go of one
 *     request_reviews.c  plays looked back upon; of a server alone
 *     request_metrics.c  what it counts; of a server alone
 *     request_answer.c   how an answer is written and sent */
#ifndef OCHRE_SERVER_REQUEST_INNER_H
#define OCHRE_SERVER_REQUEST_INNER_H

#include "server/house.h"
#include "server/store.h"

struct room;

enum { REQUEST_ID_SIZE = 32 };

/* A request being answered. */
struct asking {
    struct hall *hall;
    const struct hall_request *request;
    hall_answer *answer;
    const struct ochre_tongue *tongue;
    char lang[8];
    char id[REQUEST_ID_SIZE]; /* of the table, game or review in the path */
    struct room *room;
    struct json body; /* an object, or nothing */
};

/* ---- which is it? ---- */

/* What the path names, if anything; what is kept elsewhere than in the store is there when it fails. */
enum place { PLACE_PLAIN, PLACE_TABLE, PLACE_GAME, PLACE_REVIEWS, PLACE_REVIEW };

struct route {
    enum hall_method method;
    const char *before, *after; /* around the id in the path; "" where there is none */
    enum place place;
    void (*act)(struct asking *asking);
};

struct routes {
    const struct route *route;
    size_t count;
    const struct routes *next; /* NULL: these are all */
};

/* ---- answering ---- */

void request_answer_json(const struct asking *asking, int status, const struct ochre_text *text);
void request_answer_text(const struct asking *asking, const char *type, const char *text, size_t length);
void request_answer_error(const struct asking *asking, int status, const char *code, const char *why);

/* `english` is N_("…"). */
void request_refuse(const struct asking *asking, int status, const char *code, const char *english);

/* Too often: takes so much from the bucket, or refuses and says when there is room for it. */
struct measure {
    double amount, per_second, burst;
};
bool request_take(const struct asking *asking, struct bucket *bucket, struct measure measure, const char *english);

/* The value of a word in the query, "" when it is not there. */
void request_query_value(const char *query, const char *name, char *value, size_t size);

/* A larger answer, in memory of its own. */
struct sheet {
    char *memory;
    struct ochre_text text;
    struct json_writer writer;
};
void sheet_begin(struct sheet *sheet);
void sheet_answer(struct sheet *sheet, const struct asking *asking, int status);
void sheet_promise(struct sheet *sheet, const struct asking *asking, int status); /* when what it tells is durable */

/* Waits until the room has nothing that is not durable, then asks again (request_retry). */
void request_defer(const struct asking *asking);

/* The key of a seat, and the link with it, as members. */
void request_write_link(const struct room *room, const char *seat, const char *key, struct json_writer *writer);

/* ---- what can be asked for ---- */

void request_get_games(struct asking *asking);
void request_get_rules(struct asking *asking);

void request_get_tables(struct asking *asking);
void request_get_table(struct asking *asking);
void request_get_log(struct asking *asking);
void request_get_draws(struct asking *asking);
void request_post_table(struct asking *asking);

/* The log of a table that has become a file; false: it never was one. */
bool request_get_archived(struct asking *asking);

void request_post_join(struct asking *asking);
void request_post_leave(struct asking *asking);
void request_post_key(struct asking *asking);
void request_post_invite(struct asking *asking);

void request_post_take(struct asking *asking);
void request_post_drop(struct asking *asking);

/* The seat that the key in the header opens; -1 after refusing. */
int request_own_seat(const struct asking *asking);

#endif
